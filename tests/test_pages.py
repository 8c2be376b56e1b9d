"""What the README and the documentation show is what happens."""

from __future__ import annotations

import difflib
import importlib.util
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, SAMPLE, Built

_SPEC = importlib.util.spec_from_file_location("refresh_docs", ROOT / "scripts" / "refresh_docs.py")
refresh_docs = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(refresh_docs)

PAGES = [str(page.relative_to(ROOT)) for page in refresh_docs.pages()]
OTHERS = ["CONTRIBUTING.md", "CHANGELOG.md", "data/README.md", "graphs/README.md"]


@pytest.fixture(scope="module")
def graph(built: Callable[[str], Built], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The graph of the sample, ready to be asked in SPARQL."""
    copy = shutil.copytree(built(SAMPLE.name).folder, tmp_path_factory.mktemp("pages") / SAMPLE.stem)
    return refresh_docs.warmed(copy)


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
@pytest.mark.parametrize("page", PAGES)
def test_every_output_is_as_shown(page: str, graph: Path) -> None:
    """`python scripts/refresh_docs.py` mends it."""
    shown = (ROOT / page).read_text(encoding="utf-8")
    printed = refresh_docs.refreshed(shown, graph)
    changes = difflib.unified_diff(shown.splitlines(), printed.splitlines(), page, "now", lineterm="")
    assert printed == shown, "\n".join(changes)


def test_a_page_is_run_block_by_block(graph: Path) -> None:
    page = """
```toml title="mine.toml"
[aliases]
```
```console
$ cat mine.toml
$ paperkg concepts graphs/iclr2026-sample | sed -n 's/ *[0-9]*  benchmark *GSM/GSM/p'
$ paperkg concepts graphs/iclr2026-sample > concepts.txt
$ paperkg sparql graphs/iclr2026-sample 'ASK {
>   ?paper pk:introduces/a pk:Benchmark
> }'
old
$ paperkg shared graphs/iclr2026-sample nothing-like-it
```
```pycon
>>> for n in (1, 2):
...     print(n)
```
```sh
$ rm -r graphs
```
"""
    after = refresh_docs.refreshed(page, graph)
    assert "$ cat mine.toml\n[aliases]\n$" in after
    assert "/p'\nGSM8K\n$ paperkg concepts graphs/iclr2026-sample > concepts.txt\n$" in after
    assert "> }'\nyes\n$" in after
    assert "nothing-like-it\npaperkg: no concept is called 'nothing-like-it'" in after
    assert "...     print(n)\n1\n2\n```" in after
    assert after.endswith("```sh\n$ rm -r graphs\n```\n")


@pytest.mark.parametrize("page", PAGES + OTHERS)
def test_every_link_to_a_file_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#)([^)]+)\)", text):
        assert (ROOT / page).parent.joinpath(target.partition("#")[0]).exists(), target
