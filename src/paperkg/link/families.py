"""Families: what a concept is a version, size or variant of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperkg.link.identity import entry_of
from paperkg.link.normal import compact, normal_form
from paperkg.model import Concept, Family, Kind

_ENDINGS = re.compile(
    r"[\s-]*(?:v?\d+(?:\.\d+)*\s?(?:[bmt]|k|x\d+b)?|x?\d+x\d+b|instruct|chat|base|large|small|mini|nano|turbo|pro|plus"
    r"|flash|lite|max|ultra|tiny|medium|hard|verified|distill|thinking|preview|sft|dpo|rl|zero)$"
)
_TIED = (Kind.MODEL, Kind.BENCHMARK, Kind.DATASET, Kind.TECHNIQUE)


def ancestors(normal: str) -> list[str]:
    """Return what stays of a name as its version, size and variant are taken off, one after another.

    >>> ancestors("llama3.1 8b instruct")
    ['llama3.1 8b', 'llama3.1', 'llama']
    >>> ancestors("qwen2.5 vl7b")
    ['qwen2.5 vl', 'qwen2.5', 'qwen']
    """
    found = []
    while True:
        shorter = _ENDINGS.sub("", normal)
        if shorter == normal and " " in normal and found:
            shorter = normal.rpartition(" ")[0]
        if shorter == normal or len(shorter) < 2:
            return found
        found.append(shorter)
        normal = shorter


def find_families(concepts: Iterable[Concept]) -> list[Family]:
    """Tie each concept to the nearest one of its kind that it is a version of, by the catalogue or by its name."""
    by_form = {(concept.kind, compact(concept.normal)): concept for concept in concepts}
    families = []
    for (kind, _), concept in sorted(by_form.items()):
        for normal in _parents(concept):
            parent = by_form.get((kind, compact(normal)))
            if parent is not None and parent != concept:
                families.append(Family(concept.id, parent.id))
                break
    return families


def _parents(concept: Concept) -> list[str]:
    entry = entry_of(concept.normal, concept.kind)
    chain = []
    while entry and entry.family and len(chain) < 8:
        chain.append(normal_form(entry.family))
        entry = entry_of(chain[-1], entry.kind)
    return chain + (
        ancestors(concept.normal) if concept.kind in _TIED and any(map(str.isdigit, concept.normal)) else []
    )
