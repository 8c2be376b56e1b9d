"""Semantic Scholar: its bulk search, 1,000 papers a page, by token.

Documented at https://api.semanticscholar.org/api-docs/graph: ``paper/search/bulk`` takes words, phrases in
quotes, ``+`` for and, ``|`` for or, ``-`` for not, and gives up to ten million papers. A key is free on
request (https://www.semanticscholar.org/product/api) and allows one request a second; it is taken from
S2_API_KEY. Without one all share a pool, of long 100 requests in five minutes, so that we ask every three
seconds.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from paperkg.fetch.service import (
    Ask,
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
    texts,
    whole,
)
from paperkg.papers import values

if TYPE_CHECKING:
    from paperkg.fetch.session import Session

KEY = "S2_API_KEY"
_FIELDS = "title,abstract,authors,year,venue,externalIds,url,citationCount,fieldsOfStudy"


def _ask(query: str, after: str) -> Ask:
    asked = {"query": query, "fields": _FIELDS}
    return Ask("/graph/v1/paper/search/bulk", asked | ({"token": after} if after else {}))


def _read(body: bytes, query: str, after: str) -> Page:
    page = from_json(body, "data")
    return Page(
        [_record(paper) for paper in objects(page["data"])],
        cursor(page.get("token")),
        whole(page.get("total")),
    )


def _record(paper: dict[str, Any]) -> Record:
    people = [
        (name, values.orcid(inner(author, "externalIds", "ORCID")))
        for author in objects(paper.get("authors"))
        if (name := one_line(author.get("name")))
    ]
    return record(
        id=one_line(paper.get("paperId")),
        title=one_line(paper.get("title")),
        abstract=text(paper.get("abstract")),
        authors=[name for name, _ in people],
        orcids=[number for _, number in people],
        year=paper.get("year"),
        venue=one_line(paper.get("venue")),
        doi=values.doi([inner(paper, "externalIds", "DOI")]),
        arxiv=values.arxiv([inner(paper, "externalIds", "ArXiv")]),
        url=text(paper.get("url")),
        areas=texts(paper.get("fieldsOfStudy")),
        citations=paper["citationCount"] if isinstance(paper.get("citationCount"), int) else None,
        source="semanticscholar",
    )


def _enter(session: Session) -> None:
    """Show the key, if there is one."""
    key = os.environ.get(KEY)
    if key:
        session.show(headers={"x-api-key": key})
        session.keep_pace(1.0)


SERVICE = Service(
    name="semanticscholar",
    title="Semantic Scholar",
    address="https://api.semanticscholar.org",
    pause=3.0,
    refused=f"check the key in {KEY}, or take it out",
    first=lambda: "",
    ask=_ask,
    read=_read,
    enter=_enter,
)
