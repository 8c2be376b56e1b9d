"""`paperkg read`, and what all commands that read sources have in common."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from paperkg.cli.arguments import Json
from paperkg.cli.screen import clean, complain, counted, say, say_json

if TYPE_CHECKING:
    from paperkg.model import Paper
    from paperkg.papers import Account, Problem, Ways

_SHOWN = 20
"""Problems that are told one by one."""
_FILES = 200
"""Files whose account is told."""
_SOURCE = (
    "Files that list papers, told apart by what is in them, compressed or not: BibTeX, RIS, CSV, XLSX, JSON, "
    "XML, Markdown, plain text (abstracts apart by blank lines), PDF and more; folders; globs; addresses "
    "(s3://...)."
)


Sources = Annotated[list[str], typer.Argument(metavar="SOURCE", help=_SOURCE, show_default=False)]
Form = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        help="What the sources are in, such as bibtex, where that is not found out.",
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        metavar="FIELD=NAME",
        help="Whatever the sources call a field: title=Name. Can be given several times.",
        show_default=False,
    ),
]


def read(sources: Sources, form: Form = None, columns: Columns = None, as_json: Json = False) -> None:
    r"""Show the papers of files as they would be read, and build nothing.

    [bold]paperkg read library.bib[/bold]
    [bold]paperkg read folder 'more/*.ris' --json > papers.jsonl[/bold]
    [bold]paperkg read list.csv --column title=Name --column abstract=Text[/bold]

    Duplicates are merged. Prints a line a paper, or with --json an object a
    line (JSON Lines), which paperkg build reads: so it converts from every
    format. On stderr, what each file gave: papers read, merged into others,
    and records skipped, with their place and the reason.

    Ends with 1 when something could not be read.
    """
    from paperkg.papers import Account, merge_into
    from paperkg.papers import read as read_papers
    from paperkg.papers.converting import Kept

    problems: list[Problem] = []
    account = Account()
    kept = Kept()
    try:
        papers = read_papers(sources, problems, ways=ways(form, columns), account=account)
        merge_into(kept, kept.noting(papers, account), problems, account.merged)
    finally:
        tell_problems(problems)
        tell_account(account)
    for paper, source in kept:
        if as_json:
            say_json(record(paper, source))
        else:
            say(_line(paper))
    if problems:
        raise typer.Exit(1)


def record(paper: Paper, source: str) -> dict[str, object]:
    """Say all of a paper, for programs."""
    from paperkg.papers.converting import label

    said: dict[str, object] = {
        "id": paper.id,
        "title": paper.title,
        "label": label(paper),
        "abstract": paper.abstract,
        "authors": list(paper.authors),
        "year": paper.year,
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv": paper.arxiv,
        "url": paper.url,
        "keywords": list(paper.keywords),
        "areas": list(paper.areas),
        "citations": paper.citations,
        "source": source,
    }
    return said | ({"orcids": list(paper.orcids)} if paper.orcids else {})


def _line(paper: Paper) -> str:
    from paperkg.papers.converting import label

    names = paper.authors
    people = names[0] if len(names) == 1 else f"{names[0]} and {names[1]}" if len(names) == 2 else ""
    people = people or (f"{names[0]} and others" if names else "")
    facts = "; ".join(filter(None, (people, paper.venue, str(paper.year or ""))))
    return clean(f"{label(paper)}{f' ({facts})' if facts else ''}")


def ways(form: str | None, columns: Sequence[str] | None) -> Ways:
    """Understand --format and --column."""
    from paperkg.papers import Ways
    from paperkg.papers.fields import NAMES
    from paperkg.papers.registry import keys

    if form is not None and form not in keys():
        raise typer.BadParameter(f"{form} is none of {', '.join(keys())}", param_hint="'--format'")
    known: dict[str, str] = {}
    for column in columns or ():
        name, equals, said = column.partition("=")
        if not equals or name not in NAMES or not said:
            fields = ", ".join(NAMES)
            raise typer.BadParameter(
                f"{column} is not FIELD=NAME, with one of {fields}", param_hint="'--column'"
            )
        known[said] = name
    return Ways(form, known)


def tell_account(account: Account) -> None:
    """Say what each file gave."""
    for one in account.files[:_FILES]:
        if one.form:
            merged = f", {one.merged:,} merged" if one.merged else ""
            skipped = f", {one.skipped:,} skipped" if one.skipped else ""
            told = f"{one.form}, {counted(one.read, 'paper')}{merged}{skipped}"
        else:
            told = "skipped"
        complain(f"{one.file}: {told}")
    if len(account.files) > _FILES:
        complain(f"and {len(account.files) - _FILES:,} more files")


def tell_problems(problems: Sequence[Problem]) -> None:
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
