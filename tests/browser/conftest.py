"""A real Chromium; every page that a test opens must keep quiet and to itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paperkg.graph import KnowledgeGraph
from paperkg.view import write_page

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
