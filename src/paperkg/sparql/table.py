"""An answer as a table for people: columns in line, IRIs and long texts short."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from paperkg.sparql.answer import PREFIXES

if TYPE_CHECKING:
    from pyoxigraph import QueryBoolean, QuerySolutions

WIDEST = 48  # columns of a terminal that a column of a table may have
_PLAIN = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")


def cells(results: QuerySolutions | QueryBoolean) -> list[list[str]]:
    """Return an answer as rows of text, the names of the variables first; yes or no as one cell."""
    from pyoxigraph import QueryBoolean

    if isinstance(results, QueryBoolean):
        return [["yes" if results else "no"]]
    names = [variable.value for variable in results.variables]
    return [names, *([_shown(row[name]) for name in names] for row in results)]


def _shown(term: object) -> str:
    from pyoxigraph import Literal, NamedNode

    if isinstance(term, NamedNode):
        return shortened(term.value)
    if isinstance(term, Literal):
        return term.value
    return "" if term is None else str(term)


def shortened(iri: str) -> str:
    """Write an IRI with its prefix, where it has one.

    >>> shortened("https://w3id.org/paperkg/vocab#uses"), shortened("https://example.org/")
    ('pk:uses', '<https://example.org/>')
    """
    for prefix, namespace in PREFIXES.items():
        if iri.startswith(namespace) and _PLAIN.fullmatch(iri, len(namespace)):
            return f"{prefix}:{iri[len(namespace) :]}"
    return f"<{iri}>"


def aligned(rows: Sequence[Sequence[str]], widest: int = WIDEST) -> Iterable[str]:
    """Yield the rows as lines, columns in line; a wide cell is cut, but for the last column.

    >>> list(aligned([["name", "papers"], ["GSM8K", "10"]]))
    ['name   papers', 'GSM8K  10']
    >>> list(aligned([["a long title", "a long text"]], widest=7))
    ['a long…  a long text']
    """
    from rich.cells import cell_len, set_cell_size

    def cut(cell: str) -> str:
        return cell if cell_len(cell) <= widest else f"{set_cell_size(cell, widest - 1).rstrip()}…"

    shown = [[*map(cut, row[:-1]), *row[-1:]] for row in rows]
    widths = [max(map(cell_len, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()
