"""Extraction on a Dask cluster: partitions of papers go out, what is found in them comes back in order.

A worker that is lost loses nothing: Dask gives its partitions to another. Only some partitions a worker are
under way at a time, so that neither this machine nor the scheduler holds more.
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from paperkg.extract import extract
from paperkg.model import Extraction, Paper
from paperkg.provenance import found_by

if TYPE_CHECKING:
    from spacy.language import Language

LOCAL = "local"
"""In place of an address: a cluster of this machine's cores, for as long as it is needed."""
_PAPERS = 128
_CHARACTERS = 1_000_000
"""Papers, and characters of text, that go into one partition at most; the last paper may exceed those."""
_AHEAD = 3
"""Partitions a thread of a worker that are under way or wait to be taken."""
_SECONDS = 20
_RETRIES = 3


class ClusterError(RuntimeError):
    """A cluster that cannot be used, or is lost; the message says what to do."""


@contextmanager
def on_cluster(scheduler: str) -> Iterator[Callable[[Iterable[Paper]], Iterator[Extraction]]]:
    """Connect to a cluster, and give a function that extracts there, as `paperkg.extract.extract` does here.

    Args:
        scheduler: Its address ("tcp://host:8786"), or "local".

    Raises:
        ClusterError: Dask is not installed, no scheduler answers, it has no worker, a worker has no
            paperkg or another one than this, or a partition failed on several workers.
    """
    try:
        import distributed
    except ImportError as error:
        raise ClusterError("Dask is not installed; pip install 'paperkg[dask]'") from error
    dask: Any = distributed  # it has no types
    try:
        address: Any = scheduler
        if scheduler == LOCAL:
            address = dask.LocalCluster(threads_per_worker=1, dashboard_address="127.0.0.1:0")
        else:
            _call(scheduler, *dask.comm.get_address_host_port(scheduler))
        client = dask.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError, RuntimeError, TypeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise ClusterError(
            f"{scheduler}: no Dask scheduler answers ({reason}); check the address (tcp://HOST:PORT)"
        ) from error
    try:
        yield lambda papers: _extract(client, scheduler, papers)
    finally:
        client.close()
        if scheduler == LOCAL:
            address.close()


def _call(scheduler: str, host: str, port: int) -> None:
    """See that a scheduler is there: a client waits for ever on what is none, and then for its own end.

    Raises:
        OSError: None is.
    """
    with socket.create_connection((host, port), _SECONDS) as line:
        if scheduler.startswith("tcp://"):  # it speaks first; with TLS we would have to
            try:
                spoken = line.recv(1)
            except TimeoutError:
                spoken = b""
            if not spoken:
                raise OSError("something else listens there")


def _extract(client: Any, scheduler: str, papers: Iterable[Paper]) -> Iterator[Extraction]:  # noqa: ANN401
    ahead: deque[Any] = deque()
    with _explained(scheduler):
        client.wait_for_workers(1, timeout=_SECONDS)
        try:
            for partition in _partitions(papers):
                while len(ahead) >= _AHEAD * max(1, sum(client.nthreads().values())):
                    yield from _taken(scheduler, ahead.popleft().result())
                ahead.append(client.submit(_extract_there, partition, pure=False, retries=_RETRIES))
            while ahead:
                yield from _taken(scheduler, ahead.popleft().result())
        finally:
            if ahead:
                client.cancel(list(ahead))


def _partitions(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    partition, size = [], 0
    for paper in papers:
        partition.append(paper)
        size += len(paper.text)
        if len(partition) == _PAPERS or size > _CHARACTERS:
            yield partition
            partition, size = [], 0
    if partition:
        yield partition


_worker = threading.local()  # a pipeline takes a second to make, and is no matter of two threads


def _extract_there(papers: list[Paper]) -> tuple[str, list[Extraction]]:
    """Extract on a worker; say which extractor did."""
    from paperkg.extract.pipeline import make_pipeline

    nlp: Language | None = getattr(_worker, "pipeline", None)
    if nlp is None:
        nlp = _worker.pipeline = make_pipeline()
    return found_by(), list(extract(papers, nlp))


def _taken(scheduler: str, answer: tuple[str, list[Extraction]]) -> list[Extraction]:
    finder, extractions = answer
    if finder != found_by():
        raise ClusterError(
            f"{scheduler}: a worker has another extractor ({finder}; this is {found_by()}); "
            "install the same paperkg on every worker and start them anew"
        )
    return extractions


@contextmanager
def _explained(scheduler: str) -> Iterator[None]:
    """Turn what a cluster raises for want of workers into a `ClusterError`; what a pipeline raises passes."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    try:
        yield
    except KilledWorker as error:
        reason = "several workers died over the same papers, most likely for want of memory"
        raise ClusterError(f"{scheduler}: {reason}; give workers more, or one thread each") from error
    except TimeoutError as error:
        reason = "no worker answers; start some: dask worker ADDRESS --nthreads 1"
        raise ClusterError(f"{scheduler}: {reason}") from error
    except (CancelledError, FutureCancelledError, OSError) as error:
        raise ClusterError(f"{scheduler}: the scheduler is gone; start it and run the same again") from error
    except (ImportError, AttributeError) as error:
        reason = f"scheduler or workers cannot load paperkg ({' '.join(str(error).split())[:200]})"
        raise ClusterError(f"{scheduler}: {reason}; install the same paperkg there as here") from error
