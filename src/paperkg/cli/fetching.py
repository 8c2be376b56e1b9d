"""`paperkg fetch`."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from paperkg.cli.failures import writing
from paperkg.cli.progress import shown_progress
from paperkg.cli.screen import complain, counted


class Listing(StrEnum):
    """The services that can be asked; `paperkg.fetch.SERVICES`, which is not loaded for --help."""

    OPENREVIEW = "openreview"
    ARXIV = "arxiv"
    OPENALEX = "openalex"
    ACL = "acl"
    SEMANTICSCHOLAR = "semanticscholar"


def fetch(
    service: Annotated[Listing, typer.Argument(metavar="SERVICE", help="Whom to ask.", show_default=False)],
    query: Annotated[
        str,
        typer.Argument(metavar="QUERY", help="What for, in the words of the service.", show_default=False),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="The file to write; else one named after the query."
        ),
    ] = None,
    contact: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="PAPERKG_CONTACT",
            help="Your e-mail address, for the people of the service.",
            show_default=False,
        ),
    ] = "",
    address: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Ask here instead: a mirror, or an older interface.", show_default=False
        ),
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask for all pages anew, whatever is kept.")] = False,
) -> None:
    r"""Fetch papers from a service, as JSON Lines to build from.

    [bold]paperkg fetch openreview ICLR.cc/2026/Conference[/bold]
    [bold]paperkg fetch arxiv 'cat:cs.CL AND abs:benchmark' -o cl.jsonl[/bold]
    [bold]paperkg fetch openalex 'publication_year:2025,title.search:agent'[/bold]
    [bold]paperkg fetch acl 2024.acl-long[/bold]
    [bold]paperkg fetch semanticscholar '"agent benchmark" + safety'[/bold]

    SERVICE is openreview, arxiv, openalex, acl or semanticscholar. Until
    all papers are there, the file's name ends in .partial. A fetch that
    was stopped goes on when it is run again. Pages are kept for a day.

    OpenReview wants an account (OPENREVIEW_USERNAME, OPENREVIEW_PASSWORD),
    OpenAlex a free key (OPENALEX_API_KEY); Semantic Scholar is faster with
    one (S2_API_KEY). Needs: pip install 'paperkg\[fetch]'
    """
    from paperkg.fetch import fetch as fetch_papers

    place = output or Path(f"{_name(query)}.jsonl")
    if not contact:
        complain("the services ask for an address to write to: --contact you@example.org, or PAPERKG_CONTACT")
    try:
        with shown_progress() as progress, writing(place):
            fetched = fetch_papers(
                service.value,
                query,
                place,
                contact=contact,
                address=address,
                fresh=fresh,
                progress=progress,
                tell=complain,
            )
    except KeyboardInterrupt:
        complain("stopped; the same command goes on from here")
        raise typer.Exit(130) from None
    if fetched.without_abstract:
        complain(f"{counted(fetched.without_abstract, 'paper')} without an abstract left out")
    complain(f"{place}: {counted(fetched.papers, 'paper')}")


def _name(query: str) -> str:
    """Name a file after a query.

    >>> _name("ICLR.cc/2026/Conference"), _name("cat:cs.CL AND ti:x"), _name("../..")
    ('iclr.cc-2026-conference', 'cat-cs.cl-and-ti-x', 'papers')
    """
    return re.sub(r"[^\w.]+", "-", query.casefold()).strip("-.")[:60].rstrip("-.") or "papers"
