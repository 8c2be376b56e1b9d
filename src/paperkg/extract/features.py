"""What the recogniser sees of each token: its form, what the rules say of it, and its weight in the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import cast

import numpy as np
import spacy
from numpy.typing import NDArray
from spacy.attrs import LOWER, PREFIX, SHAPE, SUFFIX
from spacy.ml import CharacterEmbed  # noqa: F401 (registers spaCy's layers)
from spacy.ml.staticvectors import StaticVectors
from spacy.strings import hash_string
from spacy.tokens import Doc, Token
from thinc.api import HashEmbed, Maxout, Model, chain, concatenate, list2ragged, ragged2list, with_array
from thinc.types import Floats2d, Ragged

from paperkg import catalogue
from paperkg.extract import work
from paperkg.words import singular

_FORMS = (LOWER, PREFIX, SUFFIX, SHAPE)
_FINDERS = ("catalogue", "coined", "terms")
COLUMNS = len(_FORMS) + len(_FINDERS) + 2
ROWS = (6000, 1500, 2500, 2500, 200, 200, 200, 200, 200)  # of each column's hash table


def features(doc: Doc) -> NDArray[np.uint64]:
    """Return one row a token, one hash a feature.

    Columns: the word in lower case, its prefix, suffix and shape; what the catalogue, the coined names and the terms
    take the token for and how sure they are; whether it is a plain word, an opener or a head; how often the word
    comes in the text, whether the title has it, and how far into the text this is.
    """
    table = np.zeros((len(doc), COLUMNS), dtype=np.uint64)
    table[:, : len(_FORMS)] = doc.to_array(_FORMS)
    spoken = _said_by_rules(doc)
    counts = Counter(singular(token.lower_) for token in doc if token.is_alpha)
    in_title = {singular(token.lower_) for token in doc if token.idx < work.title_end(doc)}
    for token in doc:
        word = singular(token.lower_) if token.is_alpha else token.lower_
        weight = f"{min(counts[word], 4)}{word in in_title}{4 * token.i // len(doc)}"
        said = [*(spoken[finder][token.i] for finder in _FINDERS), _word_class(token, word), weight]
        table[token.i, len(_FORMS) :] = [hash_string(text) for text in said]
    return table


def _cached(doc: Doc) -> NDArray[np.uint64]:
    key = "paperkg.features"
    if key not in doc.user_data:
        doc.user_data[key] = features(doc)
    return doc.user_data[key]


def _said_by_rules(doc: Doc) -> dict[str, list[str]]:
    spoken = {finder: [""] * len(doc) for finder in _FINDERS}
    for mention in sorted(work.candidates(doc), key=lambda m: m.end - m.start):
        span = doc.char_span(mention.start, mention.end)
        if span is None or mention.source not in spoken:
            continue
        for token in span:
            part = "B" if token.i == span.start else "E" if token.i == span.end - 1 else "I"
            spoken[mention.source][token.i] = f"{mention.kind}{part}{round(5 * mention.confidence)}"
    return spoken


def _word_class(token: Token, word: str) -> str:
    head = catalogue.heads().get(word)
    if head:
        return f"{head.kind}{round(4 * head.share)}"
    if token.lower_ in catalogue.plain_words():
        return "plain"
    return "opener" if token.lower_ in catalogue.openers() else ""


def _extract(_model: Model[list[Doc], list[NDArray[np.uint64]]], docs: list[Doc], is_train: bool):
    def backprop(_: object) -> list[Doc]:
        return []

    return [_cached(doc) for doc in docs], backprop


@spacy.registry.architectures("paperkg.FeatureEmbed.v1")
def feature_embed(width: int, include_static_vectors: bool) -> Model[list[Doc], list[Floats2d]]:
    """Embed each token by its features, and by floret vectors where the vocabulary has them.

    Like spaCy's MultiHashEmbed, with the rules' findings among the features.
    """
    embeddings = [
        HashEmbed(width if column < 1 else width // 2 if column < 4 else 24, rows, column=column, seed=column + 1, dropout=0.0)
        for column, rows in enumerate(ROWS)
    ]
    total = sum(e.get_dim("nO") for e in embeddings)
    hashed = chain(Model("paperkg_features", _extract), list2ragged(), with_array(concatenate(*embeddings)))
    if include_static_vectors:
        embedded = concatenate(hashed, StaticVectors(width, dropout=0.0))
        total += width
    else:
        embedded = hashed
    mix = with_array(Maxout(width, total, nP=3, dropout=0.0, normalize=True))
    return chain(embedded, mix, ragged2list())
