"""Claims: the numbers that a paper reports, each with what its own sentence says of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from paperkg.extract import work
from paperkg.model import Claim, Kind, Mention

_VALUE = re.compile(
    r"""(?<![\w.$^{\\-]) (?P<value>
        \$?[<>~≈+\-−±]?\s?\d+(?:[.,]\d+)*
        (?: \s?(?:\\?%|\\times\$?|×|[xX](?![\w-])) \$? | \s?(?:percentage\ )?(?:points?|pp)\b | \$?)
    )(?![\w-]*\w)""",
    re.VERBOSE,
)
_RATIO = re.compile(r"%|\\times|×|[xX]$|point|pp$")
_REPORT = re.compile(
    r"""\b(?:achiev\w+|attain\w*|reach\w*|obtain\w*|outperform\w*|improv\w+|increas\w+|reduc\w+|boost\w*|surpass\w*|
    exceed\w*|gain\w*|scor\w+|yield\w*|deliver\w*|accelerat\w+|speed\w*|decreas\w+|lower\w*|drop\w*|faster|better|
    higher|fewer|less|more\ than|up\ to|only|within|from|by|cut\w*|sav\w+|retain\w*|record\w*|accuracy|success\ rate|
    enabl\w+|maintain\w*|find\w*|show\w*|fail\w*|declin\w+)\b""",
    re.VERBOSE | re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:over|than|compared (?:to|with)|against|relative to|versus|vs\.?|outperform\w*|surpass\w*)\s+", re.I
)


@Language.component("paperkg_claims", requires=["token.is_sent_start"])
def claims(doc: Doc) -> Doc:
    """Find the reported numbers of each sentence that holds one and a word of reporting."""
    mentions = work.mentions(doc)
    for sentence in doc.sents:
        if any(map(str.isdigit, sentence.text)) and _REPORT.search(sentence.text):
            inside = [m for m in mentions if sentence.start_char <= m.start < sentence.end_char]
            work.claims(doc).extend(_claims_of(sentence, inside))
    return doc


def _claims_of(sentence: Span, mentions: list[Mention]) -> Iterator[Claim]:
    text, start, end = sentence.doc.text, sentence.start_char, sentence.end_char
    for found in _VALUE.finditer(text, start, end):
        value = found.group("value").strip()
        at, stop = (
            found.start("value") + len(found.group("value")) - len(found.group("value").lstrip()),
            found.end("value"),
        )
        if any(m.start < stop and at < m.end for m in mentions):
            continue
        metric = _nearest(mentions, at, stop, {Kind.METRIC})
        if not (_RATIO.search(value) or (metric and _is_score(value))):
            continue
        benchmark = _nearest(mentions, at, stop, {Kind.BENCHMARK, Kind.DATASET})
        system = _before(mentions, at, {Kind.MODEL, Kind.TECHNIQUE})
        baseline = _baseline(text, stop, end, mentions)
        involved = [m for m in (metric, benchmark, system) if m is not None]
        first, last = min([at, *(m.start for m in involved)]), max([stop, *(m.end for m in involved)])
        yield Claim(
            first,
            last,
            text[at:stop].strip(),
            metric=_words(text, metric),
            benchmark=_words(text, benchmark),
            system=_words(text, system),
            baseline=_words(text, baseline),
        )


def _is_score(value: str) -> bool:
    """Whether a bare number may be a score: a fraction or one with a decimal point, not a count or a year."""
    return "." in value


def _words(text: str, mention: Mention | None) -> str | None:
    return text[mention.start : mention.end] if mention else None


def _nearest(mentions: Iterable[Mention], start: int, end: int, kinds: set[Kind]) -> Mention | None:
    near = [m for m in mentions if m.kind in kinds]
    return min(near, key=lambda m: (max(m.start - end, start - m.end), m.start), default=None)


def _before(mentions: Iterable[Mention], start: int, kinds: set[Kind]) -> Mention | None:
    """The first mention of a sentence is most often its subject."""
    return next((m for m in mentions if m.kind in kinds and m.end <= start), None)


def _baseline(text: str, start: int, end: int, mentions: list[Mention]) -> Mention | None:
    cue = _AGAINST.search(text, start, end)
    if not cue:
        return None
    return next(
        (m for m in mentions if m.start >= cue.start() and m.kind in {Kind.MODEL, Kind.TECHNIQUE}), None
    )
