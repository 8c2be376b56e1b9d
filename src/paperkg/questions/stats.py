"""How much is in a graph, and of what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind, Role
from paperkg.questions.cooccur import Member
from paperkg.questions.dates import year_of

_TOP = 5


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
        bare: How many papers have no concept.
        years: How many papers of each year, in order; a year is the source's own, else the one that the
            venue names.
        venues: How many papers of each venue, most first.
        top: Of each kind the five concepts that most papers have; of as many the one whose id comes first.
    """

    papers: int
    concepts: Mapping[Kind, int]
    links: Mapping[Role, int]
    shared: int
    claims: int
    families: int
    bare: int
    years: Mapping[int, int]
    venues: Mapping[str, int]
    top: Mapping[Kind, tuple[Member, ...]]


def stats(kg: KnowledgeGraph) -> Stats:
    """Count what is in a graph."""
    kinds = kg.count("concepts", "kind")
    roles = kg.count("links", "role")
    sharing = kg.count("links", "concept")
    papers = kg.count("papers", "NULL").total()
    years: Counter[int] = Counter()
    venues: Counter[str] = Counter()
    for year, venue, count in kg.rows("SELECT year, venue, count(*) FROM papers GROUP BY year, venue"):
        known = year_of(year, venue)
        if known is not None:
            years[known] += count
        if venue:
            venues[venue] += count
    return Stats(
        papers=papers,
        concepts={kind: kinds[kind] for kind in Kind},
        links={role: roles[role] for role in Role},
        shared=sum(count > 1 for count in sharing.values()),
        claims=kg.count("results", "NULL").total(),
        families=len(kg.count("families", "family")),
        bare=papers - len(kg.count("links", "paper")),
        years=dict(sorted(years.items())),
        venues=dict(sorted(venues.items(), key=lambda pair: (-pair[1], pair[0]))),
        top={kind: _top(kg, kind, sharing) for kind in Kind},
    )


def _top(kg: KnowledgeGraph, kind: Kind, sharing: Counter[str]) -> tuple[Member, ...]:
    rows = kg.rows("SELECT id, name FROM concepts WHERE kind = ?", kind)
    members = [Member(concept, name, sharing[concept]) for concept, name in rows if sharing[concept]]
    return tuple(sorted(members, key=lambda member: (-member.papers, member.id))[:_TOP])
