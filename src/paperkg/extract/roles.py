"""Roles: what a paper does with what it names, read off the words around its mentions.

A linear classifier over hashed features of all the places where a paper names one thing: the words beside
it and in its sentence, where in the paper that is, how the thing is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import LOWER
from spacy.language import Language
from spacy.strings import get_string_id
from spacy.tokens import Doc, Span

from paperkg import catalogue
from paperkg.extract import linear, work
from paperkg.extract.coreference import plain
from paperkg.extract.linear import Keys
from paperkg.model import Kind, Role
from paperkg.words import looks_coined, singular

NAME = "paperkg_roles"
ROLES = tuple(Role)
_LEFT, _RIGHT = 6, 4  # words beside a mention that count by their distance
_NEAR_LEFT, _NEAR_RIGHT = 15, 10  # words before and behind it that count as near
_MOST_MENTIONS = 12


def _slot(name: str) -> np.uint64:
    return np.uint64(get_string_id(f"slot {name}") | 1)


_SLOTS = {
    name: _slot(name)
    for name in (
        *("left pair", "left pairs", "right pair", "right pairs", "opening", "first"),
        *("near left", "far left", "near right", "far right"),
    )
}
_DISTANCE_LEFT = np.array([_slot(f"left {i}") for i in range(_LEFT)])
_DISTANCE_RIGHT = np.array([_slot(f"right {i}") for i in range(_RIGHT)])
_KIND_SLOTS = {kind: _slot(f"kind {kind}") for kind in Kind}


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
    words = doc.to_array([LOWER]).astype(np.uint64)
    return Context(words.reshape(-1), np.array(starts), title, _proposal(doc, title))


_PROPOSE = frozenset(["propose", "introduce", "present", "develop"])


def _proposal(doc: Doc, title: int) -> int:
    """Return the token where the abstract comes to what it proposes; -1 where it does not say so."""
    for token in doc[title:]:
        if token.lower_ in ("we", "paper", "work") and any(
            other.lower_.rstrip("sd") in _PROPOSE or other.lower_ in _PROPOSE
            for other in doc[token.i : token.i + 4]
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
    said = linear.hashes(_about(doc, context, spans))
    keys = np.unique(np.concatenate([*seen, first, said]))
    both = np.concatenate([keys, keys * _KIND_SLOTS[kind], [_KIND_SLOTS[kind]]])
    return linear.buckets(both)


def _beside(context: Context, start: int, end: int) -> Keys:
    """Return the features of the words around one mention."""
    at = int(np.searchsorted(context.sentences, start, side="right")) - 1
    opens, closes = int(context.sentences[at]), int(context.sentences[at + 1])
    before = context.words[opens:start][::-1]
    after = context.words[end : max(end, closes)]
    parts = [
        before[:_LEFT] * _DISTANCE_LEFT[: len(before)],
        after[:_RIGHT] * _DISTANCE_RIGHT[: len(after)],
        _pairs(before[:3]) * _SLOTS["left pairs"],
        _pairs(before[:2]) * _SLOTS["left pair"],
        _pairs(after[:3]) * _SLOTS["right pairs"],
        _pairs(after[:2]) * _SLOTS["right pair"],
        _pairs(context.words[opens : opens + 2]) * _SLOTS["opening"],
        before[:_NEAR_LEFT] * _SLOTS["near left"],
        before[_NEAR_LEFT:] * _SLOTS["far left"],
        after[:_NEAR_RIGHT] * _SLOTS["near right"],
        after[_NEAR_RIGHT:] * _SLOTS["far right"],
    ]
    return np.concatenate(parts)


def _pairs(words: Keys) -> Keys:
    """Return one key a pair of words that stand side by side."""
    return words[:-1] + words[1:] * np.uint64(3)


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


class RoleClassifier(linear.Component):
    """A spaCy component that says for each mention what the paper does with what it names.

    Attributes:
        weights: One row a bucket of features, one column a role of `ROLES`; empty before training.
    """

    def __init__(self, leaning: Mapping[str, float] | None = None) -> None:
        """Make an untrained classifier.

        Args:
            leaning: What to add to the score of a role, where the readers to agree with take it more often
                than those of the marks that the weights learn from.
        """
        super().__init__(len(ROLES))
        self._leaning = np.array([(leaning or {}).get(role, 0.0) for role in ROLES])

    def __call__(self, doc: Doc) -> Doc:
        """Write a role for each mention into the work space."""
        mentions = work.mentions(doc)
        if not mentions or not len(self.weights):
            return doc
        context = context_of(doc)
        role_of: dict[tuple[int, int], Role] = {}
        for things in _things(doc):
            keys = keys_of(doc, context, [(span.start, span.end) for span, _ in things], things[0][1])
            role = ROLES[int((self.weights[keys].sum(axis=0) + self._leaning).argmax())]
            role_of |= {(span.start_char, span.end_char): role for span, _ in things}
        if all((m.start, m.end) in role_of for m in mentions):
            work.roles(doc)[:] = [role_of[m.start, m.end] for m in mentions]
        return doc

    def learn(self, examples: Iterable[tuple[Keys, Role]]) -> None:
        """Fit the weights.

        Args:
            examples: The features of a thing and the role that a reader gave it.
        """
        numbered = ((keys, ROLES.index(role)) for keys, role in examples)
        self.weights = linear.learn(numbered, len(ROLES), passes=4, rate=0.03)


def _things(doc: Doc) -> Iterator[list[tuple[Span, Kind]]]:
    """Gather the mentions that name one thing: those of a coreference chain, or of equal words."""
    things: dict[int | str, list[tuple[Span, Kind]]] = defaultdict(list)
    text, mentions = work.text(doc), work.mentions(doc)
    chains: Sequence[int | str] = work.chains(doc) or [plain(text[m.start : m.end]) for m in mentions]
    for mention, chain in zip(mentions, chains, strict=True):
        span = doc.char_span(mention.start, mention.end)
        if span is not None:
            things[chain].append((span, mention.kind))
    yield from things.values()


@Language.factory(NAME, default_config={"leaning": {}})
def make_role_classifier(nlp: Language, name: str, leaning: dict[str, float]) -> RoleClassifier:
    """Make an untrained classifier; `paperkg.extract.training` trains it."""
    return RoleClassifier(leaning)
