"""Which papers share a concept, and what each does with it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import ROLE_RANK, Concept, Role
from paperkg.questions.answer import Answer
from paperkg.questions.evidence import Evidence, evidence
from paperkg.questions.resolve import resolve


@dataclass(frozen=True, slots=True)
class SharedPaper:
    """A paper that has the concept.

    Attributes:
        id: The paper's id.
        label: What to show for it.
        role: What it does with the concept.
        sentences: Where it says so: first the sentence that the role rests on, then in the order of the text.
    """

    id: str
    label: str
    role: Role
    sentences: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Shared(Answer):
    """The papers that share a concept.

    Attributes:
        concept: What they share.
        papers: By role, the strongest first; within a role in the order of the source.
        versions: Ids of the concepts of the same family that papers beside these have, most papers first.
    """

    concept: Concept
    papers: tuple[SharedPaper, ...]
    versions: tuple[str, ...]


def shared(kg: KnowledgeGraph, name: str, role: Role | None = None) -> Shared:
    """Return the papers that share a concept, and what they do with it.

    Args:
        kg: The graph.
        name: The concept as people type it; see `resolve`.
        role: Count only papers that do this with it.

    Raises:
        UnknownNameError: No concept has this name.
        AmbiguousNameError: Several concepts have it.
    """
    concept = resolve(kg, name)
    labels = kg.labels()
    links = [link for link in kg.links(concept=concept.id) if role in (None, link.role)]
    links.sort(key=lambda link: ROLE_RANK[link.role])  # stable: the store keeps the order of the source
    papers = tuple(SharedPaper(k.paper, labels[k.paper], k.role, evidence(kg, k)) for k in links)
    return Shared(concept, papers, _versions(kg, concept.id, {paper.id for paper in papers}, role))


def _versions(kg: KnowledgeGraph, concept_id: str, known: set[str], role: Role | None) -> tuple[str, ...]:
    papers: Counter[str] = Counter()
    for relative in _relatives(kg, concept_id):
        having = {link.paper for link in kg.links(concept=relative) if role in (None, link.role)}
        if having - known:
            papers[relative] = len(having)
    return tuple(sorted(papers, key=lambda relative: (-papers[relative], relative)))


def _relatives(kg: KnowledgeGraph, concept_id: str) -> Iterator[str]:
    """Walk from a concept to its family, its versions, their versions and so on."""
    near: defaultdict[str, set[str]] = defaultdict(set)
    for edge in kg.families():
        near[edge.member].add(edge.family)
        near[edge.family].add(edge.member)
    seen, ahead = {concept_id}, [concept_id]
    while ahead:
        fresh = near[ahead.pop()] - seen
        seen |= fresh
        ahead += fresh
        yield from fresh
