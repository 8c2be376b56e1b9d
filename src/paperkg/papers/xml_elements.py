"""XML piece by piece: the elements that stand for records, one by one, with nothing else kept.

Expat reads it. No entity that the file defines is expanded and nothing outside the file is opened; the named
characters of HTML (`&uuml;`), which some lists use without a definition at hand, are known. How deep elements
nest and how long a record is are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.entities import html5
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from paperkg.papers.source import MAX_RECORD, Source

_MAX_DEPTH = 100
_ROOT = re.compile(
    r"\s*+(?>(?:<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*+(?:\[[^\]]*+\]\s*+)?>)\s*+)*+<(?:[\w.-]+:)?([\w.-]+)([^>]*)>",
    re.DOTALL,
)
_START = 20_000
"""Characters in which the root element starts."""


@dataclass(frozen=True, slots=True)
class Found:
    """An element that stands for a record.

    Attributes:
        line: Where it starts.
        outer: The attributes of the elements around it, under their names.
        element: With the names of elements and attributes bare of namespaces.
    """

    line: int
    outer: Mapping[str, Mapping[str, str]]
    element: Element


class _UnsafeError(ValueError):
    """XML that is not read on; the message says why."""


def root(source: Source) -> tuple[str, str]:
    """Return the name of a source's root element, and what else its tag says; nothing where it is no XML."""
    head = source.head[:_START].lstrip("\ufeff \t\r\n")
    found = _ROOT.match(head) if head.startswith("<") else None
    return (found[1], found[2]) if found else ("", "")


def elements(source: Source, wanted: frozenset[str]) -> Iterator[Found]:
    """Yield the elements of these names; where the file is broken it is reported, and reading ends."""
    reader = _Reader(source, wanted)
    try:
        for chunk in source.chunks():
            reader.parser.Parse(chunk, False)
            yield from reader.taken()
        reader.parser.Parse("", True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        place = f"line {error.lineno}"
        yield from reader.taken()
        source.report(place, f"the XML is broken ({reason}); it is not read on")
    except _UnsafeError as error:
        yield from reader.taken()
        source.report(f"line {reader.parser.CurrentLineNumber}", f"{error}; it is not read on")
    yield from reader.taken()


class _Reader:
    """Takes what Expat says."""

    def __init__(self, source: Source, wanted: frozenset[str]) -> None:
        self.source = source
        self.wanted = wanted
        self.parser = parser = expat.ParserCreate(namespace_separator="}")
        parser.buffer_text = True
        parser.UseForeignDTD(True)  # then an unknown name is no fault, but told to the handler
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.EntityDeclHandler = self._declared
        parser.SkippedEntityHandler = self._named
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        self._found: list[Found] = []
        self._path: list[tuple[str, dict[str, str]]] = []
        self._builder: TreeBuilder | None = None
        self._depth = self._line = self._size = 0

    def taken(self) -> Iterator[Found]:
        """Yield what has been found since."""
        found, self._found = self._found, []
        return iter(found)

    def _declared(self, *_: object) -> None:
        raise _UnsafeError("it defines entities of its own, which are not expanded")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        name = name.rpartition("}")[2]
        attributes = {key.rpartition("}")[2]: value for key, value in attributes.items()}
        if self._builder is None and name in self.wanted:
            self._builder, self._depth = TreeBuilder(), 0
            self._line, self._size = self.parser.CurrentLineNumber, 0
        if self._builder is None:
            self._path.append((name, attributes))
            self._check(len(self._path))
            return
        self._depth += 1
        self._check(self._depth)
        self._grow(len(name) + sum(map(len, attributes.values())) + 64)
        if self._size <= MAX_RECORD:
            self._builder.start(name, attributes)

    def _check(self, depth: int) -> None:
        if depth > _MAX_DEPTH:
            raise _UnsafeError("its elements are nested too deeply")

    def _grow(self, size: int) -> None:
        """Count what a record needs; one that is too long is let go of."""
        self._size += size
        if self._size > MAX_RECORD:
            self._builder = TreeBuilder()

    def _end(self, name: str) -> None:
        if self._builder is None:
            if self._path:
                self._path.pop()
            return
        self._depth -= 1
        if self._size <= MAX_RECORD:
            self._builder.end(name.rpartition("}")[2])
        if self._depth:
            return
        if self._size <= MAX_RECORD:
            self._found.append(Found(self._line, dict(self._path), self._builder.close()))
        else:
            self.source.report(f"line {self._line}", "is longer than 10 MB; the record is skipped")
        self._builder = None

    def _data(self, text: str) -> None:
        if self._builder is not None and self._size <= MAX_RECORD:
            self._grow(len(text))
            self._builder.data(text)

    def _named(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._data(html5.get(f"{name};", "\N{REPLACEMENT CHARACTER}"))


def text(element: Element | None) -> str:
    """All the text in an element, whatever marks it up."""
    return "" if element is None else "".join(element.itertext()).strip()


def text_at(element: Element, *paths: str) -> str:
    """The text at the first of these paths that has one."""
    return next((found for path in paths if (found := text(element.find(path)))), "")


def texts_at(element: Element, path: str) -> list[str]:
    """The texts at a path that have any."""
    return [found for inner in element.iterfind(path) if (found := text(inner))]
