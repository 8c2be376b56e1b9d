"""The ACL Anthology: the XML file of a collection, from the repository where it is kept.

A query names a volume (``2024.acl-long``, ``P19-1``) or a collection with all its volumes (``2024.acl``).
The Anthology has no interface to ask; it names the files under ``data/xml`` of
https://github.com/acl-org/acl-anthology as the place of its data (https://aclanthology.org/faq/api/). One
file is one page, so there is nothing to pace but tries.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from paperkg.fetch.service import Ask, FetchError, Page, Record, Service, from_xml, record, words
from paperkg.papers import values
from paperkg.papers.xml_lists import acl_place

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NAME = re.compile(r"(?P<collection>\d{4}\.[a-z0-9]+|[A-Z]\d{2})(?:-(?P<volume>[a-z0-9]+))?", re.ASCII)
_TITLE = "ACL Anthology"


def _named(query: str) -> tuple[str, str | None]:
    found = _NAME.fullmatch(query)
    if not found:
        raise FetchError(
            _TITLE,
            f"{query[:60]} is no volume of it",
            "name one as its address does: 2024.acl-long, 2024.acl, P19-1",
        )
    return found["collection"], found["volume"]


def _ask(query: str, after: str) -> Ask:
    return Ask(f"/{_named(query)[0]}.xml", {})


def _read(body: bytes, query: str, after: str) -> Page:
    collection, wanted = _named(query)
    volumes = from_xml(body, "collection").findall("volume")
    if wanted is not None:
        volumes = [volume for volume in volumes if volume.get("id") == wanted]
        if not volumes:
            raise FetchError(_TITLE, f"there is no volume {wanted} in {collection}", "check the query")
    records = [
        _record(paper, volume, f"{collection}-{volume.get('id', '')}")
        for volume in volumes
        for paper in volume.findall("paper")
    ]
    return Page(records, None, len(records))


def _record(paper: Element, volume: Element, name: str) -> Record:
    people = [
        (person, values.orcid(author.get("orcid")))
        for author in paper.findall("author")
        if (person := _name(author))
    ]
    here, address = acl_place(words(paper.find("url")), name, paper.get("id", ""))
    year = words(volume.find("meta/year"))
    return record(
        id=here,
        title=words(paper.find("title")),
        abstract=words(paper.find("abstract")),
        authors=[person for person, _ in people],
        orcids=[number for _, number in people],
        year=int(year) if year.isascii() and year.isdecimal() and len(year) == 4 else None,
        venue=words(volume.find("meta/booktitle")),
        doi=values.doi([words(paper.find("doi"))]),
        url=address,
        source="acl",
    )


def _name(author: Element) -> str:
    return " ".join(filter(None, (words(author.find("first")), words(author.find("last")))))


SERVICE = Service(
    name="acl",
    title=_TITLE,
    address="https://raw.githubusercontent.com/acl-org/acl-anthology/master/data/xml",
    pause=1.0,
    refused="try again later",
    first=lambda: "",
    ask=_ask,
    read=_read,
)
