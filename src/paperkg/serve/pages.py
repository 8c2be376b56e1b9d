"""The pages: a graph, a paper, a concept, and the editor for queries."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from urllib.parse import quote

from paperkg.rdf import BASE
from paperkg.rdf.iris import web_address
from paperkg.serve.contents import Record
from paperkg.serve.html import Html, document, join, tag
from paperkg.sparql import PREFIXES, examples

PAGE = 100  # papers or concepts on a page
_ROLES = {
    "introduces": "Introduces",
    "evaluates_on": "Evaluates on",
    "uses": "Uses",
    "compares_with": "Compares with",
    "addresses": "Addresses",
    "measures": "Measures",
    "mentions": "Mentions",
}


def home(counts: Record, papers: Record, concepts: Record) -> str:
    """The first page: what most papers share, and the papers."""
    facts = f"{counts['papers']:,} papers, {sum(counts['concepts'].values()):,} concepts"
    rows = (
        tag("tr", tag("td", _link(one, "name")), tag("td", one["kind"]), tag("td", f"{one['papers']:,}"))
        for one in concepts["concepts"]
    )
    head = tag("tr", *(tag("th", name) for name in ("Concept", "Kind", "Papers")))
    return document(
        counts["graph"],
        tag("h1", counts["graph"]),
        tag("p", f"{facts}, {counts['claims']:,} reported numbers."),
        tag("h2", "What most papers share"),
        tag("table", head, *rows),
        tag("h2", "Papers"),
        tag("ul", *(tag("li", _link(one, "label")) for one in papers["papers"])),
        _steps("/", papers["offset"], papers["total"]),
    )


def paper(record: Record) -> str:
    """A paper: what it does with what, each with its sentence, and the numbers that it reports."""
    year = str(record["year"] or "")
    facts = [", ".join(record["authors"]), record["venue"], "" if year in record["venue"] else year]
    about: list[str] = [" · ".join(fact for fact in facts if fact)]
    if address := web_address(record["address"]):
        about += [" ", tag("a", "The paper", href=address, rel="noreferrer")]
    body = [tag("h1", record["label"]), tag("p", *about)]
    for role, links in groupby(record["links"], lambda link: str(link["role"])):
        items = (_said(link, _link(link["concept"], "name"), link["concept"]["kind"]) for link in links)
        body += [tag("h2", _ROLES[role]), tag("dl", *items)]
    if record["claims"]:
        body += [tag("h2", "Reports"), tag("dl", *map(_claim, record["claims"]))]
    return document(record["label"], *body, _ask(record["page"]))


def concept(record: Record) -> str:
    """A concept: its names, its family, and who does what with it."""
    kind = f"{record['kind']}, {record['papers']:,} {'paper' if record['papers'] == 1 else 'papers'}"
    body = [tag("h1", record["name"]), tag("p", kind)]
    others = [alias for alias in record["aliases"] if alias != record["name"]]
    if others:
        body.append(tag("p", f"Also: {', '.join(others)}"))
    for title, near in (("A version of", record["family"]), ("Versions", record["versions"])):
        if near:
            body.append(tag("p", f"{title}: ", *_listed(_link(one, "name") for one in near)))
    for role, links in groupby(record["links"], lambda link: str(link["role"])):
        items = (_said(link, _link(link["paper"], "label")) for link in links)
        body += [tag("h2", f"{_ROLES[role]} it"), tag("dl", *items)]
    steps = _steps(record["page"], record["offset"], record["papers"])
    return document(record["name"], *body, steps, _ask(record["page"]))


def editor() -> str:
    """The page for queries; its script does the asking."""
    known = {
        "prefixes": PREFIXES,
        "base": BASE,
        "examples": [[e.name, e.question, e.query] for e in examples()],
    }
    data = Html(json.dumps(known).replace("<", "\\u003c"))
    formats = ("CSV", "TSV", "JSON", "XML", "Turtle", "N-Triples", "JSON-LD", "RDF/XML")
    return document(
        "SPARQL",
        tag("h1", "SPARQL"),
        tag(
            "p", tag("label", "Example ", tag("select", tag("option", "choose one", value=""), id="examples"))
        ),
        tag(
            "form",
            tag("label", "Query", for_="query"),
            tag("textarea", "", id="query", name="query", rows="14", spellcheck="false"),
            tag("p", tag("button", "Run", type="submit"), " ", tag("kbd", "Ctrl"), "+", tag("kbd", "Enter")),
            id="form",
        ),
        tag(
            "p",
            tag("label", "Take it as ", tag("select", *(tag("option", f) for f in formats), id="format")),
            " ",
            tag("button", "Download", type="button", id="download"),
        ),
        tag("p", "", id="message", role="status"),
        tag("div", "", id="answer"),
        tag("noscript", tag("p", "This page needs JavaScript. Any SPARQL client can ask /sparql too.")),
        tag("script", data, type="application/json", id="known"),
        script="editor.js",
    )


def _said(link: Record, name: Html, note: str = "") -> Html:
    head = tag("dt", name, *((" ", tag("small", note)) if note else ()))
    return join(head, *(tag("dd", *_marked(sentence)) for sentence in link["sentences"]))


def _marked(sentence: Record) -> tuple[str, Html, str]:
    text, start, end = sentence["sentence"], sentence["start"], sentence["end"]
    return text[:start], tag("mark", text[start:end]), text[end:]


def _claim(claim: Record) -> Html:
    slots = (("of", "metric"), ("on", "benchmark"), ("by", "system"), ("against", "baseline"))
    said: list[str] = []
    for word, slot in slots:
        if claim[slot]:
            said += [f" {word} ", _link(claim[slot], "name")]
    return join(tag("dt", tag("b", claim["value"]), *said), tag("dd", claim["quote"]))


def _link(reference: Record, name: str) -> Html:
    return tag("a", reference[name], href=reference["page"])


def _listed(links: Iterable[Html]) -> list[str]:
    listed: list[str] = []
    for link in links:
        listed += [", ", link]
    return listed[1:]


def _steps(page: str, offset: int, total: int) -> Html:
    back = tag("a", "Back", href=f"{page}?offset={max(0, offset - PAGE)}") if offset else ""
    on = tag("a", "More", href=f"{page}?offset={offset + PAGE}") if offset + PAGE < total else ""
    return tag("p", back, " " if back and on else "", on)


def _ask(page: str) -> Html:
    query = quote(f"DESCRIBE <{BASE}{page[1:]}>")
    return tag("p", tag("a", "As triples", href=f"/sparql?query={query}"))
