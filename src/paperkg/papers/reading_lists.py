"""Markdown reading lists: headings, bullets or a table with a title and an abstract each.

Markdown-it takes the text apart. A heading or a bullet that stands over an abstract is a title; what stands
between the two is looked through for authors, year and address, labelled ("Authors: ...") or not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from paperkg.papers.fields import field_of
from paperkg.papers.problems import SourceError
from paperkg.papers.source import Record, Source

_MAX_SIZE = 1_000_000
_MAX_PARAGRAPH = 10_000
"""Characters; the time that it takes to read one grows with its square at worst."""
_LABEL = re.compile(r"\s*[*_]*([A-Za-z][A-Za-z \-]{1,20})[*_]*\s*[:：][*_]*\s*", re.ASCII)
_SIGN = re.compile(r"^ {0,3}(?:#{1,6} |[-*+] +(?:\[|\*\*|__)|\d{1,3}[.)] +(?:\[|\*\*)|\|.*\|)", re.MULTILINE)
_WORDS_FOR_LINKS = frozenset(
    ("paper", "pdf", "code", "link", "arxiv", "openreview", "project", "page", "website", "doi", "html")
)
_LONG = 150
_TAG = re.compile(r"<[^<>]{1,200}>")
_AFTER_NAMES = re.compile(r"(?<=\w{2})\.\s|[\s,;(]+(?:19|20)\d\d\b|\s*\[")
_NUMBER = re.compile(r"^\s*(?:\d{1,4}[.)]\s+)?")


def suits(source: Source) -> bool:
    """Whether what the text starts with, read as Markdown, gives titles with abstracts."""
    if not _SIGN.search(source.head[:50_000]) or not _tame(source.head[:50_000]):
        return False
    entries = list(_entries(source.head[:50_000]))
    return sum("abstract" in entry.said for entry in entries) > 1  # one may be a heading over plain text


def records(source: Source) -> Iterator[Record]:
    """Yield each entry; bullets without an abstract are reported by whoever makes papers of them.

    Raises:
        SourceError: It is too long.
    """
    pieces, size = [], 0
    for chunk in source.chunks():
        size += len(chunk)
        if size > _MAX_SIZE:
            raise SourceError(
                source.file, "is Markdown longer than 1 MB", "split it, or give it as CSV or JSON"
            )
        pieces.append(chunk)
    text = "".join(pieces)
    if not _tame(text):
        raise SourceError(
            source.file,
            "is Markdown with a paragraph longer than 10,000 characters",
            "give it as CSV or JSON",
        )
    for entry in _entries(text):
        yield Record(f"line {entry.line}", {"title": entry.title, **entry.said})


def _tame(text: str) -> bool:
    size = 0
    for line in text.split("\n"):
        size = size + len(line) if line.strip() and not line.lstrip().startswith("|") else len(line)
        if size > _MAX_PARAGRAPH:
            return False
    return True


@dataclass(slots=True)
class _Entry:
    line: int
    title: str
    bullet: bool
    said: dict[str, object] = field(default_factory=dict)
    waiting: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is more than a heading over other entries."""
        return bool(self.title) and ("abstract" in self.said or (self.bullet and bool(self.said)))


def _entries(text: str) -> Iterator[_Entry]:
    walk = _Walk()
    before = [""] * 2
    for token in _tokens(text):
        yield from walk.see(token, *before)
        before = [token.type, before[0]]
    yield from walk.end()


@dataclass(slots=True)
class _Walk:
    """What is known on the way through a text."""

    entry: _Entry | None = None
    depth: int = 0
    header: list[str] = field(default_factory=list)
    cells: list[str] | None = None

    def see(self, token: Any, before: str, before_that: str) -> Iterator[_Entry]:  # noqa: ANN401
        """Take in a token, with the kinds of the two before it."""
        kind = token.type
        if kind == "inline":
            yield from self.inline(token, before, first=before_that == "list_item_open")
        elif kind in ("list_item_open", "list_item_close"):
            self.depth += 1 if kind == "list_item_open" else -1
        elif kind in ("tr_open", "tr_close", "table_close"):
            yield from self.row(token)
        elif kind == "html_block" and self.entry:
            _said(self.entry, " ".join(_TAG.sub(" ", token.content).split()))

    def inline(self, token: Any, opener: str, first: bool) -> Iterator[_Entry]:  # noqa: ANN401
        """Take in a line: a cell, a title, or what is said under one."""
        if self.cells is not None:
            self.cells.append(_text(token))
            return
        titled = _title(token) if first and self.depth == 1 else None
        if opener == "heading_open" or titled:
            yield from self.end()
            self.entry = _Entry(_line(token), "", first)
            _open(self.entry, token, titled)
        elif self.entry:
            _paragraph(self.entry, token)

    def row(self, token: Any) -> Iterator[_Entry]:  # noqa: ANN401
        """Take in the edge of a table's row; the first row names the columns."""
        if token.type == "tr_open":
            self.cells = []
        elif token.type == "table_close":
            self.header = []
        elif self.cells is not None:
            if self.header:
                said: dict[str, object] = {n: c for n, c in zip(self.header, self.cells, strict=False) if c}
                yield _Entry(_line(token), str(said.pop("title", "")), True, said)
            else:
                self.header = [field_of(cell) or cell for cell in self.cells]
            self.cells = None

    def end(self) -> Iterator[_Entry]:
        """Yield the entry under way, if it is one."""
        if self.entry and self.entry.counts:
            yield self.entry
        self.entry = None


def _tokens(text: str) -> list[Any]:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table").parse(text)


def _line(token: Any) -> int:  # noqa: ANN401
    return token.map[0] + 1 if token.map else 0


def _text(token: Any) -> str:  # noqa: ANN401
    """The text of a paragraph, without its marks."""
    parts = []
    for child in token.children or ():
        if child.type in ("text", "code_inline", "html_inline"):
            parts.append("" if child.type == "html_inline" else child.content)
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
    return "".join(parts)


def _links(token: Any) -> list[tuple[str, str]]:  # noqa: ANN401
    """Text and address of the links in a paragraph."""
    found: list[tuple[str, str]] = []
    address: str | None = None
    words: list[str] = []
    for child in token.children or ():
        if child.type == "link_open":
            address, words = str(child.attrs.get("href", "")), []
        elif child.type == "link_close" and address is not None:
            found.append(("".join(words), address))
            address = None
        elif address is not None:
            words.append(child.content)
    return found


def _title(token: Any) -> str | None:  # noqa: ANN401
    """The title that a bullet starts with: its first link or its bold words."""
    children = [c for c in token.children or () if c.type != "text" or c.content.strip(' "“[')]
    if not children:
        return None
    closing = {"link_open": "link_close", "strong_open": "strong_close"}.get(children[0].type)
    if not closing:
        return None
    words = []
    for child in children[1:]:
        if child.type == closing:
            break
        words.append(child.content)
    title = "".join(words).strip()
    return title if title and title.lower() not in _WORDS_FOR_LINKS else None


def _open(entry: _Entry, token: Any, titled: str | None) -> None:  # noqa: ANN401
    """Start an entry with a heading or the first line of a bullet."""
    text = _text(token)
    links = _links(token)
    entry.title = _NUMBER.sub("", titled or " ".join(text.split()))
    if links and (address := next((a for _, a in links if a), "")):
        entry.said["url"] = address
    if titled:
        rest = text.partition(titled)[2].lstrip(' .:—–-]"”\n')
        for line in rest.split("\n"):
            if line.strip():
                _said(entry, line.strip())


def _paragraph(entry: _Entry, token: Any) -> None:  # noqa: ANN401
    text = _text(token)
    links = [address for _, address in _links(token) if address]
    if links and "url" not in entry.said:
        entry.said["url"] = links[0]
    lines = text.split("\n")
    if all(_label(line) for line in lines):
        for line in lines:
            _said(entry, line)
    else:
        _said(entry, text)


def _label(line: str) -> str:
    found = _LABEL.match(line)
    return field_of(found[1]) if found else ""


def _said(entry: _Entry, text: str) -> None:
    """Take in a line or a paragraph."""
    if not text:
        return
    name, value = _label(text), text
    if name:
        value = text[_LABEL.match(text).end() :].strip()  # type: ignore[union-attr]
        if not value:
            entry.waiting = name
            return
    elif text.strip(" *_:").lower() == "abstract":
        entry.waiting = "abstract"
        return
    elif entry.waiting:
        name, entry.waiting = entry.waiting, ""
    elif len(text) >= _LONG or (
        "abstract" not in entry.said and text.rstrip().endswith(".") and len(text) > 60
    ):
        name = "abstract"
    elif "authors" not in entry.said and "abstract" not in entry.said:
        name = "authors"
    else:
        return
    if name == "abstract" and "abstract" in entry.said:
        value = f"{entry.said['abstract']}\n\n{value}"
    if name == "authors":
        entry.said.setdefault("year", value)
        value = _AFTER_NAMES.split(" ".join(value[:2000].split()), maxsplit=1)[0]
    entry.said[name] = value
