"""Variants: phrases by which one paper names one thing, now with a word more and now without it.

A paper that writes "open-vocabulary 3D occupancy prediction" and "open-vocabulary occupancy prediction"
means one task. Of pairs of marked phrases of one kind that differ in one word, readers took for one concept
82 in 100 where the word ends the longer phrase or stands inside it, 65 where it opens it, and 90 of metrics
and data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from paperkg.model import Kind

_ANY_LENGTH = frozenset({Kind.METRIC, Kind.DATASET})
_LEAST_WORDS = 2  # of the shorter phrase: "attention" is no "cross attention"
_PHRASES = frozenset({Kind.TECHNIQUE, Kind.TASK, Kind.MODEL, Kind.METRIC, Kind.DATASET})


def find_variants(kinds: Mapping[str, Kind], own: Callable[[str], bool]) -> dict[str, str]:
    """Say which of a paper's names stand for which other of its names.

    Args:
        kinds: The normal forms of the names, each with its kind.
        own: Whether a name is this paper's alone, so that nothing else speaks for it as a concept.

    >>> names = {"open vocabulary occupancy prediction": Kind.TASK,
    ...          "open vocabulary 3d occupancy prediction": Kind.TASK}
    >>> find_variants(names, lambda name: True)
    {'open vocabulary 3d occupancy prediction': 'open vocabulary occupancy prediction'}
    """
    direct: dict[str, str] = {}
    words = {name: tuple(name.split()) for name in kinds}
    for name in sorted(kinds, key=lambda name: (len(words[name]), name)):
        kind = kinds[name]
        least = 1 if kind in _ANY_LENGTH else _LEAST_WORDS
        if kind not in _PHRASES or len(words[name]) <= least or not own(name):
            continue
        for shorter in _without_one_word(words[name]):
            if kinds.get(shorter) is kind:
                direct[name] = shorter
                break
    longer = Counter(direct.values())  # two that differ are two things: "supervised", "unsupervised"
    found: dict[str, str] = {}
    for name, shorter in direct.items():
        if longer[shorter] == 1:
            found[name] = found.get(shorter, shorter)
    return found


def _without_one_word(words: tuple[str, ...]) -> list[str]:
    """Return what is left without the last word, without one inside, and without the first."""
    places = (len(words) - 1, *range(1, len(words) - 1), 0)
    return [" ".join(words[:at] + words[at + 1 :]) for at in places]
