"""Roles by the cues of a sentence: what a paper does with what it names."""

from __future__ import annotations

import re

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

_INTRODUCE = re.compile(
    r"""\b(?:(?:we|paper|work|study|article)\b[^.;]{0,40}?\s(?:introduc|propos|present|develop|releas|design|build|construct|
    contribut|creat|establish|formulat|devis|derive|open-sourc|curat|coin|term|call|dub|name|offer|describ|provid)\w*
    | (?:introduced|proposed|presented|called|dubbed|termed|named|denoted|coined)\b
    |
    \bour\s(?:\w+[\s-]){0,3}(?:model|method|framework|approach|benchmark|dataset|algorithm|system|pipeline)s?,?
    | ^(?:introducing|presenting))""",
    re.VERBOSE | re.IGNORECASE,
)
_COMPARE = re.compile(
    r"""\b(?:outperform\w*|surpass\w*|exceed\w*|beat\w*|compared?\s(?:to|with|against)|comparable\s(?:to|with)|over|than|
    versus|vs\.|baselines?|superior\sto|competitive\swith|unlike|rivall?\w*|relative\sto|against|match(?:es|ing)?)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_BACKGROUND = re.compile(
    r"""^\W*(?:while|although|though|recent\w*|existing|prior|previous\w*|despite|traditional\w*|conventional\w*|current\w*|
    however|yet|unlike|inspired)\b|\bsuch\sas\b|\bhave\s(?:shown|achieved|demonstrated|emerged|become|made)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_BREAK = re.compile(
    r"\b(?:that|which|where|to|for|by|using|with|on|from|based|via|leveraging|combin\w+|when|into|in)\b|[;:]"
)
_SUBJECT_ACTS = re.compile(
    r"^\W*(?:\([^)]*\)\s*)?(?:,\s(?:a|an|the|our)\s(?:\w+[\s-]){0,6}?(?:benchmark|dataset|framework|method|model|approach|suite|corpus|algorithm)"
    r"|is\sa\s(?:\w+[\s-]){0,4}(?:benchmark|dataset|framework|method|model|approach|suite)\b)",
    re.IGNORECASE,
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
    """
    before, after = sentence[:start], sentence[end:]
    if kind in (Kind.TASK, Kind.METRIC, Kind.KEYWORD):
        return USUAL[kind]
    cue = None
    for cue in _INTRODUCE.finditer(before):
        pass
    if cue is not None and not _BREAK.search(before, cue.end()) and len(before) - cue.end() < 90:
        return Role.INTRODUCES
    if coined and _SUBJECT_ACTS.match(after):
        return Role.INTRODUCES
    if kind in (Kind.MODEL, Kind.TECHNIQUE):
        if any(True for _ in _COMPARE.finditer(before[-40:])) and place > 0.3:
            return Role.COMPARES_WITH
        if _BACKGROUND.search(sentence) and place < 0.5:
            return Role.MENTIONS
    return USUAL[kind]


def strongest(roles: list[Role]) -> Role:
    """The first in the order of the roles; a bare mention counts only where there is nothing else.

    >>> strongest([Role.USES, Role.INTRODUCES])
    <Role.INTRODUCES: 'introduces'>
    """
    return min(roles, key=ROLE_RANK.__getitem__)
