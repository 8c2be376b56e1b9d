"""OpenReview: the papers of a venue in the order of their ids, each page after the last of the one before.

A query is the `venueid` that OpenReview gives to papers: ``ICLR.cc/2026/Conference`` has those that were
accepted, ``.../Submission``, ``.../Rejected_Submission`` and ``.../Withdrawn_Submission`` the others
(https://docs.openreview.net). `after` with `sort=id` is how its own client pages through them. Venues
before 2023 or so are at the older interface, https://api.openreview.net, which is asked in the same way.

Since 2026 its interface is closed to those who do not log in (403, ChallengeRequiredError): name and
password are taken from OPENREVIEW_USERNAME and OPENREVIEW_PASSWORD, as by its own client. There is no
published rate; people were stopped after some 100 requests in half an hour, and a page has 1,000 papers, so
two seconds between requests are far from that.
"""

from __future__ import annotations

import os
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
    texts,
    whole,
)

if TYPE_CHECKING:
    from paperkg.fetch.session import Session

NAME, PASSWORD = "OPENREVIEW_USERNAME", "OPENREVIEW_PASSWORD"
_SIZE = 1_000
_TITLE = "OpenReview"
_LOG_IN = f"it wants an account: put its name and password into {NAME} and {PASSWORD}"


def _ask(query: str, after: str) -> Ask:
    asked = {"content.venueid": query, "sort": "id", "limit": str(_SIZE)}
    return Ask("/notes", asked | ({"after": after} if after else {"count": "true"}))


def _read(body: bytes, query: str, after: str) -> Page:
    page = from_json(body, "notes")
    notes = objects(page["notes"])
    last = (
        cursor(notes[-1].get("id")) if notes else None
    )  # a page may be shorter than asked: the end is an empty one
    if notes and last is None:
        raise BrokenPageError("a note has no id")
    return Page([_record(note) for note in notes], last, whole(page.get("count")) or None)


def _record(note: dict[str, Any]) -> Record:
    def said(name: str) -> object:
        value = inner(note, "content", name)
        return value.get("value") if isinstance(value, dict) else value  # version 2 wraps, version 1 does not

    forum = one_line(note.get("forum")) or one_line(note.get("id"))
    published = whole(note.get("pdate")) or whole(note.get("odate")) or whole(note.get("cdate"))
    area = one_line(said("primary_area"))
    return record(
        id=one_line(note.get("id")),
        title=one_line(said("title")),
        abstract=text(said("abstract")),
        authors=_names(said("authors")),
        year=_year(published),
        venue=one_line(said("venue")) or one_line(said("venueid")),
        url=f"https://openreview.net/forum?id={forum}" if forum else "",
        keywords=texts(said("keywords")),
        areas=[area] if area else [],
        source="openreview",
    )


def _names(authors: object) -> list[str]:
    """Read authors, who are names or, of late, objects with one."""
    people = [inner(item, "fullname") or item for item in authors] if isinstance(authors, list) else []
    return texts(people)


def _year(milliseconds: int) -> int:
    """Return the year of a time in milliseconds since 1970.

    >>> _year(1769465000000), _year(0)
    (2026, 0)
    """
    from datetime import UTC, datetime, timedelta

    if not 0 < milliseconds < 7_258_118_400_000:
        return 0
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=milliseconds)).year


def _enter(session: Session) -> None:
    """Log in, where there is a name and a password."""
    name, password = os.environ.get(NAME), os.environ.get(PASSWORD)
    if not (name and password):
        return
    token = session.post("/login", {"id": name, "password": password}).get("token")
    if not isinstance(token, str) or not token.isascii() or not token.isprintable():
        raise FetchError(
            _TITLE,
            "the login wants more than a password",
            "log in with an account without a second factor, such as one made for this",
        )
    session.show(headers={"Authorization": f"Bearer {token}"})


SERVICE = Service(
    name="openreview",
    title=_TITLE,
    address="https://api2.openreview.net",
    pause=2.0,
    refused=_LOG_IN,
    first=lambda: "",
    ask=_ask,
    read=_read,
    enter=_enter,
)
