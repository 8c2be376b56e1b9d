"""Servers that run, on loopback, and clients that ask them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs the extra serve")
httpx = pytest.importorskip("httpx")

from paperkg.graph import save  # noqa: E402
from paperkg.sparql import cached  # noqa: E402
from tests.sparql.made import made  # noqa: E402

LIMITS = {
    "workers": 2,
    "waiting": 8,
    "seconds": 1,
    "fair_seconds": 0.3,
    "answer_bytes": 1 << 20,
    "answer_triples": 3000,
    "body_bytes": 64 << 10,
    "worker_bytes": 1 << 30,
    "connections": 24,
    "patience": 1.0,
}


@dataclass(frozen=True)
class Server:
    address: str  # without a slash at its end
    host: str
    port: int
    process: int


@contextmanager
def running(
    store: Path, digest: str, graph: Path | None, cors: str | None = None, **limits: float
) -> Iterator[Server]:
    command = [sys.executable, "-m", "tests.serve.server", str(store), digest, str(graph or "-")]
    with subprocess.Popen(
        [*command, json.dumps({**LIMITS, **limits}), cors or "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip().removesuffix("/")
            assert address.startswith("http://127.0.0.1:"), "the server came up"
            yield Server(address, "127.0.0.1", int(address.rpartition(":")[2]), process.pid)
        finally:
            process.stdin.close()
            process.wait(timeout=20)


@pytest.fixture(scope="session")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "made"
    path.mkdir()
    save(path, made())
    return path


@pytest.fixture(scope="session")
def server(graph: Path) -> Iterator[Server]:
    """A server of the made-up graph, with little patience."""
    with cached(graph) as cache, running(cache.path, cache.digest, graph) as up:
        yield up


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=60) as made_client:
        yield made_client
