"""`paperkg serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from paperkg.cli.arguments import Graph
from paperkg.cli.screen import clean, complain, preparing, say


def serve(
    graph: Graph,
    host: Annotated[
        str, typer.Option(metavar="HOST", help="The address to listen at; only this machine unless said.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 for any that is free.")
    ] = 8765,
    cors: Annotated[
        str | None,
        typer.Option(
            metavar="ORIGIN",
            show_default=False,
            help="A site whose pages may ask /sparql, such as https://yasgui.org; '*' for any.",
        ),
    ] = None,
) -> None:
    r"""Serve a graph to browsers and SPARQL clients, until Ctrl-C.

    [bold]paperkg serve graphs/papers[/bold]
    [bold]paperkg serve graphs/papers --port 8000[/bold]

    /explore is the page that `paperkg view` writes, which here asks the server
    for what one looks at, however large the graph. /sparql answers the
    SPARQL 1.1 Protocol, and is a page to write queries in a browser.
    /paper/ID and /concept/KIND-NAME answer HTML, Turtle or JSON-LD; /api/
    answers JSON. Nothing can be changed through it, and it asks no other
    server. It serves the graph as it was when it started.

    Needs: pip install 'paperkg\[serve]'
    """
    try:
        from paperkg.serve import origin, run
    except ModuleNotFoundError as error:
        if error.name not in ("starlette", "uvicorn", "h11"):
            raise
        complain("serving needs Starlette and uvicorn: pip install 'paperkg[serve]'")
        raise typer.Exit(1) from None

    try:
        allowed = None if cors is None else origin(cors)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="'--cors'") from None

    def ready(address: str) -> None:
        say(f"{clean(str(graph))}: {address} (Ctrl-C to stop)")

    run(graph, host, port, cors=allowed, ready=ready, making=preparing)
