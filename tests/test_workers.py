"""Several processes give what one gives, and none outlives its build."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from paperkg.build import build
from paperkg.cli.failures import explain
from paperkg.graph.journal import FILE as JOURNAL
from paperkg.papers import read
from paperkg.workers import WorkerError, local_extractor, usable_cores
from tests.conftest import SAMPLE
from tests.test_resume import child

# No `if __name__ == "__main__"`, as scripts are: the processes must not run it again.
SCRIPT = """
import itertools, json, multiprocessing, os, sys
import paperkg, paperkg.workers
from paperkg.papers import read

paperkg.workers.CHUNK = 4
paperkg.workers._FEW = 8
print("started", flush=True)
folder, sample, then, *workers = sys.argv[1:]
papers = list(itertools.islice(read(sample), 24))
most = 0

def progress(stage, done, total):
    global most
    most = max(most, len(multiprocessing.active_children()))
    if stage == "finding" and done == 5:
        print("finding", flush=True)
        if then == "wait":
            sys.stdin.read()
        if then == "kill one":
            multiprocessing.active_children()[0].kill()

try:
    for number in map(int, workers):
        most = 0
        paperkg.build(papers, f"{folder}/{number}", workers=number, progress=progress)
        print("built", most)
except paperkg.WorkerError as error:
    print("failed", error)
"""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What one process makes of the papers."""
    folder = tmp_path_factory.mktemp("alone")
    build(list(read(SAMPLE))[:24], folder, workers=1)
    return (folder / "graph.sqlite").read_bytes()


def test_the_same_bytes_whatever_the_number_of_workers(tmp_path: Path, alone: bytes) -> None:
    with child(SCRIPT, tmp_path, SAMPLE, "go on", 2, 3) as process:
        said, complaint = process.communicate()
    assert (said, complaint) == ("started\nfinding\nbuilt 2\nfinding\nbuilt 3\n", "")
    assert (tmp_path / "2" / "graph.sqlite").read_bytes() == alone
    assert (tmp_path / "3" / "graph.sqlite").read_bytes() == alone


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_workers_end_with_a_build_that_is_killed_and_another_number_of_them_goes_on(
    tmp_path: Path, alone: bytes
) -> None:
    with child(SCRIPT, tmp_path, SAMPLE, "wait", 2) as process:
        assert process.stdout is not None
        assert [process.stdout.readline() for _ in range(2)] == ["started\n", "finding\n"]
        process.send_signal(signal.SIGKILL)
        assert process.stdout.read() == ""  # comes to its end when nobody holds it any more
    build(list(read(SAMPLE))[:24], tmp_path / "2", workers=1)
    assert (tmp_path / "2" / "graph.sqlite").read_bytes() == alone


def test_a_worker_that_dies_is_said_in_a_line_and_what_was_found_is_kept(tmp_path: Path) -> None:
    with child(SCRIPT, tmp_path, SAMPLE, "kill one", 2) as process:
        said, complaint = process.communicate()
    *_, last = said.splitlines()
    assert last.startswith("failed a worker process was killed")
    assert "Traceback" not in complaint
    assert (tmp_path / "2" / JOURNAL).exists()
    assert explain(WorkerError(last)) == last


def test_few_papers_start_no_process() -> None:
    import multiprocessing

    papers = list(read(SAMPLE))[:3]
    assert len(list(local_extractor(4)(papers))) == 3
    assert list(local_extractor(4)([])) == []
    assert multiprocessing.active_children() == []


def test_no_worker_is_none() -> None:
    with pytest.raises(ValueError, match="give 1 or more"):
        local_extractor(0)
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)
