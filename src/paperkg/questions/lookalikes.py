"""Look-alikes: pairs of concepts that may be one thing under two names.

Rules that can be named, each bounded by a look-up and not by comparing all with all:

- spelling, or two kinds: the same letters and digits;
- words: the same words but for endings, small words and, in longer names, their order; of one kind;
- letter: one word of them differs in one letter, or two letters stand the other way round;
- initials: one is what the other's words begin with, and some paper has both.

Names that differ in a number or a version word, versions of one family, and two entries of the catalogue
are known to be two things.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import combinations

from paperkg.link.families import VERSION_WORDS
from paperkg.link.identity import entry_of
from paperkg.link.normal import normal_form_in_text
from paperkg.model import Concept, Family, Kind


class Likeness(StrEnum):
    """Why two concepts look like one."""

    SPELLING = "spelling"
    KINDS = "kinds"
    WORDS = "words"
    LETTER = "letter"
    INITIALS = "initials"


Pair = tuple[str, str]

_FIELD = {
    Kind.BENCHMARK: "data",
    Kind.DATASET: "data",
    Kind.MODEL: "method",
    Kind.TECHNIQUE: "method",
    Kind.TASK: "task",
    Kind.METRIC: "metric",
    Kind.KEYWORD: "",  # of which no more is known: it may be any
}
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_VERSION_WORDS = re.compile(rf"(?<![a-z])(?:{VERSION_WORDS}|v)(?![a-z])")
_SMALL_WORDS = frozenset({"a", "an", "and", "by", "for", "in", "of", "on", "the", "with"})
_DIRECTIONS = frozenset(
    {"after", "before", "from", "over", "then", "to", "under", "versus", "via", "vs", "without"}
)
_ENDINGS = re.compile(r"(?<=\w{4})(?:ation|ative|ating|ated|ates|ate|ing|ion|ive|ed|es|e|s)$")
_IN_THE_NAME = "+*#"  # "C++" is not "C"
_MOST_WORDS = 10  # of a name; what is longer is a sentence
_WORD = range(5, 31)  # letters of a word that may have a slip
_ONE_WORD_NAME = 7  # letters, of a name that is but one word: shorter ones are too often names of their own
_SERIES = 50  # so many words with one letter apart are a series, no slips
_RARE = 3  # concepts with the word; a slip is rarer than a word
_SHORT = range(2, 9)  # letters of an acronym


def find_lookalikes(
    concepts: Iterable[Concept],
    papers: Mapping[str, Collection[str]],
    families: Iterable[Family] = (),
    settled: Callable[[Concept, Concept], bool] = lambda one, other: False,
) -> dict[Pair, Likeness]:
    """Find pairs of concepts that look like one.

    Args:
        concepts: Those to compare.
        papers: By id of a concept the papers that have it; concepts without are left out.
        families: Which concept is a version of which.
        settled: Whether somebody has said already that two concepts are two.

    Returns:
        Pairs of ids, the one that more papers have first, each with the first rule that found it.
    """
    used = [concept for concept in concepts if papers.get(concept.id) and not is_homonym(concept)]
    ranked = sorted(((c.id, c) for c in used), key=lambda pair: (-len(papers[pair[0]]), pair[0]))
    place = {key: position for position, (key, _) in enumerate(ranked)}
    by_id = dict(ranked)
    line = _lines(families)
    found: dict[Pair, Likeness] = {}
    for one, other, why in _candidates(by_id, papers):
        first, second = sorted((one, other), key=place.__getitem__)
        a, b = by_id[first], by_id[second]
        if (first, second) in found or line.get(first, first) == line.get(second, second):
            continue
        if _version(a.normal) == _version(b.normal) and not _two_entries(a, b) and not settled(a, b):
            found[first, second] = why
    return found


def is_homonym(concept: Concept) -> bool:
    """Whether a concept is one of several of a name, each of the paper that brings it ("prism in p1")."""
    if " in " not in concept.normal:
        return False
    return any(concept.normal.startswith(f"{normal_form_in_text(alias)} in ") for alias in concept.aliases)


def _candidates(
    concepts: Mapping[str, Concept], papers: Mapping[str, Collection[str]]
) -> Iterator[tuple[str, str, Likeness]]:
    for one, other in _by_key(concepts, lambda concept: _letters(concept.normal)):
        same = concepts[one].kind is concepts[other].kind
        yield one, other, Likeness.SPELLING if same else Likeness.KINDS
    rules = (
        (Likeness.WORDS, _same_words(concepts)),
        (Likeness.LETTER, _one_letter(concepts)),
        (Likeness.INITIALS, _initials(concepts, papers)),
    )
    for why, pairs in rules:
        for one, other in pairs:
            if _one_field(concepts[one].kind, concepts[other].kind):
                yield one, other, why


def _one_field(one: Kind, other: Kind) -> bool:
    return _FIELD[one] == _FIELD[other] or Kind.KEYWORD in (one, other)


def _by_key(concepts: Mapping[str, Concept], key: Callable[[Concept], object]) -> Iterator[Pair]:
    """Pair each concept with the first one that has the same key."""
    first: dict[object, str] = {}
    for name, concept in concepts.items():
        if its := key(concept):
            other = first.setdefault(its, name)
            if other != name:
                yield other, name


def _letters(normal: str) -> str:
    return "".join(char for char in normal if char.isalnum() or char in _IN_THE_NAME)


def _words(normal: str) -> tuple[str, ...]:
    words = tuple(normal.split(maxsplit=_MOST_WORDS))
    return words if len(words) <= _MOST_WORDS else ()


def _stem(word: str) -> str:
    """Take the ending off a word.

    >>> [_stem(word) for word in ("generation", "generative", "trained", "image", "fid")]
    ['gener', 'gener', 'train', 'imag', 'fid']
    """
    return _ENDINGS.sub("", word)


def _same_words(concepts: Mapping[str, Concept]) -> Iterator[Pair]:
    stems = {
        name: tuple(_stem(word) for word in _content(_words(concept.normal)))
        for name, concept in concepts.items()
    }
    for one, other in _by_key(concepts, lambda concept: tuple(sorted(stems[concept.id]))):
        a, b = concepts[one], concepts[other]
        of_one_kind = a.kind is b.kind or (Kind.KEYWORD in (a.kind, b.kind) and len(stems[one]) > 1)
        if of_one_kind and (stems[one] == stems[other] or _has_free_order(a, b, len(stems[one]))):
            yield one, other


def _content(words: tuple[str, ...]) -> tuple[str, ...]:
    """Take the small words out of a name, but for the first: "in-domain" is not "domain"."""
    return tuple(word for at, word in enumerate(words) if not at or word not in _SMALL_WORDS)


def _has_free_order(one: Concept, other: Concept, words: int) -> bool:
    """Whether names may have their words in another order: "generation of images", "image generation"."""
    said = {*_words(one.normal), *_words(other.normal)}
    return not said & _DIRECTIONS and (words > 2 or bool(said & _SMALL_WORDS))


def _one_letter(concepts: Mapping[str, Concept]) -> Iterator[Pair]:
    by_words: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for name, concept in concepts.items():
        if words := _words(concept.normal):
            by_words[words].append(name)
    slips = _slips(Counter(word for words in by_words for word in sorted(set(words))))
    for words, names in by_words.items():
        for at, word in enumerate(words):
            if len(words) == 1 and len(word) < _ONE_WORD_NAME:
                continue
            for slip in slips.get(word, ()):
                for other in by_words.get((*words[:at], slip, *words[at + 1 :]), ()):
                    yield names[0], other


def _slips(words: Mapping[str, int]) -> dict[str, list[str]]:
    """Say which words may be a slip for which: one letter is amiss behind the first, and one word is rare."""
    near: defaultdict[str, list[str]] = defaultdict(list)
    for word in words:
        if word.isalpha() and len(word) in _WORD:
            for form in {word, *(word[:at] + word[at + 1 :] for at in range(1, len(word)))}:
                near[form].append(word)
    slips: defaultdict[str, set[str]] = defaultdict(set)
    for alike in near.values():
        if len(alike) > _SERIES:
            continue
        for one, other in combinations(alike, 2):
            if min(words[one], words[other]) <= _RARE and _is_one_letter_apart(one, other):
                slips[one].add(other)
    return {word: sorted(others) for word, others in slips.items()}


def _is_one_letter_apart(one: str, other: str) -> bool:
    """Whether one letter is more, less or another, or two neighbours changed places.

    >>> [_is_one_letter_apart("casual", word) for word in ("causal", "casuals", "cassual", "cusaal")]
    [True, True, True, False]
    """
    short, long = sorted((one, other), key=len)
    at = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at + 1 : at + 2] + short[at : at + 1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long[at:]


def _initials(concepts: Mapping[str, Concept], papers: Mapping[str, Collection[str]]) -> Iterator[Pair]:
    long_forms: defaultdict[str, list[str]] = defaultdict(list)
    for name, concept in concepts.items():
        words = _words(concept.normal)
        for said in {words, _content(words)}:
            if len(said) > 1:
                long_forms["".join(word[0] for word in said)].append(name)
    for name, concept in concepts.items():
        if len(concept.normal) in _SHORT and any(alias.isupper() for alias in concept.aliases):
            having = frozenset(papers[name])
            for long in long_forms.get(concept.normal, ()):
                if not having.isdisjoint(papers[long]):
                    yield name, long


def _version(normal: str) -> tuple[list[str], list[str]]:
    return sorted(_NUMBER.findall(normal)), sorted(_VERSION_WORDS.findall(normal))


def _two_entries(one: Concept, other: Concept) -> bool:
    entries = entry_of(one.normal, one.kind), entry_of(other.normal, other.kind)
    return None not in entries and entries[0] != entries[1]


def _lines(families: Iterable[Family]) -> dict[str, str]:
    """Give each concept that has versions or is one the same head as all its relatives."""
    near: defaultdict[str, list[str]] = defaultdict(list)
    for edge in families:
        near[edge.member].append(edge.family)
        near[edge.family].append(edge.member)
    line: dict[str, str] = {}
    for head in sorted(near):
        ahead = [head]
        while ahead:
            relative = ahead.pop()
            if relative not in line:
                line[relative] = head
                ahead += near[relative]
    return line
