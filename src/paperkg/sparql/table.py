"""An answer as a table for people: columns in line, IRIs short."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from paperkg.sparql.answer import PREFIXES

if TYPE_CHECKING:
    from pyoxigraph import QueryBoolean, QuerySolutions

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


def aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Yield the rows as lines, columns in line.

    >>> list(aligned([["name", "papers"], ["GSM8K", "10"]]))
    ['name   papers', 'GSM8K  10']
    """
    from rich.cells import cell_len

    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = (cell + " " * (width - cell_len(cell)) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(padded).rstrip()
