"""`paperkg mcp`."""

from __future__ import annotations

import typer

from paperkg.cli.arguments import Graph
from paperkg.cli.screen import complain


def mcp(graph: Graph) -> None:
    r"""Let an agent ask a graph: a Model Context Protocol server on stdin and stdout.

    [bold]paperkg mcp graphs/papers[/bold]

    Write this command into the settings of a program that speaks the
    protocol. Its tools are search, show, shared, similar, path and sparql;
    they only read, and answer in bounded JSON that marks what papers say as
    quoted text. It ends when stdin does.

    Needs: pip install 'paperkg\[mcp]'
    """
    try:
        from paperkg.mcp import run

        run(graph)
    except ModuleNotFoundError as error:
        # The package itself, a part that an old one lacks, or what it is written with.
        if (error.name or "").partition(".")[0] not in ("mcp", "pydantic"):
            raise
        complain("this needs the Model Context Protocol's package: pip install 'paperkg[mcp]'")
        raise typer.Exit(1) from None
