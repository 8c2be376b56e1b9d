"""Reading RDF files, strictly: what is not quite right by the book is an error with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg.rdf.formats import format_of

if TYPE_CHECKING:
    import pyoxigraph


_LONGEST = 1 << 16  # bytes of what is looked for
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
    _refuse_what_grows(path)
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
        while block := file.read(1 << 20):
            block = end + block
            if b"<!ENTITY" in block:
                raise RdfError(f"{path}: defines XML entities, which no export does; write them out")
            if _NESTED.search(block):
                raise RdfError(f"{path}: has triples within triples within triples, which no export has")
            end = block[-_LONGEST:]


def _value(term: object) -> str:
    return getattr(term, "value", None) or ("" if hasattr(term, "datatype") else str(term))
