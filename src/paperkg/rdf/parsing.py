"""Reading RDF files, strictly: what is not quite right by the book is an error with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from paperkg.rdf.formats import format_of

if TYPE_CHECKING:
    import pyoxigraph


DEEPEST = 64  # elements, objects or lists within each other; an export has four
_CHUNK = 1 << 20  # bytes
_LONGEST = 1 << 16  # bytes of what is looked for
_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)  # in JSON
_NO_BRACKETS = bytes(set(range(256)) - set(b"{}[]"))
_NESTED = re.compile(rb"(?:<<\(?\s*<[^<>\s]*>\s*<[^<>\s]*>\s*){16}")


class RdfError(ValueError):
    """A file that is no sound RDF, or not what is asked for; the message says where and what to do."""


def parse(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield subject, predicate and value of each triple, as plain texts; blank nodes as "_:" and a name.

    Raises:
        RdfError: The ending is not known, or the file is not well formed.
        OSError: It cannot be read.
    """
    for quad in parse_quads(path):
        subject = quad.subject
        yield getattr(subject, "value", str(subject)), quad.predicate.value, _value(quad.object)


def parse_quads(path: Path) -> Iterator[pyoxigraph.Quad]:
    """Yield each triple as Oxigraph's object, with the graph that it is in.

    Raises:
        RdfError: The ending is not known, or the file is not well formed.
        OSError: It cannot be read.
    """
    import pyoxigraph

    try:
        name = format_of(path)
    except ValueError as error:
        raise RdfError(str(error)) from None
    if path.exists() and not path.is_dir() and not path.is_file():
        raise RdfError(f"{path}: is a device or a pipe, and an export is read several times; give a file")
    _refuse_what_grows(path)
    _refuse_what_is_deep(path, name)
    with path.open("rb") as file:
        quads = pyoxigraph.parse(file, format=pyoxigraph.RdfFormat.from_extension(name))
        while True:
            try:
                quad = next(quads, None)
            except (SyntaxError, ValueError) as error:  # "at line 3 column 5: ..."
                raise RdfError(f"{path}: not well formed: {error}") from error
            if quad is None:
                return
            yield quad


def _refuse_what_grows(path: Path) -> None:
    """Refuse what no export holds and parsers are undone by: XML's own entities, triples within triples.

    Raises:
        RdfError: The file has one of them.
    """
    with path.open("rb") as file:
        end = b""
        while block := file.read(_CHUNK):
            block = end + block
            if b"<!ENTITY" in block:
                raise RdfError(f"{path}: defines XML entities, which no export does; write them out")
            if _NESTED.search(block):
                raise RdfError(f"{path}: has triples within triples within triples, which no export has")
            end = block[-_LONGEST:]


def _refuse_what_is_deep(path: Path, name: str) -> None:
    """Refuse what parsers take the square of the time for (RDF/XML), or overrun the stack with (JSON-LD).

    Raises:
        RdfError: Something lies more than `DEEPEST` levels deep in a file of one of these formats.
    """
    if name not in ("rdf", "jsonld"):
        return
    with path.open("rb") as file:
        if not (_is_flat_xml if name == "rdf" else _is_flat_json)(path, file):
            raise RdfError(f"{path}: has more than {DEEPEST} levels within each other, which no export has")


def _is_flat_xml(path: Path, file: BinaryIO) -> bool:
    from xml.parsers import expat  # entities are refused before

    depth = deepest = 0

    def start(*_: object) -> None:
        nonlocal depth, deepest
        depth += 1
        deepest = max(depth, deepest)

    def end(*_: object) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = start, end
    try:
        while block := file.read(_CHUNK):
            parser.Parse(block)
            if deepest > DEEPEST:
                return False
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError) as error:
        raise RdfError(f"{path}: not well formed: {error}") from error
    return True


def _is_flat_json(_: Path, file: BinaryIO) -> bool:
    """Keep the brackets outside texts, and take out pairs that have nothing in them, level by level."""
    in_text, kept, brackets = False, b"", b""
    while block := file.read(_CHUNK):
        block = kept + block
        escapes = len(block) - len(block.rstrip(b"\\"))
        kept = block[len(block) - escapes % 2 :]  # an escape whose character is in the next block
        block = _TEXT.sub(b"", (b'"' if in_text else b"") + block[: len(block) - escapes % 2])
        opened = block.find(b'"')
        in_text = opened >= 0
        brackets += (block[:opened] if in_text else block).translate(None, _NO_BRACKETS)
        for _level in range(DEEPEST):
            brackets = brackets.replace(b"{}", b"").replace(b"[]", b"")
        if len(brackets) > DEEPEST or b"{}" in brackets or b"[]" in brackets:
            return False
    return True


def _value(term: object) -> str:
    return getattr(term, "value", None) or ("" if hasattr(term, "datatype") else str(term))
