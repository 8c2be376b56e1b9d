"""Several records of one paper become one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Protocol

from paperkg.model import Paper
from paperkg.papers.identity import normal, text_id
from paperkg.papers.problems import Problem, note, quote


@dataclass(frozen=True, slots=True)
class Merged:
    """The outcome of `merge`.

    Attributes:
        papers: One of each, in the order in which they were first met; no two have the same id.
        merged: How many others were taken into one of them, or dropped for having its id.
    """

    papers: tuple[Paper, ...]
    merged: int


class Kept(Protocol):
    """Where `merge_into` keeps papers: a list, or what holds more than memory does."""

    def append(self, paper: Paper, /) -> None:
        """Add a paper."""

    def __len__(self) -> int: ...

    def __getitem__(self, place: int, /) -> Paper: ...

    def __setitem__(self, place: int, paper: Paper, /) -> None: ...


def merge(papers: Iterable[Paper], problems: list[Problem] | None = None) -> Merged:
    """Join papers with the same id, or with the same title and abstract but for case and white space.

    The first stays in its place; a later one fills only what the first leaves empty. Where two have the same
    id and yet another title or abstract, the first is kept as it is, the other is dropped, and a `Problem` is
    added to `problems` (or, without a list, issued as a `ReadWarning`).

    >>> first, second = Paper("1", "On X", "We study X."), Paper("2", "on x", "We study X.", year=2024)
    >>> merge([first, second, Paper("3", "On Y", "We study Y.")]).papers[0]
    Paper(id='1', title='On X', abstract='We study X.', authors=(), year=2024, venue='', url='', keywords=())
    """
    kept: list[Paper] = []
    merged = merge_into(kept, papers, problems)
    return Merged(tuple(kept), merged)


def merge_into(kept: Kept, papers: Iterable[Paper], problems: list[Problem] | None = None) -> int:
    """Do as `merge` does, with the papers kept where the caller says; return how many were not kept.

    What stays in memory are two hashes a paper.
    """
    by_text: dict[str, int] = {}
    by_id: dict[str, int] = {}
    merged = 0
    for paper in papers:
        text = text_id(paper.title, paper.abstract)
        place = by_text.get(text, by_id.get(paper.id))
        if place is None:
            place = len(kept)
            kept.append(paper)
        else:
            merged += 1
            first = kept[place]
            if text not in by_text and not _agree(first, paper):
                note(_conflict(first, paper), problems)
                continue
            filled = _filled(first, paper)
            if filled is not first:
                kept[place] = filled
                by_text.setdefault(text_id(filled.title, filled.abstract), place)
        by_text.setdefault(text, place)
        by_id.setdefault(paper.id, place)
    return merged


def _agree(first: Paper, second: Paper) -> bool:
    """Two papers with one id agree if each of title and abstract is the same or missing in one."""
    pairs = ((first.title, second.title), (first.abstract, second.abstract))
    return all(not a or not b or normal(a) == normal(b) for a, b in pairs)


def _filled(first: Paper, second: Paper) -> Paper:
    """Give the first paper what it lacks and the second has."""
    gains = {f.name: getattr(second, f.name) for f in fields(Paper) if not getattr(first, f.name)}
    return replace(first, **gains) if any(gains.values()) else first


def _conflict(first: Paper, second: Paper) -> Problem:
    names = [quote(paper.title or paper.abstract) for paper in (second, first)]
    reason = f"{names[0]} has the same id as {names[1]}, but another text; the first is kept"
    return Problem("", f"id {quote(second.id)}", reason)
