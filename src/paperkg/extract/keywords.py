"""Keywords: the key phrases of a text, for what no other component knows.

The authors' own keywords count where the text holds them; besides, the phrases that come back most, whether
in the abstract alone or in title and abstract.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from paperkg import catalogue
from paperkg.extract import work
from paperkg.extract.terms import phrases
from paperkg.model import Kind
from paperkg.words import singular

_MOST = 5
# A list of keywords that goes on is none, and each costs a search of the text.
_MOST_GIVEN, _LONGEST_GIVEN = 50, 100
_JOINTS = r"[\s\-‐‑]+"


@Language.component("paperkg_keywords", requires=["token.is_sent_start"])
def keywords(doc: Doc) -> Doc:
    """Propose the places of the authors' keywords and of the phrases that come back most."""
    for keyword in work.author_keywords(doc)[:_MOST_GIVEN]:
        for start, end in places(work.text(doc), keyword):
            span = doc.char_span(start, end)
            if span is not None:
                work.propose(span, Kind.KEYWORD, "keywords", 0.8)
    for spans in _recurring(doc):
        for span in spans:
            work.propose(span, Kind.KEYWORD, "keywords", 0.4)
    return doc


def places(text: str, keyword: str) -> Iterator[tuple[int, int]]:
    """Yield where a text holds a keyword: in any case, in the plural, with hyphens for spaces or the reverse.

    >>> list(places("Zero-shot learners. On zero shot.", "zero-shot"))
    [(0, 9), (23, 32)]
    """
    words = [re.escape(word) for word in re.split(_JOINTS, keyword) if word]
    if words and len(keyword) <= _LONGEST_GIVEN:
        for place in re.finditer(rf"(?<!\w){_JOINTS.join(words)}s?(?!\w)", text, re.IGNORECASE):
            yield place.span()


def _recurring(doc: Doc) -> list[list[Span]]:
    found: dict[str, list[Span]] = defaultdict(list)
    for phrase in phrases(doc, catalogue.plain_words(), catalogue.openers()):
        words = phrase.text.lower().split()
        found[" ".join([*words[:-1], singular(words[-1])])].append(phrase)
    recurring = [spans for spans in found.values() if len(spans) > 1]
    return sorted(recurring, key=lambda spans: (-len(spans), spans[0].start))[:_MOST]
