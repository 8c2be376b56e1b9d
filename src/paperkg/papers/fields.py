"""From a record to a paper: what sources call their fields, and how their values are read.

The names are those of OpenReview (versions 1 and 2 of its interface), of paper-list dumps, arXiv, Semantic
Scholar and the usual tables. Case, spaces and punctuation in a name do not count, so `Paper ID` is `paperId`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from paperkg.model import Paper
from paperkg.papers.identity import text_id
from paperkg.papers.problems import quote

MAX_TEXT = 1_000_000
"""Characters that a title or an abstract may have."""
_NAMES = {
    "id": "id forum paperid openreviewid arxivid corpusid doi eid key number",
    "title": "title papertitle articletitle documenttitle displayname 标题 题目 论文标题",
    "abstract": "abstract paperabstract abstracttext abstractnote summary 摘要",
    "authors": "authors author authornames authorlist creators creator 作者",
    "year": "year publicationyear pubyear pdate publicationdate published pubdate date odate cdate 年份",
    "venue": "venue conference journal booktitle containertitle publicationtitle sourcetitle venueid",
    "url": "url site link forumlink paperurl landingpage pdf pdfurl pdflink",
    "keywords": "keywords keyword authorkeywords tags manualtags 关键词",
}
_FIELD = {name: (field, rank) for field, names in _NAMES.items() for rank, name in enumerate(names.split())}
# Controls but tab and newline; halves of characters that JSON escapes can leave; what XML has no place for.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NO_CHARACTER = re.compile("[\ud800-\udfff\ufffe\uffff]")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class RecordError(ValueError):
    """A record that is no paper; the message says why."""


@lru_cache(maxsize=1024)
def _field(name: str) -> tuple[str, int] | None:
    return _FIELD.get(re.sub(r"[\W_]+", "", name).casefold())


def field_of(name: str) -> str:
    """Say which attribute of a paper a source's field name stands for, or nothing.

    >>> field_of("Paper ID"), field_of("summary"), field_of("rating_avg")
    ('id', 'abstract', '')
    """
    found = _field(name) if len(name) <= 60 else None
    return found[0] if found else ""


def known(fields: Mapping[str, object]) -> dict[str, list[object]]:
    """Collect a record's values by the attribute of a paper that they stand for, the best name first.

    What OpenReview wraps (`content`, and `value` in version 2) is unwrapped; empty values are left out.

    >>> known({"forum": "f1", "content": {"title": {"value": "On X"}, "rating": 7}})
    {'title': ['On X'], 'id': ['f1']}
    """
    content = _unwrapped(fields.get("content"))
    levels = [content, fields] if isinstance(content, Mapping) else [fields]
    found: dict[str, list[tuple[int, object]]] = {}
    for name, wrapped in (item for level in levels for item in level.items()):
        place = _field(name) if len(name) <= 60 else None
        value = _unwrapped(wrapped)
        if place and not _empty(value):
            found.setdefault(place[0], []).append((place[1], value))
    return {field: [value for _, value in sorted(ranked, key=_rank)] for field, ranked in found.items()}


def _rank(ranked: tuple[int, object]) -> int:
    return ranked[0]


def _unwrapped(value: object) -> object:
    return value["value"] if isinstance(value, Mapping) and "value" in value else value


def _empty(value: object) -> bool:
    return value is None or (not value.strip() if isinstance(value, str) else value in ([], {}))


def to_paper(fields: Mapping[str, object]) -> Paper:
    r"""Make a paper of a record's fields.

    Title and abstract stay as they are but for what no text should hold: the white space around them, control
    characters, `\r\n` for a line's end, and the line breaks of a title.

    Raises:
        RecordError: There is no abstract, or title or abstract are no text or too long.

    >>> to_paper({"paperId": 17, "title": "On X", "summary": "We study X.", "author": "A B;C D", "rating": 7})
    ... # doctest: +NORMALIZE_WHITESPACE
    Paper(id='17', title='On X', abstract='We study X.', authors=('A B', 'C D'),
          year=None, venue='', url='', keywords=())
    """
    values = known(fields)
    title = _one_line(_text(values, "title"))
    abstract = _text(values, "abstract")
    if not abstract:
        raise RecordError(f"{quote(title)} has no abstract" if title else "has no abstract")
    return Paper(
        id=_first_line(values.get("id", ())) or text_id(title, abstract),
        title=title,
        abstract=abstract,
        authors=_names(values.get("authors", ())),
        year=next((year for year in map(_year, values.get("year", ())) if year), None),
        venue=_first_line(values.get("venue", ())),
        url=_first_line(value for value in values.get("url", ()) if not str(value).startswith("/")),
        keywords=_keywords(values.get("keywords", ())),
    )


def could_be_read(paper: Paper) -> bool:
    r"""Whether a paper is one that `to_paper` could have made.

    >>> could_be_read(Paper("1", "On X", "We study X.")), could_be_read(Paper("1", "\x1b[31m", "We study X."))
    (True, False)
    """
    lines = (paper.id, paper.title, paper.venue, paper.url, *paper.authors, *paper.keywords)
    return (
        bool(paper.id and paper.abstract)
        and all("\n" not in line and clean(line) == line for line in lines)
        and clean(paper.abstract) == paper.abstract
        and max(len(paper.title), len(paper.abstract)) <= MAX_TEXT
        and (paper.year is None or 1500 <= paper.year < 2200)
    )


def _text(values: Mapping[str, list[object]], field: str) -> str:
    value = next(iter(values.get(field, ())), "")
    if not isinstance(value, str):
        kind = {bool: "true or false", list: "a list", dict: "an object"}.get(type(value), "a number")
        raise RecordError(f"its {field} is {kind}, not a text")
    if len(value) > MAX_TEXT:
        raise RecordError(
            f"its {field} has {len(value):,} characters, and {MAX_TEXT:,} is the most that is read"
        )
    return clean(value)


def clean(text: str) -> str:
    r"""Take out what no text should hold; everything else stays, so that quotes are the source's own words.

    >>> clean(" a\x00b\r\nc\td \ud800 ")
    'a b\nc\td �'
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _NO_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", _CONTROL.sub(" ", text)).strip()


def _one_line(text: str) -> str:
    return " ".join(filter(None, map(str.strip, text.split("\n")))) if "\n" in text else text


def _first_line(values: Iterable[object]) -> str:
    """Read the first text or number as one line."""
    lines = (" ".join(clean(_plain(value)).split()) for value in values)
    return next(filter(None, lines), "")


def _plain(value: object) -> str:
    if isinstance(value, float):
        return (str(int(value)) if value.is_integer() else str(value)) if math.isfinite(value) else ""
    if isinstance(value, Mapping):
        return next((name for name in map(value.get, _NAME) if isinstance(name, str)), "")
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""


_NAME = ("name", "fullname", "full_name", "display_name", "literal")
_NAME_PARTS = (("given", "family"), ("firstName", "lastName"), ("first", "last"), ("first_name", "last_name"))


def _names(values: Iterable[object]) -> tuple[str, ...]:
    """Read authors: a list of texts, a list of objects with a name, or one text.

    >>> _names([[{"name": "A B"}, {"given": "C", "family": "D"}]]), _names(["A B, C D"])
    (('A B', 'C D'), ('A B', 'C D'))
    >>> _names(["Hu, Yu and Li, Wei"])
    ('Hu, Yu', 'Li, Wei')
    """
    for value in values:
        items = (
            value if isinstance(value, list) else _split_names(value) if isinstance(value, str) else [value]
        )
        names = tuple(filter(None, (_first_line([_person(item)]) for item in items)))
        if names:
            return names
    return ()


def _split_names(text: str) -> list[str]:
    if ";" in text:
        return text.split(";")
    parts = [part.strip(" ,") for part in re.split(r" (?:and|&) ", " ".join(text.split()))]
    if len(parts) > 1 and all(part.count(",") == 1 for part in parts):
        return parts
    return [name for part in parts for name in _split_at_commas(part)]


def _split_at_commas(text: str) -> list[str]:
    """Split "Ann Bee, Cee Dee", but not "Bee, Ann"."""
    names = [name.strip() for name in text.split(",")]
    return names if len(names) != 2 or all(" " in name for name in names) else [text]


def _person(item: object) -> object:
    if not isinstance(item, Mapping):
        return item
    parts = next(([item.get(a), item.get(b)] for a, b in _NAME_PARTS if item.get(b)), [])
    return _plain(item) or " ".join(filter(None, map(_plain, parts)))


def _keywords(values: Iterable[object]) -> tuple[str, ...]:
    """Read keywords: a list, or one text joined by semicolons or else by commas."""
    for value in values:
        items = value
        if isinstance(value, str):
            items = value.split(";" if ";" in value else ",")
        words = (
            tuple(filter(None, (_first_line([item]) for item in items))) if isinstance(items, list) else ()
        )
        if words:
            return words
    return ()


def _year(value: object) -> int | None:
    """Read a year from a number, a date, or seconds or milliseconds since 1970.

    >>> [_year(value) for value in (2024, "2024-05-01", 1714521600000, "1714521600", "May 2024")]
    [2024, 2024, 2024, 2024, 2024]
    >>> [_year(value) for value in ("soon", True, 17, 1e300)]
    [None, None, None, None]
    """
    if isinstance(value, str):
        digits = value.strip()
        if not (digits.isascii() and digits.isdecimal() and 9 <= len(digits) <= 14):
            year = _YEAR.search(value)
            return int(year[0]) if year else None
        value = int(digits)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e14:
        return None
    if value < 1e8:
        return int(value) if 1500 <= value < 2200 else None
    moment = _EPOCH + (timedelta(milliseconds=value) if value >= 1e11 else timedelta(seconds=value))
    return moment.year
