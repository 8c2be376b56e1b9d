"""HTML that cannot be broken by what is put into it: every text is escaped unless it was made here."""

from __future__ import annotations

from html import escape

_EMPTY = {"meta", "link", "input", "br"}


class Html(str):
    """A piece of HTML, escaped where it must be."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: str | bool) -> Html:
    """Make an element; a trailing underscore in an attribute's name is for Python, an inner one a hyphen.

    >>> tag("p", "1 < 2", class_="sum")
    '<p class="sum">1 &lt; 2</p>'
    """
    written = "".join(_attribute(key, value) for key, value in attributes.items() if value is not False)
    inner = "" if name in _EMPTY else f"{join(*children)}</{name}>"
    return Html(f"<{name}{written}>{inner}")


def join(*pieces: str) -> Html:
    """Put pieces together, escaping those that are mere text."""
    return Html("".join(piece if isinstance(piece, Html) else escape(piece) for piece in pieces))


def _attribute(key: str, value: str | bool) -> str:
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def document(title: str, *body: str, script: str = "") -> str:
    """Make a whole page; its style, and its script where it has one, come from this server."""
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("link", rel="stylesheet", href="/assets/site.css"),
    ]
    if script:
        head.append(tag("script", src=f"/assets/{script}", defer=True))
    places = (("Graph", "/"), ("Map", "/explore"), ("SPARQL", "/sparql"))
    ways = tag("nav", *(tag("a", name, href=href) for name, href in places))
    page = tag("html", tag("head", *head), tag("body", tag("header", ways), tag("main", *body)), lang="en")
    return f"<!DOCTYPE html>\n{page}\n"
