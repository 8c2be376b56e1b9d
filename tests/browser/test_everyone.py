"""The page for everyone: screen readers, contrast, little motion, every script, small screens, paper."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from typer.testing import CliRunner

from paperkg import view
from paperkg.cli import app
from paperkg.model import Kind, Paper, Role

from ..view.made import HEBREW, JAPANESE, Found, forest, make, orchard
from ..waiting import until
from .conftest import Opener
from .explored import Explored
from .person import act, drawn, frames, search

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker axe-core, as axe-playwright-python ships it."""
    pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, of the extra test")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def faults(page: Any) -> list[tuple[str, str]]:
    found = page.evaluate("axe.run(document).then(({ violations }) => violations)")
    return [
        (fault["id"], fault["nodes"][0]["html"])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


files_only = pytest.mark.parametrize("explored", ["sample", "large"], indirect=True)


@pytest.mark.parametrize(
    ("explored", "width"), [("sample", 1280), ("sample", 390), ("large", 1280)], indirect=["explored"]
)
def test_axe_finds_no_serious_fault(explored: Explored, axe: str, width: int) -> None:
    page = explored.open(width=width, color_scheme="light")
    page.evaluate(axe)  # by the debugger, as the page's policy lets no other script in
    if width < 500:
        page.locator(".legend > summary").click()
    page.locator(".take > summary").click()
    assert faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert faults(page) == []
    if width < 500:
        page.locator(".legend > summary").click()
    search(page, explored.shared[0].name)
    act(page, "And")
    page.get_by_role("button", name="List", exact=True).click()
    page.locator("#search").fill("a")
    assert faults(page) == []
    page.emulate_media(color_scheme="light")
    assert faults(page) == []


def shade(page: Any, name: str) -> float:
    """How light a colour of the style sheet is, as WCAG counts it."""
    colour = page.evaluate(
        "(name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)", name
    )
    parts = [int(colour.strip()[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_the_map_draws_stands_out_from_its_ground(show: Opener, tmp_path: Path, scheme: str) -> None:
    page = show(forest(tmp_path / "forest"), color_scheme=scheme)
    for ground in ("ground", "island"):
        for name, least in (
            *((name, 4.5) for name in ("ink", "soft")),
            *((name, 3) for name in ("paper", "paper-far", *map(str, Kind))),
        ):
            lighter, darker = sorted((shade(page, name), shade(page, ground)), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) >= least, (name, ground)


OVERLAPS = """() => {
  const box = ({ node, x, y, width, lines, step }) =>
    [node.name, x - width / 2, y, x + width / 2, y + lines.length * step];
  const boxes = paperkg.labels().map(box);
  const hits = [];
  boxes.forEach(([a, l, t, r, b], i) => boxes.slice(i + 1).forEach(([c, l2, t2, r2, b2]) => {
    if (l < r2 && l2 < r && t < b2 && t2 < b) hits.push([a, c]);
  }));
  return [boxes.length, hits];
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_labels_never_lie_on_one_another(show: Opener, tmp_path: Path, width: int, height: int) -> None:
    # with little motion a view is there at once
    page = show(orchard(tmp_path / "orchard", 120), width=width, height=height, reduced_motion="reduce")
    shown, hits = page.evaluate(OVERLAPS)
    assert shown > 5
    assert hits == []
    page.locator("#zoom-in").click()
    frames(page)
    page.locator("#zoom-in").click()
    frames(page)
    assert page.evaluate(OVERLAPS)[1] == []
    search(page, "row-3")
    frames(page)
    assert page.evaluate(OVERLAPS)[1] == []


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("MMR-Life: Piecing Together Real-life Scenes", ["MMR-Life"]),
        (
            "What matters when many papers share one benchmark and some do not",
            ["What matters when many", "papers share one…"],
        ),
        (
            "大規模言語モデルの数学的推論を評価する新しいベンチマーク",
            ["大規模言語モデルの数学的推", "論を評価する新しいベンチ…"],
        ),
        ("GSM8K", ["GSM8K"]),
        ("Unbrokenstringoflettersthatneverends", ["Unbrokenstringofletterstha", "tneverends"]),
    ],
)
def test_labels_have_two_short_lines_at_most(
    show: Opener, tmp_path: Path, name: str, lines: list[str]
) -> None:
    page = show(make(tmp_path / "one", [(Paper("p", name, "It."), [Found("It", Kind.TASK, Role.USES)])]))
    [label] = page.evaluate(
        "paperkg.labels().filter(({ node }) => node.kind === 'paper').map(({ lines }) => lines)"
    )
    assert len(label) == len(lines)
    assert [line.replace("… ", "…") for line in label] == lines


@pytest.mark.parametrize("explored", ["sample", "served"], indirect=True)
def test_a_title_runs_its_own_way(explored: Explored) -> None:
    page = explored.open()
    for title, way in (HEBREW, "rtl"), (JAPANESE, "ltr"):
        search(page, title[4:12])
        until(page, "(title) => document.querySelector('#card h2').textContent === title", title)
        assert page.evaluate("getComputedStyle(document.querySelector('#card h2')).direction") == way
        frames(page)
        [lines] = page.evaluate(
            "(name) => paperkg.labels().filter(({ node }) => node.name === name).map(({ lines }) => lines)",
            title,
        )
        assert len(lines) == 2
        assert title.startswith(lines[0])
        card = page.locator("#card").bounding_box()
        assert page.evaluate("document.getElementById('card').scrollWidth") <= card["width"]
    page.get_by_role("button", name="List", exact=True).click()
    page.locator("#search").fill(f"{HEBREW},")
    page.keyboard.press("Enter")
    cell = page.locator("#list").get_by_role("button", name=HEBREW).locator("span")
    assert cell.evaluate("(element) => getComputedStyle(element).direction") == "rtl"


@files_only
def test_on_paper_the_list_says_what_the_map_shows(explored: Explored) -> None:
    page = explored.open(color_scheme="dark")
    concept = explored.shared[0]
    for shown in (drawn(page), [concept.name, *explored.having[concept.id]]):
        frames(page)
        before = page.evaluate("paperkg.network.getScale()")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        listed = page.locator("#list td:first-child").all_inner_texts()
        assert sorted(listed) == sorted(shown)
        assert page.locator("#list").is_visible()
        assert page.locator("#map").is_visible()
        assert shade(page, "ink") < 0.1  # paper is light
        for left_out in ("#search", "#filters", ".zoom", "#list .more"):
            assert page.locator(left_out).filter(visible=True).count() == 0
        page.emulate_media(media="screen")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator("#list").is_hidden()
        until(page, f"Math.abs(paperkg.network.getScale() / {before} - 1) < 0.01")
        search(page, concept.name)


@files_only
def test_a_notebook_shows_the_page_in_a_frame(explored: Explored, tmp_path: Path) -> None:
    held = Path(url2pathname(urlsplit(explored.address).path)).read_text("utf-8")
    frame = view.Frame(held, 640)._repr_html_()  # as `paperkg.view.show` gives it
    outer = tmp_path / "notebook.html"
    outer.write_text(f"<!doctype html><meta charset=utf-8>{frame}", "utf-8")
    page = explored.browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(outer.as_uri())
    inner = page.frame_locator("iframe")
    concept = explored.shared[0]
    inner.locator("#search").fill(concept.name)
    inner.locator("#search").press("Enter")
    assert inner.locator("#card h2").inner_text() == concept.name
    assert inner.locator("#card .about").last.inner_text() == f"{len(explored.having[concept.id])} papers"
    assert errors == []


@files_only
def test_a_smaller_page_holds_what_was_asked_for(explored: Explored, tmp_path: Path) -> None:
    concept = next(c for c in explored.shared if 9 < len(explored.having[c.id]) < 40)
    papers = set(explored.having[concept.id])

    def opened(*options: str) -> Any:
        path = tmp_path / "part.html"
        arguments = ["view", str(explored.kg.folder), *options, "-o", str(path), "--no-open"]
        ran = CliRunner().invoke(app, arguments)
        assert ran.exit_code == 0, ran.stderr
        return replace(explored, address=path.as_uri()).open()

    page = opened("--around", concept.name, "--hops", "1", "--only", f"{concept.kind},paper")
    assert set(drawn(page)) == {concept.name, *papers}
    assert (
        page.locator("#shown")
        .inner_text()
        .endswith(f"around {concept.name}, 1 step; {concept.kind} and paper only")
    )
    page = opened("--cluster", "2", "--top", "8")
    region = explored.open("#cluster=1")
    assert len(drawn(page)) == 8
    assert set(drawn(page)) < set(drawn(region))


def test_on_a_phone_the_card_leaves_the_picture_room(show: Opener, tmp_path: Path) -> None:
    page = show(
        forest(tmp_path / "forest"),
        width=390,
        height=844,
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    search(page, "gsm8k")
    frames(page)
    card, map_box = page.locator("#card").bounding_box(), page.locator("#map").bounding_box()
    assert card["height"] <= map_box["height"] / 2 + 1
    x, y = page.evaluate("[paperkg.place(paperkg.state.selected)].map(({ x, y }) => [x, y])[0]")
    y += map_box["y"]
    assert 0 < x < 390
    assert map_box["y"] < y < card["y"]
    page.locator(".take > summary").click()
    menu = page.locator("#take").bounding_box()
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= 390
