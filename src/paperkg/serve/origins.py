"""Whose pages may ask: a browser sends what any site's page tells it to, and a graph may be private.

A page of another site is turned away, whether or not it could read the answer, unless its site is allowed.
Links from elsewhere lead here all the same: what is opened by them is seen by the user and no page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

ANY = "*"
OPEN_PATHS = ("/sparql", "/.well-known/void")  # what other sites' pages may be allowed to ask
_ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
_Headers = Iterable[tuple[bytes, bytes]]


def origin(text: str) -> str:
    """Check the name of a site whose pages are to be allowed, or "*" for all.

    Raises:
        ValueError: It is no origin as browsers write it.

    >>> origin("https://Example.org/")
    'https://example.org'
    >>> origin("example.org")
    Traceback (most recent call last):
    ...
    ValueError: 'example.org': must be * or a scheme and a host, such as https://example.org
    """
    name = text.strip().lower().removesuffix("/")
    if name == ANY or _ORIGIN.fullmatch(name):
        return name
    raise ValueError(f"{text!r}: must be * or a scheme and a host, such as https://example.org")


def may_ask(path: str, headers: _Headers, allowed: str | None) -> bool:
    """Whether a request is none of another site's page, or of one that is allowed."""
    said = dict(headers)
    if not _is_foreign(said):
        return True
    if allowed is None or not path.startswith(OPEN_PATHS):
        return False
    return allowed == ANY or said.get(b"origin", b"").decode("latin-1").lower() == allowed


def policy(path: str, allowed: str | None) -> list[tuple[bytes, bytes]]:
    """Return the headers that tell a browser who may read an answer."""
    if allowed is None or not path.startswith(OPEN_PATHS):
        return [(b"cross-origin-resource-policy", b"same-origin")]
    return [
        (b"access-control-allow-origin", allowed.encode()),
        (b"access-control-expose-headers", b"ETag, Retry-After"),
    ]


def _is_foreign(said: dict[bytes, bytes]) -> bool:
    """Browsers of today say where a request comes from; older ones name the origin of all but plain GETs."""
    if b"sec-fetch-site" in said:
        own = said[b"sec-fetch-site"] in (b"same-origin", b"none")
        return not own and said.get(b"sec-fetch-mode") != b"navigate"
    named = said.get(b"origin")
    return named is not None and named.partition(b"://")[2].lower() != said.get(b"host", b"").lower()
