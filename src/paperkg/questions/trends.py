"""What is rising, what is new, what fades; what a venue has for itself; which benchmarks are saturated.

Shares of papers are compared by the odds ratio, half a paper added to each of the four counts (Haldane,
1956), over its standard error (Woolf, 1955; Gart, 1966): so a difference that a few papers make by chance
does not come before one that many make.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind
from paperkg.questions.dates import series_of, year_of
from paperkg.questions.leaderboard import better_of, is_change, number_of, unit_of
from paperkg.questions.reported import Reported, reported
from paperkg.questions.resolve import stored

CERTAIN = 1.96  # standard errors: by chance alone, 1 in 40 differences is as large
FEWEST = 2  # what one paper does is no trend
RECENT = 0.25  # of the papers that have a year, at least
NEAR_THE_TOP = 90.0  # percent
_VENUE_HAS = 5


class By(StrEnum):
    """What papers are parted by."""

    YEAR = "year"
    VENUE = "venue"


class Change(StrEnum):
    """What is the matter with a concept."""

    NEW = "new"
    RISING = "rising"
    FADING = "fading"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Trend:
    """A concept of which some papers have more, or fewer, than the others.

    Attributes:
        id: Its id.
        name: Its name.
        kind: What it is.
        change: New (no earlier paper has it), rising, fading; or a venue's own.
        group: The recent years ("2025" or "2024-2025"), or the venue.
        within: How many papers of the group have it.
        papers_within: How many papers the group has.
        others: How many of the earlier papers, or of the other venues' papers, have it.
        papers_others: How many of these there are.
        score: By how many standard errors the odds differ; below 0 for what fades.
        counts: How many papers have it by year or venue; those without any are left out.
    """

    id: str
    name: str
    kind: Kind
    change: Change
    group: str
    within: int
    papers_within: int
    others: int
    papers_others: int
    score: float
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Saturated:
    """A benchmark on which papers reach nearly all that can be reached.

    Attributes:
        id: Its id.
        name: Its name.
        papers: How many papers report at least 90% on it, by a metric of which more is better.
        best: The highest of these numbers, with its quote.
    """

    id: str
    name: str
    papers: int
    best: Reported


@dataclass(frozen=True, slots=True)
class Trends:
    """The trends of a graph.

    Attributes:
        by: What the papers are parted by; None where they differ in neither year nor venue, so that there
            are no trends to tell.
        groups: How many papers each year or venue has; years in order, venues by number.
        without: How many papers say no year or venue; they are left out.
        trends: New, rising and fading ones, or each venue's own, the clearest of each first.
        saturated: Benchmarks near their top, those that most papers say so of first; these need no years.
    """

    by: By | None
    groups: Mapping[str, int]
    without: int
    trends: tuple[Trend, ...]
    saturated: tuple[Saturated, ...]


def trends(kg: KnowledgeGraph, kind: Kind | None = None, by: By | None = None) -> Trends:
    """Return what the papers of some years, or of some venue, have more of than the others.

    By year, the latest years that together have a quarter of the papers are set against those before. By
    venue, each is set against all others; the years of a venue are one ("ICLR 2025" is ICLR). What counts is
    how many papers have a concept, whatever they do with it: at least two, with a score of at least 1.96
    either way; see `odds_score`. A year is the source's own, else the one that the venue names.

    Args:
        kg: The graph.
        kind: Only concepts of this kind; else all but keywords.
        by: By year, where papers differ in it, else by venue, unless this says which.
    """
    rows = list(kg.rows("SELECT id, year, venue FROM papers ORDER BY position"))
    years = {paper: str(year_of(year, venue) or "") for paper, year, venue in rows}
    venues = {paper: series_of(venue) for paper, _, venue in rows}
    by = by or _by(years, venues)
    group_of = venues if by is By.VENUE else years
    sizes = Counter(group for group in group_of.values() if group)
    order = sorted(sizes, key=int) if by is By.YEAR else sorted(sizes, key=lambda v: (-sizes[v], v))
    without = len(rows) - sizes.total() if by else 0
    having: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for concept, paper in kg.rows("SELECT concept, paper FROM links"):
        if group_of[paper] and _wanted(concept, kind):
            having[concept][group_of[paper]] += 1
    found: Iterable[Trend] = ()
    if len(sizes) > 1:
        found = (_by_year if by is By.YEAR else _by_venue)(kg, having, {g: sizes[g] for g in order})
    saturated = _saturated(kg) if kind in (None, Kind.BENCHMARK, Kind.DATASET) else ()
    return Trends(by, {group: sizes[group] for group in order} if by else {}, without, tuple(found), saturated)


def odds_score(within: int, papers_within: int, others: int, papers_others: int) -> float:
    """Compare two shares of papers: the logarithm of their odds ratio over its standard error.

    Of 20 papers 10 have it, and of 40 others 5: ln((10.5 / 10.5) / (5.5 / 35.5)) = 1.865, and its standard
    error is the root of 1/10.5 + 1/10.5 + 1/5.5 + 1/35.5, 0.633.

    >>> round(odds_score(10, 20, 5, 40), 2)
    2.95
    """
    cells = within, papers_within - within, others, papers_others - others
    with_it, without_it, others_with, others_without = (count + 0.5 for count in cells)
    ratio = with_it * others_without / (without_it * others_with)
    return math.log(ratio) / math.sqrt(sum(1 / (count + 0.5) for count in cells))


def _by(years: Mapping[str, str], venues: Mapping[str, str]) -> By | None:
    for by, groups in ((By.YEAR, years), (By.VENUE, venues)):
        if len({group for group in groups.values() if group}) > 1:
            return by
    return None


def _wanted(concept: str, kind: Kind | None) -> bool:
    its_kind = concept.partition(":")[0]
    return its_kind == kind if kind else its_kind != Kind.KEYWORD


def _by_year(
    kg: KnowledgeGraph, having: Mapping[str, Counter[str]], sizes: Mapping[str, int]
) -> Iterator[Trend]:
    order = list(sizes)
    first = len(order) - 1  # the first of the recent years
    while first > 1 and sum(sizes[year] for year in order[first:]) < RECENT * sum(sizes.values()):
        first -= 1
    recent = order[first:]
    group = recent[0] if len(recent) == 1 else f"{recent[0]}-{recent[-1]}"
    found: defaultdict[Change, list[Trend]] = defaultdict(list)
    for concept, counts in having.items():
        trend = _trend(kg, concept, group, recent, counts, sizes)
        if trend:
            found[trend.change].append(trend)
    for change in Change:
        yield from sorted(found[change], key=lambda trend: (-abs(trend.score), trend.id))


def _by_venue(
    kg: KnowledgeGraph, having: Mapping[str, Counter[str]], sizes: Mapping[str, int]
) -> Iterator[Trend]:
    for venue in sizes:
        own = []
        for concept, counts in having.items():
            trend = _trend(kg, concept, venue, [venue], counts, sizes, Change.OWN)
            if trend and trend.score > 0:
                own.append(trend)
        yield from sorted(own, key=lambda trend: (-trend.score, trend.id))[:_VENUE_HAS]


def _trend(
    kg: KnowledgeGraph,
    concept_id: str,
    group: str,
    members: Iterable[str],
    counts: Counter[str],
    sizes: Mapping[str, int],
    change: Change | None = None,
) -> Trend | None:
    """Compare a group with the others; None where they do not differ."""
    members = set(members)
    within = sum(counts[member] for member in members)
    papers_within = sum(sizes[member] for member in members)
    others, papers_others = counts.total() - within, sum(sizes.values()) - papers_within
    if max(within, others) < FEWEST:
        return None
    score = odds_score(within, papers_within, others, papers_others)
    if abs(score) < CERTAIN:
        return None
    if change is None:
        change = Change.FADING if score < 0 else Change.RISING if others else Change.NEW
    concept = stored(kg, concept_id)
    its = {name: counts[name] for name in sizes if counts[name]}
    return Trend(
        concept_id,
        concept.name,
        concept.kind,
        change,
        group,
        within,
        papers_within,
        others,
        papers_others,
        score,
        its,
    )


def _saturated(kg: KnowledgeGraph) -> tuple[Saturated, ...]:
    high: defaultdict[str, list[Reported]] = defaultdict(list)
    results = [result for result in kg.results() if result.benchmark and _is_high(result.claim.value)]
    for result in results:
        for one in reported(kg, [result]):
            if better_of(one.metric or "") == "higher" and not is_change(one):
                high[str(result.benchmark)].append(one)
    found = []
    for benchmark, ones in high.items():
        papers = len({one.paper for one in ones})
        if papers >= FEWEST:
            best = max(ones, key=lambda one: number_of(one.value))  # of equal ones the first in the source
            found.append(Saturated(benchmark, stored(kg, benchmark).name, papers, best))
    return tuple(sorted(found, key=lambda one: (-one.papers, -number_of(one.best.value), one.id)))


def _is_high(value: str) -> bool:
    return unit_of(value) == "%" and NEAR_THE_TOP <= number_of(value) <= 100
