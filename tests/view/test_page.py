import base64
import hashlib
import json
import os
import re
import subprocess
import sys
import zlib
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.graph import Contents, KnowledgeGraph, open_graph, save
from paperkg.model import Kind, Paper, Role
from paperkg.questions import UnknownNameError
from paperkg.rdf.iris import web_address
from paperkg.view import Page, Scope, show, write_page
from paperkg.view.page import ASSETS, SCRIPTS, script_json

from .made import Found, forest, make, orchard


def block(html: str, name: str) -> Any:
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', html, re.DOTALL)
    assert found
    return json.loads(found[1])


def behind(html: str, name: str) -> Any:
    found = re.search(rf'<script id="behind-{name}" type="text/plain">([A-Za-z0-9+/=]*)</script>', html)
    assert found
    return json.loads(zlib.decompress(base64.b64decode(found[1])))


def held(html: str) -> list[dict[str, Any]]:
    """Return every node that a page holds, those first that it draws."""
    return [*block(html, "nodes"), *behind(html, "nodes")]


def written(kg: KnowledgeGraph, path: Path, **options: Any) -> str:
    write_page(kg, path, **options)
    return path.read_text("utf-8")


def test_the_page_says_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    page = write_page(forest(tmp_path / "forest"), path)
    assert page == Page(path, shown=11, total=11, bytes=path.stat().st_size)
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["page.html"]


def test_every_link_has_its_sentence_and_every_node_a_place(tmp_path: Path) -> None:
    html = written(forest(tmp_path / "forest"), tmp_path / "page.html")
    nodes, roles = block(html, "nodes"), block(html, "about")["roles"]
    links, sentences = behind(html, "links"), behind(html, "sentences")
    told = {
        (nodes[paper]["name"], roles[role], nodes[concept]["name"]): sentences[said[0]]
        for paper, concept, role, *said in links
        if said
    }
    birch = "Birch, a Benchmark of Bark"
    assert told[birch, "introduces", "Birch"] == birch
    assert told[birch, "evaluates_on", "GSM8K"] == "We also score them on grade school math (GSM8K)."
    assert told["Cedar", "measures", "perplexity"] == "Cedar prunes LLaMA with little loss of perplexity."
    assert len(told) == 9
    families = [(nodes[a]["name"], roles[role], nodes[b]["name"]) for a, b, role, *said in links if not said]
    assert families == [("LLaMA 3.1", "version_of", "LLaMA")]
    assert [link[:3] for link in links] == block(html, "edges")
    assert len({(node["x"], node["y"]) for node in nodes}) == 11


def test_a_link_leads_only_to_the_web(tmp_path: Path) -> None:
    details = behind(written(forest(tmp_path / "forest"), tmp_path / "page.html"), "details")
    assert [paper.get("url") for paper in details[:3]] == ["https://example.org/alder", None, None]
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
    html = (tmp_path / "page.html").read_text("utf-8")
    nodes = block(html, "nodes")
    kinds = [node["kind"] for node in nodes]
    # two fifths of the room would hold all ten benchmarks, but five have no paper among the first twenty:
    # their room goes to what single papers have. What all papers share is set aside.
    assert [kinds.count(kind) for kind in ("paper", "benchmark", "technique", "model")] == [20, 5, 5, 0]
    assert len({node["key"] for node in held(html)}) == 91  # the others are there too, behind the map
    assert len([link for link in behind(html, "links") if link[2] == 0]) == 40
    assert all("x" not in node for node in behind(html, "nodes"))
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
    assert {path.name for path in ASSETS.glob("*.js")} == set(SCRIPTS)


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


def test_a_notebook_shows_the_same_page_in_a_frame_of_its_own(tmp_path: Path) -> None:
    kg = forest(tmp_path / "forest")
    shown = show(kg, height=500)._repr_html_()
    inner = re.search(r'srcdoc="([^"]*)"', shown)
    assert inner
    assert unescape(inner[1]) == written(kg, tmp_path / "page.html")
    assert 'height="500"' in shown


@pytest.mark.parametrize(
    ("scope", "names"),
    [
        (
            Scope(around="GSM8K", hops=1),
            ["Alder: Growing Answers as Trees", "Birch, a Benchmark of Bark", "GSM8K"],
        ),
        (Scope(around="cedar", hops=1, only=("paper", "metric")), ["Cedar", "perplexity"]),
        (Scope(around="Birch, a Benchmark", hops=1), ["Birch, a Benchmark of Bark", "Birch", "GSM8K"]),
        (Scope(only=("benchmark",)), ["Birch", "GSM8K"]),
        (Scope(top=2), ["Alder: Growing Answers as Trees", "Birch, a Benchmark of Bark"]),
    ],
)
def test_a_page_of_a_part_holds_no_more(tmp_path: Path, scope: Scope, names: list[str]) -> None:
    page = write_page(forest(tmp_path / "forest"), tmp_path / "page.html", scope=scope)
    html = page.path.read_text("utf-8")
    assert [node["name"] for node in held(html)] == names
    assert page.total == len(names)
    assert block(html, "about")["scope"] == scope.words


def test_a_hub_is_no_way_to_everything(tmp_path: Path) -> None:
    kg = orchard(tmp_path / "orchard", 40)
    near = write_page(kg, tmp_path / "page.html", scope=Scope(around="Graft-0", hops=3))
    # its paper, what that has (one of them the model of all), and the three other papers of its row
    assert near.total == 1 + 1 + 2 + 3


def test_a_cluster_is_one_region_of_the_whole_page(tmp_path: Path) -> None:
    kg = orchard(tmp_path / "orchard", 40)
    whole = block(written(kg, tmp_path / "page.html"), "nodes")
    one = held(written(kg, tmp_path / "one.html", scope=Scope(cluster=2)))
    assert {node["key"] for node in one} == {node["key"] for node in whole if node["cluster"] == 1}
    with pytest.raises(ValueError, match="there is no cluster 99"):
        write_page(kg, tmp_path / "page.html", scope=Scope(cluster=99))


def test_what_a_page_is_around_must_be_there() -> None:
    with pytest.raises(ValueError, match="'song' is no kind; there are paper, benchmark"):
        Scope(only=("song",))
    with pytest.raises(ValueError, match="hops must be at least 1, not 0"):
        Scope(hops=0)


def test_a_name_that_nothing_has_is_said(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="no paper or concept is called 'oak'"):
        write_page(forest(tmp_path / "forest"), tmp_path / "page.html", scope=Scope(around="oak"))
