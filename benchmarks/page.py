"""How quick the page is, against the page that pyvis makes of the same graph by itself.

    python benchmarks/page.py GRAPH [--limit SECONDS] [--runs N]

Needs playwright and a Chromium (named in PAPERKG_CHROMIUM, else the one on the path), as the tests of the
page do. Both pages are opened from disk in a headless Chromium that draws in software. pyvis gets the graph
by `from_nx` with its defaults; it is given up after the limit, 300 seconds in all. Of several runs the best
counts, as other work on the machine only ever slows one down. Prints one table.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Error, Playwright, sync_playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PYVIS = """
import sys, paperkg
from pyvis.network import Network
network = Network(cdn_resources="in_line")
network.from_nx(paperkg.open(sys.argv[1]).graph)
open(sys.argv[2], "w", encoding="utf-8").write(network.generate_html())
"""
# From an event to the frame after the one that shows its effect
ANSWER = """async ([act, argument]) => {
  const acts = {
    click: () => paperkg.select(paperkg.nodes[argument]),
    filter: () => document.querySelector("#legend input[value=technique]").click(),
    key: () => {
      const box = document.getElementById("search");
      box.value = argument;
      box.dispatchEvent(new Event("input"));
    },
  };
  const start = performance.now();
  acts[act]();
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - start;
}"""
PAN = """async () => {
  const canvas = document.querySelector("#map canvas, #mynetwork canvas");
  const net = window.paperkg?.network ?? window.network;
  const times = [];
  for (let step = 0; step < 40; step += 1) {
    const start = performance.now();
    const { x, y } = net.getViewPosition();
    net.moveTo({ position: { x: x + 4, y: y + 2 }, animation: false });
    net.redraw();
    canvas.getContext("2d").getTransform();
    await new Promise((done) => requestAnimationFrame(done));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return 1000 / times[times.length / 2];
}"""


def own_page(graph: Path, folder: Path, runs: int) -> dict[str, str]:
    """Make our page of a graph and measure it."""
    page = folder / "page.html"
    took = []
    for _ in range(runs):
        start = time.perf_counter()
        command = [sys.executable, "-m", "paperkg", "view", str(graph), "-o", str(page), "--no-open"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        took.append(time.perf_counter() - start)
    figures = [_own_figures(page) for _ in range(runs)]
    best = {name: min(run[name] for run in figures) for name in figures[0]}
    return {
        "make the page": f"{min(took):.1f} s",
        "size": f"{page.stat().st_size / 1e6:.1f} MB",
        "first picture": f"{best['drawn']:.2f} s",
        "all behind it at hand": f"{best['loaded']:.2f} s",
        "a click on what most papers share": f"{best['hub']:.0f} ms",
        "a click on a paper": f"{best['paper']:.0f} ms",
        "a key in the search box": f"{best['key']:.0f} ms",
        "a kind switched off": f"{best['filter']:.0f} ms",
        "panning": f"{max(run['fps'] for run in figures):.0f} frames/s",
    }


def _own_figures(path: Path) -> dict[str, float]:
    with sync_playwright() as playwright:
        page = _browser(playwright).new_page(viewport={"width": 1280, "height": 800})
        page.goto(path.as_uri())
        page.evaluate("paperkg.whenLoaded")
        figures = {
            "drawn": page.evaluate("performance.getEntriesByName('drawn')[0].startTime") / 1000,
            "loaded": page.evaluate("performance.now()") / 1000,
        }
        page.wait_for_timeout(2500)
        shared = page.evaluate(
            "paperkg.nodes.reduce((best, node) => ((node.papers ?? 0) > (best.papers ?? 0) ? node : best)).id"
        )
        figures["fps"] = page.evaluate(PAN)
        figures["hub"] = min(page.evaluate(ANSWER, ["click", shared]) for _ in range(5))
        figures["paper"] = min(page.evaluate(ANSWER, ["click", paper]) for paper in range(5))
        page.evaluate("paperkg.select(null)")
        figures["filter"] = min(page.evaluate(ANSWER, ["filter", None]) for _ in range(4))
        figures["key"] = min(page.evaluate(ANSWER, ["key", text]) for text in ("gs", "gsm", "gsm8"))
    return figures


def pyvis_page(graph: Path, folder: Path, limit: float) -> dict[str, str]:
    """Make the page that pyvis makes by itself and measure it, within a limit of seconds."""
    path = folder / "pyvis.html"
    start = time.perf_counter()
    try:
        command = [sys.executable, "-c", PYVIS, str(graph), str(path)]
        subprocess.run(command, check=True, timeout=limit, stdout=subprocess.DEVNULL, cwd=folder)
    except subprocess.TimeoutExpired:
        return {"make the page": f"not within {limit:.0f} s", "first picture": "none"}
    made = time.perf_counter() - start
    figures = {"make the page": f"{made:.1f} s", "size": f"{path.stat().st_size / 1e6:.1f} MB"}
    with sync_playwright() as playwright:
        page = _browser(playwright).new_page(viewport={"width": 1280, "height": 800})
        page.route("http*://**", lambda route: route.abort())
        page.add_init_script(
            "addEventListener('DOMContentLoaded', () =>"
            " network.once('stabilized', () => (window.settled = performance.now())))"
        )
        left = max(limit - made, 1) * 1000
        page.set_default_timeout(left)
        try:
            page.goto(path.as_uri())
            page.wait_for_function("window.settled", polling=500)
        except Error:  # whatever the reason, there is no picture
            return figures | {"first picture": f"not within {limit:.0f} s"}
        figures["first picture"] = f"{page.evaluate('settled') / 1000:.1f} s"
        figures["panning"] = f"{page.evaluate(PAN):.0f} frames/s"
    return figures


def _browser(playwright: Playwright) -> Browser:
    path = os.environ.get("PAPERKG_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "google-chrome"))), None
    )
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


def main() -> None:
    """Measure both and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graph", type=Path)
    parser.add_argument("--limit", type=float, default=300.0)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        own = own_page(options.graph.resolve(), Path(scratch), options.runs)
        theirs = pyvis_page(options.graph.resolve(), Path(scratch), options.limit)
    print(f"| {options.graph.name} | paperkg view | pyvis, from_nx |\n|---|---|---|")
    for name in own:
        print(f"| {name} | {own[name]} | {theirs.get(name, '')} |")


if __name__ == "__main__":
    main()
