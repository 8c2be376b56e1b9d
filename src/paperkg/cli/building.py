"""`paperkg build`, `paperkg add`, `paperkg remove` and `paperkg extract`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paperkg.cli.arguments import Graph, Json, named
from paperkg.cli.counting import print_rows, rows_of_concepts
from paperkg.cli.failures import writing
from paperkg.cli.progress import shown_progress
from paperkg.cli.reading import Columns, Form, Sources, tell_account, tell_problems, ways
from paperkg.cli.screen import clean, complain, counted, say, say_json

if TYPE_CHECKING:
    from paperkg.build import Built, Progress
    from paperkg.papers import Account, Problem
    from paperkg.questions import Stats
    from paperkg.workers import Extractor

Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="How many processes find concepts; else one a core.", show_default=False
    ),
]


def build(
    sources: Sources,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FOLDER",
            parser=named,
            help="Where to build; else graphs/<name of the first source>.",
        ),
    ] = None,
    overrides: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A TOML file with your last word on concepts: tables aliases, rename, kinds, never.",
        ),
    ] = None,
    form: Form = None,
    columns: Columns = None,
    workers: Workers = None,
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
    build works only on papers that are new to it. A build that was stopped,
    however that came, takes up where it stopped when it is run again.

    Prints how many papers, concepts by kind, links by role, concepts that
    at least two papers share, and claims (reported numbers) there are.

    Records that cannot be read are named on stderr and skipped; the graph
    of the others is built, and the exit code is 1. Where a whole source
    cannot be read nothing is built, and what was there stays.
    """
    from paperkg.build import build as build_graph
    from paperkg.link import read_overrides
    from paperkg.papers import Account

    folder = output or Path("graphs", _name(sources[0]))
    settled = read_overrides(overrides) if overrides else None
    problems: list[Problem] = []
    account = Account()
    told = ways(form, columns)

    def make(progress: Progress) -> Built:
        with _extractor(scheduler, workers) as extractor:
            return build_graph(
                sources,
                folder,
                overrides=settled,
                problems=problems,
                progress=progress,
                extractor=extractor,
                ways=told,
                account=account,
            )

    _run(make, folder, problems, as_json, account)


def add(
    graph: Graph,
    sources: Sources,
    form: Form = None,
    columns: Columns = None,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Add papers to a graph: it is then as if built of its own and these.

    [bold]paperkg add graphs/papers more.jsonl[/bold]

    Only papers that are new to it are worked on; then all are linked anew,
    since what the new ones say counts for all. Overrides that the graph was
    built with go on to hold. Prints what `paperkg build` prints.
    """
    from paperkg.build import add as add_papers
    from paperkg.papers import Account
    from paperkg.workers import local_extractor

    problems: list[Problem] = []
    account = Account()
    told = ways(form, columns)

    def make(progress: Progress) -> Built:
        extractor = local_extractor(workers, alone=True)
        return add_papers(
            graph,
            sources,
            problems=problems,
            progress=progress,
            extractor=extractor,
            ways=told,
            account=account,
        )

    _run(make, graph, problems, as_json, account)


def remove(
    graph: Graph,
    papers: Annotated[
        list[str],
        typer.Argument(metavar="PAPER", help="Ids of papers, or their titles.", show_default=False),
    ],
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Take papers out of a graph: it is then as if they had never been in.

    [bold]paperkg remove graphs/papers dwPdYFqVWO[/bold]

    `paperkg shared` prints titles, `paperkg concepts --json` ids. Overrides
    that the graph was built with go on to hold. Prints what `paperkg build`
    prints.
    """
    from paperkg.build import remove as remove_papers
    from paperkg.workers import local_extractor

    def make(progress: Progress) -> Built:
        return remove_papers(graph, papers, progress=progress, extractor=local_extractor(workers, alone=True))

    _run(make, graph, [], as_json)


def _run(
    make: Callable[[Progress], Built],
    folder: Path,
    problems: list[Problem],
    as_json: bool,
    account: Account | None = None,
) -> None:
    """Make a graph, name the problems that there were, and say what it holds."""
    from paperkg.graph import open_graph
    from paperkg.questions import stats

    try:
        with shown_progress() as progress, writing(folder):
            built = make(progress)
    except KeyboardInterrupt:
        complain("stopped; what was there is as it was, and the same command goes on from here")
        raise typer.Exit(130) from None
    finally:
        tell_problems(problems)
    if account and len(account.files) > 1:
        tell_account(account)
    with open_graph(folder) as kg:
        found = stats(kg)
    if as_json:
        say_json(_summary(built, len(problems), found))
    else:
        _print_summary(built, found)
    if problems:
        raise typer.Exit(1)


def extract(
    sources: Sources,
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
        with shown_progress() as progress, writing(output):
            part = extract_to(
                sources, output, problems=problems, progress=lambda done: progress("finding", done, None)
            )
    finally:
        tell_problems(problems)
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
def _extractor(scheduler: str | None, workers: int | None) -> Iterator[Extractor]:
    """Say who extracts: processes of this machine, or a Dask cluster."""
    if scheduler is None:
        from paperkg.workers import local_extractor

        yield local_extractor(workers, alone=True)
        return
    from paperkg.cluster import on_cluster

    with on_cluster(scheduler) as extract_there:
        yield extract_there


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
    say(f"{clean(str(built.folder))}: {counted(found.papers, 'paper')}")
    print_rows([("duplicates merged", built.merged), *rows_of_concepts(found)])
