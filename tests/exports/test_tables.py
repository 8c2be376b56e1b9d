"""CSV and Parquet, read back by the csv module, by pyarrow and by DuckDB."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from paperkg.exports import export
from paperkg.graph import KnowledgeGraph
from paperkg.questions.tables import inert
from tests.graph.example import MAZES

from .worlds import HOSTILE

NAMES = ("nodes", "edges", "mentions", "claims")


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_csv_says_what_the_graph_says(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out", format="csv")
    nodes = {row["id"]: row for row in rows(tmp_path / "out", "nodes")}
    assert list(nodes) == list(kg.graph.nodes)
    assert nodes["paper:mazes"]["authors"] == 'Ada Example; Bo "B" O\'Hara'
    assert nodes["paper:mazes"]["year"] == "2025"
    assert nodes["benchmark:gridlock"]["aliases"] == "GRIDLOCK; Grid-Lock; GridLock"
    assert nodes["benchmark:gridlock"]["papers"] == "4"
    edges = rows(tmp_path / "out", "edges")
    assert {(e["source"], e["target"], e["role"]) for e in edges} == set(kg.graph.edges(keys=True))
    mentions = rows(tmp_path / "out", "mentions")
    assert len(mentions) == sum(int(edge["mentions"] or 0) for edge in edges)
    for row in mentions:
        if row["paper"] == "paper:mazes":
            assert MAZES.text[int(row["start"]) : int(row["end"])] == row["words"]
    first, second = rows(tmp_path / "out", "claims")
    assert (first["value"], first["quote"]) == ("41.5%", "Llama 3 solves 41.5% of GridLock")
    assert (first["system"], first["system_concept"]) == ("Llama 3", "model:llama-3")
    assert (second["system"], second["system_concept"]) == ("it", "")


def test_no_cell_is_a_formula(hostile: KnowledgeGraph, tmp_path: Path) -> None:
    export(hostile, tmp_path / "out", format="csv", abstracts=True)
    for name in NAMES:
        for row in rows(tmp_path / "out", name):
            assert None not in row.values()
            for cell in row.values():
                assert "\n" not in cell
                assert not cell.lstrip().startswith(("=", "@", "+", "-"))
    assert len({row["id"] for row in rows(tmp_path / "out", "nodes")}) == 2 * len(HOSTILE)


def test_a_number_with_its_sign_stays_one() -> None:
    for text in ("-1", "+2.4", "-3,100.5%"):
        assert inert(text) == text
    for text in ("-1+2", "+2.4x", "-", "=1", " =1", "＝1", "-1%%"):
        assert inert(text) == f"'{text}"


def parquet(path: Path) -> list[dict[str, Any]]:
    pq = pytest.importorskip("pyarrow.parquet")
    read: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return read


def test_parquet_has_texts_and_lists_as_they_are(hostile: KnowledgeGraph, tmp_path: Path) -> None:
    export(hostile, tmp_path / "out", format="parquet", abstracts=True)
    nodes = parquet(tmp_path / "out" / "nodes.parquet")
    assert [row["title"] for row in nodes if row["type"] == "paper"] == list(HOSTILE)
    assert [row["authors"][0] for row in nodes if row["type"] == "paper"] == list(HOSTILE)
    assert next(row["abstract"] for row in nodes) == f"{HOSTILE[0]} is 5% good."
    assert [row["value"] for row in parquet(tmp_path / "out" / "claims.parquet")] == list(HOSTILE)


def test_both_say_the_same_to_duckdb(kg: KnowledgeGraph, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    export(kg, tmp_path / "csv", format="csv")
    export(kg, tmp_path / "parquet", format="parquet")
    assert "abstract" not in parquet(tmp_path / "parquet" / "nodes.parquet")[0]
    for name in NAMES:
        one = duckdb.read_csv(str(tmp_path / "csv" / f"{name}.csv"), all_varchar=True, header=True)
        other = duckdb.read_parquet(str(tmp_path / "parquet" / f"{name}.parquet"))
        assert one.columns == other.columns
        assert [[shown(v) for v in row] for row in one.fetchall()] == [
            [shown(v) for v in row] for row in other.fetchall()
        ]


def shown(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(value)
    return "" if value is None else str(value)
