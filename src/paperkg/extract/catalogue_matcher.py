"""The catalogue matcher: finds the names that the catalogue knows, however they are hyphenated.

Words are compared as pieces: letters and digits apart, hyphens and spaces dropped, a plural at the end
allowed, so that "GSM8K" meets "GSM-8K" and "vision-language model" meets "Vision Language Models". How case
counts:

- a name of one word with letters only and a capital ("MATH", "Adam", "ImageNet") must be printed just so, or
  at least with a capital inside where it has one ("IMAGENET"), for in lower case it may be a plain word
  ("RoPE");
- all others ("GPT-4", "Common Crawl", "contrastive learning") are met in any case.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from spacy.language import Language
from spacy.tokens import Doc, Token

from paperkg import catalogue
from paperkg.extract import work
from paperkg.model import Kind
from paperkg.words import singular

_PIECE = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)*|[+*#]")
_SIGNS = frozenset("+*#")  # they make a name another one: "A*", "CodeT5+"
_JOINTS = frozenset("-‐‑–'’")
_CONFIDENCE = 0.9
_NAMED = (Kind.BENCHMARK, Kind.DATASET)
INNER_CAPITAL = "*"


def pieces(word: str) -> list[str]:
    """Cut a word where letters meet digits.

    >>> pieces("GSM8K"), pieces("Qwen2.5")
    (['gsm', '8', 'k'], ['qwen', '2.5'])
    """
    return _PIECE.findall(word.lower())


def asked_spelling(name: str) -> str:
    """Say how a name must be printed: as it is, with a capital inside (INNER_CAPITAL), or in any case ("").

    >>> [asked_spelling(name) for name in ("MATH", "Adam", "GPT-4", "attention")]
    ['MATH', 'Adam', '', '']
    >>> asked_spelling("ImageNet") == INNER_CAPITAL
    True
    """
    if not name.isalpha() or name.islower():
        return ""
    return name if name.isupper() or name.istitle() else INNER_CAPITAL


def _has_inner_capital(surface: str) -> bool:
    return any(map(str.isupper, surface[1:]))


def _loses_a_sign(name: str) -> bool:
    """Whether a name has a sign that the pieces do not hold: without it "∞Bench" would be any bench."""
    return any(unicodedata.category(char)[0] == "S" for char in _PIECE.sub("", name))


@dataclass(frozen=True, slots=True)
class Names:
    """Names laid out for matching.

    Attributes:
        kinds: By the pieces of a name, joined by spaces: its kind by the spelling asked for, "" for any.
        openings: Every run of pieces that some longer name opens with.
    """

    kinds: dict[str, dict[str, Kind]]
    openings: set[str]


def lay_out(entries: Iterable[catalogue.Entry]) -> Names:
    """Prepare the names and aliases of catalogue entries; the first entry keeps a name that two have."""
    names = Names({}, set())
    for entry in entries:
        for name in (entry.name, *entry.aliases):
            parts = pieces(name)
            if not parts or _loses_a_sign(name):
                continue
            names.openings.update(" ".join(parts[:i]) for i in range(1, len(parts)))
            spellings = names.kinds.setdefault(" ".join([*parts[:-1], singular(parts[-1])]), {})
            spellings.setdefault(asked_spelling(name), entry.kind)
    return names


@cache
def _catalogue_names() -> Names:
    return lay_out(catalogue.entries())


@Language.component("paperkg_catalogue")
def catalogue_matcher(doc: Doc) -> Doc:
    """Propose every longest name of the catalogue that the text holds, and a benchmark that opens it."""
    names = _catalogue_names()
    i = 0
    while i < len(doc):
        found = list(_matches(names, doc, i))
        for end, kind in found:
            if end == found[-1][0] or kind in _NAMED:
                work.propose(doc[i:end], kind, "catalogue", _CONFIDENCE)
        i = found[-1][0] if found else i + 1
    return doc


def _matches(names: Names, doc: Doc, start: int) -> Iterator[tuple[int, Kind]]:
    """Yield the end and the kind of each name that starts at a token, the longest last."""
    opening: list[str] = []
    for token in _words(doc, start):
        parts = pieces(token.text)
        if not parts:
            break
        spellings = names.kinds.get(" ".join([*opening, *parts[:-1], singular(parts[-1])]))
        kind = _kind_as_printed(spellings, doc[start : token.i + 1].text) if spellings else None
        if kind:
            yield token.i + 1, kind
        opening += parts
        if " ".join(opening) not in names.openings:
            break


def _kind_as_printed(spellings: dict[str, Kind], surface: str) -> Kind | None:
    exact = spellings.get(surface) or spellings.get(surface.removesuffix("s"))
    inner = spellings.get(INNER_CAPITAL) if _has_inner_capital(surface) else None
    return exact or inner or spellings.get("")


def _words(doc: Doc, start: int) -> Iterator[Token]:
    """The words of one phrase: hyphens between them are passed over, anything else ends it."""
    if not doc[start].text[0].isalnum():
        return
    for i in range(start, len(doc)):
        token = doc[i]
        if token.text in _JOINTS:
            if token.whitespace_ or (i and doc[i - 1].whitespace_):
                return
        elif token.text[0].isalnum() or (token.text in _SIGNS and not doc[i - 1].whitespace_):
            yield token
        elif not (token.is_space and len(token) == 1):
            return
