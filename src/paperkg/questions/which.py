"""From a title or an id as people type it to the paper that is meant, or to a paper or a concept."""

from __future__ import annotations

from collections.abc import Mapping

from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept, Paper, lookup_key
from paperkg.questions.resolve import AmbiguousNameError, UnknownNameError, find, resolve, suggest

_PREFIX = "paper:"
_SHORTEST_BEGINNING = 3
_SUGGESTIONS = 5


class NoSuchPaperError(UnknownNameError):
    """No paper has this id, and no title is or starts so."""

    def __init__(self, name: str, suggestions: tuple[str, ...] = (), *, what: str = "paper") -> None:
        super().__init__(name, suggestions)
        hint = f"; did you mean: {'; '.join(map(_shown, suggestions))}?" if suggestions else ""
        self.args = (f"no {what} is called {name!r} in this graph{hint}",)


class SeveralPapersError(AmbiguousNameError):
    """Several papers have a title that is or starts so; a candidate is an id and a title."""

    def __init__(self, name: str, titles: Mapping[str, str]) -> None:
        super().__init__(name, ())
        first = list(titles.items())[:_SUGGESTIONS]
        choices = "; ".join(f"{_shown(paper_id)} ({_shown(title)})" for paper_id, title in first)
        more = f"; and {len(titles) - len(first)} more" if len(titles) > len(first) else ""
        self.args = (f"{name!r} may be several papers; give an id, or more of a title: {choices}{more}",)
        self.titles = dict(titles)


def _shown(text: str) -> str:
    return text if text.isprintable() else ascii(text)


def which_paper(kg: KnowledgeGraph, name: str) -> Paper:
    """Return the paper that a name stands for: an id, "paper:" and an id, a title, or a title's beginning.

    Case, spaces and signs do not count in a title. A paper without a title is found by its label.

    Raises:
        NoSuchPaperError: There is none; the message suggests titles that look like it.
        SeveralPapersError: There are several; the message names them.
    """
    name = _typed(name)
    paper = _with_id(kg, name)
    if paper is not None:
        return paper
    labels = kg.labels()
    found = _titled(labels, name)
    if not found:
        raise NoSuchPaperError(name, _like(labels, name))
    return _one(kg, name, labels, found)


def which(kg: KnowledgeGraph, name: str) -> Paper | Concept:
    """Return the paper or the concept that a name stands for.

    A paper's id comes first, then a concept's name, then a title or its beginning; "paper:" before a title
    asks for the paper, a kind before a name for the concept.

    Raises:
        UnknownNameError: There is neither; the message suggests names and titles.
        AmbiguousNameError: There are several; the message names them.
    """
    name = _typed(name)
    paper = _with_id(kg, name)
    if paper is not None:
        return paper
    if find(kg, name) or kg.concept(name) is not None:
        return resolve(kg, name)
    labels = kg.labels()
    found = _titled(labels, name)
    if found:
        return _one(kg, name, labels, found)
    likely = (*suggest(kg.concepts(), name), *_like(labels, name))
    raise NoSuchPaperError(name, likely[:_SUGGESTIONS], what="paper or concept")


def _typed(name: str) -> str:
    return name.strip().encode("utf-8", "replace").decode()  # an argument may hold lone surrogates


def _with_id(kg: KnowledgeGraph, name: str) -> Paper | None:
    return kg.paper(name) or kg.paper(name.removeprefix(_PREFIX).strip())


def _one(kg: KnowledgeGraph, name: str, labels: Mapping[str, str], found: list[str]) -> Paper:
    paper = kg.paper(found[0])
    if len(found) > 1 or paper is None:
        raise SeveralPapersError(name, {paper_id: labels[paper_id] for paper_id in found})
    return paper


def _titled(labels: Mapping[str, str], name: str) -> list[str]:
    """The ids of the papers with this title, else of those whose title starts so."""
    wanted = _key(name)
    if not wanted:
        return []
    keys = {paper_id: lookup_key(label) for paper_id, label in labels.items()}
    same = [paper_id for paper_id, key in keys.items() if key == wanted]
    if same or len(wanted) < _SHORTEST_BEGINNING:
        return same
    return [paper_id for paper_id, key in keys.items() if key.startswith(wanted)]


def _key(name: str) -> str:
    prefixed = name.casefold().startswith(_PREFIX)
    return lookup_key(name[len(_PREFIX) :] if prefixed else name)


def _like(labels: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Titles that hold the words, else titles that are spelt much like them."""
    from difflib import get_close_matches

    wanted = _key(name)
    titles = {lookup_key(label): label for label in labels.values()}
    if len(wanted) < _SHORTEST_BEGINNING:
        return ()
    holding = [key for key in titles if wanted in key]
    keys = holding or get_close_matches(wanted, titles, n=_SUGGESTIONS)
    return tuple(titles[key] for key in keys[:_SUGGESTIONS])
