"""A graph as RDF, subject by subject: plain strings, in an order that nothing but the papers gives.

Each role stands twice: as a direct triple, for easy queries, and as a named assertion with its confidence,
method, run and evidence. Evidence is a Web Annotation whose selectors give the exact words and their place,
in code points of the paper's text. The text itself is left out unless it is asked for: it has owners.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from paperkg.graph import GraphError, KnowledgeGraph
from paperkg.graph.records import dump_extraction
from paperkg.model import Concept, Link, Mention, Paper, Result
from paperkg.rdf import vocabulary as v
from paperkg.rdf.iris import BASE, Iris, digest, web_address
from paperkg.rdf.links import elsewhere, known
from paperkg.rdf.terms import iri, literal
from paperkg.rdf.values import decimal, parse_value

CONTEXT = 32  # characters of text on either side of a quote


class EvidenceForm(StrEnum):
    """How much an export says of the evidence."""

    FULL = "full"  # annotations with both selectors, as the Web Annotation model has them
    COMPACT = "compact"  # one node a mention, with its words and their place
    NONE = "none"


class Block(NamedTuple):
    """All that a graph says of one subject; every part as N-Triples writes it.

    Attributes:
        subject: An IRI.
        types: Its classes, sorted.
        pairs: Predicates and values, sorted, none twice.
    """

    subject: str
    types: tuple[str, ...]
    pairs: list[tuple[str, str]]


def block(subject: str, types: tuple[str, ...], pairs: Iterable[tuple[str, str]]) -> Block:
    """Make a block; its pairs may come in any order."""
    return Block(subject, types, sorted(set(pairs)))


@dataclass(frozen=True, slots=True)
class Form:
    """How to say it.

    Attributes:
        base: What IRIs begin with.
        evidence: How much to say of the evidence.
        abstracts: Whether to give the papers' texts.
    """

    base: str = BASE
    evidence: EvidenceForm = EvidenceForm.FULL
    abstracts: bool = False


def blocks(kg: KnowledgeGraph, form: Form) -> Iterator[Block]:
    """Yield what a graph says, each subject once: what made it, the concepts, then paper by paper.

    Papers come in the order of their IRIs, not of the source, so that a shuffled source gives the same.

    Raises:
        ValueError: The base is no absolute http or https IRI that ends in "/" or "#".
        GraphError: The graph is damaged, or a piece of evidence lies outside its text.
    """
    iris = Iris(form.base)
    run = iri(iris.of("run", _run_name(kg)))
    yield Block(iri(iris.scheme), (iri(v.CONCEPT_SCHEME),), [])
    families = defaultdict(list)
    for family in kg.families():
        families[family.member].append(family.family)
    for concept in kg.concepts():
        yield _of_concept(concept, concept.id, families, iris)
    labels = kg.labels()
    components: dict[str, str] = {}
    for paper_id in sorted(labels, key=iris.paper):
        paper = kg.paper(paper_id)
        if paper is not None:
            yield from _Page(kg, paper, form, iris, run, components).blocks(labels[paper_id])
    yield from _of_run(kg, run, components, iris)


def dataset_name(kg: KnowledgeGraph) -> str:
    """Hash what a graph is made of: its papers and how it was made, not their order."""
    papers = sorted((paper.id, _sha256(paper.text)) for paper in kg.papers())
    return digest("dataset", _run_name(kg), *(part for paper in papers for part in paper))


# --- constants, written once ---------------------------------------------------------------------------

_OF_KIND = {
    kind: tuple(sorted(map(iri, (term, v.OWN_CONCEPT, v.CONCEPT)))) for kind, term in v.KIND_CLASS.items()
}
_ROLE = {role: iri(term) for role, term in v.ROLE_PROPERTY.items()}
_PAPER, _TEXT, _SEQUENCE = (iri(v.PAPER),), (iri(v.TEXT),), (iri(v.SEQUENCE),)
_ASSERTION, _CLAIM = (iri(v.ROLE_ASSERTION),), (iri(v.RESULT_CLAIM),)
_MENTION = (iri(v.ANNOTATION), iri(v.MENTION))
_QUOTE = (iri(v.ANNOTATION), iri(v.QUOTE))
_RESOURCE = (iri(v.SPECIFIC_RESOURCE),)
_QUOTED, _PLACED = (iri(v.QUOTE_SELECTOR),), (iri(v.POSITION_SELECTOR),)
_SUBJECT, _PREDICATE, _OBJECT = iri(v.SUBJECT), iri(v.PREDICATE), iri(v.OBJECT)
_CONFIDENCE, _METHOD, _FOUND_BY, _KIND = iri(v.CONFIDENCE), iri(v.METHOD), iri(v.FOUND_BY), iri(v.KIND)
_RANK, _GENERATED_BY, _EVIDENCE = iri(v.RANK), iri(v.GENERATED_BY), iri(v.EVIDENCE)
_HAS_BODY, _HAS_TARGET, _HAS_SOURCE = iri(v.HAS_BODY), iri(v.HAS_TARGET), iri(v.HAS_SOURCE)
_HAS_SELECTOR, _EXACT, _PREFIX, _SUFFIX = iri(v.HAS_SELECTOR), iri(v.EXACT), iri(v.PREFIX), iri(v.SUFFIX)
_START, _END = iri(v.START), iri(v.END)
_IDENTIFYING = (iri(v.MOTIVATED_BY), iri(v.IDENTIFYING))
_DESCRIBING = (iri(v.MOTIVATED_BY), iri(v.DESCRIBING))
_SCHEMA_MENTIONS = iri(v.SCHEMA_MENTIONS)


def _count(number: int) -> str:
    return f'"{number}"^^<{v.COUNT}>'


@lru_cache(maxsize=1024)
def _decimal(number: float) -> str:
    return literal(decimal(number), v.DECIMAL)


# --- concepts, and what made the graph ------------------------------------------------------------------


def _of_concept(concept: Concept, own_id: str, families: dict[str, list[str]], iris: Iris) -> Block:
    name = literal(concept.name)
    pairs = [
        (iri(v.IN_SCHEME), iri(iris.scheme)),
        (iri(v.PREF_LABEL), name),
        (iri(v.NORMAL_FORM), literal(concept.normal)),
    ]
    aliases = map(literal, concept.aliases)
    pairs += ((iri(v.ALT_LABEL), alias) for alias in aliases if alias != name)  # SKOS: a label is one of both
    for family in families.get(own_id, ()):
        other = iri(iris.concept(family))
        pairs += ((iri(v.VERSION_OF), other), (iri(v.BROADER), other))
    found = known(concept)
    if found.item:
        pairs.append((iri(v.EXACT_MATCH), iri(found.item)))
    if found.paper:
        pairs.append((iri(v.SEE_ALSO), iri(found.paper)))
    return block(iri(iris.concept(own_id)), _OF_KIND[concept.kind], pairs)


def _settings(kg: KnowledgeGraph) -> list[tuple[str, str]]:
    """How the graph was made; the store's own version is nothing that papers or their links depend on."""
    return sorted((key, value) for key, value in kg.meta().items() if key != "format")


def _run_name(kg: KnowledgeGraph) -> str:
    return digest("run", *(part for setting in _settings(kg) for part in setting))


def _of_run(kg: KnowledgeGraph, run: str, components: dict[str, str], iris: Iris) -> Iterator[Block]:
    named = sorted((component, name) for name, component in components.items())
    settings = sorted(
        (iri(iris.of("setting", digest("setting", key, value))), key, value) for key, value in _settings(kg)
    )
    pairs = [(iri(v.ASSOCIATED_WITH), component) for component, _ in named]
    pairs += ((iri(v.HAS_SETTING), setting) for setting, _, _ in settings)
    yield block(run, (iri(v.ACTIVITY), iri(v.RUN)), pairs)
    for component, name in named:
        yield block(component, (iri(v.AGENT), iri(v.COMPONENT)), [(iri(v.LABEL), literal(name))])
    for setting, key, value in settings:
        said = [(iri(v.NAME), literal(key)), (iri(v.SCHEMA_VALUE), literal(value))]
        yield block(setting, (iri(v.SETTING),), said)


# --- a paper ----------------------------------------------------------------------------------------------


class _Page:
    """One paper and all that is said of it; its blocks share names, which are made once."""

    def __init__(
        self, kg: KnowledgeGraph, paper: Paper, form: Form, iris: Iris, run: str, components: dict[str, str]
    ) -> None:
        self.kg, self.paper, self.form, self.iris, self.run = kg, paper, form, iris, run
        self.components = components  # the IRIs of those met so far, over all papers
        self.text = paper.text
        self.iri, self.text_iri = iri(iris.paper(paper.id)), iri(iris.text(paper.id))
        self._met: set[str] = set()

    def blocks(self, label: str) -> Iterator[Block]:
        links = list(self.kg.links(paper=self.paper.id))
        yield from self._of_paper(label, links)
        for rank, link in enumerate(links):
            yield from self._of_link(rank, link)
        for rank, result in enumerate(self.kg.results(paper=self.paper.id)):
            yield from self._of_result(rank, result)

    def _of_paper(self, label: str, links: Iterable[Link]) -> Iterator[Block]:
        paper = self.paper
        pairs = [(iri(v.IDENTIFIER), literal(paper.id)), (iri(v.HAS_TEXT), self.text_iri)]
        known = (
            (v.TITLE, paper.title),
            (v.LABEL, label),
            (v.VENUE, paper.venue),
            (v.DOI_TEXT, paper.doi),
            (v.ARXIV_TEXT, paper.arxiv),
        )
        pairs += ((iri(predicate), literal(value)) for predicate, value in known if value)
        if paper.year is not None:
            pairs.append((iri(v.PUBLISHED), literal(str(paper.year), v.INTEGER)))
            if 1 <= paper.year <= 9999:
                pairs.append((iri(v.ISSUED), literal(f"{paper.year:04}", v.YEAR)))
        if paper.citations is not None:
            pairs.append((iri(v.CITATION_COUNT), literal(str(paper.citations), v.INTEGER)))
        pairs += _addresses(paper)
        pairs += ((iri(v.AUTHOR), literal(author)) for author in paper.authors)
        pairs += ((iri(v.KEYWORDS), literal(keyword)) for keyword in paper.keywords)
        pairs += ((iri(v.AREA), literal(area)) for area in paper.areas)
        lists = (
            ("authors", v.AUTHOR_LIST, paper.authors),
            ("orcids", v.ORCID_LIST, paper.orcids),
            ("keywords", v.KEYWORD_LIST, paper.keywords),
            ("areas", v.AREA_LIST, paper.areas),
        )
        named = [
            (iri(self.iris.of(folder, self.iris.paper(paper.id).rpartition("/")[2])), predicate, values)
            for folder, predicate, values in lists
            if values
        ]
        pairs += ((iri(predicate), sequence) for sequence, predicate, _ in named)
        for link in links:  # schema:mentions whatever the role, for a client that does not reason
            concept = iri(self.iris.concept(link.concept))
            pairs += ((_ROLE[link.role], concept), (_SCHEMA_MENTIONS, concept))
        yield block(self.iri, _PAPER, pairs)
        for sequence, _, values in named:
            items = ((iri(v.item(number)), literal(value)) for number, value in enumerate(values, start=1))
            yield block(sequence, _SEQUENCE, items)
        yield self._of_text()

    def _of_text(self) -> Block:
        pairs = [(iri(v.SHA256), literal(_sha256(self.text)))]
        if self.form.evidence is EvidenceForm.FULL:
            extraction = self.kg.extraction(self.paper.id)
            pairs.append((iri(v.EXTRACTION), literal(dump_extraction(extraction))))
        if self.form.abstracts:
            pairs.append((iri(v.TEXT_ITSELF), literal(self.text)))
        return block(self.text_iri, _TEXT, pairs)

    def _of_link(self, rank: int, link: Link) -> Iterator[Block]:
        concept = iri(self.iris.concept(link.concept))
        name = digest("assertion", self.paper.id, link.role, link.concept)
        pairs = [
            (_SUBJECT, self.iri),
            (_PREDICATE, _ROLE[link.role]),
            (_OBJECT, concept),
            (_CONFIDENCE, _decimal(link.confidence)),
            (_RANK, _count(rank)),
            (_GENERATED_BY, self.run),
            (_METHOD, self._component(link.evidence[0].source)),
        ]
        evidence: list[Block] = []
        if self.form.evidence is not EvidenceForm.NONE:
            for place, mention in enumerate(link.evidence):
                about = self._of_mention(place, mention, link.concept, concept)
                pairs.append((_EVIDENCE, about[0].subject))
                evidence += about
        yield block(iri(self.iris.of("assertion", name)), _ASSERTION, pairs)
        yield from evidence

    def _component(self, source: str) -> str:
        if source not in self.components:
            self.components[source] = iri(self.iris.of("component", digest("component", source)))
        return self.components[source]

    def _of_mention(self, rank: int, mention: Mention, concept_id: str, concept: str) -> list[Block]:
        start, end = mention.start, mention.end
        exact = self._words(start, end)
        name = self._once("mention", self.paper.id, concept_id, start, end, exact)
        pairs = [
            _IDENTIFYING,
            (_HAS_BODY, concept),
            (_KIND, literal(mention.kind)),
            (_FOUND_BY, self._component(mention.source)),
            (_CONFIDENCE, _decimal(mention.confidence)),
            (_RANK, _count(rank)),
        ]
        return self._annotation(iri(self.iris.of("mention", name)), _MENTION, pairs, name, start, end)

    def _of_result(self, rank: int, result: Result) -> Iterator[Block]:
        claim = result.claim
        words = (claim.metric, claim.benchmark, claim.system, claim.baseline)
        place = (self._words(claim.start, claim.end), claim.start, claim.end)
        name = self._once("claim", self.paper.id, *place, claim.value, *words, *_concepts(result))
        subject = iri(self.iris.of("claim", name))
        pairs = [
            (iri(v.CLAIMED_IN), self.iri),
            (iri(v.VALUE_TEXT), literal(claim.value)),
            (_RANK, _count(rank)),
            (_GENERATED_BY, self.run),
        ]
        if parsed := parse_value(claim.value):
            number, unit = parsed
            pairs.append((iri(v.VALUE), literal(number, v.DECIMAL)))
            if unit:
                pairs.append((iri(v.UNIT), literal(unit)))
        for (predicate, in_words), concept, said in zip(_SLOTS, _concepts(result), words, strict=True):
            if concept is not None:
                pairs.append((predicate, iri(self.iris.concept(concept))))
            if said is not None:
                pairs.append((in_words, literal(said)))
        if self.form.evidence is EvidenceForm.NONE:
            yield block(subject, _CLAIM, pairs)
            return
        quote = iri(self.iris.of("quote", name))
        yield block(subject, _CLAIM, [*pairs, (_EVIDENCE, quote)])
        about = [_DESCRIBING, (_HAS_BODY, subject)]
        yield from self._annotation(quote, _QUOTE, about, name, claim.start, claim.end)

    def _annotation(
        self,
        subject: str,
        types: tuple[str, ...],
        pairs: list[tuple[str, str]],
        name: str,
        start: int,
        end: int,
    ) -> list[Block]:
        """Say where an annotation's words are, in both ways that the Web Annotation model has for it."""
        text = self.text
        exact = (_EXACT, literal(text[start:end]))
        place = [(_END, _count(end)), (_START, _count(start))]
        source = (_HAS_SOURCE, self.text_iri)
        if self.form.evidence is EvidenceForm.COMPACT:
            return [block(subject, types, [*pairs, source, exact, *place])]
        target = iri(self.iris.of("target", name))
        quoted, placed = iri(self.iris.of("selector", f"{name}q")), iri(self.iris.of("selector", f"{name}p"))
        around = [
            exact,
            (_PREFIX, literal(text[max(0, start - CONTEXT) : start])),
            (_SUFFIX, literal(text[end : end + CONTEXT])),
        ]
        return [
            block(subject, types, [*pairs, (_HAS_TARGET, target)]),
            Block(target, _RESOURCE, [(_HAS_SELECTOR, placed), (_HAS_SELECTOR, quoted), source]),
            Block(placed, _PLACED, place),
            Block(quoted, _QUOTED, around),
        ]

    def _once(self, *parts: str | int | None) -> str:
        """Hash what a node says, and its number where the paper says the same thing again."""
        name = digest(*parts)
        number = 1
        while name in self._met:
            number += 1
            name = digest(*parts, number)
        self._met.add(name)
        return name

    def _words(self, start: int, end: int) -> str:
        if not 0 <= start < end <= len(self.text):
            raise GraphError(
                f"paper {self.paper.id}: evidence from {start} to {end} lies outside its text"
                f" of {len(self.text)} characters; build the graph anew"
            )
        return self.text[start:end]


_SLOTS = tuple(
    (iri(concept), iri(words))
    for concept, words in (
        (v.METRIC, v.METRIC_TEXT),
        (v.BENCHMARK, v.BENCHMARK_TEXT),
        (v.SYSTEM, v.SYSTEM_TEXT),
        (v.BASELINE, v.BASELINE_TEXT),
    )
)


def _concepts(result: Result) -> tuple[str | None, ...]:
    return result.metric, result.benchmark, result.system, result.baseline


def _addresses(paper: Paper) -> Iterator[tuple[str, str]]:
    address = web_address(paper.url)
    if address:
        yield iri(v.URL), iri(address)
    if paper.url and paper.url != address:
        yield iri(v.ADDRESS_TEXT), literal(paper.url)
    found = elsewhere(paper)
    for same in found.addresses:
        yield iri(v.SAME_AS), iri(same)
    if found.doi:
        yield iri(v.DOI), literal(found.doi)
    if found.arxiv:
        yield iri(v.ARXIV_ID), literal(found.arxiv)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
