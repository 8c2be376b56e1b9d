"""Who reports what number on a benchmark."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept, Kind, lookup_key
from paperkg.questions.answer import Answer
from paperkg.questions.reported import Reported, reported
from paperkg.questions.resolve import AmbiguousNameError, resolve

_NUMBER = re.compile(r"([-−])?\s*(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)")
_LOWER = re.compile(
    r"\b(?:perplexity|ppl|fid|fvd|kid|lpips|error|errors|wer|cer|loss|latency|time|runtime|memory|cost|mse"
    r"|rmse|mae|nll|regret|ece|toxicity|distance|hallucinations?|forgetting|flops|energy)\b",
    re.IGNORECASE,
)
_HIGHER = re.compile(
    r"\b(?:accuracy|acc|f1|bleu|rouge|meteor|pass|pass@\w+|map|ap|win rate|success rate|auc|auroc|iou|miou"
    r"|psnr|ssim|exact match|em|recall|precision|ndcg|mrr|score|clip score|speed-?up|throughput"
    r"|acceptance length|acceptance rate|reward)\b",
    re.IGNORECASE,
)
# A number that says by how much, not how much: what stands before it, and what stands after it.
_BY = re.compile(
    r"(?:\bby|\bgain(?:s|ed|ing)?"
    r"|\b(?:gain|improvement|increase|boost|reduction|drop|decrease|loss)(?:e?s)?\s+of"
    r"|\b(?:drop|fall|declin|decreas|degrad|improv|increas)\w*)"
    r"(?:\s+(?:up to|as much as|over|about|around|roughly|nearly|at least|more than|less than"
    r"|average|an?|of))*"
    r"(?:\s*[~$≈]{0,2}[\d.]{1,8}\s?\\?%,?(?:\s+(?:and|or))?)*"  # "reductions of 36.3% and 58.2%"
    r"[\s(]*$",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"(?:,?\s*(?:and|or|to)?\s*[\d.]+\s?\\?%)*"  # "6.9% and 2.3% gains"
    r"(?:\s*\b(?:percent\w*|points?|pp|absolute|relative|average|accuracy|performance|length)\b)*\s*"
    r"\b(?:gains?|improvements?|increases?|boosts?|reductions?|drops?|decreases?|loss(?:es)?|degradations?"
    r"|savings?|faster|higher|lower|better|worse|fewer|less|more)\b",
    re.IGNORECASE,
)
_LOOKED_AT = 120  # characters before a number


@dataclass(frozen=True, slots=True)
class Board:
    """The results with one metric, in one unit, the best first.

    Attributes:
        metric: What was measured; None where the texts do not say.
        unit: "%", "x", "points", or "" for a plain number.
        change: Whether the numbers say by how much something differs rather than how much it is.
        better: "higher" or "lower"; None where it is not known, and then the highest is first.
        results: Each with its quote.
    """

    metric: str | None
    unit: str
    change: bool
    better: str | None
    results: tuple[Reported, ...]


@dataclass(frozen=True, slots=True)
class Leaderboard(Answer):
    """The results on a benchmark.

    Attributes:
        concept: The benchmark.
        boards: Metrics and units apart; those with a metric first, those with most results first.
    """

    concept: Concept
    boards: tuple[Board, ...]


def leaderboard(kg: KnowledgeGraph, name: str) -> Leaderboard:
    """Return the numbers that papers report on a benchmark or a dataset.

    Numbers with different metrics or units are kept apart, and so are those that say by how much something
    is better. A number that cannot be quoted is left out.

    Raises:
        UnknownNameError: No concept has this name.
        AmbiguousNameError: Several concepts have it, and not one of them alone is a benchmark or a dataset.
    """
    concept = _benchmark(kg, name)
    groups: defaultdict[tuple[str, str, bool], list[Reported]] = defaultdict(list)
    results = (result for result in kg.results(concept=concept.id) if result.benchmark == concept.id)
    for result in reported(kg, results):
        unit = unit_of(result.value)
        change = unit == "points" or is_change(result)
        groups[lookup_key(result.metric or ""), unit, change].append(result)
    boards = [_board(*key[1:], group) for key, group in groups.items()]
    boards.sort(
        key=lambda b: (b.metric is None, b.change, -len(b.results), (b.metric or "").casefold(), b.unit)
    )
    return Leaderboard(concept, tuple(boards))


def _benchmark(kg: KnowledgeGraph, name: str) -> Concept:
    try:
        return resolve(kg, name)
    except AmbiguousNameError as several:
        found = [kg.concept(concept_id) for concept_id, _ in several.candidates]
        tested = [c for c in found if c and c.kind in (Kind.BENCHMARK, Kind.DATASET)]
        if len(tested) != 1:
            raise
        return tested[0]


def _board(unit: str, change: bool, results: list[Reported]) -> Board:
    metric = min((result.metric for result in results if result.metric), default=None)
    better = None if change else better_of(metric or "")
    sign = 1 if better == "lower" else -1
    results.sort(key=lambda result: sign * number_of(result.value))  # stable: equal ones as in the source
    return Board(metric, unit, change, better, tuple(results))


def number_of(value: str) -> float:
    r"""Read a printed number.

    >>> [number_of(value) for value in ("87.3\\%", "1,234", "−0.5", "2,4x", ">90%")]
    [87.3, 1234.0, -0.5, 2.4, 90.0]
    """
    found = _NUMBER.search(value)
    if found is None:
        return 0.0
    digits = found[2].replace(",", "") if re.search(r",\d{3}(?!\d)", found[2]) else found[2].replace(",", ".")
    return float(digits) * (-1 if found[1] else 1)


def unit_of(value: str) -> str:
    r"""Return what a printed number counts in.

    >>> [unit_of(value) for value in ("87.3\\%", "2.4x", "$25\\times$", "3 points", "0.71")]
    ['%', 'x', 'x', 'points', '']
    """
    if re.search(r"points?$|pp$", value):
        return "points"
    if "%" in value:
        return "%"
    return "x" if re.search(r"[xX×]\$?$|\\times", value) else ""


def is_change(result: Reported) -> bool:
    """Whether the words around a number say that it is by how much something differs."""
    number = _NUMBER.search(result.value)
    if number is None:
        return False
    sentence, start = result.sentence.sentence, result.sentence.start
    printed = rf"[-+−±<>~≈$]*\s?{re.escape(number[2])}(?:\s?(?:\\?%|\$?\\times|[×xX]))?[$*]*"
    found = re.compile(printed).search(sentence, start)
    if found is None:
        return False
    before, after = sentence[max(0, found.start() - _LOOKED_AT) : found.start()], sentence[found.end() :]
    signed = result.value.startswith("+") or (result.value[0] in "-−" and unit_of(result.value) == "%")
    return signed or bool(_BY.search(before)) or bool(_CHANGE.match(after))


def better_of(metric: str) -> str | None:
    """Return "higher" or "lower", or None where it is not known which is better.

    >>> better_of("FID"), better_of("pass@1"), better_of("error rate"), better_of("length")
    ('lower', 'higher', 'lower', None)
    """
    lower, higher = _LOWER.search(metric), _HIGHER.search(metric)
    if bool(lower) == bool(higher):  # neither, or a name that speaks both ways
        return None
    return "lower" if lower else "higher"
