"""Run the command inside this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paperkg.cli import app
from tests.graph.example import WORLD


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture
def paperkg() -> Command:
    """Run the command with some arguments: paperkg("build", path)."""

    def run(*arguments: object) -> Ran:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], prog_name="paperkg")
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def process() -> Command:
    """Run the command as a process of its own, with environment variables if need be."""

    def run(*arguments: object, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "paperkg", *map(str, arguments)],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, **environment},
            timeout=120,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """The folder of the graph that the tests of the store know, put together by hand."""
    from paperkg.graph import save

    folder = tmp_path / "world"
    folder.mkdir()
    save(folder, WORLD)
    return folder


PAPERS = (
    '{"id": "a", "title": "Alder Grows Trees", "abstract": "We present Alder. It is tested on GSM8K."}\n'
    '{"id": "b", "title": "Birch Bends", "abstract": "Birch reaches 71.5% on GSM8K."}\n'
)


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    """A file with two sound papers, both about GSM8K."""
    path = tmp_path / "papers.jsonl"
    path.write_text(PAPERS, encoding="utf-8")
    return path
