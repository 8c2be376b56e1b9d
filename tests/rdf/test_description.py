"""The description counts what is in the file: counted again by SPARQL."""

from __future__ import annotations

import pyoxigraph
import pytest

from paperkg.graph import Contents
from paperkg.rdf import export, vocabulary

from .graphs import EVERYTHING, TWO_PAPERS, saved

PREFIXES = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in vocabulary.NAMESPACES.items())


@pytest.fixture(params=["nothing", "two papers", "everything"])
def store(request, tmp_path):
    contents = {"nothing": Contents((), (), ()), "two papers": TWO_PAPERS, "everything": EVERYTHING}
    export(saved(tmp_path, contents[request.param]), tmp_path / "out.nt")
    loaded = pyoxigraph.Store()
    loaded.load(path=tmp_path / "out.nt")
    return loaded


def rows(store: pyoxigraph.Store, query: str) -> set[tuple[str, ...]]:
    solutions = store.query(PREFIXES + query)
    return {tuple(solution[name].value for name in solutions.variables) for solution in solutions}


@pytest.mark.parametrize(
    ("says", "counted"),
    [
        ("void:triples", "SELECT (COUNT(*) AS ?n) { ?s ?p ?o }"),
        ("void:distinctSubjects", "SELECT (COUNT(DISTINCT ?s) AS ?n) { ?s ?p ?o }"),
        ("void:properties", "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?s ?p ?o }"),
        ("void:classes", "SELECT (COUNT(DISTINCT ?c) AS ?n) { ?s a ?c }"),
    ],
)
def test_the_whole(store, says: str, counted: str):
    assert rows(store, f"SELECT ?n {{ ?d a dcat:Dataset ; {says} ?n }}") == rows(store, counted)


def test_each_class(store):
    said = "SELECT ?c ?n { [] void:classPartition ?part . ?part void:class ?c ; void:entities ?n }"
    assert rows(store, said) == rows(store, "SELECT ?c (COUNT(?s) AS ?n) { ?s a ?c } GROUP BY ?c")


def test_each_property(store):
    said = "SELECT ?p ?n { [] void:propertyPartition ?part . ?part void:property ?p ; void:triples ?n }"
    assert rows(store, said) == rows(store, "SELECT ?p (COUNT(*) AS ?n) { ?s ?p ?o } GROUP BY ?p")


def test_data_sets_of_other_papers_have_other_names(tmp_path):
    names = set()
    for number, contents in enumerate((TWO_PAPERS, EVERYTHING, TWO_PAPERS)):
        export(saved(tmp_path / str(number), contents), tmp_path / "out.nt")
        loaded = pyoxigraph.Store()
        loaded.load(path=tmp_path / "out.nt")
        names |= rows(loaded, "SELECT ?d { ?d a dcat:Dataset }")
    assert len(names) == 2
