"""A subgraph is what NetworkX itself cuts out of the whole graph."""

import networkx as nx
import pytest

from paperkg.graph import open_graph, save
from tests.graph.example import WORLD


@pytest.fixture(scope="module")
def kg(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graphs") / "mazes"
    folder.mkdir()
    save(folder, WORLD)
    with open_graph(folder) as kg:
        yield kg


@pytest.mark.parametrize("hops", [0, 1, 2, 3, 9])
def test_it_is_what_networkx_cuts_out_of_the_whole(kg, hops):
    for node in kg.graph:
        near = nx.ego_graph(kg.graph.to_undirected(), node, radius=hops)
        part = kg.subgraph(around=node, hops=hops)
        assert nx.utils.graphs_equal(part, kg.graph.subgraph(near))
        assert list(part) == [other for other in kg.graph if other in near], "in the same order"


def test_around_several_nodes(kg):
    part = kg.subgraph(around=["paper:late", "task:walls"], hops=1)
    assert set(part) == {"paper:late", "benchmark:gridlock", "task:walls", "paper:pro"}
    assert part.name == "mazes"
    assert part.nodes["benchmark:gridlock"]["papers"] == 4, "of the whole graph"


def test_edges_between_what_is_found_are_there_whole(kg):
    part = kg.subgraph(around="benchmark:gridlock")
    # its version, which one of its papers has too: an edge between two that are each one hop away
    assert part.has_edge("paper:r/1 é", "benchmark:gridlock-pro", "evaluates_on")
    assert part.has_edge("benchmark:gridlock-pro", "benchmark:gridlock", "version_of")
    assert "paper:pro" not in part


@pytest.mark.parametrize("node", ["benchmark:nonsense", "paper:nobody", "", "GridLock", "paper:\ud800"])
def test_a_node_that_is_not_there_is_told(kg, node):
    with pytest.raises(nx.NodeNotFound, match="in this graph; `find` gives a concept's id"):
        kg.subgraph(around=["paper:late", node])
