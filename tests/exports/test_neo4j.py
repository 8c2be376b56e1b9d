"""Neo4j's files, by the rules of `neo4j-admin database import` and of `LOAD CSV`."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from paperkg.exports import export
from paperkg.exports.neo4j import cell
from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind, Role

from .worlds import HOSTILE

FIELD = re.compile(
    r"(?P<name>\w*)(?::(?P<what>(?:ID|START_ID|END_ID)\((?P<space>\w+)\)|LABEL|TYPE|int|double|string\[\]))?"
)


class Imported:
    """A folder as the importer reads it: node ids by space, labels, relationships by type."""

    def __init__(self, folder: Path) -> None:
        self.nodes: dict[str, dict[str, dict[str, str]]] = {}
        self.relationships: list[tuple[str, str, str]] = []
        read = {path.stem: self.read(path) for path in sorted(folder.glob("*.csv"))}
        self.heads = {name: list(rows[0]) for name, rows in read.items() if rows}
        for rows in read.values():
            for row in rows:
                self.node(row)
        for rows in read.values():  # relationships come after nodes
            for row in rows:
                self.relationship(row)

    @staticmethod
    def read(path: Path) -> list[dict[str, str]]:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
        rows = list(csv.DictReader(text.splitlines(), strict=True))
        assert text.count("\n") == len(rows) + 1, "a field of more than one line"
        for row in rows:
            assert None not in row
            assert None not in row.values()
        return rows

    def node(self, row: dict[str, str]) -> None:
        for column, value in row.items():
            field = FIELD.fullmatch(column)
            assert field, column
            if (field["what"] or "").startswith("ID("):
                space = self.nodes.setdefault(field["space"], {})
                assert value
                assert value not in space
                space[value] = row
            if value and field["what"] == "int":
                int(value)
            if value and field["what"] == "double":
                float(value)

    def relationship(self, row: dict[str, str]) -> None:
        if ":TYPE" not in row:
            return
        start, end, kind = list(row.items())[:3]
        for (column, value), which in ((start, "START_ID"), (end, "END_ID")):
            assert column.startswith(f":{which}(")
            assert value in self.nodes[FIELD.fullmatch(column)["space"]]
        self.relationships.append((start[1], kind[1], end[1]))


def test_the_whole_graph_is_imported(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out", format="neo4j")
    read = Imported(tmp_path / "out")
    assert set(read.nodes["Paper"]) | set(read.nodes["Concept"]) == set(kg.graph.nodes)
    expected = {(a, role.upper(), b) for a, b, role in kg.graph.edges(keys=True)}
    claims = {
        ("paper:mazes", "REPORTS", "claim:1"),
        ("claim:1", "BENCHMARK", "benchmark:gridlock"),
        ("claim:1", "SYSTEM", "model:llama-3"),
        ("paper:r/1 é", "REPORTS", "claim:2"),
        ("claim:2", "BASELINE", "model:llama-3"),
    }
    assert set(read.relationships) == expected | claims
    concept = read.nodes["Concept"]["benchmark:gridlock"]
    assert concept[":LABEL"] == "Concept;Benchmark"
    assert concept["aliases:string[]"].split(";") == ["GRIDLOCK", "Grid-Lock", "GridLock"]
    assert read.nodes["Claim"]["claim:1"]["value"] == "41.5%"


def test_any_name_is_imported(hostile: KnowledgeGraph, tmp_path: Path) -> None:
    export(hostile, tmp_path / "out", format="neo4j", abstracts=True)
    read = Imported(tmp_path / "out")
    assert {len(nodes) for nodes in read.nodes.values()} == {len(HOSTILE)}
    assert len(read.relationships) == 3 * len(HOSTILE)
    for row in read.nodes["Paper"].values():
        assert len(row["authors:string[]"].split(";")) == 2


def test_the_cypher_reads_the_columns_that_are_there(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out", format="neo4j")
    heads = Imported(tmp_path / "out").heads
    script = (tmp_path / "out" / "load.cypher").read_text("utf-8")
    statements = re.sub(r"//.*", "", script.replace("file:///", "")).split(";\n")
    loaded: dict[str, set[str]] = {}
    for statement in statements:
        if found := re.search(r"FROM '(\w+)\.csv' AS row", statement):
            columns = re.findall(r"row\.(?:`([^`]+)`|(\w+))", statement)
            loaded.setdefault(found[1], set()).update(one or other for one, other in columns)
    tables = set(heads)
    assert set(loaded) == tables
    for name, columns in loaded.items():
        left = set(heads[name]) - columns
        assert columns <= set(heads[name]), name
        assert left <= {":LABEL", ":TYPE"}, name
    for role in Role:
        assert f"[r:{role.upper()}]" in script
    for kind in Kind:
        assert f"{{kind: '{kind}'}}) SET c:{kind.capitalize()};" in script
    assert set(re.findall(r"=(\w+)\.csv", script)) == tables


def unquoted(written: str, *, legacy: bool) -> str:
    """Read a quoted field as Neo4j's reader does: with `legacy`, a backslash escapes a quote and itself."""
    assert written[0] == written[-1] == '"'
    inner, read, at = written[1:-1], "", 0
    while at < len(inner):
        two = inner[at : at + 2]
        if two == '""' or (legacy and two in ('\\"', "\\\\")):
            read, at = read + two[1], at + 2
        else:
            assert inner[at] != '"', "the field ends too soon"
            read, at = read + inner[at], at + 1
    return read


@given(st.text(st.sampled_from('\\"a; ')))
def test_both_ways_of_loading_read_the_same(text: str) -> None:
    value = cell(text)
    written = '"' + value.replace('"', '""') + '"'
    assert not value.endswith("\\")
    assert unquoted(written, legacy=True) == unquoted(written, legacy=False) == value
    assert value.replace(" ", "") == text.replace(" ", "")
