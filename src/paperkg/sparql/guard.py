"""What no query may do here: ask another server (SERVICE), name its graphs (FROM), or go on without end.

Oxigraph has no switch against SERVICE, so a query is looked at before it is run. SPARQL cannot be cut into
tokens without parsing it: "<" opens an IRI or is less-than, and three quotes open a long string or are an
empty string and the start of the next. A scanner that settles for one of the two can be talked into taking a
SERVICE for a part of a string. This one follows every reading. A position is read once, however it is
reached, so that it stays fast; and what Oxigraph reads is one of the readings, so that a keyword that it
obeys is seen. The price is that a query may be refused for a keyword that only another reading has; such
queries do not come up by chance.

Oxigraph calls itself for what is in brackets, and for what is in a row too: each of a thousand "+" or UNION
stands within the one before. Some thousands of them overrun the stack and end the process. So words and signs
are counted as well, but for those of VALUES, which is where long lists belong and which it reads as a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

DEEPEST = 64  # brackets within brackets; a parser that recurses needs an end
LONGEST = 2000  # words and signs outside VALUES; half of what the most sensitive query falls over at

_BLANK = " \t\r\n#"
_BEFORE_VALUES = " \t\r\n{}"  # after these it is a keyword, and no part of a name
_SPACE = re.compile(r"[ \t\r\n]+|#[^\r\n]*")
_IRI = re.compile(r'<[^<>"{}|^`\x00-\x20]*>')
_LONG = {  # with any escape, and with those alone that every parser knows
    '"': (
        re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*"""', re.DOTALL),
        re.compile(r'"""(?:[^"\\]|\\[tbnrf"\'\\]|"(?!""))*"""'),
    ),
    "'": (
        re.compile(r"'''(?:[^'\\]|\\.|'(?!''))*'''", re.DOTALL),
        re.compile(r"'''(?:[^'\\]|\\[tbnrf\"'\\]|'(?!''))*'''"),
    ),
}
_SHORT = {'"': re.compile(r'"(?:[^"\\\r\n]|\\.)*"'), "'": re.compile(r"'(?:[^'\\\r\n]|\\.)*'")}
_WORD = re.compile(r"[0-9A-Za-z_\u00b7-\U0010ffff-]+")  # a keyword, a number, what stands before a colon
_JOINED = re.compile("-|true|false", re.IGNORECASE)  # what Oxigraph takes off a word: 1-1, truetrue
_LOCAL = re.compile(r"(?:[0-9A-Za-z_:%\u00b7-\U0010ffff-]|\\.)*")  # what stands after it; a dot ends it here
_NAME = re.compile(r"[?$][0-9A-Za-z_\u00b7-\U0010ffff]*|_:[0-9A-Za-z_\u00b7-\U0010ffff-]*")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})")
_REFUSED = ("service", "from")


class RefusedError(ValueError):
    """A query that is not run, whatever it would answer; the message says why."""


def check(query: str, *, from_is_overruled: bool = False) -> None:
    """Let a query pass, or refuse it.

    Args:
        query: The text of the query.
        from_is_overruled: Whether the caller names the graphs, so that FROM has no effect.

    Raises:
        RefusedError: It asks another server, names its graphs, nests deeper than `DEEPEST` brackets, or has
            more than `LONGEST` words and signs.

    >>> check('SELECT * { ?s ?p "SERVICE <http://example.org/>" }  # or FROM')
    >>> check("SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }")
    Traceback (most recent call last):
    ...
    paperkg.sparql.guard.RefusedError: SERVICE is refused: no query may ask another server
    """
    unescaped = _ESCAPE.sub(_char, query)
    _check(query, from_is_overruled, LONGEST)
    if unescaped != query:  # escapes may be read before all else; Oxigraph leaves those of a text in it
        _check(unescaped, from_is_overruled, len(unescaped))


class _Reading(NamedTuple):
    """What was met on the way to a position, of several ways the most: how far a query has gone."""

    depth: int = 0  # brackets that are open
    tokens: int = 0  # those that count
    values: int = 0  # 2 in the braces of VALUES, 1 before them, 0 elsewhere

    def after(self, text: str, start: int, end: int) -> _Reading:
        """Go on by a token."""
        char = text[start]
        if char in _BLANK:
            return self
        depth = self.depth + (char in "{([") - (char in "})]")
        if text[start:end].casefold() == "values" and text[start - 1 : start] in _BEFORE_VALUES:
            return _Reading(depth, self.tokens + 1, 1)
        values = {"{": 2 if self.values else 0, "}": 0}.get(char, self.values)
        if self.values == 2:
            return _Reading(depth, self.tokens, values)
        joined = len(_JOINED.findall(text, start, end)) if _WORD.match(char) else 0
        return _Reading(depth, self.tokens + 1 + joined, values)

    def or_else(self, other: _Reading | None) -> _Reading:
        """Join another way to the same position."""
        if other is None:
            return self
        return _Reading(
            max(self.depth, other.depth), max(self.tokens, other.tokens), min(self.values, other.values)
        )


def _check(text: str, from_is_overruled: bool, longest: int) -> None:
    folded = text.casefold()
    suspect = any(keyword in folded for keyword in _REFUSED)
    if not suspect and sum(map(text.count, "{([")) <= DEEPEST and len(text) <= longest:
        return
    readings = {0: _Reading()}  # by position that a token may start at
    for start in range(len(text)):
        if start not in readings:
            continue
        reading = readings.pop(start)
        for end in _ends(text, start, from_is_overruled):
            after = reading.after(text, start, end)
            if after.depth > DEEPEST:
                raise RefusedError(f"the query is refused: more than {DEEPEST} brackets within brackets")
            if after.tokens > longest:
                raise RefusedError(
                    f"the query is refused: more than {longest:,} words and signs; put long lists into VALUES"
                )
            readings[end] = after.or_else(readings.get(end))


def _ends(text: str, start: int, from_is_overruled: bool) -> Iterator[int]:
    """Yield where the token that starts here may end: once, or once for each way to read it."""
    char = text[start]
    if char in _BLANK:
        yield _end(_SPACE, text, start)
    elif char in "\"'":
        long, sure = _LONG[char]
        if long.match(text, start):
            yield _end(long, text, start)
        if not sure.match(text, start):
            yield _end(_SHORT[char], text, start)
    elif char == "<":
        yield _end(_IRI, text, start)
        yield start + 1
    elif char in "?$" or text.startswith("_:", start):
        yield _end(_NAME, text, start)
    elif text.startswith("//", start):
        return  # only inside an IRI: the reading that has come here took the IRI's "<" for less-than
    elif word := _WORD.match(text, start):
        _check_word(word[0].casefold(), from_is_overruled)
        colon = text.startswith(":", word.end())
        yield _end(_LOCAL, text, word.end()) if colon else word.end()
    elif char == ":":
        yield _end(_LOCAL, text, start)
    else:
        yield start + 1


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    """Where a token ends; where it is none, the next character, so that nothing is ever skipped."""
    found = pattern.match(text, start)
    return max(found.end(), start + 1) if found else start + 1


def _check_word(word: str, from_is_overruled: bool) -> None:
    # Within the word, not only as the word: Oxigraph reads "SERVICESILENTex:a" and "trueSERVICE<...>".
    if "service" in word:
        raise RefusedError("SERVICE is refused: no query may ask another server")
    if "from" in word and not from_is_overruled:
        raise RefusedError("FROM is refused: the data is in the default graph; leave FROM out")


def _char(escape: re.Match[str]) -> str:
    code = int(escape[1] or escape[2], 16)
    return chr(code) if code < 0x110000 else escape[0]
