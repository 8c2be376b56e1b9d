from collections.abc import Iterator

import pytest

from paperkg.graph import KnowledgeGraph, open_graph, save
from tests.graph.example import WORLD


@pytest.fixture(scope="session")
def kg(tmp_path_factory) -> Iterator[KnowledgeGraph]:
    """The small world of the graph's tests."""
    folder = tmp_path_factory.mktemp("world")
    save(folder, WORLD)
    with open_graph(folder) as opened:
        yield opened
