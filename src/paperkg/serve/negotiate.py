"""Which of the formats that there are a client would rather have."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.requests import Request

TABLES = {
    "application/sparql-results+json": "json",
    "application/sparql-results+xml": "xml",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
    "application/json": "json",
    "application/xml": "xml",
    "text/xml": "xml",
}
GRAPHS = {
    "text/turtle": "ttl",
    "application/n-triples": "nt",
    "application/ld+json": "jsonld",
    "application/rdf+xml": "rdf",
}
HTML = "text/html"


def accepted(request: Request) -> str:
    """All that a request's Accept headers say."""
    return ",".join(request.headers.getlist("accept"))


def choose(accept: str, offered: Iterable[str]) -> str | None:
    """Return the media type that a request accepts most, or None where it accepts none.

    Of those that it likes alike, the one that is offered first; anything will do where it says nothing.

    >>> choose("text/csv;q=0.5, application/*", ["text/csv", "application/json"])
    'application/json'
    >>> choose("image/png", ["text/csv"]) is None
    True
    """
    if not accept.strip():
        return next(iter(offered))
    ranges = [parsed for part in accept.split(",") if (parsed := _range(part))]
    best, most = None, 0.0
    for media in offered:
        liked = _liking(media, ranges)
        if liked > most:
            best, most = media, liked
    return best


def _range(part: str) -> tuple[str, float] | None:
    media, *parameters = (piece.strip().lower() for piece in part.split(";"))
    quality = 1.0
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "q":
            try:
                quality = float(value)
            except ValueError:
                return None
    return (media, quality) if "/" in media and 0 <= quality <= 1 else None


def _liking(media: str, ranges: list[tuple[str, float]]) -> float:
    """The most specific range that a type is in decides."""
    for name in (media, f"{media.partition('/')[0]}/*", "*/*"):
        found = [quality for range_, quality in ranges if range_ == name]
        if found:
            return max(found)
    return 0.0
