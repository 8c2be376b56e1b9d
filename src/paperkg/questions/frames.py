"""Answers as rows: for data frames, and for the tables that a notebook shows."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatch
from typing import Any

from paperkg.model import Concept
from paperkg.questions.common import Common
from paperkg.questions.cooccur import Pair
from paperkg.questions.leaderboard import Leaderboard, number_of
from paperkg.questions.path import Paths
from paperkg.questions.reported import Reported
from paperkg.questions.search import Found
from paperkg.questions.shared import Shared, SharedPaper
from paperkg.questions.show import ConceptCard, PaperCard
from paperkg.questions.similar import Similar
from paperkg.questions.stats import Stats
from paperkg.questions.topics import Topics
from paperkg.questions.trends import Trends

Record = dict[str, str | int | float | bool | None]
_LIBRARIES = ("pandas", "polars")


def frame(answer: object) -> Any:  # noqa: ANN401 - whichever library is there
    """Return an answer as a data frame of pandas, or of polars where that alone is installed.

    Raises:
        ModuleNotFoundError: Neither is installed.
        TypeError: No question is answered with such a thing.
    """
    its = rows(answer)
    for name in _LIBRARIES:
        try:
            return importlib.import_module(name).DataFrame(its)
        except ModuleNotFoundError:
            continue
    raise ModuleNotFoundError("a data frame needs pandas or polars; run: pip install 'paperkg[frames]'")


def rows(answer: object) -> list[Record]:
    """Return an answer as rows of plain values with one set of names: a row for each thing that it lists.

    Args:
        answer: What a function of `paperkg.questions` returned.

    Raises:
        TypeError: No question is answered with such a thing.
    """
    if isinstance(answer, Sequence):
        return [row for each in answer for row in _rows(each)]
    return list(_rows(answer))


@singledispatch
def _rows(answer: object) -> Iterator[Record]:
    raise TypeError(f"{type(answer).__name__} is not an answer that can be written as rows")


def _of_papers(papers: Iterable[SharedPaper]) -> Iterator[Record]:
    for paper in papers:
        row: Record = {"paper": paper.id, "label": paper.label, "role": str(paper.role)}
        for sentence in paper.sentences or (None,):
            yield row | {"sentence": sentence.sentence if sentence else None}


def _of_concept(concept: Concept) -> Record:
    return {"concept": concept.id, "name": concept.name, "kind": str(concept.kind)}


def _of_result(told: Reported) -> Record:
    return {
        "value": told.value,
        "number": number_of(told.value),
        "metric": told.metric,
        "benchmark": told.benchmark,
        "system": told.system,
        "baseline": told.baseline,
        "paper": told.paper,
        "label": told.label,
        "quote": told.quote,
        "sentence": told.sentence.sentence,
    }


@_rows.register
def _(answer: Shared) -> Iterator[Record]:
    yield from _of_papers(answer.papers)


@_rows.register
def _(answer: ConceptCard) -> Iterator[Record]:
    yield from _of_papers(answer.papers)


@_rows.register
def _(answer: PaperCard) -> Iterator[Record]:
    for use in answer.uses:
        row = _of_concept(use.concept) | {"role": str(use.role)}
        for sentence in use.sentences or (None,):
            yield row | {"sentence": sentence.sentence if sentence else None}


@_rows.register
def _(answer: Common) -> Iterator[Record]:
    for its in answer.concepts:
        for row in _of_papers(its.papers):
            yield _of_concept(its.concept) | row


@_rows.register
def _(answer: Leaderboard) -> Iterator[Record]:
    for board in answer.boards:
        for told in board.results:
            yield _of_result(told) | {"unit": board.unit, "change": board.change, "better": board.better}


@_rows.register
def _(answer: Similar) -> Iterator[Record]:
    for other in answer.papers:
        reasons = "; ".join(reason.name for reason in other.reasons)
        yield {
            "paper": other.id,
            "label": other.label,
            "score": other.score,
            "shared": other.shared,
            "reasons": reasons,
        }


@_rows.register
def _(answer: Paths) -> Iterator[Record]:
    for number, way in enumerate(answer.paths, start=1):
        for place, stop in enumerate(way.stops):
            step = way.steps[place] if place < len(way.steps) else None
            yield {
                "path": number,
                "stop": stop.id,
                "kind": stop.kind,
                "name": stop.name,
                "papers": stop.papers,
                "role": str(step.role) if step and step.role else None,
                "sentence": step.sentence.sentence if step and step.sentence else None,
            }


@_rows.register
def _(answer: Topics) -> Iterator[Record]:
    for topic in answer.topics:
        yield {
            "label": topic.label,
            "papers": len(topic.papers),
            "concepts": "; ".join(concept.name for concept in topic.concepts),
            "samples": "; ".join(topic.samples),
        }


@_rows.register
def _(answer: Pair) -> Iterator[Record]:
    yield {
        "first": answer.first.name,
        "second": answer.second.name,
        "papers": len(answer.papers),
        "first_papers": answer.first.papers,
        "second_papers": answer.second.papers,
    }


@_rows.register
def _(answer: Found) -> Iterator[Record]:
    for paper in answer.papers:
        yield {"id": paper.id, "kind": "paper", "name": paper.label, "sentence": paper.sentence.sentence}
    for found in answer.concepts:
        concept = found.concept
        yield {"id": concept.id, "kind": str(concept.kind), "name": concept.name, "sentence": None}


@_rows.register
def _(answer: Stats) -> Iterator[Record]:
    counts: dict[str, int] = {
        "papers": answer.papers,
        "papers without concepts": answer.empty,
        "shared concepts": answer.shared,
        "families": answer.families,
        "claims": answer.claims,
    }
    groups: Sequence[tuple[str, Iterable[tuple[object, int]]]] = (
        ("graph", counts.items()),
        ("year", answer.years.items()),
        ("venue", answer.venues.items()),
        ("kind", answer.concepts.items()),
        ("role", answer.links.items()),
    )
    for of, its in groups:
        for name, count in its:
            yield {"of": of, "name": str(name), "count": count}


@_rows.register
def _(answer: Trends) -> Iterator[Record]:
    for change, found in (("rising", answer.rising), ("new", answer.new), ("fading", answer.fading)):
        for trend in found:
            yield {
                "change": change,
                "concept": trend.id,
                "name": trend.name,
                "papers": trend.counts[-1],
                "papers_before": sum(trend.counts[:-1]),
                "score": trend.score,
                "best": None,
            }
    for its in answer.saturated:
        row: Record = {"change": "saturated", "concept": its.id, "name": its.name, "papers": None}
        yield row | {"papers_before": None, "score": None, "best": its.best.value}
