"""Papers side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind, Paper
from paperkg.questions.reported import reported
from paperkg.questions.show import uses
from paperkg.questions.titles import resolve_papers

_ROWS = (
    ("benchmarks", Kind.BENCHMARK),
    ("datasets", Kind.DATASET),
    ("models", Kind.MODEL),
    ("techniques", Kind.TECHNIQUE),
    ("tasks", Kind.TASK),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a cell.

    Attributes:
        text: The concept with what the paper does with it, or the number with what it is about.
        sentence: The sentence that says so.
    """

    text: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row: what it is about, and a cell for each paper."""

    name: str
    cells: tuple[tuple[Entry, ...], ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Papers side by side.

    Attributes:
        papers: Id and label of each paper: the columns, in the order asked, each once.
        rows: Benchmarks, datasets, models, techniques, tasks, claims.
    """

    papers: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]

    def _repr_html_(self) -> str:
        from paperkg.questions.tables import html_table

        return html_table(self)


def compare(kg: KnowledgeGraph, papers: Iterable[str]) -> Comparison:
    """Set papers side by side: their concepts by kind, and the numbers that they report.

    Args:
        kg: The graph.
        papers: Ids, titles or their beginnings; see `resolve_paper`.

    Raises:
        UnknownNameError: A name is no paper's.
        AmbiguousNameError: A name is several papers'.
    """
    found = resolve_papers(kg, papers)
    labels = kg.labels()
    columns = [_column(kg, paper) for paper in found]
    names = [*(name for name, _ in _ROWS), "claims"]
    rows = tuple(Row(name, tuple(column[name] for column in columns)) for name in names)
    return Comparison(tuple((paper.id, labels[paper.id]) for paper in found), rows)


def _column(kg: KnowledgeGraph, paper: Paper) -> dict[str, tuple[Entry, ...]]:
    used = uses(kg, paper.id)
    column = {
        name: tuple(
            Entry(f"{use.concept.name} ({use.role})", use.sentences[0].sentence if use.sentences else "")
            for use in used
            if use.concept.kind is kind
        )
        for name, kind in _ROWS
    }
    claims = reported(kg, kg.results(paper=paper.id))
    column["claims"] = tuple(
        Entry(about(c.value, c.metric, c.benchmark, c.system, c.baseline), c.sentence.sentence)
        for c in claims
    )
    return column


def about(
    value: str, metric: str | None, benchmark: str | None, system: str | None, baseline: str | None
) -> str:
    """Write a number with what it is about.

    >>> about("71.5%", "accuracy", "GSM8K", None, None)
    '71.5% accuracy on GSM8K'
    """
    parts = (("", metric), ("on ", benchmark), ("by ", system), ("against ", baseline))
    return " ".join([value, *(f"{word}{name}" for word, name in parts if name)])
