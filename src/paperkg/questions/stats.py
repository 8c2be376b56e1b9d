"""How much is in a graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind, Role


@dataclass(frozen=True, slots=True)
class Stats:
    """The counts of a graph.

    Attributes:
        papers: How many papers there are.
        concepts: How many concepts of each kind, every kind named.
        links: How many links with each role, every role named.
        shared: How many concepts at least two papers have.
        claims: How many reported numbers there are.
        families: How many concepts have versions.
    """

    papers: int
    concepts: Mapping[Kind, int]
    links: Mapping[Role, int]
    shared: int
    claims: int
    families: int


def stats(kg: KnowledgeGraph) -> Stats:
    """Count what is in a graph."""
    kinds = Counter(concept.kind for concept in kg.concepts())
    roles: Counter[Role] = Counter()
    papers: Counter[str] = Counter()
    for link in kg.links():
        roles[link.role] += 1
        papers[link.concept] += 1
    return Stats(
        papers=len(kg.labels()),
        concepts={kind: kinds[kind] for kind in Kind},
        links={role: roles[role] for role in Role},
        shared=sum(count > 1 for count in papers.values()),
        claims=sum(1 for _ in kg.results()),
        families=len({edge.family for edge in kg.families()}),
    )
