"""`paperkg export` and what belongs to it: `import`, `validate` and `ontology`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from paperkg.cli.arguments import Graph, named
from paperkg.cli.failures import reading, writing
from paperkg.cli.screen import clean, complain, counted, say
from paperkg.parquet import ParquetError


class Evidence(StrEnum):
    """How much an export says of the evidence; `paperkg.rdf.EvidenceForm`, which is not loaded for --help."""

    FULL = "full"
    COMPACT = "compact"
    NONE = "none"


class Part(StrEnum):
    """The files that say what an export means."""

    ONTOLOGY = "ontology"
    ALIGNMENTS = "alignments"
    SHAPES = "shapes"
    CONTEXT = "context"


def export(
    graph: Graph,
    output: Annotated[
        Path | None,
        typer.Argument(metavar="OUT", help="The file to write; its ending says how.", show_default=False),
    ] = None,
    where: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="OUT", help="The same, or the folder.", show_default=False),
    ] = None,
    form: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="NAME", help="What to write, whatever the ending.", show_default=False
        ),
    ] = None,
    abstracts: Annotated[
        bool, typer.Option("--abstracts", help="Give the papers' texts too. They belong to their authors.")
    ] = False,
    evidence: Annotated[
        Evidence | None,
        typer.Option(
            help="RDF: Web Annotations with both selectors (this, unless you say otherwise); one node a"
            " mention; or roles and claims alone.",
            show_default=False,
        ),
    ] = None,
    base: Annotated[
        str | None,
        typer.Option(
            metavar="IRI", help="RDF: what IRIs begin with, for data that you publish at your address."
        ),
    ] = None,
) -> None:
    """Write a graph for other tools.

    [bold]paperkg export graphs/papers papers.ttl[/bold]
    [bold]paperkg export graphs/papers papers.gexf[/bold]
    [bold]paperkg export graphs/papers --format csv -o tables[/bold]

    RDF: .ttl, .nt, .nq, .trig, .jsonld, .rdf; [bold]paperkg import[/bold] reads it back.
    Networks: .graphml and .gexf (Gephi), .json (NetworkX), .cyjs (Cytoscape).
    References: .bib. Folders, which must be new or empty: --format csv,
    parquet, vosviewer, neo4j or obsidian.
    """
    from paperkg.exports import export as write
    from paperkg.graph import GraphError, open_graph

    given = [path for path in (output, where) if path is not None]
    if not given:
        raise typer.BadParameter("say where to write, such as papers.ttl", param_hint="'OUT'")
    if len(given) > 1:
        raise typer.BadParameter("say once where to write", param_hint="'OUT'")
    [path] = given
    with open_graph(graph) as kg, writing(path):
        try:
            counts = write(kg, path, format=form, abstracts=abstracts, evidence=evidence, base=base)
        except (GraphError, ParquetError):
            raise
        except ValueError as error:
            raise typer.BadParameter(str(error)) from error
    said = ", ".join(counted(number, noun) for noun, number in counts.items())
    say(f"{clean(str(path))}: {said}")


def import_(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="What `paperkg export` wrote as RDF.")],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", parser=named, help="Where to put the graph.")
    ],
) -> None:
    """Read an export back into a graph.

    [bold]paperkg export graphs/papers papers.ttl --abstracts[/bold]
    [bold]paperkg import papers.ttl -o graphs/again[/bold]

    The export must have its full evidence. All of the graph comes back but
    the order of the papers; without --abstracts, of each abstract only what
    the evidence quotes.
    """
    from paperkg.rdf import import_graph

    with reading(source), writing(output):
        contents = import_graph(source, output)
    papers, concepts = len(contents.entries), len(contents.concepts)
    say(f"{clean(str(output))}: {counted(papers, 'paper')}, {counted(concepts, 'concept')}")


def validate(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="What `paperkg export` wrote as RDF.")],
) -> None:
    r"""Check an export against the shapes that it must keep to.

    [bold]paperkg validate papers.ttl[/bold]

    Prints a line for each node that does not, and ends with 1 when there is
    one. Needs pySHACL: [bold]pip install 'paperkg\[rdf]'[/bold]. Takes some
    minutes a million triples.
    """
    from paperkg.rdf import validate as check

    with reading(source):
        checked = check(source)
    for violation in checked.violations:
        path = f" <{violation.path}>" if violation.path else ""
        say(clean(f"<{violation.node}>{path}: {violation.message}"))
    if checked.violations:
        complain(f"{source}: {counted(len(checked.violations), 'violation')}")
        raise typer.Exit(1)
    say(f"{clean(str(source))}: {counted(checked.triples, 'triple')}, all well")


def ontology(
    part: Annotated[
        Part,
        typer.Argument(metavar="[PART]", help="ontology, alignments, shapes or context.", show_default=True),
    ] = Part.ONTOLOGY,
) -> None:
    """Print what the terms of an export mean, as Turtle.

    [bold]paperkg ontology > vocab.ttl[/bold]
    [bold]paperkg ontology alignments[/bold]

    PART is ontology, alignments (with the vocabularies of other graphs of
    papers), shapes (SHACL: what every export keeps to) or context (JSON-LD).
    """
    from importlib.resources import files

    ending = "jsonld" if part is Part.CONTEXT else "ttl"
    text = files("paperkg.rdf").joinpath(f"{part}.{ending}").read_text("utf-8")
    typer.echo(text, nl=False)
