"""Coreference: which mentions of a paper name one thing, though not in the same words.

A title says "open-vocabulary 3D occupancy prediction", the text "open-vocabulary occupancy prediction";
"large language models" are later "language models". A linear classifier reads each two names that have a
word or initials in common: how the words of the one stand in the other, which words are left over, where
both stand and what is between them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from statistics import fmean

from spacy.language import Language
from spacy.tokens import Doc

from paperkg import catalogue
from paperkg.extract import linear, work
from paperkg.model import Abbreviation, Kind
from paperkg.words import looks_coined, singular

NAME = "paperkg_coreference"
_LEAST = 0.0  # the mean log odds of names that are one thing: a wrong join is worse than a missed one
_DEFINED = 8.0  # the log odds that a short form and its long form are one thing
_APART = -2.0  # ... that two names are which nothing joins
_MOST_NAMES = 60  # of a paper: the pairs grow with their square; abstracts have some fifteen
_MOST_PLACES = 12  # of a name: so are their pairs
_MOST_DEFINITIONS = 60
_ENDING = re.compile(
    "(?:ization|isation|ational|ation|ition|ing|ed|er|or|ion|ive|al|ity|ment|ness|ance|ence|able|ic|ical|ly|s|e)$"
)
_SHORTEST_STEM = 3
_ASIDE = re.compile(r"\s*\([^()]*\)(?=\s)")  # "vision-language-action (VLA) models"
_NEAR = 12  # characters between two names that are read word by word

Span = tuple[int, int]
"""First character, and one past the last."""


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Take the endings off a word, so that "editing" meets "edited".

    >>> stem("editing"), stem("edited"), stem("convergence"), stem("convergent")
    ('edit', 'edit', 'converg', 'convergent')
    """
    while len(word) > _SHORTEST_STEM + 1:
        bare = _ENDING.sub("", word)
        if bare == word or len(bare) < _SHORTEST_STEM:
            break
        word = bare
    return word


def plain(name: str) -> str:
    """Write a name without what spelling adds to it: case, hyphens, a plural's ending.

    >>> plain("Vision-Language Models")
    'vision language model'
    """
    bare = _ASIDE.sub("", name).replace("*", "").replace("-", " ")
    return " ".join(map(singular, bare.casefold().split()))


@cache
def _known() -> frozenset[str]:
    """The plain forms of the names that the catalogue knows."""
    return frozenset(plain(name) for entry in catalogue.entries() for name in (entry.name, *entry.aliases))


@dataclass(frozen=True, slots=True)
class Name:
    """A name that a paper uses, with all that is asked of it.

    Attributes:
        plain: As `plain` writes it.
        words: Of that.
        kind: What kind of thing it is taken for where it stands first.
        stems: The stem of each word.
        places: Where it stands first, in order; `_MOST_PLACES` at most.
        sentences: The numbers of the sentences that it stands in.
        in_title: Whether the title has it.
        rank: How many of the paper's names come before it.
        is_coined: Whether each of its spellings looks like a proper name.
    """

    plain: str
    words: tuple[str, ...]
    kind: Kind
    stems: tuple[str, ...]
    places: tuple[Span, ...]
    sentences: frozenset[int]
    in_title: bool
    rank: int
    is_coined: bool


def names_of(doc: Doc, spans: Iterable[tuple[int, int, Kind]]) -> list[Name]:
    """Look at the names of a paper, the first to stand in the text first.

    Args:
        doc: The paper's.
        spans: Start, end and kind of what it names; no two overlap.
    """
    text = work.text(doc)
    starts = [sentence.start_char for sentence in doc.sents] if doc.has_annotation("SENT_START") else []
    title = work.title_end(doc)
    places_of: dict[str, list[Span]] = {}
    kind_of: dict[str, Kind] = {}
    for start, end, kind in sorted(spans):
        if name := plain(text[start:end]):
            places_of.setdefault(name, []).append((start, end))
            kind_of.setdefault(name, kind)
    made = []
    for rank, (name, places) in enumerate(places_of.items()):
        words = tuple(name.split())
        made.append(
            Name(
                name,
                words,
                kind_of[name],
                tuple(map(stem, words)),
                tuple(places[:_MOST_PLACES]),
                frozenset(bisect_right(starts, start) for start, _ in places),
                places[0][0] < title,
                rank,
                all(looks_coined(text[start:end]) for start, end in places),
            )
        )
    return made


def relation(short: Name, long: Name) -> str:
    """Say how the words of the shorter of two names stand in the longer one; empty where nothing joins them.

    tail, head: at its end, its start; inside: all, elsewhere; last, first: only the last or the first word is
    common, other: another; initials: it is made of first letters; partly: a word of it is; joined: they
    differ in spaces only.
    """
    few, many = short.stems, long.stems
    common = set(few) & set(many)
    if common:
        if many[-len(few) :] == few:
            return "tail"
        if many[: len(few)] == few:
            return "head"
        if common == set(few):
            return "inside"
        return "last" if few[-1] == many[-1] else "first" if few[0] == many[0] else "other"
    initials = "".join(word[0] for word in long.words)
    if len(few) == 1 and len(many) > 1 and len(short.words[0]) > 1:
        word = short.words[0]
        if word in initials or initials in word:
            return "initials"
    elif len(few) > 1 and any(len(word) > 1 and word in initials for word in short.words):
        return "partly"
    return "joined" if stem("".join(short.words)) == stem("".join(long.words)) else ""


def features(text: str, names: Sequence[Name], one: Name, other: Name) -> list[str]:
    """Say what speaks for or against two names being one thing; nothing where no word joins them."""
    short, long = sorted((one, other), key=lambda name: (len(name.words), name.words))
    how = relation(short, long)
    if not how:
        return []
    others = [name for name in names if name is not short and name is not long]
    more, fewer = sorted({*long.stems} - {*short.stems}), sorted({*short.stems} - {*long.stems})
    return [
        how,
        *_of_kinds(how, short, long, len(more), len(fewer)),
        *_of_words(how, short, long, more, fewer),
        *_of_places(how, short, long),
        *_of_others(how, short, others),
        *_of_gap(how, text, short, long),
    ]


def keys_of(said: Iterable[str]) -> linear.Keys:
    """Return the buckets of features."""
    return linear.buckets(linear.hashes(said))


def _of_kinds(how: str, short: Name, long: Name, more: int, fewer: int) -> Iterator[str]:
    both = f"{how} {short.kind} {long.kind}"
    yield f"same kind {how} {short.kind is long.kind}"
    yield f"kinds {both}"
    yield f"kinds differ {both} {more} {fewer}"
    lengths = f"{min(3, len(short.words))} {min(3, len(long.words) - len(short.words))}"
    yield f"kind lengths {how} {short.kind is long.kind} {lengths}"


def _of_words(how: str, short: Name, long: Name, more: Sequence[str], fewer: Sequence[str]) -> Iterator[str]:
    different = {*short.stems, *long.stems}
    yield f"lengths {how} {len(short.words)} {min(3, len(long.words) - len(short.words))}"
    yield f"differ {how} {len(more)} {len(fewer)}"
    yield f"alike {how} {round(5 * (len(different) - len(more) - len(fewer)) / len(different))}"
    for word in more:
        yield f"more {word}"
        yield f"more {how} {word}"
    yield from (f"fewer {word}" for word in fewer)
    if len(more) == len(fewer) == 1:
        yield f"for {' '.join(sorted((*more, *fewer)))}"
    yield f"short {short.plain}"
    yield f"head {short.stems[-1]}"
    yield f"head {how} {short.stems[-1]}"
    yield f"long head {how} {long.stems[-1]}"
    yield f"coined {how} {short.is_coined} {long.is_coined}"
    yield f"known {how} {short.plain in _known()} {long.plain in _known()}"
    digits = ["".join(filter(str.isdigit, "".join(name.words))) for name in (short, long)]
    if any(digits):
        yield f"digits {how} {digits[0] == digits[1]}"


def _of_places(how: str, short: Name, long: Name) -> Iterator[str]:
    yield f"times {how} {min(3, len(short.places))} {min(3, len(long.places))}"
    yield f"title {how} {short.in_title} {long.in_title}"
    both = short.sentences & long.sentences
    alone = f"{short.sentences > both} {long.sentences > both}"
    yield f"sentences {how} {min(2, len(both))} {alone}"
    yield f"order {how} {short.rank < long.rank} {min(3, abs(short.rank - long.rank))}"
    yield f"rank {how} {min(3, short.rank // 4)}"


def _of_others(how: str, short: Name, others: Iterable[Name]) -> Iterator[str]:
    """Two longer names with the shorter one at their end are two kinds of it."""
    heads = tails = 0
    for name in others:
        heads += name.stems[-1] == short.stems[-1]
        tails += name.stems[-len(short.stems) :] == short.stems
    yield f"others head {how} {min(4, heads)}"
    yield f"others tail {how} {min(3, tails)} {len(short.stems) > 1}"


def _of_gap(how: str, text: str, short: Name, long: Name) -> Iterator[str]:
    """Read what stands between the two where they are closest: "A and B" are two things, "A (B)" one."""
    gaps = [
        (max(one[0], other[0]) - min(one[1], other[1]), min(one[1], other[1]))
        for one in short.places
        for other in long.places
    ]
    width, start = min(gaps)
    width = max(0, width)
    yield f"gap {how} {min(6, width.bit_length())}"
    if width <= _NEAR:
        between = text[start : start + width].strip().lower()
        yield f"between {between}"
        yield f"between {how} {between}"


class Coreference(linear.Component):
    """A spaCy component that says which of a Doc's mentions name one thing.

    Attributes:
        weights: Of `linear`; the second class is that two names are one thing. Empty before training.
    """

    def __init__(self) -> None:
        super().__init__(2)

    def __call__(self, doc: Doc) -> Doc:
        """Write the number of its chain for each mention into the work space."""
        text, mentions = work.text(doc), work.mentions(doc)
        keys = [plain(text[m.start : m.end]) for m in mentions]
        spans = [(m.start, m.end, m.kind) for m in mentions if m.kind is not Kind.KEYWORD]
        names = names_of(doc, spans)[:_MOST_NAMES] if len(self.weights) else []
        odds = {}
        for one, other in combinations(names, 2):
            if said := features(text, names, one, other):
                odds[one.plain, other.plain] = self._log_odds(said)
        for short, long in _defined(text, work.abbreviations(doc)[:_MOST_DEFINITIONS]):
            odds.pop((long, short), None)
            odds[short, long] = _DEFINED
        chains = cluster(keys, odds)
        number_of = {key: number for number, chain in enumerate(chains) for key in chain}
        work.chains(doc)[:] = [number_of[key] for key in keys]
        return doc

    def learn(self, examples: Iterable[tuple[linear.Keys, bool]]) -> None:
        """Fit the weights.

        Args:
            examples: The buckets of the features of two names, and whether a reader took them for one thing.
        """
        numbered = ((keys, int(same)) for keys, same in examples)
        self.weights = linear.learn(numbered, 2, passes=8, rate=0.2)

    def _log_odds(self, said: Iterable[str]) -> float:
        against, for_it = self.weights[keys_of(said)].sum(axis=0)
        return float(for_it - against)


def _defined(text: str, abbreviations: Iterable[Abbreviation]) -> Iterator[tuple[str, str]]:
    """Yield the plain form of each short form with that of its long form."""
    for a in abbreviations:
        yield plain(text[a.short_start : a.short_end]), plain(text[a.long_start : a.long_end])


def cluster(names: Iterable[str], odds: Mapping[tuple[str, str], float]) -> list[tuple[str, ...]]:
    """Join names to chains, the surest first, as long as the mean of the log odds between them is enough.

    That is average-link clustering: one pair that looks alike does not join two groups that do not.

    Args:
        names: All of them.
        odds: Of pairs that may be one thing; all others are `_APART`.

    >>> cluster("abcd", {("a", "b"): 3.0, ("b", "c"): 1.0, ("a", "c"): -4.0})
    [('a', 'b'), ('c',), ('d',)]
    """
    chain_of: dict[str, tuple[str, ...]] = {name: (name,) for name in names}
    hopeful = [pair for pair, its in odds.items() if its > _LEAST and chain_of.keys() >= set(pair)]

    def mean(chain: tuple[str, ...], other: tuple[str, ...]) -> float:
        pairs = product(chain, other)
        return fmean(odds.get((one, two), odds.get((two, one), _APART)) for one, two in pairs)

    while ahead := {(chain_of[one], chain_of[two]) for one, two in hopeful if chain_of[one] != chain_of[two]}:
        best, chain, other = max((mean(*chains), *chains) for chains in ahead)
        if best <= _LEAST:
            break
        chain_of |= dict.fromkeys(chain + other, chain + other)
    return list(dict.fromkeys(chain_of.values()))


@Language.factory(NAME)
def make_coreference(nlp: Language, name: str) -> Coreference:
    """Make an untrained component; `paperkg.extract.training` trains it."""
    return Coreference()
