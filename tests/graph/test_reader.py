"""Opening and reading what is no sound graph: a GraphError that says what is wrong and what to do."""

import contextlib
import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from paperkg.graph import GraphError, open_graph, save
from tests.conftest import spelt
from tests.graph.example import LINKS, WORLD

FILE = "graph.sqlite"


@pytest.fixture
def stored(tmp_path):
    save(tmp_path, WORLD)
    return tmp_path


@pytest.fixture(scope="module")
def sound():
    """The bytes of a sound graph."""
    with tempfile.TemporaryDirectory() as folder:
        save(Path(folder), WORLD)
        return (Path(folder) / FILE).read_bytes()


def change(folder, *statements):
    with closing(sqlite3.connect(folder / FILE)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def read_everything(folder):
    with open_graph(folder) as kg:
        for paper in kg.papers():
            kg.sentences(paper.id)
            list(kg.links(paper=paper.id))
            list(kg.results(paper=paper.id))
        kg.labels()
        for concept in kg.concepts():
            list(kg.links(concept=concept.id))
            kg.find(concept.name)
        list(kg.results())
        list(kg.families())
        kg.meta()


def test_no_folder(tmp_path):
    with pytest.raises(GraphError, match=r"no graph here .*there is no such folder"):
        open_graph(tmp_path / "nowhere")


def test_a_folder_without_a_graph(tmp_path):
    with pytest.raises(GraphError, match=r"no graph here .*give the folder that `paperkg build` wrote"):
        open_graph(str(tmp_path))


def test_a_file_in_place_of_the_folder(stored):
    with pytest.raises(GraphError, match=r"graph\.sqlite: no graph here .*give the folder"):
        open_graph(stored / FILE)


def test_a_folder_in_place_of_the_file(tmp_path):
    (tmp_path / FILE).mkdir()
    with pytest.raises(GraphError, match=r"no graph here"):
        open_graph(tmp_path)


@pytest.mark.parametrize("name", ["\0", "n" * 5000])
def test_a_name_that_no_folder_can_have(tmp_path, name):
    with pytest.raises(GraphError):
        open_graph(tmp_path / name)


@pytest.mark.parametrize("content", [b"", b"\0" * 4096, b"notes\n" * 1000, bytes(range(256)) * 40])
def test_a_file_that_is_no_database(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(GraphError, match=r"graph\.sqlite: not a paperkg graph, .*move it away and build"):
        open_graph(tmp_path)


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE notes (text)",
        "CREATE TABLE meta (name, content)",
        "CREATE TABLE meta (key, value)",
        "CREATE TABLE families (member, family)",
    ],
)
def test_a_database_of_another_program(tmp_path, statement):
    change(tmp_path, statement)
    with pytest.raises(GraphError, match=r"not a paperkg graph, .*move it away and build"):
        open_graph(tmp_path)


@pytest.mark.parametrize(
    "statement",
    ["UPDATE meta SET value = '99' WHERE key = 'format'", "DELETE FROM meta WHERE key = 'format'"],
)
def test_another_version(stored, statement):
    change(stored, statement)
    with pytest.raises(
        GraphError, match=r"written by another version of paperkg; .*paperkg doctor.*move it away and build"
    ):
        open_graph(stored)


@settings(max_examples=60, deadline=None)
@given(share=st.floats(0, 1, exclude_max=True))
@example(share=0.0)
@example(share=0.9999)
def test_a_file_cut_short_anywhere_is_refused_at_once(sound, share):
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / FILE).write_bytes(sound[: int(len(sound) * share)])
        with pytest.raises(GraphError, match="build the graph anew"):
            open_graph(name)


@pytest.mark.parametrize("length", [1, 15, 16, 99, 100, 101, 4095, 4096, 4097, 3 * 4096, -4097, -4096, -1])
def test_a_file_cut_short_at_an_edge_is_refused_at_once(tmp_path, sound, length):
    (tmp_path / FILE).write_bytes(sound[:length])
    with pytest.raises(GraphError, match="build the graph anew"):
        open_graph(tmp_path)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_changed_bytes_never_give_another_error(sound, data):
    damaged = bytearray(sound)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(sound) - 1))
        patch = data.draw(st.binary(min_size=1, max_size=40))[: len(sound) - place]
        damaged[place : place + len(patch)] = patch
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / FILE).write_bytes(damaged)
        with contextlib.suppress(GraphError):
            read_everything(name)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE links",
        "DROP TABLE aliases",
        "UPDATE papers SET authors = '[' WHERE position = 1",
        "UPDATE papers SET keywords = '3' WHERE position = 1",
        "UPDATE papers SET extraction = '{}' WHERE position = 1",
        "UPDATE papers SET extraction = '[]' WHERE position = 1",
        "UPDATE papers SET title = CAST(x'ff41' AS TEXT) WHERE position = 1",
        "UPDATE links SET role = 'loves' WHERE position = 4",
        "UPDATE mentions SET kind = 'planet' WHERE link = 4",
        "UPDATE concepts SET kind = 'planet' WHERE id = 'model:llama'",
        "UPDATE results SET claim = '[1]' WHERE position = 0",
        "UPDATE results SET claim = 'null' WHERE position = 0",
    ],
)
def test_rows_that_say_what_they_cannot(stored, statement):
    change(stored, statement)
    with pytest.raises(GraphError, match=r"graph\.sqlite: .*damaged.*move it away and build the graph anew"):
        read_everything(stored)


@pytest.mark.parametrize("cell", ["CAST(x'ff' || zeroblob(90000) AS TEXT)", "CAST(zeroblob(90000) AS TEXT)"])
def test_a_message_quotes_no_whole_cell(stored, cell):
    change(stored, f"UPDATE papers SET extraction = {cell}", f"UPDATE links SET role = {cell}")
    for read in (lambda kg: kg.sentences("mazes"), lambda kg: list(kg.links())):
        with open_graph(stored) as kg, pytest.raises(GraphError) as caught:
            read(kg)
        assert len(str(caught.value)) < 300 + len(str(stored))


def test_a_file_that_another_program_holds_locked(stored):
    with closing(sqlite3.connect(stored / FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(GraphError, match="another program holds this file locked; try again later"):
            open_graph(stored)
        other.execute("ROLLBACK")
    with open_graph(stored) as kg:
        assert tuple(kg.links()) == LINKS


def test_a_file_that_is_locked_after_it_was_opened_is_not_called_damaged(stored):
    with open_graph(stored) as kg, closing(sqlite3.connect(stored / FILE, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(GraphError, match="another program holds this file locked; try again later"):
            list(kg.papers())


def test_a_file_that_cannot_be_opened(stored, monkeypatch):
    connect = sqlite3.connect
    monkeypatch.setattr(
        "sqlite3.connect", lambda name, **options: connect(name.replace(FILE, "gone"), **options)
    )
    with pytest.raises(GraphError, match=r"graph\.sqlite: cannot be read .*check its permissions"):
        open_graph(stored)


def test_a_folder_that_cannot_be_entered(tmp_path, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("pathlib.Path.is_file", refuse)
    with pytest.raises(GraphError, match=r"cannot be read \(Permission denied\); check its permissions"):
        open_graph(tmp_path)


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may read everything")
@pytest.mark.parametrize("what", ["", FILE])
def test_what_may_not_be_read(stored, what):
    (stored / what).chmod(0o000)
    try:
        with pytest.raises(GraphError, match="check its permissions"):
            open_graph(stored)
    finally:
        (stored / what).chmod(0o755)


@pytest.mark.parametrize("name", ["a b", "what?", "100%25", "#1", "ключ", "a&mode=rw", "file:x"])
def test_any_folder_name_will_do(tmp_path, name):
    folder = tmp_path / spelt(name)
    folder.mkdir()
    save(folder, WORLD)
    with open_graph(folder) as kg:
        assert kg.name == name
        assert tuple(kg.links()) == LINKS


def test_reading_writes_nothing(stored):
    before = (stored / FILE).read_bytes()
    read_everything(stored)
    assert [path.name for path in stored.iterdir()] == [FILE]
    assert (stored / FILE).read_bytes() == before


def test_a_closed_graph_is_no_damaged_one(stored):
    kg = open_graph(stored)
    kg.close()
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        list(kg.papers())
