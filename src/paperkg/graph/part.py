"""A part of the graph, read by SQL: what lies around some nodes, for graphs that do not fit into memory."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import networkx as nx

from paperkg.graph.network import assemble, paper_node
from paperkg.model import Family

if TYPE_CHECKING:
    from paperkg.graph.reader import KnowledgeGraph

_PAPER = paper_node("")
_IDS = "(SELECT value FROM json_each(?))"
"""A JSON list of ids: SQLite takes only so many values one by one."""


def part(kg: KnowledgeGraph, around: Iterable[str], hops: int) -> nx.MultiDiGraph[str]:
    """Read the nodes that are at most so many hops from one of a few, and all edges between them.

    Raises:
        networkx.NodeNotFound: One of the few is not in the graph.
    """
    nodes = _within(kg, set(around), hops)
    papers, concepts = _split(nodes)
    where = f"WHERE id IN {_IDS} ORDER BY position"
    links = kg.select_links(f"k.paper IN {_IDS}", json.dumps(papers))
    families = f"SELECT member, family FROM families WHERE member IN {_IDS} ORDER BY member, family"
    counts = f"SELECT concept, count(*) FROM links WHERE concept IN {_IDS} GROUP BY concept"
    [[total]] = kg.rows("SELECT count(*) FROM papers")
    return assemble(
        kg.name,
        kg.select_papers(where, json.dumps(papers)),
        dict(kg.rows(f"SELECT id, label FROM papers {where}", json.dumps(papers))),
        kg.select_concepts(f"WHERE c.id IN {_IDS} ORDER BY c.id", json.dumps(concepts)),
        [link for link in links if link.concept in nodes],
        (Family(*row) for row in kg.rows(families, json.dumps(concepts)) if row[1] in nodes),
        dict(kg.rows(counts, json.dumps(concepts))),
        total,
    )


def _within(kg: KnowledgeGraph, around: set[str], hops: int) -> set[str]:
    papers, concepts = _split(around)
    there = {
        paper_node(i) for (i,) in kg.rows(f"SELECT id FROM papers WHERE id IN {_IDS}", json.dumps(papers))
    }
    there |= {i for (i,) in kg.rows(f"SELECT id FROM concepts WHERE id IN {_IDS}", json.dumps(concepts))}
    if missing := sorted(around - there):
        raise nx.NodeNotFound(f"no node is called {missing[0]!r} in this graph; `find` gives a concept's id")
    seen, edge = set(around), around
    for _ in range(hops):
        edge = set(_next_to(kg, edge)) - seen
        seen |= edge
        if not edge:
            break
    return seen


def _next_to(kg: KnowledgeGraph, nodes: set[str]) -> Iterator[str]:
    """Yield what has an edge to or from one of the nodes."""
    papers, concepts = map(json.dumps, _split(nodes))
    for (concept,) in kg.rows(f"SELECT DISTINCT concept FROM links WHERE paper IN {_IDS}", papers):
        yield concept
    for (paper,) in kg.rows(f"SELECT DISTINCT paper FROM links WHERE concept IN {_IDS}", concepts):
        yield paper_node(paper)
    near = f"SELECT member, family FROM families WHERE member IN {_IDS} OR family IN {_IDS}"
    for pair in kg.rows(near, concepts, concepts):
        yield from pair


def _split(nodes: set[str]) -> tuple[list[str], list[str]]:
    """Part nodes into the ids of papers and those of concepts, each sorted."""
    papers = sorted(node.removeprefix(_PAPER) for node in nodes if node.startswith(_PAPER))
    return papers, sorted(node for node in nodes if not node.startswith(_PAPER))
