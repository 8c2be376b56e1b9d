"""`paperkg view`."""

from __future__ import annotations

import os
import sys
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from paperkg.cli.arguments import Graph
from paperkg.cli.failures import writing
from paperkg.cli.screen import clean, say


def view(
    graph: Graph,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The page to write; else GRAPH/page.html."),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser where there is one.")
    ] = True,
) -> None:
    """Write a graph as an interactive page, and open it.

    [bold]paperkg view graphs/papers[/bold]
    [bold]paperkg view graphs/papers -o papers.html --no-open[/bold]

    The page is one HTML file that needs no network: papers and concepts as
    a map, coloured by kind, each link with the sentence that says so. Of a
    large graph it shows the concepts that connect most.
    """
    from paperkg.graph import open_graph
    from paperkg.view import write_page

    path = output or graph / "page.html"
    if path.suffix.lower() not in (".html", ".htm"):
        raise typer.BadParameter(f"{path}: the name of a page ends in .html", param_hint="'-o'")
    with open_graph(graph) as kg, writing(path):
        page = write_page(kg, path)
    part = "" if page.shown == page.total else f" of {page.total:,}"
    say(f"{clean(str(page.path))}: {page.shown:,}{part} papers and concepts, {page.bytes / 1e6:.1f} MB")
    if open_page and _has_screen():
        webbrowser.open(page.path.resolve().as_uri())


def _has_screen() -> bool:
    """Whether a browser that opens is one that somebody sees."""
    if os.environ.get("CI"):
        return False
    return sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
