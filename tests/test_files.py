"""Putting a file in another's place."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from paperkg.files import replacing
from tests.conftest import spelt


def test_a_link_stays_one_and_what_it_points_to_is_replaced(tmp_path):
    target, link = tmp_path / "target.ttl", tmp_path / "link.ttl"
    target.write_text("old", encoding="utf-8")
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("this system makes no links")
    with replacing(link) as beside:
        beside.write_text("new", encoding="utf-8")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_private_file_stays_private(tmp_path):
    path = tmp_path / "private.ttl"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o600)
    with replacing(path) as beside:
        beside.write_text("new", encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_was_there_stays_when_writing_fails(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")

    def fail():
        with replacing(path) as beside:
            beside.write_text("half", encoding="utf-8")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_nothing_takes_the_place_of_a_device_or_a_pipe(tmp_path: Path) -> None:
    """Whoever may write to /dev could lose /dev/null by an export to it."""
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(OSError, match="is a device or a pipe"), replacing(path) as beside:
            beside.write_text("new")
    assert pipe.is_fifo()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "pipe"]


def test_nothing_takes_the_place_of_a_database(tmp_path: Path) -> None:
    path = tmp_path / "graph.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (x)")
    before = path.read_bytes()
    with pytest.raises(OSError, match="is a database, such as a graph has"), replacing(path) as beside:
        beside.write_text("new")
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["x" * 255, "ü" * 127, "漢" * 85])
def test_a_name_may_be_as_long_as_the_system_lets_it(tmp_path: Path, name: str) -> None:
    path = tmp_path / spelt(name)
    try:
        path.touch()
    except OSError:
        pytest.skip("this system has shorter names")
    with replacing(path) as beside:
        beside.write_text("new", encoding="utf-8")
    assert path.read_text(encoding="utf-8") == "new"
