"""Tables: CSV and its kin, with a header row that names the columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass, field

from paperkg.papers.fields import Columns, field_of, renamed
from paperkg.papers.problems import SourceError, quote
from paperkg.papers.source import MAX_RECORD, Record, Source
from paperkg.papers.tagged import WOS_NAMES

_DELIMITERS = "\t,;|"
_MAX_LINES = 100_000
"""Lines of one row; where there are more, a quotation mark was left open."""
_Line = tuple[int, str]


_START = 100_000
"""Characters of a header that tell how it is to be split."""


def suits(source: Source) -> bool:
    """Whether the first line is a header: it names title or abstract, and the next field or line agrees."""
    lines = [line for line in source.head[:_START].split("\n") if _counts(line)][:2]
    if lines and lines[0].startswith("|"):  # Markdown
        return False
    header, delimiter = _header(lines[0], source.columns) if lines else ([], "")
    fields = set(filter(None, map(field_of, renamed(header, source.columns))))
    if len(header) < 2 or not fields & {"title", "abstract"}:
        return False
    return len(fields) > 1 or (len(lines) > 1 and lines[1].count(delimiter) >= len(header) - 1)


def records(source: Source) -> Iterator[Record]:
    """Yield each row under the header's names.

    Raises:
        SourceError: No column is known to hold abstracts.
    """
    lines = _Lines(source.lines())
    header, delimiter = _header(next((line for _, line in lines if _counts(line)), ""), source.columns)
    fields = [field_of(name) for name in renamed(header, source.columns)]
    if "abstract" not in fields:
        names = ", ".join(quote(name, 30) for name in header[:12])
        reason = f"no column is called abstract or summary (its first line is {names})"
        raise SourceError(source.file, reason, "name the columns in the first line")
    for number, line in lines:
        try:
            cells = _row(line, lines, delimiter, len(header))
        except csv.Error as error:
            reason = f"the quotation marks do not match ({error})"
        else:
            reason = _misfit(cells, len(header), fields.index("abstract"))
            if not reason and any(map(str.strip, cells)):
                yield Record(f"line {number}", dict(zip(header, cells, strict=False)))
        if reason:
            source.report(f"line {number}", f"{reason}; the row is skipped")


@dataclass(slots=True)
class _Lines:
    """The lines of a table, some of which can be put back to be read again."""

    ahead: Iterator[_Line]
    back: list[_Line] = field(default_factory=list)

    def __iter__(self) -> Iterator[_Line]:
        return self

    def __next__(self) -> _Line:
        return self.back.pop() if self.back else next(self.ahead)


def _counts(line: str) -> bool:
    """Whether a line is more than blank or the line in which spreadsheets tell the delimiter."""
    return bool(line.strip()) and not line.startswith("sep=")


def _header(line: str, columns: Columns) -> tuple[list[str], str]:
    """Split a header by the delimiter that shows the most known names."""
    start = line[:_START]
    splits = [(_split(start, mark), mark) for mark in _DELIMITERS]
    header, delimiter = max(splits, key=lambda s: sum(map(bool, map(field_of, renamed(s[0], columns)))))
    return (header if len(start) == len(line) else _split(line, delimiter)), delimiter


def _split(header: str, delimiter: str) -> list[str]:
    limit = csv.field_size_limit(MAX_RECORD)
    try:
        return named(next(csv.reader([header], delimiter=delimiter), []))
    finally:
        csv.field_size_limit(limit)


def named(header: list[str]) -> list[str]:
    """Name the columns of Web of Science as everybody does.

    >>> named(["PT", "AU", "TI", "SO", "AB", "UT"])
    ['PT', 'authors', 'title', 'venue', 'abstract', 'id']
    """
    header = [name.strip("\ufeff ") for name in header]
    if {"PT", "AU", "TI", "SO"} <= set(header):
        said = {next((tag for tag in tags.split() if tag in header), ""): n for n, tags in WOS_NAMES.items()}
        header = [said.get(name, name) for name in header]
    return header


def is_header(header: list[str], columns: Columns) -> bool:
    """Whether a row of names can stand over papers: abstracts, and something else that is known."""
    fields = set(map(field_of, renamed(header, columns))) - {""}
    return "abstract" in fields and len(fields) > 1


def _row(first: str, lines: _Lines, delimiter: str, width: int) -> list[str]:
    """Read one row, which goes on over the next lines while a quotation mark is open.

    Raises:
        csv.Error: The quotation marks do not match; the lines after the first are put back.
    """
    if '"' not in first:
        return first.split(delimiter)
    taken: list[_Line] = []

    def open_lines() -> Iterator[str]:
        size = len(first)
        yield first + "\n"
        for line in lines:
            taken.append(line)
            size += len(line[1]) + 1
            if size > MAX_RECORD or len(taken) > _MAX_LINES:
                return
            yield line[1] + "\n"

    limit = csv.field_size_limit(MAX_RECORD)
    try:
        return next(csv.reader(open_lines(), delimiter=delimiter, strict=True))
    except csv.Error:
        lines.back.extend(reversed(taken))
        if delimiter == "\t" and first.count("\t") == width - 1:  # such tables often quote nothing
            return first.split("\t")
        raise
    finally:
        csv.field_size_limit(limit)


def _misfit(cells: list[str], width: int, abstract: int) -> str:
    """Say why a row does not fit under its header, if so."""
    if any(map(str.strip, cells[width:])):
        return f"there are {len(cells)} cells under {width} columns (is a quotation mark missing?)"
    if abstract >= len(cells) and any(map(str.strip, cells)):
        return f"there are {len(cells)} cells under {width} columns, and none for the abstract"
    return ""
