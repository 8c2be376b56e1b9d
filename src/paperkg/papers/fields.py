"""From a record to a paper: what sources call their fields.

The names are those of OpenReview, of paper-list dumps, arXiv, Semantic Scholar, Zotero, Scopus, BibTeX and
the usual tables. Case, spaces and punctuation in a name do not count, so `Paper ID` is `paperId`. What the
values look like is in `paperkg.papers.values`; records whose fields are nested are laid flat by
`paperkg.papers.shapes` first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from paperkg.model import Paper
from paperkg.papers import values as read
from paperkg.papers.identity import text_id
from paperkg.papers.problems import quote
from paperkg.papers.values import clean

MAX_TEXT = 1_000_000
"""Characters that a title or an abstract may have."""
NAMES = {
    "id": "id forum paperid openreviewid arxivid corpusid doi eid pmid key citationkey number",
    "title": "title papertitle articletitle documenttitle displayname 标题 题目 论文标题",
    "abstract": "abstract paperabstract abstracttext abstractnote summary 摘要",
    "authors": "authorfullnames authors author authornames authorlist creators creator 作者",
    "year": "year publicationyear pubyear pdate publicationdate published pubdate date odate cdate 年份",
    "venue": "venue conference journal journaltitle booktitle containertitle publicationtitle sourcetitle "
    "conferencename proceedingstitle venueid",
    "url": "url site link forumlink paperurl landingpage pdf pdfurl pdflink",
    "keywords": "authorkeywords keywords keyword tags manualtags 关键词",
    "doi": "doi doinumber doiurl",
    "arxiv": "arxiv arxivid arxivnumber arxivurl archiveid extra",
    "orcids": "orcids orcid authororcids",
    "areas": "areas area primaryarea subjectareas researchareas categories fieldsofstudy",
    "citations": "citations citationcount citationscount citedby citedbycount timescited gscitation "
    "isreferencedbycount",
}
"""What sources call each attribute of a paper, the best name first."""
_FIELD: dict[str, tuple[tuple[str, int], ...]] = {}
for _field, _names in NAMES.items():
    for _rank, _name in enumerate(_names.split()):
        _FIELD[_name] = (*_FIELD.get(_name, ()), (_field, _rank))


Columns = Mapping[str, str]
"""What a user says of a source's fields: their names, and the attribute that each stands for."""


class RecordError(ValueError):
    """A record that is no paper; the message says why."""


@lru_cache(maxsize=4096)
def _places(name: str) -> tuple[tuple[str, int], ...]:
    return _FIELD.get(re.sub(r"[\W_]+", "", name).casefold(), ())


def field_of(name: str) -> str:
    """Say which attribute of a paper a source's field name stands for, or nothing.

    >>> field_of("Paper ID"), field_of("summary"), field_of("rating_avg")
    ('id', 'abstract', '')
    """
    found = _places(name) if len(name) <= 60 else ()
    return found[0][0] if found else ""


def renamed(names: Iterable[str], columns: Columns) -> list[str]:
    """Name fields as the user says; others that would stand for the same no longer do.

    >>> renamed(["Name", "Title", "Abstract"], {"Name": "title"})
    ['title', 'other Title', 'Abstract']
    """
    taken = set(columns.values())
    return [columns.get(name) or (f"other {name}" if field_of(name) in taken else name) for name in names]


@dataclass(frozen=True, slots=True)
class _Plan:
    """Where the attributes of a paper stand in records with the same field names."""

    wrapped: bool
    names: dict[str, tuple[str, ...]]


def _plan(names: Iterable[str]) -> _Plan:
    found: dict[str, list[tuple[int, str]]] = {}
    wrapped = False
    for name in names:
        wrapped = wrapped or name == "content"
        for field, rank in _places(name) if len(name) <= 60 else ():
            found.setdefault(field, []).append((rank, name))
    by_rank = {
        field: tuple(name for _, name in sorted(ranked, key=lambda r: r[0]))
        for field, ranked in found.items()
    }
    return _Plan(wrapped, by_rank)


_plan_of = lru_cache(maxsize=256)(_plan)
_MANY_NAMES = 100


def known(fields: Mapping[str, object]) -> dict[str, list[object]]:
    """Collect a record's values by the attribute of a paper that they stand for, the best name first.

    What OpenReview wraps (`content`, and `value` in version 2) is unwrapped; empty values are left out.

    >>> known({"forum": "f1", "content": {"title": {"value": "On X"}, "rating": 7}})
    {'title': ['On X'], 'id': ['f1']}
    """
    plan = _plan_of(tuple(fields)) if len(fields) <= _MANY_NAMES else _plan(fields)
    content = _unwrapped(fields.get("content")) if plan.wrapped else None
    if isinstance(content, Mapping):
        inner = known(content)
        outer = known({name: value for name, value in fields.items() if name != "content"})
        return {
            field: inner.get(field, []) + outer.get(field, []) for field in dict.fromkeys((*inner, *outer))
        }
    found: dict[str, list[object]] = {}
    for field, names in plan.names.items():
        values = []
        for name in names:
            value = fields[name]
            if type(value) is not str:  # the way of most, and millions go through here
                value = _unwrapped(value)
                if not _empty(value):
                    values.append(value)
            elif value and not value.isspace():
                values.append(value)
        if values:
            found[field] = values
    return found


def _unwrapped(value: object) -> object:
    return value["value"] if isinstance(value, dict) and "value" in value else value


def _empty(value: object) -> bool:
    if isinstance(value, str):
        return not value or value.isspace()
    return value is None or value in ([], {})


def to_paper(fields: Mapping[str, object]) -> Paper:
    r"""Make a paper of a record's fields.

    Title and abstract stay as they are but for what no text should hold: the white space around them, control
    characters, `\r\n` for a line's end, and the line breaks of a title.

    Raises:
        RecordError: There is no abstract, or title or abstract are no text or too long.

    >>> paper = to_paper({"paperId": 17, "title": "On X", "summary": "We study X.", "author": "A B;C D"})
    >>> paper.id, paper.title, paper.abstract, paper.authors
    ('17', 'On X', 'We study X.', ('A B', 'C D'))
    """
    values = known(fields)
    get = values.get
    title = read.one_line(_text(values, "title"))
    abstract = _text(values, "abstract")
    if not abstract:
        raise RecordError(f"{quote(title)} has no abstract" if title else "has no abstract")
    authors, orcids = read.names(get("authors", ()))
    if "orcids" in values and not orcids:
        orcids = read.orcids(values["orcids"], len(authors))
    url = read.first_line(value for value in get("url", ()) if str(value)[:1] != "/")
    doi = read.doi(values["doi"]) if "doi" in values else ""
    return Paper(
        read.first_line(get("id", ())) or text_id(title, abstract),
        title,
        abstract,
        authors,
        next((year for year in map(read.year, get("year", ())) if year), None),
        read.first_line(get("venue", ())),
        url,
        read.words(get("keywords", ())),
        doi or (read.doi([url]) if "doi.org/" in url else ""),
        read.arxiv(get("arxiv", ()), doi, url),
        orcids,
        read.all_words(values["areas"]) if "areas" in values else (),
        read.count(values["citations"]) if "citations" in values else None,
    )


def could_be_read(paper: Paper) -> bool:
    r"""Whether a paper is one that `to_paper` could have made.

    >>> could_be_read(Paper("1", "On X", "We study X.")), could_be_read(Paper("1", "\x1b[31m", "We study X."))
    (True, False)
    """
    lines = (paper.id, paper.title, paper.venue, paper.url, paper.doi, paper.arxiv)
    lists = (paper.authors, paper.keywords, paper.orcids, paper.areas)
    return (
        bool(paper.id and paper.abstract)
        and all(
            "\n" not in line and clean(line) == line for line in (*lines, *(x for xs in lists for x in xs))
        )
        and clean(paper.abstract) == paper.abstract
        and max(len(paper.title), len(paper.abstract)) <= MAX_TEXT
        and (paper.year is None or 1500 <= paper.year < 2200)
        and len(paper.orcids) in (0, len(paper.authors))
        and (paper.citations is None or read.count([paper.citations]) == paper.citations)
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
