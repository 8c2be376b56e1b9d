"""What the page is told: nodes, edges, sentences and clusters as plain values, ready for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import FAMILY_KEY, paper_node
from paperkg.graph.rarity import rarity
from paperkg.model import ROLE_RANK, Concept, Kind, Link, Paper, Result, Role
from paperkg.questions.communities import find_communities, most_telling
from paperkg.rdf.iris import BASE, paper_name, web_address
from paperkg.rdf.vocabulary import KIND_CLASS, PK, ROLE_PROPERTY
from paperkg.view.choose import Choice, choose, is_hub
from paperkg.view.evidence import evidence, one_line
from paperkg.view.layout import Cluster, arrange
from paperkg.view.scope import NoClusterError, Scope, kept_links, within

PAPER_SIZE, HUB_SIZE = 9.0, 6.0
NAMED_CLUSTER = 8  # nodes; a smaller community needs no name

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageData:
    """Everything that a page holds.

    Attributes:
        nodes: What is drawn: papers, then concepts, each with its place on the map; a node's number is its
            place in this list, or after it in the list of the others.
        edges: What ties them: the numbers of both ends, then the place of the role in `about`.
        about: The rest of what the first picture needs: name, totals, clusters, kinds and roles in order.
        behind: What is opened later, by name: the other nodes, every link with its evidence, the sentences
            that the evidence points to, and what the cards say of papers.
    """

    nodes: list[Record]
    edges: list[list[int]]
    about: Record
    behind: dict[str, list[Any]]


def page_data(kg: KnowledgeGraph, max_nodes: int, scope: Scope = Scope()) -> PageData:  # noqa: B008
    """Choose what is drawn, give it places, and gather the evidence of all.

    Raises:
        ValueError: `max_nodes` is below 1.
        NoClusterError: There is no such cluster.
        UnknownNameError: Nothing has the name that the page is to be around.
        AmbiguousNameError: Several concepts have it.
    """
    labels = kg.labels()
    everything = list(kg.links())
    sharing = Counter(link.concept for link in everything)
    found = Counter(link.paper for link in everything)
    choice, links, rest = _choose(kg, max_nodes, scope, everything)
    concepts = {concept.id: concept for concept in kg.concepts()}
    order = [*map(paper_node, choice.papers), *choice.concepts, *rest]
    number = {node: index for index, node in enumerate(order)}
    papers = {paper.id: paper for paper in kg.papers() if paper_node(paper.id) in number}

    def record(node: str) -> Record:
        if node in concepts:
            return _concept_record(concepts[node], sharing[node], is_hub(sharing[node], len(labels)))
        paper = node.partition(":")[2]
        return _paper_record(papers[paper], labels[paper], found[paper])

    records = [record(node) for node in order]
    drawn = len(choice.papers) + len(choice.concepts)
    nodes = records[:drawn]
    sentences = _Sentences(kg, papers)
    edges = [_link_record(link, number, sentences) for link in links]
    families = _families(kg, number)
    edges += [[member, family, len(Role)] for member, family in families]
    weights = [_weight(link, sharing, len(labels)) for link in links] + [1.0] * len(families)
    inner = [(e, w) for e, w in zip(edges, weights, strict=True) if e[0] < drawn and e[1] < drawn]
    clusters = _place(nodes, [(e[0], e[1], w) for e, w in inner])
    details = [{} if node in concepts else _paper_details(papers[node.partition(":")[2]]) for node in order]
    for result in kg.results():
        if result.paper in papers:
            claim = _claim_record(result, papers[result.paper].text, concepts, number)
            details[number[paper_node(result.paper)]].setdefault("claims", []).append(claim)
    kinds = Counter(node["kind"] for node in records)
    about = {
        "name": one_line(kg.name).encode("utf-8", "replace").decode(),
        "scope": one_line(scope.words),
        "total": len(order),
        "papers": kinds["paper"],
        "kinds": ["paper", *map(str, Kind)],
        "counts": dict(sorted(kinds.items())),
        "roles": [*map(str, Role), FAMILY_KEY],
        "clusters": _cluster_records(clusters, [e for e, _ in inner]),
        "base": BASE,
        "vocabulary": PK,
        "properties": {str(role): iri for role, iri in ROLE_PROPERTY.items()},
        "classes": {str(kind): iri for kind, iri in KIND_CLASS.items()},
    }
    behind: dict[str, list[Any]] = {
        "nodes": records[drawn:],
        "links": edges,
        "sentences": list(sentences.numbers),
        "details": details,
    }
    return PageData(nodes, [edge[:3] for edge, _ in inner], about, behind)


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
        (number[paper_node(link.paper)], number[link.concept], _weight(link, sharing, papers))
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


def _weight(link: Link, sharing: Counter[str], papers: int) -> float:
    return max(link.confidence, 0.01) * rarity(sharing[link.concept], papers)


def _families(kg: KnowledgeGraph, number: dict[str, int]) -> list[tuple[int, int]]:
    return [
        (number[family.member], number[family.family])
        for family in kg.families()
        if family.member in number and family.family in number
    ]


def _paper_record(paper: Paper, label: str, concepts: int) -> Record:
    name, title = one_line(label), one_line(paper.title)
    record: Record = {"key": paper_node(paper.id), "kind": "paper", "name": name}
    more = {"title": title if title != name else "", "venue": one_line(paper.venue), "year": paper.year}
    return record | {"size": PAPER_SIZE, "concepts": concepts} | _known(more)


def _paper_details(paper: Paper) -> Record:
    iri = paper_name(paper.id)
    more = {"authors": list(map(one_line, paper.authors)), "url": web_address(paper.url)}
    return _known(more | {"iri": iri if iri != paper.id else ""})


def _known(values: Record) -> Record:
    return {key: value for key, value in values.items() if value}


def _concept_record(concept: Concept, papers: int, hub: bool) -> Record:
    name = one_line(concept.name)
    size = HUB_SIZE if hub else round(min(5.0 + 2.6 * papers**0.5, 24.0), 1)
    record: Record = {"key": concept.id, "kind": str(concept.kind), "name": name}
    more = {"aliases": [one_line(alias) for alias in concept.aliases if alias != concept.name], "hub": hub}
    return record | {"size": size, "papers": papers} | _known(more)


class _Sentences:
    """The sentences that links point to, each held once and numbered as it comes."""

    def __init__(self, kg: KnowledgeGraph, papers: dict[str, Paper]) -> None:
        self.numbers: dict[str, int] = {}
        self._texts = {paper: (papers[paper].text, kg.sentences(paper)) for paper in papers}

    def find(self, link: Link) -> tuple[int, list[int]]:
        sentence, marks = evidence(*self._texts[link.paper], link.evidence)
        return self.numbers.setdefault(sentence, len(self.numbers)), marks


def _link_record(link: Link, number: dict[str, int], sentences: _Sentences) -> list[int]:
    said, marks = sentences.find(link)
    return [number[paper_node(link.paper)], number[link.concept], ROLE_RANK[link.role], said, *marks]


def _claim_record(result: Result, text: str, concepts: dict[str, Concept], number: dict[str, int]) -> Record:
    """Put a claim in words; a part whose concept is shown is a pair of its name and its number."""
    claim = result.claim
    record: Record = {"value": one_line(claim.value), "quote": one_line(text[claim.start : claim.end])}
    for part in ("metric", "benchmark", "system", "baseline"):
        concept = getattr(result, part)
        words = concepts[concept].name if concept else getattr(claim, part)
        if words:
            record[part] = [one_line(words), *([number[concept]] if concept in number else [])]
    return record


def _place(nodes: list[Record], ties: list[tuple[int, int, float]]) -> tuple[Cluster, ...]:
    """Give the nodes their places and communities."""
    layout = arrange([node["size"] for node in nodes], ties)
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
