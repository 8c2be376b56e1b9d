"""Abbreviations that a text defines: "Group Tree Optimization (GTO)", or "GTO (Group Tree Optimization)".

Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical text",
Pacific Symposium on Biocomputing 2003: the characters of the short form are looked for from the right, in the
words before the bracket; the first must open a word. Where the long form stands in the bracket, it must be
all that stands there. A 2 also stands for "to" ("A2S"). A title defines too: "DMAP: A Distribution Map for
Text".
"""

from __future__ import annotations

import re
from bisect import bisect_left

from spacy.language import Language
from spacy.tokens import Doc

from paperkg.extract import work
from paperkg.model import Abbreviation

_BRACKET = re.compile(r"\(\s*[*_]{0,2}([^()\s,;:*]+(?: [^()\s,;:*]+)?)[*_]{0,2}\s*[,;)]")  # at most two words
_REVERSED = re.compile(r"(?<![\w-])([^\W_][\w-]{1,13})\*{0,2} \(\s*\*{0,2}([^()]{5,120}?)\s*[,;)]")
_TITLE = re.compile(r"([^\W_][\w-]{1,18}): (?:(?:An?|The|Towards?|Toward)\b )?")
_LONGEST_REST = 200  # characters of a title that are looked at; each end in them costs a look at all before
_TITLE_ENDS = re.compile(  # where a name in a title may end
    r"[:,;?!(]|\s(?:for|in|of|on|via|with|by|to|from|through|using|as|at|and|under|over|towards?|without)\b|$",
    re.I,
)
_MARKS = "*_ \"'”’"
_WORD = re.compile(r"[^\W_][^\s()\[\],;:]*")


def find_abbreviations(text: str, start: int, end: int) -> list[Abbreviation]:
    """Find the definitions in one sentence, ``text[start:end]``.

    >>> text = "We introduce Group Tree Optimization (GTO)."
    >>> [a] = find_abbreviations(text, 0, len(text))
    >>> text[a.short_start:a.short_end], text[a.long_start:a.long_end]
    ('GTO', 'Group Tree Optimization')
    """
    found: list[Abbreviation] = []
    brackets = list(_BRACKET.finditer(text, start, end))
    words = list(_WORD.finditer(text, start, brackets[-1].start())) if brackets else []
    for bracket in brackets:
        short = bracket.group(1)
        if len(short) > 2 and short.endswith("s"):
            short = short[:-1]  # "LLMs" stands for a plural
        if not _is_short_form(short):
            continue
        words_allowed = min(len(short) + 5, len(short) * 2)
        nearest = bisect_left(words, bracket.start(), key=re.Match.start)
        before = words[max(0, nearest - words_allowed) : nearest]
        if not before or text[before[-1].end() : bracket.start()].strip(_MARKS):
            continue
        window = text[before[0].start() : before[-1].end()].rstrip(_MARKS)
        offset = best_long_form(short, window)
        if offset is not None:
            at = before[0].start()
            found.append(Abbreviation(bracket.start(1), bracket.end(1), at + offset, at + len(window)))
    return found + _reversed_definitions(text, start, end)


def _reversed_definitions(text: str, start: int, end: int) -> list[Abbreviation]:
    return [
        Abbreviation(*match.span(1), *match.span(2))
        for match in _REVERSED.finditer(text, start, end)
        if _is_name(match.group(1)) and best_long_form(*match.groups()) == 0
    ]


def find_title_abbreviation(title: str) -> list[Abbreviation]:
    """Find what the name before a title's colon is short for: the least that names a thing and fits.

    >>> title = "DMAP: A Distribution Map for Text"
    >>> [a] = find_title_abbreviation(title)
    >>> title[a.short_start:a.short_end], title[a.long_start:a.long_end]
    ('DMAP', 'Distribution Map')
    """
    opening = _TITLE.match(title)
    if not opening or not _is_name(opening.group(1)):
        return []
    rest = title[opening.end() :][:_LONGEST_REST]
    for end in _TITLE_ENDS.finditer(rest):
        long = rest[: end.start()].rstrip()
        if _shared_initials(opening.group(1), long) > 1 and best_long_form(opening.group(1), long) == 0:
            start = opening.end()
            return [Abbreviation(*opening.span(1), start, start + len(long))]
    return []


def _shared_initials(short: str, long: str) -> int:
    """Count the words of a long form that open with the capitals of a short form, in their order."""
    capitals = [char for char in short if char.isupper()]
    shared = 0
    for word in re.findall(r"[^\W_]+", long):
        if shared < len(capitals) and word[0].upper() in capitals[shared : shared + 3]:
            shared = capitals.index(word[0].upper(), shared) + 1
    return shared


def _is_name(short: str) -> bool:
    return sum(map(str.isupper, short)) > 1


def _is_short_form(short: str) -> bool:
    return 2 <= len(short) <= 14 and short[0].isalnum() and any(char.isupper() for char in short)


def best_long_form(short: str, long: str) -> int | None:
    """Return where in the words before the bracket the long form starts, or None.

    >>> best_long_form("SFT", "is called supervised fine-tuning")
    10
    """
    position = len(long)
    for index in range(len(short) - 1, -1, -1):
        wanted = short[index].lower()
        if not wanted.isalnum():
            continue
        position -= 1
        while position >= 0 and not _stands_for(wanted, long, position, opens=index == 0):
            position -= 1
        if position < 0:
            return None
    compound = max(long.rfind(" ", 0, position) + 1, 0)
    if long[compound : compound + 1].lower() == short[0].lower() and "-" in long[compound:position]:
        position = compound  # "semi-supervised learning (SSL)", not "supervised learning"
    form = long[position:]
    return None if len(form) <= len(short) or short in form.split() else position


def _stands_for(wanted: str, long: str, position: int, *, opens: bool) -> bool:
    """Whether a character of the short form stands for the one of the long form at a position."""
    inside = position > 0 and long[position - 1].isalnum()
    if wanted == "2" and not inside and re.match(r"to\b", long[position : position + 3], re.IGNORECASE):
        return True
    return long[position].lower() == wanted and not (opens and inside)


@Language.component("paperkg_abbreviations", requires=["token.is_sent_start"])
def abbreviations(doc: Doc) -> Doc:
    """Find the abbreviations that each sentence defines."""
    text, found = work.text(doc), work.abbreviations(doc)
    found.extend(find_title_abbreviation(text[: work.title_end(doc)]))
    if "(" in text:
        for sentence in doc.sents:
            found.extend(find_abbreviations(text, sentence.start_char, sentence.end_char))
    return doc
