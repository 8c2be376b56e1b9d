"""SPARQL for agents: the worker that the web server has, one of it, with a deadline."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from paperkg.graph.reader import FILE
from paperkg.sparql import Question, cached
from paperkg.sparql.worker import Order, message

SECONDS = 10.0
MOST_ROWS = 200
_LIMITS = {"worker_bytes": 4 << 30, "answer_bytes": 4 << 20, "answer_triples": 2000}
_LATE = "the query ran for longer than {:g} seconds and was ended; ask for less"
_FELL = "the query could not be answered: it nests too deeply or needs too much memory; ask for less"


class QueryError(ValueError):
    """A query that has no answer; the message says why."""


class Asker:
    """Asks a graph in SPARQL; the worker starts with the first query, and anew when the graph has changed."""

    def __init__(self, folder: Path, seconds: float = SECONDS) -> None:
        self._folder, self._seconds = folder, seconds
        self._stack = ExitStack()
        self._worker: subprocess.Popen[bytes] | None = None
        self._of: object = None  # which state of the graph the worker reads
        self._lock = threading.Lock()  # one query at a time

    def ask(self, query: str) -> dict[str, Any]:
        """Answer a query: columns and rows of a table, yes or no, or a graph as N-Triples.

        Raises:
            QueryError: It is malformed, refused, late, or asks for too much.
            GraphError: The folder holds no readable graph.
            OSError: The worker cannot be started.
        """
        with self._lock:
            status, is_graph, body = self._exchange(query)
        if status != 200:
            raise QueryError(body.decode("utf-8", "replace"))
        return {"triples": body.decode().splitlines()} if is_graph else _table(json.loads(body))

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._end()

    def _exchange(self, query: str) -> tuple[int, bool, bytes]:
        worker = self._ready()
        assert worker.stdin is not None  # noqa: S101 - they are pipes, which the type cannot say
        assert worker.stdout is not None  # noqa: S101 - for the type checker
        late = threading.Event()

        def end() -> None:
            late.set()
            worker.kill()

        timer = threading.Timer(self._seconds, end)
        timer.start()
        try:
            worker.stdin.write(message(Order(Question(query), "json", "nt")))
            worker.stdin.flush()
            head = json.loads(worker.stdout.readline() or b"null")
            body = worker.stdout.read(head["bytes"]) if head else b""
            if not head or len(body) < head["bytes"]:
                raise EOFError
        except (EOFError, OSError, ValueError):
            self._end()
            raise QueryError(_LATE.format(self._seconds) if late.is_set() else _FELL) from None
        finally:
            timer.cancel()
        return head["status"], head["is_graph"], body

    def _ready(self) -> subprocess.Popen[bytes]:
        there = (self._folder / FILE).stat() if (self._folder / FILE).exists() else None
        state = there and (there.st_ino, there.st_mtime_ns, there.st_size)
        if self._worker is None or self._worker.poll() is not None or state != self._of:
            self._end()
            store = self._stack.enter_context(cached(self._folder))
            self._worker, self._of = _start(store.path), state
        return self._worker

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.communicate()
            self._worker = None
        self._stack.close()


def _start(store: Path) -> subprocess.Popen[bytes]:
    worker = subprocess.Popen(  # noqa: S603 - this Python, our own module, and a path of ours
        [sys.executable, "-P", "-m", "paperkg.sparql.worker", str(store), json.dumps(_LIMITS)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert worker.stdout is not None  # noqa: S101 - for the type checker
    if worker.stdout.readline() != b"ready\n":
        worker.kill()
        worker.communicate()
        raise OSError(f"{store}: no query can be answered; the store for queries cannot be opened")
    return worker


def _table(answer: dict[str, Any]) -> dict[str, Any]:
    """Make rows of strings of SPARQL's own JSON."""
    if "boolean" in answer:
        return {"yes": answer["boolean"]}
    columns = answer["head"]["vars"]
    found = answer["results"]["bindings"]
    rows = [[row[c]["value"] if c in row else None for c in columns] for row in found[:MOST_ROWS]]
    return {"columns": columns, "rows": rows, "rows_in_all": len(found)}
