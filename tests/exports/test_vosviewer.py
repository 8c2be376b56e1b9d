"""VOSviewer's files, by the rules of its manual (section 4.1, version 1.6.20)."""

from __future__ import annotations

import csv
from pathlib import Path

from paperkg.exports import export
from paperkg.graph import Contents, Entry, KnowledgeGraph
from paperkg.model import Concept, Extraction, Kind, Link, Mention, Paper, Role

from .worlds import HOSTILE, saved


def read(folder: Path) -> tuple[list[dict[str, str]], list[tuple[int, ...]]]:
    with (folder / "map.txt").open(encoding="utf-8", newline="") as file:
        items = list(csv.DictReader(file, delimiter="\t", strict=True))
    lines = (folder / "network.txt").read_text("ascii").splitlines()
    return items, [tuple(map(int, line.split("\t"))) for line in lines]


def test_concepts_that_papers_share_and_in_how_many_they_are_together(
    kg: KnowledgeGraph, tmp_path: Path
) -> None:
    export(kg, tmp_path / "out", format="vosviewer")
    items, links = read(tmp_path / "out")
    assert [(item["id"], item["label"], item["weight<Papers>"]) for item in items] == [
        ("1", "GridLock", "4"),
        ("2", "GridLock Pro", "2"),
        ("3", "Llama 3", "2"),
        ("4", "Relay", "2"),
    ]
    # one paper has all four; another GridLock, Llama 3 and Relay
    assert links == [(1, 2, 1), (1, 3, 2), (1, 4, 2), (2, 3, 1), (2, 4, 1), (3, 4, 2)]
    assert "score<Avg. year>" not in items[0]  # only one paper says its year


def test_years_where_all_papers_have_one(tmp_path: Path) -> None:
    export(saved(tmp_path / "g", twice(("sums",))), tmp_path / "out", format="vosviewer")
    [item], links = read(tmp_path / "out")
    assert (item["score<Avg. year>"], links) == ("2025.5", [])


def test_any_name_is_a_label(tmp_path: Path) -> None:
    export(saved(tmp_path / "g", twice(HOSTILE)), tmp_path / "out", format="vosviewer")
    items, links = read(tmp_path / "out")
    assert len(items) == len(HOSTILE)
    assert len(links) == len(HOSTILE) * (len(HOSTILE) - 1) // 2
    for item in items:
        assert None not in item.values()
        assert '"' not in item["label"]
        # a description is HTML
        assert item["description"].replace("<b>", "").replace("</b><br>", "").count("<") == 0
    lines = (tmp_path / "out" / "map.txt").read_bytes().decode().split("\r\n")
    assert len(lines) == len(HOSTILE) + 2
    for line in lines[1:-1]:  # what holds a comma or semicolon is in quotes, and no quotes are in quotes
        assert all(cell[0] == cell[-1] == '"' and cell.count('"') == 2 for cell in line.split("\t")[1:3])


def twice(names: tuple[str, ...]) -> Contents:
    """Two papers that share all concepts of these names."""
    papers = [Paper(f"p{year}", "Both", "", year=year) for year in (2025, 2026)]
    concepts = [Concept(Kind.TASK, f"{n} {name}", name, (name,)) for n, name in enumerate(names)]
    mention = Mention(0, 4, Kind.TASK, "by hand", 0.5)
    links = [Link(p.id, c.id, Role.USES, 0.5, (mention,)) for p in papers for c in concepts]
    entries = tuple(Entry(paper, paper.title, Extraction((mention,))) for paper in papers)
    return Contents(entries, tuple(sorted(concepts, key=lambda c: c.id)), tuple(links))
