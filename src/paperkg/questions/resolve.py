"""From a name as people type it to the concept that it stands for."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher
from itertools import pairwise

from paperkg.graph import GraphError, KnowledgeGraph
from paperkg.model import Concept, Kind, lookup_key

_CLOSE = 0.6  # difflib's own cutoff for a close match
_SUGGESTIONS = 5


class UnknownNameError(LookupError):
    """No concept has this name.

    Attributes:
        name: What was asked for.
        suggestions: Names of concepts that look like it, the likest first.
    """

    def __init__(self, name: str, suggestions: tuple[str, ...] = ()) -> None:
        shown = (found if found.isprintable() else ascii(found) for found in suggestions)
        hint = f"; did you mean: {', '.join(shown)}?" if suggestions else ""
        super().__init__(f"no concept is called {name!r} in this graph{hint}")
        self.name = name
        self.suggestions = suggestions


class AmbiguousNameError(LookupError):
    """Several concepts have this name.

    Attributes:
        name: What was asked for.
        candidates: Id of each concept and how many papers have it, most first.
    """

    def __init__(self, name: str, candidates: tuple[tuple[str, int], ...]) -> None:
        choices = ", ".join(f"{concept_id} ({_papers(count)})" for concept_id, count in candidates)
        super().__init__(f"{name!r} may be several concepts; say which: {choices}")
        self.name = name
        self.candidates = candidates


def _papers(count: int) -> str:
    return f"{count} paper" if count == 1 else f"{count} papers"


def resolve(kg: KnowledgeGraph, name: str) -> Concept:
    """Return the concept that a name stands for.

    A name is a concept's id ("benchmark:gsm8k"), a kind and any spelling ("benchmark:GSM-8K"), or any
    spelling of a name or alias. Of several concepts those win whose spelling agrees in more than letters and
    digits ("C++", not "C"), then those that papers have.

    Raises:
        UnknownNameError: There is none; the message suggests names that look like it.
        AmbiguousNameError: There are several; the message names them.
    """
    name = name.strip().encode("utf-8", "replace").decode()  # an undecodable argument holds lone surrogates
    concept = kg.concept(name)
    if concept is not None:
        return concept
    found = find(kg, name)
    if not found:
        raise UnknownNameError(name, suggest(kg.concepts(), _split(name)[1]))
    if len(found) == 1:
        return found[0]
    spelt = [c for c in found if _spelling(_split(name)[1]) in map(_spelling, c.aliases)] or found
    counts = {c.id: sum(1 for _ in kg.links(concept=c.id)) for c in spelt}
    linked = [c for c in spelt if counts[c.id]] or spelt
    if len(linked) == 1:
        return linked[0]
    candidates = sorted(((c.id, counts[c.id]) for c in linked), key=lambda pair: (-pair[1], pair[0]))
    raise AmbiguousNameError(name, tuple(candidates))


def stored(kg: KnowledgeGraph, concept_id: str) -> Concept:
    """Return a concept that the graph itself names.

    Raises:
        GraphError: It is not there, or of a kind that this version does not know: the store is damaged.
    """
    concept = kg.concept(concept_id)
    if concept is None:
        raise GraphError(f"{kg.folder}: damaged (no concept {concept_id!r}); build the graph anew")
    return concept


def find(kg: KnowledgeGraph, name: str) -> list[Concept]:
    """Return the concepts that a kind and a spelling, or a spelling, may stand for, most shared first."""
    kind, rest = _split(name)
    of_kind = [concept for concept in kg.find(rest) if concept.kind == kind] if kind else []
    return of_kind or kg.find(name)  # a name may itself start with a kind and a colon


def _split(name: str) -> tuple[Kind | None, str]:
    """Part a leading kind from the name: "Model: GPT-4" gives Kind.MODEL and "GPT-4"."""
    head, colon, rest = name.partition(":")
    head = head.strip().casefold()
    return (Kind(head), rest.strip()) if colon and rest.strip() and head in set(Kind) else (None, name)


def _spelling(name: str) -> str:
    """What counts when letters and digits agree: everything but case, spaces, hyphens and underscores."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(char for char in folded if not char.isspace() and char not in "-‐‑–_")


def suggest(concepts: Iterable[Concept], name: str) -> tuple[str, ...]:
    """Return the names of up to five concepts whose name or alias looks like a name, the likest first.

    >>> suggest([Concept(Kind.BENCHMARK, "gsm8k", "GSM8K", ("GSM8K",))], "GMS8K")
    ('GSM8K',)
    """
    wanted = lookup_key(name)
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    pairs = set(pairwise(wanted))
    best: dict[str, float] = {}
    for concept in concepts:
        for key in {lookup_key(alias) for alias in concept.aliases}:
            score = _likeness(matcher, wanted, pairs, key)
            if score >= _CLOSE and score > best.get(concept.name, 0):
                best[concept.name] = score
    return tuple(sorted(best, key=lambda found: (-best[found], len(found), found))[:_SUGGESTIONS])


def _likeness(matcher: SequenceMatcher[str], wanted: str, pairs: set[tuple[str, str]], key: str) -> float:
    if len(wanted) > 2 and key.startswith(wanted):  # "SWE" for "SWE-bench"
        return 0.9
    if pairs and pairs.isdisjoint(pairwise(key)):
        return 0.0  # no two letters in a row in common: spares the slow comparison
    matcher.set_seq1(key)
    if matcher.real_quick_ratio() < _CLOSE or matcher.quick_ratio() < _CLOSE:
        return 0.0
    return matcher.ratio()
