"""Time every export of a graph, and say how large it is.

    python benchmarks/exporting.py GRAPH [--only gexf obsidian]

Each format is written by a process of its own, so that each has its own memory. CPU seconds, since others
may use the machine; they leave out what it takes to start Python. Memory is the most that the process held.
"""

from __future__ import annotations

import argparse
import resource
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from paperkg.exports import FORMATS, export
from paperkg.graph import open_graph


def measure(graph: Path, name: str, path: Path) -> tuple[str, float, float, float]:
    """Write one format; return what was written, CPU seconds, seconds and MB of memory."""
    clock, start = time.perf_counter(), time.process_time()
    with open_graph(graph) as kg:
        counts = export(kg, path, format=name)
    took = time.process_time() - start, time.perf_counter() - clock
    said = ", ".join(f"{number:,} {noun}s" for noun, number in counts.items())
    return said, *took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def size(path: Path) -> tuple[float, int]:
    """Return MB and number of files."""
    files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files) / 1e6, len(files)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--only", nargs="+", choices=FORMATS, default=list(FORMATS), metavar="FORMAT")
    chosen = parser.parse_args()
    print(f"{'format':12}{'CPU s':>8}{'s':>8}{'memory MB':>11}{'MB':>8}{'files':>8}  written")
    for name in chosen.only:
        with TemporaryDirectory() as folder, ProcessPoolExecutor(1, get_context("spawn")) as pool:
            path = Path(folder, f"out{FORMATS[name].ending}")
            said, cpu, clock, memory = pool.submit(measure, chosen.graph, name, path).result()
            megabytes, files = size(path)
        print(f"{name:12}{cpu:8.1f}{clock:8.1f}{memory:11,.0f}{megabytes:8.1f}{files:8,}  {said}", flush=True)


if __name__ == "__main__":
    main()
