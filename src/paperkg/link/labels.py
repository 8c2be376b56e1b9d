"""Labels: what to call a paper that has no title."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from paperkg.model import Extraction, Kind, Link, Paper, Role
from paperkg.words import looks_coined

_LONGEST = 60
_TELLING = 3
_NAMEABLE = (Kind.MODEL, Kind.TECHNIQUE, Kind.BENCHMARK, Kind.DATASET)
_SIZE = re.compile(r"-?\d+(?:\.\d+)?[BMK]$")
_QUALITY = re.compile(r"-(?:based|style|like|driven|aware|guided|free|specific|level)$")


def label_of(
    paper: Paper,
    extraction: Extraction,
    links: Sequence[Link],
    kind_of: Callable[[str], Kind],
    rarity_of: Callable[[str], float],
) -> str:
    """Return the title; without one, what the paper introduces in the words of its text.

    That is the first proper name of one word or with a short form that the text defines, else the first of
    several words; where it coins none, its most telling phrases; where nothing was found, its first words.

    Args:
        paper: The paper.
        extraction: What was found in it.
        links: The paper's links.
        kind_of: The kind of a concept.
        rarity_of: How few papers have a concept, from 0 to 1.
    """
    if paper.title.strip():
        return " ".join(paper.title.split())
    introduced = [
        (made.evidence[0].start, paper.text[made.evidence[0].start : made.evidence[0].end])
        for made in links
        if made.role is Role.INTRODUCES and kind_of(made.concept) in _NAMEABLE
    ]
    short_forms = _short_forms(paper, extraction)
    names = sorted(
        (" " in name and start not in short_forms, start, name)
        for start, name in introduced
        if start in short_forms or _is_proper(name)
    )
    if names:
        _, start, name = names[0]
        if start in short_forms:
            return f"{name} ({short_forms[start]})"
        return _SIZE.sub("", name) if len(names) > 1 else name
    return ", ".join(_telling(paper, links, kind_of, rarity_of)) or first_words(paper.abstract) or paper.id


def _is_proper(name: str) -> bool:
    """Whether a name is one by its first word.

    >>> [_is_proper(name) for name in ("Astraea", "vDiT", "annealed MCMC sampler", "SMC-style resampling")]
    [True, True, False, False]
    """
    first, *more = name.split()
    if more and _QUALITY.search(first):
        return False
    return name[0].isupper() or looks_coined(first)


def _short_forms(paper: Paper, extraction: Extraction) -> dict[int, str]:
    """The short form that is defined where a long form starts."""
    return {a.long_start: paper.text[a.short_start : a.short_end] for a in extraction.abbreviations}


def _telling(
    paper: Paper, links: Sequence[Link], kind_of: Callable[[str], Kind], rarity_of: Callable[[str], float]
) -> list[str]:
    """The phrases that say most: introduced, met often, and rare among the papers."""

    def weight(made: Link) -> float:
        introduced = 4 * (made.role is Role.INTRODUCES)
        return (introduced + len(made.evidence)) * rarity_of(made.concept)

    phrases = [made for made in links if kind_of(made.concept) is not Kind.METRIC]
    best = sorted(phrases, key=lambda made: (-weight(made), made.evidence[0].start))[:_TELLING]
    return [paper.text[made.evidence[0].start : made.evidence[0].end] for made in best]


def first_words(text: str) -> str:
    """Shorten a text to its first words.

    >>> first_words("Short text.")
    'Short text.'
    """
    words = " ".join(text.split())
    if len(words) <= _LONGEST:
        return words
    whole = words[: _LONGEST + 1].rpartition(" ")[0] or words[:_LONGEST]  # Chinese has no spaces
    return whole.rstrip(",;:") + "…"
