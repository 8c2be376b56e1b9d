"""The formats, and which of them a source is in.

A new format is a module with `suits` and `records`, and one line in `FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain

from paperkg.papers import json_lines, json_values, plain, tables
from paperkg.papers.problems import SourceError
from paperkg.papers.source import Record, Source


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write down a list of papers.

    Attributes:
        name: What people call it.
        endings: File endings that decide where the content does not.
        suits: Whether a source's head looks like it.
        records: Reads the records of a source; what it cannot read it reports.
    """

    name: str
    endings: tuple[str, ...]
    suits: Callable[[Source], bool]
    records: Callable[[Source], Iterator[Record]]


FORMATS = (
    Format("JSON Lines", (".jsonl", ".ndjson"), json_lines.suits, json_lines.records),
    Format("JSON", (".json",), json_values.suits, json_values.records),
    Format("a table", (".csv", ".tsv", ".tab"), tables.suits, tables.records),
    Format("plain text", (), plain.suits, plain.records),
)
"""The first that suits is taken; plain text suits always and stands last."""

_FOREIGN = (
    (re.compile(r"\s*(?:%[^\n]*\n\s*)*@\w+\s*[{(]"), "BibTeX"),
    (re.compile(r"\s*TY  - "), "RIS"),
    (re.compile(r"\s*PMID ?- "), "a PubMed list"),
    (re.compile(r"\s*<(?:\?xml|!DOCTYPE|html)\b", re.IGNORECASE), "XML or a web page"),
)
_ADVICE = "export the list as CSV, JSON or JSON Lines, with title and abstract"


def detect(source: Source) -> Format:
    """Tell a source's format by its content; its ending counts only where that leaves nothing but plain text.

    Raises:
        SourceError: It is in a format that is known but not read.
    """
    for pattern, name in _FOREIGN:
        if pattern.match(source.head):
            raise SourceError(source.file, f"is {name}, which is not read", _ADVICE)
    *structured, text = FORMATS
    fitting = (form for form in structured if form.suits(source))
    named = (form for form in structured if source.suffix in form.endings)
    return next(chain(fitting, named), text)
