"""Settling: of candidates that overlap one stays, and a short form is what its long form is."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import filter_spans

from paperkg.extract import work
from paperkg.model import Abbreviation, Kind, Mention

_TRUST = {"catalogue": 2, "coined": 2, "terms": 1, "definition": 1, "keywords": 0}


@Language.component("paperkg_settle")
def settle(doc: Doc) -> Doc:
    """Choose the mentions and write them to ``doc.ents``, ``doc.spans["mentions"]`` and the work space."""
    candidates = work.candidates(doc)
    for abbreviation in work.abbreviations(doc):
        candidates.extend(_definition(doc, abbreviation, candidates))
    chosen = choose(candidates)
    work.mentions(doc)[:] = chosen
    spans = [doc.char_span(m.start, m.end, label=str(m.kind)) for m in chosen]
    whole = filter_spans([span for span in spans if span is not None])
    doc.spans["mentions"] = whole
    doc.set_ents(whole)
    return doc


def choose(candidates: list[Mention]) -> list[Mention]:
    """Keep candidates that do not overlap: the longest first, of equals the more trusted source.

    A named benchmark goes before any longer phrase that holds its name ("VBench" before "VBench score"), and a
    keyword, which says least, yields to anything.

    >>> a = Mention(0, 9, Kind.TASK, "terms", 0.5)
    >>> b = Mention(4, 9, Kind.MODEL, "catalogue", 0.9)
    >>> choose([a, b]) == [a]
    True
    """
    kept: list[Mention] = []
    taken: list[tuple[int, int]] = []
    for mention in sorted(candidates, key=_precedence):
        at = bisect_left(taken, (mention.start, mention.end))
        if at < len(taken) and taken[at][0] < mention.end:
            continue
        if at and taken[at - 1][1] > mention.start:
            continue
        taken.insert(at, (mention.start, mention.end))
        kept.append(mention)
    return sorted(kept)


def _precedence(mention: Mention) -> tuple[object, ...]:
    rank = 2 if mention.kind is Kind.KEYWORD else 1
    if mention.kind in (Kind.BENCHMARK, Kind.DATASET) and mention.source in ("catalogue", "coined"):
        rank = 0
    length = mention.end - mention.start
    return rank, -length, -_TRUST.get(mention.source, 1), -mention.confidence, mention.start, mention.kind


def _definition(doc: Doc, definition: Abbreviation, candidates: list[Mention]) -> Iterator[Mention]:
    """Give a short form the kind of its long form, or the long form that of the short one, wherever they stand."""
    long = (definition.long_start, definition.long_end)
    short = (definition.short_start, definition.short_end)
    model = _best(candidates, long) or _best(candidates, short)
    if model is None:
        return
    model = replace(model, source="definition")
    yield replace(model, start=long[0], end=long[1])
    name = re.escape(doc.text[slice(*short)])
    for place in re.finditer(rf"(?<![\w-]){name}s?(?![\w-])", doc.text):
        yield replace(model, start=place.start(), end=place.end())


def _best(candidates: list[Mention], span: tuple[int, int]) -> Mention | None:
    at_span = [m for m in candidates if (m.start, m.end) == span and m.kind is not Kind.KEYWORD]
    return min(at_span, key=_precedence, default=None)
