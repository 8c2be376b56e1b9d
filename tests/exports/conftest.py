from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from paperkg.graph import KnowledgeGraph

from .worlds import HOSTILE, named, saved


@pytest.fixture
def kg(tmp_path: Path) -> Iterator[KnowledgeGraph]:
    with saved(tmp_path / "world") as opened:
        yield opened


@pytest.fixture
def hostile(tmp_path: Path) -> Iterator[KnowledgeGraph]:
    with saved(tmp_path / "hostile", named(HOSTILE)) as opened:
        yield opened
