"""Checking a file against the shapes that ship, with pySHACL.

The file is put into a store on disk, which has it sorted by subject, and is checked some thousand triples at a
time. That gives the same findings as one go: a shape looks at a node and at the classes of its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from paperkg.rdf import vocabulary as v
from paperkg.rdf.parsing import RdfError, parse_quads

if TYPE_CHECKING:
    import pyoxigraph
    import rdflib

_AT_ONCE = 20_000  # triples
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
    import pyoxigraph
    import rdflib

    try:
        import pyshacl  # noqa: F401 - said early, before a large file is read
    except ImportError:
        raise RdfError("checking needs pySHACL: pip install 'paperkg[rdf]'") from None
    shapes = rdflib.Graph().parse(data=shapes_text(), format="turtle")
    violations: set[Violation] = set()
    with TemporaryDirectory() as folder:
        store = pyoxigraph.Store(folder)
        graph = pyoxigraph.DefaultGraph()
        store.bulk_extend(
            pyoxigraph.Quad(quad.subject, quad.predicate, quad.object, graph)
            for quad in parse_quads(Path(path))
        )
        triples = len(store)
        if not any(store.quads_for_pattern(None, None, pyoxigraph.NamedNode(v.CONCEPT_SCHEME), None)):
            raise RdfError(f"{path}: no export by paperkg (it holds no skos:ConceptScheme); give one")
        for part in _parts(store):
            violations |= _check(store, part, shapes)
        del store
    return Checked(triples, tuple(sorted(violations)))


def shapes_text() -> str:
    """The shapes, in Turtle."""
    return files("paperkg.rdf").joinpath("shapes.ttl").read_text("utf-8")


def _parts(store: pyoxigraph.Store) -> Iterator[list[pyoxigraph.Quad]]:
    """Cut a store into parts of some size, each subject in one of them."""
    part: list[pyoxigraph.Quad] = []
    quads = store.quads_for_pattern(None, None, None, None)  # sorted by subject
    for _, said in groupby(quads, lambda quad: quad.subject):
        part += said
        if len(part) >= _AT_ONCE:
            yield part
            part = []
    yield part


def _check(store: pyoxigraph.Store, part: list[pyoxigraph.Quad], shapes: rdflib.Graph) -> set[Violation]:
    import pyoxigraph
    import pyshacl
    import rdflib

    own = {quad.subject for quad in part}
    near = {quad.object for quad in part if not isinstance(quad.object, pyoxigraph.Literal)} - own
    is_a = pyoxigraph.NamedNode(v.TYPE)
    classes = (quad for node in near for quad in store.quads_for_pattern(node, is_a, None, None))
    data = rdflib.Graph(bind_namespaces="none")
    for quad in (*part, *classes):
        data.add((_term(quad.subject), _term(quad.predicate), _term(quad.object)))
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes, focus_nodes=[_term(node) for node in own])
    return set(_violations(report))


def _violations(report: rdflib.Graph) -> Iterator[Violation]:
    import rdflib

    shacl = rdflib.Namespace(_SHACL)
    for result in report.subjects(rdflib.RDF.type, shacl.ValidationResult):
        path = report.value(result, shacl.resultPath)
        message = report.value(result, shacl.resultMessage)
        node = report.value(result, shacl.focusNode)
        yield Violation(str(node), "" if path is None else str(path), " ".join(str(message).split()))


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
