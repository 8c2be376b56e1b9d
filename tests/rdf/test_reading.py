"""An export comes back as the graph that it was written from."""

from __future__ import annotations

import io
import json
import socket
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import RDF, Literal, URIRef

from paperkg.graph import Contents, GraphError, open_graph
from paperkg.graph.reader import FILE
from paperkg.model import Kind, Link, Mention, Paper, Role
from paperkg.questions import evidence
from paperkg.rdf import FORMATS, RdfError, export, import_graph, parsing, vocabulary
from paperkg.rdf.parsing import parse
from tests.graph.example import WORLD

from .graphs import EVERYTHING, TWO_PAPERS, entry, lenient, saved
from .test_hostile import contents as hostile

TABLES = {
    "meta": "SELECT key, value FROM meta",
    "papers": "SELECT id, title, label, abstract, authors, year, venue, url, keywords, doi, arxiv,"
    " orcids, areas, citations, content_hash, extraction FROM papers",
    "concepts": "SELECT * FROM concepts",
    "aliases": "SELECT * FROM aliases",
    "links": "SELECT paper, concept, role, confidence FROM links ORDER BY paper, position",
    "mentions": "SELECT k.paper, k.concept, m.rank, m.start, m.end, m.kind, m.source, m.confidence"
    " FROM mentions m JOIN links k ON m.link = k.position",
    "results": "SELECT paper, claim, metric, benchmark, system, baseline FROM results"
    " ORDER BY paper, position",
    "families": "SELECT * FROM families",
}
"""What a store holds, but for the order of the papers: positions count within a paper."""


def tables(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        names = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        }
        index = {name for name in names if name.partition("_")[2].startswith("text")}  # of the words above
        assert names - index == set(TABLES), "a new table: does it come back?"
        columns = {column for _, column, *_ in connection.execute("PRAGMA table_info(papers)")}
        compared = {column for column, *_ in connection.execute(TABLES["papers"]).description}
        assert columns - {"position"} == compared, "a new column: does it come back?"
        found = {name: connection.execute(query).fetchall() for name, query in TABLES.items()}
    in_order = ("links", "results")
    return {name: rows if name in in_order else sorted(rows, key=repr) for name, rows in found.items()}


def again(contents: Contents, folder: Path, ending: str = "ttl", *, abstracts: bool = True) -> Path:
    """Save, export, import: the folder of what came back."""
    kg = saved(folder / "graph", contents)
    export(kg, folder / f"out.{ending}", abstracts=abstracts)
    kg.close()
    import_graph(folder / f"out.{ending}", folder / "again")
    return folder / "again"


@pytest.mark.parametrize("ending", FORMATS)
@pytest.mark.parametrize("name", ["everything", "world", "nothing"])
def test_every_table_comes_back(tmp_path, name: str, ending: str):
    contents = {"everything": EVERYTHING, "world": WORLD, "nothing": Contents((), (), ())}[name]
    back = again(contents, tmp_path, ending)
    before, after = tables(tmp_path / "graph"), tables(back)
    for table in TABLES:
        assert after[table] == before[table], table
    if name == "everything":
        assert all(before.values())


def test_what_came_back_is_exported_alike(tmp_path):
    back = again(EVERYTHING, tmp_path)
    export(open_graph(back), tmp_path / "second.ttl", abstracts=True)
    assert (tmp_path / "second.ttl").read_bytes() == (tmp_path / "out.ttl").read_bytes()


@pytest.mark.parametrize("ending", FORMATS)
def test_a_paper_with_all_its_fields_comes_back(tmp_path, ending: str):
    odd = "<a href=\"x\">'\\\\u0041\\n'</a> \t\u202e\U0001f9ee"
    papers = [
        Paper(
            "full", "On X", "We study X.", ("A B", "C D", "A B"), 2026, "Conf", "https://example.org/x",
            ("k", "k"), "10.1000/x", "2601.00001", ("", "0000-0002-1825-0097", ""), ("cs.LG", "cs.CL"), 0,
        ),
        Paper(
            "odd", "On Y", "We study Y.", (odd, ""), -3, odd, odd,
            (odd, ""), odd, odd, ("", "", ""), (odd, "", odd), 10**17,
        ),
        Paper("bare", "", "We study Z."),
    ]  # fmt: skip
    back = again(Contents(tuple(map(entry, papers)), (), ()), tmp_path, ending)
    with open_graph(back) as kg:
        assert sorted(kg.papers(), key=repr) == sorted(papers, key=repr)


@settings(deadline=None, max_examples=25)
@given(hostile())
def test_whatever_papers_bring_along_comes_back(graph: Contents):
    with tempfile.TemporaryDirectory() as folder:
        back = again(graph, Path(folder))
        assert tables(back) == tables(Path(folder, "graph"))


def test_without_abstracts_all_but_the_abstracts_comes_back(tmp_path):
    back = again(EVERYTHING, tmp_path, abstracts=False)
    before, after = tables(tmp_path / "graph"), tables(back)
    for table in set(TABLES) - {"papers"}:
        assert after[table] == before[table], table
    for old, new in zip(before["papers"], after["papers"], strict=True):
        *rest, _, last = old
        assert [*new[:3], *new[4:-2], new[-1]] == [*rest[:3], *rest[4:], last]  # 3: abstract; -2: its hash


def test_without_abstracts_the_quotes_stand_at_their_places(tmp_path):
    back = again(EVERYTHING, tmp_path, abstracts=False)
    with open_graph(tmp_path / "graph") as old, open_graph(back) as new:
        for before, after in zip(sorted(old.links(), key=repr), sorted(new.links(), key=repr), strict=True):
            words = [one.words for one in evidence(old, before)]
            assert [one.words for one in evidence(new, after)] == words
        paper = new.paper("cs/0112017")
        assert paper.abstract.startswith("Foo-7B is set against Bar on Sums")


def test_a_second_build_takes_over_what_came_back(tmp_path):
    """The extractions are those that the build stored, so that it works on new papers only."""
    from paperkg.build import build
    from paperkg.graph import known_extractions

    built = build(
        [Paper("1", "On X", "We test on GSM8K."), Paper("2", "On Y", "GSM8K is hard.")], tmp_path / "graph"
    )
    with open_graph(built.folder) as kg:
        extractor = kg.meta()["extractor"]
        export(kg, tmp_path / "out.ttl", abstracts=True)
    import_graph(tmp_path / "out.ttl", tmp_path / "again")
    known = dict(known_extractions(tmp_path / "again", extractor))
    assert known == dict(known_extractions(built.folder, extractor))
    assert len(known) == 2


def test_the_base_does_not_count(tmp_path):
    kg = saved(tmp_path / "graph", TWO_PAPERS)
    export(kg, tmp_path / "out.ttl", base="https://example.org/kg#", abstracts=True)
    import_graph(tmp_path / "out.ttl", tmp_path / "again")
    assert tables(tmp_path / "again") == tables(tmp_path / "graph")


# --- what cannot come back --------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["compact", "none"])
def test_less_than_the_full_evidence_is_refused(tmp_path, form: str):
    export(saved(tmp_path / "graph", TWO_PAPERS), tmp_path / "out.ttl", evidence=form, abstracts=True)
    with pytest.raises(RdfError, match="export it with --evidence full"):
        import_graph(tmp_path / "out.ttl", tmp_path / "again")
    assert not (tmp_path / "again").exists()


PK, OA = rdflib.Namespace(vocabulary.PK), rdflib.Namespace(vocabulary.OA)
NOTHING = URIRef("http://example.org/")
WRONG = [
    pytest.param(PK.Paper, rdflib.DCTERMS.identifier, [], "needs one .*identifier> and has 0", id="no id"),
    pytest.param(PK.Paper, rdflib.DCTERMS.identifier, ["a\0b"], "holds a NUL", id="a NUL in an id"),
    pytest.param(PK.Paper, rdflib.DCTERMS.title, ["a", "b"], "needs one .*title> and has 2", id="two titles"),
    pytest.param(PK.Paper, PK.hasText, [NOTHING], "no pk:extraction", id="no text"),
    pytest.param(PK.Paper, PK.doiText, ["a", "b"], "needs one .*doiText> and has 2", id="two DOIs"),
    pytest.param(PK.Paper, PK.citationCount, ["many"], "citationCount> is no number$", id="often"),
    pytest.param(PK.Paper, PK.citationCount, ["9" * 5000], "citationCount> is no number$", id="too often"),
    pytest.param(PK.Text, rdflib.SDO.text, ["other"], "not the text of its schema:sha256", id="other text"),
    pytest.param(PK.Text, PK.extraction, ["{"], "damaged", id="half an extraction"),
    pytest.param(PK.Text, PK.extraction, ['{"mentions": [[0]]}'], "damaged", id="odd extraction"),
    pytest.param(PK.Text, PK.extraction, ["[" * 100_000], "damaged", id="deep extraction"),
    pytest.param(PK.Concept, RDF.type, [PK.Concept], "one kind, not 0", id="no kind"),
    pytest.param(PK.Concept, PK.normalForm, [], "needs one", id="no normal form"),
    pytest.param(PK.Concept, PK.versionOf, [NOTHING], "no pk:Concept", id="no family"),
    pytest.param(PK.RoleAssertion, RDF.subject, [NOTHING], "no pk:Paper", id="no paper"),
    pytest.param(PK.RoleAssertion, RDF.object, [NOTHING], "no pk:Concept", id="no concept"),
    pytest.param(PK.RoleAssertion, RDF.predicate, [RDF.type], "no role", id="no role"),
    pytest.param(PK.RoleAssertion, PK.evidence, [], "no evidence", id="no evidence"),
    pytest.param(PK.RoleAssertion, PK.rank, ["7"], "without a gap", id="a gap"),
    pytest.param(PK.RoleAssertion, PK.rank, ["-1"], "no number from 0", id="below the first"),
    pytest.param(PK.RoleAssertion, PK.rank, ["9" * 5000], "no number from 0", id="a giant rank"),
    pytest.param(PK.RoleAssertion, PK.confidence, ["nan"], "from 0 to 1", id="not a number"),
    pytest.param(PK.Mention, PK.confidence, ["2"], "from 0 to 1", id="too sure"),
    pytest.param(PK.Mention, PK.kind, ["thing"], "pk:kind", id="no kind of mention"),
    pytest.param(PK.Mention, OA.hasTarget, [], "needs one", id="no target"),
    pytest.param(OA.SpecificResource, OA.hasSelector, [], "one selector by quote", id="no selector"),
    pytest.param(OA.TextPositionSelector, OA.start, ["0"], "length", id="a longer place"),
    pytest.param(OA.TextPositionSelector, OA.start, ["word"], "no number", id="a word for a place"),
    pytest.param(OA.TextQuoteSelector, OA.exact, ["elsewhere"], "length|stand where", id="other words"),
    pytest.param(PK.ResultClaim, PK.valueText, [], "needs one", id="no value"),
    pytest.param(PK.ResultClaim, PK.evidence, [], "not one quote", id="no quote"),
    pytest.param(PK.Setting, rdflib.SDO.name, [], "needs one", id="no name"),
]  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> rdflib.Graph:
    folder = tmp_path_factory.mktemp("good")
    export(saved(folder / "graph", EVERYTHING), folder / "out.nt", abstracts=True)
    return lenient(folder / "out.nt")


@pytest.mark.parametrize(("kind", "predicate", "values", "message"), WRONG)
def test_a_damaged_export_is_told_and_nothing_is_touched(tmp_path, good, kind, predicate, values, message):
    graph = rdflib.Graph()
    graph += good
    for node in list(good.subjects(RDF.type, kind)):
        graph.remove((node, predicate, None))
        for value in values:
            graph.add((node, predicate, Literal(value) if type(value) is str else value))
    graph.serialize(tmp_path / "bad.nt", format="nt", encoding="utf-8")
    saved(tmp_path / "graph", TWO_PAPERS).close()
    before = (tmp_path / "graph" / FILE).read_bytes()
    with pytest.raises(RdfError, match=message) as caught:
        import_graph(tmp_path / "bad.nt", tmp_path / "graph")
    assert str(caught.value).startswith(str(tmp_path / "bad.nt"))
    assert "\n" not in str(caught.value)
    assert (tmp_path / "graph" / FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("out.ttl", "<a b> a <x> .", "not well formed"),
        ("out.ttl", "", "no export by paperkg"),
        ("out.pdf", "", "not known"),
    ],
)
def test_what_is_no_export_is_told(tmp_path, name: str, text: str, message: str):
    (tmp_path / name).write_text(text)
    with pytest.raises(RdfError, match=message):
        import_graph(tmp_path / name, tmp_path / "again")


def test_what_is_no_graph_is_not_written_over(tmp_path):
    export(saved(tmp_path / "graph", TWO_PAPERS), tmp_path / "out.ttl")
    (tmp_path / "again").mkdir()
    (tmp_path / "again" / FILE).write_bytes(b"years of work")
    with pytest.raises(GraphError, match="move it away"):
        import_graph(tmp_path / "out.ttl", tmp_path / "again")
    assert (tmp_path / "again" / FILE).read_bytes() == b"years of work"


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4))
@settings(deadline=None, max_examples=20)
def test_evidence_keeps_its_order_whatever_it_is(places: list[int]):
    paper = EVERYTHING.entries[0].paper
    concept = EVERYTHING.concepts[0]
    spans = tuple(Mention(place, place + 2, Kind.TASK, f"part {place}", place / 7) for place in places)
    links = (Link(paper.id, concept.id, Role.USES, 0.3, spans),)
    with tempfile.TemporaryDirectory() as folder:
        back = again(Contents((entry(paper),), (concept,), links), Path(folder))
        with open_graph(back) as kg:
            assert tuple(kg.links()) == links


RDF_XML = '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://example.org/">'
ENDLESS = {
    "laughs.rdf": '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><r>&b;</r>',
    "deep.rdf": RDF_XML + "<e:a><e:p>" * 20_000 + "</e:p></e:a>" * 20_000 + "</rdf:RDF>",
    "open.rdf": RDF_XML + "<e:a><e:p>" * 20_000,
    "nested.ttl": "<a:a> <a:b> " + "<<( <a:a> <a:b> " * 1000 + "<a:c>" + " )>>" * 1000 + " .",
    "objects.jsonld": '{"@id":"a:a","a:b":' * 20_000 + "1" + "}" * 20_000,
    "lists.jsonld": '{"a:b":' + "[" * 20_000 + "1" + "]" * 20_000 + "}",
    "open.jsonld": '{"a:b":' * 20_000,
    "closed.jsonld": "]" * 20_000,
}


@pytest.mark.parametrize("name", ENDLESS)
def test_what_grows_without_end_is_refused(name: str, tmp_path: Path) -> None:
    """Parsers take the square of the time for it, or end the process."""
    path = tmp_path / name
    path.write_text(ENDLESS[name], encoding="utf-8")
    with pytest.raises(RdfError, match="which no export"):
        list(parse(path))


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1 << 20])
@pytest.mark.parametrize(
    ("text", "flat"),
    [
        (r'{"a": "[[[{{{", "b": [1, {"c": "\\\"{"}]}', True),
        ('"' + "[" * 100 + '"', True),
        ("[]" * 1000 + "{}" * 1000, True),
        ("[" * 60 + "]" * 60, True),
        ("[" * 65 + "]" * 65 + "{}", None),  # a little more may pass where it lies on a border
        ("[" * 130 + "]" * 130, False),
        ('{"a":' * 130, False),
    ],
)
def test_levels_of_json_are_counted_whatever_comes_at_once(monkeypatch, text: str, flat, chunk: int):
    monkeypatch.setattr(parsing, "_CHUNK", chunk)
    found = parsing._is_flat_json(Path(), io.BytesIO(text.encode()))
    assert flat is None or found is flat


def test_a_context_elsewhere_is_not_fetched(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0)
        address = f"http://127.0.0.1:{trap.getsockname()[1]}/context.jsonld"
        for context in (address, (tmp_path / "context.jsonld").as_uri(), [address], {"@import": address}):
            path = tmp_path / "out.jsonld"
            path.write_text(json.dumps({"@context": context, "@id": "a:a", "name": "x"}), encoding="utf-8")
            with pytest.raises(RdfError, match="not well formed"):
                list(parse(path))
        with pytest.raises(BlockingIOError):
            trap.accept()


@pytest.mark.parametrize("system", ["file:///etc/passwd", "http://127.0.0.1:9/x.dtd"])
def test_a_document_type_elsewhere_is_not_read(tmp_path: Path, system: str) -> None:
    path = tmp_path / "out.rdf"
    path.write_text(f'<!DOCTYPE r SYSTEM "{system}">{RDF_XML}&a;</rdf:RDF>', encoding="utf-8")
    with pytest.raises(RdfError, match=r"unrecognized entity `a`$"):
        list(parse(path))
