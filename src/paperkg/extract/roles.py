"""Roles: what a paper does with what it names, read off the words around its mentions.

A linear classifier over hashed features of all the places where a paper names one thing: the words beside it and in
its sentence, where in the paper that is, how the thing is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import LOWER
from spacy.language import Language
from spacy.strings import get_string_id
from spacy.tokens import Doc

from paperkg import catalogue
from paperkg.extract import work
from paperkg.model import Kind, Mention, Role
from paperkg.words import looks_coined, singular

ROLES = tuple(Role)
BUCKETS = 2**16
_LEFT, _RIGHT = 6, 4  # words beside a mention that count by their distance
_NEAR_LEFT, _NEAR_RIGHT = 15, 10  # words before and behind it that count as near
_MOST_MENTIONS = 12

Keys = NDArray[np.uint64]


def _slot(name: str) -> np.uint64:
    return np.uint64(get_string_id(f"slot {name}") | 1)


_SLOTS = {
    name: _slot(name)
    for name in (
        *(f"left{i}" for i in range(_LEFT)),
        *(f"right{i}" for i in range(_RIGHT)),
        *("left pair", "left pair 2", "left triple", "right pair", "right pair 2"),
        *("near left", "far left", "near right", "far right", "opening", "first"),
    )
}


@dataclass(frozen=True, slots=True)
class Context:
    """A Doc as the features see it: the hash of each token, and where its sentences and its title end."""

    words: Keys
    sentences: NDArray[np.int64]
    title: int
    proposal: int


def context_of(doc: Doc) -> Context:
    """Look at a Doc once, for all the things that it names."""
    starts = [sentence.start for sentence in doc.sents] + [len(doc)]
    title = next((token.i for token in doc if token.idx >= work.title_end(doc)), 0)
    return Context(doc.to_array([LOWER]).reshape(-1), np.array(starts), title, _proposal(doc, title))


_PROPOSE = frozenset("propose introduce present develop".split())


def _proposal(doc: Doc, title: int) -> int:
    """Return the token where the abstract comes to what it proposes; -1 where it does not say so."""
    for token in doc[title:]:
        if token.lower_ in ("we", "paper", "work") and any(
            other.lower_.rstrip("sd") in _PROPOSE or other.lower_ in _PROPOSE for other in doc[token.i : token.i + 4]
        ):
            return int(token.i)
    return -1


def keys_of(doc: Doc, context: Context, spans: Sequence[tuple[int, int]], kind: Kind) -> Keys:
    """Return the features of one thing that a Doc names, each a hash.

    Args:
        doc: The Doc.
        context: Of the Doc.
        spans: First token, and one past the last, of each mention, in order.
        kind: What kind of thing it is.
    """
    seen = [_beside(context, start, end) for start, end in spans[:_MOST_MENTIONS]]
    first = seen[0] * _SLOTS["first"]
    said = np.array([get_string_id(text) for text in _about(doc, context, spans)], dtype=np.uint64)
    keys = np.unique(np.concatenate([*seen, first, said]))
    return np.concatenate([keys, keys * _slot(kind), [_slot(f"kind {kind}")]])


def _beside(context: Context, start: int, end: int) -> Keys:
    """Return the features of the words around one mention."""
    at = int(np.searchsorted(context.sentences, start, side="right")) - 1
    before = context.words[context.sentences[at] : start][::-1]
    after = context.words[end : max(end, int(context.sentences[at + 1]))]
    opening = context.words[context.sentences[at] : context.sentences[at] + 2]
    parts = [word * _SLOTS[f"left{i}"] for i, word in enumerate(before[:_LEFT])]
    parts += [word * _SLOTS[f"right{i}"] for i, word in enumerate(after[:_RIGHT])]
    for i, name in enumerate(("left pair", "left pair 2")):
        if len(before) > i + 1:
            parts.append((before[i] + before[i + 1] * np.uint64(3)) * _SLOTS[name])
    for i, name in enumerate(("right pair", "right pair 2")):
        if len(after) > i + 1:
            parts.append((after[i] + after[i + 1] * np.uint64(3)) * _SLOTS[name])
    if len(before) > 2:
        parts.append((before[0] + before[1] * np.uint64(3) + before[2] * np.uint64(5)) * _SLOTS["left triple"])
    if len(opening) == 2:
        parts.append((opening[0] + opening[1] * np.uint64(3)) * _SLOTS["opening"])
    return np.concatenate(
        [
            np.array(parts, dtype=np.uint64),
            before[:_NEAR_LEFT] * _SLOTS["near left"],
            before[_NEAR_LEFT:] * _SLOTS["far left"],
            after[:_NEAR_RIGHT] * _SLOTS["near right"],
            after[_NEAR_RIGHT:] * _SLOTS["far right"],
        ]
    )


def _about(doc: Doc, context: Context, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    """Yield what is to be said of a thing as a whole."""
    start, end = spans[0]
    words = [singular(token.lower_) for token in doc[start:end]]
    number = len(context.sentences) - 1
    places = [int(np.searchsorted(context.sentences, s, side="right")) - 1 for s, _ in spans]
    yield from (f"place {0 if p == 0 else 9 if p == number - 1 else 1 + 4 * p // number}" for p in places)
    yield f"name {' '.join(words)}"
    yield from (f"word {word}" for word in words)
    yield f"last {words[-1]}"
    yield f"length {min(5, len(words))}"
    yield f"plain {sum(word in catalogue.plain_words() for word in words)} {min(5, len(words))}"
    yield f"mentions {min(4, len(spans))}"
    yield f"sentences {min(3, places[-1] - places[0])}"
    yield f"first {5 * places[0] // number}"
    yield f"coined {any(looks_coined(doc[s:e].text) for s, e in spans)}"
    in_title, in_abstract = spans[0][0] < context.title, spans[-1][0] >= context.title
    yield f"title {in_title} {in_abstract}"
    if in_title:
        after = doc[end : end + 1].text
        yield f"title colon {start == 0 and after == ':'}"
    if context.proposal < 0:
        yield "proposal none"
    else:
        yield f"proposal {spans[0][0] > context.proposal} {spans[-1][0] > context.proposal}"
    yield f"bracket {any(doc[e : e + 1].text == '(' for _, e in spans)}"
    yield f"caps {any(s >= context.title and doc[s:e].text.istitle() for s, e in spans)}"
