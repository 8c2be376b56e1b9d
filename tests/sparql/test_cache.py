"""The cache is there, is right, and is nobody's trouble."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pyoxigraph
import pytest

from paperkg.graph import GraphError, open_graph, save
from paperkg.rdf import export
from paperkg.sparql import DamagedError, cached, open_store
from tests.sparql.made import made


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    folder = tmp_path / "graph"
    folder.mkdir()
    save(folder, made(papers=4))
    return folder


def caches(graph: Path) -> list[str]:
    return sorted(path.name for path in (graph / ".sparql").iterdir() if path.is_dir())


def made_at(path: Path) -> int:
    return (path / "CURRENT").stat().st_mtime_ns


def test_it_holds_the_triples_of_an_export(graph: Path, tmp_path: Path) -> None:
    with open_graph(graph) as kg:
        triples = export(kg, tmp_path / "out.nt")
    with cached(graph) as cache:
        assert cache.path.parent == graph / ".sparql"
        held = list(open_store(cache.path))
    expected = pyoxigraph.Store()
    expected.load(path=tmp_path / "out.nt")  # Oxigraph keeps every kind of whole number as xsd:integer
    assert len(held) == triples
    assert set(held) == set(expected)


def test_it_is_made_once(graph: Path) -> None:
    with cached(graph) as first:
        when = made_at(first.path)
    with cached(graph) as second:
        assert second == first
        assert made_at(second.path) == when
    assert {path.suffix for path in (graph / ".sparql").iterdir()} == {"", ".used"}


def test_another_graph_has_another_and_the_old_one_goes(graph: Path) -> None:
    with cached(graph) as old:
        pass
    stat = (graph / "graph.sqlite").stat()
    save(graph, made(papers=4, seed=8))
    os.utime(graph / "graph.sqlite", ns=(stat.st_atime_ns, stat.st_mtime_ns))  # its bytes count, not its date
    with cached(graph) as new:
        assert new.digest != old.digest
        assert caches(graph) == [new.digest]
        assert len(open_store(new.path)) > 0


def test_one_that_is_in_use_stays(graph: Path) -> None:
    with cached(graph) as old:
        save(graph, made(papers=4, seed=8))
        with cached(graph) as new:
            assert caches(graph) == sorted([old.digest, new.digest])
            assert len(open_store(old.path)) != len(open_store(new.path))
    save(graph, made(papers=4, seed=9))
    with cached(graph) as newest:
        assert caches(graph) == [newest.digest]


@pytest.mark.parametrize("damage", ["cut", "gone", "empty", "file"])
def test_a_damaged_one_is_made_anew(graph: Path, damage: str) -> None:
    with cached(graph) as cache:
        path = cache.path
        whole = len(open_store(path))
    if damage == "cut":
        for file in path.glob("*.sst"):
            os.truncate(file, file.stat().st_size // 2)
    elif damage == "gone":
        (path / "CURRENT").unlink()
    else:
        shutil.rmtree(path)
        path.mkdir() if damage == "empty" else path.write_bytes(b"no store")
    with pytest.raises(DamagedError):
        open_store(path)
    with cached(graph) as cache:
        assert len(open_store(cache.path)) == whole


def test_what_a_killed_process_left_is_cleared(graph: Path) -> None:
    home = graph / ".sparql"
    (home / "0123.new").mkdir(parents=True)
    (home / "0123.nt").write_bytes(b"half")
    (home / "0123.used").touch()
    (home / "0123").mkdir()
    with cached(graph) as cache:
        assert {path.name for path in home.iterdir()} <= {cache.digest, f"{cache.digest}.used", "lock"}


def test_a_folder_that_may_not_be_written_has_a_temporary_one(
    graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mkdir = Path.mkdir

    def refused(path: Path, *args: object, **kwargs: object) -> None:
        if path == graph / ".sparql":
            raise PermissionError(13, "Permission denied", str(path))
        mkdir(path, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(Path, "mkdir", refused)
    with cached(graph) as cache:
        assert graph not in cache.path.parents
        assert len(open_store(cache.path)) > 0
    assert not cache.path.exists()
    assert [path.name for path in graph.iterdir()] == ["graph.sqlite"]


def test_many_processes_at_once(graph: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from paperkg.sparql import cached, open_store\n"
        "with cached(Path(sys.argv[1])) as cache: print(cache.digest, len(open_store(cache.path)))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(graph)], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    printed = {process.communicate(timeout=60)[0] for process in running}
    assert {process.returncode for process in running} == {0}
    assert len(printed) == 1
    assert len(caches(graph)) == 1


def test_no_graph_is_no_cache(tmp_path: Path) -> None:
    with ExitStack() as stack, pytest.raises(GraphError):
        stack.enter_context(cached(tmp_path))
    assert list(tmp_path.iterdir()) == []
