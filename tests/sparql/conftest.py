"""The made-up graph, saved once, and its store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pyoxigraph
import pytest

from paperkg.graph import KnowledgeGraph, open_graph, save
from paperkg.sparql import cached, open_store
from tests.sparql.made import made


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the made-up graph."""
    path = tmp_path_factory.mktemp("made")
    save(path, made())
    return path


@pytest.fixture(scope="session")
def store(folder: Path) -> Iterator[pyoxigraph.Store]:
    """The store of its triples."""
    with cached(folder) as cache:
        yield open_store(cache.path)


@pytest.fixture
def kg(folder: Path) -> Iterator[KnowledgeGraph]:
    with open_graph(folder) as opened:
        yield opened
