"""Extraction on a Dask cluster gives the graph that this machine gives, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from paperkg import cluster
from paperkg.build import build
from paperkg.cluster import ClusterError, on_cluster
from paperkg.model import Paper
from paperkg.papers import read

distributed = pytest.importorskip("distributed")

SAMPLE = Path(__file__).parents[1] / "data" / "iclr2026-sample.jsonl"


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two processes, each under a nanny that starts it again when it dies."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0") as two:
        yield two


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    return list(read(SAMPLE))[:40]


@pytest.fixture(scope="module")
def local(papers: list[Paper], tmp_path_factory: pytest.TempPathFactory) -> bytes:
    folder = tmp_path_factory.mktemp("local")
    build(papers, folder)
    return (folder / "graph.sqlite").read_bytes()


@pytest.fixture(autouse=True)
def small_partitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PAPERS", 3)


def test_the_bytes_are_those_of_a_local_build(
    workers: Any, papers: list[Paper], local: bytes, tmp_path: Path
) -> None:
    with on_cluster(workers.scheduler_address) as extract:
        build(papers, tmp_path, extractor=extract)
    assert (tmp_path / "graph.sqlite").read_bytes() == local


def test_a_worker_that_is_killed_in_the_middle_costs_nothing(
    workers: Any, papers: list[Paper], local: bytes, tmp_path: Path
) -> None:
    killed = []

    with on_cluster(workers.scheduler_address) as extract:

        def extract_and_kill(some: Any) -> Any:
            for done, extraction in enumerate(extract(some)):
                if done == 10:  # the partitions after it are under way
                    killed.append(workers.workers[0].pid)
                    os.kill(killed[0], signal.SIGKILL)
                yield extraction

        build(papers, tmp_path, extractor=extract_and_kill)
    assert (tmp_path / "graph.sqlite").read_bytes() == local
    assert workers.workers[0].pid != killed[0]


def test_only_a_few_partitions_are_under_way(workers: Any, papers: list[Paper]) -> None:
    asked = 0

    def counted() -> Iterator[Paper]:
        nonlocal asked
        for paper in papers:
            asked += 1
            yield paper

    with on_cluster(workers.scheduler_address) as extract:
        first = extract(counted())
        next(first)
        assert asked <= 3 * 3 * 2 + 3  # three papers in each of three partitions for each of two workers
        assert len(list(first)) == len(papers) - 1


def test_a_worker_with_another_extractor_is_refused(
    workers: Any, papers: list[Paper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "found_by", lambda: "paperkg 9.9")
    with (
        on_cluster(workers.scheduler_address) as extract,
        pytest.raises(
            ClusterError, match=r"this is paperkg 9\.9\); install the same paperkg on every worker"
        ),
    ):
        list(extract(papers))


def test_what_a_pipeline_stumbles_on_is_no_matter_of_the_cluster(workers: Any) -> None:
    with on_cluster(workers.scheduler_address) as extract, pytest.raises(TypeError):
        list(extract([Paper("1", None, "We study X.")]))  # type: ignore[arg-type]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "http://127.0.0.1:1", "tcp://"])
def test_no_scheduler(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS", 0.2)
    with (
        pytest.raises(ClusterError, match=f"{address}: no Dask scheduler answers .* check the address"),
        on_cluster(address),
    ):
        pass


def test_what_listens_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with (
            pytest.raises(ClusterError, match="something else listens there"),
            on_cluster(f"tcp://127.0.0.1:{port}"),
        ):
            pass


def test_no_worker(papers: list[Paper], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_SECONDS", 0.2)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as none,
        on_cluster(none.scheduler_address) as extract,
        pytest.raises(ClusterError, match="no worker answers; start some"),
    ):
        list(extract(papers))
