"""The page for everyone: screen readers, contrast, little motion, every script, small screens, paper."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from paperkg import view
from paperkg.model import Kind, Paper, Role

from ..view.made import Found, forest, garden, make, orchard
from .conftest import Opener
from .person import act, frames, search

pytestmark = pytest.mark.browser


@pytest.fixture(scope="session")
def axe() -> str:
    """The accessibility checker axe-core, as axe-playwright-python ships it."""
    pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python, of the extra test")
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def faults(page: Any, axe: str) -> list[tuple[str, str]]:
    page.evaluate(axe)  # by the debugger, as the page's policy lets no other script in
    found = page.evaluate("axe.run(document).then(({ violations }) => violations)")
    return [
        (fault["id"], fault["nodes"][0]["html"])
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_serious_fault(show: Opener, tmp_path: Path, axe: str, scheme: str, width: int) -> None:
    page = show(garden(tmp_path / "garden"), color_scheme=scheme, width=width)
    if width < 500:
        page.locator(".legend > summary").click()
    assert faults(page, axe) == []
    if width < 500:
        page.locator(".legend > summary").click()
    search(page, "glade")
    act(page, "And")
    assert faults(page, axe) == []
    page.get_by_role("button", name="List").click()
    page.locator("#search").fill("a")
    assert faults(page, axe) == []


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


def test_with_reduced_motion_the_map_is_there_at_once(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"), reduced_motion="reduce")
    before = page.evaluate("paperkg.network.getScale()")
    page.locator("#zoom-in").click()
    assert page.evaluate("paperkg.network.getScale()") == pytest.approx(before * 1.5)


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


def test_a_title_runs_its_own_way(show: Opener, tmp_path: Path) -> None:
    title = "גרף הידע של מאמרים"
    page = show(make(tmp_path / "one", [(Paper("p", title, "It."), [Found("It", Kind.TASK, Role.USES)])]))
    search(page, "הידע")
    assert page.evaluate("getComputedStyle(document.querySelector('#card h2')).direction") == "rtl"
    page.get_by_role("button", name="List").click()
    cell = page.locator("#list").get_by_role("button", name=title).locator("span")
    assert cell.evaluate("(element) => getComputedStyle(element).direction") == "rtl"


def test_on_paper_the_list_stands_with_the_map(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert not page.locator("#search").is_visible()
    assert page.locator("#list tbody tr").count() == 15
    assert page.locator("#list").is_visible()
    assert page.locator("#map").is_visible()


def test_a_notebook_shows_the_page_in_a_frame(chromium: Any, tmp_path: Path) -> None:
    outer = tmp_path / "notebook.html"
    frame = view.show(forest(tmp_path / "forest"))._repr_html_()
    outer.write_text(f"<!doctype html><meta charset=utf-8>{frame}", "utf-8")
    page = chromium.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(outer.as_uri())
    inner = page.frame_locator("iframe")
    assert inner.locator("#shown").inner_text() == "3 papers, 8 concepts"
    inner.locator("#search").fill("gsm8k")
    inner.locator("#search").press("Enter")
    assert inner.locator("#card h2").inner_text() == "GSM8K"
    page.close()
    assert errors == []


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
