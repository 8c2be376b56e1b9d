"""A graph as RDF triples: plain tuples, without a library, in an order that depends on nothing but the graph.

Each role stands twice: as a direct triple, for easy queries, and as a named assertion with its confidence and
evidence. Evidence is a Web Annotation whose selectors give the exact words and their place, in code points of
the paper's text. The text itself is not exported: it has owners.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import NamedTuple

from paperkg.graph import GraphError, KnowledgeGraph
from paperkg.model import Concept, Link, Paper, Result
from paperkg.rdf import vocabulary as v
from paperkg.rdf.iris import BASE, Iris, digest, web_address
from paperkg.rdf.values import decimal, parse_value

CONTEXT = 32  # characters of text on either side of a quote


class Node(NamedTuple):
    """What a triple says of its subject: an IRI, or a literal with its datatype."""

    text: str
    datatype: str = ""  # empty for an IRI


Triple = tuple[str, str, Node]


def triples(kg: KnowledgeGraph, base: str = BASE) -> Iterator[Triple]:
    """Yield every triple of a graph once: the concepts, then paper by paper, each part sorted.

    Papers come in the order of their IRIs, not of the source, so that a shuffled source gives the same.

    Raises:
        ValueError: The base is no absolute http or https IRI that ends in "/" or "#".
        GraphError: The graph is damaged, or a piece of evidence lies outside its text.
    """
    iris = Iris(base)
    yield iris.scheme, v.TYPE, Node(v.CONCEPT_SCHEME)
    families = defaultdict(list)
    for family in kg.families():
        families[family.member].append(family.family)
    for concept in kg.concepts():
        yield from _sorted(_of_concept(concept, families[concept.id], iris))
    labels = kg.labels()
    for paper_id in sorted(labels, key=iris.paper):
        paper = kg.paper(paper_id)
        if paper is not None:
            yield from _sorted(_of_paper_and_text(kg, paper, labels[paper_id], iris))


def literal(text: str, datatype: str = v.STRING) -> Node:
    """Make a literal; a lone surrogate, which no file can hold, becomes U+FFFD."""
    return Node(re.sub("[\ud800-\udfff]", "\ufffd", text), datatype)


def _sorted(block: Iterable[Triple]) -> list[Triple]:
    """Sort by subject, its type first; without repeats."""
    return sorted(set(block), key=lambda triple: (triple[0], triple[1] != v.TYPE, triple))


def _of_concept(concept: Concept, families: Iterable[str], iris: Iris) -> Iterator[Triple]:
    iri = iris.concept(concept.id)
    yield iri, v.TYPE, Node(v.KIND_CLASS[concept.kind])
    yield iri, v.TYPE, Node(v.CONCEPT)
    yield iri, v.IN_SCHEME, Node(iris.scheme)
    name = literal(concept.name)
    yield iri, v.PREF_LABEL, name
    for alias in map(literal, concept.aliases):
        if alias != name:  # SKOS: no label is both preferred and alternative
            yield iri, v.ALT_LABEL, alias
    for family in families:
        yield iri, v.VERSION_OF, Node(iris.concept(family))
        yield iri, v.BROADER, Node(iris.concept(family))


def _of_paper_and_text(kg: KnowledgeGraph, paper: Paper, label: str, iris: Iris) -> Iterator[Triple]:
    yield from _of_paper(paper, label, iris)
    for link in kg.links(paper=paper.id):
        yield from _of_link(link, paper, iris)
    for result in kg.results(paper=paper.id):
        yield from _of_result(result, paper, iris)


def _of_paper(paper: Paper, label: str, iris: Iris) -> Iterator[Triple]:
    iri, text = iris.paper(paper.id), iris.text(paper.id)
    yield iri, v.TYPE, Node(v.PAPER)
    yield iri, v.IDENTIFIER, literal(paper.id)
    for predicate, value in ((v.TITLE, paper.title), (v.LABEL, label), (v.VENUE, paper.venue)):
        if value:
            yield iri, predicate, literal(value)
    if paper.year is not None and 1 <= paper.year <= 9999:
        yield iri, v.ISSUED, literal(f"{paper.year:04}", v.YEAR)
    if address := web_address(paper.url):
        yield iri, v.URL, Node(address)
    for author in paper.authors:
        yield iri, v.AUTHOR, literal(author)
    for keyword in paper.keywords:
        yield iri, v.KEYWORDS, literal(keyword)
    yield iri, v.HAS_TEXT, Node(text)
    yield text, v.TYPE, Node(v.TEXT)
    sha256 = hashlib.sha256(literal(paper.text).text.encode()).hexdigest()
    yield text, v.SHA256, literal(sha256)


def _of_link(link: Link, paper: Paper, iris: Iris) -> Iterator[Triple]:
    subject, predicate = iris.paper(paper.id), v.ROLE_PROPERTY[link.role]
    concept = Node(iris.concept(link.concept))
    yield subject, predicate, concept
    yield subject, v.SCHEMA_MENTIONS, concept  # whatever the role, for a client that does not reason
    assertion = iris.of("assertion", digest("assertion", paper.id, link.role, link.concept))
    yield assertion, v.TYPE, Node(v.ROLE_ASSERTION)
    yield assertion, v.SUBJECT, Node(subject)
    yield assertion, v.PREDICATE, Node(predicate)
    yield assertion, v.OBJECT, concept
    yield assertion, v.CONFIDENCE, literal(decimal(link.confidence), v.DECIMAL)
    for mention in link.evidence:
        exact = _words(paper, mention.start, mention.end)
        name = digest("mention", paper.id, link.concept, mention.start, mention.end, exact)
        iri = iris.of("mention", name)
        yield assertion, v.EVIDENCE, Node(iri)
        yield iri, v.TYPE, Node(v.MENTION)
        yield iri, v.MOTIVATED_BY, Node(v.IDENTIFYING)
        yield iri, v.HAS_BODY, concept
        yield from _of_annotation(iri, name, paper, mention.start, mention.end, iris)


def _of_result(result: Result, paper: Paper, iris: Iris) -> Iterator[Triple]:
    claim = result.claim
    name = digest("claim", paper.id, _words(paper, claim.start, claim.end), *astuple(claim))
    iri, quote = iris.of("claim", name), iris.of("quote", name)
    yield iri, v.TYPE, Node(v.RESULT_CLAIM)
    yield iri, v.CLAIMED_IN, Node(iris.paper(paper.id))
    yield iri, v.VALUE_TEXT, literal(claim.value)
    if parsed := parse_value(claim.value):
        number, unit = parsed
        yield iri, v.VALUE, literal(number, v.DECIMAL)
        if unit:
            yield iri, v.UNIT, literal(unit)
    slots = (
        (v.METRIC, result.metric),
        (v.BENCHMARK, result.benchmark),
        (v.SYSTEM, result.system),
        (v.BASELINE, result.baseline),
    )
    for predicate, concept in slots:
        if concept is not None:
            yield iri, predicate, Node(iris.concept(concept))
    yield iri, v.EVIDENCE, Node(quote)
    yield quote, v.TYPE, Node(v.QUOTE)
    yield quote, v.MOTIVATED_BY, Node(v.DESCRIBING)
    yield quote, v.HAS_BODY, Node(iri)
    yield from _of_annotation(quote, name, paper, claim.start, claim.end, iris)


def _of_annotation(iri: str, name: str, paper: Paper, start: int, end: int, iris: Iris) -> Iterator[Triple]:
    """Say where an annotation's words are, in both ways that the Web Annotation model has for it."""
    target = iris.of("target", name)
    quote, position = iris.of("selector", f"{name}q"), iris.of("selector", f"{name}p")
    yield iri, v.TYPE, Node(v.ANNOTATION)
    yield iri, v.HAS_TARGET, Node(target)
    yield target, v.TYPE, Node(v.SPECIFIC_RESOURCE)
    yield target, v.HAS_SOURCE, Node(iris.text(paper.id))
    yield target, v.HAS_SELECTOR, Node(quote)
    yield target, v.HAS_SELECTOR, Node(position)
    text = paper.text
    yield quote, v.TYPE, Node(v.QUOTE_SELECTOR)
    yield quote, v.EXACT, literal(text[start:end])
    yield quote, v.PREFIX, literal(text[max(0, start - CONTEXT) : start])
    yield quote, v.SUFFIX, literal(text[end : end + CONTEXT])
    yield position, v.TYPE, Node(v.POSITION_SELECTOR)
    yield position, v.START, literal(str(start), v.COUNT)
    yield position, v.END, literal(str(end), v.COUNT)


def _words(paper: Paper, start: int, end: int) -> str:
    text = paper.text
    if not 0 <= start < end <= len(text):
        raise GraphError(
            f"paper {paper.id}: evidence from {start} to {end} lies outside its text"
            f" of {len(text)} characters; build the graph anew"
        )
    return text[start:end]
