"""What each command prints, asked of a graph that was put together by hand."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from paperkg import __version__
from paperkg.graph import open_graph
from tests.cli.conftest import Command
from tests.graph.example import GRIDLOCK, LATE, MAZES, RELAY

CONNECTING = ("similar", "path", "topics", "cooccur")


def test_version(paperkg: Command) -> None:
    assert paperkg("--version").out == f"paperkg {__version__}\n"


def test_help_teaches_each_command(paperkg: Command) -> None:
    own = ("build", "add", "remove", "extract", "view", "shared", "concepts", "check", "export")
    for command in (*own, *CONNECTING):
        assert command in paperkg("--help").out
        ran = paperkg(command, "--help")
        assert ran.code == 0
        assert f"\n paperkg {command} " in ran.out, "an example"
        assert "[bold]" not in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("build",),
        ("build", "{world}", "--workers", "0"),
        ("add", "{world}"),
        ("remove", "{world}"),
        ("build", "*.jsonl"),
        ("extract", "papers.jsonl"),
        ("extract", "papers.jsonl", "-o", "{world}/part.csv"),
        ("shared", "{world}"),
        ("shared", "{world}", "GridLock", "--role", "likes"),
        ("view", "{world}", "--no-open", "-o", "{world}/graph.sqlite"),
        ("export", "{world}", "{world}/out.xml"),
        ("export", "{world}", "{world}/out.ttl", "--base", "not an iri"),
    ],
)
def test_a_command_that_is_not_understood_changes_nothing(
    paperkg: Command, world: Path, arguments: tuple[str, ...]
) -> None:
    before = (world / "graph.sqlite").read_bytes()
    ran = paperkg(*(part.format(world=world) for part in arguments))
    assert ran.code == 2
    assert ran.out == ""
    assert "Usage: paperkg" in ran.err
    assert [path.name for path in world.iterdir()] == ["graph.sqlite"]
    assert (world / "graph.sqlite").read_bytes() == before


# build


def test_build_goes_to_a_folder_named_after_the_first_source(
    paperkg: Command, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = paperkg("build", "papers.jsonl")
    assert ran.code == 0
    assert ran.err == ""
    assert Path(ran.out.splitlines()[0].removesuffix(": 2 papers")) == Path("graphs", "papers")
    assert (tmp_path / "graphs" / "papers" / "graph.sqlite").is_file()


def test_build_joins_sources_and_counts_what_it_merged(
    paperkg: Command, papers: Path, tmp_path: Path
) -> None:
    more = tmp_path / "more.csv"
    more.write_text(
        "id,title,abstract\nc,Cedar,Cedar uses LoRA.\nz,birch bends,Birch reaches 71.5% on GSM8K.\n"
    )
    ran = paperkg("build", papers, more, "-o", tmp_path / "graph", "--json")
    found = json.loads(ran.out)
    assert ran.code == 0
    assert (found["papers"], found["merged"], found["problems"]) == (3, 1, 0)
    with open_graph(tmp_path / "graph") as kg:
        assert [paper.id for paper in kg.papers()] == ["a", "b", "c"]


def test_build_heeds_the_override_file(paperkg: Command, papers: Path, tmp_path: Path) -> None:
    overrides = tmp_path / "overrides.toml"
    overrides.write_text('[rename]\nGSM8K = "School Maths"\n', encoding="utf-8")
    assert paperkg("build", papers, "-o", tmp_path / "graph", "--overrides", overrides).code == 0
    assert "School Maths (benchmark): 2 papers" in paperkg("shared", tmp_path / "graph", "GSM8K").out


def test_a_second_build_gives_the_same_bytes(paperkg: Command, papers: Path, tmp_path: Path) -> None:
    first = paperkg("build", papers, "-o", tmp_path / "graph")
    store = (tmp_path / "graph" / "graph.sqlite").read_bytes()
    assert paperkg("build", papers, "-o", tmp_path / "graph") == first
    assert (tmp_path / "graph" / "graph.sqlite").read_bytes() == store


# add and remove


def test_what_is_added_and_removed_is_as_if_it_had_been_so_from_the_start(
    paperkg: Command, papers: Path, tmp_path: Path
) -> None:
    more = tmp_path / "more.csv"
    more.write_text(
        "id,title,abstract\nc,Cedar,Cedar uses LoRA.\nz,birch bends,Birch reaches 71.5% on GSM8K.\n"
    )
    both = paperkg("build", papers, more, "-o", tmp_path / "both")
    graph = tmp_path / "graph"
    before = paperkg("build", papers, "-o", graph)
    assert paperkg("add", graph, more).out.splitlines()[1:] == both.out.splitlines()[1:]
    assert (graph / "graph.sqlite").read_bytes() == (tmp_path / "both" / "graph.sqlite").read_bytes()
    assert paperkg("remove", graph, "c").out == before.out
    assert json.loads(paperkg("remove", graph, "Birch Bends", "--json").out)["papers"] == 1


def test_what_cannot_be_added_or_removed_is_told_in_a_line(
    paperkg: Command, papers: Path, tmp_path: Path
) -> None:
    graph = tmp_path / "graph"
    paperkg("build", papers, "-o", graph)
    for arguments, reason in (
        (("add", graph, tmp_path / "missing.csv"), "there is no such file"),
        (("add", tmp_path / "nowhere", papers), "no graph here"),
        (("remove", graph, "Maple\x1b[2J"), "no paper has the id or the title"),
        (("remove", tmp_path / "nowhere", "a"), "no graph here"),
    ):
        ran = paperkg(*arguments)
        assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
        assert reason in ran.err
        assert "\x1b" not in ran.err


def test_build_takes_globs_and_is_named_without_the_endings(
    paperkg: Command, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "more.jsonl.gz").write_bytes(gzip.compress(papers.read_bytes().replace(b"Birch", b"Beech")))
    monkeypatch.chdir(tmp_path)
    assert paperkg("build", "more.jsonl.gz", "*.jsonl").code == 1
    with open_graph(Path("graphs", "more")) as kg:
        assert [paper.title for paper in kg.papers()] == ["Alder Grows Trees", "Beech Bends"]
    assert paperkg("build", "*.jsonl", "-o", "graph").out.startswith("graph: 2 papers\n")


# extract


def test_a_part_is_extracted_and_built_from(paperkg: Command, papers: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    part = tmp_path / "part-1.parquet"
    said = json.loads(paperkg("extract", papers, "-o", part, "--json").out)
    assert (said["file"], said["papers"], said["problems"]) == (str(part), 2, 0)
    ran = paperkg("extract", papers, "-o", part)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{part}: 2 papers, {said['mentions']} mentions\n"
    for source, folder in ((papers, tmp_path / "a"), (tmp_path / "part-*.parquet", tmp_path / "b")):
        assert paperkg("build", source, "-o", folder).code == 0
    assert (tmp_path / "a" / "graph.sqlite").read_bytes() == (tmp_path / "b" / "graph.sqlite").read_bytes()


# view


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Addresses that a browser was asked to open, on a machine with a screen."""
    addresses: list[str] = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("CI", raising=False)
    return addresses


def test_view_writes_the_page_into_the_graph_and_opens_it(
    paperkg: Command, world: Path, opened: list[str]
) -> None:
    ran = paperkg("view", world)
    assert ran.code == 0
    assert ran.out.startswith(f"{world / 'page.html'}: ")
    assert "GridLock" in (world / "page.html").read_text(encoding="utf-8")
    assert opened == [(world / "page.html").as_uri()]


def test_view_opens_nothing_when_told_so_or_in_ci(
    paperkg: Command, world: Path, tmp_path: Path, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paperkg("view", world, "-o", tmp_path / "map.html", "--no-open").code == 0
    monkeypatch.setenv("CI", "true")
    assert paperkg("view", world).code == 0
    assert (tmp_path / "map.html").read_bytes() == (world / "page.html").read_bytes()
    assert opened == []


def test_view_of_a_part_holds_that_part(paperkg: Command, world: Path, tmp_path: Path) -> None:
    page = tmp_path / "part.html"
    ran = paperkg("view", world, "--around", "GridLock", "--hops", "1", "-o", page, "--no-open")
    assert ran.code == 0
    whole = paperkg("view", world, "-o", tmp_path / "whole.html", "--no-open").out
    assert int(ran.out.split(": ")[1].split()[0]) < int(whole.split(": ")[1].split()[0])
    assert "around GridLock, 1 step" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--only", "song"), "'song' is no kind"),
        (("--cluster", "999"), "there is no cluster 999"),
        (("--around", "no such thing"), "no paper or concept is called 'no such thing'"),
        (("--hops", "0"), "--hops"),
    ],
)
def test_view_says_which_part_there_is_not(
    paperkg: Command, world: Path, options: tuple[str, str], message: str
) -> None:
    ran = paperkg("view", world, "--no-open", *options)
    assert ran.code != 0
    assert message in " ".join(ran.err.replace("│", " ").split())


# shared


def test_shared_lists_papers_by_role_with_the_sentence(paperkg: Command, world: Path) -> None:
    assert paperkg("shared", world, "grid lock").out == (
        "GridLock (benchmark): 4 papers\n"
        "\n"
        "introduces\n"
        "  GridLock: Mazes That Test Planning\n"
        "      We present GridLock, a maze benchmark.\n"
        "\n"
        "evaluates_on\n"
        "  Relay\n"
        "      On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x.\n"
        "  Doors\n"
        "      We test on GRIDLOCK.\n"
        "\n"
        "mentions\n"
        "  Hints as Signals\n"
        "      GridLock is a known test.\n"
        "\n"
        "see also: benchmark:gridlock-pro\n"
    )


def test_shared_keeps_to_a_role(paperkg: Command, world: Path) -> None:
    out = paperkg("shared", world, "GridLock", "--role", "Evaluates_On").out
    assert out.startswith("GridLock (benchmark): 2 papers\n\nevaluates_on\n  Relay\n")
    assert paperkg("shared", world, "GridLock", "--role", "measures").out.startswith(
        "GridLock (benchmark): 0 papers\n"
    )


def test_shared_as_json_has_every_sentence_and_place(paperkg: Command, world: Path) -> None:
    answer = json.loads(paperkg("shared", world, "GridLock", "--json").out)
    assert answer["concept"] == {
        "id": GRIDLOCK.id,
        "kind": "benchmark",
        "normal": "gridlock",
        "name": "GridLock",
        "aliases": ["GRIDLOCK", "Grid-Lock", "GridLock"],
    }
    assert [(paper["id"], paper["role"]) for paper in answer["papers"]] == [
        (MAZES.id, "introduces"),
        (RELAY.id, "evaluates_on"),
        (LATE.id, "evaluates_on"),
        ("bg", "mentions"),
    ]
    assert answer["papers"][0]["label"] == "GridLock: Mazes That Test Planning"
    assert answer["papers"][0]["sentences"] == [
        {"sentence": "We present GridLock, a maze benchmark.", "start": 11, "end": 19},
        {"sentence": "GridLock: Mazes That Test Planning", "start": 0, "end": 8},
        {"sentence": "Llama 3 solves 41.5% of GridLock.", "start": 24, "end": 32},
    ]
    assert answer["versions"] == ["benchmark:gridlock-pro"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("GirdLock", ["'GirdLock'", "did you mean: GridLock"]),
        ("relay", ["relay", "model:relay (2 papers)", "technique:relay (1 paper)"]),
        ("\x1b[2Jnothing\n", ["nothing"]),
    ],
)
def test_a_name_that_is_none_or_several_is_told(
    paperkg: Command, world: Path, name: str, told: list[str]
) -> None:
    ran = paperkg("shared", world, name)
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "\x1b" not in ran.err
    assert [part in ran.err for part in told] == [True] * len(told)


# concepts


def test_concepts_are_listed_most_shared_first(paperkg: Command, world: Path) -> None:
    assert paperkg("concepts", world).out.splitlines() == [
        "     4  benchmark   GridLock",
        "     2  benchmark   GridLock Pro",
        "     2  model       Llama 3",
        "     2  model       Relay",
        "     1  technique   C",
        "     1  technique   C++",
        "     1  technique   relay",
        "     1  task        walls",
        "     1  keyword     mazes",
        "     0  dataset     LLaMA",
        "     0  model       Llama",
        "     0  metric      Walls",
    ]


def test_concepts_as_json_are_a_record_a_paper_in_the_sources_order(paperkg: Command, world: Path) -> None:
    records = [json.loads(line) for line in paperkg("concepts", world, "--json").out.splitlines()]
    assert [record["id"] for record in records] == ["bg", "mazes", "r/1 é", "bare", "pro", "late"]
    assert records[5] == {
        "id": "late",
        "concepts": [
            {"name": "GridLock", "kind": "benchmark", "role": "evaluates_on", "surfaces": ["GRIDLOCK"]}
        ],
        "results": [],
    }
    assert records[2]["results"] == [
        {
            "quote": "beats Llama 3 by 2.4x",
            "value": "2.4x",
            "metric": None,
            "on": None,
            "by": "it",
            "against": "Llama 3",
        }
    ]


# export


def test_export_writes_the_same_triples_either_way(paperkg: Command, world: Path, tmp_path: Path) -> None:
    import rdflib

    said = {}
    for ending in ("ttl", "nt"):
        path = tmp_path / f"out.{ending}"
        ran = paperkg("export", world, path, "--base", "https://example.org/kg/")
        graph = rdflib.Graph().parse(path)
        assert ran.out == f"{path}: {len(graph):,} triples\n"
        said[ending] = set(graph)
    assert said["ttl"] == said["nt"]
    assert any(str(subject).startswith("https://example.org/kg/") for subject, _, _ in said["nt"])


# Text from papers

HOSTILE = "\x1b]0;owned\x07 [bold red]Alder[/] :smile: \u202egnirts\u202c"


@pytest.fixture
def hostile(paperkg: Command, tmp_path: Path) -> Path:
    source = tmp_path / "hostile.jsonl"
    abstract = f"We present Alder. {HOSTILE} is tested on GSM8K \x1b[31m today."
    source.write_text(json.dumps({"id": HOSTILE, "title": HOSTILE, "abstract": abstract}), encoding="utf-8")
    paperkg("build", source, "-o", tmp_path / "hostile")
    return tmp_path / "hostile"


@pytest.mark.parametrize("terminal", [False, True])
def test_text_from_papers_is_neither_obeyed_nor_interpreted(
    process: Command, hostile: Path, terminal: bool
) -> None:
    environment = {"FORCE_COLOR": "1", "COLUMNS": "200"} if terminal else {}
    for arguments in (
        ("shared", hostile, "GSM8K"),
        ("shared", hostile, "GSM8K", "--json"),
        ("concepts", hostile),
        ("concepts", hostile, "--json"),
    ):
        out = process(*arguments, **environment).out
        for control in ("\x1b]", "\x1b[31m today", "\x07", "\u202e", "\U0001f604"):
            assert control not in out
    assert "[bold red]Alder[/] :smile:" in process("shared", hostile, "GSM8K", **environment).out


def test_the_concept_is_bold_on_a_terminal(process: Command, world: Path) -> None:
    out = process("shared", world, "GridLock", FORCE_COLOR="1", COLUMNS="100", TERM="xterm").out
    assert "We present \x1b[1mGridLock\x1b[0m, a maze benchmark." in out


def test_what_an_encoding_lacks_is_written_out(process: Command, world: Path) -> None:
    ran = process("concepts", world, "--json", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.code == 0
    assert json.loads(ran.out.splitlines()[2])["id"] == "r/1 é"


# Processes


def test_nothing_of_the_progress_is_seen_in_a_pipe(process: Command, papers: Path, tmp_path: Path) -> None:
    ran = process("build", papers, "-o", tmp_path / "graph")
    assert ran.code == 0
    assert ran.err == ""
    assert "\x1b" not in ran.out


def test_progress_is_seen_on_a_terminal(process: Command, papers: Path, tmp_path: Path) -> None:
    ran = process("build", papers, "-o", tmp_path / "graph", FORCE_COLOR="1", TERM="xterm")
    assert "Reading" in ran.err
    assert ran.out == process("build", papers, "-o", tmp_path / "graph").out


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("head"), reason="needs head")
def test_a_pipe_that_closes_is_no_matter(process: Command, world: Path) -> None:
    command = f'"{sys.executable}" -m paperkg concepts "{world}" | head -1; exit "${{PIPESTATUS[0]}}"'
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=dict(os.environ))
    assert done.stdout == "     4  benchmark   GridLock\n"
    assert done.stderr == ""


def test_ctrl_c_is_answered_in_one_line(
    paperkg: Command, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "graph"
    paperkg("build", papers, "-o", folder)
    before = (folder / "graph.sqlite").read_bytes()

    def interrupted(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("paperkg.build"), "link", interrupted)
    ran = paperkg("build", papers, "-o", folder)
    told = "paperkg: stopped; what was there is as it was, and the same command goes on from here\n"
    assert (ran.code, ran.out, ran.err) == (130, "", told)
    assert (folder / "graph.sqlite").read_bytes() == before


def test_a_bug_is_not_hushed_up(paperkg: Command, papers: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(import_module("paperkg.build"), "build", broken)
    with pytest.raises(ZeroDivisionError):
        paperkg("build", papers)


def test_doctor_says_what_is_wrong_and_mends_it(paperkg: Command, papers: Path, tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    assert paperkg("build", papers, "-o", folder).code == 0
    ran = paperkg("doctor", folder)
    assert (ran.code, ran.out) == (0, f"{folder}: 2 papers, all well\n")
    whole = (folder / "graph.sqlite").read_bytes()
    (folder / "graph.sqlite").write_bytes(whole[:-5000])
    ran = paperkg("doctor", folder)
    assert ran.code == 1
    cut = f"cut short: {len(whole) - 5000:,} of {len(whole):,} bytes"
    assert ran.out == f"{folder}/graph.sqlite: {cut}\n    --mend mends it\n"
    ran = paperkg("doctor", folder, "--mend")
    assert (ran.code, ran.out) == (0, f"{folder}: 2 papers, all well\n")
    assert f"made anew from its 2 papers; see {folder}/graph.sqlite.damaged" in ran.err.replace("\n", " ")
    assert (folder / "graph.sqlite").read_bytes() == whole
    (folder / "graph.sqlite").write_bytes(b"")
    ran = paperkg("doctor", folder, "--json")
    [finding] = json.loads(ran.out)["findings"]
    assert (ran.code, finding["reason"], finding["mendable"]) == (1, "empty", False)
    ran = paperkg("doctor", folder, "--mend")
    assert ran.code == 1
    assert "build the graph from its source" in ran.out


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "command",
    [
        ("concepts",),
        ("concepts", "--json"),
        ("shared", "GridLock"),
        ("show", "GridLock"),
        ("search", "GridLock"),
        ("topics", "--json"),
        ("stats",),
        ("trends", "--json"),
        ("check",),
    ],
    ids=" ".join,
)
def test_a_reader_that_has_had_enough_is_no_failure(
    world: Path, command: tuple[str, ...], unbuffered: str
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    name, *arguments = command
    ran = subprocess.run(
        [sys.executable, "-m", "paperkg", name, world, *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [["--help"], ["shared", "-h"], ["--version"]], ids=" ".join)
def test_help_that_nobody_reads_is_no_failure(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "paperkg", *arguments], stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("lacking", ["mcp", "mcp.server.mcpserver"], ids=["none", "an old one"])
def test_mcp_without_its_package_says_what_to_install(
    paperkg: Command, world: Path, monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "mcp"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, lacking, None)
    ran = paperkg("mcp", world)
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert ran.err.endswith("pip install 'paperkg[mcp]'\n")
