"""What an export holds: two independent parsers read it, and it says what the graph says."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib.compare import isomorphic

from paperkg.graph import Contents, GraphError
from paperkg.model import Concept, Kind, Link, Mention, Paper, Result, Role
from paperkg.rdf import export, to_rdflib, vocabulary

from .graphs import FOO, ONE_PAPER, SUMS, TWO_PAPERS, UNTITLED, claim, entry, mention, saved

PREFIXES = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in vocabulary.NAMESPACES.items())
HERE = Path(__file__).parent


def strict(path: Path) -> set[pyoxigraph.Triple]:
    """Every triple of a file, as the strict parser reads it."""
    quads = list(pyoxigraph.parse(path=path))
    triples = {quad.triple for quad in quads}
    assert len(triples) == len(quads), "a triple is written twice"
    return triples


def lenient(path: Path) -> rdflib.Graph:
    return rdflib.Graph().parse(path, format=path.suffix[1:])


def store(path: Path) -> pyoxigraph.Store:
    loaded = pyoxigraph.Store()
    loaded.load(path=path)
    return loaded


def rows(path: Path, query: str) -> set[tuple[str, ...]]:
    """The answers of a SELECT query, each value as text."""
    solutions = store(path).query(PREFIXES + query)
    return {tuple(solution[name].value for name in solutions.variables) for solution in solutions}


def test_one_paper_is_written_as_the_file_by_hand_says(tmp_path):
    export(saved(tmp_path, ONE_PAPER), tmp_path / "out.ttl")
    expected, written = strict(HERE / "one-paper.ttl"), strict(tmp_path / "out.ttl")
    assert written - expected == set()
    assert expected - written == set()


def test_both_parsers_read_both_formats_alike(tmp_path):
    kg = saved(tmp_path, TWO_PAPERS)
    files = [tmp_path / "out.ttl", tmp_path / "out.nt"]
    counts = {export(kg, path) for path in files}
    turtle, plain = files
    assert strict(turtle) == strict(plain)
    assert counts == {len(strict(turtle))} == {len(lenient(turtle))}
    assert isomorphic(lenient(turtle), lenient(plain))
    assert isomorphic(lenient(turtle), to_rdflib(kg))


def test_turtle_uses_the_prefixes_and_names_every_node(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.ttl")
    text = (tmp_path / "out.ttl").read_text("utf-8")
    assert "paper:A1b_-2 a pk:Paper" in text
    assert "_:" not in text
    assert "[" not in text


def test_every_role_stands_twice(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    asserted = rows(
        tmp_path / "out.nt",
        "SELECT ?paper ?role ?concept ?confidence { ?link a pk:RoleAssertion ; rdf:subject ?paper ;"
        " rdf:predicate ?role ; rdf:object ?concept ; pk:confidence ?confidence . ?paper ?role ?concept }",
    )
    base, pk = "https://w3id.org/paperkg", vocabulary.PK
    untitled = f"{base}/paper/_cs_0112017-0bc52ea9dfe23e21"
    assert asserted == {
        (f"{base}/paper/A1b_-2", f"{pk}introduces", f"{base}/concept/benchmark-sums-pro", "0.9"),
        (f"{base}/paper/A1b_-2", f"{pk}uses", f"{base}/concept/model-foo-7b", "0.75"),
        (untitled, f"{pk}uses", f"{base}/concept/model-foo-7b", "1"),
        (untitled, f"{pk}comparesWith", f"{base}/concept/model-bar", "0.5"),
        (untitled, f"{pk}evaluatesOn", f"{base}/concept/benchmark-sums", "0.00001"),
    }


def test_papers_that_share_a_concept_are_found_without_reasoning(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    query = 'SELECT ?id { ?paper schema:mentions ?c ; dcterms:identifier ?id . ?c skos:prefLabel "Foo-7B" }'
    assert rows(tmp_path / "out.nt", query) == {("A1b_-2",), ("cs/0112017",)}


@pytest.mark.parametrize("paper", [SUMS, UNTITLED])
def test_selectors_point_at_their_words(tmp_path, paper: Paper):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    found = rows(
        tmp_path / "out.nt",
        f"""SELECT ?exact ?prefix ?suffix ?start ?end {{
          ?paper dcterms:identifier "{paper.id}" ; pk:hasText ?text .
          [] pk:evidence ?span . ?span a oa:Annotation ; oa:hasTarget ?target .
          ?target oa:hasSource ?text ; oa:hasSelector ?quote , ?position .
          ?quote a oa:TextQuoteSelector ; oa:exact ?exact ; oa:prefix ?prefix ; oa:suffix ?suffix .
          ?position a oa:TextPositionSelector ; oa:start ?start ; oa:end ?end }}""",
    )
    assert len(found) == {SUMS.id: 3, UNTITLED.id: 5}[paper.id]
    for exact, prefix, suffix, start, end in found:
        assert paper.text[int(start) : int(end)] == exact
        assert paper.text[: int(start)].endswith(prefix)
        assert paper.text[int(end) :].startswith(suffix)
        assert len(prefix) == min(32, int(start))
        assert len(suffix) == min(32, len(paper.text) - int(end))


def test_a_claim_says_what_is_known_and_no_more(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    query = "SELECT ?says ?what { ?claim a pk:ResultClaim ; pk:valueText '%s' ; ?says ?what }"
    known = {
        (says.removeprefix(vocabulary.PK), what) for says, what in rows(tmp_path / "out.nt", query % "2.4x")
    }
    concept = "https://w3id.org/paperkg/concept/"
    assert {
        ("value", "2.4"),
        ("unit", "x"),
        ("metric", f"{concept}metric-accuracy"),
        ("benchmark", f"{concept}benchmark-sums"),
        ("system", f"{concept}model-foo-7b"),
        ("baseline", f"{concept}model-bar"),
    } <= known
    says = {row[0] for row in rows(tmp_path / "out.nt", query % "71.30\\\\\\\\%")}
    assert not says & {vocabulary.METRIC, vocabulary.SYSTEM, vocabulary.BASELINE}


def test_values_can_be_compared_as_numbers(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    query = "SELECT ?value { ?claim pk:value ?value FILTER(?value > 9) }"  # as text, 71.30 would be less
    assert rows(tmp_path / "out.nt", query) == {("71.3",)}


def test_two_claims_with_the_same_words_stay_two(tmp_path):
    paper = Paper("p", "Bar", "Foo and Bar both reach 5%.")
    both = "Foo and Bar both reach 5%"
    results = tuple(Result("p", claim(paper, both, "5%", system=name)) for name in ("Foo", "Bar"))
    export(saved(tmp_path, Contents((entry(paper),), (), (), results)), tmp_path / "out.nt")
    assert len(rows(tmp_path / "out.nt", "SELECT ?claim { ?claim a pk:ResultClaim }")) == 2


def test_what_a_paper_lacks_is_absent(tmp_path):
    bare = replace(UNTITLED, year=-3, url="https://")
    export(saved(tmp_path, Contents((entry(bare, "Bare"),), (), ())), tmp_path / "out.ttl")
    graph = lenient(tmp_path / "out.ttl")
    (paper,) = graph.subjects(rdflib.RDFS.label, rdflib.Literal("Bare"))
    absent = (
        rdflib.DCTERMS.title,
        rdflib.DCTERMS.issued,
        rdflib.SDO.url,
        rdflib.SDO.author,
        rdflib.SDO.keywords,
    )
    assert [graph.value(paper, predicate) for predicate in absent] == [None] * 5


def test_no_abstract_is_exported(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    text = (tmp_path / "out.nt").read_text("utf-8")
    assert SUMS.abstract.split(". ")[0] not in text


def test_an_empty_graph_is_a_valid_file(tmp_path):
    count = export(saved(tmp_path, Contents((), (), ())), tmp_path / "out.ttl")
    assert count == len(strict(tmp_path / "out.ttl")) == 1


def test_the_order_of_the_source_does_not_show(tmp_path):
    shuffled = Contents(
        TWO_PAPERS.entries[::-1],
        TWO_PAPERS.concepts[::-1],
        TWO_PAPERS.links[::-1],
        TWO_PAPERS.results[::-1],
        TWO_PAPERS.families,
    )
    for ending in ("ttl", "nt"):
        export(saved(tmp_path / "straight", TWO_PAPERS), tmp_path / f"straight.{ending}")
        export(saved(tmp_path / "shuffled", shuffled), tmp_path / f"shuffled.{ending}")
        assert (tmp_path / f"straight.{ending}").read_bytes() == (
            tmp_path / f"shuffled.{ending}"
        ).read_bytes()


def test_the_hash_seed_does_not_show(tmp_path):
    saved(tmp_path / "graph", TWO_PAPERS).close()
    code = (
        "import sys, paperkg.graph as g, paperkg.rdf as r\n"
        "kg = g.open_graph(sys.argv[1])\n"
        "[r.export(kg, sys.argv[2] + ending) for ending in ('.ttl', '.nt')]"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, str(tmp_path / "graph"), str(tmp_path / seed)]
        subprocess.run(command, env=environment, check=True)
    for ending in (".ttl", ".nt"):
        assert (tmp_path / f"1{ending}").read_bytes() == (tmp_path / f"2{ending}").read_bytes()


# Read off the Web Annotation Vocabulary (W3C Recommendation, 23 February 2017), which rdflib does not carry.
WEB_ANNOTATION = {
    "Annotation", "SpecificResource", "TextQuoteSelector", "TextPositionSelector", "hasBody", "hasTarget",
    "motivatedBy", "hasSource", "hasSelector", "exact", "prefix", "suffix", "start", "end", "identifying",
    "describing",
}  # fmt: skip


def test_every_term_is_declared_where_its_namespace_says(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    graph = lenient(tmp_path / "out.nt")
    terms = {str(term) for term in {*graph.predicates(), *graph.objects(None, rdflib.RDF.type)}}
    own = {
        value
        for name, value in vars(vocabulary).items()
        if name.isupper() and isinstance(value, str) and name != "PK"
    } | {*vocabulary.ROLE_PROPERTY.values(), *vocabulary.KIND_CLASS.values()}
    for term in terms:
        if term.startswith(vocabulary.PK):
            assert term in own
        elif term.startswith(vocabulary.OA):
            assert term.removeprefix(vocabulary.OA) in WEB_ANNOTATION
        else:
            assert any(
                rdflib.URIRef(term) in known
                for known in (rdflib.RDF, rdflib.RDFS, rdflib.SKOS, rdflib.DCTERMS, rdflib.SDO)
            ), term


def test_every_role_and_kind_has_a_term_of_its_own():
    assert len(set(vocabulary.ROLE_PROPERTY.values())) == len(Role)
    assert len(set(vocabulary.KIND_CLASS.values())) == len(Kind)


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("role", list(Role))
def test_every_role_with_every_kind(tmp_path, kind: Kind, role: Role):
    paper = Paper("p", "It", "It.")
    it = Concept(kind, "it", "It", ("It",))
    kg = saved(
        tmp_path,
        Contents((entry(paper),), (it,), (Link("p", it.id, role, 1, (mention(paper, "It", kind),)),)),
    )
    graph = to_rdflib(kg)
    (predicate,) = graph.objects(None, rdflib.RDF.predicate)
    (concept,) = graph.objects(None, predicate)
    assert predicate == rdflib.URIRef(vocabulary.ROLE_PROPERTY[role])
    assert (concept, rdflib.RDF.type, rdflib.URIRef(vocabulary.KIND_CLASS[kind])) in graph


@pytest.mark.parametrize("span", [(0, 0), (5, 4), (-1, 2), (0, 1000)])
def test_evidence_outside_the_text_is_an_error_and_leaves_the_old_file(tmp_path, span: tuple[int, int]):
    link = Link(SUMS.id, FOO.id, Role.USES, 1, (Mention(*span, Kind.MODEL, "by hand", 1),))
    kg = saved(tmp_path / "graph", Contents((entry(SUMS),), (FOO,), (link,)))
    out = tmp_path / "out.ttl"
    out.write_text("old")
    with pytest.raises(GraphError, match=r"A1b_-2.*outside its text of 84 characters; build"):
        export(kg, out)
    assert out.read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"graph", "out.ttl"}


def test_the_file_is_replaced(tmp_path):
    kg = saved(tmp_path, TWO_PAPERS)
    out = tmp_path / "out.ttl"
    out.write_text("old " * 10_000)
    export(kg, out)
    assert strict(out)


@pytest.mark.parametrize("name", ["out.TTL", "out.nt", "out"])
def test_the_format_is_known_by_the_ending_or_given(tmp_path, name: str):
    kg = saved(tmp_path, TWO_PAPERS)
    export(kg, tmp_path / name, format=None if "." in name else "nt")
    text = (tmp_path / name).read_text("utf-8")
    assert ("@prefix" in text) == (name == "out.TTL")


@pytest.mark.parametrize(("name", "given"), [("out.xyz", None), ("out", None), ("out.ttl", "turtles")])
def test_an_unknown_format_is_refused_with_the_known_ones(tmp_path, name: str, given: str | None):
    with pytest.raises(ValueError, match=r"not known; known are ttl \(Turtle\), nt \(N-Triples\)"):
        export(saved(tmp_path / "graph", ONE_PAPER), tmp_path / name, format=given)
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    "base", ["https://example.org/kg/", "http://example.org/kg#", "https://例え.example/"]
)
def test_another_base_changes_the_names_and_nothing_else(tmp_path, base: str):
    kg = saved(tmp_path, TWO_PAPERS)
    export(kg, tmp_path / "own.nt", base=base)
    export(kg, tmp_path / "own.ttl", base=base)
    export(kg, tmp_path / "usual.nt")
    usual = (
        (tmp_path / "usual.nt").read_text("utf-8").replace("https://w3id.org/paperkg/vocab#", "VOCABULARY")
    )
    moved = usual.replace("https://w3id.org/paperkg/", base).replace("VOCABULARY", vocabulary.PK)
    assert set((tmp_path / "own.nt").read_text("utf-8").splitlines()) == set(moved.splitlines())
    assert strict(tmp_path / "own.ttl") == strict(tmp_path / "own.nt")
    assert isomorphic(lenient(tmp_path / "own.ttl"), to_rdflib(kg, base=base))


def test_importing_loads_neither_library():
    code = "import sys, paperkg.rdf; print({'rdflib', 'pyoxigraph', 'networkx'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"
