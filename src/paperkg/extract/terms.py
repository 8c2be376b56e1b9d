"""Terms: phrases that end in a word which says what they are ("token selection", "grounding accuracy").

A phrase is a run of words that no plain word, mark or sentence end breaks. Which words are plain, and which heads
make a phrase a technique, a task or a metric, the catalogue's word lists say; they are counts over marked
abstracts, and a phrase's confidence is the share of such phrases that readers marked.
"""

from __future__ import annotations

from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span, Token

from paperkg import catalogue
from paperkg.extract import work
from paperkg.words import singular

_JOINTS = frozenset("-‐‑–/")
_LONGEST = 4


def phrases(doc: Doc, plain: frozenset[str]) -> Iterator[Span]:
    """Yield the runs of two to four words between plain words; hyphens and slashes join and do not count."""
    run: list[int] = []
    for token in doc:
        if _is_joint(doc, token):
            continue
        is_word = any(map(str.isalpha, token.text)) and token.lower_ not in plain
        if not is_word or token.is_sent_start:
            yield from _phrase(doc, run)
            run = []
        if is_word:
            run.append(token.i)
    yield from _phrase(doc, run)


def _is_joint(doc: Doc, token: Token) -> bool:
    """Whether a hyphen or slash holds two words together."""
    inside = 0 < token.i < len(doc) - 1
    return inside and token.text in _JOINTS and not token.whitespace_ and not doc[token.i - 1].whitespace_


def _phrase(doc: Doc, run: list[int]) -> Iterator[Span]:
    if 2 <= len(run) <= _LONGEST:
        yield doc[run[0] : run[-1] + 1]


@Language.component("paperkg_terms", requires=["token.is_sent_start"])
def terms(doc: Doc) -> Doc:
    """Propose each phrase whose head says its kind."""
    heads = catalogue.heads()
    for phrase in phrases(doc, catalogue.plain_words()):
        head = heads.get(singular(phrase[-1].lower_))
        if head:
            work.propose(phrase, head.kind, "terms", head.share)
    return doc
