"""The NetworkX graph: what stands at its nodes and edges, and that NetworkX's own functions work on it."""

import json
import math
import sqlite3
from contextlib import closing

import networkx as nx
import pytest

from paperkg.graph import Contents, open_graph, save
from paperkg.graph.network import paper_node
from paperkg.graph.rarity import rarity
from tests.graph.example import ENTRIES, LINKS, WORLD, many


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graphs") / "mazes"
    folder.mkdir()
    save(folder, WORLD)
    return folder


@pytest.fixture(scope="module")
def graph(folder):
    with open_graph(folder) as kg:
        return kg.graph


def test_it_is_a_directed_multigraph_with_the_folders_name_made_once(folder):
    with open_graph(folder) as kg:
        assert type(kg.graph) is nx.MultiDiGraph
        assert kg.graph.name == "mazes"
        assert kg.graph is kg.graph


def test_a_papers_node(graph):
    assert graph.nodes["paper:mazes"] == {
        "type": "paper",
        "label": "GridLock: Mazes That Test Planning",
        "title": "GridLock: Mazes That Test Planning",
        "year": 2025,
        "venue": "Workshop on Mazes",
        "url": "https://example.org/a?b=1&c=2",
    }
    # no title, so the label stands in; what is not known is left out
    assert graph.nodes[paper_node("r/1 é")] == {"type": "paper", "label": "Relay", "title": ""}


def test_a_concepts_node(graph):
    assert graph.nodes["benchmark:gridlock"] == {
        "type": "benchmark",
        "label": "GridLock",
        "aliases": ("GRIDLOCK", "Grid-Lock", "GridLock"),
        "papers": 4,
    }
    assert graph.nodes["model:llama"] == {
        "type": "model",
        "label": "Llama",
        "aliases": ("Llama",),
        "papers": 0,
    }


def test_a_links_edge(graph):
    # four of six papers have GridLock: log(7/4) / log(7) = 0.287586
    # text: 34 letters of title and a newline; "We present " is 11 long; the last one is at 35 + 65
    assert graph.edges["paper:mazes", "benchmark:gridlock", "introduces"] == {
        "role": "introduces",
        "confidence": 1.0,
        "weight": 0.287586,
        "evidence": ((46, 54), (0, 8), (98, 106)),
    }
    # two of six papers have Llama 3, and the confidence is a quarter: log(7/2) / log(7) / 4 = 0.160948
    assert graph.edges["paper:r/1 é", "model:llama-3", "compares_with"]["weight"] == 0.160948


def test_a_versions_edge(graph):
    assert graph.edges["benchmark:gridlock-pro", "benchmark:gridlock", "version_of"] == {
        "role": "version_of",
        "weight": 1.0,
    }


def test_every_link_and_nothing_else_is_an_edge(folder, graph):
    with closing(sqlite3.connect(folder / "graph.sqlite")) as connection:
        count = {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("papers", "concepts", "links", "families")
        }
    assert graph.number_of_nodes() == count["papers"] + count["concepts"] == 6 + 12
    assert graph.number_of_edges() == count["links"] + count["families"] == 15 + 2
    roles = [role for *_, role in graph.edges(keys=True)]
    assert sorted(roles) == sorted([*(str(link.role) for link in LINKS), "version_of", "version_of"])
    assert all("type" in attributes for _, attributes in graph.nodes(data=True))


def test_the_text_shows_the_evidence_of_every_edge(folder, graph):
    texts = {f"paper:{entry.paper.id}": entry.paper.text for entry in ENTRIES}
    for source, target, attributes in graph.edges(data=True):
        for start, end in attributes.get("evidence", ()):
            words = texts[source][start:end].casefold()
            assert words in {alias.casefold() for alias in graph.nodes[target]["aliases"]}


def test_networkx_functions_work_on_it(graph):
    loose = graph.to_undirected()
    path = nx.shortest_path(loose, "paper:late", "model:llama-3")
    # every way of four steps goes from the late paper by GridLock to one of the two papers on Llama 3
    assert path[:2] == ["paper:late", "benchmark:gridlock"]
    assert path[2] in {"paper:mazes", "paper:r/1 é"}
    assert path[3:] == ["model:llama-3"]
    # walls (the task) joins by the paper on GridLock Pro; three nodes have no edge at all
    pieces = sorted(map(len, nx.connected_components(loose)))
    assert pieces == [1, 1, 1, 15]
    below = nx.descendants(graph, "paper:pro")
    assert below == {"benchmark:gridlock-pro", "benchmark:gridlock", "task:walls"}
    assert graph.in_degree("benchmark:gridlock") == 5  # four papers, one version
    between = nx.betweenness_centrality(loose)
    assert max(between, key=between.get) == "benchmark:gridlock"  # most ways go by it


def test_node_link_data_round_trip(graph):
    again = nx.node_link_graph(nx.node_link_data(graph, edges="edges"), edges="edges")
    assert nx.utils.graphs_equal(graph, again)
    through_json = nx.node_link_graph(
        json.loads(json.dumps(nx.node_link_data(graph, edges="edges"))), edges="edges"
    )
    assert set(through_json.edges(keys=True)) == set(graph.edges(keys=True))
    assert through_json.nodes["model:llama-3"]["aliases"] == ["Llama 3", "Llama-3"]


def test_a_chain_of_papers_is_one_piece(tmp_path):
    save(tmp_path, many(20))
    with open_graph(tmp_path) as kg:
        assert nx.is_weakly_connected(kg.graph)
        # each step from a paper to the next goes by the model between them
        assert nx.shortest_path_length(kg.graph.to_undirected(), "paper:p0", "paper:p19") == 2 * 19


def test_an_empty_graph(tmp_path):
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg:
        assert kg.graph.number_of_nodes() == 0


def test_the_rarer_the_weightier():
    assert rarity(1, 6) == 1.0
    assert rarity(4, 6) == pytest.approx(math.log(7 / 4, 7))
    weights = [rarity(papers_with, 50) for papers_with in range(1, 51)]
    assert weights == sorted(weights, reverse=True)
    assert 0 < weights[-1] < 0.01
    assert rarity(1, 1) == 1.0
    assert rarity(1, 0) == 0.0
