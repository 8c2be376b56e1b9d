"""What a person does with the page: point at a node, click it, read the card."""

from __future__ import annotations

from typing import Any

from ..waiting import until

ALDER = "Alder: Growing Answers as Trees"
BIRCH = "Birch, a Benchmark of Bark"
# The map's picture; a copy, as Chromium warns of a canvas that is read twice
PICTURE = """(() => {
  const canvas = document.querySelector("#map canvas");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [canvas.width, canvas.height];
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  return context;
})()"""


def spot(page: Any, name: str, toward: str | None = None) -> tuple[float, float]:
    """Find where on the screen a node lies, or the middle of the line to another."""
    x, y = page.evaluate(
        """([name, toward]) => {
          const { network, nodes } = window.paperkg;
          const ends = [name, toward ?? name].map((some) => nodes.find((node) => node.name === some));
          const middle = { x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2 };
          const { x, y } = network.canvasToDOM(middle);
          const box = document.getElementById("map").getBoundingClientRect();
          return [box.left + x, box.top + y];
        }""",
        [name, toward],
    )
    return x, y


def hover(page: Any, name: str, toward: str | None = None) -> Any:
    x, y = spot(page, name, toward)
    page.mouse.move(x + 60, y + 60)
    page.mouse.move(x, y, steps=3)
    tip = page.locator("#tip")
    tip.wait_for(state="visible")
    return tip


def click(page: Any, name: str) -> Any:
    page.mouse.click(*spot(page, name))
    card = page.locator("#card")
    card.wait_for(state="visible")
    return card


def node_at(page: Any, name: str) -> Any:
    x, y = spot(page, name)
    return page.evaluate(
        """([x, y]) => {
          const box = document.getElementById("map").getBoundingClientRect();
          const id = paperkg.network.getNodeAt({ x: x - box.left, y: y - box.top });
          return id === undefined ? null : paperkg.nodes[id].name;
        }""",
        [x, y],
    )


def wait_for_node(page: Any, name: str) -> None:
    """Wait until a node can be pointed at where it lies: a frame after what has moved or come back."""
    until(
        page,
        """(name) => {
          const { network, nodes } = window.paperkg;
          const wanted = nodes.find((node) => node.name === name);
          const id = network.getNodeAt(network.canvasToDOM({ x: wanted.x, y: wanted.y }));
          return id !== undefined && nodes[id].name === name;
        }""",
        name,
    )


def frames(page: Any, number: int = 2) -> None:
    """Let the page draw: what was asked for before is on the screen after two frames."""
    wait = (
        "(n) => new Promise((done) => { const on = () => (n-- ? requestAnimationFrame(on) : done()); on(); })"
    )
    page.evaluate(wait, number)


def heading(page: Any) -> str:
    return str(page.locator("#card h2").inner_text())


def colours_drawn(page: Any) -> int:
    picture = f"{PICTURE}.getImageData(0, 0, 900, 700).data.buffer"
    return int(page.evaluate(f"new Set(new Uint32Array({picture})).size"))


def pixel(page: Any, name: str) -> list[int]:
    x, y = spot(page, name)
    box = page.locator("#map canvas").bounding_box()
    at = f"{x - box['x']}, {y - box['y']}, 1, 1"
    colour: list[int] = page.evaluate(f"[...{PICTURE}.getImageData({at}).data.slice(0, 3)]")
    return colour


def search(page: Any, text: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.locator("#card").wait_for(state="visible")


def act(page: Any, name: str) -> None:
    page.locator("#card").get_by_role("button", name=name, exact=True).click()


def drawn(page: Any) -> list[str]:
    """Return the names of the nodes that answer a pointer."""
    names: list[str] = page.evaluate("paperkg.network.body.nodeIndices.map((id) => paperkg.nodes[id].name)")
    return names


def lit(page: Any) -> list[str]:
    """Return the names of the nodes that stand out while the rest fades."""
    names: list[str] = page.evaluate("(paperkg.state.focus?.nodes ?? []).map(({ name }) => name)")
    return names


def saved(page: Any, name: str) -> tuple[str, bytes]:
    """Press one of the buttons under Save, and return the file's name and content."""
    summary = page.locator(".take > summary")
    if not page.locator("#take").is_visible():
        summary.click()
    with page.expect_download() as waiting:
        page.locator("#take").get_by_role("button", name=name).click()
    download = waiting.value
    return download.suggested_filename, download.path().read_bytes()
