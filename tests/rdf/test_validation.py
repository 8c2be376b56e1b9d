"""Every export keeps to the shapes, and each shape catches what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import rdflib
from rdflib import RDF, SH, XSD, Literal, URIRef

from paperkg.graph import Contents
from paperkg.rdf import RdfError, export, validate, vocabulary
from paperkg.rdf import validation as module
from tests.graph.example import WORLD

from .graphs import EVERYTHING, TWO_PAPERS, lenient, saved

pytest.importorskip("pyshacl")

SHAPES = rdflib.Graph().parse(data=module.shapes_text(), format="turtle")
NOTHING = URIRef("http://example.org/nothing")
Mutant = tuple[URIRef, set[tuple[URIRef, rdflib.term.Node]]]


@pytest.mark.parametrize(
    "form", [{}, {"evidence": "compact"}, {"evidence": "none"}, {"abstracts": True}], ids=str
)
@pytest.mark.parametrize("name", ["everything", "world", "nothing"])
def test_every_export_keeps_to_the_shapes(tmp_path, name: str, form: dict[str, object]):
    contents = {"everything": EVERYTHING, "world": WORLD, "nothing": Contents((), (), ())}[name]
    count = export(saved(tmp_path, contents), tmp_path / "out.ttl", **form)
    checked = validate(tmp_path / "out.ttl")
    assert checked.violations == ()
    assert checked.triples == count


@pytest.mark.parametrize("ending", ["nt", "nq", "trig", "jsonld", "rdf"])
def test_every_format_can_be_checked(tmp_path, ending: str):
    export(saved(tmp_path, TWO_PAPERS), tmp_path / f"out.{ending}")
    assert validate(tmp_path / f"out.{ending}").violations == ()


def test_parts_find_what_the_whole_finds(tmp_path, monkeypatch):
    export(saved(tmp_path, EVERYTHING), tmp_path / "good.nt")
    bad = lenient(tmp_path / "good.nt")
    for paper in bad.subjects(RDF.type, URIRef(vocabulary.PAPER)):
        bad.add((paper, URIRef(vocabulary.HAS_TEXT), NOTHING))
    for node in list(bad.subjects(URIRef(vocabulary.EXACT))):
        bad.remove((node, URIRef(vocabulary.PREFIX), None))
    bad.serialize(tmp_path / "bad.nt", format="nt", encoding="utf-8")
    whole = validate(tmp_path / "bad.nt").violations
    monkeypatch.setattr(module, "_AT_ONCE", 40)
    assert validate(tmp_path / "bad.nt").violations == whole
    assert len(whole) > 20


# --- one mutant a constraint ------------------------------------------------------------------------------


def targets(shape: rdflib.term.Node) -> Iterator[URIRef]:
    yield from SHAPES.objects(shape, SH.targetClass)


def constraints() -> Iterator[tuple[URIRef, URIRef, URIRef, URIRef, rdflib.term.Node]]:
    """Class, property shape, path, constraint and its value, for each constraint of each property shape."""
    about = {SH.path, RDF.type}
    for shape, inner in SHAPES.subject_objects(SH.property):
        for target in targets(shape):
            for parameter, value in SHAPES.predicate_objects(inner):
                if parameter not in about:
                    yield target, inner, SHAPES.value(inner, SH.path), parameter, value


def broken(  # noqa: C901 - one line a constraint
    good: rdflib.Graph, node: URIRef, path: URIRef, parameter: URIRef, value: object, inner: URIRef
) -> set[rdflib.term.Node]:
    """What to say of the node by this property so that it breaks this constraint."""
    now = set(good.objects(node, path))
    an_iri = any(isinstance(one, URIRef) for one in now)
    datatype = SHAPES.value(inner, SH.datatype)

    def typed(text: str) -> Literal:
        return Literal(text, datatype=datatype if datatype != XSD.string else None)

    if parameter == SH.minCount:
        return set()
    if parameter == SH.maxCount:
        others = set(good.objects(None, path)) - now
        some = now or {min(others, default=Literal("one"))}
        more = others - some or {URIRef(f"{min(some)}-2") if an_iri else typed("77")}
        return {*some, min(more)}
    if parameter == SH.datatype:
        return {Literal(str(min(now, default="1")), datatype=XSD.anyURI)}
    if parameter == SH["class"]:
        return {NOTHING}
    if parameter == SH.nodeKind:
        return {Literal("no IRI")}
    if parameter in (SH["in"], SH.hasValue, SH.pattern):
        return {NOTHING if an_iri else Literal("wrong")}
    if parameter == SH.minInclusive:
        return {Literal("-0.5", datatype=XSD.decimal) if datatype == XSD.decimal else typed("0")}
    if parameter == SH.maxInclusive:
        return {Literal("1.5", datatype=XSD.decimal)}
    if parameter == SH.minLength:
        return {Literal("")}
    if parameter == SH.maxLength:
        return {Literal("x" * 33)}
    if parameter == SH.disjoint:
        return set(good.objects(node, value))
    if parameter == SH.lessThan:
        return set(good.objects(node, value))
    raise AssertionError(f"no mutant for {parameter}")


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> rdflib.Graph:
    folder = tmp_path_factory.mktemp("shapes")
    export(saved(folder / "graph", EVERYTHING), folder / "out.nt", abstracts=True)
    return lenient(folder / "out.nt")


def check(graph: rdflib.Graph, folder: Path) -> set[tuple[str, str]]:
    graph.serialize(folder / "mutants.nt", format="nt", encoding="utf-8")
    return {(one.node, one.path) for one in validate(folder / "mutants.nt").violations}


def test_each_constraint_of_each_shape_catches_a_broken_triple(good: rdflib.Graph, tmp_path):
    """Beside the good nodes stand copies, each with one thing wrong: they are found, and nothing else is."""
    graph = rdflib.Graph()
    graph += good
    wrong = set()
    for number, (target, inner, path, parameter, value) in enumerate(constraints()):
        steps = [path] if isinstance(path, URIRef) else list(SHAPES.items(path))
        path = steps[0]
        nodes = sorted(good.subjects(RDF.type, target))
        with_path = [node for node in nodes if good.value(node, path) is not None]
        node = (with_path or nodes)[0]
        copy = URIRef(f"http://example.org/copy/{number}")
        for said in good.predicate_objects(node):
            if said[0] != path:
                graph.add((copy, *said))
        for one in broken(good, node, path, parameter, value, inner):
            graph.add((copy, path, one))
        wrong.add((str(copy), "/".join(steps)))
    found = check(graph, tmp_path)
    assert len(wrong) > 150
    assert wrong - found == set()
    assert {node for node, _ in found} == {node for node, _ in wrong}


def test_each_property_shape_is_under_a_class():
    named = set(SHAPES.subjects(RDF.type, SH.PropertyShape))
    assert {inner for _, inner, *_ in constraints()} == named


PK = rdflib.Namespace(vocabulary.PK)
OA = rdflib.Namespace(vocabulary.OA)


@pytest.mark.parametrize(
    ("kind", "without", "added"),
    [
        *(
            pytest.param(
                vocabulary.PAPER, {RDF.type}, {(URIRef(role), None)}, id=f"no paper {role[len(PK) :]}"
            )
            for role in vocabulary.ROLE_PROPERTY.values()
        ),
        pytest.param(vocabulary.CONCEPT, {RDF.type}, {(RDF.type, URIRef(vocabulary.CONCEPT))}, id="no kind"),
        pytest.param(
            vocabulary.CONCEPT, set(), {(RDF.type, term) for term in (PK.Task, PK.Model)}, id="two kinds"
        ),
        pytest.param(vocabulary.RUN, {RDF.type}, {(RDF.type, PK.Run)}, id="no activity"),
        pytest.param(vocabulary.COMPONENT, {RDF.type}, {(RDF.type, PK.Component)}, id="no agent"),
        pytest.param(vocabulary.MENTION, {OA.hasTarget}, set(), id="no target"),
        pytest.param(
            vocabulary.MENTION,
            {OA.hasTarget},
            {(OA.hasSource, None), (OA.exact, Literal("x"))},
            id="half compact",
        ),
    ],
)
def test_a_node_that_is_wrong_as_a_whole_is_caught(good, tmp_path, kind, without, added):
    graph = rdflib.Graph()
    graph += good
    node, copy = min(good.subjects(RDF.type, URIRef(kind))), URIRef("http://example.org/copy")
    for predicate, value in good.predicate_objects(node):
        if predicate not in without:
            graph.add((copy, predicate, value))
    for predicate, value in added:
        graph.add((copy, predicate, min(good.objects(None, predicate)) if value is None else value))
    found = check(graph, tmp_path)
    assert (str(copy), "") in found
    assert {node for node, _ in found} == {str(copy)}


def test_a_blank_node_is_caught(good, tmp_path):
    graph = rdflib.Graph()
    graph += good
    (said, *_) = good.subjects(RDF.type, PK.Setting)
    for predicate, value in good.predicate_objects(said):
        graph.add((rdflib.BNode("b"), predicate, value))
    graph.serialize(tmp_path / "blank.nt", format="nt", encoding="utf-8")
    assert validate(tmp_path / "blank.nt").violations


# --- what is no export ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("out.ttl", "<https://example.org/a b> a <x> .", "not well formed: .*line 1"),
        ("out.nt", "what", "not well formed"),
        ("out.ttl", "", "no export by paperkg"),
        ("out.jsonld", "{", "not well formed"),
        ("out.csv", "a,b", "ending '.csv' is not known; known are ttl"),
    ],
)
def test_what_is_no_export_is_told(tmp_path, name: str, text: str, message: str):
    (tmp_path / name).write_text(text)
    with pytest.raises(RdfError, match=message):
        validate(tmp_path / name)


def test_without_pyshacl_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pyshacl", None)
    with pytest.raises(RdfError, match=r"pip install 'paperkg\[rdf\]'"):
        validate(tmp_path / "out.ttl")
