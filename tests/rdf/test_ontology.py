"""The files that ship say what exports use: every term, and no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pyoxigraph
import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, SKOS

from paperkg.rdf import export, vocabulary
from paperkg.rdf.vocabulary import NAMESPACES, PK

from .graphs import EVERYTHING, saved

SHIPPED = files("paperkg.rdf")
ONTOLOGY = rdflib.Graph().parse(data=SHIPPED.joinpath("ontology.ttl").read_text("utf-8"), format="turtle")
ALIGNMENTS = rdflib.Graph().parse(data=SHIPPED.joinpath("alignments.ttl").read_text("utf-8"), format="turtle")
CONTEXT = json.loads(SHIPPED.joinpath("context.jsonld").read_text("utf-8"))["@context"]
CLASSES = set(ONTOLOGY.subjects(RDF.type, OWL.Class))
RELATIONS = set(ONTOLOGY.subjects(RDF.type, OWL.ObjectProperty))
VALUES = set(ONTOLOGY.subjects(RDF.type, OWL.DatatypeProperty))

# Read off the specifications of vocabularies that rdflib does not carry.
ELSEWHERE = {
    vocabulary.OA: {
        "Annotation", "SpecificResource", "TextQuoteSelector", "TextPositionSelector", "hasBody", "hasTarget",
        "motivatedBy", "hasSource", "hasSelector", "exact", "prefix", "suffix", "start", "end", "identifying",
        "describing",
    },
    vocabulary.FABIO: {"ResearchPaper", "hasArXivId"},
    vocabulary.PRISM: {"doi", "publicationName"},
    "http://www.w3.org/ns/mls#": {
        "EvaluationSpecification", "Dataset", "Model", "Algorithm", "Task", "EvaluationMeasure",
        "ModelEvaluation", "specifiedBy", "hasValue",
    },
    "http://purl.org/ontology/bibo/": {"authorList"},
    "http://www.w3.org/2005/11/its/rdf#": {"taConfidence"},
    "https://semopenalex.org/ontology/": {"citedByCount"},
}  # fmt: skip


def is_declared(term: str) -> bool:
    for namespace, names in ELSEWHERE.items():
        if term.startswith(namespace):
            return term.removeprefix(namespace) in names
    dublin = (rdflib.DC, rdflib.DCTERMS)
    known = (RDF, RDFS, SKOS, OWL, *dublin, rdflib.SDO, rdflib.PROV, rdflib.VOID, rdflib.DCAT)
    return any(rdflib.URIRef(term) in namespace for namespace in known)


@pytest.fixture(scope="module")
def triples(tmp_path_factory: pytest.TempPathFactory) -> set[pyoxigraph.Triple]:
    """All that exports of a graph that has everything say, in every form."""
    folder = tmp_path_factory.mktemp("ontology")
    kg = saved(folder / "graph", EVERYTHING)
    said = set()
    for evidence in ("full", "compact", "none"):
        export(kg, folder / "out.nt", evidence=evidence, abstracts=True)
        said |= {quad.triple for quad in pyoxigraph.parse(path=folder / "out.nt")}
    return said


def used(triples: set[pyoxigraph.Triple]) -> Iterator[str]:
    """Every predicate and every class."""
    for triple in triples:
        yield triple.predicate.value
        if triple.predicate.value == vocabulary.TYPE:
            yield triple.object.value


def test_every_own_term_of_an_export_is_in_the_ontology_and_the_other_way_round(triples):
    own = {term for term in used(triples) if term.startswith(PK)}
    assert own == {str(term) for term in CLASSES | RELATIONS | VALUES}


def test_every_other_term_is_declared_where_its_namespace_says(triples):
    others = {term for term in used(triples) if not term.startswith((PK, f"{RDF}_"))}
    assert {term for term in others if not is_declared(term)} == set()
    assert len(others) > 40


def test_an_export_uses_properties_as_the_ontology_says(triples):
    types: dict[str, set[str]] = {}
    for triple in triples:
        if triple.predicate.value == vocabulary.TYPE:
            types.setdefault(triple.subject.value, set()).add(triple.object.value)
    above = {
        str(term): {str(one) for one in ONTOLOGY.transitive_objects(term, RDFS.subClassOf)}
        for term in CLASSES
    }

    def is_a(node: str, kind: str) -> bool:
        return any(kind in above.get(term, {term}) for term in types.get(node, ()))

    for triple in triples:
        name = rdflib.URIRef(triple.predicate.value)
        if name not in RELATIONS | VALUES:
            continue
        assert is_a(triple.subject.value, str(ONTOLOGY.value(name, RDFS.domain))), triple
        expected = str(ONTOLOGY.value(name, RDFS.range))
        if name in VALUES:
            assert triple.object.datatype.value == expected
        else:
            assert is_a(triple.object.value, expected), triple


@pytest.mark.parametrize("term", sorted(CLASSES | RELATIONS | VALUES))
def test_every_term_says_what_it_is(term: rdflib.URIRef):
    above = RDFS.subClassOf if term in CLASSES else RDFS.subPropertyOf
    wanted = [RDFS.label, RDFS.comment] + ([] if term in CLASSES else [RDFS.domain, RDFS.range])
    assert all(len(set(ONTOLOGY.objects(term, said))) == 1 for said in wanted)
    supers = {str(one) for one in ONTOLOGY.transitive_objects(term, above)} - {str(term)}
    assert any(not one.startswith(PK) for one in supers), "it specialises no term that others know"
    assert all(one in map(str, CLASSES | RELATIONS) or is_declared(one) for one in supers)


def test_the_alignments_are_about_own_terms():
    aligned = {term for term in ALIGNMENTS.subjects() if str(term).startswith(PK)}
    assert aligned
    assert aligned <= CLASSES | RELATIONS | VALUES


@pytest.mark.parametrize("name", ["ontology", "alignments", "shapes"])
def test_the_files_are_strict_turtle(name: str):
    assert list(
        pyoxigraph.parse(SHIPPED.joinpath(f"{name}.ttl").read_bytes(), format=pyoxigraph.RdfFormat.TURTLE)
    )


def test_the_context_types_values_as_the_ontology_does():
    for term in CLASSES:
        assert CONTEXT[term.removeprefix(PK)] == f"pk:{term.removeprefix(PK)}"
    for term in RELATIONS:
        name = term.removeprefix(PK)
        assert CONTEXT[name] == {"@id": f"pk:{name}", "@type": "@id"}
    for term in VALUES:
        name, range_ = (
            term.removeprefix(PK),
            str(ONTOLOGY.value(term, RDFS.range)).removeprefix(vocabulary.XSD),
        )
        typed = {"@id": f"pk:{name}", "@type": f"xsd:{range_}"}
        assert CONTEXT[name] == (f"pk:{name}" if range_ == "string" else typed)
    assert {name: CONTEXT[name] for name in NAMESPACES} == NAMESPACES


def test_json_ld_needs_no_long_form(tmp_path: Path):
    export(saved(tmp_path / "graph", EVERYTHING), tmp_path / "out.jsonld")
    text = (tmp_path / "out.jsonld").read_text("utf-8")
    assert '"@value"' not in text
    assert '"@id":"paper:A1b_-2","@type":["Paper"]' in text
    assert '"introduces":"concept:benchmark-sums-pro"' in text
