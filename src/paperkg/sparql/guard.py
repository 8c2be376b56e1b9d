"""What no query may do here: ask another server (SERVICE), name its graphs (FROM), or nest without end.

Oxigraph has no switch against SERVICE, so a query is looked at before it is run. SPARQL cannot be cut into
tokens without parsing it: "<" opens an IRI or is less-than, and three quotes open a long string or are an
empty string and the start of the next. A scanner that settles for one of the two can be talked into taking a
SERVICE for a part of a string. This one follows every reading. A position is read once, however it is
reached, so that it stays fast; and what Oxigraph reads is one of the readings, so that a keyword that it
obeys is seen. The price is that a query may be refused for a keyword that only another reading has; such
queries do not come up by chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

DEEPEST = 64  # brackets within brackets; a parser that recurses needs an end

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
        RefusedError: It asks another server, names its graphs, or nests deeper than `DEEPEST` brackets.

    >>> check('SELECT * { ?s ?p "SERVICE <http://example.org/>" }  # or FROM')
    >>> check("SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }")
    Traceback (most recent call last):
    ...
    paperkg.sparql.guard.RefusedError: SERVICE is refused: no query may ask another server
    """
    for text in dict.fromkeys((query, _ESCAPE.sub(_char, query))):  # escapes may be read before all else
        _check(text, from_is_overruled)


def _check(text: str, from_is_overruled: bool) -> None:
    folded = text.casefold()
    suspect = any(keyword in folded for keyword in _REFUSED)
    if not suspect and sum(map(text.count, "{([")) <= DEEPEST:
        return
    depths = {0: 0}  # by position that a token may start at: how many brackets are open there
    for start in range(len(text)):
        if start not in depths:
            continue
        depth = depths.pop(start)
        char = text[start]
        depth += (char in "{([") - (char in "})]")
        if depth > DEEPEST:
            raise RefusedError(f"the query is refused: more than {DEEPEST} brackets within brackets")
        for end in _ends(text, start, from_is_overruled):
            depths[end] = max(depth, depths.get(end, 0))


def _ends(text: str, start: int, from_is_overruled: bool) -> Iterator[int]:
    """Yield where the token that starts here may end: once, or once for each way to read it."""
    char = text[start]
    if char in " \t\r\n#":
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
