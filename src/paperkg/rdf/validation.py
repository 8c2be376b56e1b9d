"""Checking a file against the shapes that ship, with pySHACL.

The file is sorted by subject, in a database on disk, and is checked some thousand triples at a time. That
gives the same findings as one go: a shape looks at a node and at the classes of its neighbours. (Oxigraph's
own store would not do: it makes xsd:integer of every narrower type.)
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from paperkg.rdf import vocabulary as v
from paperkg.rdf.parsing import RdfError, parse_quads

if TYPE_CHECKING:
    import rdflib

_AT_ONCE = 20_000  # triples
_TYPE = f"<{v.TYPE}>"
_Row = tuple[str, str, str]  # subject, predicate and object, as N-Triples writes them
_Triple: TypeAlias = "tuple[rdflib.term.Node, rdflib.term.Node, rdflib.term.Node]"
_SHACL = "http://www.w3.org/ns/shacl#"


@dataclass(frozen=True, slots=True, order=True)
class Violation:
    """What is wrong with one node.

    Attributes:
        node: The node.
        path: The property that is concerned; empty for the node as a whole.
        message: What the shape says of it.
    """

    node: str
    path: str
    message: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found.

    Attributes:
        triples: How many there are.
        violations: None for a sound file.
    """

    triples: int
    violations: tuple[Violation, ...]


def validate(path: str | Path) -> Checked:
    """Check a file: whether it is well formed, and whether it keeps to the shapes.

    Raises:
        RdfError: It is not well formed, or pySHACL is not installed.
        OSError: It cannot be read.
    """
    import rdflib

    try:
        import pyshacl  # noqa: F401 - said early, before a large file is read
    except ImportError:
        raise RdfError("checking needs pySHACL: pip install 'paperkg[rdf]'") from None
    shapes = rdflib.Graph().parse(data=shapes_text(), format="turtle")
    violations: set[Violation] = set()
    with TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder, "triples"))) as database:
        database.executescript("PRAGMA journal_mode = OFF; CREATE TABLE triples (subject, predicate, object)")
        database.executemany("INSERT INTO triples VALUES (?, ?, ?)", _rows(Path(path)))
        database.execute("CREATE INDEX by_subject ON triples (subject, predicate)")
        [(triples, schemes)] = database.execute(
            "SELECT count(*), total(predicate = ? AND object = ?) FROM triples",
            (_TYPE, f"<{v.CONCEPT_SCHEME}>"),
        )
        if not schemes:
            raise RdfError(f"{path}: no export by paperkg (it holds no skos:ConceptScheme); give one")
        for part in _parts(database):
            violations |= _check(database, part, shapes)
    return Checked(triples, tuple(sorted(violations)))


def shapes_text() -> str:
    """The shapes, in Turtle."""
    return files("paperkg.rdf").joinpath("shapes.ttl").read_text("utf-8")


def _rows(path: Path) -> Iterator[_Row]:
    for quad in parse_quads(path):
        yield str(quad.subject), str(quad.predicate), str(quad.object)


def _parts(database: sqlite3.Connection) -> Iterator[list[_Row]]:
    """Cut a database into parts of some size, each subject in one of them."""
    part: list[_Row] = []
    rows = database.execute("SELECT DISTINCT subject, predicate, object FROM triples ORDER BY subject")
    for _, said in groupby(rows, itemgetter(0)):
        part += said
        if len(part) >= _AT_ONCE:
            yield part
            part = []
    yield part


def _check(database: sqlite3.Connection, part: list[_Row], shapes: rdflib.Graph) -> set[Violation]:
    import pyshacl
    import rdflib

    own = {row[0] for row in part}
    near = {row[2] for row in part if row[2][0] != '"'} - own
    classes = (
        row
        for node in sorted(near)
        for row in database.execute(
            "SELECT DISTINCT * FROM triples WHERE subject = ? AND predicate = ?", (node, _TYPE)
        )
    )
    data = rdflib.Graph(bind_namespaces="none")
    for triple in _rdflib_triples((*part, *classes)):
        data.add(triple)
    # Its focus_nodes would spare the neighbours, but takes the square of the time.
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes)
    blank = {Violation(node, "", "a blank node: an export names each") for node in own if node[0] == "_"}
    return blank.union(found for found in _violations(report) if f"<{found.node}>" in own)


def _violations(report: rdflib.Graph) -> Iterator[Violation]:
    import rdflib

    shacl = rdflib.Namespace(_SHACL)
    for result in report.subjects(rdflib.RDF.type, shacl.ValidationResult):
        path = report.value(result, shacl.resultPath)
        steps = report.items(path) if isinstance(path, rdflib.BNode) else [path or ""]
        message = report.value(result, shacl.resultMessage)
        node = report.value(result, shacl.focusNode)
        yield Violation(str(node), "/".join(map(str, steps)), " ".join(str(message).split()))


def _rdflib_triples(rows: Iterable[_Row]) -> Iterator[_Triple]:
    import pyoxigraph

    lines = "".join(f"{' '.join(row)} .\n" for row in rows)
    for quad in pyoxigraph.parse(lines, format=pyoxigraph.RdfFormat.N_TRIPLES):
        yield _term(quad.subject), _term(quad.predicate), _term(quad.object)


def _term(term: object) -> rdflib.term.Node:
    import pyoxigraph
    import rdflib

    if isinstance(term, pyoxigraph.NamedNode):
        return rdflib.URIRef(term.value)
    if isinstance(term, pyoxigraph.Literal):
        if term.language:
            return rdflib.Literal(term.value, lang=term.language)
        plain = term.datatype.value == v.STRING
        return rdflib.Literal(term.value, datatype=None if plain else rdflib.URIRef(term.datatype.value))
    return rdflib.BNode(str(term).removeprefix("_:"))
