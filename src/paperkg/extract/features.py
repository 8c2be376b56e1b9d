"""What the recogniser sees of each token: its form, what the rules say of it, and its weight in the paper."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import LOWER, PREFIX, SHAPE, SUFFIX
from spacy.ml.staticvectors import StaticVectors
from spacy.strings import get_string_id
from spacy.tokens import Doc, Token
from spacy.util import registry
from thinc.api import HashEmbed, Maxout, Model, chain, concatenate, list2ragged, ragged2list, with_array
from thinc.types import Floats2d

from paperkg import catalogue
from paperkg.extract import work
from paperkg.words import singular

_FORMS = (LOWER, PREFIX, SUFFIX, SHAPE)
_FINDERS = ("catalogue", "coined", "terms")
COLUMNS = len(_FORMS) + len(_FINDERS) + 2
_TABLES = (  # rows and width of each column's hash table; None for the width of the network
    *((10000, None), (2500, 64), (4000, 64), (2500, 64)),
    *((200, 24),) * (COLUMNS - len(_FORMS)),
)
_FEATURES = "paperkg.features"


def features(doc: Doc) -> NDArray[np.uint64]:
    """Return one row a token, one hash a feature.

    Columns: the word in lower case, its prefix, suffix and shape; what the catalogue, the coined names and
    the terms take the token for and how sure they are; whether it is a plain word, an opener or a head; how
    often the word comes in the text, whether the title has it, and how far into the text this is.
    """
    table = np.zeros((len(doc), COLUMNS), dtype=np.uint64)
    table[:, : len(_FORMS)] = doc.to_array([*_FORMS])
    spoken = _said_by_rules(doc)
    counts = Counter(singular(token.lower_) for token in doc if token.is_alpha)
    in_title = {singular(token.lower_) for token in doc if token.idx < work.title_end(doc)}
    for token in doc:
        word = singular(token.lower_) if token.is_alpha else token.lower_
        weight = f"{min(counts[word], 4)}{word in in_title}{4 * token.i // len(doc)}"
        said = [*(spoken[finder][token.i] for finder in _FINDERS), _word_class(token, word), weight]
        table[token.i, len(_FORMS) :] = [get_string_id(text) for text in said]
    return table


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


def _features_of(
    _: Model[list[Doc], list[NDArray[np.uint64]]], docs: list[Doc], is_train: bool
) -> tuple[list[NDArray[np.uint64]], Callable[[Any], list[Doc]]]:
    """The first layer; training asks for the same Docs again and again, and keeps their features."""

    def backprop(_: object) -> list[Doc]:
        return []

    return [_kept(doc) if is_train else features(doc) for doc in docs], backprop


def _kept(doc: Doc) -> NDArray[np.uint64]:
    if _FEATURES not in doc.user_data:
        doc.user_data[_FEATURES] = features(doc)
    kept: NDArray[np.uint64] = doc.user_data[_FEATURES]
    return kept


@registry.architectures("paperkg.FeatureEmbed.v1")  # type: ignore[untyped-decorator]
def feature_embed(width: int, include_static_vectors: bool) -> Model[list[Doc], list[Floats2d]]:
    """Embed each token by its features, and by floret vectors where the vocabulary has them.

    Like spaCy's MultiHashEmbed, with the rules' findings among the features.
    """
    embeddings: list[Model[Any, Any]] = [
        HashEmbed(size or width, rows, column=column, seed=column + 1, dropout=0.0)
        for column, (rows, size) in enumerate(_TABLES)
    ]
    total = sum(embedding.get_dim("nO") for embedding in embeddings)
    first: Model[Any, Any] = Model("paperkg_features", _features_of)
    embedded: Model[Any, Any] = chain(first, list2ragged(), with_array(concatenate(*embeddings)))
    if include_static_vectors:
        embedded = concatenate(embedded, StaticVectors(width, dropout=0.0))
        total += width
    mix: Model[Any, Any] = with_array(Maxout(width, total, nP=3, dropout=0.0, normalize=True))
    return chain(embedded, mix, ragged2list())
