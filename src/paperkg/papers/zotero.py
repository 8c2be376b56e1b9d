"""Zotero's RDF export, and what else says of papers in its terms (Dublin Core, BIBO's elder, FOAF)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from paperkg.papers.problems import SourceError
from paperkg.papers.source import Record, Source
from paperkg.papers.xml_elements import root

_MAX_SIZE = 200_000_000
"""Characters: who wrote a paper stands anywhere in the file, so it is kept in memory."""
_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_DC = "http://purl.org/dc/elements/1.1/"
_TERMS = "http://purl.org/dc/terms/"
_BIB = "http://purl.org/net/biblio#"
_FOAF = "http://xmlns.com/foaf/0.1/"
_ZOTERO = "http://www.zotero.org/namespaces/export#"
_ITEM = re.compile(r"_(\d{1,6})$", re.ASCII)
_NOT_PAPERS = frozenset(("attachment", "note"))
_ENTITY = re.compile(r"<!(?:ENTITY|DOCTYPE)", re.IGNORECASE)


def suits(source: Source) -> bool:
    """Whether it is RDF that uses Zotero's terms."""
    name, said = root(source)
    return name == "RDF" and (_ZOTERO in said or _BIB in said or _ZOTERO in source.head)


@dataclass(slots=True)
class _Triples:
    """What is said of each thing, by predicate, in the order of the file."""

    of: dict[str, dict[str, list[str]]] = field(default_factory=dict)

    def all(self, thing: str, *predicates: str) -> list[str]:
        said = self.of.get(thing, {})
        return [value for predicate in predicates for value in said.get(predicate, ())]

    def first(self, thing: str, *predicates: str) -> str:
        return next(iter(self.all(thing, *predicates)), "")

    def listed(self, thing: str) -> list[str]:
        """The members of an rdf:Seq."""
        said = self.of.get(thing, {})
        places = sorted(
            (int(found[1]), value)
            for predicate, values in said.items()
            if predicate.startswith(_RDF) and (found := _ITEM.search(predicate))
            for value in values
        )
        return [value for _, value in places]


def records(source: Source) -> Iterator[Record]:
    """Yield the items of a library.

    Raises:
        SourceError: It is too large.
    """
    triples = _read(source)
    number = 0
    for thing, said in triples.of.items():
        kind = next(iter(said.get(f"{_ZOTERO}itemType", ())), "")
        typed = any(value.startswith(_BIB) for value in said.get(f"{_RDF}type", ()))
        if kind in _NOT_PAPERS or not (kind or (typed and f"{_BIB}authors" in said)):
            continue
        number += 1
        yield Record(f"item {number}", _fields(triples, thing))


def _read(source: Source) -> _Triples:
    import pyoxigraph

    pieces, size = [], 0
    for chunk in source.chunks():
        size += len(chunk)
        if size > _MAX_SIZE:
            raise SourceError(source.file, "is longer than 200 MB", "export the library in several parts")
        pieces.append(chunk)
    text = "".join(pieces)
    triples = _Triples()
    if _ENTITY.search(text[:10_000]):
        source.report("line 1", "it defines entities of its own, which are not expanded; it is not read on")
        return triples
    try:
        data = text.encode("utf-8", "replace")
        for triple in pyoxigraph.parse(
            data, format=pyoxigraph.RdfFormat.RDF_XML, base_iri="urn:zotero:", rename_blank_nodes=False
        ):
            of = triples.of.setdefault(str(_value(triple.subject)), {})
            of.setdefault(str(_value(triple.predicate)), []).append(_value(triple.object))
    except (SyntaxError, ValueError) as error:
        said = " ".join(str(error).split())[:150]
        source.report("", f"the RDF is broken ({said}); it is not read on")
    return triples


def _value(term: object) -> str:
    value = getattr(term, "value", "")
    return f"_:{value}" if type(term).__name__ == "BlankNode" else str(value)


def _fields(triples: _Triples, item: str) -> dict[str, object]:
    parts = triples.all(item, f"{_TERMS}isPartOf")
    identifiers = [
        found
        for thing in (item, *parts)
        for value in triples.all(thing, f"{_DC}identifier")
        for found in (value, triples.first(value, f"{_RDF}value"))
        if found
    ]
    addresses = [i for i in identifiers if i.startswith(("http://", "https://"))]
    doi = next((i.partition(" ")[2] for i in identifiers if i.upper().startswith("DOI ")), "")
    people = triples.listed(triples.first(item, f"{_BIB}authors"))
    words = triples.all(item, f"{_DC}subject")
    return {
        "id": addresses[0]
        if item.startswith("_:") and addresses
        else doi or item.removeprefix("urn:zotero:"),
        "title": triples.first(item, f"{_DC}title"),
        "abstract": triples.first(item, f"{_TERMS}abstract"),
        "authors": [
            {
                "given": triples.first(person, f"{_FOAF}givenName", f"{_FOAF}givenname"),
                "family": triples.first(person, f"{_FOAF}surname"),
            }
            for person in people
        ],
        "year": triples.first(item, f"{_DC}date"),
        "venue": next((t for part in parts if (t := triples.first(part, f"{_DC}title"))), "")
        or triples.first(item, f"{_ZOTERO}proceedingsTitle", f"{_ZOTERO}conferenceName"),
        "doi": doi,
        "url": next(iter(addresses), ""),
        "keywords": [triples.first(word, f"{_RDF}value") or word for word in words],
    }
