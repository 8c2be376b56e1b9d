"""The documentation as a site: it is whole, and asks no network for anything."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path

import pytest

from paperkg.cli import app
from tests.conftest import ROOT

pytest.importorskip("mkdocs", reason="needs the extra docs")
COMMANDS = [command.name or command.callback.__name__ for command in app.registered_commands]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    return folder


class Assets(HTMLParser):
    """Collects what a browser fetches of its own accord when it shows a page."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "a" or (tag == "link" and given.get("rel") in ("canonical", "next", "prev")):
            return
        self.fetched += [value for name in ("src", "href", "srcset", "data") if (value := given.get(name))]
        self.fetched += re.findall(r"(?:url\(|@import)\s*['\"]?([^'\")\s;]+)", given.get("style") or "")


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > len(COMMANDS)
    for page in pages:
        assets = Assets()
        assets.feed(page.read_text(encoding="utf-8"))
        assert assets.fetched
        remote = [link for link in assets.fetched if re.match(r"(?:https?:)?//", link)]
        assert not remote, (page, remote)


def test_no_style_sheet_fetches_anything_from_elsewhere(site: Path) -> None:
    sheets = list(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        assert not re.search(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", text), sheet


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_page(site: Path, name: str) -> None:
    text = (site / "commands" / f"{name}.html").read_text(encoding="utf-8")
    assert f"paperkg {name} --help" in text
    assert f'href="{name}.html"' in (site / "commands" / "index.html").read_text(encoding="utf-8")


def test_the_help_has_every_option(site: Path) -> None:
    text = (site / "commands" / "sparql.html").read_text(encoding="utf-8")
    for written in (
        "paperkg sparql GRAPH [QUERY] [OPTIONS]",
        "--example NAME",
        "--examples",
        "--format, -f table|csv|tsv|json|xml|ttl|nt",
    ):
        assert written in unescape(re.sub(r"<[^>]+>", "", text)), written


@pytest.mark.parametrize("module", ["paperkg", "paperkg.questions", "paperkg.rdf"])
def test_the_reference_has_what_python_offers(site: Path, module: str) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in site.glob("reference/*.html"))
    for name in import_module(module).__all__:
        offered = getattr(import_module(module), name)
        if callable(offered):
            assert f'id="{offered.__module__}.{offered.__name__}"' in pages, name
