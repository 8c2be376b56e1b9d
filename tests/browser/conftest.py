"""A real Chromium; every page that a test opens must keep quiet and to itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paperkg.graph import KnowledgeGraph
from paperkg.view import write_page

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome")


def find_browser() -> str | None:
    return os.environ.get("PAPERKG_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def missing(what: str) -> None:
    reason = f"{what}; install Debian's chromium, or name one in PAPERKG_CHROMIUM"
    if os.environ.get("PAPERKG_REQUIRE_BROWSER") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed")
    path = find_browser()
    if path is None:
        missing(f"no browser found ({', '.join(NAMES)})")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


Opener = Callable[..., Any]


@pytest.fixture
def show(chromium: Any, tmp_path: Path) -> Iterator[Opener]:
    """Write a graph's page and open it: show(kg), show(kg, width=390, height=844, color_scheme="dark")."""
    noise: list[str] = []
    contexts: list[Any] = []

    def open_page(
        kg: KnowledgeGraph,
        *,
        width: int = 1280,
        height: int = 800,
        max_nodes: int = 1500,
        at: str = "",
        **options: Any,
    ) -> Any:
        path = tmp_path / "page.html"
        write_page(kg, path, max_nodes=max_nodes)
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: noise.append(f"console {message.type}: {message.text}"))
        page.on("pageerror", lambda error: noise.append(f"error: {error}"))

        def note(request: Any) -> None:
            local = request.url.startswith(("data:,", "blob:null/", "blob:file:"))  # a file that is saved
            if not local and request.url.partition("#")[0] != path.as_uri():
                noise.append(f"request: {request.url}")

        page.on("request", note)
        page.goto(path.as_uri() + at)
        page.evaluate("paperkg.whenLoaded")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert noise == []
