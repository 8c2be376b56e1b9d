"""How the values of a record are read: texts, names, years, lists of words, identifiers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

# Controls but tab and newline; halves of characters that JSON escapes can leave; what XML has no place for.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NO_CHARACTER = re.compile("[\ud800-\udfff\ufffe\uffff]")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DOI = re.compile(r"\b10\.[0-9]{4,9}(?:\.[0-9]+)*/[^\s\"<>]+", re.ASCII)
_ARXIV = re.compile(
    r"(?<![\w.])(?:[0-9]{4}\.[0-9]{4,5}|[a-z]+(?:-[a-z]+)?(?:\.[A-Z]{2})?/[0-9]{7})(?=v[0-9]+\b|\b)", re.ASCII
)
_ARXIV_DOI = "10.48550/arxiv."
_ORCID = re.compile(r"\b[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]\b", re.ASCII)
_NUMBER_OF = re.compile(r" \([0-9]{5,20}\)(?=;|\s*$)", re.ASCII)  # "Bee, Ann (57200000001)", as Scopus says
_MOST_CITATIONS = 10**9
_CITED = re.compile(r"Cited[ -]by:? ?(\d{1,9})", re.IGNORECASE | re.ASCII)


def clean(text: str) -> str:
    r"""Take out what no text should hold; everything else stays, so that quotes are the source's own words.

    >>> clean(" a\x00b\r\nc\td \ud800 ")
    'a b\nc\td �'
    """
    if text.isprintable():  # then it holds none of these
        return text.strip()
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", _CONTROL.sub(" ", text)).strip()


def one_line(text: str) -> str:
    r"""Put a title on one line; spaces within its lines stay.

    >>> one_line("On\n  X  and Y")
    'On X  and Y'
    """
    return " ".join(filter(None, map(str.strip, text.split("\n")))) if "\n" in text else text


def first_line(values: Iterable[object]) -> str:
    """Read the first text or number as one line."""
    for value in values:
        line = line_of(value)
        if line:
            return line
    return ""


def line_of(value: object) -> str:
    """Read a text, a number or an object with a name as one line."""
    text = value if isinstance(value, str) else _plain(value)
    if text.isprintable() and "  " not in text:  # then its only spaces are single ones
        return text.strip()
    return " ".join(clean(text).split())


def _plain(value: object) -> str:
    if isinstance(value, float):
        return (str(int(value)) if value.is_integer() else str(value)) if math.isfinite(value) else ""
    if isinstance(value, Mapping):
        return next((name for name in map(value.get, _NAME) if isinstance(name, str)), "")
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


_NAME = ("name", "fullname", "full_name", "display_name", "literal")
_NAME_PARTS = (("given", "family"), ("firstName", "lastName"), ("first", "last"), ("first_name", "last_name"))


def names(values: Iterable[object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Read authors and their ORCIDs: of a list of texts, a list of objects with a name, or one text.

    >>> names([[{"name": "A B"}, {"given": "C", "family": "D"}]])[0], names(["A B, C D"])[0]
    (('A B', 'C D'), ('A B', 'C D'))
    >>> names(["Hu, Yu and Li, Wei"])[0]
    ('Hu, Yu', 'Li, Wei')
    >>> names([[{"name": "A B"}, {"name": "C D", "ORCID": "https://orcid.org/0000-0002-1825-0097"}]])[1]
    ('', '0000-0002-1825-0097')
    """
    for value in values:
        items = value if isinstance(value, list) else _split(value) if isinstance(value, str) else [value]
        sorts = set(map(type, items))
        if not any(issubclass(sort, dict) for sort in sorts):
            plain = tuple(filter(None, _lines(items) if sorts == {str} else map(line_of, items)))
            if plain:
                return plain, ()
            continue
        people = [(name, item) for item in items if (name := line_of(_person(item)))]
        if people:
            found = tuple(
                _orcid(item) if isinstance(item, Mapping) and len(item) > 1 else "" for _, item in people
            )
            return tuple([name for name, _ in people]), found if any(found) else ()
    return (), ()


def _lines(texts: list[Any]) -> Iterator[str]:
    """Read each text as one line; looked at as a whole, since millions of names go through here."""
    whole = "".join(texts)
    return map(str.strip if whole.isprintable() and "  " not in whole else line_of, texts)


def _orcid(item: Mapping[str, object]) -> str:
    for name, value in item.items():
        if isinstance(value, str) and name.lower() == "orcid":
            return orcid(value)
    return ""


def orcid(value: object) -> str:
    """Find an ORCID in a text.

    >>> orcid("https://orcid.org/0000-0002-1825-0097"), orcid(None)
    ('0000-0002-1825-0097', '')
    """
    found = _ORCID.search(value[:200]) if isinstance(value, str) else None
    return found[0] if found else ""


def orcids(values: Iterable[object], authors: int) -> tuple[str, ...]:
    """Read ORCIDs that stand apart from the authors, one for each of these or else none.

    >>> orcids([";0000-0002-1825-0097"], 2), orcids(["0000-0002-1825-0097"], 2)
    (('', '0000-0002-1825-0097'), ())
    """
    for value in values:
        items = value.split(";") if isinstance(value, str) else value
        if isinstance(items, list) and len(items) == authors:
            found = tuple(map(orcid, items))
            if any(found):
                return found
    return ()


def _split(text: str) -> list[str]:
    text = _NUMBER_OF.sub("", text)
    if ";" in text:
        return text.split(";")
    parts = [part.strip(" ,") for part in re.split(r" (?:and|&) ", " ".join(text.split()))]
    if len(parts) > 1 and all(part.count(",") == 1 for part in parts):
        return parts
    return [name for part in parts for name in _split_at_commas(part)]


def _split_at_commas(text: str) -> list[str]:
    """Split "Ann Bee, Cee Dee", but not "Bee, Ann"."""
    found = [name.strip() for name in text.split(",")]
    return found if len(found) != 2 or all(" " in name for name in found) else [text]


def _person(item: object) -> object:
    if not isinstance(item, Mapping):
        return item
    parts = next(([item.get(a), item.get(b)] for a, b in _NAME_PARTS if item.get(b)), [])
    return _plain(item) or " ".join(filter(None, map(_plain, parts)))


def words(values: Iterable[object]) -> tuple[str, ...]:
    """Read keywords: a list, or one text joined by semicolons or else by commas."""
    for value in values:
        items = value
        if isinstance(value, str):
            items = value.split(";" if ";" in value else ",")
        found = tuple(filter(None, map(line_of, items))) if isinstance(items, list) else ()
        if found:
            return found
    return ()


def all_words(values: Iterable[object]) -> tuple[str, ...]:
    """Read every list of words that there is, each word once.

    >>> all_words(["vision", ["vision", "cs.CV"]])
    ('vision', 'cs.CV')
    """
    return tuple(dict.fromkeys(word for value in values for word in words([value])))


def year(value: object) -> int | None:
    """Read a year from a number, a date, or seconds or milliseconds since 1970.

    >>> [year(value) for value in (2024, "2024-05-01", 1714521600000, "1714521600", "May 2024")]
    [2024, 2024, 2024, 2024, 2024]
    >>> [year(value) for value in ("soon", True, 17, 1e300)]
    [None, None, None, None]
    """
    if isinstance(value, str):
        digits = value.strip()
        if not (digits.isascii() and digits.isdecimal() and 9 <= len(digits) <= 14):
            found = _YEAR.search(value)
            return int(found[0]) if found else None
        value = int(digits)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e14:
        return None
    if value < 1e8:
        return int(value) if 1500 <= value < 2200 else None
    moment = _EPOCH + (timedelta(milliseconds=value) if value >= 1e11 else timedelta(seconds=value))
    return moment.year


def count(values: Iterable[object]) -> int | None:
    """Read the first number of citations.

    >>> count(["12"]), count([3.0]), count(["n/a", -1]), count([True])
    (12, 3, None, None)
    """
    for value in values:
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
            value = int(value) if len(value) < 12 else -1
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < _MOST_CITATIONS:
            return int(value)
    return None


def doi(values: Iterable[object]) -> str:
    """Read the first DOI, bare and in lower case.

    >>> doi(["https://doi.org/10.1000/ABC.1"]), doi(["doi: 10.1000/x."]), doi(["none"])
    ('10.1000/abc.1', '10.1000/x', '')
    """
    for value in values:
        for item in value if isinstance(value, list) else [value]:
            found = _DOI.search(item[:2000]) if isinstance(item, str) else None
            if found:
                return clean(found[0].rstrip(".,;").lower())
    return ""


def arxiv(values: Iterable[object], doi: str = "", url: str = "") -> str:
    """Read the first arXiv id, without its version; or take it from a DOI or an address at arxiv.org.

    >>> arxiv(["arXiv:2401.00001v2"]), arxiv(["http://arxiv.org/abs/hep-th/9901001v1"]), arxiv(["17"])
    ('2401.00001', 'hep-th/9901001', '')
    >>> arxiv([], "10.48550/arxiv.2401.00001"), arxiv([], "", "https://arxiv.org/pdf/2401.00001v3")
    ('2401.00001', '2401.00001')
    """
    for value in values:
        if isinstance(value, str) and (len(value) < 25 or "arxiv" in value[:200].lower()):
            found = _ARXIV.search(value[:200])
            if found:
                return found[0]
    if doi.startswith(_ARXIV_DOI):
        return doi.removeprefix(_ARXIV_DOI)
    if "arxiv.org/" in url:
        found = _ARXIV.search(url.partition("arxiv.org/")[2][:200])
        return found[0] if found else ""
    return ""


def cited_by(note: str) -> str | None:
    """Return how often a note says that a paper was cited, as Scopus's exports do.

    >>> cited_by("Export Date: 1 June 2024; Cited By: 12"), cited_by("Accepted for presentation")
    ('12', None)
    """
    found = _CITED.search(note[:500])
    return found[1] if found else None
