"""How much is in a graph."""

from __future__ import annotations

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
    kinds = kg.count("concepts", "kind")
    roles = kg.count("links", "role")
    return Stats(
        papers=kg.count("papers", "NULL").total(),
        concepts={kind: kinds[kind] for kind in Kind},
        links={role: roles[role] for role in Role},
        shared=sum(count > 1 for count in kg.count("links", "concept").values()),
        claims=kg.count("results", "NULL").total(),
        families=len(kg.count("families", "family")),
    )
