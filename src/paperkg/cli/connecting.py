"""`paperkg similar`, `path`, `topics` and `cooccur`: how the papers of a graph hang together."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from paperkg.cli.arguments import Bibtex, Graph, Json
from paperkg.cli.citing import say_bibtex
from paperkg.cli.screen import clean, complain, counted, say, say_json
from paperkg.model import Kind

if TYPE_CHECKING:
    from paperkg.questions import Step, Stop

Paper = Annotated[
    str, typer.Argument(metavar="PAPER", help="A paper: its id, its title, or how the title begins.")
]
End = "A concept, however it is spelt, or a paper: its id, its title, or how the title begins."


def similar(graph: Graph, paper: Paper, as_json: Json = False, bibtex: Bibtex = False) -> None:
    """List the ten papers that are most like one, each with the concepts that they share.

    [bold]paperkg similar graphs/papers "LiveMoments"[/bold]

    The number is the cosine of the two papers' concepts, from 0 to 1. A
    concept weighs the more, the fewer papers have it, the more often the
    paper names it, and by what the paper does with it.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import similar as ask

    with open_graph(graph) as kg:
        answer = ask(kg, paper)
        if bibtex:
            say_bibtex(kg, (other.id for other in answer.papers))
            return
    if as_json:
        say_json(asdict(answer))
        return
    say(Text(clean(answer.label), "bold"))
    if not answer.papers:
        say("no other paper shares a concept with it")
    for other in answer.papers:
        say("")
        say(Text(f"{other.score:.2f}  ").append(clean(other.label), "bold"), indent=2)
        reasons = (
            f"{clean(reason.name)} ({reason.kind}, {counted(reason.papers, 'paper')})"
            for reason in other.reasons
        )
        more = other.shared - len(other.reasons)
        say(f"{', '.join(reasons)}{f' and {more:,} more' if more else ''}", indent=8)


def path(
    graph: Graph,
    start: Annotated[str, typer.Argument(metavar="A", help=End)],
    end: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    as_json: Json = False,
) -> None:
    """Show how two papers or concepts are connected: up to three ways, with the sentences that say so.

    [bold]paperkg path graphs/papers GSM8K VBench[/bold]
    [bold]paperkg path graphs/papers "LiveMoments" "video generation"[/bold]

    A way through concepts that few papers have comes before one through
    concepts that many have. No two ways share a stop on the way.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import path as ask

    with open_graph(graph) as kg:
        answer = ask(kg, start, end)
    if as_json:
        say_json(asdict(answer))
        return
    if answer.start == answer.end:
        say(_stop(answer.start).append(": the two are one and the same", "not bold"))
    elif not answer.paths:
        both = _stop(answer.start).append(" and ", "not bold").append(_stop(answer.end))
        say(both.append(": not connected", "not bold"))
    for number, way in enumerate(answer.paths):
        if number:
            say("")
        say(_stop(way.stops[0]))
        for step, stop in zip(way.steps, way.stops[1:], strict=True):
            say(_step(step), indent=4)
            say(_stop(stop))


def _stop(stop: Stop) -> Text:
    about = "paper" if stop.papers is None else f"{stop.kind}, {counted(stop.papers, 'paper')}"
    return Text(clean(stop.name), "bold").append(f" ({about})", "not bold")


def _step(step: Step) -> Text:
    if step.role is None:
        return Text("version of the same", "cyan")
    sentence = clean(step.sentence.sentence) if step.sentence else ""
    return Text(f"{step.role}: ", "cyan").append(sentence, "default")


def topics(graph: Graph, as_json: Json = False) -> None:
    """List the topics of a graph: groups of papers that share concepts, the largest first.

    [bold]paperkg topics graphs/papers[/bold]

    A topic has the number of its papers, the concepts that are most its
    own, and papers that have most of these. With --json it has all papers.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import topics as ask

    with open_graph(graph) as kg:
        answer = ask(kg)
    if as_json:
        say_json(asdict(answer))
        return
    for topic in answer.topics:
        say(Text(f"{len(topic.papers):>6,}  ").append(clean(topic.label), "bold"))
        for sample in topic.samples:
            say(clean(sample), indent=8)
    if answer.alone:
        say(f"{len(answer.alone):>6,}  in no topic")


def cooccur(
    graph: Graph,
    kind: Annotated[Kind, typer.Option(case_sensitive=False, help="What kind of concept.")] = Kind.BENCHMARK,
    as_json: Json = False,
) -> None:
    """List the benchmarks that go together in papers, or other concepts of a kind.

    [bold]paperkg cooccur graphs/papers | head[/bold]
    [bold]paperkg cooccur graphs/papers --kind technique[/bold]

    A line has the number of papers that have both, and how many have each.
    Pairs that only one paper has are left out. With --json the papers are
    named.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import cooccur as ask

    with open_graph(graph) as kg:
        answer = ask(kg, kind)
    if as_json:
        say_json([asdict(pair) for pair in answer])
        return
    if not answer:
        complain(f"no two concepts of the kind {kind} are together in two papers or more")
    for pair in answer:
        names = (f"{clean(one.name)} ({one.papers:,})" for one in (pair.first, pair.second))
        say(f"{len(pair.papers):>6,}  {' + '.join(names)}")
