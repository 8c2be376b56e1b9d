"""`paperkg sparql`."""

from __future__ import annotations

import io
import sys
from enum import StrEnum
from pathlib import Path
from threading import Thread, stack_size
from typing import TYPE_CHECKING, Annotated

import typer

from paperkg.cli.arguments import Graph
from paperkg.cli.screen import clean, preparing, say
from paperkg.files import MOST_BYTES, read_text

if TYPE_CHECKING:
    from pyoxigraph import Store

    from paperkg.sparql import Question


class Format(StrEnum):
    """What an answer is written as: a table, yes or no, or a graph."""

    TABLE = "table"
    CSV = "csv"
    TSV = "tsv"
    JSON = "json"
    XML = "xml"
    TURTLE = "ttl"
    N_TRIPLES = "nt"


_STACK = 64 << 20  # bytes; Oxigraph calls itself, and some systems give a thread half a megabyte
_OF_A_GRAPH = {None: "ttl", "ttl": "ttl", "nt": "nt", "json": "jsonld", "xml": "rdf"}
_OF_A_TABLE = {None: "table", "table": "table", "csv": "csv", "tsv": "tsv", "json": "json", "xml": "xml"}


def sparql(
    graph: Graph,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="A query; or @FILE for one in a file, or - for stdin."),
    ] = None,
    example: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Ask one of the queries that come with paperkg."),
    ] = None,
    list_examples: Annotated[bool, typer.Option("--examples", help="List those queries.")] = False,
    format: Annotated[
        Format | None,
        typer.Option(
            "--format",
            "-f",
            case_sensitive=False,
            show_default=False,
            help="Of SELECT and ASK: table (if nothing is said), csv, tsv, json, xml. Of CONSTRUCT and "
            "DESCRIBE: ttl (if nothing is said), nt, json (JSON-LD), xml (RDF/XML).",
        ),
    ] = None,
) -> None:
    """Ask a graph in SPARQL.

    [bold]paperkg sparql graphs/papers --examples[/bold]
    [bold]paperkg sparql graphs/papers --example shared-benchmark[/bold]
    [bold]paperkg sparql graphs/papers 'SELECT ?m { [] pk:uses [ skos:prefLabel ?m ] }'[/bold]
    [bold]paperkg sparql graphs/papers @query.rq --format csv[/bold]

    The triples are those that `paperkg export` writes; their prefixes need
    not be declared. The first query makes a cache in GRAPH/.sparql, which is
    made anew when the graph changes. A query reads this graph and nothing
    else: SERVICE and FROM are refused.
    """
    from paperkg.sparql import example as named
    from paperkg.sparql import examples

    if list_examples:
        for one in examples():
            say(f"{one.name:<25}{one.question}")
        return
    if (query is None) == (example is None):
        raise typer.BadParameter("give a query, or --example NAME; --examples lists those that there are")
    text = named(example).query if example is not None else _read(query or "")
    _answer(graph, text, format)


def _read(query: str) -> str:
    if query == "-":
        text = sys.stdin.read(MOST_BYTES + 1)
        if len(text) > MOST_BYTES:
            raise typer.BadParameter(
                f"the query on standard input is longer than {MOST_BYTES // 1_000_000} MB"
            )
        return text
    if query.startswith("@"):
        path = Path(query[1:])
    elif query.endswith((".rq", ".sparql")) and not any(mark in query for mark in "{}\n"):
        path = Path(query)
    else:
        return query
    try:
        return read_text(path)
    except UnicodeDecodeError:
        raise typer.BadParameter(f"{path}: no text in UTF-8; a query is") from None
    except OSError as error:
        raise typer.BadParameter(f"{path}: cannot be read ({error.strerror}); check the name") from None


def _answer(graph: Path, query: str, format: Format | None) -> None:
    from paperkg.sparql import DamagedError, Question

    question = Question(query)
    try:
        printed = _ask(graph, question, format, anew=False)
    except DamagedError:  # the cache is only a copy
        printed = _ask(graph, question, format, anew=True)
    if isinstance(printed, bytes):
        sys.stdout.flush()
        sys.stdout.buffer.write(printed)
        sys.stdout.buffer.flush()
        return
    for line in printed:
        say(line)


def _ask(graph: Path, question: Question, format: Format | None, *, anew: bool) -> bytes | list[str]:
    """Ask in a thread, so that Ctrl-C is heard while Oxigraph works."""
    from paperkg.sparql import cached, open_store

    answers: list[bytes | list[str]] = []
    failures: list[BaseException] = []

    with cached(graph, anew=anew, making=preparing) as cache:

        def work() -> None:
            try:
                answers.append(_rendered(open_store(cache.path), question, format))
            except BaseException as error:
                failures.append(error.with_traceback(None))  # which holds what only this thread may drop

        before = stack_size(_STACK)
        thread = Thread(target=work, daemon=True)
        thread.start()
        stack_size(before)
        thread.join()
    if failures:
        raise failures[0]
    return answers[0]


def _rendered(store: Store, question: Question, format: Format | None) -> bytes | list[str]:
    from pyoxigraph import QueryTriples

    from paperkg.sparql import ask, write
    from paperkg.sparql.table import aligned, cells

    results = ask(store, question)
    graph = isinstance(results, QueryTriples)
    name = (_OF_A_GRAPH if graph else _OF_A_TABLE).get(format)
    if name is None:
        fitting = "ttl, nt, json or xml" if graph else "table, csv, tsv, json or xml"
        raise typer.BadParameter(f"the answer is no {format}; it can be {fitting}", param_hint="'--format'")
    if name == "table" and not isinstance(results, QueryTriples):
        return list(aligned([list(map(clean, row)) for row in cells(results)]))
    written = io.BytesIO()
    write(results, written, name)
    return written.getvalue()
