"""What a service is to `paperkg fetch`: how to ask it for a page, and how to read one."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from paperkg.fetch.session import Session

Record = dict[str, object]
"""A paper as it is written: the names are those of `paperkg read --json`; what is empty is left out."""
_FIELDS = (
    *("id", "title", "abstract", "authors", "orcids", "year", "venue", "doi", "arxiv", "url"),
    *("keywords", "areas", "citations", "source"),
)
_MOST_YEAR = 2200
MAX_CURSOR = 8_000
"""Characters that what a service gives to ask for its next page may have: it goes into an address."""


class FetchError(ValueError):
    """A fetch that cannot go on.

    Attributes:
        place: The service, or what else it is about.
        reason: What is wrong.
        advice: What to do.
    """

    def __init__(self, place: str, reason: str, advice: str) -> None:
        super().__init__(f"{place}: {reason}; {advice}")
        self.place = place
        self.reason = reason
        self.advice = advice


class BrokenPageError(ValueError):
    """A page that is not what the service says it sends; asked for again, it may be."""


@dataclass(frozen=True, slots=True)
class Ask:
    """What to ask for: a path under the address of the service, and the parameters after it."""

    path: str
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """What a page holds.

    Attributes:
        records: Its papers, those without an abstract too.
        after: What to ask for the next page with; None says that there is none.
        total: How many papers the service says there are in all, if it does.
    """

    records: list[Record]
    after: str | None
    total: int | None = None


@dataclass(frozen=True, slots=True)
class Service:
    """A service that lists papers.

    Attributes:
        name: What the command calls it.
        title: What people call it.
        address: Where it is.
        pause: Seconds from one request to the next, as its rules ask.
        refused: What to do when it answers that one may not.
        first: Says what to ask for the first page with.
        ask: From a query and what to ask for a page with, the request.
        read: From a page, the query and what it was asked for with, its papers.
            Raises `BrokenPageError`, or `FetchError` where asking again is of no use.
        enter: Shows a session who asks, where the user has an account or a key; None where anybody may ask.
    """

    name: str
    title: str
    address: str
    pause: float
    refused: str
    first: Callable[[], str]
    ask: Callable[[str, str], Ask]
    read: Callable[[bytes, str, str], Page]
    enter: Callable[[Session], None] | None = None


def record(**fields: object) -> Record:
    """Make a record: its fields in their order, without what is empty.

    >>> record(title="On X", id="1", year=0, authors=["A B", "C D"], orcids=["", ""], citations=0)
    {'id': '1', 'title': 'On X', 'authors': ['A B', 'C D'], 'citations': 0}
    """
    numbers = fields.get("orcids")
    if isinstance(numbers, list) and not any(numbers):
        fields["orcids"] = None
    if not 0 < whole(fields.get("year")) < _MOST_YEAR:
        fields["year"] = None
    return {name: fields[name] for name in _FIELDS if fields.get(name) not in (None, "", [])}


def one_line(value: object) -> str:
    r"""Return a text without line breaks; what is no text is none.

    >>> one_line("On\n  X "), one_line(None)
    ('On X', '')
    """
    return " ".join(value.split()) if isinstance(value, str) else ""


def text(value: object) -> str:
    """Return a text without the white space around it; what is no text is none."""
    return value.strip() if isinstance(value, str) else ""


def texts(value: object) -> list[str]:
    """Return the texts in a list."""
    return [line for item in value if (line := one_line(item))] if isinstance(value, list) else []


def whole(value: object) -> int:
    """Return a number that counts something; what is none is 0.

    >>> whole(17), whole(True), whole("17"), whole(-1)
    (17, 0, 0, 0)
    """
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def inner(value: object, *names: str) -> Any:  # noqa: ANN401 (JSON)
    """Look into nested objects; where one is missing, or is no object, there is nothing.

    >>> inner({"a": {"b": 1}}, "a", "b"), inner({"a": None}, "a", "b")
    (1, None)
    """
    for name in names:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def objects(value: object) -> list[dict[str, Any]]:
    """Return the objects in a list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def cursor(value: object) -> str | None:
    """Return what a page says to ask for the next one with, if it does.

    Raises:
        BrokenPageError: It is no text, or too long.
    """
    if value is None or value == "":
        return None
    if not isinstance(value, str) or len(value) > MAX_CURSOR:
        raise BrokenPageError("what it gives to ask for the next page with is none")
    return value


def from_json(body: bytes, *lists: str) -> dict[str, Any]:
    """Read a page of JSON: an object that has a list of such a name.

    Raises:
        BrokenPageError: It is none.
    """
    try:
        page = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BrokenPageError("the JSON is broken") from error
    if not isinstance(page, dict) or not all(isinstance(page.get(name), list) for name in lists):
        raise BrokenPageError(f"there is no list called {' or '.join(lists)} in the answer")
    return page


def from_xml(body: bytes, root: str) -> Element:
    """Read a page of XML that has no document type, and so no entities.

    Raises:
        BrokenPageError: It is no XML, has a document type, or is about something else.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        page: Element = fromstring(body, forbid_dtd=True)
    except (ParseError, ValueError, LookupError) as error:
        what = "has a document type or entities" if isinstance(error, DefusedXmlException) else "is broken"
        raise BrokenPageError(f"the XML {what}") from error
    if page.tag != root:
        raise BrokenPageError(f"the XML is no {root.rpartition('}')[2]}")
    return page


def words(element: Element | None) -> str:
    """Return the text of an element with that of the elements in it, on one line."""
    return "" if element is None else " ".join("".join(element.itertext()).split())
