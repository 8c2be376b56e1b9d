"""What is rising, new, fading or saturated: by the years of the papers and the numbers that they report."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind
from paperkg.questions.answer import Answer
from paperkg.questions.leaderboard import better_of, is_change, number_of, unit_of
from paperkg.questions.reported import Reported, reported

FEWEST = 2  # papers of the last year; one is no trend
SURE = 1.96  # standard errors: a chance of 1 in 20 where nothing changed
SATURATED = 95.0  # per cent; beyond it there is little left to win
_NO_SHARE = re.compile(r"speed|throughput|reward|psnr", re.IGNORECASE)  # what no share of 100 can be
_YEAR = re.compile(r"(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Period:
    """A year with the number of its papers."""

    year: int
    papers: int


@dataclass(frozen=True, slots=True)
class Trend:
    """How often papers have a concept, year by year.

    Attributes:
        id: Its id.
        name: Its name.
        counts: How many papers of each period have it.
        score: The logarithm of the odds of a paper of the last year to have it over those of an earlier one,
            in standard errors, half a paper added to each of the four counts (Haldane 1956, Anscombe 1956).
        papers: Ids of the papers of the last year that have it, in the order of the source.
    """

    id: str
    name: str
    counts: tuple[int, ...]
    score: float
    papers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Saturated:
    """A benchmark or dataset with the best number that a paper reports on it, in per cent."""

    id: str
    name: str
    best: Reported


@dataclass(frozen=True, slots=True)
class Trends(Answer):
    """What changes in a graph.

    Attributes:
        kind: Of the concepts.
        periods: The years that papers are from, in order.
        undated: How many papers say no year, neither themselves nor their venue; they do not count.
        rising: Concepts that papers of the last year have more often than earlier ones, the surest first.
        new: Those that no earlier paper has.
        fading: Those that papers of the last year have less often, the surest first.
        saturated: Where the best number of a metric that is better when higher is 95 % or more; of benchmarks
            and datasets, in the order of these numbers.
    """

    kind: Kind
    periods: tuple[Period, ...]
    undated: int
    rising: tuple[Trend, ...]
    new: tuple[Trend, ...]
    fading: tuple[Trend, ...]
    saturated: tuple[Saturated, ...]


def trends(kg: KnowledgeGraph, kind: Kind = Kind.BENCHMARK) -> Trends:
    """Return what changes among the concepts of a kind from earlier papers to those of the last year.

    A paper is of its year, or else of the year that its venue ends with ("icra2021"). Where all papers are of
    one year nothing rises; what is saturated is told all the same. Many concepts are compared, so some of
    those that pass by a hair do so by chance.
    """
    year_of = _years(kg)
    years = Counter(year_of.values())
    periods = tuple(Period(year, years[year]) for year in sorted(years))
    found = _compare(kg, kind, year_of, periods) if len(periods) > 1 else []
    found.sort(key=lambda trend: (-trend.score, trend.id))
    now = [trend for trend in found if trend.counts[-1] >= FEWEST]
    return Trends(
        kind,
        periods,
        kg.count("papers", "NULL").total() - years.total(),
        rising=tuple(t for t in now if t.score >= SURE and any(t.counts[:-1])),
        new=tuple(t for t in now if not any(t.counts[:-1])),
        fading=tuple(t for t in reversed(found) if t.score <= -SURE),
        saturated=_saturated(kg, kind),
    )


def _years(kg: KnowledgeGraph) -> dict[str, int]:
    found = {}
    for paper, year, venue in kg.rows("SELECT id, year, venue FROM papers ORDER BY position"):
        said = [year] if year else [int(number) for number in _YEAR.findall(venue)]
        if said:
            found[paper] = said[-1]
    return found


def _compare(
    kg: KnowledgeGraph, kind: Kind, year_of: dict[str, int], periods: tuple[Period, ...]
) -> list[Trend]:
    place = {period.year: index for index, period in enumerate(periods)}
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(periods))
    last: defaultdict[str, list[str]] = defaultdict(list)
    rows = kg.rows(
        "SELECT l.concept, l.paper FROM links l JOIN concepts c ON c.id = l.concept"
        " WHERE c.kind = ? ORDER BY l.position",
        kind,
    )
    for concept, paper in rows:
        if paper in year_of:
            counts[concept][place[year_of[paper]]] += 1
            if year_of[paper] == periods[-1].year:
                last[concept].append(paper)
    names = dict(kg.rows("SELECT id, name FROM concepts WHERE kind = ?", kind))
    recent, earlier = periods[-1].papers, sum(period.papers for period in periods[:-1])
    return [
        Trend(
            concept,
            names[concept],
            tuple(its),
            log_odds(its[-1], recent, sum(its[:-1]), earlier),
            tuple(last[concept]),
        )
        for concept, its in counts.items()
    ]


def log_odds(having: int, papers: int, having_before: int, papers_before: int) -> float:
    """Return how much likelier a paper is to have a concept than before, in standard errors.

    >>> round(log_odds(9, 10, 1, 10), 2), log_odds(3, 10, 3, 10)
    (2.97, 0.0)
    """
    cells = (having, papers - having, having_before, papers_before - having_before)
    a, b, c, d = (cell + 0.5 for cell in cells)
    return round(math.log(a * d / (b * c)) / math.sqrt(1 / a + 1 / b + 1 / c + 1 / d), 4)


def _saturated(kg: KnowledgeGraph, kind: Kind) -> tuple[Saturated, ...]:
    if kind not in (Kind.BENCHMARK, Kind.DATASET):
        return ()
    names = dict(kg.rows("SELECT id, name FROM concepts WHERE kind = ?", kind))
    best: dict[str, Reported] = {}
    for result in kg.results():
        concept = result.benchmark
        if concept is None or concept not in names or not _is_high(result.claim.value):
            continue
        for told in reported(kg, [result]):
            known = number_of(best[concept].value) if concept in best else 0.0
            metric = told.metric or ""
            if better_of(metric) == "higher" and not _NO_SHARE.search(metric) and not is_change(told):
                best[concept] = told if number_of(told.value) > known else best[concept]
    found = [Saturated(concept, names[concept], told) for concept, told in best.items()]
    return tuple(sorted(found, key=lambda its: (-number_of(its.best.value), its.id)))


def _is_high(value: str) -> bool:
    return unit_of(value) == "%" and SATURATED <= number_of(value) <= 100
