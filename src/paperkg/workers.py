"""Extraction in several processes: chunks of papers go out, extractions come back in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import TYPE_CHECKING

from paperkg.extract import extract
from paperkg.model import Extraction, Paper

if TYPE_CHECKING:
    from spacy.language import Language

Extractor = Callable[[Iterable[Paper]], Iterator[Extraction]]
"""Takes papers, and gives an extraction for each, in order."""

CHUNK = 16
"""Papers that go to a process together."""
_FEW = 128  # papers that are done sooner than other processes have started
_AHEAD = 3  # chunks a process that are handed out or wait to be collected
_MOST_ON_WINDOWS = 61
_NOT_NEEDED = ("torch", "tensorflow", "mxnet", "cupy")
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")


class WorkerError(RuntimeError):
    """A process that extracts was killed from outside."""


def usable_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def local_extractor(workers: int | None = None, *, alone: bool = False) -> Extractor:
    """Return a function that extracts on this machine.

    Few papers are done in this process, since another one takes a second to start.

    Args:
        workers: How many processes; else one for each core that may be used.
        alone: Whether this process does nothing else: spaCy is then loaded without frameworks that only
            other pipelines need.

    Raises:
        ValueError: There is to be no process at all.
    """
    if workers is not None and workers < 1:
        raise ValueError(f"{workers} workers cannot do anything; give 1 or more")
    most = usable_cores() if workers is None else workers
    if sys.platform == "win32":
        most = min(most, _MOST_ON_WINDOWS)
    if multiprocessing.current_process().daemon:  # may not start any
        most = 1

    def extract_here(papers: Iterable[Paper]) -> Iterator[Extraction]:
        papers = iter(papers)
        first = list(islice(papers, max(_FEW, most * CHUNK)))
        useful = min(most, len(first) // CHUNK)
        if len(first) < _FEW or useful < 2:
            return _in_this_process(chain(first, papers), alone)
        return _in_processes(chain(first, papers), useful)

    return extract_here


def _in_this_process(papers: Iterable[Paper], alone: bool) -> Iterator[Extraction]:
    nlp = None
    for chunk in _chunks(papers):
        nlp = nlp or _load(alone)
        yield from extract(chunk, nlp)


def _load(alone: bool) -> Language:
    """Load the pipeline; in a process of our own without PyTorch, which takes 250 MB and two seconds.

    spaCy loads what it finds installed.
    """
    hidden = [name for name in _NOT_NEEDED if alone and name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None: not to be imported
    try:
        from paperkg.extract.pipeline import make_pipeline
    finally:
        for name in hidden:
            del sys.modules[name]
    return make_pipeline()


def _in_processes(papers: Iterable[Paper], workers: int) -> Iterator[Extraction]:
    context = multiprocessing.get_context("spawn")
    # Where this process closes its end of the pipe, or dies, the workers end.
    ending, end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_start, initargs=(ending,))
    ahead: deque[Future[list[Extraction]]] = deque()
    finished = False
    try:
        for chunk in _chunks(papers):
            with _bare_start():
                ahead.append(pool.submit(_extract_chunk, chunk))
            if len(ahead) >= _AHEAD * workers:
                yield from ahead.popleft().result()
        while ahead:
            yield from ahead.popleft().result()
        finished = True
    except BrokenProcessPool:
        raise WorkerError(
            "a worker process was killed, most likely for want of memory; what was found is kept: "
            "run the same again, with fewer workers"
        ) from None
    finally:
        if not finished:
            end.close()  # what they are at is of no use any more
        pool.shutdown(cancel_futures=True)
        end.close()
        ending.close()


def _chunks(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    papers = iter(papers)
    while chunk := list(islice(papers, CHUNK)):
        yield chunk


@contextmanager
def _bare_start() -> Iterator[None]:
    """Let processes that start here run no script of the user's again, and be deaf to Ctrl-C.

    The first spares scripts the line ``if __name__ == "__main__":``; it is this process that answers Ctrl-C.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    can_block = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if can_block else None
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


_pipeline: Language | None = None  # a worker's own


def _start(ending: Connection) -> None:
    """Make a worker ready: one thread for matrices, since there is a worker for each core."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_when_told, args=(ending,), daemon=True).start()
    os.environ.update(dict.fromkeys(_THREADS, "1"))  # NumPy reads them when it is loaded, which is now


def _end_when_told(ending: Connection) -> None:
    """End this worker at once when the build ends, even where that is killed outright."""
    wait([ending])
    os._exit(1)


def _extract_chunk(papers: list[Paper]) -> list[Extraction]:
    global _pipeline
    _pipeline = _pipeline or _load(alone=True)
    return list(extract(papers, _pipeline))
