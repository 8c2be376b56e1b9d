"""How long each question takes, as a whole process: from the command to the last line of its answer.

    python benchmarks/questions.py GRAPH

The names asked for are the graph's own: its most used benchmark and two of the papers that have it. Each
command runs five times; the table has the best time by the clock and the best time of the processor, which
tells more where others use the machine as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import paperkg
from paperkg.model import Kind
from paperkg.questions import shared, stats

RUNS = 5


def commands(graph: str) -> Iterator[tuple[str, ...]]:
    """Yield the arguments of each command."""
    with paperkg.open(graph) as kg:
        benchmark = stats(kg).most[Kind.BENCHMARK][0]
        one, other = (paper.id for paper in shared(kg, benchmark.id).papers[:2])
    yield "shared", graph, benchmark.id
    yield "shared", graph, benchmark.id, "--json"
    yield "show", graph, benchmark.id
    yield "show", graph, one
    yield "search", graph, "reasoning"
    yield "concepts", graph
    yield "common", graph, one, other
    yield "compare", graph, one, other
    yield "leaderboard", graph, benchmark.id
    yield "similar", graph, one
    yield "path", graph, one, other
    yield "topics", graph
    yield "cooccur", graph
    yield "trends", graph
    yield "stats", graph
    yield "check", graph


def seconds(arguments: tuple[str, ...]) -> tuple[float, float]:
    """Return the least time by the clock and of the processor."""
    clock, processor = [], []
    for _ in range(RUNS):
        start, spent = time.perf_counter(), os.times()
        command = [sys.executable, "-m", "paperkg", *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        clock.append(time.perf_counter() - start)
        now = os.times()
        used = now.children_user + now.children_system - spent.children_user - spent.children_system
        processor.append(used)
    return min(clock), min(processor)


def main(graph: str) -> None:
    """Print the table."""
    print(f"{'command':40}{'clock':>8}{'processor':>11}")
    for arguments in commands(graph):
        clock, processor = seconds(arguments)
        name = " ".join(arg for arg in arguments if arg != graph)[:38]
        print(f"{name:40}{clock:8.2f}{processor:11.2f}", flush=True)


if __name__ == "__main__":
    main(str(Path(sys.argv[1])))
