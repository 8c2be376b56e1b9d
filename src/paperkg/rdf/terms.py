r"""Terms as canonical N-Triples writes them: plain strings, which every other format is made from.

A triple here is three strings. N-Triples joins them with spaces; Turtle and JSON-LD shorten their IRIs and
take the literals over as they are, since what N-Triples escapes, and how, is good in both.
"""

from __future__ import annotations

import re

from paperkg.rdf.vocabulary import STRING

_SPECIAL = re.compile('[\x00-\x1f"\\\\\x7f\ud800-\udfff\ufffe\uffff]')
_ESCAPES = {"\b": r"\b", "\t": r"\t", "\n": r"\n", "\f": r"\f", "\r": r"\r", '"': r"\"", "\\": r"\\"}
_ESCAPED = re.compile(r"\\(?:u([0-9A-F]{4})|(.))")
_MEANINGS = {escape[1]: char for char, escape in _ESCAPES.items()}


def iri(address: str) -> str:
    """Write an IRI that is known to be one."""
    return f"<{address}>"


def literal(text: str, datatype: str = STRING) -> str:
    r"""Write a literal; a lone surrogate, which no file can hold, becomes U+FFFD.

    >>> print(literal('a "word"\n'))
    "a \"word\"\n"
    >>> print(literal("7.5", "http://www.w3.org/2001/XMLSchema#decimal"))
    "7.5"^^<http://www.w3.org/2001/XMLSchema#decimal>
    """
    plain = text.isprintable() and '"' not in text and "\\" not in text  # most are, and it is quickly seen
    quoted = f'"{text if plain else _SPECIAL.sub(_escape, text)}"'
    return quoted if datatype == STRING else f"{quoted}^^<{datatype}>"


def line(subject: str, predicate: str, value: str) -> str:
    """Write one line of canonical N-Triples."""
    return f"{subject} {predicate} {value} .\n"


def value_of(term: str) -> tuple[str, str]:
    r"""Return what a term says and its datatype, "" for an IRI: the way back from `iri` and `literal`.

    >>> value_of(literal("\\n is\na line"))[0]
    '\\n is\na line'
    >>> value_of("<https://example.org/>")
    ('https://example.org/', '')
    """
    if term[0] == "<":
        return term[1:-1], ""
    quoted, _, datatype = (term, "", "") if term[-1] == '"' else term.rpartition("^^")
    text = quoted[1:-1]
    if "\\" in text:
        text = _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else _MEANINGS[found[2]], text)
    return text, datatype[1:-1] or STRING


def _escape(found: re.Match[str]) -> str:
    char = found[0]
    if "\ud800" <= char <= "\udfff":
        return "\N{REPLACEMENT CHARACTER}"
    return _ESCAPES.get(char) or f"\\u{ord(char):04X}"
