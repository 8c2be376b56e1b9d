"""Whatever papers bring along, the file is valid and says the same."""

from __future__ import annotations

import re
import string
import tempfile
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.graph import Contents
from paperkg.model import Concept, Kind, Link, Mention, Paper, Role
from paperkg.rdf import FORMATS, export, to_rdflib, vocabulary
from paperkg.rdf.terms import literal, value_of

from .graphs import entry, lenient, saved, strict

# Text that the store can hold: everything but surrogates.
nasty = st.text(
    st.one_of(
        st.sampled_from("\0\x01\x7f\r\n\t\"'\\<>{}|^`%[]@_:.\u2028\ufeff\ufffe\u202e🧮"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=12,
)
names = nasty.filter(bool)
addresses = st.one_of(
    nasty,
    st.builds(
        str.__add__, st.sampled_from(["http://", "https://", "HTTPS://e.org/", "http://[", "//"]), nasty
    ),
    st.builds(
        "https://example.org/{}?{}#{}".format,
        *[st.text(string.ascii_letters + string.digits + "-._~!$&'()*+,;=:@/é🧮", max_size=9)] * 3,
    ),
)
dois = nasty | st.builds("10.1000/{}".format, nasty | st.text("aZ9.()<>;:#-", max_size=9))
arxivs = nasty | st.sampled_from(["2110.14168", "cs/0112017", "2110.14168\n"])


@st.composite
def contents(draw: st.DrawFn) -> Contents:
    ids = draw(st.lists(names.filter(lambda name: "\0" not in name), unique=True, min_size=1, max_size=3))
    entries = []
    for paper_id in ids:
        paper = Paper(
            paper_id,
            draw(nasty),
            draw(names),
            authors=tuple(draw(st.lists(nasty, max_size=2))),
            year=draw(st.none() | st.integers(-10, 12_000)),
            venue=draw(nasty),
            url=draw(addresses),
            keywords=tuple(draw(st.lists(nasty, max_size=2))),
            doi=draw(dois),
            arxiv=draw(arxivs),
            orcids=tuple(draw(st.lists(nasty, max_size=2))),
            areas=tuple(draw(st.lists(nasty, max_size=2))),
            citations=draw(st.none() | st.integers(-10, 10**12)),
        )
        entries.append(entry(paper, draw(nasty)))
    normals = draw(st.lists(names, unique=True, max_size=3))
    concepts = []
    for normal in normals:
        name, others = draw(names), draw(st.sets(nasty, max_size=3))
        concepts.append(Concept(draw(st.sampled_from(Kind)), normal, name, tuple(sorted({name, *others}))))
    links = tuple(
        Link(
            one.paper.id,
            concept.id,
            draw(st.sampled_from(Role)),
            draw(st.floats(0, 1)),
            (Mention(0, draw(st.integers(1, len(one.paper.text))), concept.kind, "any", 1),),
        )
        for one in entries
        for concept in concepts
    )
    return Contents(tuple(entries), tuple(concepts), links)


@settings(deadline=None, max_examples=25)  # it writes files
@given(contents())
def test_any_text_comes_back_through_both_parsers(graph: Contents):
    with tempfile.TemporaryDirectory() as folder:
        kg = saved(Path(folder), graph)
        own = to_rdflib(kg)
        papers, concepts = list(kg.papers()), list(kg.concepts())
        for ending in FORMATS:
            if ending == "rdf":  # XML cannot hold all of it; see below
                continue
            path = Path(folder, f"out.{ending}")
            count = export(kg, path)
            read = strict(path)
            assert len(read) == count
            assert set(lenient(path)) == set(own)  # isomorphic, since no node is blank
            literals = [triple.object for triple in read if isinstance(triple.object, pyoxigraph.Literal)]
            assert not any(one.language or one.direction for one in literals)  # none to be malformed
            spoken = {one.value for one in literals}
            assert {p.id for p in papers} | {c.name for c in concepts} <= spoken
        kg.close()
    assert {str(value) for value in own.objects(None, rdflib.DCTERMS.identifier)} == {p.id for p in papers}
    of_papers = set(own.subjects(rdflib.RDF.type, rdflib.URIRef(vocabulary.PAPER)))
    titles = {str(title) for paper, title in own.subject_objects(rdflib.DCTERMS.title) if paper in of_papers}
    assert titles == {p.title for p in papers} - {""}
    labels = {str(label) for paper, label in own.subject_objects(rdflib.RDFS.label) if paper in of_papers}
    assert labels <= {e.label for e in graph.entries}
    assert {str(v) for v in own.objects(None, rdflib.SDO.author)} == {a for p in papers for a in p.authors}
    assert {str(v) for v in own.objects(None, rdflib.SDO.url)} <= {p.url.strip() for p in papers}
    assert {str(v) for v in own.objects(None, rdflib.DC.subject)} == {a for p in papers for a in p.areas}
    dois = {str(v) for v in own.objects(None, rdflib.URIRef(vocabulary.DOI_TEXT))}
    assert dois == {p.doi for p in papers} - {""}
    labels = {str(v) for v in own.objects(None, rdflib.SKOS.prefLabel | rdflib.SKOS.altLabel)}
    assert labels == {c.name for c in concepts} | {a for c in concepts for a in c.aliases}


@pytest.mark.parametrize(("text", "expected"), [("a\ud800b", "a�b"), ("\udc00\ud800", "��"), ("🧮", "🧮")])
def test_a_lone_surrogate_becomes_the_replacement_character(text: str, expected: str):
    assert value_of(literal(text)) == (expected, f"{vocabulary.XSD}string")


@settings(deadline=None, max_examples=25)
@given(contents())
def test_rdf_xml_says_the_same_but_for_what_xml_cannot_hold(graph: Contents):
    """XML 1.0, section 2.2: which characters there are."""
    cannot = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

    def xml(text: str) -> str:
        return cannot.sub("\N{REPLACEMENT CHARACTER}", text)

    with tempfile.TemporaryDirectory() as folder:
        kg = saved(Path(folder), graph)
        path = Path(folder, "out.rdf")
        export(kg, path)
        own = {
            (s, p, rdflib.Literal(xml(o), datatype=o.datatype) if isinstance(o, rdflib.Literal) else o)
            for s, p, o in to_rdflib(kg)
        }
        kg.close()
        assert set(lenient(path)) == own
        read = [quad.triple for quad in pyoxigraph.parse(path=path)]  # two texts may become one there
        assert {(t.subject.value, t.predicate.value, t.object.value) for t in read} == {
            tuple(map(str, triple)) for triple in own
        }


@pytest.mark.parametrize("text", [r"\b", r"\\u0001", "\\" * 3 + "\x01", r"\u0001", "\\\x7f"])
def test_what_looks_like_an_escape_is_none(tmp_path, text: str):
    paper = Paper("p", text, "a")
    export(saved(tmp_path, Contents((entry(paper),), (), ())), tmp_path / "out.rdf")
    titles = lenient(tmp_path / "out.rdf").objects(None, rdflib.DCTERMS.title)
    assert text.replace("\x01", "\N{REPLACEMENT CHARACTER}") in set(map(str, titles))
