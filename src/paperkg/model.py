"""The nouns that every stage speaks: Paper, Mention, Concept, Link, Claim, Result, Family, Kind and Role.

A claim is what a text says; a result is the claim with the concepts that its words stand for. Everything here
is a frozen value: a stage makes new ones and changes none.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise


class Kind(StrEnum):
    """What a concept is."""

    BENCHMARK = "benchmark"
    DATASET = "dataset"
    MODEL = "model"
    TECHNIQUE = "technique"
    TASK = "task"
    METRIC = "metric"
    KEYWORD = "keyword"


class Role(StrEnum):
    """What a paper does with a concept; the strongest first, so that of several the first one counts."""

    INTRODUCES = "introduces"
    EVALUATES_ON = "evaluates_on"
    USES = "uses"
    COMPARES_WITH = "compares_with"
    ADDRESSES = "addresses"
    MEASURES = "measures"
    MENTIONS = "mentions"


_NOT_IN_SLUGS = re.compile(r"[^a-z0-9.]+|\.(?![a-z0-9])|(?<![a-z0-9])\.")
_LIKE_A_HASH = re.compile(r"(^|-)[0-9a-f]{12}$")
ROLE_RANK = {role: rank for rank, role in enumerate(Role)}


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper as its source gives it.

    Attributes:
        id: The source's own id, else a hash of the normalised text; without a NUL, at which SQLite's JSON
            would end it.
        title: May be empty; then the graph gives the paper a label of its own.
        abstract: The text that concepts are found in, beside the title.
        authors: Names as printed.
        year: Year of publication.
        venue: Conference or journal, as the source says it.
        url: Where the paper is to be found.
        keywords: The authors' own keywords.
        doi: In lower case, without `https://doi.org/`.
        arxiv: The arXiv id, without its version.
        orcids: One for each of the authors, empty where it is not known; nothing where none is.
        areas: What the source files the paper under: categories, subjects, topics.
        citations: How often it was cited, when the source was written.
    """

    id: str
    title: str
    abstract: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    doi: str = ""
    arxiv: str = ""
    orcids: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    citations: int | None = None

    def __post_init__(self) -> None:
        if "\0" in self.id:
            raise ValueError(f"the id of a paper holds a NUL: {self.id[:80]!r}; give it one without")

    @property
    def text(self) -> str:
        r"""Title, newline, abstract: what every offset counts in, by code points.

        >>> Paper("p1", "On X", "We study X.").text
        'On X\nWe study X.'
        """
        return f"{self.title}\n{self.abstract}"


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """A span of a paper's text that stands for a concept.

    Attributes:
        start: First character in `Paper.text`, counted in code points.
        end: One past the last character.
        kind: What the span is taken for.
        source: The pipeline component that found it.
        confidence: From 0 to 1.
    """

    start: int
    end: int
    kind: Kind
    source: str
    confidence: float


@dataclass(frozen=True, slots=True, order=True)
class Abbreviation:
    """A short form that a text defines and its long form, as spans of `Paper.text`."""

    short_start: int
    short_end: int
    long_start: int
    long_end: int


@dataclass(frozen=True, slots=True)
class Claim:
    r"""A number that a paper reports, as far as one sentence says what it is.

    Attributes:
        start: Where the quote starts in `Paper.text`.
        end: One past the quote's end; the quote holds the number and its subject.
        value: The number as printed, with its sign or unit ("87.3\%", "2.4x").
        metric: What was measured.
        benchmark: What it was measured on.
        system: Whose result it is.
        baseline: What it is set against.
    """

    start: int
    end: int
    value: str
    metric: str | None = None
    benchmark: str | None = None
    system: str | None = None
    baseline: str | None = None


@dataclass(frozen=True, slots=True)
class Extraction:
    """What the extract stage found in one paper.

    Attributes:
        mentions: In the order of the text; no two overlap.
        abbreviations: Short forms that the text itself defines.
        claims: Numbers that the paper reports.
        sentences: Start and end of each sentence; the title is the first when there is one.
        roles: What the paper does with what each of the mentions names; empty where nothing says so.
        chains: For each of the mentions the number of the thing that it names, so that mentions of one number
            are a coreference chain; empty where nothing says so.
    """

    mentions: tuple[Mention, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()
    claims: tuple[Claim, ...] = ()
    sentences: tuple[tuple[int, int], ...] = ()
    roles: tuple[Role, ...] = ()
    chains: tuple[int, ...] = ()

    def is_sound(self, length: int) -> bool:
        """Whether an extraction, read from elsewhere, can be one of a text of some length.

        >>> Extraction(sentences=((0, 9),)).is_sound(9), Extraction(sentences=((0, 9),)).is_sound(8)
        (True, False)
        >>> Extraction((Mention(0, 1, Kind.TASK, "x", 0.5),), roles=(Role.USES, Role.USES)).is_sound(9)
        False
        """
        spans: list[tuple[object, object]] = [
            *((m.start, m.end) for m in self.mentions),
            *((a.short_start, a.short_end) for a in self.abbreviations),
            *((a.long_start, a.long_end) for a in self.abbreviations),
            *((c.start, c.end) for c in self.claims),
            *self.sentences,
        ]
        for start, end in spans:
            if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
                return False
        words = [m.source for m in self.mentions] + [c.value for c in self.claims]
        said = [word for c in self.claims for word in (c.metric, c.benchmark, c.system, c.baseline)]
        return (
            all(type(word) is str for word in words)
            and all(word is None or type(word) is str for word in said)
            and all(isinstance(m.confidence, int | float) and 0 <= m.confidence <= 1 for m in self.mentions)
            and all(one.end <= other.start for one, other in pairwise(self.mentions))
            and len(self.roles) in (0, len(self.mentions))
            and len(self.chains) in (0, len(self.mentions))
            and all(type(n) is int and 0 <= n < len(self.mentions) for n in self.chains)
        )


@dataclass(frozen=True, slots=True)
class Concept:
    """One thing that papers share, whatever they call it.

    Attributes:
        kind: What it is.
        normal: Its normal form; with the kind, its identity.
        name: The name to show.
        aliases: Every spelling met, the name and what the user calls it included, sorted.
    """

    kind: Kind
    normal: str
    name: str
    aliases: tuple[str, ...]

    @property
    def id(self) -> str:
        """The kind and a slug of the normal form.

        >>> Concept(Kind.BENCHMARK, "gsm8k", "GSM8K", ("GSM8K",)).id
        'benchmark:gsm8k'
        """
        return f"{self.kind}:{slug(self.normal)}"


@dataclass(frozen=True, slots=True)
class Link:
    """What one paper does with one concept, and the mentions that show it.

    Attributes:
        paper: Id of the paper.
        concept: Id of the concept.
        role: The strongest role that the text supports.
        confidence: From 0 to 1.
        evidence: At least one mention in the paper's text: first the one that the role rests on, then
            the others in the order of the text.
    """

    paper: str
    concept: str
    role: Role
    confidence: float
    evidence: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """A claim, and the concepts that its words stand for; None where the text names no known concept.

    Attributes:
        paper: Id of the paper that reports it.
        claim: The number with its quote and the words of the text.
        metric: Concept id of what was measured.
        benchmark: Concept id of what it was measured on.
        system: Concept id of whose result it is.
        baseline: Concept id of what it is set against.
    """

    paper: str
    claim: Claim
    metric: str | None = None
    benchmark: str | None = None
    system: str | None = None
    baseline: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class Family:
    """One concept is a version, size or variant of another ("MMLU-Pro" of "MMLU")."""

    member: str
    family: str


def sentence_at(text: str, sentences: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, int]:
    r"""Return where the sentence of a span starts and ends; its line where no sentence holds the whole span.

    Args:
        text: A paper's text.
        sentences: Start and end of each of its sentences, in order; white space around one is left out.
        start: Where the span starts.
        end: One past its end.

    >>> text = "Maths\nOn GSM8K. It wins."
    >>> sentence_at(text, [(0, 5), (6, 15), (16, 24)], 9, 14), sentence_at(text, [], 9, 14)
    ((6, 15), (6, 24))
    >>> sentence_at(text, [(0, 6), (6, 15)], 0, 5)
    (0, 5)
    """
    at = bisect_right(sentences, (start, len(text))) - 1
    if at >= 0 and end <= sentences[at][1]:
        first, last = sentences[at]
    else:
        after = text.find("\n", end)
        first, last = text.rfind("\n", 0, start) + 1, after if after >= 0 else len(text)
    while first < start and text[first].isspace():
        first += 1
    while last > end and text[last - 1].isspace():
        last -= 1
    return first, last


def slug(text: str) -> str:
    """Make a short ASCII name that is the same in every build and distinct for distinct texts.

    Lower-case letters, digits, inner dots and hyphens only, so that it can stand in an IRI or a file name.
    What cannot be written so is left out, and a hash of the whole text is added; so it is where the text
    itself ends in what could be such a hash.

    >>> slug("llama3.1 8b")
    'llama3.1-8b'
    >>> slug("c++")
    'c-cedb1bac7efc'
    """
    plain = _NOT_IN_SLUGS.sub("-", text).strip("-.")
    written = plain.replace("-", " ") == text and 0 < len(plain) <= 80
    if written and not _LIKE_A_HASH.search(plain):
        return plain
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return f"{plain[:60].rstrip('-.')}-{digest}".lstrip("-")


def lookup_key(text: str) -> str:
    """Reduce a name to its letters and digits, to find it however it is typed.

    >>> lookup_key("GSM-8K") == lookup_key("gsm8k")
    True
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded if folded.isalnum() else "".join(filter(str.isalnum, folded)) or folded.strip()
