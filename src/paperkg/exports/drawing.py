"""How a graph is drawn elsewhere: the places of the page's map, its sizes and its colours, for every node.

The map shows some nodes and leaves the others out. Here these stand around what ties them most to what has
a place already: papers around a concept, concepts around a paper.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import paper_node
from paperkg.model import Kind, Link
from paperkg.view.choose import choose
from paperkg.view.data import weight
from paperkg.view.layout import GOLDEN
from paperkg.view.page import MAX_NODES
from paperkg.view.places import places as map_places
from paperkg.view.records import PAPER_SIZE, concept_size

COLOURS: Mapping[str, str] = {  # those of the page, by day
    "paper": "#828a94",
    Kind.BENCHMARK: "#c04f00",
    Kind.DATASET: "#2f8fca",
    Kind.MODEL: "#0a5aa6",
    Kind.TECHNIQUE: "#00906a",
    Kind.TASK: "#b8578f",
    Kind.METRIC: "#b57c00",
    Kind.KEYWORD: "#80868d",
}
_ROOM = {True: 48.0, False: 14.0}  # between papers around a concept; between concepts around a paper

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Look:
    """How a node is drawn: its middle (y grows downwards), its radius, its colour."""

    x: float
    y: float
    size: float
    colour: str


def drawing(kg: KnowledgeGraph) -> dict[str, Look]:
    """Say how each node is drawn, papers first, in the order of the source."""
    links = [Link(*tie[:4], ()) for tie in kg.ties()]  # what chooses asks for no evidence
    sharing = Counter(link.concept for link in links)
    papers = list(kg.labels())
    kinds = {row[0]: row[1] for row in kg.rows("SELECT id, kind FROM concepts ORDER BY id")}
    sizes = {paper_node(paper): PAPER_SIZE for paper in papers}
    sizes |= {concept: concept_size(sharing[concept], len(papers)) for concept in kinds}
    ties = [(paper_node(one.paper), one.concept, weight(one, sharing, len(papers))) for one in links]
    ties += [(one.member, one.family, 1.0) for one in kg.families()]
    choice = choose(papers, kinds, links, MAX_NODES)
    places = _map(kg.folder, [*map(paper_node, choice.papers), *choice.concepts], sizes, ties)
    _settle_others(sizes, ties, places)
    return {
        node: Look(*places[node], size, COLOURS[kinds.get(node, "paper")]) for node, size in sizes.items()
    }


def _map(
    folder: Path, drawn: list[str], sizes: Mapping[str, float], ties: list[tuple[str, str, float]]
) -> dict[str, Place]:
    number = {node: index for index, node in enumerate(drawn)}
    inner = [(number[a], number[b], tie) for a, b, tie in ties if a in number and b in number]
    positions = map_places(folder, [sizes[node] for node in drawn], inner).positions
    return dict(zip(drawn, positions, strict=True))


def _settle_others(
    sizes: Mapping[str, float], ties: list[tuple[str, str, float]], places: dict[str, Place]
) -> None:
    """Put each node that has no place beside the neighbour that ties it most; those without any, below."""
    near: defaultdict[str, list[tuple[float, str]]] = defaultdict(list)
    for a, b, tie in ties:
        near[a].append((-tie, b))
        near[b].append((-tie, a))
    around: Counter[tuple[str, bool]] = Counter()
    waiting = [node for node in sizes if node not in places]
    while waiting:
        anchors = {node: min((n for n in near[node] if n[1] in places), default=None) for node in waiting}
        found = {node: anchor[1] for node, anchor in anchors.items() if anchor}
        for node, anchor in found.items():
            places[node] = _beside(places[anchor], sizes[anchor], node, around, anchor)
        if not found:
            break
        waiting = [node for node in waiting if node not in places]
    lowest = max((y for _, y in places.values()), default=0.0) + 200
    for index, node in enumerate(waiting):
        places[node] = (round(40.0 * (index % 50), 1), round(lowest + 40.0 * (index // 50), 1))


def _beside(middle: Place, size: float, node: str, around: Counter[tuple[str, bool]], anchor: str) -> Place:
    """Find the next place on a spiral."""
    is_paper = node.startswith("paper:")
    around[anchor, is_paper] += 1
    turn = around[anchor, is_paper]
    reach = size + _ROOM[is_paper] * math.sqrt(turn)
    return (
        round(middle[0] + reach * math.cos(turn * GOLDEN), 1),
        round(middle[1] + reach * math.sin(turn * GOLDEN), 1),
    )
