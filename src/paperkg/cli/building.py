"""`paperkg build` and `paperkg extract`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paperkg.cli.arguments import Json
from paperkg.cli.failures import writing
from paperkg.cli.screen import clean, complain, console, counted, say, say_json

if TYPE_CHECKING:
    from paperkg.build import Built, Extract, Progress
    from paperkg.papers import Problem
    from paperkg.questions import Stats

_SHOWN = 20
"""Problems that are told one by one."""
_SOURCE = (
    "Files that list papers: plain text (abstracts apart by blank lines), JSON, JSON Lines, CSV or TSV, told "
    "apart by what is in them, compressed or not; globs; addresses (s3://...)."
)


def build(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE", help=_SOURCE, show_default=False),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FOLDER", help="Where to build; else graphs/<name of the first source>."
        ),
    ] = None,
    overrides: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A TOML file with your last word on concepts: tables aliases, rename, kinds, never.",
        ),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Find concepts on a Dask cluster: tcp://HOST:PORT, or local for one on this machine.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Build the graph of a list of papers, and say what was found.

    [bold]paperkg build papers.jsonl[/bold]
    [bold]paperkg build 2025.csv '2026/*.jsonl.xz' -o graphs/two-years[/bold]
    [bold]paperkg build part-*.parquet -o graphs/all[/bold]

    A paper needs an abstract. Title, id, authors, venue, year, address and
    keywords are used where they are given. Duplicates are merged. A second
    build works only on papers that are new to it.

    Prints how many papers, concepts by kind, links by role, concepts that
    at least two papers share, and claims (reported numbers) there are.

    Records that cannot be read are named on stderr and skipped; the graph
    of the others is built, and the exit code is 1. Where a whole source
    cannot be read nothing is built, and what was there stays.
    """
    from paperkg.build import build as build_graph
    from paperkg.graph import open_graph
    from paperkg.link import read_overrides
    from paperkg.questions import stats

    folder = output or Path("graphs", _name(sources[0]))
    settled = read_overrides(overrides) if overrides else None
    problems: list[Problem] = []
    try:
        with _extractor(scheduler) as extractor, _progress() as progress, writing(folder):
            built = build_graph(
                sources, folder, overrides=settled, problems=problems, progress=progress, **extractor
            )
    finally:
        _tell(problems)
    with open_graph(folder) as kg:
        found = stats(kg)
    if as_json:
        say_json(_summary(built, len(problems), found))
    else:
        _print_summary(built, found)
    if problems:
        raise typer.Exit(1)


def extract(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="SOURCE", help=_SOURCE, show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The Parquet file to write.")
    ],
    as_json: Json = False,
) -> None:
    """Find what papers name, and write both to a Parquet file, to build from later.

    [bold]paperkg extract 2025.jsonl -o part-2025.parquet[/bold]
    [bold]paperkg build part-*.parquet -o graphs/all[/bold]

    Splits the slow stage from the rest, for those who run it in parts, each
    wherever there is room. The graph is the same as one of the sources
    themselves. Build with the same version of paperkg.

    Records that cannot be read are named on stderr and skipped, and the
    exit code is 1.
    """
    from paperkg.parts import extract_to

    if output.suffix.lower() != ".parquet":
        raise typer.BadParameter(f"{output}: the file's name must end in .parquet", param_hint="'-o'")
    problems: list[Problem] = []
    try:
        with _progress() as progress, writing(output):
            part = extract_to(
                sources,
                output,
                problems=problems,
                progress=(lambda done: progress(done, done + 1)) if progress else None,
            )
    finally:
        _tell(problems)
    if as_json:
        say_json(
            {
                "file": str(output),
                "papers": part.papers,
                "mentions": part.mentions,
                "problems": len(problems),
            }
        )
    else:
        say(f"{clean(str(output))}: {counted(part.papers, 'paper')}, {counted(part.mentions, 'mention')}")
    if problems:
        raise typer.Exit(1)


def _name(source: str) -> str:
    """Name a graph after its first source.

    >>> _name("lists/papers.jsonl.xz"), _name("s3://bucket/2025.csv")
    ('papers', '2025')
    """
    from paperkg.papers.packed import ENDINGS
    from paperkg.papers.places import has_pattern

    path = Path(source)
    if has_pattern(source) and not path.exists():
        raise typer.BadParameter(f"{source} stands for several files: say with -o where to build")
    return Path(path.stem).stem if path.suffix.lower() in ENDINGS else path.stem


@contextmanager
def _extractor(scheduler: str | None) -> Iterator[dict[str, Extract]]:
    """Give the argument of `build` that says who extracts; none for the usual."""
    if scheduler is None:
        yield {}
        return
    from paperkg.cluster import on_cluster

    with on_cluster(scheduler) as extract_there:
        yield {"extract": extract_there}


@contextmanager
def _progress() -> Iterator[Progress | None]:
    """Show how far a build is on a terminal, and nowhere else."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("Reading", total=None)

        def show(done: int, total: int) -> None:
            if done < total:
                bar.update(task, description="Finding", completed=done, total=total)
            else:
                bar.update(task, description="Linking", completed=done, total=None)

        yield show


def _tell(problems: Sequence[Problem]) -> None:
    """Name the first problems, and count all of them by reason where there are more."""
    for problem in problems[:_SHOWN]:
        complain(str(problem))
    if len(problems) > _SHOWN:
        complain(f"and {len(problems) - _SHOWN:,} more; in all:")
        reasons = Counter(_gist(problem.reason) for problem in problems)
        for reason, count in reasons.most_common(_SHOWN):
            complain(f"{count:,} x {reason}")


def _gist(reason: str) -> str:
    """Leave out of a reason what differs from record to record.

    >>> _gist('the JSON is broken (Expecting value at column 5); the record is skipped')
    'the JSON is broken; the record is skipped'
    """
    return re.sub(r'"[^"]*"', "...", re.sub(r"\s*\([^()]*\)", "", reason))


def _summary(built: Built, problems: int, found: Stats) -> dict[str, object]:
    return {
        "graph": str(built.folder),
        "papers": found.papers,
        "merged": built.merged,
        "problems": problems,
        "concepts": found.concepts,
        "links": found.links,
        "shared": found.shared,
        "families": found.families,
        "claims": found.claims,
    }


def _print_summary(built: Built, found: Stats) -> None:
    rows = [
        ("papers", found.papers),
        ("duplicates merged", built.merged),
        ("concepts", sum(found.concepts.values())),
        *((f"  {kind}", count) for kind, count in found.concepts.items()),
        ("links", sum(found.links.values())),
        *((f"  {role}", count) for role, count in found.links.items()),
        ("shared concepts", found.shared),
        ("families", found.families),
        ("claims", found.claims),
    ]
    say(f"{clean(str(built.folder))}: {counted(found.papers, 'paper')}")
    for name, count in rows[1:]:
        say(f"{name:<18}{count:>10,}")
