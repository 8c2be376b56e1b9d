"""All that a graph says about one paper or one concept, as a card."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import ROLE_RANK, Concept, Link, Paper, Role
from paperkg.questions.answer import Answer
from paperkg.questions.evidence import Evidence, evidence, evidence_of_paper
from paperkg.questions.reported import Reported, reported
from paperkg.questions.shared import SharedPaper
from paperkg.questions.titles import resolve_node

_CONTRIBUTES = re.compile(
    r"\b(?:we|this (?:paper|work|study)|here)\b[\w\s,]{0,40}?"
    r"\b(?:propos|present|introduc|develop|releas|show|stud(?:y|ies)\b|investigat)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Use:
    """What a paper does with a concept.

    Attributes:
        concept: The concept.
        role: What the paper does with it.
        sentences: Where it says so, the one that the role rests on first.
    """

    concept: Concept
    role: Role
    sentences: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class PaperCard(Answer):
    """What a graph says about a paper.

    Attributes:
        paper: The paper.
        label: What to show for it.
        contribution: The sentences that say what it introduces; else the first that says what it does.
        uses: Its concepts, the strongest role first, then in the order of the text.
        claims: The numbers that it reports.
    """

    paper: Paper
    label: str
    contribution: tuple[str, ...]
    uses: tuple[Use, ...]
    claims: tuple[Reported, ...]


@dataclass(frozen=True, slots=True)
class ConceptCard(Answer):
    """What a graph says about a concept.

    Attributes:
        concept: The concept, with its aliases.
        families: What it is a version, size or variant of.
        versions: What is a version, size or variant of it.
        papers: By role, the strongest first; within a role in the order of the source.
        claims: The numbers that it takes part in.
    """

    concept: Concept
    families: tuple[Concept, ...]
    versions: tuple[Concept, ...]
    papers: tuple[SharedPaper, ...]
    claims: tuple[Reported, ...]


def show(kg: KnowledgeGraph, name: str) -> PaperCard | ConceptCard:
    """Return the card of a paper or a concept; see `resolve_node` for what a name may be.

    Raises:
        UnknownNameError: There is neither a paper nor a concept of this name.
        AmbiguousNameError: There are several.
    """
    found = resolve_node(kg, name)
    return paper_card(kg, found) if isinstance(found, Paper) else concept_card(kg, found)


def paper_card(kg: KnowledgeGraph, paper: Paper) -> PaperCard:
    """Return the card of a paper of this graph."""
    used = uses(kg, paper.id)
    [(label,)] = kg.rows("SELECT label FROM papers WHERE id = ?", paper.id)
    claims = tuple(reported(kg, kg.results(paper=paper.id)))
    return PaperCard(paper, label, _contribution(kg, paper, used), used, claims)


def uses(kg: KnowledgeGraph, paper_id: str) -> tuple[Use, ...]:
    """Return the concepts of a paper with their roles, the strongest first, and sentences."""
    links = sorted(kg.links(paper=paper_id), key=lambda link: ROLE_RANK[link.role])
    said = zip(links, evidence_of_paper(kg, paper_id, links), strict=True)
    found = ((kg.concept(link.concept), link.role, shown) for link, shown in said)
    return tuple(Use(concept, role, shown) for concept, role, shown in found if concept)


def _contribution(kg: KnowledgeGraph, paper: Paper, used: Iterable[Use]) -> tuple[str, ...]:
    introducing = (use for use in used if use.role is Role.INTRODUCES and use.sentences)
    introduced = (use.sentences[0].sentence for use in introducing)
    said = tuple(dict.fromkeys(sentence for sentence in introduced if sentence != paper.title.strip()))
    if said:
        return said
    sentences = (paper.text[start:end] for start, end in kg.sentences(paper.id))
    return tuple(sentence.strip() for sentence in sentences if _CONTRIBUTES.search(sentence))[:1]


def concept_card(kg: KnowledgeGraph, concept: Concept) -> ConceptCard:
    """Return the card of a concept of this graph."""
    links: list[Link] = sorted(kg.links(concept=concept.id), key=lambda link: ROLE_RANK[link.role])
    labels = kg.labels() if links else {}
    families = list(kg.families())
    return ConceptCard(
        concept,
        _known(kg, (edge.family for edge in families if edge.member == concept.id)),
        _known(kg, (edge.member for edge in families if edge.family == concept.id)),
        tuple(SharedPaper(k.paper, labels[k.paper], k.role, evidence(kg, k)) for k in links),
        tuple(reported(kg, kg.results(concept=concept.id))),
    )


def _known(kg: KnowledgeGraph, ids: Iterable[str]) -> tuple[Concept, ...]:
    found = (kg.concept(concept_id) for concept_id in sorted(ids))
    return tuple(concept for concept in found if concept)
