"""arXiv's query interface: Atom, by offset, sorted by date of submission so that new papers come last.

What is asked is documented at https://info.arxiv.org/help/api/user-manual.html: `search_query` with fields
(``cat:cs.CL AND abs:benchmark AND submittedDate:[202401010000 TO 202412312359]``), `start` and
`max_results`, and at most 30,000 papers of a query. The terms of use
(https://info.arxiv.org/help/api/tou.html#rate-limits) ask for no more than one request in three seconds and
a single connection. It is known to answer with an empty page now and then; such a page is asked for again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperkg.fetch.service import (
    Ask,
    BrokenPageError,
    FetchError,
    Page,
    Record,
    Service,
    from_xml,
    record,
    words,
)
from paperkg.papers import values

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST = 30_000
"""Papers of one query that arXiv gives out."""
_SIZE = 500
_ATOM, _ARXIV = "{http://www.w3.org/2005/Atom}", "{http://arxiv.org/schemas/atom}"
_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_TITLE = "arXiv"


def _ask(query: str, after: str) -> Ask:
    asked = {
        "search_query": query,
        "start": after,
        "max_results": str(_SIZE),
        "sortBy": "submittedDate",
        "sortOrder": "ascending",
    }
    return Ask("/api/query", asked)


def _read(body: bytes, query: str, after: str) -> Page:
    feed = from_xml(body, f"{_ATOM}feed")
    entries = feed.findall(f"{_ATOM}entry")
    if entries and "/api/errors" in words(entries[0].find(f"{_ATOM}id")):
        said = words(entries[0].find(f"{_ATOM}summary"))[:200]
        raise FetchError(_TITLE, f"does not understand the query ({said})", "mend it")
    given = words(feed.find(_TOTAL))
    if not (given.isascii() and given.isdecimal() and len(given) < 12):
        raise BrokenPageError("it does not say how many papers there are")
    total, start = int(given), int(after)
    if total > MOST:
        raise FetchError(
            _TITLE,
            f"{total:,} papers match, and it gives at most {MOST:,} of a query",
            "ask for less, such as a year: ... AND submittedDate:[202401010000 TO 202412312359]",
        )
    if not entries and start < max(total, 1):
        raise BrokenPageError("the page is empty")
    end = start + len(entries)
    return Page([_record(entry) for entry in entries], str(end) if end < total else None, total)


def _record(entry: Element) -> Record:
    found = values.arxiv([words(entry.find(f"{_ATOM}id"))])
    return record(
        id=found,
        title=words(entry.find(f"{_ATOM}title")),
        abstract=words(entry.find(f"{_ATOM}summary")),
        authors=[
            name for author in entry.findall(f"{_ATOM}author") if (name := words(author.find(f"{_ATOM}name")))
        ],
        year=_year(words(entry.find(f"{_ATOM}published"))),
        venue=words(entry.find(f"{_ARXIV}journal_ref")),
        doi=values.doi([words(entry.find(f"{_ARXIV}doi"))]),
        arxiv=found,
        url=f"https://arxiv.org/abs/{found}" if found else "",
        areas=[term for category in entry.findall(f"{_ATOM}category") if (term := category.get("term"))],
        source="arxiv",
    )


def _year(date: str) -> int:
    return int(date[:4]) if date[:4].isascii() and date[:4].isdecimal() else 0


SERVICE = Service(
    name="arxiv",
    title=_TITLE,
    address="https://export.arxiv.org",
    pause=3.0,
    refused="give a contact address, and try again in some hours",
    first=lambda: "0",
    ask=_ask,
    read=_read,
)
