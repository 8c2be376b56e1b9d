"""Writing a graph: as a file in one of several formats, and as an rdflib graph."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg.files import replacing
from paperkg.graph import KnowledgeGraph
from paperkg.rdf.blocks import Block, EvidenceForm, Form, blocks, dataset_name
from paperkg.rdf.description import Tally, described
from paperkg.rdf.formats import format_of, prefixes, triples, write
from paperkg.rdf.iris import BASE, Iris
from paperkg.rdf.terms import value_of
from paperkg.rdf.vocabulary import STRING

if TYPE_CHECKING:
    import rdflib


def export(
    kg: KnowledgeGraph,
    path: str | Path,
    *,
    format: str | None = None,
    base: str = BASE,
    evidence: str = EvidenceForm.FULL,
    abstracts: bool = False,
) -> int:
    """Write a graph as RDF and return the number of triples.

    The file is written beside and put in place when it is whole. The same graph gives the same bytes.

    Args:
        kg: The graph.
        path: Where to write; its ending gives the format.
        format: One of `FORMATS`, to overrule the ending.
        base: What the IRIs of papers, concepts and the rest begin with.
        evidence: "full" for Web Annotations, "compact" for one node a mention, "none" for roles and claims.
        abstracts: Whether to give the papers' texts, which belong to their authors.

    Raises:
        ValueError: An unknown format, ending or form of evidence, or a base that is no absolute http(s) IRI
            ending in / or #.
        GraphError: The graph is damaged.
        OSError: The file cannot be written; what was there is there still.
    """
    path = Path(path)
    known = format_of(path, format)
    form = Form(base, EvidenceForm(evidence), abstracts)
    tally = Tally()
    graph = Iris(base).of("dataset", dataset_name(kg))
    with replacing(path) as beside, beside.open("wb") as file:
        write(_all_blocks(kg, form, tally), file, known, base, graph)
    return tally.triples


def to_rdflib(
    kg: KnowledgeGraph, *, base: str = BASE, evidence: str = EvidenceForm.FULL, abstracts: bool = False
) -> rdflib.Graph:
    """Return a graph as an rdflib graph in memory: the same triples as `export` writes.

    Raises:
        ValueError: The base is no absolute http or https IRI that ends in / or #.
        GraphError: The graph is damaged.
    """
    from rdflib import Graph, Literal, URIRef

    def term(written: str) -> URIRef | Literal:
        text, datatype = value_of(written)
        if not datatype:
            return URIRef(text)
        return Literal(text, datatype=None if datatype == STRING else URIRef(datatype))

    graph = Graph(bind_namespaces="none")
    for prefix, namespace in prefixes(base).items():
        graph.bind(prefix, namespace)
    form = Form(base, EvidenceForm(evidence), abstracts)
    for subject, predicate, value in triples(_all_blocks(kg, form, Tally())):
        graph.add((URIRef(subject[1:-1]), URIRef(predicate[1:-1]), term(value)))
    return graph


def _all_blocks(kg: KnowledgeGraph, form: Form, tally: Tally) -> Iterator[Block]:
    return described(blocks(kg, form), tally, dataset_name(kg), form.base)
