"""Families: what a concept is a version, size or variant of."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperkg.link.identity import entry_of
from paperkg.link.normal import compact, normal_form
from paperkg.model import Concept, Family, Kind

VERSION_WORDS = (
    "instruct|chat|base|large|small|mini|nano|turbo|pro|plus|flash|lite|max|ultra|tiny|medium"
    "|hard|verified|distill|thinking|preview|sft|dpo|rl|zero"
)
"""What the name of a version adds to that of its family, as alternatives of a regular expression."""
_ENDINGS = re.compile(
    rf"""\s*(?:
        (?:\bv)?\d+(?:\.\d+)*\s?(?:[bmtk]|x\d+b)?   # "3.1", "v2", "8b", "8x7b"
      | (?<=[a-z0-9])v                             # what "yolov8" leaves; "rwkv4" has a name before it
      | x?\d+x\d+b
      | {VERSION_WORDS}
    )$""",
    re.VERBOSE,
)
_LONGEST = 100  # characters; no name with a version is longer
_DEEPEST = 8  # generations; a catalogue that goes in a circle ends here
_TIED = (Kind.MODEL, Kind.BENCHMARK, Kind.DATASET, Kind.TECHNIQUE)


def ancestors(normal: str) -> list[str]:
    """Return what stays of a name as its version, size and variant are taken off, one after another.

    >>> ancestors("llama3.1 8b instruct")
    ['llama3.1 8b', 'llama3.1', 'llama']
    >>> ancestors("qwen2.5 vl7b")
    ['qwen2.5 vl', 'qwen2.5', 'qwen']
    """
    found: list[str] = []
    while len(normal) <= _LONGEST:
        shorter = _ENDINGS.sub("", normal)
        if shorter == normal and " " in normal and found:
            shorter = normal.rpartition(" ")[0]
        if shorter == normal or len(shorter) < 2:
            break
        found.append(shorter)
        normal = shorter
    return found


def find_families(concepts: Iterable[Concept]) -> list[Family]:
    """Tie each concept to the nearest one of its kind that it is a version of, by catalogue or by name."""
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
    """What a concept may be a version of, the nearest first."""
    entry = entry_of(concept.normal, concept.kind)
    parents: list[str] = []
    while entry and entry.family and len(parents) < _DEEPEST:
        parents.append(normal_form(entry.family))
        entry = entry_of(parents[-1], entry.kind)
    if concept.kind in _TIED and any(map(str.isdigit, concept.normal)):
        parents += ancestors(concept.normal)
    return parents
