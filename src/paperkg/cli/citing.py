"""`--bibtex`: the papers of an answer, to cite."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from paperkg.cli.screen import complain, console

if TYPE_CHECKING:
    from paperkg.graph import KnowledgeGraph


def say_bibtex(kg: KnowledgeGraph, papers: Iterable[str]) -> None:
    """Print an entry for each of some papers, given by their ids."""
    from paperkg.exports import cite

    written = cite(kg, papers)
    console().file.write(written)
    if not written:
        complain("no papers to cite")
