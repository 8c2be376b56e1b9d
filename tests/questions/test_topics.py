"""Topics, against NetworkX over a graph that plain Python made."""

import os
import random
import subprocess
import sys
from collections import Counter
from math import log

import networkx as nx
import pytest

from paperkg.graph import Contents, open_graph, save
from paperkg.model import Kind, Role
from paperkg.questions import TopicConcept, Topics, topics
from paperkg.questions.communities import find_communities
from tests.questions.made import by_chance, make

USES = Role.USES, 1


def planted(groups=4, papers=12):
    """Groups whose papers have most of three concepts of their own; all papers have one model."""
    chance = random.Random(1)
    made = {}
    for group in range(groups):
        for number in range(papers):
            own = [f"task:g{group}n{concept}" for concept in range(3)]
            kept = own[:1] + chance.sample(own[1:], 1)
            made[f"{group}-{number}"] = dict.fromkeys(["model:hub", *kept], USES)
    names = list(made)
    chance.shuffle(names)
    return {name: made[name] for name in names}


def test_planted_groups_are_found_and_named_by_their_own_concepts(tmp_path):
    with make(tmp_path, planted()) as kg:
        found = topics(kg)
    assert found.alone == ()
    assert sorted(sorted(topic.papers) for topic in found.topics) == [
        sorted(f"{group}-{number}" for number in range(12)) for group in range(4)
    ]
    for topic in found.topics:
        group = topic.papers[0][0]
        assert topic.concepts[0] == TopicConcept(f"task:g{group}n0", f"G{group}N0", Kind.TASK, 12, 12)
        assert topic.label.startswith(f"G{group}N0, G{group}N")
        assert topic.samples == tuple(f"Paper {paper}" for paper in topic.papers[:3])


@pytest.mark.parametrize("seed", range(4))
def test_topics_are_communities_as_good_as_louvains_and_tied_together(tmp_path, seed):
    papers = by_chance(seed, papers=40)
    papers_with = Counter(concept for had in papers.values() for concept in had)
    nodes = sorted(papers) + sorted(concept for concept, count in papers_with.items() if count > 1)
    number = {node: index for index, node in enumerate(nodes)}
    graph = nx.Graph()
    graph.add_nodes_from(range(len(nodes)))
    for paper in sorted(papers):
        for concept in sorted(c for c in papers[paper] if c in number):
            rarity = log(41 / papers_with[concept]) / log(41)
            graph.add_edge(number[paper], number[concept], weight=0.5 * rarity)
    communities = find_communities(len(nodes), list(graph.edges.data("weight")))
    louvain = nx.community.louvain_communities(graph, resolution=1.3, seed=7)
    of = nx.community.modularity  # raises where they are no partition of the graph
    assert of(graph, communities, resolution=1.3) > of(graph, louvain, resolution=1.3) - 0.005
    assert all(nx.is_connected(graph.subgraph(its)) for its in communities)
    parts = [{nodes[n] for n in part} for part in communities]
    expected = [part & papers.keys() for part in parts if len(part & papers.keys()) > 1]
    with make(tmp_path, papers, sure=0.5) as kg:
        found = topics(kg)
    assert {frozenset(topic.papers) for topic in found.topics} == set(map(frozenset, expected))
    assert set(found.alone) == papers.keys() - set().union(*expected)
    sizes = [len(topic.papers) for topic in found.topics]
    assert sizes == sorted(sizes, reverse=True)
    for topic in found.topics:
        [part] = [part for part in parts if topic.papers[0] in part]
        score = {}
        for concept in part - papers.keys():
            within = sum(concept in papers[paper] for paper in topic.papers)
            score[concept] = within**2 / papers_with[concept]
        best = sorted(score, key=lambda concept: (-score[concept], concept))[:10]
        assert [concept.id for concept in topic.concepts] == best


def test_neither_the_order_of_the_source_nor_the_hash_seed_matters(tmp_path):
    papers = by_chance(5, papers=60)
    with make(tmp_path / "a", papers) as one, make(tmp_path / "b", dict(reversed(papers.items()))) as other:
        assert topics(one).topics == topics(other).topics
    code = "import sys, paperkg, paperkg.questions as q; print(q.topics(paperkg.open(sys.argv[1])))"
    shown = {
        subprocess.run(
            [sys.executable, "-c", code, tmp_path / "a"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in "12"
    }
    assert len(shown) == 1


def test_papers_that_share_nothing_and_an_empty_graph(tmp_path):
    with make(tmp_path / "two", {"b": {"task:x": USES}, "a": {}}) as kg:
        assert topics(kg) == Topics((), ("b", "a"))
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg:
        assert topics(kg) == Topics((), ())
