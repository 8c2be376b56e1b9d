"""Settling: of candidates that overlap one stays, and a short form is what its long form is."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import filter_spans

from paperkg.extract import work
from paperkg.model import Abbreviation, Kind, Mention
from paperkg.words import looks_coined

# Whose word counts where two components take the same span for different things. The catalogue knows, and the
# look of a name and the words beside it say much; a phrase's last word says less, whether the phrase stands
# in the text ("terms") or is the long form of an abbreviation ("definition"); a keyword says nothing of its
# kind. A component that is not listed counts like "terms", and its confidence decides.
_TRUST = {"recogniser": 3, "catalogue": 2, "coined": 2, "terms": 1, "definition": 1, "keywords": 0}
_WEIGHED = frozenset({"recogniser", "catalogue", "coined", "terms"})  # what the recogniser says or was told
_NAMED = (Kind.BENCHMARK, Kind.DATASET)
_SURE = 0.4  # the recogniser's least confidence: the most F1 on the marked abstracts that chose its weights
_SURE_OF_A_NAME = 0.3  # ... of a coined word, which is a name of something: only its kind is in doubt
_CERTAIN = 0.85  # ... at which it is believed against what the text seems to call a name
_CALLED = 0.7  # a coined name's, where the text calls it a benchmark or a dataset
_MOST_DEFINITIONS = 200  # each costs a search of the text; abstracts have a dozen at most


@Language.component("paperkg_settle")
def settle(doc: Doc) -> Doc:
    """Choose the mentions and write them to ``doc.ents``, ``doc.spans["mentions"]`` and the work space."""
    candidates = heard(work.text(doc), work.candidates(doc))
    candidates += of_definitions(work.text(doc), work.abbreviations(doc), candidates)
    chosen = choose(candidates)
    work.mentions(doc)[:] = chosen
    spans = [doc.char_span(m.start, m.end, label=str(m.kind)) for m in chosen]
    whole = filter_spans([span for span in spans if span is not None])
    doc.spans["mentions"] = whole
    doc.set_ents(whole)
    return doc


def heard(text: str, candidates: Sequence[Mention]) -> list[Mention]:
    """Leave out the candidates that the recogniser has already weighed.

    It was told what the rules found and says what it makes of that. Beside it are heard keywords, the
    benchmarks and datasets that the catalogue names, or that the text calls so where the recogniser is not
    certain of something else, and components of your own.
    """
    recognised = [mention for mention in candidates if mention.source == "recogniser"]
    if not recognised:
        return list(candidates)
    otherwise = {
        text[m.start : m.end] for m in recognised if m.kind not in _NAMED and m.confidence >= _CERTAIN
    }
    return [
        mention
        for mention in candidates
        if (
            mention.source == "recogniser" and mention.confidence >= _least(text[mention.start : mention.end])
        )
        or mention.kind is Kind.KEYWORD
        or mention.source not in _WEIGHED
        or (mention.source == "catalogue" and _is_proper(text[mention.start : mention.end], mention.kind))
        or (
            mention.kind in _NAMED
            and mention.source == "coined"
            and mention.confidence >= _CALLED
            and text[mention.start : mention.end] not in otherwise
        )
    ]


def _least(words: str) -> float:
    """The confidence that the recogniser must have in some words."""
    return _SURE_OF_A_NAME if looks_coined(words) and " " not in words else _SURE


def _is_proper(name: str, kind: Kind) -> bool:
    """Whether a name is one that the catalogue cannot mistake: a benchmark's, or a model's of its own."""
    return kind in _NAMED or (kind is Kind.MODEL and looks_coined(name))


def choose(candidates: Sequence[Mention]) -> list[Mention]:
    """Keep candidates that do not overlap: the longest first, of equals the more trusted source.

    A named benchmark goes before any longer phrase that holds its name ("VBench" before "VBench score"), and
    a keyword, which says least, yields to anything.

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
    if mention.kind in _NAMED and mention.source in ("catalogue", "coined"):
        rank = 0
    length = mention.end - mention.start
    trust = _TRUST.get(mention.source, 1)
    return rank, -length, -trust, -mention.confidence, mention.start, mention.kind, mention.source


def of_definitions(
    text: str, definitions: Sequence[Abbreviation], candidates: Sequence[Mention]
) -> list[Mention]:
    """Give a short form the kind of its long form, or the other way round, wherever the short form stands."""
    at_span: dict[tuple[int, int], list[Mention]] = defaultdict(list)
    for mention in candidates:
        if mention.kind is not Kind.KEYWORD:
            at_span[mention.start, mention.end].append(mention)
    made: list[Mention] = []
    for definition in definitions[:_MOST_DEFINITIONS]:
        long = (definition.long_start, definition.long_end)
        short = (definition.short_start, definition.short_end)
        known = at_span[long] or at_span[short]
        if known:
            best = replace(min(known, key=_precedence), source="definition")
            spans = (long, *_places(text, text[slice(*short)]))
            of_this = [replace(best, start=start, end=end) for start, end in spans]
            for mention in of_this:
                at_span[mention.start, mention.end].append(mention)  # a later definition may rest on this one
            made += of_this
    return made


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield where a name stands as a word of its own, a plural's s with it."""
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        end += text.startswith("s", end)
        if not (_goes_on(text[start - 1 : start]) or _goes_on(text[end : end + 1])):
            yield start, end
        start = text.find(name, start + 1)


def _goes_on(char: str) -> bool:
    """Whether a word goes on with a character."""
    return char == "-" or char == "_" or char.isalnum()
