"""What the README shows is what happens."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "data/README.md",
    "graphs/README.md",
    "docs/explorer.md",
    "docs/model-card.md",
    "docs/rdf.md",
    "docs/reliability.md",
    "docs/scale.md",
    "docs/sparql.md",
]


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_every_output_is_as_shown() -> None:
    """`python scripts/refresh_readme.py` mends it."""
    command = [sys.executable, str(ROOT / "scripts" / "refresh_readme.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES)
def test_every_link_to_a_file_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#)([^)]+)\)", text):
        assert (ROOT / page).parent.joinpath(target.partition("#")[0]).exists(), target
