"""How much is in a graph, and what most of it is about."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind, Role
from paperkg.questions.answer import Answer
from paperkg.questions.cooccur import Member

_MOST = 5


@dataclass(frozen=True, slots=True)
class Stats(Answer):
    """The counts of a graph.

    Attributes:
        papers: How many papers there are.
        empty: How many of them have no concept.
        years: How many papers each year has that papers say, the first year first.
        venues: How many papers each venue has that papers say, the largest first.
        concepts: How many concepts of each kind, every kind named.
        links: How many links with each role, every role named.
        shared: How many concepts at least two papers have.
        claims: How many reported numbers there are.
        families: How many concepts have versions.
        most: Of each kind the five concepts that most papers have, at least two.
    """

    papers: int
    empty: int
    years: Mapping[int, int]
    venues: Mapping[str, int]
    concepts: Mapping[Kind, int]
    links: Mapping[Role, int]
    shared: int
    claims: int
    families: int
    most: Mapping[Kind, tuple[Member, ...]]


def stats(kg: KnowledgeGraph) -> Stats:
    """Count what is in a graph."""
    kinds = kg.count("concepts", "kind")
    roles = kg.count("links", "role")
    sharing = kg.count("links", "concept")
    papers = kg.count("papers", "NULL").total()
    years = Counter({int(year): count for year, count in kg.count("papers", "year").items() if year})
    venues = Counter({venue: count for venue, count in kg.count("papers", "venue").items() if venue})
    return Stats(
        papers=papers,
        empty=papers - len(kg.count("links", "paper")),
        years=dict(sorted(years.items())),
        venues=dict(sorted(venues.items(), key=lambda pair: (-pair[1], pair[0]))),
        concepts={kind: kinds[kind] for kind in Kind},
        links={role: roles[role] for role in Role},
        shared=sum(count > 1 for count in sharing.values()),
        claims=kg.count("results", "NULL").total(),
        families=len(kg.count("families", "family")),
        most=_most(kg, sharing),
    )


def _most(kg: KnowledgeGraph, sharing: Counter[str]) -> dict[Kind, tuple[Member, ...]]:
    of_kind: defaultdict[str, list[Member]] = defaultdict(list)
    for concept, kind, name in kg.rows("SELECT id, kind, name FROM concepts"):
        if sharing[concept] > 1:
            of_kind[kind].append(Member(concept, name, sharing[concept]))
    for its in of_kind.values():
        its.sort(key=lambda used: (-used.papers, used.id))
    return {kind: tuple(of_kind[kind][:_MOST]) for kind in Kind}
