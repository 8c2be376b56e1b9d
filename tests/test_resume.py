"""A build that is stopped at any moment leaves the last good graph, and the next goes on where it stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperkg.build import build
from paperkg.graph import open_graph
from paperkg.graph.journal import FILE as JOURNAL
from paperkg.model import Extraction, Paper
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and SIGKILL")

# Builds a graph in children that kill themselves at their nth call of a function, n drawn by a seed; then
# builds each anew to its end. Prints a record a moment.
KILLED = """
import itertools, json, os, random, shutil, signal, sys
from pathlib import Path
from paperkg.build import build
from paperkg.extract import extract
from paperkg.extract.pipeline import make_pipeline
from paperkg.papers import read

scratch, sample, moments = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
nlp = make_pipeline(weights=None)  # the rules alone, loaded once for all the children
papers = list(itertools.islice(read(sample), 36))
older, newer = papers[:10], papers

def in_child(work):
    child = os.fork()
    if not child:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def make(folder, papers=newer, kill_at=None, told=None):
    calls = extracted = 0
    def count(frame, event, argument):
        nonlocal calls
        calls += 1
        if calls == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
    def extractor(papers):
        nonlocal extracted
        for extracted, paper in enumerate(papers, start=1):
            yield from extract([paper], nlp)
    sys.setprofile(count)
    build(papers, folder, extractor=extractor)
    sys.setprofile(None)
    if told:
        told.write_text(json.dumps([calls, extracted]))

def bytes_in(folder):
    return (folder / "graph.sqlite").read_bytes()

start, whole, told = scratch / "start", scratch / "whole", scratch / "told"
make(start, older)  # here, so that all is loaded that the children need
make(whole)
shutil.copytree(start, scratch / "again")
assert in_child(lambda: make(scratch / "again", told=told)) == 0
total, new = json.loads(told.read_text())
assert bytes_in(scratch / "again") == bytes_in(whole)

random.seed(20261201)
for number in range(moments):
    folder = scratch / str(number)
    shutil.copytree(start, folder)
    at = random.randrange(1, total)
    code = in_child(lambda: make(folder, kill_at=at))
    left = bytes_in(folder)
    good = left in (bytes_in(start), bytes_in(whole))
    ended = in_child(lambda: make(folder, told=told))
    names = sorted(path.name for path in folder.iterdir() if path.name != ".lock")
    print(json.dumps({
        "at": at / total, "killed": code == -signal.SIGKILL, "good": good, "ended": ended == 0,
        "same": bytes_in(folder) == bytes_in(whole), "names": names,
        "spared": new - json.loads(told.read_text())[1],
    }), flush=True)
"""


def child(script: str, *arguments: object) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )


def test_a_build_killed_at_any_of_twenty_moments_is_taken_up(tmp_path: Path) -> None:
    with child(KILLED, tmp_path, ROOT / "data" / "iclr2026-sample.jsonl", 20) as process:
        said, complaint = process.communicate()
    assert process.returncode == 0, complaint
    moments = [json.loads(line) for line in said.splitlines()]
    assert len(moments) == 20
    for moment in moments:
        assert moment["killed"], moment
        assert moment["good"], moment
        assert moment["ended"], moment
        assert moment["same"], moment
        assert moment["names"] == ["graph.sqlite"], moment
    assert any(moment["spared"] for moment in moments), "what was found before is not found again"


PAPERS = [Paper(str(n), f"On {n}", f"We test paper {n} on GSM8K.") for n in range(60)]


class StoppedError(Exception):
    pass


def test_a_build_that_is_interrupted_keeps_what_it_found(tmp_path: Path) -> None:
    def stopping(papers):
        for number, _ in enumerate(papers):
            if number == 21:
                raise KeyboardInterrupt
            yield Extraction(sentences=((0, number),))

    with pytest.raises(KeyboardInterrupt):
        build(PAPERS, tmp_path / "graph", extractor=stopping)
    assert sorted(path.name for path in (tmp_path / "graph").iterdir()) == [".lock", JOURNAL]

    asked: list[str] = []

    def going_on(papers):
        for paper in papers:
            asked.append(paper.id)
            yield Extraction(sentences=((0, int(paper.id)),))

    build(PAPERS, tmp_path / "graph", extractor=going_on)
    assert asked == [str(n) for n in range(21, 60)]
    build(PAPERS, tmp_path / "whole", extractor=going_on)
    assert (tmp_path / "graph" / "graph.sqlite").read_bytes() == (
        tmp_path / "whole" / "graph.sqlite"
    ).read_bytes()
    assert not (tmp_path / "graph" / JOURNAL).exists()


def test_an_interrupted_build_is_of_use_to_another_with_other_papers_in_another_order(tmp_path: Path) -> None:
    def stopping(papers):
        for number, _ in enumerate(papers):
            if number == 32:
                raise StoppedError
            yield Extraction()

    with pytest.raises(StoppedError):
        build(PAPERS, tmp_path, extractor=stopping)

    asked: list[str] = []

    def rest(papers):
        for paper in papers:
            asked.append(paper.id)
            yield Extraction()

    build(PAPERS[:20:-1], tmp_path, extractor=rest)
    assert asked == [str(n) for n in range(59, 31, -1)]
    with open_graph(tmp_path) as kg:
        assert [paper.id for paper in kg.papers()] == [str(n) for n in range(59, 20, -1)]


@pytest.mark.parametrize("damage", ["half a line", "bytes", "foreign", "empty", "other version"])
def test_a_damaged_journal_costs_no_more_than_what_was_damaged(tmp_path: Path, damage: str) -> None:
    def found(papers):
        return (Extraction(sentences=((0, len(paper.title)),)) for paper in papers)

    def stopping(papers):
        for number, extraction in enumerate(found(papers)):
            if number == 48:
                raise StoppedError
            yield extraction

    folder = tmp_path / "graph"
    with pytest.raises(StoppedError):
        build(PAPERS, folder, extractor=stopping)
    journal = folder / JOURNAL
    whole = journal.read_bytes()
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 1 + 48
    damaged, lost = {
        "half a line": (whole[:-20], 1),
        "bytes": (whole.replace(lines[5], lines[5].replace(b"[[", b"{["), 1), 1),
        "foreign": (b"someone else's notes\n" * 100, 48),
        "empty": (b"", 48),
        "other version": (whole.replace(b"extractor ", b"extractor 0"), 48),
    }[damage]
    journal.write_bytes(damaged)

    asked = 0

    def counting(papers):
        nonlocal asked
        for paper in papers:
            asked += 1
            yield from found([paper])

    build(PAPERS, folder, extractor=counting)
    assert asked == 12 + lost
    build(PAPERS, tmp_path / "whole", extractor=found)
    assert (folder / "graph.sqlite").read_bytes() == (tmp_path / "whole" / "graph.sqlite").read_bytes()
    assert not journal.exists()


FULL = """
import resource, signal, sys
from paperkg.build import build
from paperkg.model import Extraction
from tests.test_resume import PAPERS

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))  # as if the disk ended there
try:
    build(PAPERS, sys.argv[1], extractor=lambda papers: (Extraction() for paper in papers))
except OSError as error:
    print("failed:", error.strerror)
"""


def test_a_disk_that_fills_up_while_papers_are_read_loses_nothing_that_was_found(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    folder = tmp_path / "graph"
    with child(FULL, folder) as process:
        said, complaint = process.communicate()
    assert said == "failed: File too large\n", complaint
    asked = []

    def rest(papers):
        for paper in papers:
            asked.append(paper.id)
            yield Extraction()

    build(PAPERS, folder, extractor=rest)
    assert 0 < len(asked) < 60
    build(PAPERS, tmp_path / "whole", extractor=lambda papers: (Extraction() for _ in papers))
    assert (folder / "graph.sqlite").read_bytes() == (tmp_path / "whole" / "graph.sqlite").read_bytes()


EVERY_WRITE = """
import resource, signal, sys
from pathlib import Path
from typer.testing import CliRunner
from paperkg.build import build
from paperkg.cli import app
from paperkg.model import Extraction, Paper

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Path(sys.argv[1])
papers = [Paper(str(n), f"On {n}", f"We test paper {n} on GSM8K. " * 20) for n in range(60)]
nothing = lambda some: (Extraction() for _ in some)
build(papers[:30], folder, extractor=nothing)
outputs = {name: folder / name for name in ("graph.sqlite", "page.html", "out.ttl", "out.rdf")}
exports = (["export", str(folder), str(outputs[name])] for name in ("out.ttl", "out.rdf"))
commands = (["view", str(folder), "--no-open"], *exports)
for command in commands:
    assert CliRunner().invoke(app, command).exit_code == 0
before = {name: path.read_bytes() for name, path in outputs.items()}
for share in range(12):
    limit = len(before["graph.sqlite"]) * share // 11
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
    try:
        build(papers, folder, extractor=nothing)
        raise SystemExit(f"a graph was written with {limit} bytes")
    except Exception as error:
        if not isinstance(error, OSError) and "sqlite3" not in type(error).__module__:
            raise
    said = [CliRunner().invoke(app, command) for command in commands]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    for command, result in zip(commands, said):
        lines = result.stderr.count("\\n")
        assert result.exit_code in (0, 1) and lines <= 2, (limit, command, result.stderr)
    assert {name: path.read_bytes() for name, path in outputs.items()} == before, limit
    left = sorted(path.name for path in folder.iterdir())
    assert not [name for name in left if name.endswith(".new") or name.startswith(".out")], left
print("ok")
"""


def test_a_disk_that_fills_up_at_any_write_leaves_every_file_as_it_was(tmp_path: Path) -> None:
    """The graph, the page and exports, with the disk ending at twelve places."""
    pytest.importorskip("resource")
    with child(EVERY_WRITE, tmp_path / "graph") as process:
        said, complaint = process.communicate()
    assert said == "ok\n", complaint
