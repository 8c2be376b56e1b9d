"""What is like a paper, and why: papers that have the same rare concepts and do much with them."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.graph.rarity import rarity
from paperkg.model import Kind, Role
from paperkg.questions.answer import Answer
from paperkg.questions.resolve import stored
from paperkg.questions.titles import resolve_paper

# What a paper names in passing, measures or sets itself against says less of what it is about.
ROLE_WEIGHT = {
    Role.INTRODUCES: 1.0,
    Role.EVALUATES_ON: 1.0,
    Role.USES: 1.0,
    Role.ADDRESSES: 1.0,
    Role.COMPARES_WITH: 0.8,
    Role.MEASURES: 0.8,
    Role.MENTIONS: 0.8,
}
_REASONS = 5


@dataclass(frozen=True, slots=True)
class Reason:
    """A concept that two papers share.

    Attributes:
        concept: Its id.
        name: Its name.
        kind: What it is.
        papers: How many papers have it.
        role: What the paper that was asked about does with it.
        other_role: What the other one does with it.
        score: Its part of the score.
    """

    concept: str
    name: str
    kind: Kind
    papers: int
    role: Role
    other_role: Role
    score: float


@dataclass(frozen=True, slots=True)
class SimilarPaper:
    """A paper that is like another.

    Attributes:
        id: The paper's id.
        label: What to show for it.
        score: The cosine of the two papers' concepts, from 0 to 1.
        shared: How many concepts they share.
        reasons: The shared concepts that weigh most, at most five, the weightiest first.
    """

    id: str
    label: str
    score: float
    shared: int
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Similar(Answer):
    """What is like a paper.

    Attributes:
        id: The paper's id.
        label: What to show for it.
        papers: Those that share a concept with it, the likest first.
    """

    id: str
    label: str
    papers: tuple[SimilarPaper, ...]


def similar(kg: KnowledgeGraph, name: str, most: int = 10) -> Similar:
    """Return the papers that are most like one, each with the concepts that make it so.

    A paper is a vector of its concepts. A concept weighs its rarity (inverse document frequency), times
    what its role weighs, times 1 + ln(how often the paper names it). Papers are compared by the cosine; of
    the same score the smaller id comes first.

    Args:
        kg: The graph.
        name: The paper: its id, its title or how the title begins.
        most: How many papers to return.

    Raises:
        UnknownNameError: No paper is called so.
        AmbiguousNameError: Several are.
    """
    asked = resolve_paper(kg, name).id
    labels = kg.labels()
    sharing = kg.count("links", "concept")
    rare = {concept: rarity(papers, len(labels)) for concept, papers in sharing.items()}
    vectors: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for paper, concept, role, _, mentions in kg.ties():
        vectors[paper][concept] = rare[concept] * ROLE_WEIGHT[role] * (1 + math.log(mentions))
    scores = _cosines(asked, vectors)
    best = sorted(scores, key=lambda paper: (-scores[paper].total(), paper))[:most]
    papers = tuple(
        SimilarPaper(
            paper,
            labels[paper],
            scores[paper].total(),
            len(scores[paper]),
            _reasons(kg, asked, paper, scores[paper], sharing),
        )
        for paper in best
    )
    return Similar(asked, labels[asked], papers)


def _cosines(asked: str, vectors: Mapping[str, Mapping[str, float]]) -> dict[str, Counter[str]]:
    """Return, of each paper that shares a concept with the one asked about, every shared concept's part."""
    mine = vectors.get(asked, {})
    length = math.hypot(*mine.values())
    scores: dict[str, Counter[str]] = {}
    for paper, theirs in vectors.items():
        both = [] if paper == asked else [concept for concept in mine if concept in theirs]
        if both:
            lengths = length * math.hypot(*theirs.values())
            scores[paper] = Counter({c: mine[c] * theirs[c] / lengths for c in both})
    return scores


def _reasons(
    kg: KnowledgeGraph, asked: str, other: str, parts: Mapping[str, float], sharing: Mapping[str, int]
) -> tuple[Reason, ...]:
    roles = {paper: {link.concept: link.role for link in kg.links(paper=paper)} for paper in (asked, other)}
    reasons = []
    for concept in sorted(parts, key=lambda concept: (-parts[concept], concept))[:_REASONS]:
        known = stored(kg, concept)
        its_roles = roles[asked][concept], roles[other][concept]
        reasons.append(Reason(concept, known.name, known.kind, sharing[concept], *its_roles, parts[concept]))
    return tuple(reasons)
