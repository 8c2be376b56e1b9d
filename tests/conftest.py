"""Graphs of real papers, each built once for all tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paperkg.cli import app

ROOT = Path(__file__).parents[1]
CORPORA = ROOT.parent / "shared" / "corpora"
SAMPLE = ROOT / "data" / "iclr2026-sample.jsonl"


@dataclass(frozen=True)
class Built:
    """A source, the graph that the command built of it, and what the command printed."""

    source: Path
    folder: Path
    printed: str


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """Build the graph of the sample, or of a file in the folder of corpora beside the checkout."""

    @cache
    def build(name: str) -> Built:
        source = SAMPLE if name == SAMPLE.name else CORPORA / name
        if not source.exists():
            pytest.skip(f"{name} is not here: it belongs beside the checkout, in shared/corpora")
        folder = tmp_path_factory.mktemp("graphs") / source.stem
        ran = CliRunner().invoke(app, ["build", str(source), "-o", str(folder)])
        assert ran.exit_code == 0, ran.stderr
        return Built(source, folder, ran.stdout)

    return build
