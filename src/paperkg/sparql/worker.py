"""A process that answers queries: `python -m paperkg.sparql.worker STORE LIMITS`, asked over its stdin.

It opens the store and then gives up the right to open anything more: no file, no connection. So whatever a
query finds to ask for, this process can only read the store. An order is a line of JSON; a reply is a line of
JSON, which says how many bytes follow it, and those.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from paperkg.sparql import (
    DamagedError,
    MalformedError,
    Question,
    RefusedError,
    TooLargeError,
    ask,
    is_graph,
    open_store,
    write,
)

NOT_ACCEPTABLE = "the answer is {}, and the request accepts no format that it can be written in"


@dataclass(frozen=True, slots=True)
class Order:
    """A question, and how its answer is to be written.

    Attributes:
        question: What is asked.
        table_format: The format for SELECT and ASK, or None where none will do.
        graph_format: The format for CONSTRUCT and DESCRIBE, or None where none will do.
    """

    question: Question
    table_format: str | None
    graph_format: str | None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came of it.

    Attributes:
        status: As HTTP counts.
        body: The answer, or in words why there is none.
        is_graph: Whether the answer is a graph.
    """

    status: int
    body: bytes
    is_graph: bool = False


class _Sink(bytearray):
    """A file in memory that takes so much and no more."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def write(self, data: bytes) -> int:
        if len(self) + len(data) > self._most:
            raise TooLargeError(f"the answer is longer than {self._most:,} bytes; ask for less, with LIMIT")
        self += data
        return len(data)

    def flush(self) -> None:
        pass


def answer(store: Any, order: Order, most_bytes: int, most_triples: int) -> Reply:  # noqa: ANN401
    """Answer one order; whatever is wrong with it becomes a reply."""
    try:
        results = ask(store, order.question)
        graph = is_graph(results)
        format = order.graph_format if graph else order.table_format
        if format is None:
            return Reply(406, NOT_ACCEPTABLE.format("a graph" if graph else "a table").encode())
        sink = _Sink(most_bytes)
        write(results, sink, format, most=most_triples)  # type: ignore[arg-type]
        return Reply(200, bytes(sink), graph)
    except RefusedError as error:
        return Reply(403, str(error).encode())
    except (MalformedError, TooLargeError) as error:
        return Reply(400, str(error).encode())
    except (MemoryError, RecursionError):
        return Reply(400, b"the query needs more memory than it may have; ask for less")
    except DamagedError as error:
        return Reply(500, f"the store cannot be read ({error}); start the server again".encode())


def _shut_the_door(memory: int) -> None:
    """Give up what a query has no need of: to open files and connections, and memory without end."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        first_free = os.open(os.devnull, os.O_RDONLY)
        os.close(first_free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (first_free, first_free))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def main(path: str, limits: str) -> None:
    """Answer until stdin ends."""
    most = json.loads(limits)
    store = open_store(Path(path))
    warm = Order(Question("SELECT * { ?s ?p ?o } LIMIT 1"), "json", "ttl")
    assert answer(store, warm, 1 << 20, 1).status == 200, "the store cannot be read"  # noqa: S101 - the parent waits for a word
    _shut_the_door(most["worker_bytes"])
    output = sys.stdout.buffer
    output.write(b"ready\n")
    output.flush()
    for line in sys.stdin.buffer:
        message = json.loads(line)
        question = message.pop("question")
        for name in ("default_graphs", "named_graphs"):
            question[name] = tuple(question[name])
        reply = answer(
            store, Order(Question(**question), **message), most["answer_bytes"], most["answer_triples"]
        )
        head = {"status": reply.status, "is_graph": reply.is_graph, "bytes": len(reply.body)}
        output.write(json.dumps(head).encode() + b"\n" + reply.body)
        output.flush()


def message(order: Order) -> bytes:
    """Write an order as a line for `main` to read."""
    return json.dumps(asdict(order)).encode() + b"\n"


if __name__ == "__main__":
    main(*sys.argv[1:])
