"""What one client may take, so that there is something left for the others."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of what.

    Attributes:
        workers: How many queries run at a time, each in a process of its own.
        waiting: How many queries may wait for a worker; one more is turned away.
        seconds: How long a query may run.
        fair_seconds: How long it may run while another waits.
        answer_bytes: How long an answer may be.
        answer_triples: How many triples an answer may have, where it is a graph.
        body_bytes: How long a request's body may be.
        worker_bytes: How much memory a worker may have.
        connections: How many connections may be open.
        patience: How many seconds a request may take to arrive, and a client to take what it is sent.
    """

    workers: int = 4
    waiting: int = 32
    seconds: float = 10
    fair_seconds: float = 2
    answer_bytes: int = 16 << 20
    answer_triples: int = 100_000
    body_bytes: int = 256 << 10
    worker_bytes: int = 4 << 30
    connections: int = 256
    patience: float = 10
