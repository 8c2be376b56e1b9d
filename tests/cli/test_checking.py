"""`paperkg check` on a graph that was built from papers, and on one with hostile names."""

from __future__ import annotations

import json
from pathlib import Path

from paperkg.graph import Contents, Entry, save
from paperkg.model import Concept, Extraction, Kind, Link, Mention, Paper, Role
from tests.cli.conftest import Command

NAME = 'maze\x1b[31m "relay\\ solver'


def hostile(folder: Path) -> Path:
    """A graph of two look-alike names with what a terminal would obey."""
    entries, links, concepts = [], [], []
    for number, name in enumerate((NAME, f"{NAME}s")):
        paper = Paper(f"p\x1b{number}", "T", f"On {name}.")
        mention = Mention(5, 5 + len(name), Kind.TASK, "by hand", 1.0)
        concepts.append(Concept(Kind.TASK, name, name, (name,)))
        entries.append(Entry(paper, "T", Extraction((mention,))))
        links.append(Link(paper.id, concepts[-1].id, Role.USES, 1.0, (mention,)))
    folder.mkdir()
    save(folder, Contents(tuple(entries), tuple(concepts), tuple(links)))
    return folder


def test_the_report_of_a_graph_with_nothing_to_find(paperkg: Command, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    save(folder, Contents((), (), ()))
    assert paperkg("check", folder).out == "doubtful merges: 0\n\nnear-duplicates: 0\n"
    assert json.loads(paperkg("check", folder, "--json").out) == {
        "doubtful": [],
        "duplicates": [],
        "unmatched": [],
    }


def test_the_world_has_one_name_of_two_kinds(paperkg: Command, world: Path) -> None:
    ran = paperkg("check", world)
    assert ran.code == 0
    assert ran.out == (
        "doubtful merges: 0\n"
        "\n"
        "near-duplicates: 1\n"
        "\n"
        "  model:relay and technique:relay: the same name, as things of two kinds\n"
        "    Relay (model): 2 papers\n"
        "      Relay is worse.\n"
        "    relay (technique): 1 paper\n"
        "      We study relay with C++ and C.\n"
        "    [kinds]\n"
        '    "Relay" = "model"\n'
    )
    assert "near-duplicates: 0 of 1\n" in paperkg("check", world, "--limit", 0).out
    [pair] = json.loads(paperkg("check", world, "--json").out)["duplicates"]
    assert pair["concepts"] == ["model:relay", "technique:relay"]


def test_nothing_reaches_the_terminal_that_it_would_obey(paperkg: Command, tmp_path: Path) -> None:
    ran = paperkg("check", hostile(tmp_path / "hostile"))
    assert "near-duplicates: 1" in ran.out
    assert "\x1b" not in ran.out
    assert '\\u001B[31m \\"relay' in ran.out


def test_a_built_graph_says_which_overrides_matched_nothing(
    paperkg: Command, papers: Path, tmp_path: Path
) -> None:
    settled = tmp_path / "overrides.toml"
    settled.write_text(
        '[kinds]\n"GSM-8K" = "benchmark"\n"Nowhere" = "task"\n[never]\nignore = ["alder", "Oxbow"]\n'
    )
    graph = tmp_path / "graph"
    assert paperkg("build", papers, "-o", graph, "--overrides", settled).code == 0
    told = paperkg("check", graph).out.partition("overrides that matched nothing")[2]
    assert told == ": 2\n  kinds         nowhere\n  never.ignore  oxbow\n"
