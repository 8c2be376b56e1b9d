"""Graphs of real papers, each built once for all tests, and one browser for those that need it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from typer.testing import CliRunner

from paperkg.cli import app

settings.register_profile("any machine", deadline=None)  # no test depends on how fast it is
settings.load_profile("any machine")

ROOT = Path(__file__).parents[1]
CORPORA = ROOT.parent / "shared" / "corpora"
SAMPLE = ROOT / "data" / "iclr2026-sample.jsonl"


def spelt(name: str) -> str:
    """Spell a name for the file system: as UTF-8, also where the locale is C."""
    return os.fsdecode(name.encode())


def named(path: Path) -> str:
    """Tell what such a path is called."""
    return os.fsencode(path.as_posix()).decode()


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


@dataclass(frozen=True)
class Built:
    """A source, the graph that the command built of it, and what the command printed."""

    source: Path
    folder: Path
    printed: str


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Built]:
    """Build the graph of the sample, or of a file in the folder of corpora beside the checkout."""

    @cache
    def build(name: str) -> Built:
        source = SAMPLE if name == SAMPLE.name else CORPORA / name
        if not source.exists():
            pytest.skip(f"{name} is not here: it belongs beside the checkout, in shared/corpora")
        folder = tmp_path_factory.mktemp("graphs") / source.stem
        ran = CliRunner().invoke(app, ["build", str(source), "-o", str(folder)])
        assert ran.exit_code == 0, ran.stderr
        return Built(source, folder, ran.stdout)

    return build


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
