"""Arguments and options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Graph = Annotated[Path, typer.Argument(metavar="GRAPH", help="The folder that `paperkg build` wrote.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Bibtex = Annotated[bool, typer.Option("--bibtex", help="Print the papers as BibTeX.")]


def named(path: str) -> Path:
    """Return a path that is asked for by name: an empty one would be the working directory.

    Raises:
        BadParameter: It is empty.
    """
    if not path.strip():
        raise typer.BadParameter("the name is empty; give a folder")
    return Path(path)
