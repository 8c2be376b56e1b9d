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


def phrases(
    doc: Doc, plain: frozenset[str], openers: frozenset[str] = frozenset(), shortest: int = 2
) -> Iterator[Span]:
    """Yield the runs of words between plain words, up to four; hyphens and slashes join and do not count.

    Args:
        doc: With sentence starts set.
        plain: Words that break a phrase.
        openers: Words that are left off where a phrase opens with them.
        shortest: The least number of words.
    """
    run: list[int] = []
    for token in doc:
        if _is_joint(doc, token):
            continue
        is_word = any(map(str.isalpha, token.text)) and token.lower_ not in plain
        if run and (not is_word or token.is_sent_start):
            if shortest <= len(run) <= _LONGEST:
                yield doc[run[0] : run[-1] + 1]
            run = []
        if is_word and (run or token.lower_ not in openers):
            run.append(token.i)
    if shortest <= len(run) <= _LONGEST:
        yield doc[run[0] : run[-1] + 1]


def _is_joint(doc: Doc, token: Token) -> bool:
    """Whether a hyphen or slash holds two words together."""
    inside = 0 < token.i < len(doc) - 1
    return inside and token.text in _JOINTS and not token.whitespace_ and not doc[token.i - 1].whitespace_


@Language.component("paperkg_terms", requires=["token.is_sent_start"])
def terms(doc: Doc) -> Doc:
    """Propose each phrase whose head says its kind."""
    heads = catalogue.heads()
    for phrase in phrases(doc, catalogue.plain_words(), catalogue.openers()):
        head = heads.get(singular(phrase[-1].lower_))
        if head:
            work.propose(phrase, head.kind, "terms", head.share)
    return doc
