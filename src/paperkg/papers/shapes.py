"""JSON records as the big services write them, laid flat.

Each service nests authors, venues and abstracts in a way of its own. A record's field names tell whose it is;
then a function here gives the same record under plain names, and `paperkg.papers.fields` does the rest.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import islice

from paperkg.papers.xml_lists import reflow

Fields = Mapping[str, object]
_MAX_WORDS = 200_000
_TAG = re.compile(r"<(/?)(?:\w{1,20}:)?(\w{1,20})[^<>]{0,500}>")
_BREAKS = frozenset(("p", "sec", "title", "br", "list", "li", "div"))


def flat(fields: Fields) -> Fields:
    """Lay a record flat, where it is one of a known service's.

    >>> flat({"abstract_inverted_index": {"study": [1], "We": [0], "X.": [2]}})["abstract"]
    'We study X.'
    """
    if len(fields) > 200:
        return fields
    if shape := _shape(tuple(fields)):
        return shape(fields)
    return fields


@lru_cache(maxsize=256)
def _shape(names: tuple[str, ...]) -> Callable[[Fields], Fields] | None:
    have = frozenset(names)
    for sign, shape in _SHAPES:
        if sign <= have:
            return shape
    return None


# What stands in them


def _of(value: object, *path: str | int) -> object:
    """Follow names and places into a value."""
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int):
            value = value[step] if step < len(value) else None
        else:
            return None
    return value


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _some(**fields: object) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value not in (None, "", [], {})}


def _each(value: object, *path: str | int) -> list[object]:
    return [found for item in _list(value) if (found := _of(item, *path))]


def put_back(index: object) -> str:
    """Put the words of an inverted index, as OpenAlex has them, back in their order.

    >>> put_back({"study": [1], "We": [0], "X": [2, 4], "and": [3]})
    'We study X and X'
    """
    if not isinstance(index, dict):
        return ""
    places = (
        (place, str(word))
        for word, there in index.items()
        for place in _list(there)
        if type(place) is int and place >= 0
    )
    return " ".join(word for _, word in sorted(islice(places, _MAX_WORDS)))


def unmarked(text: object) -> str:
    """Take the marks of JATS or HTML off a text.

    >>> unmarked("<jats:title>Abstract</jats:title><jats:p>We study X<jats:sub>1</jats:sub>.</jats:p>")
    'We study X1.'
    """
    if not isinstance(text, str):
        return ""
    if "<" in text:
        text = _TAG.sub(lambda m: "\n" if m[2].lower() in _BREAKS else "", text)
        text = "\n".join(line for line in (" ".join(line.split()) for line in text.split("\n")) if line)
    if "&" in text:
        text = html.unescape(text)
    return re.sub(r"^\s*(?:Abstract|ABSTRACT|Summary)\b[.:]?\s*(?=[A-Z0-9])", "", text).strip()


def _year(fields: Fields) -> object:
    dates = (
        fields.get(name)
        for name in (
            "issued",
            "published",
            "published-print",
            "published-online",
            "posted",
            "created",
            "year",
        )
    )
    for date in dates:
        parts = _of(date, "date-parts", 0, 0)
        found = (
            parts
            or _of(date, "raw")
            or _of(date, "literal")
            or (date if isinstance(date, str | int) else None)
        )
        if found:
            return found
    return None


# The services


def _openalex(fields: Fields) -> Fields:
    place = fields.get("primary_location") or fields.get("host_venue")
    locations = [place, *_list(fields.get("locations"))]
    addresses = [str(a) for location in locations if (a := _of(location, "landing_page_url"))]
    return _some(
        id=str(fields.get("id") or "").removeprefix("https://openalex.org/"),
        title=unmarked(fields.get("title") or fields.get("display_name")),
        abstract=put_back(fields.get("abstract_inverted_index")) or fields.get("abstract"),
        authors=[
            {
                "name": _of(a, "author", "display_name") or _of(a, "raw_author_name"),
                "orcid": _of(a, "author", "orcid"),
            }
            for a in _list(fields.get("authorships"))
        ],
        year=fields.get("publication_year") or fields.get("publication_date"),
        venue=_of(place, "source", "display_name") or _of(place, "display_name"),
        url=next(iter(addresses), fields.get("id")),
        doi=fields.get("doi") or _of(fields.get("ids"), "doi"),
        arxiv=next((a for a in addresses if "arxiv.org/" in a), ""),
        areas=[_each(fields.get("topics"), "display_name") or _each(fields.get("concepts"), "display_name")][
            0
        ],
        citations=fields.get("cited_by_count"),
    )


def _crossref(fields: Fields) -> Fields:
    """Crossref's works, and CSL-JSON, which grew out of them."""
    title = _list(fields.get("title"))
    subtitle = _list(fields.get("subtitle"))
    keywords = fields.get("keyword")
    return _some(
        id=fields.get("id") or fields.get("citation-key") or fields.get("DOI"),
        title=unmarked(": ".join(str(part) for part in (*title[:1], *subtitle[:1]) if part)),
        abstract=unmarked(fields.get("abstract")),
        authors=_list(fields.get("author")),
        year=_year(fields),
        venue=next(iter(_list(fields.get("container-title"))), None) or _of(fields.get("event"), "name"),
        url=fields.get("URL"),
        doi=fields.get("DOI"),
        arxiv=fields.get("number") if str(fields.get("number")).lower().startswith("arxiv") else None,
        keywords=keywords,
        areas=_list(fields.get("subject")),
        citations=fields.get("is-referenced-by-count"),
    )


def _semantic_scholar(fields: Fields) -> Fields:
    lower = {name.lower(): value for name, value in fields.items()}
    outside = lower.get("externalids") or _of(lower.get("openaccessinfo"), "externalids")
    ids = {str(name).lower(): value for name, value in outside.items()} if isinstance(outside, dict) else {}
    paper = lower.get("paperid") or lower.get("corpusid") or ids.get("corpusid")
    areas = _each(lower.get("s2fieldsofstudy"), "category") or _list(lower.get("fieldsofstudy"))
    return _some(
        id=paper,
        title=lower.get("title"),
        abstract=lower.get("abstract"),
        authors=lower.get("authors"),
        year=lower.get("year") or lower.get("publicationdate"),
        venue=lower.get("venue")
        or _of(lower.get("publicationvenue"), "name")
        or _of(lower.get("journal"), "name"),
        url=lower.get("url") or _of(lower.get("openaccesspdf"), "url"),
        doi=ids.get("doi"),
        arxiv=ids.get("arxiv"),
        areas=list(dict.fromkeys(area for area in areas if isinstance(area, str))),
        citations=lower.get("citationcount"),
    )


def _arxiv(fields: Fields) -> Fields:
    people = fields.get("authors_parsed")
    names = [
        " ".join(str(part).strip() for part in (_of(one, 1), _of(one, 0), _of(one, 2)) if part)
        for one in _list(people)
    ]
    identity = str(fields.get("id") or "")
    abstract, title = fields.get("abstract"), fields.get("title")
    return _some(
        id=identity,
        title=reflow(title) if isinstance(title, str) else title,
        abstract=reflow(abstract) if isinstance(abstract, str) else abstract,
        authors=names or fields.get("authors"),
        year=_of(fields.get("versions"), 0, "created") or fields.get("update_date"),
        venue=fields.get("journal-ref"),
        url=f"https://arxiv.org/abs/{identity}" if identity else None,
        doi=fields.get("doi"),
        arxiv=identity,
        areas=str(fields.get("categories") or "").split(),
    )


def _inside(name: str) -> Callable[[Fields], Fields]:
    def inner(fields: Fields) -> Fields:
        value = fields[name]
        return flat(value) if isinstance(value, dict) else fields

    return inner


def _openreview(fields: Fields) -> Fields:
    """OpenReview's notes: the venue's id says less than its name, and a paper's page less than nothing."""
    content = fields["content"]
    if not isinstance(content, dict):
        return fields
    forum = fields.get("forum") or fields.get("id")
    address = f"https://openreview.net/forum?id={forum}" if isinstance(forum, str) else None
    areas: Iterable[object] = (_unwrapped(content.get(name)) for name in ("primary_area", "subject_areas"))
    more = _some(id=forum, url=address, areas=[a for area in areas for a in _list(area)])
    return {**fields, **more}


def _unwrapped(value: object) -> object:
    return value["value"] if isinstance(value, dict) and "value" in value else value


_SHAPES: tuple[tuple[frozenset[str], Callable[[Fields], Fields]], ...] = (
    (frozenset(("abstract_inverted_index",)), _openalex),
    (frozenset(("authorships", "publication_year")), _openalex),
    (frozenset(("authors_parsed",)), _arxiv),
    (frozenset(("categories", "journal-ref", "abstract")), _arxiv),
    (frozenset(("externalIds",)), _semantic_scholar),
    (frozenset(("externalids",)), _semantic_scholar),
    (frozenset(("corpusid", "openaccessinfo")), _semantic_scholar),
    (frozenset(("citedPaper",)), _inside("citedPaper")),
    (frozenset(("citingPaper",)), _inside("citingPaper")),
    (frozenset(("paperId", "title", "authors")), _semantic_scholar),
    (frozenset(("container-title",)), _crossref),
    (frozenset(("issued", "title")), _crossref),
    (frozenset(("DOI", "type", "title")), _crossref),
    (frozenset(("invitation", "content")), _openreview),
    (frozenset(("invitations", "content")), _openreview),
)
