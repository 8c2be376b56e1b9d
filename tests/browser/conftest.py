"""A real Chromium; every page that a test opens must keep quiet and to itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paperkg.graph import KnowledgeGraph, open_graph
from paperkg.view import write_page

from ..conftest import CORPORA, SAMPLE, Built
from ..view.made import HEBREW, JAPANESE, forest, with_more, wood
from .explored import Explored

Opener = Callable[..., Any]
REAL = "iclr2026.jsonl"


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


@pytest.fixture(scope="session")
def big(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    """A graph of 20,323 nodes of which every number is known."""
    with wood(tmp_path_factory.mktemp("wood") / "wood") as kg:
        yield kg


@pytest.fixture(scope="session")
def served(
    big: KnowledgeGraph, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[KnowledgeGraph, str]]:
    """A server of it; its queries are answered from a small graph, which takes no time to make."""
    pytest.importorskip("uvicorn", reason="needs the extra serve")
    from paperkg.sparql import cached

    from ..serve.conftest import running

    small = tmp_path_factory.mktemp("small") / "forest"
    forest(small).close()
    with cached(small) as cache, running(cache.path, cache.digest, big.folder, patience=60) as server:
        yield big, f"{server.address}/explore"


@pytest.fixture(scope="session")
def large(
    built: Callable[[str], Built], request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[KnowledgeGraph, str]:
    """The page of 4,182 real papers, where they are here; else of the graph that the server has."""
    is_here = (CORPORA / REAL).exists()
    kg = open_graph(built(REAL).folder) if is_here else request.getfixturevalue("big")
    return kg, write_page(kg, tmp_path_factory.mktemp("page") / "large.html").path.as_uri()


@pytest.fixture(scope="session")
def sample(
    built: Callable[[str], Built], tmp_path_factory: pytest.TempPathFactory
) -> tuple[KnowledgeGraph, str]:
    """The page of the sample, and of two papers with titles in other scripts."""
    folder = tmp_path_factory.mktemp("page")
    kg = with_more(open_graph(built(SAMPLE.name).folder), folder / "sample", (HEBREW, JAPANESE))
    return kg, write_page(kg, folder / "sample.html").path.as_uri()


@pytest.fixture(params=["sample", "large", "served"])
def explored(request: pytest.FixtureRequest, chromium: Any) -> Iterator[Explored]:
    """The same page three times: of few papers and of many from a file, of many from a server."""
    one = Explored(*request.getfixturevalue(request.param), chromium, [])
    before = len(chromium.contexts)
    yield one
    for context in chromium.contexts[before:]:
        context.close()
    assert one.noise == []
