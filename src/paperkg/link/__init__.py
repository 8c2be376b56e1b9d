"""Mentions to concepts: one concept of many spellings, and what each paper does with it."""

from paperkg.link.linker import Linked, LinkedPaper, link
from paperkg.link.overrides import (
    Overrides,
    OverridesError,
    dump_overrides,
    load_overrides,
    read_overrides,
)

__all__ = [
    "Linked",
    "LinkedPaper",
    "Overrides",
    "OverridesError",
    "dump_overrides",
    "link",
    "load_overrides",
    "read_overrides",
]
