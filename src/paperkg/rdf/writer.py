"""Writing triples: as a file, through Oxigraph's serialisers, and as an rdflib graph."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg.files import replacing
from paperkg.graph import KnowledgeGraph
from paperkg.rdf.iris import BASE, FOLDERS, Iris
from paperkg.rdf.triples import Node, triples
from paperkg.rdf.vocabulary import NAMESPACES, STRING

if TYPE_CHECKING:
    import pyoxigraph
    import rdflib

FORMATS = {"ttl": "Turtle", "nt": "N-Triples"}


def export(kg: KnowledgeGraph, path: str | Path, *, format: str | None = None, base: str = BASE) -> int:
    """Write a graph as RDF and return the number of triples.

    The file is written beside and put in place when it is whole. The same graph gives the same bytes.

    Args:
        kg: The graph.
        path: Where to write; its ending gives the format.
        format: One of `FORMATS`, to overrule the ending.
        base: What the IRIs of papers, concepts and the rest begin with.

    Raises:
        ValueError: An unknown format or ending, or a base that is no absolute http(s) IRI ending in / or #.
        GraphError: The graph is damaged.
        OSError: The file cannot be written; what was there is there still.
    """
    import pyoxigraph

    path = Path(path)
    serialiser = pyoxigraph.RdfFormat.from_extension(_format(path, format))
    prefixes = _prefixes(base)
    count = 0

    def counted() -> Iterator[pyoxigraph.Triple]:
        nonlocal count
        for triple in _terms(kg, base):
            count += 1
            yield triple

    with replacing(path) as beside, beside.open("wb") as file:
        pyoxigraph.serialize(counted(), file, serialiser, prefixes=prefixes)
    return count


def to_rdflib(kg: KnowledgeGraph, *, base: str = BASE) -> rdflib.Graph:
    """Return a graph as an rdflib graph in memory: the same triples as `export` writes.

    Raises:
        ValueError: The base is no absolute http or https IRI that ends in / or #.
        GraphError: The graph is damaged.
    """
    from rdflib import Graph, Literal, URIRef

    def term(node: Node) -> URIRef | Literal:
        if not node.datatype:
            return URIRef(node.text)
        return Literal(node.text, datatype=None if node.datatype == STRING else URIRef(node.datatype))

    graph = Graph(bind_namespaces="none")
    for prefix, namespace in _prefixes(base).items():
        graph.bind(prefix, namespace)
    for subject, predicate, node in triples(kg, base):
        graph.add((URIRef(subject), URIRef(predicate), term(node)))
    return graph


def _format(path: Path, given: str | None) -> str:
    name = path.suffix.lower().removeprefix(".") if given is None else given
    if name in FORMATS:
        return name
    known = ", ".join(f"{ending} ({called})" for ending, called in FORMATS.items())
    what = f"format {given!r}" if given is not None else f"{path}: ending {path.suffix!r}"
    raise ValueError(f"{what} is not known; known are {known}")


def _prefixes(base: str) -> dict[str, str]:
    iris = Iris(base)
    return {**NAMESPACES, **{folder: iris.of(folder, "") for folder in FOLDERS}}


def _terms(kg: KnowledgeGraph, base: str) -> Iterator[pyoxigraph.Triple]:
    """Turn triples into Oxigraph's, which refuses an IRI that is none."""
    from pyoxigraph import Literal, NamedNode, Triple

    named = lru_cache(maxsize=1 << 14)(NamedNode)
    for subject, predicate, node in triples(kg, base):
        value = Literal(node.text, datatype=named(node.datatype)) if node.datatype else named(node.text)
        yield Triple(named(subject), named(predicate), value)
