"""Sentence boundaries by rule: the title, then after a full stop, question or exclamation mark.

Abbreviations such as "e.g." are single tokens (see the tokenizer), so their dots end nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from spacy.attrs import SENT_START
from spacy.language import Language
from spacy.tokens import Doc, Token

from paperkg.extract import work

_STOPS = frozenset(".!?")
_WIDE_STOPS = frozenset("。！？")  # no space follows these
_CLOSERS = frozenset("\"'”’)]}*$_")
# What goes on for longer is no sentence. The longest in 1,300 abstracts has 134 tokens; the bounds keep the
# work that is done a sentence small, whatever a text holds.
_MOST_TOKENS, _MOST_CHARACTERS = 300, 4000


@Language.component("paperkg_sentences", assigns=["token.is_sent_start"])
def sentences(doc: Doc) -> Doc:
    """Mark where each sentence starts."""
    starts = np.full((len(doc), 1), -1)
    first: Token | None = None
    for token, starts_one in _boundaries(doc):
        if first is None or starts_one or _is_overlong(first, token):
            starts[token.i] = 1
            first = token
    if len(doc):
        doc.from_array([SENT_START], starts.astype(np.uint64))  # type: ignore[arg-type]  # spaCy warns of others
    return doc


def _is_overlong(first: Token, token: Token) -> bool:
    return token.i - first.i >= _MOST_TOKENS or token.idx + len(token) - first.idx > _MOST_CHARACTERS


def _boundaries(doc: Doc) -> Iterator[tuple[Token, bool]]:
    """Yield each token and whether a sentence starts with it."""
    title_end = work.title_end(doc)
    ended = False  # the sentence, so that the next word starts one
    closing = False  # after a stop, and the marks that may close it: 'text.)* '
    for token in doc:
        starts_one = False
        if token.is_space:
            is_after_title = token.idx <= title_end < token.idx + len(token)
            ended = ended or is_after_title or token.text.count("\n") > 1
        elif token.text in _WIDE_STOPS:
            ended = True
        elif token.text in _STOPS:
            ended = _is_before_space(doc, token)
        elif ended and (token.text not in _CLOSERS or _is_after_space(doc, token)):
            starts_one = not token.text[0].islower() or doc[token.i - 1].is_space
            ended = False
        elif token.text in _CLOSERS and closing:
            ended = ended or bool(token.whitespace_)
        closing = token.text in _STOPS or (closing and token.text in _CLOSERS)
        yield token, starts_one


def _is_before_space(doc: Doc, token: Token) -> bool:
    return bool(token.whitespace_) or (token.i + 1 < len(doc) and doc[token.i + 1].is_space)


def _is_after_space(doc: Doc, token: Token) -> bool:
    return token.i > 0 and (bool(doc[token.i - 1].whitespace_) or doc[token.i - 1].is_space)
