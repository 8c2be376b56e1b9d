"""The RDF of a graph as it is built, from the sample of 64 papers that ships."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyoxigraph
import pytest

from paperkg.graph import open_graph
from paperkg.rdf import FORMATS, export, import_graph, validate, vocabulary
from tests.conftest import SAMPLE, Built

from .graphs import lenient, strict

PREFIXES = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in vocabulary.NAMESPACES.items())


@pytest.fixture(scope="module")
def exported(built: Callable[[str], Built], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample in every format, with its abstracts."""
    folder = tmp_path_factory.mktemp("sample")
    with open_graph(built(SAMPLE.name).folder) as kg:
        for ending in FORMATS:
            export(kg, folder / f"out.{ending}", abstracts=True)
    return folder


def test_two_parsers_read_the_same_graph_out_of_each_format(exported: Path) -> None:
    """No node is blank, so that graphs are isomorphic where their triples are the same."""
    whole = strict(exported / "out.nt")
    assert len(whole) > 30_000
    assert not any(pyoxigraph.BlankNode in (type(one.subject), type(one.object)) for one in whole)
    reference = lenient(exported / "out.nt")
    assert len(reference) == len(whole)
    lines = {line.removesuffix(" .\n") for line in (exported / "out.nt").open(encoding="utf-8", newline="\n")}
    assert {str(one) for one in whole} == lines
    for ending in ("ttl", "jsonld", "rdf"):
        assert strict(exported / f"out.{ending}") == whole, ending
        assert set(lenient(exported / f"out.{ending}")) == set(reference), ending


def test_every_quote_stands_where_it_says(exported: Path) -> None:
    """SPARQL counts characters as Unicode code points, as the selectors do, but from 1."""
    store = pyoxigraph.Store()
    store.load(path=exported / "out.nt")
    found = store.query(
        f"""{PREFIXES} SELECT ?exact ?words ?prefix ?before ?suffix ?after {{
            ?target oa:hasSource/schema:text ?text ; oa:hasSelector ?quote , ?place .
            ?quote oa:exact ?exact ; oa:prefix ?prefix ; oa:suffix ?suffix .
            ?place oa:start ?start ; oa:end ?end .
            BIND(SUBSTR(?text, ?start + 1, ?end - ?start) AS ?words)
            BIND(SUBSTR(?text, 1, ?start) AS ?before) BIND(SUBSTR(?text, ?end + 1) AS ?after) }}"""
    )
    assert isinstance(found, pyoxigraph.QuerySolutions)
    rows = [[value.value for value in row] for row in found]
    targets = store.query(f"{PREFIXES} SELECT ?target {{ ?target a oa:SpecificResource }}")
    assert len(rows) == sum(1 for _ in targets) > 1000
    for exact, words, prefix, before, suffix, after in rows:
        assert exact == words
        assert before.endswith(prefix)
        assert after.startswith(suffix)


@pytest.mark.parametrize("ending", FORMATS)
def test_what_comes_back_is_written_alike(exported: Path, tmp_path: Path, ending: str) -> None:
    import_graph(exported / f"out.{ending}", tmp_path / "again")
    with open_graph(tmp_path / "again") as kg:
        export(kg, tmp_path / f"second.{ending}", abstracts=True)
    assert (tmp_path / f"second.{ending}").read_bytes() == (exported / f"out.{ending}").read_bytes()


def test_it_keeps_to_the_shapes(built: Callable[[str], Built], tmp_path: Path) -> None:
    pytest.importorskip("pyshacl")
    with open_graph(built(SAMPLE.name).folder) as kg:
        triples = export(kg, tmp_path / "out.nt", evidence="compact")  # the full one takes some seconds
    checked = validate(tmp_path / "out.nt")
    assert (checked.triples, checked.violations) == (triples, ())
