"""`paperkg doctor`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from paperkg.cli.arguments import Graph, Json
from paperkg.cli.failures import writing
from paperkg.cli.progress import shown_progress
from paperkg.cli.screen import clean, complain, counted, say, say_json

if TYPE_CHECKING:
    from paperkg.doctor import Examination


def doctor(
    graph: Graph,
    mend: Annotated[bool, typer.Option("--mend", help="Mend what can be mended.")] = False,
    as_json: Json = False,
) -> None:
    """Say what is wrong with a graph on disk, and mend it.

    [bold]paperkg doctor graphs/papers[/bold]
    [bold]paperkg doctor graphs/papers --mend[/bold]

    A store that is damaged, cut short, older or lacks a part is made anew
    from the papers in it, which must all be whole; the damaged one is kept
    beside it. What stopped programs left half-written is taken away. Ends
    with 1 where something is wrong that was not mended, and says what to do.
    """
    from paperkg.doctor import examine
    from paperkg.doctor import mend as mend_graph

    found = examine(graph)
    if mend and found.mendable:
        with shown_progress() as progress, writing(graph):
            mended = mend_graph(graph, progress=progress)
        if mended.kept:
            complain(f"{graph}: made anew from its {counted(mended.papers or 0, 'paper')}; see {mended.kept}")
        for path in mended.removed:
            complain(f"{path}: removed")
        found = examine(graph)
    if as_json:
        say_json(_record(found))
    else:
        _print(found)
    if found.findings:
        raise typer.Exit(1)


def _record(found: Examination) -> dict[str, object]:
    findings = [
        {"path": str(one.path), "reason": one.reason, "mendable": not one.advice, "advice": one.advice}
        for one in found.findings
    ]
    return {"graph": str(found.folder), "papers": found.papers, "findings": findings}


def _print(found: Examination) -> None:
    if not found.findings:
        say(f"{clean(str(found.folder))}: {counted(found.papers, 'paper')}, all well")
    for one in found.findings:
        say(f"{clean(str(one.path))}: {clean(one.reason)}")
        say(clean(one.advice) if one.advice else "--mend mends it", indent=4)
