"""What holds of every format: the same bytes, whole or not at all, abstracts only when asked for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperkg.exports import FORMATS, export, format_of
from paperkg.graph import KnowledgeGraph

from .worlds import HOSTILE, saved

OURS = [name for name, one in FORMATS.items() if one.home]
FILES = [name for name in OURS if FORMATS[name].ending]
DIRECTORIES = [name for name in OURS if not FORMATS[name].ending]
COUNTS = {
    "graphml": {"node": 18, "edge": 17},
    "gexf": {"node": 18, "edge": 17},
    "node-link": {"node": 18, "edge": 17},
    "cytoscape": {"node": 18, "edge": 17},
    "csv": {"node": 18, "edge": 17, "mention": 17, "claim": 2},
    "parquet": {"node": 18, "edge": 17, "mention": 17, "claim": 2},
    "vosviewer": {"item": 4, "link": 6},
    "neo4j": {"node": 20, "relationship": 22},
    "obsidian": {"note": 18},
    "bibtex": {"paper": 6},
}


def contents(path: Path) -> dict[str, bytes]:
    if path.is_file():
        return {"": path.read_bytes()}
    return {
        file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()
    }


@pytest.mark.parametrize("name", OURS)
def test_says_how_many_of_what(kg: KnowledgeGraph, tmp_path: Path, name: str) -> None:
    assert kg.export(tmp_path / "out", format=name) == COUNTS[name]


@pytest.mark.parametrize("name", OURS)
def test_a_paper_may_be_called_anything(hostile: KnowledgeGraph, tmp_path: Path, name: str) -> None:
    counts = export(hostile, tmp_path / "out", format=name, abstracts=True)
    assert (
        len(HOSTILE) in counts.values()
        or 2 * len(HOSTILE) in counts.values()
        or name in {"vosviewer", "neo4j"}
    )


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    with saved(tmp_path / "world") as kg:
        here.mkdir()
        for name in OURS:
            export(kg, here / name, format=name)
    script = (
        "import sys; from pathlib import Path; from paperkg.exports import FORMATS, export;"
        "from paperkg.graph import open_graph; kg = open_graph(sys.argv[1])\n"
        "for name, one in FORMATS.items():\n    if one.home: export(kg, Path(sys.argv[2], name), format=name)"
    )
    there.mkdir()
    command = [sys.executable, "-c", script, str(tmp_path / "world"), str(there)]
    subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": "1"})
    written = contents(here)
    assert {Path(name).parts[0] for name in written} == set(OURS)
    assert written == contents(there)


@pytest.mark.parametrize("name", [name for name in OURS if name not in ("vosviewer", "parquet")])
def test_abstracts_stay_at_home_unless_they_are_asked_for(
    kg: KnowledgeGraph, tmp_path: Path, name: str
) -> None:
    for abstracts in (False, True):
        path = tmp_path / f"{abstracts}"
        export(kg, path, format=name, abstracts=abstracts)
        text = b"".join(contents(path).values())
        assert (b"GridLock is a known test" in text) == (name != "bibtex" or abstracts)  # a quoted sentence
        assert (b"Relay is worse" in text) == (name != "bibtex" or abstracts)
        assert (b"Plain words, and no name" in text) == abstracts  # nothing is found there to quote


@pytest.mark.parametrize("name", DIRECTORIES)
def test_what_is_in_a_folder_is_never_written_over(kg: KnowledgeGraph, tmp_path: Path, name: str) -> None:
    mine = tmp_path / "out"
    mine.mkdir()
    export(kg, mine, format=name)  # an empty one will do
    before = contents(mine)
    with pytest.raises(OSError, match="not empty"):
        export(kg, mine, format=name)
    assert contents(mine) == before
    with pytest.raises(FileExistsError):
        export(kg, next(file for file in mine.rglob("*") if file.is_file()), format=name)
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".new")] == []


def test_the_ending_says_the_format() -> None:
    for name, one in FORMATS.items():
        if one.ending:
            assert format_of(Path(f"a.b{one.ending.upper()}")) == name
        assert format_of(Path("anything.else"), name) == name
    with pytest.raises(ValueError, match=r"known are \.ttl, .*for a folder give the format: csv, parquet"):
        format_of(Path("papers.csv"))
    with pytest.raises(ValueError, match="format 'xls' is not known; known are ttl, "):
        format_of(Path("papers.ttl"), "xls")


def test_what_is_for_rdf_is_refused_elsewhere(kg: KnowledgeGraph, tmp_path: Path) -> None:
    assert export(kg, tmp_path / "out.nt", evidence="none").keys() == {"triple"}
    with pytest.raises(ValueError, match="evidence is for RDF; GEXF has none"):
        export(kg, tmp_path / "out.gexf", evidence="none")
    with pytest.raises(ValueError, match="base is for RDF"):
        export(kg, tmp_path / "out.gexf", base="https://example.org/")
