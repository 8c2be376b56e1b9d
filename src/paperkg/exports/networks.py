"""A graph as the files of programs for networks: GraphML, GEXF, node-link JSON and Cytoscape's JSON.

NetworkX writes them. What they hold is what `KnowledgeGraph.graph` has, under the same names, and beside it
the authors and keywords of papers, how often a paper names a concept, and the sentence that shows a link.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import networkx as nx
from networkx.readwrite.gexf import GEXFWriter

from paperkg.exports.drawing import drawing
from paperkg.exports.plain import plain, plain_id
from paperkg.exports.records import EDGES, Cell, Row, edges_of, tables
from paperkg.files import replacing
from paperkg.graph import KnowledgeGraph

Network = Any  # a networkx.MultiDiGraph or DiGraph


def write_node_link(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write what `networkx.node_link_graph` reads; return how many nodes and edges."""
    network = _network(kg, abstracts)
    return _write_json(nx.node_link_data(network, edges="edges"), network, path)


def write_cytoscape(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write what Cytoscape and Cytoscape.js read, with places, sizes and colours."""
    network = _network(kg, abstracts)
    data = nx.cytoscape_data(network, name="label")
    data["data"] = {"name": kg.name}  # NetworkX writes a list, which no Cytoscape looks at
    looks = drawing(kg)
    for node in data["elements"]["nodes"]:
        look = looks[node["data"]["id"]]
        node["data"] |= {"name": node["data"]["label"], "size": look.size, "color": look.colour}
        node["position"] = {"x": look.x, "y": look.y}
    for number, edge in enumerate(data["elements"]["edges"]):
        del edge["data"]["key"]
        edge["data"] |= {"id": f"e{number}", "interaction": edge["data"]["role"]}
    return _write_json(data, network, path)


def write_graphml(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write GraphML; Gephi takes place, size and colour from x, y, size, r, g and b."""
    network = _flat(kg, abstracts)
    for _, values in network.nodes(data=True):
        viz = values.pop("viz")
        position, colour = viz["position"], viz["color"]
        values |= {"x": position["x"], "y": position["y"], "size": viz["size"]}
        values |= {part: colour[part] for part in "rgb"}
    with replacing(path) as beside:
        nx.write_graphml_xml(network, beside)  # not what takes lxml where it is: bytes would differ
    return _counts(network)


def write_gexf(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write GEXF 1.2 with the place, size and colour of each node, as Gephi draws it."""
    network = _flat(kg, abstracts)
    writer = GEXFWriter(network, version="1.2draft")
    meta = writer.xml.find("meta")
    del meta.attrib["lastmodifieddate"]  # the same graph gives the same bytes, today and tomorrow
    with replacing(path) as beside, beside.open("wb") as file:
        writer.write(file)
    return _counts(network)


def _write_json(data: object, network: Network, path: Path) -> Counter[str]:
    with replacing(path) as beside:
        beside.write_text(f"{json.dumps(data)}\n", "ascii")
    return _counts(network)


def _counts(network: Network) -> Counter[str]:
    return Counter(node=network.number_of_nodes(), edge=network.number_of_edges())


def _network(kg: KnowledgeGraph, abstracts: bool) -> Network:
    """Make the network with lists as lists."""
    network = nx.MultiDiGraph(name=kg.name)
    nodes = tables(abstracts=abstracts)[0]
    for row in nodes.rows(kg):
        network.add_node(row[0], **_known(nodes.columns, row, 1, _listed))
    for row in edges_of(kg):
        network.add_edge(row[0], row[1], key=row[2], **_known(EDGES, row, 2, _listed))
    return network


def _flat(kg: KnowledgeGraph, abstracts: bool) -> Network:
    """Make what XML can hold: texts and numbers, no lists; a paper and a concept have one edge at most."""
    network = nx.DiGraph(name=plain(kg.name))
    nodes = tables(abstracts=abstracts)[0]
    for row, look in zip(nodes.rows(kg), drawing(kg).values(), strict=True):
        viz = {
            "size": look.size,
            "color": {
                part: int(look.colour[at : at + 2], 16) for part, at in zip("rgb", (1, 3, 5), strict=True)
            },
            "position": {"x": look.x, "y": -look.y, "z": 0.0},  # Gephi's y grows upwards
        }
        network.add_node(plain_id(str(row[0])), viz=viz, **_known(nodes.columns, row, 1, _text))
    for row in edges_of(kg):
        source, target = plain_id(str(row[0])), plain_id(str(row[1]))
        network.add_edge(source, target, label=row[2], **_known(EDGES, row, 2, _text))
    return network


def _known(columns: Iterable[str], row: Row, skip: int, spelt: Callable[[Cell], object]) -> dict[str, object]:
    """Return what a row says, but for its first cells and those that are empty."""
    pairs = islice(zip(columns, row, strict=True), skip, None)
    return {name: spelt(value) for name, value in pairs if value not in (None, "", ())}


def _listed(value: Cell) -> object:
    return list(value) if isinstance(value, tuple) else value


def _text(value: Cell) -> object:
    if isinstance(value, tuple):
        return "; ".join(map(plain, value))
    return plain(value) if isinstance(value, str) else value
