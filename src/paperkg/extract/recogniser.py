"""The recogniser: a small network over the findings of the rules, trained on marked abstracts.

Each token gets one of the tags O, B-kind, I-kind, L-kind, U-kind; a span's confidence is the mean probability
of its tags. A softmax over a convolutional encoder is cheaper than a transition-based parser and has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from spacy.language import Language
from spacy.pipeline import Tagger
from spacy.scorer import PRFScore
from spacy.tokens import Doc, Span
from spacy.training import Example
from thinc.api import Model
from thinc.types import Floats2d

from paperkg.extract import encoder as encoder  # registers its layer
from paperkg.extract import features as features  # registers its layer
from paperkg.extract import work
from paperkg.model import Kind

NAME = "paperkg_recogniser"
KINDS = tuple(kind for kind in Kind if kind is not Kind.KEYWORD)
TAGS = ("O", *(f"{part}-{kind}" for kind in KINDS for part in "BILU"))


def _may_follow(one: str, other: str) -> bool:
    """Whether one tag may stand behind another: a span that has begun goes on or ends with its own kind."""
    if one[0] in "BI":
        return other[0] in "IL" and other[2:] == one[2:]
    return other[0] in "OBU"


_MOST_TOKENS = 20_000
_LONGEST_TOKEN = 2_000  # characters; a word's vector takes some 3 KB of memory a character
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_EDGES = frozenset('*_`"“”‘’,;:. \n')
_FORBIDDEN = np.array([[0.0 if _may_follow(a, b) else -1e9 for b in TAGS] for a in TAGS], dtype=np.float32)
_NO_START = np.array([0.0 if tag[0] in "OBU" else -1e9 for tag in TAGS], dtype=np.float32)
_NO_END = np.array([0.0 if tag[0] in "OLU" else -1e9 for tag in TAGS], dtype=np.float32)


def best_tags(scores: np.ndarray) -> list[int]:
    """Return the most probable allowed sequence of tags (Viterbi).

    Args:
        scores: Log probabilities, one row a token, one column a tag of `TAGS`.
    """
    back = np.zeros(scores.shape, dtype=np.int32)
    total = scores[0] + _NO_START
    for i in range(1, len(scores)):
        ways = total[:, None] + _FORBIDDEN
        back[i] = ways.argmax(axis=0)
        total = ways.max(axis=0) + scores[i]
    tag = int((total + _NO_END).argmax())
    tags = [tag]
    for i in range(len(scores) - 1, 0, -1):
        tag = int(back[i][tag])
        tags.append(tag)
    return tags[::-1]


def spans_of(tags: list[str]) -> list[tuple[int, int, Kind]]:
    """Return start, end and kind of each span in a sequence of tags.

    >>> spans_of(["O", "B-task", "L-task", "U-model"]) == [(1, 3, Kind.TASK), (3, 4, Kind.MODEL)]
    True
    """
    spans, start = [], 0
    for i, tag in enumerate(tags):
        if tag[0] in "BU":
            start = i
        if tag[0] in "LU":
            spans.append((start, i + 1, Kind(tag[2:])))
    return spans


class Recogniser(Tagger):  # type: ignore[misc]  # spaCy's class has no types
    """A spaCy tagger over `TAGS` that proposes the spans it finds as candidates."""

    def predict(self, docs: list[Doc]) -> list[np.ndarray]:
        """Return the log probabilities of the tags, one array a Doc; empty where a Doc is too long."""
        scores = [np.zeros((0, len(TAGS)), dtype=np.float32) for _ in docs]
        for batch in _batches(docs):
            for number, its in zip(batch, self.model.predict([docs[n] for n in batch]), strict=True):
                scores[number] = np.log(np.asarray(its) + 1e-9)
        return scores

    def set_annotations(self, docs: list[Doc], scores: list[np.ndarray]) -> None:
        """Propose the spans of the best sequence of tags."""
        order = [self.labels.index(tag) for tag in TAGS]
        for doc, its in zip(docs, scores, strict=True):
            work.candidates(doc)[:] = [m for m in work.candidates(doc) if m.source != "recogniser"]
            if not len(its):
                continue
            its = its[:, order]
            tags = best_tags(its)
            sure = np.exp(its[np.arange(len(tags)), tags])
            for start, end, kind in spans_of([TAGS[tag] for tag in tags]):
                confidence = round(float(sure[start:end].mean()), 3)
                span = _without_marks(doc[start:end])
                if span and not any(token.is_sent_start for token in span[1:]):
                    work.propose(span, kind, "recogniser", confidence)


def _batches(docs: Sequence[Doc]) -> Iterator[list[int]]:
    """Yield the numbers of Docs that go through the network together: it takes some 20 KB a token."""
    batch: list[int] = []
    tokens = 0
    for number, doc in enumerate(docs):
        if not 0 < len(doc) <= _MOST_TOKENS or any(len(token) > _LONGEST_TOKEN for token in doc):
            continue  # no abstract; the rules alone read it
        if batch and tokens + len(doc) > _MOST_TOKENS:
            yield batch
            batch, tokens = [], 0
        batch.append(number)
        tokens += len(doc)
    if batch:
        yield batch


def _without_marks(span: Span) -> Span:
    """Leave off the space and the marks at the ends of a name, and what follows a bracket that stays open.

    Of a span with a bracket that was opened before it nothing is left.
    """
    opened: list[int] = []
    for i, token in enumerate(span):
        if token.text in _OPENING:
            opened.append(i)
        elif token.text in _CLOSING:
            if not opened:
                return span[:0]
            opened.pop()
    if opened:
        span = span[: opened[0]]
    while span and (span[0].is_space or span[0].text in _EDGES):
        span = span[1:]
    while span and (span[-1].is_space or span[-1].text in _EDGES):
        span = span[:-1]
    return span


def score_mentions(examples: Iterable[Example], **_: object) -> dict[str, float]:
    """Score what was proposed against the tags of the reference: spans and kinds must agree."""
    found: set[tuple[int, int, int, Kind]] = set()
    gold: set[tuple[int, int, int, Kind]] = set()
    for number, example in enumerate(examples):
        doc = example.predicted
        found |= {(number, m.start, m.end, m.kind) for m in work.candidates(doc) if m.source == "recogniser"}
        for start, end, kind in spans_of([token.tag_ for token in example.reference]):
            span = doc[start:end]
            gold.add((number, span.start_char, span.end_char, kind))
    score = PRFScore()
    score.score_set(found, gold)
    return {"mentions_p": score.precision, "mentions_r": score.recall, "mentions_f": score.fscore}


@Language.factory(NAME, default_score_weights={"mentions_f": 1.0})
def make_recogniser(nlp: Language, name: str, model: Model[list[Doc], list[Floats2d]]) -> Recogniser:
    """Make an untrained recogniser; `paperkg.extract.training` trains it."""
    recogniser = Recogniser(nlp.vocab, model, name, overwrite=False, scorer=score_mentions, neg_prefix="!")
    for tag in TAGS:
        recogniser.add_label(tag)
    return recogniser
