"""Loads the server: python benchmarks/load.py GRAPH [--seconds 120] [--clients 50].

Starts `paperkg serve GRAPH` and asks it as that many clients do who wait a second between two requests:
pages, JSON and SPARQL. One in ten is hostile: heavy queries, malformed ones, updates, SERVICE, wrong
methods, requests that never end. Prints how long the honest waited, beside the median of one client alone
that asks the same, every answer to them that was no success, and the memory of the server with its workers.
Ends with 1 where an honest client met an error, p99 was ten times the quiet median, or memory grew by a fifth
after the first quarter.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import httpx

from paperkg.graph import open_graph
from paperkg.rdf.iris import paper_name
from paperkg.serve.contents import concept_name
from paperkg.sparql import examples

THINKS = 1.0  # seconds between two requests of a client
HEAVY = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
HOSTILE = (
    HEAVY,
    "SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }",
    "DELETE WHERE { ?s ?p ?o }",
    "SELECT * { " + "{" * 5000,
    "\0nonsense",
)


def requests(graph: Path) -> list[tuple[str, dict[str, str]]]:
    """What honest clients ask: addresses with their parameters."""
    with open_graph(graph) as kg:
        papers = [f"/paper/{paper_name(paper.id)}" for paper in kg.papers()][:200]
        concepts = [f"/concept/{concept_name(concept.id)}" for concept in kg.concepts()][:200]
    light = [example.query for example in examples() if "LIMIT" in example.query]
    return [
        *((address, {}) for address in ("/", "/sparql", "/api/stats", "/api/papers", "/api/concepts")),
        *((address, {}) for address in (*papers, *concepts)),
        *(("/sparql", {"query": query}) for query in light * 20),
        ("/api/shared", {"name": "GSM8K"}),
    ]


async def honest(
    client: httpx.AsyncClient,
    asked: list[tuple[str, dict[str, str]]],
    dice: random.Random,
    until: float,
    took: list[float],
    failed: Counter[str],
    thinks: float,
) -> None:
    """Ask until the time is over."""
    await asyncio.sleep(dice.random() * thinks)
    while time.monotonic() < until:
        address, parameters = dice.choice(asked)
        began = time.monotonic()
        try:
            response = await client.get(address, params=parameters)
            if response.status_code != 200:
                failed[f"{response.status_code} {address.split('/')[1]}"] += 1
        except httpx.HTTPError as error:
            failed[type(error).__name__] += 1
        took.append(time.monotonic() - began)
        await asyncio.sleep(thinks)


async def hostile(
    client: httpx.AsyncClient, port: int, dice: random.Random, until: float, told: Counter[str]
) -> None:
    """Do what nobody should."""
    while time.monotonic() < until:
        try:
            if dice.random() < 0.2:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")  # and never ends
                await asyncio.sleep(2)
                writer.close()
                told["never ends"] += 1
            elif dice.random() < 0.2:
                told[str((await client.request("PUT", "/paper/x", content=b"x" * 100_000)).status_code)] += 1
            else:
                told[
                    str((await client.post("/sparql", data={"query": dice.choice(HOSTILE)})).status_code)
                ] += 1
        except (httpx.HTTPError, OSError) as error:
            told[type(error).__name__] += 1
        await asyncio.sleep(0.5)


def memory(process: int) -> float:
    """MB that a process and its children have in memory."""
    family, children = [process], Path(f"/proc/{process}/task/{process}/children")
    family += map(int, children.read_text().split())
    pages = 0
    for one in family:
        try:
            pages += int(Path(f"/proc/{one}/statm").read_text().split()[1])
        except OSError:
            continue
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def watch(process: int, until: float, sizes: list[float]) -> None:
    """Note the memory each second."""
    while time.monotonic() < until:
        sizes.append(memory(process))
        await asyncio.sleep(1)


async def load(
    address: str, process: int, asked: list[tuple[str, dict[str, str]]], clients: int, seconds: float
) -> bool:
    """Load a server that runs; print what came of it, and return whether that is well."""
    port = int(address.rstrip("/").rpartition(":")[2])
    limits = httpx.Limits(max_connections=clients)
    dice = random.Random(20261201)
    quiet: list[float] = []
    took: list[float] = []
    sizes: list[float] = []
    failed: Counter[str] = Counter()
    told: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=address, timeout=30, limits=limits) as client:
        await honest(
            client, asked, random.Random(1), time.monotonic() + min(15, seconds / 4), quiet, failed, 0.02
        )
        until = time.monotonic() + seconds
        bad = clients // 10
        await asyncio.gather(
            watch(process, until, sizes),
            *(
                honest(client, asked, random.Random(dice.random()), until, took, failed, THINKS)
                for _ in range(clients - bad)
            ),
            *(hostile(client, port, random.Random(dice.random()), until, told) for _ in range(bad)),
        )
    median, slowest = statistics.median(quiet), statistics.quantiles(took, n=100)[-1]
    early, late = max(sizes[: max(1, len(sizes) // 4)]), max(sizes[-len(sizes) // 4 :])
    for name, times in (("quiet", quiet), ("under load", took)):
        middle, worst = statistics.median(times), statistics.quantiles(times, n=100)[-1]
        print(f"{name}: {len(times):,} requests, median {1000 * middle:.1f} ms, p99 {1000 * worst:.1f} ms")
    print(f"errors of the honest: {failed.total():,} {dict(failed)}")
    print(f"answers to the hostile: {dict(told)}")
    print(f"memory: {early:.0f} MB in the first quarter, {late:.0f} MB in the last")
    return not failed and slowest < 10 * median and late < 1.2 * early


def main() -> None:
    """Start the server and load it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--clients", type=int, default=50)
    chosen = parser.parse_args()
    command = [sys.executable, "-u", "-m", "paperkg", "serve", str(chosen.graph), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split(" (")[0].rpartition(" ")[2]
        try:
            well = asyncio.run(
                load(address, server.pid, requests(chosen.graph), chosen.clients, chosen.seconds)
            )
        finally:
            server.terminate()
    sys.exit(0 if well else 1)


if __name__ == "__main__":
    main()
