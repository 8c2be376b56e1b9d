"""What show, search, common, compare and leaderboard print."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from paperkg.graph import Contents, Entry, save
from paperkg.model import Claim, Concept, Extraction, Kind, Link, Mention, Paper, Result, Role
from tests.cli.conftest import Command


def test_show_prints_a_card(paperkg: Command, world: Path) -> None:
    assert paperkg("show", world, "paper:GridLock").out == (
        "GridLock: Mazes That Test Planning\n"
        "  paper:mazes\n"
        '  Ada Example, Bo "B" O\'Hara\n'
        "  Workshop on Mazes\n"
        "  2025\n"
        "  https://example.org/a?b=1&c=2\n"
        "\n"
        "contribution\n"
        "  We present GridLock, a maze benchmark.\n"
        "\n"
        "introduces\n"
        "  GridLock (benchmark)\n"
        "      We present GridLock, a maze benchmark.\n"
        "\n"
        "uses\n"
        "  Llama 3 (model)\n"
        "      Llama 3 solves 41.5% of GridLock.\n"
        "  Relay (model)\n"
        "      Relay is worse.\n"
        "\n"
        "mentions\n"
        "  mazes (keyword)\n"
        "      GridLock: Mazes That Test Planning\n"
        "\n"
        "claims\n"
        "  41.5% on GridLock by Llama 3\n"
        "      Llama 3 solves 41.5% of GridLock.\n"
    )
    assert paperkg("show", world, "GridLock").out.startswith(
        "GridLock (benchmark): 4 papers\n"
        "  also spelt: GRIDLOCK; Grid-Lock\n"
        "  versions: benchmark:gridlock-pro\n"
        "\nintroduces\n  GridLock: Mazes That Test Planning\n"
    )


def test_search_prints_concepts_and_papers(paperkg: Command, world: Path) -> None:
    assert paperkg("search", world, "Gridlock", "pro").out == (
        "1 concept\n"
        "  GridLock Pro (benchmark): 2 papers\n"
        "\n"
        "2 papers\n"
        "  Walls\n"
        "      We test on GridLock Pro.\n"
        "  Relay\n"
        "      On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x.\n"
    )
    assert paperkg("search", world, "gridlock", "-n", 1).out.splitlines()[0] == "2 concepts; the first 1"
    assert paperkg("search", world, "zzz").out == "nothing holds all of these words\n"


def test_common_prints_what_papers_share(paperkg: Command, world: Path) -> None:
    assert paperkg("common", world, "r/1 é", "mazes").out.splitlines()[:8] == [
        "Relay",
        "GridLock: Mazes That Test Planning",
        "",
        "benchmark",
        "  GridLock",
        "    evaluates_on: Relay",
        "      On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x.",
        "    introduces: GridLock: Mazes That Test Planning",
    ]
    assert paperkg("common", world, "bare", "mazes").out.endswith("\nnothing in common\n")
    for few in (["mazes"], ["mazes", "paper:mazes"]):
        assert paperkg("common", world, *few).code == 2


def test_compare_writes_three_formats(paperkg: Command, world: Path) -> None:
    assert paperkg("compare", world, "mazes", "bare").out.splitlines()[:3] == [
        "|  | GridLock: Mazes That Test Planning | Nothing Shared |",
        "| --- | --- | --- |",
        "| benchmarks | GridLock (introduces) [1] |  |",
    ]
    rows = list(csv.reader(io.StringIO(paperkg("compare", world, "mazes", "--format", "csv").out)))
    assert rows[6] == ["claims", "41.5% on GridLock by Llama 3: Llama 3 solves 41.5% of GridLock."]
    assert paperkg("compare", world, "mazes", "--format", "html").out.startswith("<!doctype html>")
    assert paperkg("compare", world, "mazes", "--format", "pdf").code == 2


def test_leaderboard_prints_numbers_with_their_quotes(paperkg: Command, world: Path) -> None:
    assert paperkg("leaderboard", world, "grid lock").out == (
        "GridLock (benchmark): 1 result\n"
        "\n"
        "no metric named, in % (highest first)\n"
        "  41.5% by Llama 3\n"
        "      GridLock: Mazes That Test Planning\n"
        "      Llama 3 solves 41.5% of GridLock.\n"
    )


def test_leaderboard_of_what_nothing_is_reported_on_says_where_its_numbers_are(
    paperkg: Command, world: Path
) -> None:
    ran = paperkg("leaderboard", world, "Llama 3")
    assert (ran.code, ran.out) == (0, "Llama 3 (model): 0 results\n")
    assert "this is a model; `paperkg show` lists those that name it" in ran.err


ASKED = (
    ("show", "mazes"),
    ("show", "GridLock"),
    ("search", "gridlock"),
    ("common", "mazes", "bg"),
    ("compare", "mazes", "bg"),
    ("leaderboard", "GridLock"),
)


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: "-".join(asked))
def test_json_is_one_line_with_all_of_the_answer(
    paperkg: Command, world: Path, asked: tuple[str, ...]
) -> None:
    command, *names = asked
    ran = paperkg(command, world, *names, "--json")
    assert (ran.code, ran.err, ran.out.count("\n")) == (0, "", 1)
    assert "GridLock" in ran.out
    assert isinstance(json.loads(ran.out), dict)
    helped = paperkg(command, "--help")
    assert f"\n paperkg {command} " in helped.out


def test_json_by_hand(paperkg: Command, world: Path) -> None:
    board = json.loads(paperkg("leaderboard", world, "GridLock", "--json").out)
    assert board["concept"]["id"] == "benchmark:gridlock"
    assert board["boards"][0]["results"][0]["quote"] == "Llama 3 solves 41.5% of GridLock"
    card = json.loads(paperkg("show", world, "mazes", "--json").out)
    assert (card["card"], card["paper"]["id"]) == ("paper", "mazes")
    assert card["uses"][0]["sentences"][0]["sentence"] == "We present GridLock, a maze benchmark."


@pytest.mark.parametrize("command", ["show", "common", "compare", "leaderboard"])
def test_a_name_that_is_none_is_told_in_a_line(
    paperkg: Command, world: Path, tmp_path: Path, command: str
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    save(empty, Contents((), (), ()))
    for graph in (world, empty):
        ran = (
            paperkg(command, graph, "\x1b[2J'; DROP TABLE papers (.*", "x")
            if command
            in (
                "common",
                "compare",
            )
            else paperkg(command, graph, "\x1b[2J'; DROP TABLE papers (.*")
        )
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert "\x1b" not in ran.err
    assert paperkg("search", empty, "anything").out == "nothing holds all of these words\n"


EVIL = "\x1b]0;owned\x07 [bold red]Alder[/] :smile: \u202egnirts\u202c"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A graph of two papers whose titles, names and sentences speak to the terminal."""
    folder = tmp_path_factory.mktemp("hostile")
    concept = Concept(Kind.BENCHMARK, "alder", EVIL, (EVIL, "Alder"))
    entries, links, results = [], [], []
    for key in "ab":
        paper = Paper(key, f"{EVIL} {key}", f"It has 71.5% on {EVIL}.")
        start = len(paper.title) + 1
        entries.append(Entry(paper, paper.title, Extraction(sentences=((start, len(paper.text)),))))
        place = Mention(start + 16, start + 16 + len(EVIL), Kind.BENCHMARK, "by hand", 1.0)
        links.append(Link(key, concept.id, Role.EVALUATES_ON, 1.0, (place,)))
        claim = Claim(start, len(paper.text), "71.5%", EVIL, EVIL, EVIL, EVIL)
        results.append(Result(key, claim, benchmark=concept.id))
    save(folder, Contents(tuple(entries), (concept,), tuple(links), tuple(results)))
    return folder


@pytest.mark.parametrize("colour", [False, True])
def test_text_from_papers_is_neither_obeyed_nor_interpreted(
    paperkg: Command, hostile: Path, colour: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
    for asked in (
        ("show", hostile, "a"),
        ("show", hostile, "Alder"),
        ("search", hostile, "alder"),
        ("common", hostile, "a", "b"),
        ("compare", hostile, "a", "b"),
        ("compare", hostile, "a", "--format", "csv"),
        ("compare", hostile, "a", "--format", "html"),
        ("leaderboard", hostile, "Alder"),
    ):
        for arguments in (asked, (*asked, "--json")):
            ran = paperkg(*arguments)
            assert ran.code == 0
            for control in ("\x1b]", "\x07", "\u202e", "\U0001f604"):
                assert control not in ran.out, arguments
