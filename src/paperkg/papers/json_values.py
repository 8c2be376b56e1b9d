"""JSON as one value, or several in a row: a list of papers, an object with such a list inside, or one paper.

The text is read piece by piece, so that a file of any size needs little memory, and so that the records
before and after a fault are kept.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Set

from paperkg.papers.fields import field_of, known
from paperkg.papers.json_window import MARGIN, BrokenError, Window
from paperkg.papers.source import MAX_RECORD, Record, Source

_LIST = re.compile(r"\[\s*(?=\{)")
_WRAPPERS = ("message", "data", "response", "result", "hits", "feed")
"""What interfaces call the object that has the list."""
_STARTS = re.compile(r'(?:\{\s*(?:["}]|\w+\s*:|\Z)|\[\s*(?:[\[{"\]]|\Z))')


def suits(source: Source) -> bool:
    """Whether the text starts like a JSON object or a list of something other than numbers."""
    return bool(_STARTS.match(source.head.lstrip()[:MARGIN]))


def holds_papers(value: object) -> bool:
    """Whether a value is no paper itself but has a list of papers inside.

    >>> holds_papers({"count": 1, "notes": [{"title": "On X", "abstract": "We study X."}]})
    True
    """
    if not isinstance(value, dict):
        return False
    if any(holds_papers(value.get(name)) for name in _WRAPPERS):
        return True
    seen = known(value).keys()
    lists = (inner for inner in value.values() if isinstance(inner, list))
    return "abstract" not in seen and any(_paper_like(inner[0], seen) for inner in lists if inner)


def _paper_like(value: object, outer: Set[str]) -> bool:
    """Whether an object in a list is a paper rather than, say, an author or a section of one.

    It has an abstract, or at least a title where the object around has none; `outer` is what that one has.
    """
    found = known(value) if isinstance(value, dict) else {}
    return "abstract" in found or ("title" in found and "title" not in outer)


def kind(value: object) -> str:
    """Name what a JSON value is."""
    names = {type(None): "null", bool: "true or false", str: "a text", list: "a list", dict: "an object"}
    return names.get(type(value), "a number")


def records(source: Source) -> Iterator[Record]:
    """Yield each record; what is broken or no object is reported, and reading goes on at the next record."""
    return _Reader(source).records()


class _Reader:
    """Walks through the values and numbers the records."""

    def __init__(self, source: Source) -> None:
        self.report = source.report
        self.window = Window(source.chunks())
        self.count = 0
        self.lost = False  # whether the text ended before a record was found after a fault

    def records(self) -> Iterator[Record]:
        while start := self.window.next():
            if start == "[":
                yield from self.elements()
            elif start == "{":
                yield from self.outer()
            elif start in "]}":  # closes what a fault has led out of
                self.window.at += 1
            else:
                yield from self.element()

    def elements(self) -> Iterator[Record]:
        """Read a list of records."""
        self.window.at += 1
        while start := self.window.next():
            if start == "]":
                self.window.at += 1
                return
            yield from self.element()
        if not self.lost:
            self.report("the end", "the list is never closed; the file may have been cut off here")

    def element(self) -> Iterator[Record]:
        """Read one record, whole."""
        self.count += 1
        place = f"record {self.count}"
        key = self.window.first_key()
        try:
            value = self.window.value()
        except BrokenError as error:
            self.report(place, f"{error}; the record is skipped")
            self.window.at += 1
            self.lost = not self.window.resume(key)
            return
        if isinstance(value, dict):
            yield Record(place, value)
        else:
            reason = f"is {kind(value)}, not an object with the fields of a paper"
            self.report(place, f"{reason}; the record is skipped")

    def outer(self) -> Iterator[Record]:
        """Read an object: lists of papers in it one by one, or else the whole of it as a record."""
        key = self.window.first_key()
        try:
            fields = yield from self.members()
        except BrokenError as error:
            self.count += 1
            self.report(f"record {self.count}", f"{error}; the record is skipped")
            self.lost = not self.window.resume(key)
            return
        if fields is not None:
            self.count += 1
            yield Record(f"record {self.count}", fields)

    def members(self, depth: int = 0) -> Generator[Record, None, dict[str, object] | None]:
        """Read an object's members; return them unless there were papers in one, which are yielded."""
        window = self.window
        fields: dict[str, object] = {}
        seen: set[str] = set()
        start, any_papers = window.offset, False
        window.at += 1
        while (char := window.next()) != "}":
            if not char and any_papers:  # cut off, as `elements` has said
                return None
            if char != '"':
                raise window.broken("Expecting a name in double quotes" if char else "the text ends")
            if window.offset - start > MAX_RECORD and not any_papers:
                raise BrokenError("is longer than 10 MB")
            name = str(window.value())
            if window.next() != ":":
                raise window.broken("Expecting ':' delimiter")
            window.at += 1
            start_of_value = window.next()
            if start_of_value == "[" and self.leads_to_papers(name, seen):
                any_papers = True
                yield from self.elements()
                continue
            if start_of_value == "{" and name in _WRAPPERS and not seen and depth < len(_WRAPPERS):
                inner = yield from self.members(depth + 1)
                any_papers = any_papers or inner is None
                if inner is not None:
                    fields[name] = inner
                continue
            value = window.value()
            if not any_papers:
                fields[name] = value
                seen |= known({name: value}).keys()
        window.at += 1
        return None if any_papers else fields

    def leads_to_papers(self, name: str, seen: Set[str]) -> bool:
        """Whether the list that starts here holds papers: its first object looks like one."""
        opening = _LIST.match(self.window.text, self.window.at)
        if not opening or "abstract" in seen:
            return False
        try:
            first, _ = self.window.peek(opening.end() - self.window.at)
        except BrokenError:
            return not field_of(name)
        return _paper_like(first, seen)
