"""Every feature, as a person has it: on real papers and on 20,000 nodes, from a file and from a server."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest

from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind, Role, lookup_key

from ..waiting import until
from .explored import Explored
from .person import act, drawn, frames, heading, hover, lit, saved, search, spot, wait_for_node

pytestmark = pytest.mark.browser

MOST_DRAWN = 1500


def listed(page: Any, papers: set[str]) -> bool:
    """Tell whether the list comes to have so many papers, and to its end just these."""
    table = "#list table:has(h2:text-is('Papers'))"
    until(
        page,
        "(n) => document.querySelector('#list caption .count')?.textContent.split(', ')[0] === n",
        f"{len(papers):,}",
    )
    more = page.locator(f"{table} + .more")
    while more.is_visible():
        more.click()
    return set(page.locator(f"{table} tbody td:first-child").all_inner_texts()) == papers


def concepts(page: Any) -> set[str]:
    """Return the ids of the concepts that answer a pointer."""
    keys = page.evaluate("paperkg.network.body.nodeIndices.map((id) => paperkg.nodes[id].key)")
    return {key for key in keys if not key.startswith("paper:")}


def in_card(page: Any, heading: str) -> set[str]:
    section = page.locator(f"#card h3:text-is('{heading}') + ul")
    while section.locator(".more").count():
        section.locator(".more").click()
    return set(section.locator("> li > .go, > li > .names > .go").all_inner_texts())


SAYS = {
    Role.INTRODUCES: "Introduced by",
    Role.EVALUATES_ON: "Evaluated on by",
    Role.USES: "Used by",
    Role.COMPARES_WITH: "Compared with by",
    Role.ADDRESSES: "Addressed by",
    Role.MEASURES: "Measured by",
    Role.MENTIONS: "Mentioned by",
}


def test_the_first_picture_is_a_readable_map_that_says_what_it_shows(explored: Explored) -> None:
    page = explored.open()
    total = len(explored.labels) + len(explored.names)
    shown = drawn(page)
    assert len(shown) == min(total, MOST_DRAWN)
    said = page.locator("#shown").inner_text()
    whole = f"{len(explored.labels):,} papers, {len(explored.names):,} concepts"
    assert said == (whole if total <= MOST_DRAWN else f"{MOST_DRAWN:,} of {total:,} shown")
    frames(page)
    first = page.evaluate(
        "paperkg.labels().map(({ node, x, y, width, lines, step }) =>"
        " [node.name, x - width / 2, y, x + width / 2, y + lines.length * step])"
    )
    assert len(first) > 10
    boxes = [box for _, *box in first]
    assert not [
        (a, b)
        for i, a in enumerate(boxes)
        for b in boxes[:i]
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]
    where = page.evaluate("paperkg.network.getPositions()")
    scale = page.evaluate("paperkg.network.getScale()")
    page.locator("#zoom-in").click()
    page.locator("#map").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert page.evaluate("paperkg.network.getScale()") == pytest.approx(
        scale * 1.5**3
    )  # little motion: at once
    frames(page)
    closer = set(page.evaluate("paperkg.labels().map(({ node }) => node.name)"))
    assert closer - {name for name, *_ in first}  # zooming in reveals more
    assert page.evaluate("paperkg.network.getPositions()") == where  # and nothing moves
    page.keyboard.press("0")
    assert page.evaluate("paperkg.network.getScale()") == pytest.approx(scale, rel=1e-3)


def test_a_concept_is_found_read_and_left_for_the_next(explored: Explored) -> None:
    page = explored.open()
    concept = next(c for c in explored.shared if any(a != c.name for a in c.aliases))
    alias = next(a for a in concept.aliases if lookup_key(a) != lookup_key(concept.name) or a != concept.name)
    search(page, alias)
    until(page, "(name) => document.querySelector('#card h2').textContent === name", concept.name)
    papers = explored.having[concept.id]
    assert page.locator("#card .about").last.inner_text() == f"{len(papers)} papers"
    for role, heading_of in SAYS.items():
        assert in_card(page, heading_of) == {name for name, theirs in papers.items() if theirs == role}
    said = {
        " ".join(known.text[mention.start : mention.end].split())
        for link in explored.kg.links(concept=concept.id)
        if (known := explored.kg.paper(link.paper))
        for mention in link.evidence
    }
    assert page.locator("#card mark").first.inner_text() in said
    ends = [{family.member, family.family} for family in explored.kg.families()]
    family = {explored.names[one].name for pair in ends if concept.id in pair for one in pair}
    assert set(lit(page)) == {concept.name} | (papers.keys() | family) & set(drawn(page))
    assert page.url.endswith(f"#at={concept.id}")
    paper = sorted(papers)[0]
    page.locator("#card").get_by_role("button", name=paper, exact=True).first.click()
    until(page, "(name) => document.querySelector('#card h2').textContent === name", paper)
    ids = [paper_id for paper_id, label in explored.labels.items() if label == paper]
    own = {explored.names[link.concept].name for link in explored.kg.links(paper=ids[0])}
    known = explored.kg.paper(ids[0])
    assert known
    out = page.get_by_role("link", name="Open the paper ↗")
    assert [link.get_attribute("href") for link in out.all()] == [known.url] * bool(known.url)
    names = set(page.locator("#card h3 + ul .go span").all_inner_texts())
    assert own <= names
    assert "Most similar" in page.locator("#card h3").all_inner_texts()
    page.go_back()
    until(page, "(name) => document.querySelector('#card h2').textContent === name", concept.name)
    page.close()
    again = explored.open(f"#at={concept.id}")  # the address alone gives the same view
    assert heading(again) == concept.name


def test_what_is_behind_a_node_is_drawn_pinned_and_hidden(explored: Explored) -> None:
    page = explored.open()
    paper = page.evaluate(
        "paperkg.nodes.filter((node) => node.kind === 'paper' && node.drawn)"
        ".toSorted((a, b) => b.concepts - a.concepts)[0].name"
    )
    [paper_id] = [key for key, label in explored.labels.items() if label == paper]
    own = {explored.names[link.concept].name for link in explored.kg.links(paper=paper_id)}
    search(page, paper)
    frames(page)
    page.mouse.dblclick(*spot(page, paper))
    until(
        page,
        "(own) => own.every((name) => paperkg.nodes.some((node) => node.drawn && node.name === name))",
        [*own],
    )
    assert heading(page) == paper
    assert {paper, *own} == set(lit(page))
    assert hover(page, paper).locator("strong").inner_text() == paper
    act(page, "Pin")
    page.get_by_role("checkbox", name="Papers", exact=False).first.uncheck()
    assert paper in drawn(page)
    assert paper in page.locator("#chips").inner_text().replace("…", "") or len(paper) > 40
    page.get_by_role("checkbox", name="Papers", exact=False).first.check()
    act(page, "Hide")
    assert paper not in drawn(page)
    page.get_by_role("button", name="1 hidden").click()
    wait_for_node(page, paper)


def test_and_a_way_and_papers_alone(explored: Explored) -> None:
    page = explored.open()
    pairs = (
        (a, b, both)
        for i, a in enumerate(explored.shared[:60])
        for b in explored.shared[:i]
        if 1 < len(both := explored.having[a.id].keys() & explored.having[b.id].keys()) < 100
    )
    one, other, both = next(pairs)
    search(page, one.name)
    act(page, "And")
    search(page, other.name)
    until(page, "document.querySelector('#card').getAttribute('aria-label') === 'Papers that share these'")
    assert page.locator("#card .top").inner_text().startswith(f"{len(both)} papers in common")
    assert in_card(page, "Papers that share them") == both
    assert set(lit(page)) >= {one.name, other.name}
    page.keyboard.press("Escape")
    start, end = sorted(both)[:2]
    search(page, start)
    act(page, "Way")
    search(page, end)
    until(page, "document.querySelector('#card').getAttribute('aria-label').startsWith('From ')")
    steps = page.locator("#card .way").first.locator("li")
    middle, last = steps.locator(".go").all_inner_texts()
    assert last == end
    ids = [key for key, concept in explored.names.items() if concept.name == middle]
    assert any({start, end} <= explored.having[key].keys() for key in ids)
    assert steps.locator("mark").count() >= 2
    assert "way=paper:" in page.url
    page.keyboard.press("Escape")
    page.get_by_role("checkbox", name="Papers alone, by shared tests").check()
    assert set(drawn(page)) <= set(explored.labels.values())
    ties = page.evaluate(
        "paperkg.lines().map(({ from, to, shared }) => [from.name, to.name, shared.map(({ key }) => key)])"
    )
    assert ties
    for a, b, keys in ties[:50]:
        assert all({a, b} <= explored.having[key].keys() and key.startswith("benchmark:") for key in keys)


def test_filters_and_the_list_agree_with_the_graph(explored: Explored) -> None:
    page = explored.open()
    for box in page.locator("#legend label").all():
        kind, number = box.inner_text().split("\n")
        kinds = Counter(str(c.kind) for c in explored.names.values()) | Counter(paper=len(explored.labels))
        assert kinds[kind.lower().removesuffix("s")] == int(number.replace(",", ""))
    page.get_by_label("Papers that", exact=True).select_option("introduces")
    page.get_by_label("Kind of concept").select_option("benchmark")
    expected = {
        name
        for key, papers in explored.having.items()
        if explored.names[key].kind is Kind.BENCHMARK
        for name, role in papers.items()
        if role is Role.INTRODUCES
    }
    page.get_by_role("button", name="List", exact=True).click()
    assert listed(page, expected)
    page.reload()  # the address says it all
    page.evaluate("paperkg.whenLoaded")
    assert listed(page, expected)
    page.get_by_role("button", name="Clear filters").click()
    page.get_by_role("button", name="Map", exact=True).click()
    everything, known = drawn(page), concepts(page)
    page.get_by_role("checkbox", name="Techniques").uncheck()
    assert concepts(page) == {key for key in known if not key.startswith("technique:")}
    page.get_by_role("checkbox", name="Techniques").check()
    least = page.get_by_role("slider", name="at least")
    least.focus()
    page.keyboard.press("ArrowRight")
    assert concepts(page) == {key for key in known if len(explored.having[key]) > 1}
    page.keyboard.press("ArrowLeft")
    page.get_by_role("slider", name="at most").focus()
    page.keyboard.press("Home")
    assert concepts(page) == {key for key in known if len(explored.having[key]) == 1}
    page.get_by_role("button", name="Clear filters").click()
    regions = page.locator("#cluster option").count()
    assert regions > 1
    page.locator("#cluster").select_option(index=1)
    region = page.locator("#cluster option").nth(1).inner_text().partition(" · ")[2]
    assert region in drawn(page)
    assert 0 < len(drawn(page)) < len(everything)
    page.locator("#cluster").select_option("")
    page.locator(".fold > summary").click()
    page.get_by_role("checkbox", name="Mentions").uncheck()
    roles = page.evaluate("[...new Set(paperkg.lines().map(({ role }) => role))]")
    assert roles
    assert "mentions" not in roles
    page.get_by_role("button", name="Clear filters").click()
    word = explored.shared[-1]
    page.locator("#search").fill(word.name)
    keep = page.get_by_role("option", name="Only what has to do with")
    if keep.count():
        keep.click()
        until(
            page,
            "(some) => some.every((name) => paperkg.nodes.some((node) => node.name === name && node.passes))",
            [*explored.having[word.id]],
        )


def test_years_and_venues_are_those_of_the_papers(explored: Explored) -> None:
    page = explored.open()
    years = sorted({paper.year for paper in explored.kg.papers() if paper.year})
    venues = sorted({paper.venue for paper in explored.kg.papers() if paper.venue})
    assert page.locator("#venues").is_visible() == (len(venues) > 1)
    assert page.locator("#years").is_visible() == (len(years) > 1)
    if len(venues) < 2:
        return
    page.get_by_label("Venue").select_option(venues[0])
    if len(years) > 1:
        page.get_by_label("Years").select_option(str(years[0]))
    page.get_by_label("Kind of concept").select_option("benchmark")
    page.get_by_label("Papers that", exact=True).select_option("introduces")
    page.get_by_role("button", name="List", exact=True).click()
    known = {paper.id: paper for paper in explored.kg.papers()}
    expected = {
        explored.labels[paper]
        for paper, concept, role, *_ in explored.kg.ties()
        if role is Role.INTRODUCES
        and explored.names[concept].kind is Kind.BENCHMARK
        and known[paper].venue == venues[0]
        and (len(years) < 2 or known[paper].year >= years[0])
    }
    assert listed(page, expected)


def test_what_is_shown_is_taken_away(explored: Explored) -> None:
    page = explored.open()
    concept = explored.shared[0]
    search(page, concept.name)
    papers = set(explored.having[concept.id])
    rows = list(csv.DictReader(io.StringIO(saved(page, "Table CSV")[1].decode("utf-8-sig"))))
    assert {row["name"] for row in rows if row["kind"] == "paper"} == papers
    bib = saved(page, "Papers BibTeX")[1].decode()
    assert len(re.findall(r"^@\w+\{", bib, re.MULTILINE)) == len(papers)
    authors = {a for p in explored.kg.papers() if explored.labels[p.id] in papers for a in p.authors}
    assert all(author in bib for author in authors if author.isascii())
    query = saved(page, "Query SPARQL")[1].decode()
    assert f"/concept/{concept.id.replace(':', '-')}>" in query
    assert "VALUES" not in query
    assert saved(page, "Picture PNG")[1].startswith(b"\x89PNG")
    drawing = ElementTree.fromstring(saved(page, "Drawing SVG")[1])
    titles = {title.text for title in drawing.iter("{http://www.w3.org/2000/svg}title")}
    assert set(lit(page)) <= titles


def test_without_a_mouse_and_on_a_phone(explored: Explored) -> None:
    page = explored.open(width=390, height=844, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator("#map").focus()
    page.keyboard.press("ArrowRight")
    page.locator("#card").wait_for(state="visible")
    first = heading(page)
    until(page, "(name) => document.getElementById('said').textContent === name", first)
    page.keyboard.press("p")
    assert page.locator("#chips").inner_text().startswith("Pinned")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "card"
    frames(page)
    x, y = spot(page, first)
    box = page.locator("#card").bounding_box()
    assert 0 < x < 390
    assert y < box["y"]
    for key, said in (("w", "Pick the other end"), ("a", "Pick another")):
        page.keyboard.press(key)
        assert said in page.locator("#chips").inner_text()
        page.keyboard.press(key)
        assert said not in page.locator("#chips").inner_text()
    page.keyboard.press("e")
    until(page, "document.getElementById('said').textContent.endsWith(' added')")
    page.keyboard.press("h")
    page.locator("#card").wait_for(state="hidden")
    assert first not in drawn(page)


def test_a_server_says_what_it_kept_back_and_the_page_when_it_is_gone(
    chromium: Any, served: tuple[KnowledgeGraph, str]
) -> None:
    address = served[1]
    page = chromium.new_page()
    page.goto(address)
    page.evaluate("paperkg.whenLoaded")
    search(page, "language model")
    until(page, "document.querySelector('#card h2')?.textContent === 'language model'")
    among = page.locator("#card h3").first.inner_text()  # the 300, and those that were on the map before
    assert 300 < int(among.removeprefix("Goes with, in ").partition(" ")[0].replace(",", "")) < 1300
    link = page.get_by_role("link", name="All 4,000 on a page of their own ↗")
    response = page.request.get(address.replace("/explore", str(link.get_attribute("href"))))
    assert response.status == 200
    page.get_by_label("Years").select_option("2026")
    page.get_by_role("button", name="List", exact=True).click()
    until(page, "document.querySelector('#list > .about')?.textContent.includes('papers more pass')")
    known = page.locator("#list caption .count").first.inner_text().partition(", ")[0]
    more = page.locator("#list > .about").inner_text().partition(" ")[0]
    assert int(known.replace(",", "")) + int(more.replace(",", "")) == 2000
    page.context.set_offline(True)
    page.keyboard.press("/")
    page.keyboard.type("Graft-3999")
    until(page, "document.querySelector('#shown').textContent === 'The server does not answer'")
    page.context.set_offline(False)
    page.keyboard.type(" ")
    page.keyboard.press("Backspace")
    until(page, "document.querySelector('#found .what span')?.textContent === 'Graft-3999'")
    assert "of 20,323 shown" in page.locator("#shown").inner_text()
    page.close()
