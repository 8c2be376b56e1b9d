"""What the topics of a graph are: communities of papers and the concepts that tie them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.graph.rarity import rarity
from paperkg.model import Kind
from paperkg.questions.answer import Answer
from paperkg.questions.communities import Edge, find_communities, most_telling
from paperkg.questions.resolve import stored

_CONCEPTS = 10
_NAMED = 3
_SAMPLES = 3


@dataclass(frozen=True, slots=True)
class TopicConcept:
    """A concept of a topic.

    Attributes:
        id: Its id.
        name: Its name.
        kind: What it is.
        within: How many papers of the topic have it.
        papers: How many papers have it at all.
    """

    id: str
    name: str
    kind: Kind
    within: int
    papers: int


@dataclass(frozen=True, slots=True)
class Topic:
    """Papers that have more to do with one another than with others.

    Attributes:
        label: The names of its three most telling concepts.
        concepts: Its most telling concepts, at most ten.
        papers: Ids of its papers, those first that its concepts tie most.
        samples: What to show for the first three of them.
    """

    label: str
    concepts: tuple[TopicConcept, ...]
    papers: tuple[str, ...]
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topics(Answer):
    """The topics of a graph.

    Attributes:
        topics: Those of at least two papers, the largest first.
        alone: Ids of the papers that are in none, in the order of the source.
    """

    topics: tuple[Topic, ...]
    alone: tuple[str, ...]


def topics(kg: KnowledgeGraph) -> Topics:
    """Return the topics of a graph: the same ones every time, whatever the order of its papers.

    Papers and the concepts that at least two of them have are the nodes; a link weighs its confidence times
    the rarity of its concept. They are split by Leiden's method; see `find_communities`. A concept is
    telling for its topic when many papers of the topic have it and few others.
    """
    labels = kg.labels()
    links = sorted(kg.rows("SELECT paper, concept, confidence FROM links"))
    sharing = Counter(concept for _, concept, _ in links)
    papers = sorted(labels)
    concepts = sorted(concept for concept, count in sharing.items() if count > 1)
    number = {concept: index for index, concept in enumerate(concepts, len(papers))}
    place = {paper: index for index, paper in enumerate(papers)}
    rare = {count: rarity(count, len(papers)) for count in set(sharing.values())}
    edges: list[Edge] = [
        (place[paper], number[concept], max(confidence, 0.01) * rare[sharing[concept]])
        for paper, concept, confidence in links
        if concept in number
    ]
    communities = find_communities(len(papers) + len(concepts), edges)
    home = {node: index for index, members in enumerate(communities) for node in members}
    inner: list[list[Edge]] = [[] for _ in communities]
    for edge in edges:
        if home[edge[0]] == home[edge[1]]:
            inner[home[edge[0]]].append(edge)
    nodes = [*papers, *concepts]
    found = [
        _topic(kg, own, nodes, labels, sharing) for own in inner if len({paper for paper, _, _ in own}) > 1
    ]
    found.sort(key=lambda topic: (-len(topic.papers), topic.papers))
    placed = {paper for topic in found for paper in topic.papers}
    return Topics(tuple(found), tuple(paper for paper in labels if paper not in placed))


def _topic(
    kg: KnowledgeGraph,
    edges: Sequence[Edge],
    nodes: Sequence[str],
    labels: dict[str, str],
    sharing: Counter[str],
) -> Topic:
    within = Counter(concept for _, concept, _ in edges)
    ties: Counter[int] = Counter()
    for paper, _, weight in edges:
        ties[paper] += weight  # type: ignore[assignment]  # a Counter counts in fractions as well
    telling = most_telling(within, {node: sharing[nodes[node]] for node in within})[:_CONCEPTS]
    concepts = tuple(_concept(kg, nodes[node], within[node], sharing[nodes[node]]) for node in telling)
    papers = tuple(nodes[paper] for paper in sorted(ties, key=lambda paper: (-ties[paper], paper)))
    return Topic(
        ", ".join(concept.name for concept in concepts[:_NAMED]),
        concepts,
        papers,
        tuple(labels[paper] for paper in papers[:_SAMPLES]),
    )


def _concept(kg: KnowledgeGraph, concept_id: str, within: int, papers: int) -> TopicConcept:
    concept = stored(kg, concept_id)
    return TopicConcept(concept_id, concept.name, concept.kind, within, papers)
