"""Keywords: the key phrases of a text, for what no other component knows.

The authors' own keywords count where the text holds them; else phrases that come back: at least twice, or once in
the title and once in the abstract.
"""

from __future__ import annotations

import re
from collections import defaultdict

from spacy.language import Language
from spacy.tokens import Doc, Span

from paperkg import catalogue
from paperkg.extract import work
from paperkg.extract.terms import phrases
from paperkg.model import Kind
from paperkg.words import singular

_MOST = 5


@Language.component("paperkg_keywords", requires=["token.is_sent_start"])
def keywords(doc: Doc) -> Doc:
    """Propose the places of the authors' keywords and of the phrases that come back most."""
    for keyword in work.author_keywords(doc):
        words = [re.escape(word) for word in re.split(r"[\s\-‐‑]+", keyword) if word]
        if words:
            pattern = r"(?<!\w)" + r"[\s\-‐‑]+".join(words) + r"s?(?!\w)"
            for place in re.finditer(pattern, doc.text, re.IGNORECASE):
                span = doc.char_span(*place.span())
                if span is not None:
                    work.propose(span, Kind.KEYWORD, "keywords", 0.8)
    for spans in _recurring(doc):
        for span in spans:
            work.propose(span, Kind.KEYWORD, "keywords", 0.4)
    return doc


def _recurring(doc: Doc) -> list[list[Span]]:
    places: dict[str, list[Span]] = defaultdict(list)
    for phrase in phrases(doc, catalogue.plain_words(), catalogue.openers()):
        words = phrase.text.lower().split()
        places[" ".join([*words[:-1], singular(words[-1])])].append(phrase)
    recurring = [spans for spans in places.values() if len(spans) > 1]
    return sorted(recurring, key=lambda spans: (-len(spans), spans[0].start))[:_MOST]
