"""What `similar`, `path`, `topics` and `cooccur` print."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from paperkg.graph import Contents, save
from paperkg.model import Role
from tests.cli.conftest import Command
from tests.questions.made import make
from tests.questions.test_trends import DATED, graph


def test_similar_lists_papers_with_the_concepts_that_they_share(paperkg: Command, world: Path) -> None:
    ran = paperkg("similar", world, "Doors")
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert lines[:2] == ["Doors", ""]
    assert lines[3::3] == ["        GridLock (benchmark, 4 papers)"] * 3
    found = json.loads(paperkg("similar", world, "Doors", "--json").out)
    assert found["id"] == "late"
    assert [f"  {one['score']:.2f}  {one['label']}" for one in found["papers"]] == lines[2::3]
    assert found["papers"][0]["reasons"][0]["concept"] == "benchmark:gridlock"
    assert "no other paper shares" in paperkg("similar", world, "bare").out


def test_path_shows_each_stop_and_the_sentence_between(paperkg: Command, world: Path) -> None:
    ran = paperkg("path", world, "pro", "Hints as Signals")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Walls (paper)",
        "    evaluates_on: We test on GridLock Pro.",
        "GridLock Pro (benchmark, 2 papers)",
        "    version of the same",
        "GridLock (benchmark, 4 papers)",
        "    mentions: GridLock is a known test.",
        "Hints as Signals (paper)",
    ]
    found = json.loads(paperkg("path", world, "pro", "bg", "--json").out)
    assert [stop["id"] for stop in found["paths"][0]["stops"]][1:3] == [
        "benchmark:gridlock-pro",
        "benchmark:gridlock",
    ]
    assert paperkg("path", world, "bare", "GridLock").out.splitlines() == [
        "Nothing Shared (paper) and GridLock (benchmark, 4 papers): not connected"
    ]
    assert "one and the same" in paperkg("path", world, "grid lock", "GridLock").out


def test_topics_lists_groups_of_papers(paperkg: Command, world: Path) -> None:
    ran = paperkg("topics", world)
    found = json.loads(paperkg("topics", world, "--json").out)
    assert (ran.code, ran.err) == (0, "")
    assert f"  {found['topics'][0]['label']}" in ran.out
    assert sum(len(topic["papers"]) for topic in found["topics"]) + len(found["alone"]) == 6
    assert ran.out.splitlines()[-1] == f"{len(found['alone']):>6}  in no topic"


def test_cooccur_counts_pairs(paperkg: Command, world: Path) -> None:
    assert paperkg("cooccur", world).out == ""  # one paper alone has both benchmarks
    assert paperkg("cooccur", world, "--kind", "model").out == "     2  Llama 3 (2) + Relay (2)\n"
    [pair] = json.loads(paperkg("cooccur", world, "--kind", "model", "--json").out)
    assert pair["papers"] == ["mazes", "r/1 é"]
    assert paperkg("cooccur", world, "--kind", "song").code == 2


@pytest.mark.parametrize(
    "arguments",
    [("similar", "Gridlok"), ("path", "Gridlok", "mazes"), ("path", "mazes", "relay"), ("similar", "'[; --")],
)
def test_a_name_that_says_nothing_ends_in_one_line(
    paperkg: Command, world: Path, arguments: tuple[str, ...]
) -> None:
    command, *names = arguments
    ran = paperkg(command, world, *names)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("paperkg: ")
    assert ran.err.count("\n") == 1


def test_an_empty_graph_is_no_failure(paperkg: Command, tmp_path: Path) -> None:
    save(tmp_path, Contents((), (), ()))
    assert paperkg("topics", tmp_path).out == paperkg("cooccur", tmp_path).out == ""
    assert json.loads(paperkg("topics", tmp_path, "--json").out) == {"topics": [], "alone": []}


def test_what_papers_say_to_a_terminal_is_not_obeyed(paperkg: Command, tmp_path: Path) -> None:
    uses = Role.USES, 1
    papers = {
        "red \x1b[31m\n": {"benchmark:a": uses, "benchmark:b": uses},
        "bell \x07\u202e": {"benchmark:a": uses, "benchmark:b": uses},
    }
    make(tmp_path, papers).close()
    for command in (
        ("similar", tmp_path, "Paper red"),
        ("path", tmp_path, "Paper red", "Paper bell"),
        ("topics", tmp_path),
        ("cooccur", tmp_path),
        ("similar", tmp_path, "Paper"),
        ("similar", tmp_path, "Paper rd [31m"),
    ):
        for more in ((), ("--json",)):
            ran = paperkg(*command, *more)
            assert ran.out + ran.err
            assert (ran.out + ran.err).replace("\n", "").isprintable(), command


def test_what_needs_no_graph_algorithm_does_not_load_networkx(world: Path) -> None:
    code = (
        "import sys, paperkg, paperkg.questions as q; kg = paperkg.open(sys.argv[1]);"
        "q.similar(kg, 'Doors'), q.cooccur(kg); print({'networkx', 'numpy'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", code, world], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_stats_counts_and_names_what_most_papers_have(paperkg: Command, world: Path) -> None:
    ran = paperkg("stats", world)
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert lines[:5] == [
        "papers                     6",
        "  without concepts         1",
        "  of 2025                  1",
        "  Workshop on Mazes         1",
        "concepts                  12",
    ]
    at = lines.index("most papers have, of the kind benchmark")
    assert lines[at + 1 : at + 3] == ["     4  GridLock", "     2  GridLock Pro"]
    found = json.loads(paperkg("stats", world, "--json").out)
    assert (found["papers"], found["concepts"]["model"], found["years"]) == (6, 3, {"2025": 1})


def test_trends_says_why_nothing_rises_and_lists_what_does(
    paperkg: Command, world: Path, tmp_path: Path
) -> None:
    ran = paperkg("trends", world)
    assert (ran.code, ran.out) == (0, "")
    assert "all papers that say their year are of 2025" in ran.err
    assert "5 papers without a year" in ran.err
    graph(tmp_path / "years", DATED).close()
    ran = paperkg("trends", tmp_path / "years")
    assert ran.out.splitlines() == [
        "rising: of 5 papers of 2025, and of 5 before",
        "     5      1  Climber",
        "new: of 5 papers of 2025, and of 5 before",
        "     2      0  Newcomer",
        "fading: of 5 papers of 2025, and of 5 before",
        "     0      5  Fader",
    ]
    assert ran.err == "paperkg: 1 paper without a year left out\n"
    found = json.loads(paperkg("trends", tmp_path / "years", "--json").out)
    assert found["new"][0]["papers"] == ["p5", "p6"]
