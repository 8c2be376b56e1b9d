"""The example queries on Oxigraph, as paperkg asks them, and on rdflib's engine: same triples, same run.

    python benchmarks/sparql.py GRAPH [SECONDS]

GRAPH is the folder of a built graph. Prints a row a query: its answers, and the CPU seconds that each engine
took (others may use the machine), the least of five times, or of as many as fit in a second; parsing counts,
and the whole answer is read. A query that rdflib does not finish in SECONDS (60 unless said) is ended and
counts with those, so that the ratio is a lower bound. The store is opened from its cache, as by
`paperkg sparql`; rdflib has all in memory. Checks that both give the same number of answers.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path

import rdflib
from pyoxigraph import QueryTriples, Store

from paperkg.graph import open_graph
from paperkg.rdf import to_rdflib
from paperkg.sparql import PREFIXES, Example, Question, ask, cached, examples, open_store


def of_oxigraph(store: Store, one: Example) -> int:
    """Ask Oxigraph, and count the answers."""
    results = ask(store, Question(one.query))
    return len(set(results)) if isinstance(results, QueryTriples) else sum(1 for _ in results)


def of_rdflib(graph: rdflib.Graph, query: str) -> int:
    """Ask rdflib, and count the answers."""
    return len(list(graph.query(query, initNs=PREFIXES)))


def timed(call: Callable[[], int]) -> tuple[int, float]:
    """Return what a call returns, and the least CPU time that it took."""
    least, total = float("inf"), 0.0
    for _ in range(5):
        start = time.process_time()
        answers = call()
        took = time.process_time() - start
        least, total = min(least, took), total + took
        if total > 1:
            break
    return answers, least


def rdflib_worker(folder: Path, pipe: Connection) -> None:
    """Hold the graph in memory, and answer the numbers of queries that come."""
    with open_graph(folder) as kg:
        graph = to_rdflib(kg)
    pipe.send(len(graph))
    while True:
        query = examples()[pipe.recv()].query
        pipe.send(timed(partial(of_rdflib, graph, query)))


class Rdflib:
    """rdflib in a process of its own, which is started again when a query has to be ended."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.triples = self._start()

    def _start(self) -> int:
        self._pipe, other = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=rdflib_worker, args=(self._folder, other), daemon=True)
        self._process.start()
        return int(self._pipe.recv())

    def ask(self, number: int, seconds: float) -> tuple[int, float] | None:
        """Ask a query; None where it took too long."""
        self._pipe.send(number)
        if self._pipe.poll(seconds):
            answers, took = self._pipe.recv()
            return answers, took
        self._process.kill()
        self._process.join()
        self._start()
        return None


def main(folder: str, seconds: str = "60") -> None:
    """Print the table."""
    other_engine = Rdflib(Path(folder))
    print(
        f"{other_engine.triples:,} triples\n\n{'':26}{'answers':>9}{'Oxigraph':>11}{'rdflib':>11}{'ratio':>9}"
    )
    totals = [0.0, 0.0]
    ended = False
    with cached(Path(folder)) as cache:
        store = open_store(cache.path)
        for number, one in enumerate(examples()):
            answers, took = timed(partial(of_oxigraph, store, one))
            other = other_engine.ask(number, float(seconds))
            if other is not None and other[0] != answers:
                raise SystemExit(f"{one.name}: {answers} answers of Oxigraph, {other[0]} of rdflib")
            slow = other[1] if other else float(seconds)
            ended |= other is None
            totals = [totals[0] + took, totals[1] + slow]
            mark = " " if other else ">"
            print(f"{one.name:26}{answers:9,}{took:11.3f}{mark}{slow:10.3f}{mark}{slow / took:8.0f}")
    mark = ">" if ended else " "
    print(f"{'together':26}{'':9}{totals[0]:11.3f}{mark}{totals[1]:10.3f}{mark}{totals[1] / totals[0]:8.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
