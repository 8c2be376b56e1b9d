"""Concepts that go together, against plain Python."""

from itertools import combinations

import pytest

from paperkg.graph import Contents, open_graph, save
from paperkg.model import Kind, Role
from paperkg.questions import Member, Pair, cooccur
from tests.questions.made import by_chance, make

USES = Role.USES, 1


def had(*names):
    return dict.fromkeys(names, USES)


def test_by_hand(tmp_path):
    papers = {
        "z": had("benchmark:a", "benchmark:b", "model:m"),
        "y": had("benchmark:a", "benchmark:b", "model:m", "benchmark:c"),
        "x": had("benchmark:a", "model:n", "benchmark:c"),
        "w": had("benchmark:b", "benchmark:c"),  # b and c twice, too: y and w
        "v": had("benchmark:a"),
        "u": had("benchmark:d", "benchmark:a"),  # once only
    }
    a, b, c = Member("benchmark:a", "A", 5), Member("benchmark:b", "B", 3), Member("benchmark:c", "C", 3)
    with make(tmp_path, papers) as kg:
        assert cooccur(kg) == (
            Pair(b, c, ("y", "w")),  # 2 of 4 papers; the others 2 of 6
            Pair(a, b, ("z", "y")),
            Pair(a, c, ("y", "x")),
        )
        assert cooccur(kg, Kind.MODEL) == ()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", [Kind.BENCHMARK, Kind.TECHNIQUE, Kind.METRIC])
def test_pairs_are_those_of_plain_python(tmp_path, seed, kind):
    papers = by_chance(seed, papers=60)
    together: dict[frozenset[str], list[str]] = {}
    for paper, its in papers.items():
        for pair in combinations(sorted(c for c in its if c.startswith(f"{kind}:")), 2):
            together.setdefault(frozenset(pair), []).append(paper)
    with make(tmp_path, papers) as kg:
        found = cooccur(kg, kind)
    assert {frozenset((pair.first.id, pair.second.id)): list(pair.papers) for pair in found} == {
        pair: both for pair, both in together.items() if len(both) > 1
    }
    for pair in found:
        for one in (pair.first, pair.second):
            assert one.papers == sum(one.id in its for its in papers.values())
        assert pair.first.papers >= pair.second.papers
    counts = [len(pair.papers) for pair in found]
    assert counts == sorted(counts, reverse=True)


def test_an_empty_graph(tmp_path):
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg:
        assert cooccur(kg) == ()
