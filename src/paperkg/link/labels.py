"""Labels: what to call a paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paperkg.link.names import looks_coined
from paperkg.model import Concept, Kind, Link, Paper, Role

_LONGEST = 60
_NAMEABLE = (Kind.MODEL, Kind.TECHNIQUE, Kind.BENCHMARK, Kind.DATASET)


def label_of(paper: Paper, links: Sequence[Link], concepts: Mapping[str, Concept]) -> str:
    """Return the title; without one the name of what the paper introduces, else its first words.

    A proper name goes before a phrase, and what is named earlier before what is named later.
    """
    if paper.title.strip():
        return " ".join(paper.title.split())
    introduced = [
        (not looks_coined(concepts[made.concept].name), made.evidence[0].start, concepts[made.concept].name)
        for made in links
        if made.role is Role.INTRODUCES and concepts[made.concept].kind in _NAMEABLE
    ]
    if introduced:
        return min(introduced)[2]
    return first_words(paper.abstract) or paper.id


def first_words(text: str) -> str:
    """Shorten a text to its first words.

    >>> first_words("Short text.")
    'Short text.'
    """
    words = " ".join(text.split())
    if len(words) <= _LONGEST:
        return words
    return words[:_LONGEST].rpartition(" ")[0].rstrip(",;:") + "…"
