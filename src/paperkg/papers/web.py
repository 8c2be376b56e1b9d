"""What fsspec is told about addresses of the web: where an answer may send us.

aiohttp, which fsspec asks with, follows redirects to http and https alone, and ten at most. One from https
down to http, where anybody on the way can change what comes, it would allow.
"""

from __future__ import annotations

from functools import cache
from typing import Any
from urllib.parse import urljoin


def options(place: str) -> dict[str, Any]:
    """Return what to open an address with.

    >>> options("s3://bucket/papers.jsonl")
    {}
    """
    return {"client_kwargs": {"trace_configs": [_watch()]}} if place.startswith("https://") else {}


def leads_down(asked: str, location: str) -> bool:
    """Whether a redirect leads from https to what is not.

    >>> leads_down("https://a.org/x", "http://a.org/x"), leads_down("https://a.org/x", "/y")
    (True, False)
    """
    return asked.startswith("https:") and not urljoin(asked, location).startswith("https:")


@cache  # fsspec keeps one connection for all who open with the same options
def _watch() -> Any:  # noqa: ANN401 (an aiohttp.TraceConfig)
    import aiohttp

    async def look(_session: object, _context: object, redirect: Any) -> None:  # noqa: ANN401
        if leads_down(str(redirect.url), redirect.response.headers.get("Location", "")):
            raise OSError("it sends us from https down to http")

    watch = aiohttp.TraceConfig()
    watch.on_request_redirect.append(look)
    return watch
