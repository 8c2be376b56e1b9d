"""Several sources, globs, and addresses; fsspec's file system in memory stands for all that it knows."""

import gzip
import json
import os

import pytest

from paperkg.papers import SourceError, read


def line(identity: str) -> str:
    return json.dumps({"id": identity, "title": f"On {identity}", "abstract": f"We study {identity}."}) + "\n"


def ids(sources, problems=None):
    return [paper.id for paper in read(sources, problems)]


@pytest.fixture
def folder(tmp_path):
    for name in ("b.jsonl", "a.jsonl", "c.csv", "deep/d.jsonl"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        identity = file.stem
        file.write_text(
            line(identity) if file.suffix == ".jsonl" else f"id,title,abstract\n{identity},On C,We do.\n"
        )
    return tmp_path


def test_a_globs_files_come_in_the_order_of_their_names(folder):
    assert ids(folder / "*.jsonl") == ["a", "b"]
    assert ids(f"{folder}/**/*.jsonl") == ["a", "b", "d"]
    assert ids(f"{folder}/[bc].*") == ["b", "c"]
    assert ids(f"{folder}/*") == ["a", "b", "c"], "folders are passed by"


def test_several_sources_come_in_the_order_given(folder):
    assert ids([folder / "c.csv", f"{folder}/*.jsonl", folder / "c.csv"]) == ["c", "a", "b", "c"]


def test_a_file_whose_name_is_a_pattern_is_that_file(folder):
    (folder / "[ab].jsonl").write_text(line("own"))
    assert ids(folder / "[ab].jsonl") == ["own"]


def test_a_pattern_that_matches_nothing_is_told(folder):
    with pytest.raises(SourceError, match=r"\*\.xz: no file's name matches this; check the path"):
        ids(folder / "*.xz")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_that_nobody_writes_to_is_given_up_and_one_of_the_shell_is_read(folder, monkeypatch):
    monkeypatch.setattr("paperkg.papers.places._PATIENCE", 0.05)
    os.mkfifo(folder / "pipe")
    with pytest.raises(
        SourceError, match=r"pipe: is a named pipe, and nobody wrote to it in 0\.05 s; give a file"
    ):
        ids(folder / "pipe")
    reading, writing = os.pipe()
    os.write(writing, line("a").encode())
    os.close(writing)
    try:
        assert ids(f"/dev/fd/{reading}") == ["a"]
    finally:
        os.close(reading)


def test_the_account_of_each_file_is_its_own(folder):
    (folder / "a.jsonl").write_text(line("a") + "oops\n")
    (folder / "b.jsonl.gz").write_bytes(gzip.compress(f'{line("z")}\n{{"title": "Bare"}}\n'.encode()))
    problems = []
    assert ids(f"{folder}/*.jsonl*", problems) == ["a", "b", "z"]
    assert [(problem.file, problem.place) for problem in problems] == [
        (f"{folder}/a.jsonl", "line 2"),
        (f"{folder}/b.jsonl.gz", "line 3"),
    ]


# Addresses


@pytest.fixture
def memory():
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    system.store.clear()
    system.pipe("/lists/a.jsonl", line("a").encode())
    system.pipe("/lists/b.jsonl.gz", gzip.compress(line("b").encode()))
    yield system
    system.store.clear()


def test_an_address_is_read_as_a_file_is(memory):
    problems = []
    memory.pipe("/lists/c.csv", b"id,title,abstract\nc,On C,We do.\nd,On D,\n")
    assert ids(["memory://lists/b.jsonl.gz", "memory://lists/c.csv"], problems) == ["b", "c"]
    assert [str(problem) for problem in problems] == [
        'memory://lists/c.csv, line 3: "On D" has no abstract; the record is skipped'
    ]


def test_a_glob_in_an_address(memory):
    assert ids("memory://lists/*") == ["a", "b"]
    with pytest.raises(SourceError, match="no file's name matches this"):
        ids("memory://lists/*.xz")


def test_an_address_of_fsspec_in_fsspec(memory, tmp_path):
    import zipfile

    with zipfile.ZipFile(tmp_path / "lists.zip", "w") as archive:
        archive.writestr("e.jsonl", line("e"))
    assert ids(f"zip://e.jsonl::file://{tmp_path}/lists.zip") == ["e"]


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("memory://lists/gone.jsonl", "there is no such file; check the path"),
        (
            "nonsense://lists/a.jsonl",
            r"cannot be reached \(Protocol not known: nonsense\); check the address",
        ),
        ("memory://lists/empty.jsonl", "is empty"),
    ],
)
def test_an_address_that_gives_nothing_is_told(memory, address, told):
    memory.pipe("/lists/empty.jsonl", b"")
    with pytest.raises(SourceError, match=told) as caught:
        ids(address)
    assert caught.value.file == address


def test_a_connection_that_breaks_is_told(memory, monkeypatch):
    class Broken:
        def __init__(self):
            self.left = [line("a").encode() * 40_000]

        def seekable(self):
            return False

        def read(self, size):
            if not self.left:
                raise TimeoutError("the line is dead")
            return self.left.pop()[:size]

        def close(self):
            pass

    monkeypatch.setattr(type(memory), "open", lambda *_, **__: Broken())
    papers = read("memory://lists/a.jsonl")
    assert next(papers).id == "a"
    with pytest.raises(
        SourceError, match=r"cannot be read on \(the line is dead\); check the disk or the conn"
    ):
        list(papers)


def test_the_package_that_an_address_needs_is_named(memory, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(SourceError, match="s3fs"):
        ids("s3://bucket/a.jsonl")
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(SourceError, match=r"fsspec, which is not installed; pip install 'paperkg\[remote\]'"):
        ids("memory://lists/a.jsonl")
