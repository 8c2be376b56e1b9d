"""What an export holds: two independent parsers read it, and it says what the graph says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from paperkg.graph import Contents, GraphError
from paperkg.model import Concept, Kind, Link, Mention, Paper, Result, Role
from paperkg.rdf import export, to_rdflib, vocabulary
from tests.graph.example import many

from .graphs import FOO, ONE_PAPER, SUMS, TWO_PAPERS, UNTITLED, claim, entry, lenient, mention, saved, strict

PREFIXES = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in vocabulary.NAMESPACES.items())
HERE = Path(__file__).parent


FORMATS = ["ttl", "nt", "nq", "trig", "jsonld", "rdf"]
FORMS = [{}, {"evidence": "compact"}, {"evidence": "none"}, {"abstracts": True}]


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
    expected, whole = strict(HERE / "one-paper.ttl"), strict(tmp_path / "out.ttl")
    description = re.compile("https://w3id.org/paperkg/(dataset|partition)/[0-9a-f]{16}")
    written = {triple for triple in whole if not description.fullmatch(triple.subject.value)}
    assert written - expected == set()
    assert expected - written == set()


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_both_parsers_read_all_formats_alike(tmp_path, form: dict[str, object]):
    kg = saved(tmp_path, TWO_PAPERS)
    own = to_rdflib(kg, **form)
    export(kg, tmp_path / "plain.nt", **form)
    plain = strict(tmp_path / "plain.nt")
    for ending in FORMATS:
        path = tmp_path / f"out.{ending}"
        assert export(kg, path, **form) == len(strict(path)) == len(lenient(path)), ending
        assert strict(path) == plain, ending
        assert set(lenient(path)) == set(own), ending  # isomorphic, since no node is blank


def test_the_graph_gives_itself_as_rdflib(tmp_path):
    kg = saved(tmp_path, TWO_PAPERS)
    assert set(kg.rdf()) == set(to_rdflib(kg))


@pytest.mark.parametrize("ending", ["nq", "trig"])
def test_quads_stand_in_one_graph_that_is_named_as_the_data_set(tmp_path, ending: str):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / f"out.{ending}")
    quads = list(pyoxigraph.parse(path=tmp_path / f"out.{ending}"))
    (graph,) = {quad.graph_name for quad in quads}
    datasets = {quad.subject for quad in quads if quad.predicate.value == vocabulary.DISTINCT_SUBJECTS}
    assert datasets == {graph}


def test_turtle_uses_the_prefixes_and_names_every_node(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.ttl")
    text = (tmp_path / "out.ttl").read_text("utf-8")
    assert "\npaper:A1b_-2 a pk:Paper ;\n" in text
    assert "    pk:confidence 0.9 ;\n" in text
    assert "    pk:introduces concept:benchmark-sums-pro ;\n" in text
    assert "_:" not in text
    assert "[ " not in text


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
        rdflib.DC.subject,
        *map(rdflib.URIRef, (vocabulary.DOI_TEXT, vocabulary.ARXIV_TEXT, vocabulary.CITATION_COUNT)),
        *map(rdflib.URIRef, (vocabulary.ORCID_LIST, vocabulary.AREA_LIST)),
    )
    assert [graph.value(paper, predicate) for predicate in absent] == [None] * len(absent)


def test_no_abstract_is_exported(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.nt")
    text = (tmp_path / "out.nt").read_text("utf-8")
    assert SUMS.abstract.split(". ")[0] not in text


def test_abstracts_are_exported_where_they_are_asked_for(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.ttl", abstracts=True)
    query = "SELECT ?id ?text { ?p dcterms:identifier ?id ; pk:hasText/schema:text ?text }"
    texts = rows(tmp_path / "out.ttl", query)
    assert texts == {(paper.id, paper.text) for paper in (SUMS, UNTITLED)}


def test_compact_evidence_is_one_node_a_mention(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.ttl", evidence="compact")
    found = rows(
        tmp_path / "out.ttl",
        "SELECT ?id ?exact ?start ?end { ?mention oa:hasSource/^pk:hasText/dcterms:identifier ?id ;"
        " oa:exact ?exact ; oa:start ?start ; oa:end ?end }",
    )
    texts = {paper.id: paper.text for paper in (SUMS, UNTITLED)}
    assert len(found) == 8
    assert all(texts[paper][int(start) : int(end)] == exact for paper, exact, start, end in found)


def test_without_evidence_roles_and_claims_are_left(tmp_path):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / "out.ttl", evidence="none")
    assert "pk:RoleAssertion" in (tmp_path / "out.ttl").read_text("utf-8")
    kinds = {row[0] for row in rows(tmp_path / "out.ttl", "SELECT ?kind { [] a ?kind }")}
    assert kinds >= {vocabulary.ROLE_ASSERTION, vocabulary.RESULT_CLAIM}
    assert not kinds & {vocabulary.MENTION, vocabulary.QUOTE, vocabulary.ANNOTATION}


def test_an_assertion_says_what_found_it_and_which_run(tmp_path):
    kg = saved(tmp_path, replace(TWO_PAPERS, meta=(("extractor", "paperkg 1, rules 2"),)))
    export(kg, tmp_path / "out.ttl")
    found = rows(
        tmp_path / "out.ttl",
        "SELECT ?method ?name ?value { ?a a pk:RoleAssertion ; pk:method/rdfs:label ?method ;"
        " prov:wasGeneratedBy/pk:hasSetting ?s . ?s schema:name ?name ; schema:value ?value }",
    )
    assert found == {("by hand", "extractor", "paperkg 1, rules 2")}


def test_what_is_in_order_keeps_it(tmp_path):
    paper = replace(
        SUMS,
        authors=("Zoe", "Ada", "Zoe"),
        orcids=("", "0000-0002-1825-0097", ""),
        keywords=("z", "a"),
        areas=("cs.LG", "cs.CL"),
    )
    export(saved(tmp_path, replace(ONE_PAPER, entries=(entry(paper),))), tmp_path / "out.nt")
    query = "SELECT ?n ?name { ?p pk:%s ?list . ?list ?n ?name FILTER(?n != rdf:type) }"
    first, second, third = (f"{vocabulary.RDF}_{n}" for n in (1, 2, 3))
    authors = rows(tmp_path / "out.nt", query % "authorList")
    assert authors == {(first, "Zoe"), (second, "Ada"), (third, "Zoe")}
    orcids = rows(tmp_path / "out.nt", query % "orcidList")
    assert orcids == {(first, ""), (second, "0000-0002-1825-0097"), (third, "")}
    assert rows(tmp_path / "out.nt", query % "keywordList") == {(first, "z"), (second, "a")}
    assert rows(tmp_path / "out.nt", query % "areaList") == {(first, "cs.LG"), (second, "cs.CL")}
    ranked = rows(
        tmp_path / "out.nt",
        "SELECT ?rank ?start { [] a pk:Mention ; pk:rank ?rank ; oa:hasTarget/oa:hasSelector ?selector ."
        " ?selector oa:start ?start }",
    )
    assert ranked == {("0", str(paper.text.index("Sums-Pro")))}


def test_the_orcid_of_each_author_is_found_by_its_place(tmp_path):
    paper = replace(SUMS, authors=("Zoe", "Ada"), orcids=("", "0000-0002-1825-0097"))
    export(saved(tmp_path, replace(ONE_PAPER, entries=(entry(paper),))), tmp_path / "out.nt")
    query = """SELECT ?name ?orcid { ?p pk:authorList ?names ; pk:orcidList ?orcids .
        ?names ?n ?name . ?orcids ?n ?orcid FILTER(?n != rdf:type) }"""
    assert rows(tmp_path / "out.nt", query) == {("Zoe", ""), ("Ada", "0000-0002-1825-0097")}


def test_citations_can_be_compared_as_numbers(tmp_path):
    cited = [entry(replace(UNTITLED, id=f"p{count}", citations=count)) for count in (0, 9, 12)]
    export(saved(tmp_path, Contents(tuple(cited), (), ())), tmp_path / "out.nt")
    query = "SELECT ?id { ?p pk:citationCount ?n ; dcterms:identifier ?id FILTER(?n > 9) }"
    assert rows(tmp_path / "out.nt", query) == {("p12",)}  # as text, 9 would be more


def test_an_empty_graph_is_a_valid_file(tmp_path):
    count = export(saved(tmp_path, Contents((), (), ())), tmp_path / "out.ttl")
    assert count == len(strict(tmp_path / "out.ttl"))


def test_the_order_of_the_source_does_not_show(tmp_path):
    first, *others = TWO_PAPERS.links
    shuffled = Contents(
        TWO_PAPERS.entries[::-1],
        TWO_PAPERS.concepts[::-1],
        (*others[1:], first, others[0]),  # a paper's own links keep their order
        TWO_PAPERS.results[::-1],
        TWO_PAPERS.families,
    )
    for ending in FORMATS:
        export(saved(tmp_path / "straight", TWO_PAPERS), tmp_path / f"straight.{ending}")
        export(saved(tmp_path / "shuffled", shuffled), tmp_path / f"shuffled.{ending}")
        straight = (tmp_path / f"straight.{ending}").read_bytes()
        assert straight == (tmp_path / f"shuffled.{ending}").read_bytes(), ending


def test_memory_does_not_grow_with_the_graph(tmp_path):
    """N-Triples of ten times as many papers take no more, but for the papers' ids and labels."""
    peaks = []
    for papers in (100, 1000):
        kg = saved(tmp_path / str(papers), many(papers))
        tracemalloc.start()
        export(kg, tmp_path / "out.nt")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (tmp_path / "out.nt").stat().st_size > 9e6
    assert peaks[1] - peaks[0] < 9e5


def test_the_hash_seed_does_not_show(tmp_path):
    saved(tmp_path / "graph", TWO_PAPERS).close()
    code = (
        "import sys, paperkg.graph as g, paperkg.rdf as r\n"
        "kg = g.open_graph(sys.argv[1])\n"
        "[r.export(kg, f'{sys.argv[2]}.{ending}') for ending in r.FORMATS]"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", code, str(tmp_path / "graph"), str(tmp_path / seed)]
        subprocess.run(command, env=environment, check=True)
    for ending in FORMATS:
        assert (tmp_path / f"1.{ending}").read_bytes() == (tmp_path / f"2.{ending}").read_bytes()


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
    with pytest.raises(ValueError, match=r"not known; known are ttl \(Turtle\), nt \(N-Triples\), "):
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
    export(kg, tmp_path / "own.jsonld", base=base)
    assert strict(tmp_path / "own.jsonld") == strict(tmp_path / "own.nt")
    assert strict(tmp_path / "own.ttl") == strict(tmp_path / "own.nt")
    assert set(lenient(tmp_path / "own.ttl")) == set(to_rdflib(kg, base=base))


def test_importing_loads_neither_library():
    code = "import sys, paperkg.rdf; print({'rdflib', 'pyoxigraph', 'networkx'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "set()\n"
