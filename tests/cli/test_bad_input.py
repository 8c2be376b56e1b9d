"""Bad input: what is said, the exit code, what is kept of the good records, and that nothing is lost."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

from paperkg.extract.marks import MarksError, read_records
from paperkg.graph import open_graph
from tests.cli.conftest import PAPERS, Command, Ran


def line(identity: str) -> str:
    """Write a sound paper that is unlike the others."""
    return (
        json.dumps({"id": identity, "title": f"On {identity}", "abstract": f"{identity} runs on GSM8K."})
        + "\n"
    )


def ids(folder: Path) -> list[str]:
    with open_graph(folder) as kg:
        return [paper.id for paper in kg.papers()]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name[0] != "."}


def assert_one_line(ran: Ran, *parts: str) -> None:
    """It failed with one line for people, and printed no result."""
    assert ran.code == 1
    assert ran.out == ""
    assert ran.err.startswith("paperkg: ")
    assert ran.err.count("\n") == 1
    for part in parts:
        assert part in ran.err


@pytest.fixture
def built(paperkg: Command, papers: Path, tmp_path: Path) -> Path:
    """A graph that was built before, of papers a and b."""
    folder = tmp_path / "graph"
    assert paperkg("build", papers, "-o", folder).code == 0
    return folder


# Sources that give nothing


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("missing.jsonl", None, "there is no such file"),
        ("empty.jsonl", b"", "is empty"),
        ("blank.txt", b" \n\n  \n", "is empty"),
        ("notes.json", b'[{"id": 1, "name": "no paper"}]', "abstract"),
        ("paper.pdf", b"%PDF-1.7 ...", "PDF"),
        ("noise.bin", bytes(range(256)) * 40, "no text"),
    ],
)
def test_a_source_without_papers_is_named_and_nothing_is_touched(
    paperkg: Command, built: Path, tmp_path: Path, name: str, content: bytes | None, reason: str
) -> None:
    source = tmp_path / name
    if content is not None:
        source.write_bytes(content)
    before = contents(built)
    ran = paperkg("build", source, "-o", built)
    assert ran.code == 1
    assert ran.out == ""
    assert f"{source}: " in ran.err
    assert reason in ran.err
    assert contents(built) == before


def test_an_empty_folder_is_no_source(paperkg: Command, tmp_path: Path) -> None:
    ran = paperkg("build", tmp_path, "-o", tmp_path / "graph")
    assert_one_line(ran, str(tmp_path), "no file in this folder gives a paper")


def test_no_folder_is_left_behind_by_a_build_that_cannot_start(paperkg: Command, tmp_path: Path) -> None:
    paperkg("build", tmp_path / "missing.jsonl", "-o", tmp_path / "graph")
    assert not (tmp_path / "graph").exists()


def test_of_several_sources_one_without_papers_stops_the_build(
    paperkg: Command, papers: Path, built: Path, tmp_path: Path
) -> None:
    more = tmp_path / "more.jsonl"
    more.write_text(line("c"), encoding="utf-8")
    before = contents(built)
    assert_one_line(
        paperkg("build", papers, more, tmp_path / "gone.csv", "-o", built), "gone.csv: there is no"
    )
    assert contents(built) == before


# Sources with bad records among good ones


def test_broken_json_on_line_3_is_named_and_the_others_are_kept(paperkg: Command, tmp_path: Path) -> None:
    source, folder = tmp_path / "papers.jsonl", tmp_path / "graph"
    source.write_text(f'{PAPERS}{{"id": "c", "title": \n{line("d")}', encoding="utf-8")
    ran = paperkg("build", source, "-o", folder)
    assert ran.code == 1
    assert f"{source}, line 3: the JSON is broken" in ran.err
    assert "3 papers" in ran.out
    assert ids(folder) == ["a", "b", "d"]


def test_a_record_without_an_abstract_is_named_and_the_others_are_kept(
    paperkg: Command, tmp_path: Path
) -> None:
    source, folder = tmp_path / "papers.jsonl", tmp_path / "graph"
    source.write_text(f'{{"id": "x", "title": "No Abstract"}}\n{PAPERS}', encoding="utf-8")
    ran = paperkg("build", source, "-o", folder)
    assert ran.code == 1
    assert f"{source}, line 1: " in ran.err
    assert "abstract" in ran.err
    assert ids(folder) == ["a", "b"]


def test_latin_1_is_read_and_told(paperkg: Command, tmp_path: Path) -> None:
    source, folder = tmp_path / "papers.csv", tmp_path / "graph"
    source.write_bytes("id,title,abstract\n1,Café au lait,Señor Müller runs on GSM8K.\n".encode("latin-1"))
    ran = paperkg("build", source, "-o", folder)
    assert ran.code == 1
    assert f"{source}, line 2: is not UTF-8" in ran.err
    with open_graph(folder) as kg:
        assert [paper.title for paper in kg.papers()] == ["Café au lait"]


def test_a_line_of_50_megabytes_is_skipped_and_told(paperkg: Command, tmp_path: Path) -> None:
    source, folder = tmp_path / "papers.jsonl", tmp_path / "graph"
    with source.open("w", encoding="utf-8") as file:
        file.write(line("c"))
        file.write('{"id": "long", "title": "Long", "abstract": "')
        for _ in range(50):
            file.write("a word " * 150_000)
        file.write(f'"}}\n{PAPERS}')
    ran = paperkg("build", source, "-o", folder)
    assert ran.code == 1
    assert f"{source}, line 2: is longer than" in ran.err
    assert ids(folder) == ["c", "a", "b"]


def test_two_papers_with_one_id_are_told(paperkg: Command, papers: Path, tmp_path: Path) -> None:
    more, folder = tmp_path / "more.jsonl", tmp_path / "graph"
    more.write_text(
        '{"id": "a", "title": "Other", "abstract": "Another paper altogether."}\n', encoding="utf-8"
    )
    ran = paperkg("build", papers, more, "-o", folder)
    assert ran.code == 1
    assert '"Other" has the same id as "Alder Grows Trees"' in ran.err
    assert ids(folder) == ["a", "b"]


def test_of_many_bad_records_twenty_are_named_and_all_are_counted(paperkg: Command, tmp_path: Path) -> None:
    source = tmp_path / "papers.jsonl"
    broken, bare = "{nonsense\n" * 13, '{"title": "No Abstract"}\n' * 17
    source.write_text(PAPERS + broken + bare, encoding="utf-8")
    ran = paperkg("build", source, "-o", tmp_path / "graph", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["problems"] == 30
    told = ran.err.splitlines()
    assert [f"{source}, line {number}: " in told[number - 3] for number in range(3, 23)] == [True] * 20
    assert told[20] == "paperkg: and 10 more; in all:"
    assert [line.split(" x ")[0] for line in told[21:]] == ["paperkg: 17", "paperkg: 13"]


def test_an_archive_that_is_cut_off_is_told_and_what_stands_before_is_kept(
    paperkg: Command, tmp_path: Path
) -> None:
    source, folder = tmp_path / "papers.jsonl.gz", tmp_path / "graph"
    source.write_bytes(gzip.compress(PAPERS.encode())[:-8])
    ran = paperkg("build", source, "-o", folder)
    assert ran.code == 1
    assert f"{source}, the end: the gzip archive is cut off; what stands before is read" in ran.err
    assert ids(folder) == ["a", "b"]


# Parts and clusters


def test_a_part_that_is_none_is_told_in_one_line(paperkg: Command, built: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    before = contents(built)
    part = tmp_path / "part.parquet"
    part.write_bytes(b"PAR1 and no more")
    assert_one_line(paperkg("build", part, "-o", built), f"{part}: is damaged or cut off", "paperkg extract")
    assert_one_line(
        paperkg("extract", part, "-o", tmp_path / "again.parquet"), f"{part}: is damaged or cut off"
    )
    assert contents(built) == before
    assert not (tmp_path / "again.parquet").exists()


def test_a_part_goes_where_it_can_be_written(paperkg: Command, papers: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    nowhere = tmp_path / "no" / "part.parquet"
    assert_one_line(paperkg("extract", papers, "-o", nowhere), f"{nowhere}: there is no such folder")


def test_no_cluster_is_told_in_one_line(
    paperkg: Command, papers: Path, built: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    before = contents(built)
    monkeypatch.setattr("paperkg.cluster._SECONDS", 0.2)
    ran = paperkg("build", papers, "-o", built, "--scheduler", "tcp://127.0.0.1:1")
    assert_one_line(ran, "tcp://127.0.0.1:1: no Dask scheduler answers", "check the address")
    assert contents(built) == before


# Graphs that cannot be written or read


def test_a_graph_that_another_build_holds_is_left_alone(
    paperkg: Command, papers: Path, built: Path, tmp_path: Path
) -> None:
    before = contents(built)
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys, filelock; lock = filelock.FileLock(sys.argv[1]); lock.acquire();"
            "print('held', flush=True); sys.stdin.read()",
            str(built / ".lock"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert_one_line(paperkg("build", papers, "-o", built), str(built), "another build")
        assert contents(built) == before
    finally:
        holder.communicate("")
    assert paperkg("build", papers, "-o", built).code == 0


def test_the_lock_of_a_build_that_ended_holds_nobody_up(paperkg: Command, papers: Path, built: Path) -> None:
    with FileLock(built / ".lock"):
        pass
    assert paperkg("build", papers, "-o", built).code == 0


@pytest.mark.parametrize("cut", [0, 1, 100, 0.5, -1], ids=str)
def test_a_half_written_graph_is_told_and_left_alone(
    paperkg: Command, papers: Path, built: Path, tmp_path: Path, cut: float
) -> None:
    store = built / "graph.sqlite"
    whole = store.read_bytes()
    store.write_bytes(whole[: int(len(whole) * cut) if cut == 0.5 else int(cut)])
    before = contents(built)
    for arguments in (
        ("build", papers, "-o", built),
        ("shared", built, "GSM8K"),
        ("concepts", built),
        ("concepts", built, "--json"),
        ("similar", built, "a"),
        ("path", built, "a", "GSM8K"),
        ("topics", built),
        ("cooccur", built),
        ("view", built, "--no-open"),
        ("export", built, tmp_path / "out.ttl"),
    ):
        assert_one_line(paperkg(*arguments), "graph.sqlite: ", "build the graph anew")
    assert contents(built) == before
    assert not (tmp_path / "out.ttl").exists()


@pytest.mark.parametrize(
    "command",
    [
        ("shared", "GSM8K"),
        ("concepts",),
        ("similar", "x"),
        ("path", "x", "y"),
        ("topics",),
        ("cooccur",),
        ("view", "--no-open"),
        ("export", "x.nt"),
    ],
)
def test_what_is_no_graph_is_told(paperkg: Command, tmp_path: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    assert_one_line(paperkg(name, tmp_path / "nowhere", *rest), "nowhere: no graph here", "no such folder")
    assert_one_line(paperkg(name, tmp_path, *rest), f"{tmp_path}: no graph here", "paperkg build")


def test_a_file_in_the_folders_place_is_left_alone(paperkg: Command, papers: Path, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("mine", encoding="utf-8")
    assert_one_line(paperkg("build", papers, "-o", taken), f"{taken}: is a file")
    assert_one_line(paperkg("build", papers, "-o", taken / "graph"), str(taken), "is a file")
    assert taken.read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="POSIX permissions")
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_may_not_be_written_is_told(paperkg: Command, papers: Path, built: Path) -> None:
    before = contents(built)
    built.chmod(0o555)
    try:
        assert_one_line(paperkg("build", papers, "-o", built / "inner"), "may not be written")
        assert_one_line(paperkg("view", built, "--no-open"), f"{built}/page.html: may not be written")
    finally:
        built.chmod(0o755)
    assert contents(built) == before


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a /proc, where nobody makes files")
def test_a_place_that_takes_no_files_is_told(paperkg: Command, papers: Path, built: Path) -> None:
    assert_one_line(paperkg("build", papers, "-o", "/proc/papers"), "/proc/papers: ")
    assert_one_line(paperkg("view", built, "-o", "/proc/page.html", "--no-open"), "/proc/page.html: ")
    assert_one_line(paperkg("export", built, "/proc/out.ttl"), "/proc/out.ttl: ")


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
@pytest.mark.parametrize(
    "arguments",
    [
        ("build", "{papers}", "-o", "{graph}"),
        ("view", "{graph}", "--no-open"),
        ("export", "{graph}", "{graph}/out.nt"),
    ],
)
def test_a_disk_that_takes_no_more_loses_nothing(
    process: Command, papers: Path, built: Path, arguments: tuple[str, ...]
) -> None:
    for name in ("page.html", "out.nt"):
        (built / name).write_text("older", encoding="utf-8")
    before = contents(built)
    filled = [part.format(papers=papers, graph=built) for part in arguments]
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096));"
        "from paperkg.cli import app; app(sys.argv[1:], prog_name='paperkg')"
    )
    done = subprocess.run([sys.executable, "-c", code, *filled], capture_output=True, text=True)
    assert_one_line(Ran(done.returncode, done.stdout, done.stderr), str(built))
    assert contents(built) == before


def test_a_page_or_an_export_without_a_folder_is_told(paperkg: Command, world: Path, tmp_path: Path) -> None:
    for arguments in (
        ("view", world, "--no-open", "-o", tmp_path / "no" / "page.html"),
        ("export", world, tmp_path / "no" / "out.ttl"),
    ):
        assert_one_line(paperkg(*arguments), str(tmp_path / "no"), "there is no such folder")


# Override files


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read"),
        ("aliases = [", "not a TOML file"),
        ("[aliasses]\n", "unknown entry 'aliasses'"),
        ('[kinds]\nGSM8K = "benchmrk"\n', "'benchmrk' is none of benchmark"),
    ],
)
def test_an_override_file_that_is_none_is_told_before_anything_is_read(
    paperkg: Command, papers: Path, built: Path, tmp_path: Path, content: str | None, reason: str
) -> None:
    file = tmp_path / "overrides.toml"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    before = contents(built)
    assert_one_line(paperkg("build", papers, "-o", built, "--overrides", file), str(file), reason)
    assert contents(built) == before


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_is_no_folder(
    paperkg: Command, papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    for arguments in (("build", papers, "-o", name), ("import", papers, "-o", name)):
        ran = paperkg(*arguments)
        assert ran.code == 2
        assert "the name is empty" in ran.err
    assert sorted(tmp_path.iterdir()) == before


def test_a_choice_that_is_none_is_told_without_its_parsers_words(paperkg: Command, tmp_path: Path) -> None:
    ran = paperkg("shared", tmp_path, "GSM8K", "--role", "foo")
    assert ran.code == 2
    assert "'foo'" in ran.err
    assert "introduces" in ran.err
    assert "Value error" not in ran.err


ODD = [("topics",), ("path", "paper:mazes", "paper:pro"), ("export", "out.gexf")]


@pytest.mark.parametrize("command", ODD)
def test_a_graph_at_odds_with_itself_is_told(
    paperkg: Command, world: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    """SQLite takes no notice of a link to a paper that is gone, nor does what reads no more than links."""
    with closing(sqlite3.connect(world / "graph.sqlite")) as connection, connection:
        connection.execute("DELETE FROM papers WHERE id = 'mazes'")
    name, *more = command
    ran = paperkg(name, world, *(tmp_path / one if one.endswith("gexf") else one for one in more))
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1), ran


def test_a_file_without_end_is_told(paperkg: Command, papers: Path, world: Path, tmp_path: Path) -> None:
    """As a device may be: what people write by hand is read up to 10 MB."""
    for name in ("long.toml", "long.rq", "long.jsonl"):
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, 20_000_000)
    ran = paperkg("build", papers, "-o", tmp_path / "graph", "--overrides", tmp_path / "long.toml")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "long.toml: cannot be read (it is longer than 10 MB)" in ran.err
    ran = paperkg("sparql", world, tmp_path / "long.rq")
    assert ran.code == 2
    assert "longer than 10 MB" in " ".join(ran.err.split())
    with pytest.raises(MarksError, match=r"long.jsonl, line 1: is longer than 10 MB"):
        next(read_records(tmp_path / "long.jsonl", ("id",)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_no_export(paperkg: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ttl")
    ran = paperkg("import", tmp_path / "pipe.ttl", "-o", tmp_path / "graph")
    assert_one_line(ran, "pipe.ttl: is a device or a pipe")
