"""The four tables as CSV and as Parquet, in a folder."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import Any

from paperkg.exports.folders import new_folder
from paperkg.exports.plain import plain, plain_id
from paperkg.exports.records import ID, NUMBER, TEXT, TEXTS, WHOLE, Cell, Table, tables
from paperkg.graph import KnowledgeGraph
from paperkg.parquet import pyarrow
from paperkg.questions.tables import inert

_AT_ONCE = 20_000


def write_csv(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write a CSV file a table; return how many rows of each."""
    return _write(kg, path, abstracts, _csv, "csv")


def write_parquet(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write a Parquet file a table; return how many rows of each.

    Raises:
        ParquetError: pyarrow is not installed.
    """
    pyarrow()
    return _write(kg, path, abstracts, _parquet, "parquet")


def _write(kg: KnowledgeGraph, path: Path, abstracts: bool, write: Any, ending: str) -> Counter[str]:  # noqa: ANN401
    counts: Counter[str] = Counter()
    with new_folder(path) as folder:
        for table in tables(abstracts=abstracts):
            counts[table.noun] = write(kg, table, folder / f"{table.name}.{ending}")
    return counts


def _csv(kg: KnowledgeGraph, table: Table, path: Path) -> int:
    """Write one table, with the mark at its front by which Excel knows UTF-8."""
    count = 0
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table.columns)
        for row in table.rows(kg):
            writer.writerow(map(_cell, row, table.columns.values()))
            count += 1
    return count


def _cell(value: Cell, kind: str) -> str:
    if value is None:
        return ""
    if isinstance(value, tuple):
        return inert("; ".join(map(plain, value)))
    if isinstance(value, str):
        return inert(plain_id(value) if kind == ID else plain(value))
    return str(value)


def _parquet(kg: KnowledgeGraph, table: Table, path: Path) -> int:
    """Write one table, a row group at a time."""
    pa = pyarrow()
    kinds = {
        ID: pa.string(),
        TEXT: pa.string(),
        TEXTS: pa.list_(pa.string()),
        WHOLE: pa.int64(),
        NUMBER: pa.float64(),
    }
    columns = pa.schema([pa.field(name, kinds[kind]) for name, kind in table.columns.items()])
    rows, count = table.rows(kg), 0
    with pa.parquet.ParquetWriter(path, columns, compression="zstd", write_page_checksum=True) as writer:
        while some := list(islice(rows, _AT_ONCE)):
            values = zip(*some, strict=True)
            arrays = [pa.array(list(v), field.type) for v, field in zip(values, columns, strict=True)]
            writer.write_table(pa.Table.from_arrays(arrays, schema=columns))
            count += len(some)
    return count
