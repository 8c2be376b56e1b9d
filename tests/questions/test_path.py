"""How two are connected, against NetworkX over a graph that plain Python made."""

from itertools import combinations, islice
from math import log

import networkx as nx
import pytest

from paperkg.graph import Contents, open_graph, save
from paperkg.model import Role
from paperkg.questions import AmbiguousNameError, Evidence, Step, Stop, UnknownNameError, path
from tests.questions.made import by_chance, make

USES = Role.USES, 1


def ids(found):
    return [[stop.id for stop in way.stops] for way in found.paths]


def expected(papers, families=()):
    """The graph as the docstring of `path` has it: half of what a concept costs on each of its ties."""
    graph = nx.Graph()
    graph.add_edges_from((paper, concept) for paper, had in papers.items() for concept in had)
    graph.add_edges_from(families)
    scale = log(len(papers) + 1)

    def half(node):
        return 0 if node in papers else (1 + 2 * log(graph.degree[node]) / scale) / 2

    for one, other in graph.edges:
        graph.edges[one, other]["weight"] = half(one) + half(other)
    return graph


def cost(graph, nodes):
    return nx.path_weight(graph, nodes, "weight")


@pytest.mark.parametrize("seed", range(4))
def test_paths_are_the_shortest_and_share_no_inner_stop(tmp_path, seed):
    papers = by_chance(seed, papers=16)
    families = [("benchmark:c0", "benchmark:c3"), ("technique:c1", "technique:none")]
    whole = expected(papers, families)
    with make(tmp_path, papers, families) as kg:
        for start, end in [*islice(combinations(papers, 2), 40), ("p1", "benchmark:c0"), ("p2", "p15")]:
            left = whole.copy()
            found = path(kg, start, end)
            for way in found.paths:
                nodes = [stop.id for stop in way.stops]
                assert way.cost == pytest.approx(cost(left, nodes))
                assert way.cost == pytest.approx(nx.shortest_path_length(left, start, end, "weight"))
                left.remove_nodes_from(nodes[1:-1])
                if len(nodes) == 2:
                    left.remove_edge(*nodes)
            if len(found.paths) < 3:
                assert not (start in left and end in left and nx.has_path(left, start, end))


def test_a_way_round_by_rare_concepts_comes_before_a_hub(tmp_path):
    papers = {f"p{number}": {"model:hub": USES} for number in range(30)}
    papers["p0"]["task:one"] = papers["p1"]["task:one"] = USES
    papers["p1"]["task:two"] = papers["p2"]["task:two"] = USES
    with make(tmp_path, papers) as kg:
        assert ids(path(kg, "p0", "p2")) == [
            ["p0", "task:one", "p1", "task:two", "p2"],
            ["p0", "model:hub", "p2"],
        ]


def test_each_step_shows_its_sentence(kg):
    found = path(kg, "pro", "bg")
    [way] = found.paths
    assert found.start == Stop("pro", "paper", "Walls", None)
    assert found.end == Stop("bg", "paper", "Hints as Signals", None)
    assert way.stops == (
        found.start,
        Stop("benchmark:gridlock-pro", "benchmark", "GridLock Pro", 2),
        Stop("benchmark:gridlock", "benchmark", "GridLock", 4),
        found.end,
    )
    assert way.steps == (
        Step(Role.EVALUATES_ON, Evidence("We test on GridLock Pro.", 11, 23)),
        Step(None, None),  # a version of it
        Step(Role.MENTIONS, Evidence("GridLock is a known test.", 0, 8)),
    )


def test_a_paper_and_a_concept_that_it_has(kg):
    first, *others = ids(path(kg, "mazes", "llama 3"))
    assert first == ["mazes", "model:llama-3"]
    assert all(len(way) > 2 for way in others)


def test_what_is_not_connected_and_what_is_the_same(kg):
    assert path(kg, "bare", "GridLock").paths == ()
    assert path(kg, "dataset:llama", "GridLock").paths == ()  # no paper has it
    same = path(kg, "Grid-Lock", "gridlock")
    assert (same.start, same.paths) == (same.end, ())


def test_a_paper_whose_id_is_that_of_a_concept(tmp_path):
    with make(tmp_path, {"model:x": {"model:x": USES}, "other": {"model:x": USES}}) as kg:
        found = path(kg, "model:x", "other")
        assert [stop.kind for stop in found.paths[0].stops] == ["paper", "model", "paper"]


def test_the_order_of_the_source_does_not_matter(tmp_path):
    papers = by_chance(3)
    with make(tmp_path / "a", papers) as one, make(tmp_path / "b", dict(reversed(papers.items()))) as other:
        for start, end in combinations([*papers][:8], 2):
            assert path(one, start, end) == path(other, start, end)


def test_names_that_are_unknown_or_several(kg):
    with pytest.raises(UnknownNameError, match=r"no paper or concept is called 'GridLok'.*mean: GridLock"):
        path(kg, "GridLok", "mazes")
    with pytest.raises(AmbiguousNameError):
        path(kg, "relay", "mazes")  # a model and a technique
    for name in ("", "'; DROP TABLE links; --", '"["', "(.*", "\udcff", "\0"):
        with pytest.raises(UnknownNameError):
            path(kg, "mazes", name)


def test_an_empty_graph(tmp_path):
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg, pytest.raises(UnknownNameError):
        path(kg, "a", "b")
