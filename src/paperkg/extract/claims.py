"""Claims: the numbers that a paper reports, each with what its own sentence says of it."""
# ruff: noqa: SIM905 (a list of words reads best as words)

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from paperkg.extract import work
from paperkg.model import Claim, Kind, Mention

_VALUE = re.compile(
    r"""
    (?<![\w.$^{\\-])
    \$?[<>~≈+\-−±]?\s?
    \d{1,15}(?:[.,]\d{1,15}){0,5}
    (?:
        \s?(?:\\?%|\$?\\times\$?|×|[xX](?![\w-]))\$?   # 7.4\%  13.2x  $25\times$  4.9$\times$
      | \s?(?:percentage\ )?(?:points?|pp)\b
      | \$?
    )
    (?![-$]*\w)                                     # not 3-shot, not 8B, not 256$\times$256
    """,
    re.VERBOSE,
)
_RATIO = re.compile(r"%|\\times|×|[xX]$|point|pp$")
_REPORTING = """
    achiev\\w+ attain\\w* reach\\w* obtain\\w* outperform\\w* improv\\w+ increas\\w+ reduc\\w+ boost\\w*
    surpass\\w* exceed\\w* gain\\w* scor\\w+ yield\\w* deliver\\w* accelerat\\w+ speed\\w* decreas\\w+
    lower\\w* drop\\w* cut\\w* sav\\w+ retain\\w* record\\w* enabl\\w+ maintain\\w* find\\w* show\\w* fail\\w*
    declin\\w+ faster better higher fewer less more\\sthan up\\sto as\\smuch\\sas only within from by accuracy
    success\\srate
""".split()
_REPORT = re.compile(rf"\b(?:{'|'.join(_REPORTING)})\b", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:over|than|compared (?:to|with)|against|relative to|versus|vs\.?|outperform\w*|surpass\w*)\s+", re.I
)
_WITHOUT = re.compile(r"\b(?:without|w/o|unlike|instead of|rather than|no|free of)\s(?:\w+\s){0,2}\Z", re.I)
_ARROW = r"(?:→|-{1,2}>|\\(?:long)?rightarrow\b|\\to\b)"
_BECOMES = re.compile(rf"[\s~$]{{0,5}}{_ARROW}[\s~$]{{0,5}}[-+−<>≈]?\d")  # 19.6% $\to$ 57.1%
_FROM, _TO = re.compile(r"\bfrom\s[~$≈]{0,3}$", re.I), re.compile(r"[\s~$]{0,3}to\s[~$≈]{0,3}\d", re.I)
_ON = re.compile(r"[\s$*]{0,4}(?:on|for)\s(?:the\s)?", re.I)
# What stands between a benchmark and its own number: "GSM8K: 19.6%", "GSM8K (19.6% -> 57.1%)".
_ITS_OWN = re.compile(
    rf"[\s}}*]{{0,3}}[:(=][\s~$*(]{{0,5}}(?:[-+−<>~≈$]{{0,3}}[\d.,]{{1,9}}[\s~$\\%]{{0,6}}{_ARROW}[\s~$]{{0,5}})?"
)
_BENCHMARKS = frozenset({Kind.BENCHMARK, Kind.DATASET})
# Characters between a number and its benchmark; one that is farther off is mostly another result's.
_FARTHEST_AFTER, _FARTHEST_BEFORE = 40, 100
_SYSTEMS = frozenset({Kind.MODEL, Kind.TECHNIQUE})


@Language.component("paperkg_claims", requires=["token.is_sent_start"])
def claims(doc: Doc) -> Doc:
    """Find the reported numbers of each sentence that holds one and a word of reporting."""
    text, mentions = work.text(doc), work.mentions(doc)
    for sentence in doc.sents:
        start, end = sentence.start_char, sentence.end_char
        if re.search(r"\d", sentence.text) and _REPORT.search(text, start, end):
            first = bisect_left(mentions, start, key=lambda m: m.start)
            inside = mentions[first : bisect_left(mentions, end, key=lambda m: m.start)]
            work.claims(doc).extend(find_claims(text, start, end, inside))
    return doc


def find_claims(text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[Claim]:
    r"""Yield the claims of one sentence, ``text[start:end]``: ratios, and scores beside a metric.

    Args:
        text: A paper's text.
        start: Where the sentence starts.
        end: One past its end.
        mentions: What the sentence names, in the order of the text.

    >>> text = "It is 2.4x faster."
    >>> [claim.value for claim in find_claims(text, 0, len(text), [])]
    ['2.4x']
    """
    for found in _VALUE.finditer(text, start, end):
        value = found.group().strip()
        at = found.end() - len(found.group().lstrip())
        stop = at + len(value)
        if any(m.start < stop and at < m.end for m in mentions):
            continue  # the number belongs to a name
        metric = _nearest([m for m in mentions if m.kind is Kind.METRIC], at, stop)
        if not (_RATIO.search(value) or (metric and "." in value)):
            continue  # a count or a year, as far as one can tell
        benchmark = _benchmark_of(text, mentions, at, stop)
        system = None if _is_left_behind(text, at, stop) else _system(text, mentions, at)
        baseline = _baseline(text, stop, end, mentions)
        involved = [m for m in (metric, benchmark, system) if m is not None]
        yield Claim(
            min([at, *(m.start for m in involved)]),
            max([stop, *(m.end for m in involved)]),
            value,
            metric=_words(text, metric),
            benchmark=_words(text, benchmark),
            system=_words(text, system),
            baseline=_words(text, baseline),
        )


def _words(text: str, mention: Mention | None) -> str | None:
    return text[mention.start : mention.end] if mention else None


def _nearest(mentions: Iterable[Mention], start: int, end: int) -> Mention | None:
    return min(mentions, key=lambda m: (max(m.start - end, start - m.end), m.start), default=None)


def _system(text: str, mentions: Iterable[Mention], start: int) -> Mention | None:
    """The first system before a number, often the subject, but for one that the paper does without."""
    systems = (m for m in mentions if m.kind in _SYSTEMS and m.end <= start)
    return next((m for m in systems if not _WITHOUT.search(text[max(0, m.start - 30) : m.start])), None)


def _is_left_behind(text: str, start: int, end: int) -> bool:
    """Whether a number is where another one came from ("from 40% to 50%"): it need not be the subject's."""
    if _BECOMES.match(text, end):
        return True
    return bool(_TO.match(text, end) and _FROM.search(text[max(0, start - 9) : start]))


def _benchmark_of(text: str, mentions: Iterable[Mention], start: int, end: int) -> Mention | None:
    """The benchmark of a number: "87.3% on X", "X: 87.3%", "87.3% with Y on X", "on X, it has 87.3%"."""
    benchmarks = [m for m in mentions if m.kind in _BENCHMARKS]
    right_after = next((m for m in benchmarks if m.start >= end), None)
    if right_after and _ON.fullmatch(text, end, right_after.start):
        return right_after
    before = [m for m in benchmarks if m.end <= start and start - m.end <= _FARTHEST_AFTER]
    if before and _ITS_OWN.fullmatch(text, before[-1].end, start):
        return before[-1]
    follows = next((m for m in benchmarks if 0 <= m.start - end <= _FARTHEST_AFTER), None)
    return follows or _nearest([m for m in benchmarks if 0 <= start - m.end <= _FARTHEST_BEFORE], start, end)


def _baseline(text: str, start: int, end: int, mentions: Iterable[Mention]) -> Mention | None:
    """The first system after a word that sets a result against one."""
    cue = _AGAINST.search(text, start, end)
    return next((m for m in mentions if cue and m.start >= cue.start() and m.kind in _SYSTEMS), None)
