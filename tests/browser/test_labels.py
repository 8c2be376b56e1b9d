"""A name on the map is what it names: clicked, tapped or pointed at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..view.made import orchard
from ..waiting import until
from .conftest import Opener
from .explored import Explored
from .person import frames, heading

pytestmark = pytest.mark.browser

# The weightiest label not tried yet, and its middle: not where a click would be the second of a double
NEXT = """([tried, lastX, lastY]) => {
  const { left, top } = document.getElementById("map").getBoundingClientRect();
  return paperkg.labels()
    .map(({ node, x, y, lines, step }) => [node.name, left + x, top + y + (lines.length * step) / 2])
    .find(([name, x, y]) => !tried.includes(name) && Math.hypot(x - lastX, y - lastY) > 20);
}"""


def labels(page: Any, number: int) -> Iterator[tuple[str, float, float]]:
    """Go over some labels as they stand, each time after what was done with the last."""
    tried: list[str] = []
    x = y = 0.0
    for _ in range(number):
        frames(page)
        name, x, y = page.evaluate(NEXT, [tried, x, y])
        tried.append(name)
        yield name, x, y


@pytest.mark.parametrize("explored", ["sample"], indirect=True)
@pytest.mark.parametrize("width", [1280, 390])
def test_a_click_on_a_name_opens_what_it_names(explored: Explored, width: int) -> None:
    page = explored.open(width=width, has_touch=width == 390)
    press = page.touchscreen.tap if width == 390 else page.mouse.click
    for name, x, y in labels(page, 8):
        press(x, y)
        page.locator("#card").wait_for(state="visible")
        assert heading(page) == name
        page.keyboard.press("Escape")
        page.locator("#card").wait_for(state="hidden")


@pytest.mark.parametrize("explored", ["sample"], indirect=True)
def test_a_name_is_pointed_at_as_its_node(explored: Explored) -> None:
    page = explored.open()
    for name, x, y in labels(page, 6):
        page.mouse.move(x, y)
        until(
            page, "(name) => document.querySelector('#tip:not([hidden]) strong')?.textContent === name", name
        )


def test_a_double_click_on_a_name_draws_what_its_node_is_tied_to(show: Opener, tmp_path: Path) -> None:
    page = show(orchard(tmp_path / "orchard", 40), max_nodes=30, reduced_motion="reduce")
    [(x, y)] = [(x, y) for name, x, y in labels(page, 12) if name == "Paper 0"]
    page.mouse.dblclick(x, y)
    until(page, "paperkg.nodes.find((node) => node.name === 'language model').drawn")
    assert heading(page) == "Paper 0"
