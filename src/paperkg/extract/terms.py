"""Terms: phrases that end in a word which says what they are ("token selection", "grounding accuracy").

A phrase is a run of words that no plain word, mark or sentence end breaks. Which words are plain, and which
heads make a phrase a technique, a task or a metric, the catalogue's word lists say; they are counts over
marked abstracts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from paperkg import catalogue
from paperkg.extract import work
from paperkg.words import singular

_JOINTS = frozenset("-‐‑–/")
_LONGEST = 4
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*x?")  # "2.4x" of "2.4x speedup", not "3D" of "3D detection"
# How often readers mark a phrase, by its head's share, whether it comes back, and whether the title has it:
# read off the same marked abstracts. F1 is highest when a phrase counts that they mark in more than half of
# F1's share of cases.
_SHARE, _REPEATED, _IN_TITLE, _ENOUGH = 0.65, 0.25, 0.12, 0.3


def phrases(doc: Doc, plain: frozenset[str], openers: frozenset[str] = frozenset()) -> Iterator[Span]:
    """Yield the runs of two to four words between plain words.

    Words that hyphens or slashes hold together are one word here; it is plain when its last part is.

    Args:
        doc: With sentence starts set.
        plain: Words that break a phrase, in lower case.
        openers: Words that are left off where a phrase opens with them, in lower case.
    """
    run: list[Span] = []
    for word in compounds(doc):
        last = word[-1].lower_
        is_content = last[0].isalnum() and last not in plain and not _NUMBER.fullmatch(last)
        if run and (not is_content or word[0].is_sent_start):
            yield from _phrase(doc, run)
            run = []
        if is_content and (run or word.text.lower() not in openers):
            run.append(word)
    yield from _phrase(doc, run)


def _phrase(doc: Doc, run: list[Span]) -> Iterator[Span]:
    if 2 <= len(run) <= _LONGEST or (len(run) == 1 and len(run[0]) > 1):
        yield doc[run[0].start : run[-1].end]


def compounds(doc: Doc) -> Iterator[Span]:
    """Yield the tokens of a text, those that hyphens or slashes hold together as one span."""
    start = 0
    for i in range(1, len(doc) + 1):
        if i == len(doc) or not _hangs_together(doc, i):
            yield doc[start:i]
            start = i


def _hangs_together(doc: Doc, i: int) -> bool:
    """Whether token i goes on with the word that the token before it belongs to."""
    before, token = doc[i - 1], doc[i]
    if before.whitespace_ or not (before.text in _JOINTS) ^ (token.text in _JOINTS):
        return False
    if token.text in _JOINTS:
        follows = i + 1 < len(doc) and not token.whitespace_ and doc[i + 1].text[0].isalnum()
        return follows and before.text[0].isalnum()
    return i > 1 and token.text[0].isalnum() and not doc[i - 2].whitespace_ and doc[i - 2].text[0].isalnum()


@Language.component("paperkg_terms", requires=["token.is_sent_start"])
def terms(doc: Doc) -> Doc:
    """Propose each phrase whose head says its kind and that the text gives weight enough."""
    heads = catalogue.heads()
    places: dict[str, list[Span]] = defaultdict(list)
    for phrase in phrases(doc, catalogue.plain_words(), catalogue.openers()):
        if singular(phrase[-1].lower_) in heads:
            places[_as_one(phrase)].append(phrase)
    for spans in places.values():
        head = heads[singular(spans[0][-1].lower_)]
        in_title = any(span.start_char < work.title_end(doc) for span in spans)
        confidence = _SHARE * head.share + _REPEATED * (len(spans) > 1) + _IN_TITLE * in_title
        if confidence >= _ENOUGH:
            for span in spans:
                work.propose(span, head.kind, "terms", round(confidence, 2))
    return doc


def _as_one(phrase: Span) -> str:
    """The phrase in lower case and the singular."""
    return phrase[:-1].text_with_ws.lower() + singular(phrase[-1].lower_)
