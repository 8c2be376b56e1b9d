"""Several records of one paper become one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from typing import Protocol

from paperkg.model import Paper, lookup_key
from paperkg.papers.identity import normal, text_id
from paperkg.papers.problems import Problem, note, quote

_LONG_TITLE = 20
"""Letters and digits of a title that no two papers have by chance ("Introduction" is not one)."""
_SAME_TITLE, _SAME_ABSTRACT = 0.5, 0.5


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
    """Join records of one paper: see `merge_into`.

    >>> first, second = Paper("1", "On X", "We study X."), Paper("2", "on x", "We study X.", year=2024)
    >>> merged = merge([first, second, Paper("3", "On Y", "We study Y.")])
    >>> [(paper.id, paper.year) for paper in merged.papers], merged.merged
    ([('1', 2024), ('3', None)], 1)
    """
    kept: list[Paper] = []
    merged = merge_into(kept, papers, problems)
    return Merged(tuple(kept), merged)


def merge_into(
    kept: Kept,
    papers: Iterable[Paper],
    problems: list[Problem] | None = None,
    on_merged: Callable[[], None] = lambda: None,
) -> int:
    """Join records of one paper, kept where the caller says; return how many were not kept.

    Two records are one paper's if they have the same text, but for case and white space; or the same id; or
    the same DOI or arXiv id, and titles that do not contradict; or the same title of some length, with an
    author in common or else much the same abstract, where no DOI or arXiv id contradicts.

    The first stays in its place; a later one fills only what the first leaves empty. Where two have the same
    id and yet another title or abstract, the first is kept as it is, the other is dropped, and a `Problem` is
    added to `problems` (or, without a list, issued as a `ReadWarning`).

    What stays in memory is a small number for each text, id, DOI, arXiv id and title.

    Args:
        kept: Takes the papers.
        papers: The records.
        problems: Takes what contradicts.
        on_merged: Called for each record that is not kept, before the next one is taken.
    """
    known: dict[int, int] = {}
    merged = 0
    for paper in papers:
        text, identity = _key("text", text_id(paper.title, paper.abstract)), _key("id", paper.id)
        place = known.get(text, known.get(identity))
        same_id = place is not None and text not in known
        if place is None:
            place = _same_work(kept, known, paper)
        if place is None:
            place = len(kept)
            kept.append(paper)
            kept_paper = paper
        else:
            merged += 1
            on_merged()
            kept_paper = kept[place]
            if same_id and not _agree(kept_paper, paper):
                note(_conflict(kept_paper, paper), problems)
                continue
            filled = _filled(kept_paper, paper)
            if filled is not kept_paper:
                kept[place] = kept_paper = filled
                known.setdefault(_key("text", text_id(filled.title, filled.abstract)), place)
        for key in (text, identity, *_work_keys(paper)):
            known.setdefault(key, place)
    return merged


def _key(kind: str, value: str) -> int:
    """Make a number of what a paper is known by, of 64 bits: no two of a million are alike by chance."""
    digest = hashlib.blake2b(f"{kind} {value}".encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def _work_keys(paper: Paper) -> list[int]:
    """What a paper may be known by in another source, the surest first."""
    keys = [_key(kind, value) for kind, value in (("doi", paper.doi), ("arxiv", paper.arxiv)) if value]
    title = lookup_key(paper.title)
    return [*keys, _key("title", title)] if len(title) >= _LONG_TITLE else keys


def _same_work(kept: Kept, known: dict[int, int], paper: Paper) -> int | None:
    for key in _work_keys(paper):
        place = known.get(key)
        if place is not None and _one_work(kept[place], paper):
            return place
    return None


def _one_work(first: Paper, second: Paper) -> bool:
    """Whether two papers that share a DOI, an arXiv id or a title are one."""
    pairs = ((_published(first), _published(second)), (first.arxiv, second.arxiv))
    given = [a == b for a, b in pairs if a and b]
    a, b = lookup_key(first.title), lookup_key(second.title)
    if any(given):  # a volume's DOI stands at each of its papers
        return not a or not b or a in b or b in a or _overlap(first.title, second.title) >= _SAME_TITLE
    if given or a != b:
        return False
    families = [_families(paper.authors) for paper in (first, second)]
    if all(families):
        return bool(families[0] & families[1])
    return _overlap(first.abstract, second.abstract) >= _SAME_ABSTRACT


def _published(paper: Paper) -> str:
    """The DOI, unless it is only the one that arXiv gives."""
    return "" if paper.doi.startswith("10.48550/") else paper.doi


def _families(authors: Iterable[str]) -> set[str]:
    """The words of names that can be family names, whichever way round the names are."""
    words = (word for name in authors for word in name.replace(",", " ").split())
    return {key for word in words if len(key := lookup_key(word)) > 1}


def _overlap(a: str, b: str) -> float:
    """How many of the words of two texts are in both, from 0 to 1."""
    one, other = set(normal(a).split()), set(normal(b).split())
    return len(one & other) / max(1, len(one | other))


def _agree(first: Paper, second: Paper) -> bool:
    """Two papers with one id agree if each of title and abstract is the same or missing in one."""
    pairs = ((first.title, second.title), (first.abstract, second.abstract))
    return all(not a or not b or normal(a) == normal(b) for a, b in pairs)


def _filled(first: Paper, second: Paper) -> Paper:
    """Give the first paper what it lacks and the second has."""
    gains = {
        f.name: getattr(second, f.name) for f in fields(Paper) if getattr(first, f.name) in ("", None, ())
    }
    if first.authors and first.authors != second.authors:  # the ORCIDs would not be theirs
        gains.pop("orcids", None)
    gains = {name: value for name, value in gains.items() if value not in ("", None, ())}
    return replace(first, **gains) if gains else first


def _conflict(first: Paper, second: Paper) -> Problem:
    names = [quote(paper.title or paper.abstract) for paper in (second, first)]
    reason = f"{names[0]} has the same id as {names[1]}, but another text; the first is kept"
    return Problem("", f"id {quote(second.id)}", reason)
