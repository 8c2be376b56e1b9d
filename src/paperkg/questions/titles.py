"""From a title as people type it to the paper that it stands for."""

from __future__ import annotations

from collections.abc import Iterable

from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept, Kind, Paper, lookup_key
from paperkg.questions.resolve import AmbiguousNameError, UnknownNameError, find, resolve, suggest

_PREFIX = "paper:"
_SHOWN = 5
_SHORTEST = 3  # of what is looked for inside titles, to suggest them


class UnknownTitleError(UnknownNameError):
    """No paper has this id or title; see `suggestions`."""

    def __init__(self, name: str, suggestions: tuple[str, ...] = (), what: str = "paper") -> None:
        super().__init__(name, suggestions)
        hint = f"; did you mean: {'; '.join(map(_printable, suggestions))}?" if suggestions else ""
        self.args = (f"no {what} is called {name!r} in this graph{hint}",)


class AmbiguousTitleError(AmbiguousNameError):
    """The titles of several papers begin like this; `candidates` has the ids of all of them, each with 1."""

    def __init__(self, name: str, papers: list[tuple[str, str]]) -> None:
        super().__init__(name, tuple((paper_id, 1) for paper_id, _ in papers))
        shown = ", ".join(f"{_printable(paper)} ({_printable(label)})" for paper, label in papers[:_SHOWN])
        more = f" and {len(papers) - _SHOWN:,} more" if len(papers) > _SHOWN else ""
        self.args = (f"{name!r} may be several papers; say which by its id: {shown}{more}",)


def resolve_paper(kg: KnowledgeGraph, name: str) -> Paper:
    """Return the paper that a name stands for.

    A name is a paper's id, "paper:" and its id, its title (or what is shown for it where it has none) in any
    spelling, or how the title begins.

    Raises:
        UnknownNameError: There is none; the message suggests titles that look like it.
        AmbiguousNameError: Several titles begin so; the message names papers.
    """
    name = _typed(name)
    paper = _by_id(kg, name) or _by_title(kg, name)
    if paper is None:
        raise UnknownTitleError(name, _like(kg, name))
    return paper


def resolve_papers(kg: KnowledgeGraph, names: Iterable[str]) -> list[Paper]:
    """Return the papers that names stand for, in their order, each once; see `resolve_paper`."""
    return list({paper.id: paper for paper in (resolve_paper(kg, name) for name in names)}.values())


def resolve_node(kg: KnowledgeGraph, name: str) -> Paper | Concept:
    """Return the paper or concept that a name stands for.

    A paper's id comes before a concept, and a concept before a title; "paper:" before a title asks for the
    paper, a kind before a name for the concept.

    Raises:
        UnknownNameError: There is none; the message suggests names and titles that look like it.
        AmbiguousNameError: There are several; the message names them.
    """
    name = _typed(name)
    paper = _by_id(kg, name)
    if paper is not None:
        return paper
    if kg.concept(name) is not None or find(kg, name):
        return resolve(kg, name)
    paper = _by_title(kg, name)
    if paper is None:  # only now: to look for what is like a name takes longer than all of the rest
        near = (*suggest(kg.concepts(), name)[:3], *_like(kg, name)[:2])
        raise UnknownTitleError(name, tuple(dict.fromkeys(near)), "paper or concept")
    return paper


def _typed(name: str) -> str:
    return name.strip().encode("utf-8", "replace").decode()  # an undecodable argument holds lone surrogates


def _without_prefix(name: str) -> str:
    return name[len(_PREFIX) :].strip() if name.casefold().startswith(_PREFIX) else name


def _by_id(kg: KnowledgeGraph, name: str) -> Paper | None:
    return kg.paper(name) or kg.paper(_without_prefix(name))


def _by_title(kg: KnowledgeGraph, name: str) -> Paper | None:
    """The one paper with this title, else the one whose title begins so."""
    wanted = lookup_key(_without_prefix(name))
    if not wanted:
        return None
    labels = kg.labels()
    keys = {paper_id: lookup_key(label) for paper_id, label in labels.items()}
    found = [paper_id for paper_id, key in keys.items() if key == wanted]
    found = found or [paper_id for paper_id, key in keys.items() if key.startswith(wanted)]
    if len(found) > 1:
        raise AmbiguousTitleError(name, [(paper_id, labels[paper_id]) for paper_id in found])
    return kg.paper(found[0]) if found else None


def _like(kg: KnowledgeGraph, name: str) -> tuple[str, ...]:
    """Titles that hold the words, then those that are spelt much like them."""
    name = _without_prefix(name)
    wanted, labels = lookup_key(name), kg.labels().values()
    holding = [title for title in labels if len(wanted) >= _SHORTEST and wanted in lookup_key(title)]
    # a slip of the pen may be in the title's beginning: as much of it as was typed is compared, too
    titles = (Concept(Kind.KEYWORD, "", title, (title, title[: len(name)])) for title in labels)
    near = holding[:_SHOWN] if len(holding) >= _SHOWN else (*holding, *suggest(titles, name))
    return tuple(dict.fromkeys(near))[:_SHOWN]


def _printable(text: str) -> str:
    return text if text.isprintable() else ascii(text)
