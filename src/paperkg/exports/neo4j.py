"""CSV files that `neo4j-admin database import` reads as they are, and the Cypher that loads them instead."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path

from paperkg.exports.folders import new_folder
from paperkg.exports.plain import plain
from paperkg.exports.records import PAPER, SLOTS, TEXT, TEXTS, WHOLE, Cell, claims_of, edges_of, nodes_of
from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import FAMILY_KEY

Cells = Iterable[Cell]

_TYPES = {TEXT: "", TEXTS: ":string[]", WHOLE: ":int"}
_LOADED = {TEXT: "row.`{}`", TEXTS: "split(row.`{}`, ';')", WHOLE: "toInteger(row.`{}`)"}
PAPER_COLUMNS = {name: f"{name}{_TYPES[kind]}" for name, kind in PAPER.items()}
PAPERS = ("id:ID(Paper)", "label", *PAPER_COLUMNS.values(), "abstract", ":LABEL")
CONCEPTS = ("id:ID(Concept)", "name", "kind", "aliases:string[]", "papers:int", ":LABEL")
LINKS = (
    ":START_ID(Paper)",
    ":END_ID(Concept)",
    ":TYPE",
    "confidence:double",
    "weight:double",
    "mentions:int",
    "sentence",
)
FAMILIES = (":START_ID(Concept)", ":END_ID(Concept)", ":TYPE")
CLAIMS = ("id:ID(Claim)", "value", "quote", *SLOTS, ":LABEL")
REPORTS = (":START_ID(Paper)", ":END_ID(Claim)", ":TYPE")
ABOUT = (":START_ID(Claim)", ":END_ID(Concept)", ":TYPE")


def write_neo4j(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write the files into a folder; return how many nodes and relationships."""
    counts: Counter[str] = Counter()
    with new_folder(path) as folder:

        def table(name: str, head: tuple[str, ...], rows: Iterable[Cells]) -> None:
            noun = "node" if any(":ID(" in column for column in head) else "relationship"
            counts[noun] += _write(folder / f"{name}.csv", head, rows)

        table("papers", PAPERS, _papers(kg, abstracts))
        table("concepts", CONCEPTS, _concepts(kg))
        table("links", LINKS, _links(kg))
        table("families", FAMILIES, ((f.member, f.family, FAMILY_KEY.upper()) for f in kg.families()))
        table("claims", CLAIMS, ((_claim(n), *row[1:3], *row[5:9], "Claim") for n, row in _numbered(kg)))
        table("reports", REPORTS, ((row[0], _claim(n), "REPORTS") for n, row in _numbered(kg)))
        table("about", ABOUT, _about(kg))
        (folder / "load.cypher").write_text(_cypher(), "utf-8", newline="\n")
    return counts


def _cypher() -> str:
    said = ",\n".join(
        f"    p.{name} = {_LOADED[PAPER[name]].format(column)}" for name, column in PAPER_COLUMNS.items()
    )
    return files("paperkg.exports").joinpath("load.cypher").read_text("utf-8").replace("{properties}", said)


def _papers(kg: KnowledgeGraph, abstracts: bool) -> Iterator[Cells]:
    for row in nodes_of(kg, abstracts=True):
        if row[1] == "paper":
            node, _, label, _, _, *said, abstract = row
            yield node, label, *said, abstract if abstracts else None, "Paper"


def _concepts(kg: KnowledgeGraph) -> Iterator[Cells]:
    for node, kind, name, papers, aliases, *_ in nodes_of(kg, abstracts=False):
        if kind != "paper":
            yield node, name, kind, aliases, papers, f"Concept;{str(kind).capitalize()}"


def _links(kg: KnowledgeGraph) -> Iterator[Cells]:
    for source, target, role, *rest in edges_of(kg):
        if role != FAMILY_KEY:
            yield source, target, str(role).upper(), *rest


def _numbered(kg: KnowledgeGraph) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    return enumerate(claims_of(kg), 1)


def _claim(number: int) -> str:
    return f"claim:{number}"


def _about(kg: KnowledgeGraph) -> Iterator[Cells]:
    for number, row in _numbered(kg):
        for slot, concept in zip(SLOTS, row[9:], strict=True):
            if concept:
                yield _claim(number), concept, slot.upper()


def _write(path: Path, head: tuple[str, ...], rows: Iterable[Cells]) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        for row in rows:
            writer.writerow(map(cell, row))
            count += 1
    return count


def cell(value: Cell) -> str:
    r"""Write a value on one line so that both ways of loading read the same.

    Entries of a list stand apart by semicolons, so one in an entry becomes a comma. `LOAD CSV` takes a
    backslash before a quote or another backslash for an escape, `neo4j-admin` does not: a space parts them.

    >>> cell(("a;b", "c")), cell('G\\"odel'), cell(None), cell(0.5)
    ('a,b;c', 'G\\ "odel', '', '0.5')
    """
    if value is None:
        return ""
    if isinstance(value, tuple):
        return _apart(";".join(plain(entry).replace(";", ",") for entry in value))
    return _apart(plain(value)) if isinstance(value, str) else str(value)


def _apart(text: str) -> str:
    if "\\" not in text:
        return text
    text = text.replace('\\"', '\\ "')
    while "\\\\" in text:
        text = text.replace("\\\\", "\\ \\")
    return f"{text} " if text.endswith("\\") else text
