"""What the page is told: nodes, edges, sentences and clusters as plain values, ready for JSON."""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import FAMILY_KEY, paper_node
from paperkg.graph.rarity import rarity
from paperkg.model import Concept, Kind, Link, Paper, Result, Role
from paperkg.questions.communities import most_telling
from paperkg.rdf.iris import web_address
from paperkg.view.choose import choose
from paperkg.view.evidence import evidence, one_line
from paperkg.view.layout import Cluster, arrange

LINE = 26  # letters; a label has two lines at most
PAPER_SIZE, HUB_SIZE = 9.0, 6.0
NAMED_CLUSTER = 8  # nodes; a smaller community needs no name

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PageData:
    """Everything that a page shows.

    Attributes:
        nodes: Papers, then concepts, each numbered by its place, with its place on the map.
        edges: Links with their evidence, then families, by the numbers of their ends.
        about: The rest: name, totals, sentences that edges point to, clusters, kinds and roles in order.
    """

    nodes: list[Record]
    edges: list[Record]
    about: Record


def page_data(kg: KnowledgeGraph, max_nodes: int) -> PageData:
    """Choose what is shown, give it places and gather its evidence.

    Raises:
        ValueError: `max_nodes` is below 1.
    """
    labels = kg.labels()
    links = list(kg.links())
    sharing = Counter(link.concept for link in links)
    concepts = {concept.id: concept for concept in kg.concepts()}
    choice = choose(list(labels), concepts, links, max_nodes)
    number = {node: index for index, node in enumerate([*map(paper_node, choice.papers), *choice.concepts])}
    papers = {paper.id: paper for paper in kg.papers() if paper_node(paper.id) in number}
    found = Counter(link.paper for link in links)
    links = [link for link in links if link.paper in papers and link.concept in number]

    nodes = [_paper_record(papers[paper], labels[paper], found[paper]) for paper in choice.papers]
    nodes += [_concept_record(concepts[c], sharing[c], c in choice.hubs) for c in choice.concepts]
    for result in kg.results():
        if result.paper in papers:
            claim = _claim_record(result, papers[result.paper].text, concepts, number)
            nodes[number[paper_node(result.paper)]].setdefault("claims", []).append(claim)
    said = _Sentences(kg, papers)
    edges = [_link_record(link, number, said) for link in links]
    edges += [
        {"from": number[family.member], "to": number[family.family], "role": FAMILY_KEY}
        for family in kg.families()
        if family.member in number and family.family in number
    ]
    weights = [max(link.confidence, 0.01) * rarity(sharing[link.concept], len(labels)) for link in links]
    clusters = _place(nodes, edges, weights + [1.0] * (len(edges) - len(links)))
    about = {
        "name": one_line(kg.name).encode("utf-8", "replace").decode(),
        "total": choice.total,
        "papers": len(labels),
        "kinds": ["paper", *map(str, Kind)],
        "roles": list(map(str, Role)),
        "sentences": list(said.numbers),
        "clusters": _cluster_records(clusters, edges),
    }
    return PageData(nodes, edges, about)


def label_lines(text: str) -> list[str]:
    """Cut a label into at most two short lines; of "Name: what it is about" the name is enough.

    >>> label_lines("MMR-Life: Piecing Together Real-life Scenes")
    ['MMR-Life']
    >>> label_lines("What matters when many papers share one benchmark and some do not")
    ['What matters when many', 'papers share one…']
    """
    line = " ".join(text.split())
    head, colon, _ = line.partition(": ")
    if colon and 2 <= len(head) <= LINE:
        line = head
    wide = any(unicodedata.east_asian_width(char) in "WF" for char in line)
    return textwrap.wrap(line, LINE // 2 if wide else LINE, max_lines=2, placeholder="…") or [line]


def _paper_record(paper: Paper, label: str, concepts: int) -> Record:
    name, title = one_line(label), one_line(paper.title)
    record: Record = {"kind": "paper", "name": name, "label": label_lines(name), "size": PAPER_SIZE}
    more = {
        "title": title if title != name else "",
        "authors": list(map(one_line, paper.authors)),
        "venue": one_line(paper.venue),
        "year": paper.year,
        "url": web_address(paper.url),
    }
    return record | {"concepts": concepts} | {key: value for key, value in more.items() if value}


def _concept_record(concept: Concept, papers: int, hub: bool) -> Record:
    name = one_line(concept.name)
    size = HUB_SIZE if hub else round(min(5.0 + 2.6 * papers**0.5, 24.0), 1)
    record: Record = {"kind": str(concept.kind), "name": name, "label": label_lines(name), "size": size}
    more = {"aliases": [one_line(alias) for alias in concept.aliases if alias != concept.name], "hub": hub}
    return record | {"papers": papers} | {key: value for key, value in more.items() if value}


class _Sentences:
    """The sentences that links point to, each held once and numbered as it comes."""

    def __init__(self, kg: KnowledgeGraph, papers: dict[str, Paper]) -> None:
        self.numbers: dict[str, int] = {}
        self._texts = {paper: (papers[paper].text, kg.sentences(paper)) for paper in papers}

    def find(self, link: Link) -> tuple[int, list[int]]:
        sentence, marks = evidence(*self._texts[link.paper], link.evidence)
        return self.numbers.setdefault(sentence, len(self.numbers)), marks


def _link_record(link: Link, number: dict[str, int], sentences: _Sentences) -> Record:
    said, marks = sentences.find(link)
    ends = {"from": number[paper_node(link.paper)], "to": number[link.concept]}
    return ends | {"role": str(link.role), "said": said, "marks": marks}


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


def _place(nodes: list[Record], edges: list[Record], weights: list[float]) -> tuple[Cluster, ...]:
    """Number the nodes and give them their places."""
    ties = [(edge["from"], edge["to"], weight) for edge, weight in zip(edges, weights, strict=True)]
    layout = arrange([node["size"] for node in nodes], ties)
    for index, (node, (x, y)) in enumerate(zip(nodes, layout.positions, strict=True)):
        node.update(id=index, x=x, y=y)
    return layout.clusters


def _cluster_records(clusters: Sequence[Cluster], edges: Sequence[Record]) -> list[Record]:
    """Describe each community, a larger one by the concept that is most its own."""
    home = {node: index for index, cluster in enumerate(clusters) for node in cluster.members}
    within: list[Counter[int]] = [Counter() for _ in clusters]
    ties: Counter[int] = Counter()
    for edge in edges:
        if "said" in edge:
            ties[edge["to"]] += 1
            if home[edge["from"]] == home[edge["to"]]:
                within[home[edge["to"]]][edge["to"]] += 1
    records: list[Record] = []
    for cluster, counts in zip(clusters, within, strict=True):
        record: Record = {"x": cluster.x, "y": cluster.y, "r": cluster.radius}
        own = most_telling(counts, ties)
        if own and len(cluster.members) >= NAMED_CLUSTER:
            record["top"] = own[0]
        records.append(record)
    return records
