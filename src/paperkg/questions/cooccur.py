"""Which concepts of a kind go together in papers."""

from __future__ import annotations

import json
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind

FEWEST = 2  # what one paper names together is no habit


@dataclass(frozen=True, slots=True)
class Member:
    """One concept of several, with how many papers have it.

    Attributes:
        id: Its id.
        name: Its name.
        papers: How many papers have it.
    """

    id: str
    name: str
    papers: int


@dataclass(frozen=True, slots=True)
class Pair:
    """Two concepts that papers have together.

    Attributes:
        first: The one that more papers have; of as many the one whose id comes first.
        second: The other.
        papers: Ids of the papers that have both, in the order of the source.
    """

    first: Member
    second: Member
    papers: tuple[str, ...]


def cooccur(kg: KnowledgeGraph, kind: Kind = Kind.BENCHMARK) -> tuple[Pair, ...]:
    """Return the pairs of concepts of a kind that at least two papers have together, most papers first.

    Among pairs of as many papers come first those whose concepts are seldom seen apart (Jaccard's index).
    """
    order = {paper: place for place, paper in enumerate(kg.labels())}
    sharing = kg.count("links", "concept")
    names = dict(kg.rows("SELECT id, name FROM concepts WHERE kind = ?", kind))
    first, end = f"{kind}:", f"{kind};"  # the range of the ids of a kind: the index of links has it in order
    rows = kg.rows(
        "SELECT a.concept, b.concept, json_group_array(a.paper) FROM links a JOIN links b"
        " ON b.paper = a.paper AND b.concept > a.concept AND b.concept < ?2"
        " WHERE a.concept >= ?1 AND a.concept < ?2"
        f" GROUP BY a.concept, b.concept HAVING count(*) >= {FEWEST}",
        first,
        end,
    )
    pairs = []
    for one, other, papers in rows:
        members = [Member(concept, names[concept], sharing[concept]) for concept in (one, other)]
        members.sort(key=lambda member: (-member.papers, member.id))
        both = sorted(json.loads(papers), key=order.__getitem__)
        pairs.append(Pair(members[0], members[1], tuple(both)))
    return tuple(sorted(pairs, key=_rank))


def _rank(pair: Pair) -> tuple[float, float, str, str]:
    both = len(pair.papers)
    jaccard = both / (pair.first.papers + pair.second.papers - both)
    return -both, -jaccard, pair.first.id, pair.second.id
