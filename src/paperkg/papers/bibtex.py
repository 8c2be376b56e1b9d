"""BibTeX and BibLaTeX, read by bibtexparser: strings and crossrefs resolved, LaTeX as text.

The file is handed over a number of entries at a time, so that it need not fit into memory. Entries that take
fields from another one wait for the end of the file, since BibTeX puts that one last.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from paperkg.papers.fields import field_of
from paperkg.papers.latex import decode
from paperkg.papers.problems import SourceError
from paperkg.papers.source import MAX_RECORD, Record, Source
from paperkg.papers.values import cited_by

_ENTRY = re.compile(r"\s*@\s*[A-Za-z]+\s*[{(]")
_AT_ONCE = 200
_MAX_BATCH = 2_000_000
_MAX_WAITING = 100_000
_SUITS = re.compile(
    r"\s*(?:(?:%|Scopus\s|EXPORT DATE:)[^\n]*\n\s*)*"  # Scopus says on top what it is
    r"@\s*[A-Za-z]+\s*[{(]\s*[^\s,{}]*\s*(?:,|=|\w+\s*=|\{|\"|\}|$)"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PIECE = re.compile(
    r'\s*(?:"((?:[^"{}]++|\{[^"{}]*+\})*+)"|\{(.*)\}|([^#"{}\s][^#"{}]*?))\s*(?:#|$)', re.DOTALL
)
_AND = re.compile(" and ", re.IGNORECASE)
_PARENTS = frozenset(
    ("proceedings", "book", "collection", "mvbook", "mvproceedings", "periodical", "mvcollection")
)
_INHERITED = (("title", "booktitle"), ("booktitle", "booktitle"), ("year", "year"), ("date", "date"))
_KEPT_RAW = frozenset(("doi", "url", "eprint", "eprinttype", "archiveprefix", "crossref", "file"))


def suits(source: Source) -> bool:
    """Whether the text starts with an entry, perhaps after comments."""
    return bool(_SUITS.match(source.head[:100_000].lstrip("\ufeff")))


def records(source: Source) -> Iterator[Record]:
    """Yield the entries; one that is broken is reported.

    Raises:
        SourceError: bibtexparser is not installed.
    """
    reader = _Reader(source)
    for number, text in _batches(source):
        yield from reader.read(number, text)
    yield from reader.waited()


def _batches(source: Source) -> Iterator[tuple[int, str]]:
    """Yield some entries at a time, and the line at which they start."""
    lines: list[str] = []
    first = 1
    size = count = 0
    for number, line in source.lines():
        starts = bool(_ENTRY.match(line))
        if starts and (count >= _AT_ONCE or size > _MAX_BATCH):
            yield first, "\n".join(lines)
            first, lines, size, count = number, [], 0, 0
        size += len(line) + 1
        count += starts
        if size <= MAX_RECORD:
            lines.append(line)
        elif lines:
            source.report(f"line {number}", "the entry is longer than 10 MB; it is skipped")
            lines = []
    if lines:
        yield first, "\n".join(lines)


@dataclass(slots=True)
class _Reader:
    source: Source
    strings: dict[str, str] = field(default_factory=lambda: {month: month.title() for month in _MONTHS})
    parents: dict[str, dict[str, str]] = field(default_factory=dict)
    waiting: list[tuple[int, dict[str, str]]] = field(default_factory=list)

    def read(self, first: int, text: str) -> Iterator[Record]:
        """Read some entries."""
        library = _parsed(self.source.file, text)
        for string in library.strings:
            self.strings[string.key.lower()] = self._value(string.value, "no-enclosing")
        for block in library.blocks:
            kind = type(block).__name__
            line = first + block.start_line
            entry = block.ignore_error_block if kind.startswith("Duplicate") else block
            if hasattr(entry, "entry_type"):
                yield from self._entry(line, entry)
            elif kind == "ParsingFailedBlock":
                reason = getattr(block.error, "abort_reason", block.error)
                said = " ".join(str(reason).split()).removesuffix(".")[:120]
                self.source.report(f"line {line}", f"the entry is broken ({said}); it is skipped")

    def _entry(self, line: int, entry: Any) -> Iterator[Record]:  # noqa: ANN401
        kind = entry.entry_type.lower()
        said: dict[str, str] = {}
        for one in entry.fields:
            said.setdefault(one.key.lower(), self._value(str(one.value), str(one.enclosing)))
        said["ID"] = entry.key
        if kind in _PARENTS:
            if len(self.parents) < _MAX_WAITING:
                self.parents[entry.key.lower()] = {name: said[name] for name, _ in _INHERITED if name in said}
            if "abstract" not in said:
                return
        parent = said.get("crossref", "").lower()
        if parent and parent not in self.parents and len(self.waiting) < _MAX_WAITING:
            self.waiting.append((line, said))
        else:
            yield Record(f"line {line}", self._fields(said))

    def waited(self) -> Iterator[Record]:
        """Yield the entries whose crossref stands further down, and those without one."""
        for line, said in self.waiting:
            yield Record(f"line {line}", self._fields(said))

    def _fields(self, said: dict[str, str]) -> dict[str, object]:
        inherited = self.parents.get(said.get("crossref", "").lower(), {})
        for name, as_name in _INHERITED:
            if name in inherited and not said.get(as_name):
                said[as_name] = inherited[name]
        fields: dict[str, object] = {
            name: value.strip() if name in _KEPT_RAW or name == "ID" else decode(value)
            for name, value in said.items()
            if name == "ID" or name in _KEPT_RAW or field_of(name)
        }
        fields["id"] = fields.pop("ID")
        for name in ("doi", "url"):
            if name in fields:
                fields[name] = (
                    str(fields[name])
                    .replace("\\_", "_")
                    .replace("\\%", "%")
                    .replace("{", "")
                    .replace("}", "")
                )
        if cited := cited_by(said.get("note", "")):
            fields["citations"] = cited
        if "author" in said:
            fields["author"] = [_name(decode(name)) for name in _people(said["author"])]
        archive = (said.get("eprinttype") or said.get("archiveprefix") or "").lower()
        if archive == "arxiv" and said.get("eprint"):
            fields["arxiv"] = said["eprint"]
        return fields

    def _value(self, value: str, enclosing: str) -> str:
        """Put a value together that is a name for a string, or several joined by `#`."""
        if enclosing != "no-enclosing" or value.isdecimal():
            return value
        pieces, at = [], 0
        while at < len(value) and (found := _PIECE.match(value, at)):
            quoted = found[1] if found[1] is not None else found[2]
            pieces.append(self.strings.get(found[3].lower(), found[3]) if quoted is None else quoted)
            at = found.end()
        return "".join(pieces) if at == len(value) else value


def _parsed(file: str, text: str) -> Any:  # noqa: ANN401 (bibtexparser.Library)
    try:
        import bibtexparser
        from bibtexparser.middlewares import RemoveEnclosingMiddleware
    except ImportError as error:
        raise SourceError(
            file, "BibTeX is read by bibtexparser, which is not installed", "pip install 'paperkg[formats]'"
        ) from error
    logger = logging.getLogger("bibtexparser")
    logger.addHandler(logging.NullHandler())  # what it warns of, we report
    logger.propagate = False
    parse: Any = bibtexparser.parse_string  # type: ignore[attr-defined]
    return parse(text, parse_stack=[RemoveEnclosingMiddleware()])


def _people(text: str) -> list[str]:
    """Split names at the word "and" outside braces."""
    text = " ".join(text.split())
    if "{" not in text:
        return _AND.split(text)
    names, depth, start, at = [], 0, 0, 0
    while at < len(text):
        if text[at] in "{}" and text[at - 1 : at] != "\\":
            depth = max(0, depth + (1 if text[at] == "{" else -1))
        elif depth == 0 and text[at].isspace() and (found := _AND.match(text, at)):
            names.append(text[start:at])
            start = at = found.end()
            continue
        at += 1
    return [*names, text[start:]]


def _name(text: str) -> str:
    """Put a given name before the family's.

    >>> _name("García, José"), _name("José García"), _name("King, Jr., Martin"), _name("others")
    ('José García', 'José García', 'Martin King, Jr.', '')
    """
    parts = [part.strip() for part in text.split(",")]
    if text.strip() == "others":
        return ""
    if len(parts) == 2:
        return f"{parts[1]} {parts[0]}".strip()
    return f"{parts[2]} {parts[0]}, {parts[1]}" if len(parts) == 3 else text.strip()
