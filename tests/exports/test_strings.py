"""The corpus of hostile strings through every export: what is written parses, and gives each string back.

What a format cannot hold is another character at its place: XML and YAML have no controls, and rows of CSV
hold a line each. A spreadsheet's formula has a `'` before it.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from paperkg.exports import export
from paperkg.graph import KnowledgeGraph, save
from paperkg.model import Paper
from tests import hostile
from tests.conftest import spelt
from tests.exports.test_bibtex import parsed, printed
from tests.exports.test_neo4j import Imported
from tests.exports.test_obsidian import links, vault
from tests.exports.test_vosviewer import read as read_vosviewer
from tests.exports.test_vosviewer import twice
from tests.exports.worlds import saved

STRINGS = list(dict.fromkeys(map(hostile.storable, hostile.STRINGS)))


def held(text: str) -> str:
    """What a line of XML or YAML can hold of a text, character by character."""
    return re.sub("[\x00-\x1f\x7f-\x9f\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", re.sub(r"\s", " ", text))


def words(text: str) -> str:
    return " ".join(held(text).split())


@pytest.fixture(scope="module")
def kg(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeGraph]:
    folder = tmp_path_factory.mktemp("strings") / "graph"
    folder.mkdir()
    save(folder, hostile.contents())
    with KnowledgeGraph(folder) as opened:
        assert len(list(opened.papers())) >= 200
        yield opened


@pytest.fixture(scope="module")
def papers(kg: KnowledgeGraph) -> list[Paper]:
    return list(kg.papers())


@pytest.mark.parametrize("name", ["graphml", "gexf"])
def test_xml(kg: KnowledgeGraph, papers: list[Paper], tmp_path: Path, name: str) -> None:
    export(kg, tmp_path / "out", format=name, abstracts=True)
    read = {"graphml": nx.read_graphml, "gexf": nx.read_gexf}[name](tmp_path / "out")
    nodes = [values for _, values in read.nodes(data=True)]
    told = [values for values in nodes if values["type"] == "paper"]
    for paper, values in zip(papers, told, strict=True):
        for field in ("title", "abstract", "venue", "url"):
            assert values[field] == held(getattr(paper, field))
        assert values["authors"] == f"{held(paper.authors[0])}; A. B."
    names = {values["label"] for values in nodes if values["type"] != "paper"}
    assert names == {"GSM8K", *map(held, STRINGS)}


@pytest.mark.parametrize("name", ["node-link", "cytoscape"])
def test_json(kg: KnowledgeGraph, papers: list[Paper], tmp_path: Path, name: str) -> None:
    export(kg, tmp_path / "out", format=name, abstracts=True)
    read = json.loads((tmp_path / "out").read_bytes())
    nodes = read["nodes"] if name == "node-link" else [node["data"] for node in read["elements"]["nodes"]]
    told = {node["id"]: node for node in nodes if node["type"] == "paper"}
    for paper in papers:
        node = told.pop(f"paper:{paper.id}")
        for field in ("title", "abstract", "venue", "url"):
            assert node[field] == getattr(paper, field)
        assert (node["authors"], node["keywords"]) == ([*paper.authors], [*paper.keywords])
    assert not told
    assert {node["label"] for node in nodes if node["type"] != "paper"} == {"GSM8K", *STRINGS}


def test_csv(kg: KnowledgeGraph, papers: list[Paper], tmp_path: Path) -> None:
    export(kg, tmp_path / "out", format="csv", abstracts=True)

    def rows(name: str) -> list[dict[str, str]]:
        with (tmp_path / "out" / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file, strict=True))

    nodes = rows("nodes")
    for paper, row in zip(papers, nodes, strict=False):
        for field in ("title", "abstract", "venue", "url"):
            assert row[field].removeprefix("'") == held(getattr(paper, field)).removeprefix("'"), field
        assert row["authors"].removeprefix("'") == f"{held(paper.authors[0])}; A. B.".removeprefix("'")
    claims = rows("claims")
    for paper, row in zip(papers, claims, strict=True):
        assert row["system"].removeprefix("'") == held(paper.title).removeprefix("'")
    for row in (*nodes, *claims, *rows("edges"), *rows("mentions")):
        for cell in row.values():
            assert re.fullmatch(r"[+-]?[0-9.]+%?|(?!\s*[=+\-@＝＋－＠]).*", cell, re.DOTALL), cell


def test_parquet(kg: KnowledgeGraph, papers: list[Paper], tmp_path: Path) -> None:
    pq: Any = pytest.importorskip("pyarrow.parquet", reason="needs the extra parquet")
    export(kg, tmp_path / "out", format="parquet", abstracts=True)
    rows = pq.read_table(tmp_path / "out" / "nodes.parquet").to_pylist()
    for paper, row in zip(papers, rows, strict=False):
        assert row["id"] == f"paper:{paper.id}"
        for field in ("title", "abstract", "venue", "url"):
            assert row[field] == getattr(paper, field)
        assert (row["authors"], row["keywords"]) == ([*paper.authors], [*paper.keywords])
    assert {row["label"] for row in rows[len(papers) :]} == {"GSM8K", *STRINGS}


def test_vosviewer(tmp_path: Path) -> None:
    with saved(tmp_path / "g", twice(tuple(STRINGS))) as kg:
        export(kg, tmp_path / "out", format="vosviewer")
    items, ties = read_vosviewer(tmp_path / "out")
    assert {item["label"] for item in items} == {words(text).replace('"', "'") for text in STRINGS}
    assert len(ties) == len(STRINGS) * (len(STRINGS) - 1) // 2


def test_neo4j(kg: KnowledgeGraph, papers: list[Paper], tmp_path: Path) -> None:
    export(kg, tmp_path / "out", format="neo4j", abstracts=True)
    read = Imported(tmp_path / "out")

    def bare(text: str) -> str:  # a space parts two backslashes, as `cell` says
        return held(text).replace(" ", "")

    for paper, row in zip(papers, read.nodes["Paper"].values(), strict=True):
        for field in ("title", "abstract", "venue", "url"):
            assert bare(row[field]) == bare(getattr(paper, field))
        assert bare(row["authors:string[]"]) == bare(f"{paper.authors[0].replace(';', ',')};A. B.")
    names = {bare(row["name"]) for row in read.nodes["Concept"].values()}
    assert names == {"GSM8K", *map(bare, STRINGS)}


def test_obsidian(kg: KnowledgeGraph, papers: list[Paper], tmp_path: Path) -> None:
    export(kg, tmp_path / "out", format="obsidian", abstracts=True)
    notes = vault(tmp_path / "out")
    fronts = {front["id"]: front for front, _ in notes.values()}
    for paper in papers:
        front = fronts[f"paper:{held(paper.id)}"]
        for field in ("title", "venue", "url"):
            assert front.get(field, "") == held(getattr(paper, field))
        assert front["authors"] == [held(paper.authors[0]), "A. B."]
    aliases = {alias for front in fronts.values() for alias in front.get("aliases", ())}  # type: ignore[attr-defined]
    assert set(map(held, STRINGS)) <= aliases
    places = {place.casefold() for place in notes}
    assert len(places) == len(notes) == len(papers) + len(STRINGS) + 1, "on a disk that ignores case too"
    for _, body in notes.values():
        assert all(target in notes for target, _ in links(body))


def test_bibtex(kg: KnowledgeGraph, papers: list[Paper], tmp_path: Path) -> None:
    export(kg, tmp_path / "out.bib", abstracts=True)
    read = list(parsed((tmp_path / "out.bib").read_text("utf-8")).values())
    for paper, entry in zip(papers, read, strict=True):
        assert words(printed(entry.fields["title"][1:-1])) == words(paper.title)
        assert words(printed(entry.fields["abstract"])) == words(paper.abstract)


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such names")
def test_names_of_graphs_and_files(tmp_path: Path) -> None:
    """Each string that can be a file's name is the name of a graph, and of what it is written to."""
    names = [text for text in STRINGS if 0 < len(text.encode()) < 80 and not re.search(r"[/\0]|^\.+$", text)]
    assert len(names) > 120
    for name in names[::12]:
        with saved(tmp_path / "graphs" / spelt(name)) as kg:
            for ending in ("graphml", "cyjs", "bib", "ttl"):
                export(kg, tmp_path / spelt(f"{name}.{ending}"))
        network = nx.read_graphml(tmp_path / spelt(f"{name}.graphml"))
        assert (len(network), network.graph["name"]) == (18, held(name))
        assert json.loads((tmp_path / spelt(f"{name}.cyjs")).read_bytes())["data"]["name"] == name
