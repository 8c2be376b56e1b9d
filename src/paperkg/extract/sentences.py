"""Sentence boundaries by rule: the title, then after a full stop, question or exclamation mark.

Abbreviations such as "e.g." are single tokens (see the tokenizer), so their dots end nothing.
"""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc

from paperkg.extract import work

_STOPS = frozenset(".!?")
_WIDE_STOPS = frozenset("。！？")  # no space follows these
_CLOSERS = frozenset("\"'”’)]}*$_")


@Language.component("paperkg_sentences", assigns=["token.is_sent_start"])
def sentences(doc: Doc) -> Doc:
    """Mark where each sentence starts."""
    title_end = work.title_end(doc)
    ended = False
    for token in doc:
        token.is_sent_start = token.i == 0
        if token.is_space:
            if title_end and token.idx <= title_end < token.idx + len(token):
                ended = True
            ended = ended or token.text.count("\n") > 1
        elif token.text in _WIDE_STOPS:
            ended = True
        elif token.text in _STOPS:
            ended = bool(token.whitespace_) or _space_follows(doc, token.i)
        elif ended and (token.text not in _CLOSERS or _space_precedes(doc, token.i)):
            token.is_sent_start = not token.text[0].islower() or doc[token.i - 1].is_space
            ended = False
        elif token.text in _CLOSERS and not ended:
            ended = _closes_after_stop(doc, token.i)
    return doc


def _space_follows(doc: Doc, i: int) -> bool:
    return i + 1 < len(doc) and doc[i + 1].is_space


def _closes_after_stop(doc: Doc, i: int) -> bool:
    """Whether a closing mark stands between a stop and a space, as in 'text.)* '."""
    before = i - 1
    while before > 0 and doc[before].text in _CLOSERS:
        before -= 1
    return doc[before].text in _STOPS and before < i and bool(doc[i].whitespace_)


def _space_precedes(doc: Doc, i: int) -> bool:
    return bool(doc[i - 1].whitespace_) or doc[i - 1].is_space
