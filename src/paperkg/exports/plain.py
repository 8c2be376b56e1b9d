"""Texts as every format can hold them."""

from __future__ import annotations

import hashlib
import re

_WHITE = re.compile(r"\s")
# What XML 1.0 or YAML has no character for: controls, and the two that are none.
_NOWHERE = re.compile("[\x00-\x1f\x7f-\x9f\ufffe\uffff]")


def plain(text: str) -> str:
    r"""Put a space for every white character, and U+FFFD for what XML or YAML cannot hold.

    A character stays one character, so that places in the text stay as they are.

    >>> plain("a\tb\x00c\n")
    'a b\ufffdc '
    """
    if text.isprintable():  # as most are: no white character but spaces, and none of the others
        return text
    return _NOWHERE.sub("\N{REPLACEMENT CHARACTER}", _WHITE.sub(" ", text))


def plain_id(name: str) -> str:
    r"""Make a name plain; one that changes by it gets a hash, so that distinct names stay distinct.

    >>> plain_id("paper:1"), plain_id("paper:\x00")
    ('paper:1', 'paper:�-e3635029951d')
    """
    clean = plain(name)
    return clean if clean == name else f"{clean}-{short_hash(name)}"


def short_hash(text: str) -> str:
    """Return twelve hexadecimal digits that say which text it was."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
