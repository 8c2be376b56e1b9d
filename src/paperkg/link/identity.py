"""Identity: which concept a mention stands for, by rules that can be named.

In this order; the first that applies settles it:

1. override: the user's aliases;
2. definition: a short form that the paper itself defines is what its long form is, in a longer name too;
3. catalogue: a name or alias of the catalogue is its entry;
4. acronym: a short form that a paper leaves undefined is the long form that all papers which define it
   agree on, if at least two do;
5. spacing: names that differ by spaces and hyphens only are one;
6. homonyms: a name that several papers each bring into the world is a concept of its own for each;
7. chain: of the names that one paper has for one thing, the proper name, else the name, that most have
   (`paperkg.link.chains`);
8. else a name is its own concept, by its normal form.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from paperkg import catalogue
from paperkg.link.normal import compact, normal_form_in_text
from paperkg.link.overrides import Overrides
from paperkg.model import Extraction, Kind, Mention, Paper

_DEFINING_PAPERS = 2
_STEM = 6  # letters of a word that endings leave alone: "quanti-zed" is not "quantu-m"
_SMALL_WORDS = {"a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "to", "via", "with"}
_EMPTY_HEADS = {"algorithm", "approach", "framework", "method", "technique"}


@cache
def catalogue_index() -> dict[str, tuple[catalogue.Entry, ...]]:
    """Return the entries of the catalogue by the compact normal form of each name and alias."""
    index: dict[str, dict[catalogue.Entry, None]] = defaultdict(dict)
    for entry in catalogue.entries():
        for name in (entry.name, *entry.aliases):
            index[compact(normal_form_in_text(name))].setdefault(entry)
    return {form: tuple(entries) for form, entries in index.items()}


@lru_cache(maxsize=100_000)
def entry_of(normal: str, kind: Kind | None = None) -> catalogue.Entry | None:
    """Return the catalogue's entry of a name: one of this kind before others."""
    entries = catalogue_index().get(compact(normal), ())
    return next((entry for entry in entries if entry.kind is kind), entries[0] if entries else None)


@dataclass(frozen=True, slots=True)
class Identity:
    """The rules that hold for a whole corpus.

    Attributes:
        overrides: The user's.
        acronyms: From a short form to the long form that the corpus agrees on.
        spacings: From a compact form to the normal form that stands for its variants.
    """

    overrides: Overrides
    acronyms: dict[str, str]
    spacings: dict[str, str]

    def settle(self, normal: str, kind: Kind, defined: dict[str, str]) -> str:
        """Return the normal form of the concept that a normal form stands for in one paper.

        Args:
            normal: Normal form of a mention.
            kind: What the mention was taken for.
            defined: The paper's own short forms and what they stand for (`definitions`).
        """
        settled = self._follow(normal, kind, defined)
        for other in self.overrides.kept_from(normal):
            if self._follow(other, kind, defined) == settled:
                return normal
        return settled

    def _follow(self, normal: str, kind: Kind, defined: dict[str, str]) -> str:
        seen = [normal]
        for _ in range(4):  # an alias may stand for a name that the catalogue knows, and so on
            after = self._step(normal, kind, defined)
            if after in seen or after in self.overrides.kept_from(normal):
                return normal
            seen.append(after)
            normal = after
        return normal

    def _step(self, normal: str, kind: Kind, defined: dict[str, str]) -> str:
        if normal in self.overrides.aliases:
            return self.overrides.aliases[normal]
        if normal in defined:
            return defined[normal]
        entry = entry_of(normal, kind)
        if entry:
            return normal_form_in_text(entry.name)
        return self.acronyms.get(normal) or self.spacings.get(compact(normal), normal)


def learn_identity(papers: Iterable[tuple[Paper, Extraction]], overrides: Overrides) -> Identity:
    """Gather from a corpus what its acronyms stand for and how its names are spaced."""
    long_forms: dict[str, Counter[str]] = defaultdict(Counter)
    surfaces: set[str] = set()
    for paper, extraction in papers:
        for short, long in definitions(paper, extraction).items():
            long_forms[short][long] += 1
        text = paper.text
        surfaces.update([text[mention.start : mention.end] for mention in extraction.mentions])
    variants: dict[str, set[str]] = defaultdict(set)
    for surface in surfaces:
        normal = normal_form_in_text(surface)
        variants[compact(normal)].add(normal)
    acronyms = {
        short: next(iter(longs))
        for short, longs in long_forms.items()
        if len(longs) == 1 and longs.total() >= _DEFINING_PAPERS
    }
    spacings = {form: _most_joined(normals) for form, normals in variants.items() if len(normals) > 1}
    return Identity(overrides, acronyms, spacings)


def _most_joined(normals: Iterable[str]) -> str:
    return min(normals, key=lambda normal: (normal.count(" "), normal))


def definitions(paper: Paper, extraction: Extraction) -> dict[str, str]:
    """Return a paper's own short forms with their long forms, both normal.

    A short form that the catalogue knows is left to it where the two long forms are wordings of one name;
    else the paper means something of its own. The name that opens a title is the thing's own, and what the
    title says it is short for stands for it.
    """
    found: dict[str, str] = {}
    named: set[str] = set()
    for a in extraction.abbreviations:
        short = normal_form_in_text(paper.text[a.short_start : a.short_end])
        long = normal_form_in_text(paper.text[a.long_start : a.long_end])
        entry = entry_of(short)
        if short == long or short in named or (entry and _is_wording_of(long, entry)):
            continue
        if a.short_start == 0 and a.long_end <= len(paper.title):
            named.add(short)
            found[long] = short
        else:
            found[short] = long
    return found


def spelt_out(normal: str, defined: Mapping[str, str]) -> str:
    """Read a short form inside a longer name as the long form that the paper defines for it.

    >>> spelt_out("vla model", {"vla": "vision language action"})
    'vision language action model'
    >>> spelt_out("vision language action (vla) model", {"vla": "vision language action"})
    'vision language action model'
    """
    words = normal.split()
    if len(words) == 1 or not any(word.strip("()") in defined for word in words):
        return normal
    long: list[str] = []
    for word in words:
        bare = word.strip("()")
        if bare not in defined:
            long.append(word)
        elif bare == word or not " ".join(long).endswith(defined[bare]):
            long += defined[bare].split()
    return " ".join(word for word, before in zip(long, [None, *long], strict=False) if word != before)


def _is_wording_of(long: str, entry: catalogue.Entry) -> bool:
    """Whether a long form says what a name of the entry says, word for word and but for endings.

    "chains of thoughts" is a wording of "chain-of-thought", "binary neural network" none of "Bayesian neural
    network".
    """
    return any(_stems(long) == _stems(normal_form_in_text(name)) for name in (entry.name, *entry.aliases))


def _stems(normal: str) -> list[str]:
    return [word[:_STEM] for word in normal.split() if word not in _SMALL_WORDS | _EMPTY_HEADS]


def brings_into_the_world(paper: Paper, normal: str, mentions: Iterable[Mention]) -> bool:
    """Whether a paper's title opens with a name that no catalogue knows, and a colon: "PRISM: ..."."""
    if entry_of(normal):
        return False
    surfaces = {paper.text[mention.start : mention.end] for mention in mentions}
    return any(paper.title.startswith((f"{surface}:", f"{surface} :")) for surface in surfaces)
