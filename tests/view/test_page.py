import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.graph import Contents, KnowledgeGraph, open_graph, save
from paperkg.model import Kind, Paper, Role
from paperkg.rdf.iris import web_address
from paperkg.view import Page, write_page
from paperkg.view.data import LINE, label_lines
from paperkg.view.page import ASSETS, script_json

from .made import Found, forest, make, orchard


def block(html: str, name: str) -> Any:
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def written(kg: KnowledgeGraph, path: Path, **options: int) -> str:
    write_page(kg, path, **options)
    return path.read_text("utf-8")


def test_the_page_says_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    page = write_page(forest(tmp_path / "forest"), path)
    assert page == Page(path, shown=11, total=11, bytes=path.stat().st_size)
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["page.html"]


def test_every_link_has_its_sentence_and_every_node_a_place(tmp_path: Path) -> None:
    html = written(forest(tmp_path / "forest"), tmp_path / "page.html")
    nodes, edges, about = (block(html, name) for name in ("nodes", "edges", "about"))
    told = {
        (nodes[edge["from"]]["name"], edge["role"], nodes[edge["to"]]["name"]): about["sentences"][
            edge["said"]
        ]
        for edge in edges
        if "said" in edge
    }
    birch = "Birch, a Benchmark of Bark"
    assert told[birch, "introduces", "Birch"] == birch
    assert told[birch, "evaluates_on", "GSM8K"] == "We also score them on grade school math (GSM8K)."
    assert told["Cedar", "measures", "perplexity"] == "Cedar prunes LLaMA with little loss of perplexity."
    assert len(told) == 9
    assert [(nodes[e["from"]]["name"], nodes[e["to"]]["name"]) for e in edges if "said" not in e] == [
        ("LLaMA 3.1", "LLaMA")
    ]
    assert len({(node["x"], node["y"]) for node in nodes}) == 11


def test_a_link_leads_only_to_the_web(tmp_path: Path) -> None:
    nodes = block(written(forest(tmp_path / "forest"), tmp_path / "page.html"), "nodes")
    assert [node.get("url") for node in nodes[:3]] == ["https://example.org/alder", None, None]
    for address in (
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///x",
        "//x.org",
        "http:x",
        "https://[",
        "",
    ):
        assert web_address(address) is None


def test_a_large_graph_shows_its_best_connected_part_and_says_so(tmp_path: Path) -> None:
    kg = orchard(tmp_path / "orchard", 40)
    page = write_page(kg, tmp_path / "page.html", max_nodes=30)
    assert (page.shown, page.total) == (30, 40 + 40 + 1 + 10)
    nodes = block((tmp_path / "page.html").read_text("utf-8"), "nodes")
    kinds = [node["kind"] for node in nodes]
    # two fifths of the room would hold all ten benchmarks, but five have no paper among the first twenty:
    # their room goes to what single papers have. What all papers share is set aside.
    assert [kinds.count(kind) for kind in ("paper", "benchmark", "technique", "model")] == [20, 5, 5, 0]
    with pytest.raises(ValueError, match="max_nodes"):
        write_page(kg, tmp_path / "page.html", max_nodes=0)


def test_what_all_papers_share_is_drawn_small(tmp_path: Path) -> None:
    nodes = block(written(orchard(tmp_path / "orchard", 12), tmp_path / "page.html"), "nodes")
    hub = next(node for node in nodes if node["name"] == "language model")
    assert hub["hub"]
    assert hub["size"] <= min(node["size"] for node in nodes)


def test_nothing_in_the_page_points_elsewhere(tmp_path: Path) -> None:
    html = written(forest(tmp_path / "forest"), tmp_path / "page.html")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    assert policy[1].startswith("default-src 'none'; ")
    assert not re.search(r"unsafe|https?:|\*", policy[1])
    assert re.findall(r'<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)="([^"]*)"', html) == ["data:,"]
    assert not re.search(r"@import|url\(", html.partition("<script")[0])
    runs = re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", html, re.DOTALL)
    assert len(runs) == 3
    for content in runs:
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]


def test_the_licence_of_vis_network_stays(tmp_path: Path) -> None:
    html = written(forest(tmp_path / "forest"), tmp_path / "page.html")
    assert "@copyright (c) 2017-2019 visjs contributors" in html
    assert "The MIT License" in html


def test_the_scripts_never_read_data_as_markup_or_code() -> None:
    for path in ASSETS.iterdir():
        text = path.read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|\bFunction\(", text
        )
        assert not re.search(r"<[^>]+\son\w+=", text)


def test_hostile_text_stays_within_its_block(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script> <!-- \u2028\u2029 & \\href{x}{y}"
    paper = Paper("p", evil, f"It uses {evil}.")
    kg = make(tmp_path / "<b>x", [(paper, [Found(evil, Kind.TASK, Role.ADDRESSES)])])
    html = written(kg, tmp_path / "page.html")
    assert "alert(1)</script>" not in html
    assert "\u2028" not in html
    assert '<h1 dir="auto">&lt;b&gt;x</h1>' in html
    assert block(html, "nodes")[0]["name"] == evil.replace("\u2028", " ").replace("\u2029", " ")


@given(st.recursive(st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_json_in_the_page_reads_back_and_holds_no_markup(value: object) -> None:
    text = script_json(value)
    assert json.loads(text) == value
    assert not re.search("[<>&\u2028\u2029]", text)


@given(st.text(min_size=1))
def test_labels_are_short(text: str) -> None:
    lines = label_lines(text)
    assert 1 <= len(lines) <= 2
    assert max(map(len, lines)) <= LINE + 1


def test_an_older_page_stays_when_a_new_one_cannot_be_written(tmp_path: Path) -> None:
    kg = forest(tmp_path / "forest")
    target = tmp_path / "page.html"
    target.mkdir()  # a folder cannot be replaced by a file
    with pytest.raises(OSError, match=r"page\.html"):
        write_page(kg, target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["forest", "page.html"]


def test_an_empty_graph_makes_a_page(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    save(tmp_path / "none", Contents((), (), ()))
    page = write_page(open_graph(tmp_path / "none"), tmp_path / "page.html")
    assert (page.shown, page.total) == (0, 0)


def test_the_same_graph_gives_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    orchard(tmp_path / "orchard", 40).close()
    program = (
        "import sys, pathlib; from paperkg.graph import open_graph; from paperkg.view import write_page\n"
        "write_page(open_graph(sys.argv[1]), pathlib.Path(sys.argv[2]), max_nodes=60)"
    )
    for seed in ("0", "1", "77"):
        command = [sys.executable, "-c", program, str(tmp_path / "orchard"), str(tmp_path / f"{seed}.html")]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
    pages = {(tmp_path / f"{seed}.html").read_bytes() for seed in ("0", "1", "77")}
    assert len(pages) == 1
