"""Names for things: flat IRIs, the same for the same thing in every build and on every machine.

Papers and concepts are named by their ids; assertions, mentions and claims by a hash of what they say.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

BASE = "https://w3id.org/paperkg/"
FOLDERS = (
    "paper",
    "authors",
    "orcids",
    "keywords",
    "areas",
    "text",
    "concept",
    "assertion",
    "mention",
    "claim",
    "quote",
    "target",
    "selector",
    "component",
    "run",
    "setting",
    "dataset",
    "partition",
)

_PLAIN_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_-]|\.(?=[A-Za-z0-9])){0,99}")


@dataclass(frozen=True, slots=True)
class Iris:
    """Makes IRIs under one base.

    Raises:
        ValueError: The base is no absolute http or https IRI that ends in "/" or "#".

    >>> Iris().of("paper", "2110.14168")
    'https://w3id.org/paperkg/paper/2110.14168'
    >>> Iris("example.org/")
    Traceback (most recent call last):
    ...
    ValueError: base 'example.org/': must be an absolute http or https IRI that ends in / or #
    """

    base: str = BASE

    def __post_init__(self) -> None:
        if web_address(self.base) != self.base or self.base[-1] not in "/#":
            raise ValueError(f"base {self.base!r}: must be an absolute http or https IRI that ends in / or #")

    def of(self, folder: str, name: str) -> str:
        """Name a thing in one of `FOLDERS`."""
        return f"{self.base}{folder}/{name}"

    def paper(self, paper_id: str) -> str:
        """Name a paper."""
        return self.of("paper", paper_name(paper_id))

    def text(self, paper_id: str) -> str:
        """Name a paper's text."""
        return self.of("text", paper_name(paper_id))

    def concept(self, concept_id: str) -> str:
        """Name a concept.

        >>> Iris().concept("benchmark:gsm8k")
        'https://w3id.org/paperkg/concept/benchmark-gsm8k'
        """
        return self.of("concept", concept_id.replace(":", "-", 1))

    @property
    def scheme(self) -> str:
        """The concept scheme that every concept is in."""
        return f"{self.base}scheme"


def paper_name(paper_id: str) -> str:
    """Make the last segment of a paper's IRI out of any id, distinct for distinct ids.

    Letters, digits, "_", "-" and inner single dots stand as they are. Any other id is cleaned, opened with
    "_" and closed with a hash of the whole: no plain id begins so.

    >>> paper_name("2110.14168")
    '2110.14168'
    >>> paper_name("cs/0112017")
    '_cs_0112017-0bc52ea9dfe23e21'
    """
    if _PLAIN_ID.fullmatch(paper_id):
        return paper_id
    clean = re.sub(r"[^A-Za-z0-9]+", "_", paper_id).strip("_")[:40]
    return f"_{clean}-{digest('paper', paper_id)}"


def digest(*parts: str | int | None) -> str:
    """Hash a tuple: 16 hexadecimal digits, for a name that says the same wherever it is made."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def web_address(text: str) -> str | None:
    """Return a valid http or https IRI without the space around it, or None when it is none.

    >>> web_address(" https://example.org/a?b=c ")
    'https://example.org/a?b=c'
    >>> web_address("https://example.org/a b") is web_address("javascript:alert(1)") is None
    True
    """
    from pyoxigraph import NamedNode

    address = text.strip()
    try:
        NamedNode(address)
        parts = urlsplit(address)
    except ValueError:
        return None
    return address if parts.scheme in {"http", "https"} and parts.hostname else None
