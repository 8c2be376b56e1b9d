import math
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.view.layout import Edge, arrange


def cliques(count: int, size: int, tie: float) -> list[Edge]:
    """Groups in which all are tied, each tied to the next by one weaker tie."""
    inner = [
        (group * size + a, group * size + b, 1.0)
        for group in range(count)
        for a, b in combinations(range(size), 2)
    ]
    return inner + [(group * size, (group + 1) * size, tie) for group in range(count - 1)]


def test_groups_lie_apart_and_tied_groups_close() -> None:
    layout = arrange([8.0] * 60, cliques(6, 10, 0.5))
    assert sorted(cluster.members for cluster in layout.clusters) == [
        tuple(range(10 * group, 10 * group + 10)) for group in range(6)
    ]
    for one, other in combinations(layout.clusters, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) >= one.radius + other.radius - 0.2


def test_a_weak_tie_to_all_pulls_nothing_together() -> None:
    hub = 20
    edges = cliques(2, 10, 0.01) + [(node, hub, 0.01) for node in range(20)]
    groups = [set(cluster.members) - {hub} for cluster in arrange([8.0] * 21, edges).clusters]
    assert set(range(10)) in groups
    assert set(range(10, 20)) in groups


def test_no_two_nodes_lie_on_one_another() -> None:
    layout = arrange([10.0] * 80, cliques(2, 40, 0.1))
    assert min(math.dist(a, b) for a, b in combinations(layout.positions, 2)) > 20


def test_loose_nodes_have_places_too() -> None:
    layout = arrange([5.0] * 400, [])
    assert len(set(layout.positions)) == 400
    assert max(math.dist((0, 0), place) for place in layout.positions) < 2000


def test_an_empty_graph_has_no_places() -> None:
    assert arrange([], []).positions == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 25), st.data())
def test_any_graph_gets_distinct_places_the_same_ones_each_time(count: int, data: st.DataObject) -> None:
    node = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(node, node, st.floats(0.01, 1.0)), max_size=60))
    layout = arrange([6.0] * count, edges)
    assert len(layout.positions) == count == len(set(layout.positions))
    assert all(math.isfinite(value) for place in layout.positions for value in place)
    assert sorted(member for cluster in layout.clusters for member in cluster.members) == list(range(count))
    assert arrange([6.0] * count, edges[::-1]) == layout
