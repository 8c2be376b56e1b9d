"""Mentions to concepts: one concept of many spellings, and what each paper does with it."""

from paperkg.link.linker import Linked, link
from paperkg.link.overrides import Overrides, OverridesError, read_overrides

__all__ = ["Linked", "Overrides", "OverridesError", "link", "read_overrides"]
