"""Small graphs to export: the one that all tests share, and one whose names are hostile."""

from __future__ import annotations

from pathlib import Path

from paperkg.graph import Contents, Entry, KnowledgeGraph, open_graph, save
from paperkg.model import Claim, Concept, Extraction, Kind, Link, Mention, Paper, Result, Role
from tests.graph.example import WORLD

HOSTILE = (
    '=HYPERLINK("https://example.org","x")',
    "@SUM(1+1)\t|cmd",
    "\\",
    '\\"o \\\\ "quoted", and;so"',
    "]]> <b>&amp;</b> <!-- x -->",
    "[[other]] | #tag ^block %% $x$ `code`",
    "con",
    "Con",
    "a/b",
    "a:b",
    "line\nbreak\r\nand\ttab",
    "\x00\x0b\x1b[31m\x7f\x85\ufffe\uffff",
    "\u202egnp.exe\u202c\ufeff",
    "{unbalanced \\{ $100% & ~ ^ _ #",
    "}",
    "𝒢raph ünïcode 漢字" + "字" * 200,
    " .hidden. ",
    "- 1. list",
    "---",
    "Ada and Bo, Jr., of X, Inc.",
    "...",
    "'apostrophe\"",
    "x" * 300,
    "X" * 300,
)


def saved(folder: Path, contents: Contents = WORLD) -> KnowledgeGraph:
    folder.mkdir(parents=True)
    save(folder, contents)
    return open_graph(folder)


def named(names: tuple[str, ...]) -> Contents:
    """A graph in which papers, authors, venues, concepts and claims have these names."""
    entries, concepts, links, results = [], [], [], []
    for number, name in enumerate(names):
        # a paper's id may be anything without a NUL
        key = f"{number}{name}".replace("\0", "\1")
        paper = Paper(key, name, f"{name} is 5% good.", (name, "Ada Example"), 2026, name, name)
        concept = Concept(Kind.TASK, f"{number} {name}", name or "nothing", (name or "nothing",))
        end = max(len(name), 1)
        mention = Mention(0, end, Kind.TASK, "by hand", 0.5)
        whole = len(paper.text)
        claim = Claim(len(name) + 1, whole, name or "0", metric=name or None)
        entries.append(Entry(paper, name or "no title", Extraction((mention,), (), (claim,))))
        concepts.append(concept)
        links.append(Link(paper.id, concept.id, Role.ADDRESSES, 0.5, (mention,)))
        results.append(Result(paper.id, claim, metric=concept.id))
    concepts.sort(key=lambda concept: concept.id)
    return Contents(tuple(entries), tuple(concepts), tuple(links), tuple(results))
