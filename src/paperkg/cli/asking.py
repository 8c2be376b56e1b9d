"""`paperkg shared` and `paperkg concepts`: what a graph is asked for."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from paperkg.cli.arguments import Bibtex, Graph, Json
from paperkg.cli.citing import say_bibtex
from paperkg.cli.screen import clean, counted, say, say_json
from paperkg.model import Kind, Role

if TYPE_CHECKING:
    from paperkg.questions import Evidence, Shared


def shared(
    graph: Graph,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A concept, however it is spelt; or with its kind: benchmark:GSM8K."
        ),
    ],
    role: Annotated[
        Role | None,
        typer.Option(case_sensitive=False, help="Only papers that do this with it.", show_default=False),
    ] = None,
    as_json: Json = False,
    bibtex: Bibtex = False,
) -> None:
    """List the papers that share a concept, each with the sentence that says so.

    [bold]paperkg shared graphs/papers GSM8K[/bold]
    [bold]paperkg shared graphs/papers "llama 3.1" --role compares_with[/bold]

    Papers stand by what they do with it: introduces, evaluates_on, uses,
    compares_with, addresses, measures, mentions. Versions and sizes are
    concepts of their own; they are named at the end.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import shared as ask

    with open_graph(graph) as kg:
        answer = ask(kg, name, role)
        if bibtex:
            say_bibtex(kg, (paper.id for paper in answer.papers))
            return
    if as_json:
        say_json(_record(answer))
    else:
        _print_shared(answer)


def _record(answer: Shared) -> dict[str, object]:
    return {
        "concept": {"id": answer.concept.id, **asdict(answer.concept)},
        "papers": [asdict(paper) for paper in answer.papers],
        "versions": answer.versions,
    }


def _print_shared(answer: Shared) -> None:
    concept = answer.concept
    head = Text(clean(concept.name), "bold")
    say(head.append(f" ({concept.kind}): {counted(len(answer.papers), 'paper')}", "not bold"))
    for role, papers in groupby(answer.papers, lambda paper: paper.role):
        say("")
        say(Text(str(role), "cyan"))
        for paper in papers:
            say(Text(clean(paper.label), "bold"), indent=2)
            for sentence in paper.sentences[:1]:
                say(marked(sentence), indent=6)
    if answer.versions:
        say("")
        say(f"see also: {', '.join(answer.versions)}")


def marked(evidence: Evidence) -> Text:
    """Return the sentence with the concept in bold."""
    before, after = evidence.sentence[: evidence.start], evidence.sentence[evidence.end :]
    parts = (before, ""), (evidence.words, "bold"), (after, "")
    text = Text()
    for part, style in parts:
        spaced = f"{' ' * part[:1].isspace()}{clean(part)}{' ' * part[-1:].isspace()}"
        text.append(spaced if part.strip() else " " * bool(part), style)
    return text


def concepts(graph: Graph, as_json: Json = False) -> None:
    """List the concepts of a graph, those that most papers share first.

    [bold]paperkg concepts graphs/papers | head[/bold]
    [bold]paperkg concepts graphs/papers --json > concepts.jsonl[/bold]

    A line has the number of papers, the kind and the name. With --json a
    line is a paper, in the order of the source: its id, its concepts (name,
    kind, role, and the words of the text) and its results: its claims, each
    with its quote. Keywords are left out there.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import paper_records

    with open_graph(graph) as kg:
        if as_json:
            for record in paper_records(kg):
                say_json(record)
            return
        papers = kg.count("links", "concept")
        order = {str(kind): place for place, kind in enumerate(Kind)}  # a kind that is not known comes last
        rows = list(kg.rows("SELECT id, kind, name FROM concepts"))
        rows.sort(key=lambda row: (-papers[row[0]], order.get(row[1], len(order)), row[2], row[0]))
        for concept, kind, name in rows:
            line = Text(f"{papers[concept]:>6}  ").append(f"{clean(kind):<10}", "cyan")
            say(line.append(f"  {clean(name)}"))
