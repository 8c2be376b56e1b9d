"""What the page saves, run by Node where it is: it says of papers what an export says."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path

import pytest

from paperkg.exports import cite, export
from paperkg.exports.plain import plain
from paperkg.view.data import page_data

from .worlds import HOSTILE, named, saved

# what the page holds as it is, and the page's own keeps a title's white space
NAMES = tuple(name for name in HOSTILE if plain(name) == name == name.strip())
NAMES += ("The C_2 Test & More", "A {B} C~D", "Sums", "Sums", "-1.5%", "Doe, Jane", "＝1")


def test_the_page_saves_the_same(tmp_path: Path) -> None:
    node = shutil.which("node")
    if not node:
        pytest.skip("Node is not here")
    with saved(tmp_path / "g", named(NAMES)) as kg:
        page = page_data(kg, 1500)
        wanted = cite(kg, (f"{number}{name}" for number, name in enumerate(NAMES)))
        export(kg, tmp_path / "out", format="csv")
    papers = [
        {"id": number, "edges": [], **record}
        for number, record in enumerate(page.nodes)
        if record["kind"] == "paper"
    ]
    script = files("paperkg.view").joinpath("assets/take.js").read_text("utf-8")
    script += f"""
    var details = {json.dumps(page.behind["details"])}, papers = {json.dumps(papers)};
    var told = (node) => details[node.id] || {{}};
    var isPaper = (node) => node.kind === "paper";
    process.stdout.write(JSON.stringify([bibtex(papers), csv(papers)]));"""
    done = subprocess.run([node, "-"], input=script, capture_output=True, encoding="utf-8", check=True)
    bibtex, table = json.loads(done.stdout)
    assert bibtex == wanted
    with (tmp_path / "out" / "nodes.csv").open(encoding="utf-8-sig", newline="") as file:
        ours = [row for row in csv.DictReader(file) if row["type"] == "paper"]
    for own, other in zip(ours, csv.DictReader(io.StringIO(table)), strict=True):
        assert own["label"] == other["name"]
        for column in ("authors", "year", "venue"):
            assert own[column] == other[column]
