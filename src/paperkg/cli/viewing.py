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
    around: Annotated[
        str,
        typer.Option(metavar="NAME", help="Only what is near a concept or a paper.", show_default=False),
    ] = "",
    hops: Annotated[int, typer.Option(min=1, help="How near: steps from paper to concept or back.")] = 2,
    only: Annotated[
        str,
        typer.Option(
            metavar="KIND,...", help="Only these kinds, such as benchmark,paper.", show_default=False
        ),
    ] = "",
    top: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Only the N that connect most.", show_default=False),
    ] = None,
    cluster: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="K", help="Only region K, as the whole page numbers them.", show_default=False
        ),
    ] = None,
    open_page: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in a browser where there is one.")
    ] = True,
) -> None:
    """Write a graph as an interactive page, and open it.

    [bold]paperkg view graphs/papers[/bold]
    [bold]paperkg view graphs/papers -o papers.html --no-open[/bold]
    [bold]paperkg view graphs/papers --around GSM8K --hops 2[/bold]

    The page is one HTML file that needs no network: papers and concepts as
    a map and as a list, each link with the sentence that says so. Of a large
    graph the map shows the concepts that connect most; all the others are
    in the page too, to be searched, filtered and brought in.
    """
    from paperkg.graph import open_graph
    from paperkg.view import NoClusterError, Scope, write_page

    path = output or graph / "page.html"
    if path.suffix.lower() not in (".html", ".htm"):
        raise typer.BadParameter(f"{path}: the name of a page ends in .html", param_hint="'-o'")
    kinds = tuple(kind.strip() for kind in only.split(",") if kind.strip())
    try:
        scope = Scope(around=around, hops=hops, only=kinds, top=top, cluster=cluster)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="'--only'") from None
    with open_graph(graph) as kg, writing(path):
        try:
            page = write_page(kg, path, scope=scope)
        except NoClusterError as error:
            raise typer.BadParameter(str(error), param_hint="'--cluster'") from None
    drawn = "" if page.shown == page.total else f", {page.shown:,} of them on the map"
    say(f"{clean(str(page.path))}: {page.total:,} papers and concepts{drawn}, {page.bytes / 1e6:.1f} MB")
    if open_page and _has_screen():
        webbrowser.open(page.path.resolve().as_uri())


def _has_screen() -> bool:
    """Whether a browser that opens is one that somebody sees."""
    if os.environ.get("CI"):
        return False
    return sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
