"""`paperkg stats` and `trends`: what is in a graph, and what changes in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from paperkg.cli.arguments import Graph, Json
from paperkg.cli.asking import marked
from paperkg.cli.screen import clean, complain, counted, say, say_json
from paperkg.model import Kind

if TYPE_CHECKING:
    from paperkg.questions import Stats, Trend, Trends

_VENUES = 10


def stats(graph: Graph, as_json: Json = False) -> None:
    """Count what is in a graph: papers, concepts, links, and the concepts that most papers have.

    [bold]paperkg stats graphs/papers[/bold]

    Years and venues are told where the papers say them, the ten largest
    venues by name; with --json all.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import stats as ask

    with open_graph(graph) as kg:
        answer = ask(kg)
    if as_json:
        say_json(asdict(answer))
        return
    print_rows([*_rows_of_papers(answer), *rows_of_concepts(answer)])
    for kind, most in answer.most.items():
        if most:
            say("")
            say(Text(f"most papers have, of the kind {kind}", "bold"))
        for used in most:
            say(f"{used.papers:>6,}  {clean(used.name)}")


def print_rows(rows: Iterable[tuple[str, int]]) -> None:
    """Print counts, each with its name."""
    for name, count in rows:
        say(f"{name:<18}{count:>10,}")


def _rows_of_papers(found: Stats) -> Iterator[tuple[str, int]]:
    yield "papers", found.papers
    if found.empty:
        yield "  without concepts", found.empty
    yield from ((f"  of {year}", count) for year, count in found.years.items())
    venues = list(found.venues.items())
    yield from ((f"  {clean(venue)}", count) for venue, count in venues[:_VENUES])
    if len(venues) > _VENUES:
        yield f"  {len(venues) - _VENUES} more venues", sum(count for _, count in venues[_VENUES:])


def rows_of_concepts(found: Stats) -> Iterator[tuple[str, int]]:
    """Yield what a graph has of concepts and links."""
    yield "concepts", sum(found.concepts.values())
    yield from ((f"  {kind}", count) for kind, count in found.concepts.items())
    yield "links", sum(found.links.values())
    yield from ((f"  {role}", count) for role, count in found.links.items())
    yield "shared concepts", found.shared
    yield "families", found.families
    yield "claims", found.claims


def trends(
    graph: Graph,
    kind: Annotated[Kind, typer.Option(case_sensitive=False, help="What kind of concept.")] = Kind.BENCHMARK,
    as_json: Json = False,
) -> None:
    """List the benchmarks that are rising, new, fading and saturated, or other concepts of a kind.

    [bold]paperkg trends graphs/papers[/bold]
    [bold]paperkg trends graphs/papers --kind technique[/bold]

    The papers of the last year are compared with all earlier ones; a paper is
    of its year, or of the year that its venue ends with. Rising and fading
    are what differs by 1.96 standard errors of the logarithm of the odds, new
    is what at least two papers of the last year have and no earlier one. A
    benchmark is saturated where a paper reports 95 % or more on it, by a
    metric that is better when higher. With --json the papers are named.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import trends as ask

    with open_graph(graph) as kg:
        answer = ask(kg, kind)
    if as_json:
        say_json(asdict(answer))
        return
    _explain(answer)
    for title, found in (("rising", answer.rising), ("new", answer.new), ("fading", answer.fading)):
        _print_trends(title, found, answer)
    if answer.saturated:
        say(Text("saturated", "bold"))
    for its in answer.saturated:
        say(f"{clean(its.best.value):>8}  {clean(its.name)} ({clean(its.best.metric or '')})")
        say(marked(its.best.sentence), indent=10)


def _explain(answer: Trends) -> None:
    if not answer.periods:
        complain("no paper says its year, so nothing can rise; give a year or a venue with one")
    elif len(answer.periods) == 1:
        only = answer.periods[0]
        complain(f"all papers that say their year are of {only.year}, so nothing can rise")
    if answer.periods and answer.undated:
        complain(f"{counted(answer.undated, 'paper')} without a year left out")


def _print_trends(title: str, found: Sequence[Trend], answer: Trends) -> None:
    if not found:
        return
    last, earlier = answer.periods[-1], sum(period.papers for period in answer.periods[:-1])
    say(Text(f"{title}: of {last.papers:,} papers of {last.year}, and of {earlier:,} before", "bold"))
    for trend in found:
        say(f"{trend.counts[-1]:>6,}{sum(trend.counts[:-1]):>7,}  {clean(trend.name)}")
