"""Take the pictures of the page for the README and the documentation anew: screenshots.py [FOLDER].

Builds the sample's graph and opens its page in a headless Chromium (PAPERKG_CHROMIUM, else the path's).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import paperkg
from paperkg.view import write_page

ROOT = Path(__file__).parents[1]
SHOTS = (
    ("page.png", 1280, 800, "light", ""),
    ("page-card.png", 1280, 800, "light", "#at=benchmark:gsm8k"),
    ("page-papers.png", 1280, 800, "light", "#view=shared"),
    ("page-phone.png", 390, 844, "dark", "#at=benchmark:gsm8k"),
)


def take(folder: Path) -> None:
    """Write every picture into a folder."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        graph, path = Path(scratch, "iclr2026-sample"), Path(scratch, "page.html")
        paperkg.build(ROOT / "data" / "iclr2026-sample.jsonl", graph)
        with paperkg.open(graph) as kg:
            write_page(kg, path)
        program = os.environ.get("PAPERKG_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        for name, width, height, scheme, fragment in SHOTS:
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme=scheme,
                reduced_motion="reduce",
                is_mobile=width < 500,
                has_touch=width < 500,
            )
            page = context.new_page()
            page.goto(path.as_uri() + fragment)
            page.evaluate("paperkg.whenLoaded")
            page.wait_for_timeout(300)
            page.screenshot(path=folder / name)
            context.close()
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
