"""Other machines: a C locale, no HOME or a read-only one, names with spaces and letters of many scripts."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAPERS = (
    '{"id": "é", "title": "Alder Grows Trees", "abstract": "We present Alder. It is tested on GSM8K."}\n'
    '{"id": "論", "title": "Birch Bends", "abstract": "Birch reaches 71.5% on GSM8K."}\n'
)
BARE = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
READ_ONLY = "/proc" if Path("/proc").is_dir() else "/nowhere/to be"  # even for root

# The commands one after the other in one process that has loaded everything once
RUN = """
import sys
import warnings
# Wherever a file is opened without its encoding, Windows takes another than UTF-8
warnings.filterwarnings("error", category=EncodingWarning, module="paperkg")
from typer.testing import CliRunner
from paperkg.cli import app
text = sys.stdin.buffer.read().decode("ascii", "surrogateescape")  # as the system hands over arguments
for line in text.split("\\0"):
    result = CliRunner().invoke(app, line.split("\\1"))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code:
        raise SystemExit(f"{line!a}: {result.exit_code} {result.stderr!a}")
print("ok", sys.getfilesystemencoding())
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows and its file systems have names of their own")
def test_a_c_locale_and_names_that_it_cannot_spell(tmp_path: Path) -> None:
    folder = tmp_path / "un dossier" / "données 论文"
    folder.mkdir(parents=True)
    (folder / "pa pers é.jsonl").write_text(PAPERS, encoding="utf-8")
    graph = "grâphe 图"
    commands = [
        ["build", "pa pers é.jsonl", "-o", graph, "--workers", "1"],
        ["add", graph, "pa pers é.jsonl"],
        ["concepts", graph],
        ["shared", graph, "GSM8K"],
        ["search", graph, "alder", "--json"],
        ["doctor", graph],
        ["view", graph, "--no-open"],
        ["export", graph, "sörtie.ttl"],
        ["import", "sörtie.ttl", "-o", "encôre"],
        ["sparql", graph, "ASK {}"],
        ["sparql", graph, "SELECT ?t { ?p a pk:Paper ; dcterms:title ?t }", "-f", "json"],
    ]
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        pass
    else:
        commands += [
            ["extract", "pa pers é.jsonl", "-o", "pârt.parquet"],
            ["build", "pârt.parquet", "-o", "zwei ü"],
        ]
    commands.append(["export", graph, "--format", "obsidian", "-o", "vâult"])
    run(commands, folder, {"HOME": READ_ONLY})
    assert {path.name for path in folder.iterdir()} >= {graph, "sörtie.ttl", "encôre"}
    written = [path.relative_to(folder).as_posix() for path in folder.rglob("*")]
    same = {unicodedata.normalize("NFC", path).casefold() for path in written}
    assert len(same) == len(written), "on a disk that ignores case, one would take the other's place"


@pytest.mark.skipif(os.name != "posix", reason="Windows does without HOME anyway")
def test_no_home(tmp_path: Path) -> None:
    (tmp_path / "papers.jsonl").write_text(PAPERS, encoding="utf-8")
    commands = [
        ["build", "papers.jsonl", "-o", "graph", "--workers", "1"],
        ["view", "graph", "--no-open"],
        ["sparql", "graph", "ASK {}"],
    ]
    run(commands, tmp_path, {})


def run(commands: list[list[str]], folder: Path, more: dict[str, str]) -> None:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    left_out = ("LC_", "PYTHON", "HOME", "XDG_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", RUN],
        input="\0".join("\1".join(command) for command in commands).encode(),
        capture_output=True,
        cwd=folder,
        env={**kept, **BARE, **more, "PYTHONPATH": path},
    )
    assert done.stdout.split() == [b"ok", b"ascii"], done.stderr.decode("utf-8", "replace")
