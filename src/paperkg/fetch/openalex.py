"""OpenAlex: works, by cursor, 100 a page, with the abstracts' words put back in order.

Documented at https://developers.openalex.org: a query is either a filter
(``primary_location.source.id:S4306419644,publication_year:2024``) or words to search for. Since February
2026 it wants a key, which is free (https://developers.openalex.org/guides/authentication); it is taken from
OPENALEX_API_KEY. Without one it gives little a day, by page number alone and the first 10,000 works only.
With it a day's allowance is 10,000 pages of a filter or 1,000 of a search. It allows 100 requests a second;
we ask for ten at most. Its keywords are found by a machine, so they are not taken for the authors'; its
topics are areas.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from paperkg.fetch.service import (
    Ask,
    BrokenPageError,
    FetchError,
    Page,
    Record,
    Service,
    cursor,
    from_json,
    inner,
    objects,
    one_line,
    record,
    text,
    whole,
)
from paperkg.papers import values
from paperkg.papers.shapes import put_back, unmarked

if TYPE_CHECKING:
    from paperkg.fetch.session import Session

KEY = "OPENALEX_API_KEY"
_SIZE = 100
_MOST_WITHOUT_KEY = 10_000
_BY_NUMBER = "page:"
_FILTER = re.compile(r"[a-z][a-z0-9_.]*:\S")
_FIELDS = (
    "id,doi,display_name,publication_year,authorships,primary_location,locations,abstract_inverted_index,topics,"
    "cited_by_count"
)
_TITLE = "OpenAlex"
_GET_KEY = f"get a free key at https://openalex.org/settings/api, and put it into {KEY}"


def _first() -> str:
    return "*" if os.environ.get(KEY) else f"{_BY_NUMBER}1"


def _ask(query: str, after: str) -> Ask:
    what = "filter" if _FILTER.match(query) else "search"
    by_number = after.startswith(_BY_NUMBER)
    place = {"page": after.removeprefix(_BY_NUMBER)} if by_number else {"cursor": after}
    return Ask("/works", {what: query, "select": _FIELDS, "per_page": str(_SIZE), **place})


def _read(body: bytes, query: str, after: str) -> Page:
    page = from_json(body, "results")
    works, total = objects(page["results"]), whole(inner(page, "meta", "count"))
    records = [_record(work) for work in works]
    if not after.startswith(_BY_NUMBER):
        return Page(records, cursor(inner(page, "meta", "next_cursor")) if works else None, total)
    if total > _MOST_WITHOUT_KEY:
        raise FetchError(
            _TITLE, f"{total:,} works match, and without a key it gives {_MOST_WITHOUT_KEY:,}", _GET_KEY
        )
    number = int(after.removeprefix(_BY_NUMBER))
    if number * _SIZE < total and not works:
        raise BrokenPageError("the page is empty")
    return Page(records, f"{_BY_NUMBER}{number + 1}" if number * _SIZE < total else None, total)


def _record(work: dict[str, Any]) -> Record:
    people = [
        (name, values.orcid(inner(authorship, "author", "orcid")))
        for authorship in objects(work.get("authorships"))
        if (name := one_line(inner(authorship, "author", "display_name")))
    ]
    found = values.doi([work.get("doi")])
    pages = [inner(place, "landing_page_url") for place in objects(work.get("locations"))]
    return record(
        id=one_line(work.get("id")).rpartition("/")[2],
        title=one_line(unmarked(work.get("display_name"))),
        abstract=put_back(work.get("abstract_inverted_index")),
        authors=[name for name, _ in people],
        orcids=[number for _, number in people],
        year=work.get("publication_year"),
        venue=one_line(inner(work, "primary_location", "source", "display_name")),
        doi=found,
        arxiv=values.arxiv((page for page in pages if isinstance(page, str) and "arxiv.org/" in page), found),
        url=text(inner(work, "primary_location", "landing_page_url")),
        areas=[
            name for topic in objects(work.get("topics")) if (name := one_line(topic.get("display_name")))
        ],
        citations=work["cited_by_count"] if isinstance(work.get("cited_by_count"), int) else None,
        source="openalex",
    )


def _enter(session: Session) -> None:
    """Show the key, if there is one."""
    key = os.environ.get(KEY)
    if key:
        session.show(parameters={"api_key": key})


SERVICE = Service(
    name="openalex",
    title=_TITLE,
    address="https://api.openalex.org",
    pause=0.1,
    refused=_GET_KEY,
    first=_first,
    ask=_ask,
    read=_read,
    enter=_enter,
)
