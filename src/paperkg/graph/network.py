"""The store as a NetworkX graph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import networkx as nx

from paperkg.graph.rarity import rarity
from paperkg.model import Concept, Family, Link, Paper

if TYPE_CHECKING:
    from paperkg.graph.reader import KnowledgeGraph

FAMILY_KEY = "version_of"


def paper_node(paper_id: str) -> str:
    """Name a paper's node: "paper:" and its id."""
    return f"paper:{paper_id}"


def to_networkx(kg: KnowledgeGraph) -> nx.MultiDiGraph[str]:
    """Build the graph: papers and concepts as nodes, a link an edge keyed by its role.

    Nodes: ``paper:<id>`` with type "paper", label, title and, where known, year, venue, url; a concept's id
    with type = kind, label = name, aliases, papers (how many have it).
    Edges: paper -> concept with role, confidence, weight (confidence times rarity) and evidence, a tuple of
    (start, end) in the paper's text; concept -> concept, keyed "version_of", from a version to its family.
    """
    labels = kg.labels()
    links = list(kg.links())
    shared_by = Counter(link.concept for link in links)
    return assemble(kg.name, kg.papers(), labels, kg.concepts(), links, kg.families(), shared_by, len(labels))


def assemble(
    name: str,
    papers: Iterable[Paper],
    labels: Mapping[str, str],
    concepts: Iterable[Concept],
    links: Iterable[Link],
    families: Iterable[Family],
    shared_by: Mapping[str, int],
    total: int,
) -> nx.MultiDiGraph[str]:
    """Put the graph of some papers and concepts together.

    Args:
        name: The graph's.
        papers: Its papers.
        labels: What to show for each paper.
        concepts: Its concepts.
        links: Links between these.
        families: Families among these.
        shared_by: How many papers have a concept, in the whole graph.
        total: How many papers the whole graph has.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph(name=name)
    for paper in papers:
        graph.add_node(paper_node(paper.id), **_paper_attributes(paper, labels[paper.id]))
    for concept in concepts:
        graph.add_node(concept.id, **_concept_attributes(concept, shared_by.get(concept.id, 0)))
    for link in links:
        weight = link.confidence * rarity(shared_by[link.concept], total)
        graph.add_edge(
            paper_node(link.paper), link.concept, key=str(link.role), **_link_attributes(link, weight)
        )
    for family in families:
        graph.add_edge(family.member, family.family, key=FAMILY_KEY, role=FAMILY_KEY, weight=1.0)
    return graph


def _paper_attributes(paper: Paper, label: str) -> dict[str, object]:
    known = {"year": paper.year, "venue": paper.venue, "url": paper.url}
    return {"type": "paper", "label": label, "title": paper.title, **{k: v for k, v in known.items() if v}}


def _concept_attributes(concept: Concept, papers: int) -> dict[str, object]:
    return {"type": str(concept.kind), "label": concept.name, "aliases": concept.aliases, "papers": papers}


def _link_attributes(link: Link, weight: float) -> dict[str, object]:
    return {
        "role": str(link.role),
        "confidence": link.confidence,
        "weight": round(weight, 6),
        "evidence": tuple((mention.start, mention.end) for mention in link.evidence),
    }
