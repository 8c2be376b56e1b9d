"""`paperkg export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paperkg.cli.arguments import Graph
from paperkg.cli.failures import writing
from paperkg.cli.screen import clean, counted, say


def export(
    graph: Graph,
    output: Annotated[
        Path, typer.Argument(metavar="OUT", help="The file to write; its ending says how: .ttl or .nt.")
    ],
    base: Annotated[
        str | None,
        typer.Option(metavar="IRI", help="What IRIs begin with, for data that you publish at your address."),
    ] = None,
) -> None:
    """Write a graph as RDF: Turtle (.ttl) or N-Triples (.nt).

    [bold]paperkg export graphs/papers papers.ttl[/bold]
    [bold]paperkg export graphs/papers papers.nt --base https://example.org/papers/[/bold]

    Papers, concepts, what a paper does with each, the place in the text
    that shows it, and claims. Any RDF tool can read it, and answer SPARQL.
    """
    from paperkg.graph import GraphError, open_graph
    from paperkg.rdf import BASE
    from paperkg.rdf import export as write_rdf

    with open_graph(graph) as kg, writing(output):
        try:
            triples = write_rdf(kg, output, base=BASE if base is None else base)
        except GraphError:
            raise
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error
    say(f"{clean(str(output))}: {counted(triples, 'triple')}")
