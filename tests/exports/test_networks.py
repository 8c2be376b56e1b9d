"""GraphML, GEXF, node-link JSON and Cytoscape's JSON, read back by NetworkX, igraph and an XML parser."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from paperkg.exports import export
from paperkg.exports.drawing import COLOURS, drawing
from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind
from paperkg.view.data import page_data
from tests.graph.example import many

from .worlds import HOSTILE, saved

GEXF = {"": "http://www.gexf.net/1.2draft", "viz": "http://www.gexf.net/1.2draft/viz"}


def test_node_link_is_the_graph_and_more(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out.json")
    read = nx.node_link_graph(json.loads((tmp_path / "out.json").read_text()), edges="edges")
    assert list(read.nodes) == list(kg.graph.nodes)
    assert sorted(read.edges(keys=True)) == sorted(kg.graph.edges(keys=True))
    for node, values in kg.graph.nodes(data=True):
        assert read.nodes[node].items() >= {(k, v) for k, v in values.items() if v and k != "aliases"}, node
    for *edge, values in kg.graph.edges(keys=True, data=True):
        assert read.edges[edge]["weight"] == values["weight"]
    assert read.nodes["benchmark:gridlock"]["aliases"] == ["GRIDLOCK", "Grid-Lock", "GridLock"]
    link = read["paper:mazes"]["benchmark:gridlock"]["introduces"]
    assert (link["mentions"], link["sentence"]) == (3, "We present GridLock, a maze benchmark.")


def test_cytoscape_has_places_and_unique_edges(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out.cyjs")
    read = json.loads((tmp_path / "out.cyjs").read_text())
    nodes, edges = read["elements"]["nodes"], read["elements"]["edges"]
    ids = {node["data"]["id"] for node in nodes}
    assert ids == set(kg.graph)
    assert all(set(node["position"]) == {"x", "y"} for node in nodes)
    assert len({edge["data"]["id"] for edge in edges}) == len(edges) == 17
    assert all({edge["data"]["source"], edge["data"]["target"]} <= ids for edge in edges)
    [mazes] = [node["data"] for node in nodes if node["data"]["id"] == "paper:mazes"]
    assert mazes["name"] == "GridLock: Mazes That Test Planning"
    assert mazes["color"] == "#828a94"


def test_gexf_as_networkx_reads_it(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out.gexf")
    read = nx.read_gexf(tmp_path / "out.gexf")
    assert set(read.nodes) == set(kg.graph.nodes)
    assert set(read.edges()) == set(kg.graph.edges())
    node = read.nodes["benchmark:gridlock"]
    assert (node["label"], node["type"], node["papers"]) == ("GridLock", "benchmark", 4)
    assert node["viz"]["color"] == {"r": 192, "g": 79, "b": 0, "a": 1.0}
    assert node["viz"]["size"] == pytest.approx(5 + 2.6 * 2)  # of four papers
    edge = read.edges["paper:mazes", "benchmark:gridlock"]
    assert (edge["label"], edge["confidence"]) == ("introduces", 1.0)


def test_gexf_says_no_date(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out.gexf")
    root = ElementTree.parse(tmp_path / "out.gexf").getroot()
    assert root.get("version") == "1.2"
    assert root.find("meta", GEXF).attrib == {}
    for node in root.iterfind(".//node", GEXF):
        assert {child.tag.rpartition("}")[2] for child in node} == {"attvalues", "color", "size", "position"}


def test_graphml_as_igraph_reads_it(kg: KnowledgeGraph, tmp_path: Path) -> None:
    igraph = pytest.importorskip("igraph")
    export(kg, tmp_path / "out.graphml")
    read = igraph.Graph.Read_GraphML(str(tmp_path / "out.graphml"))
    assert read.is_directed()
    assert set(read.vs["id"]) == set(kg.graph.nodes)
    names = read.vs["id"]
    assert {(names[e.source], names[e.target]) for e in read.es} == set(kg.graph.edges())
    [node] = read.vs.select(id="benchmark:gridlock")
    assert (node["label"], node["papers"], node["r"], node["g"], node["b"]) == ("GridLock", 4, 192, 79, 0)


@pytest.mark.parametrize("name", ["graphml", "gexf"])
def test_both_parsers_of_xml_take_any_name(hostile: KnowledgeGraph, tmp_path: Path, name: str) -> None:
    path = tmp_path / f"out.{name}"
    export(hostile, path, abstracts=True)
    ElementTree.parse(path)
    read = {"graphml": nx.read_graphml, "gexf": nx.read_gexf}[name](path)
    assert len(read) == 2 * len(HOSTILE)
    assert read.number_of_edges() == len(HOSTILE)
    labels = {values["label"] for _, values in read.nodes(data=True)}
    assert {"]]> <b>&amp;</b> <!-- x -->", "line break  and tab", "� �[31m� ��"} <= labels


def test_the_places_are_those_of_the_page(kg: KnowledgeGraph) -> None:
    looks = drawing(kg)
    nodes = page_data(kg, 1500).nodes
    assert {node["key"]: (node["x"], node["y"]) for node in nodes} == {
        node: (look.x, look.y) for node, look in looks.items()
    }
    assert {node["key"]: node["size"] for node in nodes} == {node: look.size for node, look in looks.items()}
    assert len({(look.x, look.y) for look in looks.values()}) == len(looks)


def test_what_the_map_leaves_out_has_a_place_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paperkg.exports.drawing.MAX_NODES", 12)
    with saved(tmp_path / "many", many(30)) as kg:
        looks = drawing(kg)
    assert len(looks) == 60
    assert len({(look.x, look.y) for look in looks.values()}) == 60


def test_the_colours_are_those_of_the_page() -> None:
    from importlib.resources import files

    css = files("paperkg.view").joinpath("assets/page.css").read_text("utf-8")
    day = css.partition("@media")[0]
    for kind, colour in COLOURS.items():
        name = "paper-far" if kind == "paper" else kind
        assert f"--{name}: {colour};" in day
    assert set(COLOURS) == {"paper", *Kind}
