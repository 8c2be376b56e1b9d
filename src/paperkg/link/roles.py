"""Roles by the cues of a sentence: what a paper does with what it names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from paperkg.model import ROLE_RANK, Kind, Role

USUAL = {
    Kind.BENCHMARK: Role.EVALUATES_ON,
    Kind.DATASET: Role.USES,
    Kind.MODEL: Role.USES,
    Kind.TECHNIQUE: Role.USES,
    Kind.TASK: Role.ADDRESSES,
    Kind.METRIC: Role.MEASURES,
    Kind.KEYWORD: Role.MENTIONS,
}
READ = frozenset({Kind.BENCHMARK, Kind.DATASET, Kind.MODEL, Kind.TECHNIQUE})
"""The kinds whose role is read from the sentence; what is of another kind has its usual role."""


def _any_of(words: str) -> str:
    """Words, or how they begin, as one alternative of a regular expression."""
    return "|".join(words.split())


_MAKE = _any_of(
    """
    introduc propos present develop releas design build construct contribut creat establish formulat devis
    derive open-sourc curat coin term call dub name offer describ provid
    """
)
_MADE = _any_of("introduced proposed presented called dubbed termed named denoted coined")
_WORK = _any_of("model method framework approach benchmark dataset algorithm system pipeline")
_INTRODUCE = re.compile(
    rf"""
      \b(?:we|paper|work|study|article)\b[^.;]{{0,40}}?\s(?:{_MAKE})\w*  # "we further propose"
    | \b(?:{_MADE})\b                                                    # "a framework called"
    | \bour\s(?:\w+[\s-]){{0,3}}(?:{_WORK})s?                           # "our new method"
      (?:,?\s*|,\s(?:\S+(?:,|,?\sand)\s){{1,3}})$                       # ", X" or ", A, B and X"
    | ^(?:introducing|presenting)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_FARTHEST = 90  # characters between a word of introducing and what is introduced
_LONGEST_CUE = 120
_BREAK = re.compile(  # words that open another thought, so that what follows is not what is introduced
    r"\b(?:that|which|where|to|for|by|using|with|on|from|based|via|leveraging|combin\w+|when|into|in)\b|[;:]"
)
_OBTAINED = re.compile(  # "..., thus obtaining the X dataset"
    r"\b(?:obtain|creat|construct|build|yield|produc|introduc|releas|result)ing\s(?:in\s)?(?:the|our|a|an)\s$",
    re.I,
)
_IS_DATA = re.compile(r"\s(?:[\w-]+\s)?(?:benchmark|dataset|corpus|suite)\b", re.IGNORECASE)
_COMPARE = re.compile(
    r"""\b(?:
        outperform\w*|surpass\w*|exceed\w*|beat\w*|rivall?\w*|match(?:es|ing)?
      | compared?\s(?:to|with|against)|comparable\s(?:to|with)|superior\sto|competitive\swith|relative\sto
      | over|than|versus|vs\.|against|unlike|baselines?
    )\b""",
    re.VERBOSE | re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"""
      ^\W*(?:while|although|though|recent\w*|existing|prior|previous\w*|despite|traditional\w*|conventional\w*
        |current\w*|however|yet|unlike|inspired)\b
    | \bsuch\sas\b
    | \bhave\s(?:shown|achieved|demonstrated|emerged|become|made)\b
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SUBJECT = _any_of("benchmark dataset framework method model approach suite")
_SUBJECT_ACTS = re.compile(
    rf"""
    ^\W*(?:\([^)]*\)\s*)?                                                        # "X (...)"
    (?:
        ,\s(?:a|an|the|our)\s(?:\w+[\s-]){{0,6}}?(?:{_SUBJECT}|corpus|algorithm)  # "X, a new ... method"
      | is\sa\s(?:\w+[\s-]){{0,4}}(?:{_SUBJECT})\b                                # "X is a ... benchmark"
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)


def role_of(sentence: str, start: int, end: int, kind: Kind, *, coined: bool, place: float) -> Role:
    """Say what a paper does with the concept that ``sentence[start:end]`` names.

    Args:
        sentence: The whole sentence.
        start: Where the mention starts in it.
        end: One past its end.
        kind: The concept's kind.
        coined: Whether the mention looks like a name that somebody coined.
        place: Where in the paper the sentence stands, from 0 (first) to 1 (last).

    >>> role_of("We introduce Astraea.", 13, 20, Kind.TECHNIQUE, coined=False, place=0.5)
    <Role.INTRODUCES: 'introduces'>
    """
    if kind not in READ:
        return USUAL[kind]
    before, after = sentence[:start], sentence[end:]
    if place == 0 and not before.strip() and after.lstrip().startswith(":"):
        return Role.INTRODUCES  # a title: "X: What X does"
    if _is_introduced(before, after) or (coined and _SUBJECT_ACTS.match(after)):
        return Role.INTRODUCES
    if kind in (Kind.MODEL, Kind.TECHNIQUE):
        if place > 0.3 and _COMPARE.search(before[-40:]):
            return Role.COMPARES_WITH
        if place < 0.5 and _BACKGROUND.search(sentence):
            return Role.MENTIONS
    return USUAL[kind]


def _is_introduced(before: str, after: str) -> bool:
    """Whether a word of introducing stands close before a mention, in the same thought."""
    if _IS_DATA.match(after) and _OBTAINED.search(before):
        return True
    near = max(0, len(before) - _FARTHEST - _LONGEST_CUE)
    cue_ends = max((cue.end() for cue in _INTRODUCE.finditer(before, near)), default=-_FARTHEST)
    return len(before) - cue_ends < _FARTHEST and not _BREAK.search(before, cue_ends)


def strongest(roles: Iterable[Role]) -> Role:
    """The first in the order of the roles; a bare mention counts only where there is nothing else.

    >>> strongest([Role.USES, Role.INTRODUCES])
    <Role.INTRODUCES: 'introduces'>
    """
    return min(roles, key=ROLE_RANK.__getitem__)
