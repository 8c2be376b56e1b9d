"""Coined names: what no list can know, found by how names look and by what the text says beside them.

A name is a word that looks like one (`paperkg.extract.names`), or a capitalised word that the text treats as
one ("We introduce Astraea", "dubbed Kora"). Its kind is voted on by its form and the words beside it
(`paperkg.extract.kinds`), and by its neighbours in an enumeration. One name has one kind in a paper: the
votes of all its places count together.
"""
# ruff: noqa: SIM905 (a list of words reads best as words)

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

from spacy.language import Language
from spacy.tokens import Doc, Span

from paperkg import catalogue
from paperkg.extract import work
from paperkg.extract.kinds import votes_for
from paperkg.extract.names import names
from paperkg.model import Kind
from paperkg.words import singular

_INTRODUCE = frozenset(
    """
    introduce introduces introducing propose proposes proposing present presents presenting develop develops
    release releases design build construct contribute create establish term termed call called dub dubbed
    name named coin coined denote
    """.split()
)
_ADJECTIVE = re.compile(r"(?:ian|ean|ish|ese|ic|an|ed|al|ive|ing|ous)s?$")
_JOINTS = frozenset("-–/\\")
_BETWEEN = re.compile(r"[\s,&/;]*(?:and|or)?[\s,]*")
_WIDEST_GAP = 12
# What a name's kind is worth: nothing said of it makes it a technique, the commonest kind of coined names, at
# a confidence below every other; each vote adds a tenth to 0.4, and the catalogue's 0.9 is never passed.
_UNKNOWN, _LEAST, _A_VOTE, _MOST = 0.25, 0.4, 0.1, 0.9


@Language.component("paperkg_coined", requires=["token.is_sent_start"])
def coined(doc: Doc) -> Doc:
    """Propose every coined name with the kind that most of its places speak for."""
    places: dict[str, list[Span]] = defaultdict(list)
    for span in [*names(doc), *_proper_nouns(doc)]:
        places[span.text].append(span)
    votes = {name: votes_for(name, spans) for name, spans in places.items()}
    shared = _votes_of_neighbours(doc, votes, places)
    for name, spans in places.items():
        total = votes[name] + shared[name]
        if not total and name.isupper() and len(spans) == 1:
            continue  # capitals of which the text says nothing
        kind = min(total, key=lambda k: (-total[k], k), default=Kind.TECHNIQUE)
        confidence = min(_MOST, _LEAST + _A_VOTE * total[kind]) if total else _UNKNOWN
        for span in spans:
            work.propose(span, kind, "coined", round(confidence, 2))
    return doc


def _proper_nouns(doc: Doc) -> Iterator[Span]:
    """Yield every place of the capitalised words that the text sets down, or keeps using, as names."""
    capitalised: dict[str, list[int]] = defaultdict(list)
    for token in doc:
        if token.is_title and len(token) > 2:
            capitalised[token.text].append(token.i)
    lower = {token.text for token in doc if token.is_lower} if capitalised else set()
    for word, places in capitalised.items():
        inner = [i for i in places if i and not doc[i].is_sent_start]
        if any(_is_announced(doc, i) for i in inner) or (
            not {word.lower(), singular(word.lower())} & lower and _keeps_being_used(doc, word, inner)
        ):
            for i in places:
                yield doc[i : i + 1]


def _is_announced(doc: Doc, i: int) -> bool:
    """Whether a word is set down as a name: "we propose Astraea.", "data such as Reddit and"."""
    before = [doc[j].lower_ for j in range(max(0, i - 4), i) if doc[j].text not in "*`\"“'_"]
    after = doc[i + 1].text if i + 1 < len(doc) else "."
    listed = before[-2:] == ["such", "as"] and after in {",", "and"}
    ends_here = not after[0].isalnum() and after not in "-–/"
    return bool(before) and (listed or (before[-1] in _INTRODUCE and ends_here))


def _keeps_being_used(doc: Doc, word: str, inner: list[int]) -> bool:
    """Whether a word that the text never prints in lower case comes back inside sentences, by itself.

    A capital alone says little: titles, languages ("Arabic") and eponyms ("Gaussian noise") have one too. Of
    the words that pass, readers took two in three for concepts.
    """
    if (
        len(inner) < 2
        or not word.isalpha()
        or _ADJECTIVE.search(word)
        or word.lower() in catalogue.plain_words()
    ):
        return False
    return not any(_is_in_compound(doc, i) for i in inner) and any(_stands_alone(doc, i) for i in inner)


def _is_in_compound(doc: Doc, i: int) -> bool:
    """Whether a word is part of a longer name or term: "Tree-based", "Markov Chain"."""
    before, after = doc[i - 1], doc[i + 1] if i + 1 < len(doc) else None
    joined = (before.text in _JOINTS and not before.whitespace_) or (
        after is not None and after.text in _JOINTS and not doc[i].whitespace_
    )
    beside = (before.text[0].isupper() and not before.is_sent_start) or (
        after is not None and after.text[0].isupper()
    )
    return joined or beside


def _stands_alone(doc: Doc, i: int) -> bool:
    """Whether a mark or a plain word follows, so that a word qualifies no noun."""
    after = doc[i + 1] if i + 1 < len(doc) else None
    return after is None or not after.text[0].isalnum() or after.lower_ in catalogue.plain_words()


def _votes_of_neighbours(
    doc: Doc, votes: dict[str, Counter[Kind]], places: dict[str, list[Span]]
) -> dict[str, Counter[Kind]]:
    """Give each name half the votes of the names beside it, with only a comma or an "and" between."""
    text = work.text(doc)
    own = {(s.start_char, s.end_char): votes[name] for name, spans in places.items() for s in spans}
    known = {(m.start, m.end): Counter({m.kind: 3}) for m in work.candidates(doc) if m.source == "catalogue"}
    spans = sorted({**own, **known}.items())
    shared: dict[str, Counter[Kind]] = defaultdict(Counter)
    for (one, one_votes), (other, other_votes) in pairwise(spans):
        if 0 <= other[0] - one[1] <= _WIDEST_GAP and _BETWEEN.fullmatch(text, one[1], other[0]):
            for span, its in ((one, other_votes), (other, one_votes)):
                if span in own:
                    shared[text[slice(*span)]].update({kind: n / 2 for kind, n in its.items()})
    return shared
