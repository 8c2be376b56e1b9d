"""`paperkg check`: what a person should settle in the override file."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from paperkg.cli.arguments import Graph, Json
from paperkg.cli.asking import marked
from paperkg.cli.screen import clean, counted, say, say_json

if TYPE_CHECKING:
    from paperkg.questions import Check, DoubtfulMerge, NearDuplicate, Side

_DOUBTS = {
    "acronym": "papers use this short form and do not spell it out",
    "letters": "these names have nothing in common",
    "numbers": "these names have other numbers",
    "kinds": "papers take it for things of two kinds",
}
_LIKENESSES = {
    "spelling": "the same letters",
    "kinds": "the same name, as things of two kinds",
    "words": "the same words, but for their endings or order",
    "letter": "one letter apart",
    "initials": "one is the other's initials, and a paper has both",
}
_ALIASES = 8


def check(
    graph: Graph,
    limit: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="At most so many findings of each sort.", show_default=False),
    ] = None,
    as_json: Json = False,
) -> None:
    """List doubtful merges and near-duplicates, for you to settle in the override file.

    [bold]paperkg check graphs/papers --limit 10[/bold]
    [bold]paperkg check graphs/papers --json > findings.json[/bold]

    Those that touch most papers come first, each with a sentence for either
    side and the entry of the override file that settles it. TOML has each
    table once in a file: gather the entries of a table under one heading.
    Overrides of the graph that no paper has a name for stand at the end.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import check as ask

    with open_graph(graph) as kg:
        found = ask(kg)
    shown = replace(found, doubtful=found.doubtful[:limit], duplicates=found.duplicates[:limit])
    if as_json:
        say_json(asdict(shown))
    else:
        _print(shown, len(found.doubtful), len(found.duplicates))


def _print(shown: Check, doubtful: int, duplicates: int) -> None:
    say(_head("doubtful merges", len(shown.doubtful), doubtful))
    for doubt in shown.doubtful:
        _print_doubt(doubt)
    say("")
    say(_head("near-duplicates", len(shown.duplicates), duplicates))
    for pair in shown.duplicates:
        _print_pair(pair)
    if shown.unmatched:
        say("")
        say(_head("overrides that matched nothing", len(shown.unmatched), len(shown.unmatched)))
        for entry in shown.unmatched:
            say(Text(f"{entry.table:<12}", "cyan").append(f"  {clean(', '.join(entry.names))}"), indent=2)


def _head(what: str, shown: int, found: int) -> Text:
    return Text(f"{what}: {f'{shown:,} of ' if shown < found else ''}{found:,}", "bold")


def _print_doubt(doubt: DoubtfulMerge) -> None:
    say("")
    say(Text(clean(doubt.concept), "bold").append(f": {_DOUBTS[doubt.why]}", "not bold"), indent=2)
    names = [f"{clean(alias)} ({papers:,})" for alias, papers in doubt.aliases[:_ALIASES]]
    more = " and more" if len(doubt.aliases) > _ALIASES else ""
    say(f"names: {', '.join(names)}{more}", indent=4)
    _print_sides(doubt.sides, doubt.override)


def _print_pair(pair: NearDuplicate) -> None:
    one, other = map(clean, pair.concepts)
    say("")
    head = Text(one, "bold").append(" and ", "not bold").append(other)
    say(head.append(f": {_LIKENESSES[pair.why]}", "not bold"), indent=2)
    _print_sides(pair.sides, pair.override)


def _print_sides(sides: tuple[Side, Side], override: str) -> None:
    for side in sides:
        head = Text(clean(side.name), "cyan")
        say(head.append(f" ({side.kind}): {counted(side.papers, 'paper')}", "not bold default"), indent=4)
        say(marked(side.evidence), indent=6)
    for line in override.splitlines():
        say(Text(line, "green"), indent=4)
