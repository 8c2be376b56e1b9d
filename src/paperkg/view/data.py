"""What the page is told: nodes, edges, sentences and clusters as plain values, ready for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import FAMILY_KEY, paper_node
from paperkg.graph.rarity import rarity
from paperkg.model import ROLE_RANK, Kind, Link, Role
from paperkg.questions.communities import find_communities, most_telling
from paperkg.rdf.iris import BASE
from paperkg.rdf.vocabulary import KIND_CLASS, PK, ROLE_PROPERTY
from paperkg.view.choose import Choice, choose
from paperkg.view.evidence import one_line
from paperkg.view.layout import Cluster
from paperkg.view.places import places
from paperkg.view.records import Record, Records
from paperkg.view.scope import NoClusterError, Scope, kept_links, within

NAMED_CLUSTER = 8  # nodes; a smaller community needs no name


@dataclass(frozen=True, slots=True)
class PageData:
    """Everything that a page holds.

    Attributes:
        nodes: What is drawn: papers, then concepts, each with its place on the map; a node's number is its
            place in this list, or after it in the list of the others.
        edges: What ties them: the numbers of both ends, then the place of the role in `about`.
        about: The rest of what the first picture needs: name, totals, clusters, kinds and roles in order,
            what there is to filter by; and where the page is to ask for more, if not in itself.
        behind: What is opened later, by name: the other nodes, every link with its evidence, the sentences
            that the evidence points to, and what the cards say of papers. Nothing where a server has it.
    """

    nodes: list[Record]
    edges: list[list[int]]
    about: Record
    behind: dict[str, list[Any]]


def page_data(
    kg: KnowledgeGraph,
    max_nodes: int,
    scope: Scope = Scope(),  # noqa: B008 - frozen
    *,
    api: str = "",
) -> PageData:
    """Choose what is drawn, give it places, and gather the evidence of all.

    Args:
        kg: The graph.
        max_nodes: How many papers and concepts are drawn at first.
        scope: The part of the graph that the page holds.
        api: Where a page that is served asks for what is behind its first picture; it then holds no more.

    Raises:
        ValueError: `max_nodes` is below 1.
        NoClusterError: There is no such cluster.
        UnknownNameError: Nothing has the name that the page is to be around.
        AmbiguousNameError: Several concepts have it.
    """
    rows = kg.rows("SELECT paper, concept, role, confidence FROM links ORDER BY position")
    roles = {str(role): role for role in Role}
    everything = [Link(p, c, roles[role], sure, ()) for p, c, role, sure in rows]  # evidence is most of it
    choice, links, rest = _choose(kg, max_nodes, scope, everything)
    del everything
    shown = [*map(paper_node, choice.papers), *choice.concepts]
    order = [*shown, *rest]
    number = {node: index for index, node in enumerate(order)}
    records = Records(kg)
    families = _families(kg, number)
    edges = [[number[paper_node(k.paper)], number[k.concept], ROLE_RANK[k.role]] for k in links]
    edges += [[member, family, len(Role)] for member, family in families]
    weights = [weight(link, records.sharing, len(records.labels)) for link in links]
    weights += [1.0] * len(families)
    drawn = len(shown)
    inner = [(e, w) for e, w in zip(edges, weights, strict=True) if e[0] < drawn and e[1] < drawn]
    if api:
        behind: Record = {}
        nodes = records.piece(shown, ())["nodes"]
    else:
        papers = {paper for paper in records.labels if paper_node(paper) in number}
        behind = records.piece(order, kept_links(kg.links(), papers, number))
        nodes, behind["nodes"] = behind["nodes"][:drawn], behind["nodes"][drawn:]
    clusters = _place(kg.folder, nodes, [(e[0], e[1], w) for e, w in inner])
    kinds = Counter(node.partition(":")[0] for node in order)
    venues, years = _sources(kg, number)
    about = {
        "name": one_line(kg.name).encode("utf-8", "replace").decode(),
        "scope": one_line(scope.words),
        "api": api,
        "total": len(order),
        "papers": kinds["paper"],
        "kinds": ["paper", *map(str, Kind)],
        "counts": dict(sorted(kinds.items())),
        "roles": [*map(str, Role), FAMILY_KEY],
        "venues": venues,
        "years": years,
        "most": max((records.sharing[node] for node in order), default=0),
        "clusters": _cluster_records(clusters, [e for e, _ in inner]),
        "base": BASE,
        "vocabulary": PK,
        "properties": {str(role): iri for role, iri in ROLE_PROPERTY.items()},
        "classes": {str(kind): iri for kind, iri in KIND_CLASS.items()},
    }
    return PageData(nodes, [edge for edge, _ in inner], about, behind)


def _sources(kg: KnowledgeGraph, number: dict[str, int]) -> tuple[list[str], list[int]]:
    """Return the venues and years of the papers that the page holds."""
    venues: set[str] = set()
    years: set[int] = set()
    for paper, venue, year in kg.rows("SELECT id, venue, year FROM papers"):
        if paper_node(paper) in number:
            venues.add(one_line(venue))
            years.add(year or 0)
    return sorted(venues - {""}), sorted(years - {0})


def _choose(
    kg: KnowledgeGraph, max_nodes: int, scope: Scope, everything: list[Link]
) -> tuple[Choice, list[Link], list[str]]:
    """Return what is drawn, the links of all that the page holds, and what it holds beside."""
    papers, concepts = within(kg, scope, everything)
    links = kept_links(everything, set(papers), set(concepts))
    if scope.cluster is not None:
        choice = _members(kg, choose(papers, concepts, links, max_nodes), everything, scope.cluster)
        papers, concepts = list(choice.papers), list(choice.concepts)
        links = kept_links(links, set(papers), set(concepts))
    if scope.top is not None:
        choice = choose(papers, concepts, links, scope.top)
        papers, concepts = list(choice.papers), list(choice.concepts)
        links = kept_links(links, set(papers), set(concepts))
    choice = choose(papers, concepts, links, max_nodes)
    drawn = {*map(paper_node, choice.papers), *choice.concepts}
    rest = [node for node in [*map(paper_node, papers), *concepts] if node not in drawn]
    return choice, links, rest


def _members(kg: KnowledgeGraph, choice: Choice, everything: Sequence[Link], cluster: int) -> Choice:
    """Return what is drawn, cut down to one of its communities."""
    order = [*map(paper_node, choice.papers), *choice.concepts]
    number = {node: index for index, node in enumerate(order)}
    sharing = Counter(link.concept for link in everything)
    papers = len(kg.labels())
    ties = [
        (number[paper_node(link.paper)], number[link.concept], weight(link, sharing, papers))
        for link in everything
        if paper_node(link.paper) in number and link.concept in number
    ]
    ties += [(member, family, 1.0) for member, family in _families(kg, number)]
    communities = find_communities(len(order), sorted(ties))
    if cluster > len(communities):
        raise NoClusterError(f"there is no cluster {cluster}; this graph has {len(communities)}")
    members = communities[cluster - 1]
    split = len(choice.papers)
    return replace(
        choice,
        papers=tuple(choice.papers[member] for member in members if member < split),
        concepts=tuple(order[member] for member in members if member >= split),
    )


def weight(link: Link, sharing: Counter[str], papers: int) -> float:
    """Return how strongly a link ties on the map: the surer it is, and the rarer its concept, the more."""
    return max(link.confidence, 0.01) * rarity(sharing[link.concept], papers)


def _families(kg: KnowledgeGraph, number: dict[str, int]) -> list[tuple[int, int]]:
    return [
        (number[family.member], number[family.family])
        for family in kg.families()
        if family.member in number and family.family in number
    ]


def _place(folder: Path, nodes: list[Record], ties: list[tuple[int, int, float]]) -> tuple[Cluster, ...]:
    """Give the nodes their places and communities."""
    layout = places(folder, [node["size"] for node in nodes], ties)
    for node, (x, y) in zip(nodes, layout.positions, strict=True):
        node.update(x=x, y=y)
    for index, cluster in enumerate(layout.clusters):
        for member in cluster.members:
            nodes[member]["cluster"] = index
    return layout.clusters


def _cluster_records(clusters: Sequence[Cluster], edges: Sequence[list[int]]) -> list[Record]:
    """Describe each community, a larger one by the concept that is most its own."""
    home = {node: index for index, cluster in enumerate(clusters) for node in cluster.members}
    within: list[Counter[int]] = [Counter() for _ in clusters]
    ties: Counter[int] = Counter()
    for paper, concept, role, *_ in edges:
        if role < len(Role):
            ties[concept] += 1
            if home[paper] == home[concept]:
                within[home[concept]][concept] += 1
    records: list[Record] = []
    for cluster, counts in zip(clusters, within, strict=True):
        record: Record = {"x": cluster.x, "y": cluster.y, "r": cluster.radius}
        own = most_telling(counts, ties)
        if own and len(cluster.members) >= NAMED_CLUSTER:
            record["top"] = own[0]
        records.append(record)
    return records
