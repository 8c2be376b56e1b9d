"""How two papers or concepts are connected: through what few others have, before what everyone has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from paperkg.graph import KnowledgeGraph
from paperkg.graph.rarity import rarity
from paperkg.model import Concept, Paper, Role
from paperkg.questions.answer import Answer
from paperkg.questions.evidence import Evidence, evidence
from paperkg.questions.resolve import stored
from paperkg.questions.titles import resolve_node

if TYPE_CHECKING:
    import networkx as nx

HUB_COST = 2.0  # a detour by one rare concept more is taken to get round the commonest of all
Node = tuple[str, str]  # ("paper" or "concept", id): a paper's id may look like a concept's


@dataclass(frozen=True, slots=True)
class Stop:
    """A paper or a concept on a path.

    Attributes:
        id: Its id.
        kind: "paper", or a concept's kind.
        name: A paper's label, a concept's name.
        papers: How many papers have the concept; None for a paper.
    """

    id: str
    kind: str
    name: str
    papers: int | None


@dataclass(frozen=True, slots=True)
class Step:
    """What ties a stop to the next.

    Attributes:
        role: What the paper of the two does with the concept; None between two concepts, of which one is a
            version of the other.
        sentence: Where the paper says so; None between two concepts.
    """

    role: Role | None
    sentence: Evidence | None


@dataclass(frozen=True, slots=True)
class Path:
    """A way from one to the other.

    Attributes:
        stops: From the first to the last, both included.
        steps: One fewer: the first ties the first two stops.
        cost: What the path costs; see `path`.
    """

    stops: tuple[Stop, ...]
    steps: tuple[Step, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Paths(Answer):
    """How two are connected.

    Attributes:
        start: The one.
        end: The other.
        paths: The cheapest first; empty where the two are not connected, or are one and the same.
    """

    start: Stop
    end: Stop
    paths: tuple[Path, ...]


def path(kg: KnowledgeGraph, start: str, end: str, most: int = 3) -> Paths:
    """Return how two papers or concepts are connected.

    To pass a concept costs 1 where one paper has it and nears 3 where all have it; half of that goes to each
    of its ties, those to papers and those to its family and versions. The cheapest path comes first, and
    each next is the cheapest that shares no inner stop with those before.

    Args:
        kg: The graph.
        start: A concept as people type it, or a paper: its id, its title or how the title begins.
        end: The other one.
        most: How many paths to return.

    Raises:
        UnknownNameError: Nothing is called so.
        AmbiguousNameError: Several are.
    """
    import networkx as nx

    ends = _node(resolve_node(kg, start)), _node(resolve_node(kg, end))
    sharing = kg.count("links", "concept")
    labels = kg.labels()
    found: list[Path] = []
    graph = _bipartite(kg, ends, len(labels)) if ends[0] != ends[1] else nx.Graph()
    while ends[0] != ends[1] and len(found) < most:
        try:
            cost, nodes = nx.bidirectional_dijkstra(graph, *ends)
        except nx.NetworkXNoPath:
            break
        steps = tuple(_step(kg, one, other) for one, other in pairwise(nodes))
        found.append(Path(tuple(_stop(kg, node, labels, sharing) for node in nodes), steps, cost))
        if len(nodes) == 2:
            graph.remove_edge(*nodes)
        graph.remove_nodes_from(nodes[1:-1])
    first, last = (_stop(kg, node, labels, sharing) for node in ends)
    return Paths(first, last, tuple(found))


def _bipartite(kg: KnowledgeGraph, ends: tuple[Node, Node], papers: int) -> nx.Graph[Node]:
    """Read papers and the concepts that tie something together, in an order that is not the source's."""
    import networkx as nx

    links = kg.rows(
        "SELECT paper, concept FROM links WHERE concept IN"
        " (SELECT concept FROM links GROUP BY concept HAVING count(*) > 1"
        " UNION SELECT member FROM families UNION SELECT family FROM families UNION VALUES (?), (?))"
        " ORDER BY paper, concept",
        *(name if what == "concept" else "" for what, name in ends),
    )
    ties: list[tuple[Node, Node]] = [(("paper", paper), ("concept", concept)) for paper, concept in links]
    families = sorted((family.member, family.family) for family in kg.families())
    ties += [(("concept", member), ("concept", family)) for member, family in families]
    degree = Counter(node for tie in ties for node in tie)
    half = {
        node: 0.5 + HUB_COST / 2 * (1 - rarity(count, papers)) if node[0] == "concept" else 0.0
        for node, count in degree.items()
    }
    graph: nx.Graph[Node] = nx.Graph()
    graph.add_nodes_from(ends)
    graph.add_weighted_edges_from((one, other, half[one] + half[other]) for one, other in ties)
    return graph


def _node(thing: Paper | Concept) -> Node:
    return ("paper" if isinstance(thing, Paper) else "concept", thing.id)


def _stop(kg: KnowledgeGraph, node: Node, labels: dict[str, str], sharing: Counter[str]) -> Stop:
    what, name = node
    if what == "paper":
        return Stop(name, "paper", labels[name], None)
    concept = stored(kg, name)
    return Stop(name, str(concept.kind), concept.name, sharing[name])


def _step(kg: KnowledgeGraph, one: Node, other: Node) -> Step:
    if one[0] == other[0]:
        return Step(None, None)
    (_, concept), (_, paper) = sorted((one, other))
    [link] = kg.select_links("k.paper = ? AND k.concept = ?", paper, concept)
    return Step(link.role, evidence(kg, link)[0])
