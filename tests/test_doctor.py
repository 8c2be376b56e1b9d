"""What the doctor finds, and what it makes of a damaged graph: the bytes that it had."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from paperkg.build import build
from paperkg.doctor import UnmendableError, examine, mend
from paperkg.graph import BusyError, GraphError, Journal, locked, open_graph
from paperkg.graph.reader import FILE
from paperkg.link import Overrides
from paperkg.model import Extraction, Kind, Mention, Paper
from paperkg.provenance import found_by
from paperkg.sparql import cached

PAPERS = [
    Paper(
        f"p{n}",
        f"On {n}",
        f"We test paper {n} on GSM8K and on Bench{n % 5}.",
        authors=("A. Author",),
        year=2026,
    )
    for n in range(40)
]


def found(papers):
    for paper in papers:
        text, at = paper.text, paper.text.index("GSM8K")
        mentions = (
            Mention(at, at + 5, Kind.BENCHMARK, "test", 1.0),
            Mention(text.index("Bench"), len(text) - 1, Kind.BENCHMARK, "test", 1.0),
        )
        yield Extraction(mentions, sentences=((len(paper.title) + 1, len(text)),))


def fails(papers):
    for _ in papers:
        raise AssertionError("what was found in a paper is found again")
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("doctor") / "whole"
    overrides = Overrides(names={"gsm8k": "Grade School"})
    build(PAPERS, folder, extractor=found, overrides=overrides)
    return folder


@pytest.fixture
def graph(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "graph"))


def sql(*statements: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        with closing(sqlite3.connect(folder / FILE)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    return damage


def cut(share: float) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        data = (folder / FILE).read_bytes()
        (folder / FILE).write_bytes(data[: int(len(data) * share)])

    return damage


def overwrite(table: str) -> Callable[[Path], None]:
    """Overwrite the first page of a table or index."""

    def damage(folder: Path) -> None:
        with closing(sqlite3.connect(folder / FILE)) as connection:
            query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
            [(page,)] = connection.execute(query, (table,))
            [(size,)] = connection.execute("PRAGMA page_size")
        data = bytearray((folder / FILE).read_bytes())
        data[(page - 1) * size : page * size] = b"\xa5" * size
        (folder / FILE).write_bytes(data)

    return damage


MENDABLE = {
    "cut short": (cut(0.97), "cut short"),
    "an index overwritten": (overwrite("links_paper"), "damaged"),
    "the links overwritten": (overwrite("links"), "damaged"),
    "the concepts overwritten": (overwrite("concepts"), "damaged"),
    "no full text": (sql("DROP TABLE papers_text", "DROP TABLE concepts_text"), "without concepts_text"),
    "an older index of the text": (sql("DELETE FROM papers_text_data WHERE id > 10"), "papers_text"),
    "the text's index of another paper": (
        sql(
            "INSERT INTO papers_text (papers_text, rowid, title, abstract) VALUES ('delete', 0, 'On 0', 'We')"
        ),
        "papers_text",
    ),
    "no index": (sql("DROP INDEX links_concept"), "without links_concept"),
    "another version": (sql("UPDATE meta SET value = '0' WHERE key = 'format'"), "another version"),
    "links gone": (sql("DELETE FROM mentions WHERE link % 2"), "links without evidence: 40"),
    "concepts gone": (sql("DELETE FROM concepts"), "links to concepts that are not there: 80"),
}


@pytest.mark.parametrize("damage", MENDABLE)
def test_what_follows_from_the_papers_is_had_back_to_the_byte(graph: Path, whole: Path, damage: str) -> None:
    damaged, said = MENDABLE[damage]
    damaged(graph)
    left = (graph / FILE).read_bytes()
    examined = examine(graph)
    assert examined.papers == 40
    assert said in examined.findings[0].reason
    assert examined.findings[0].path == graph / FILE
    assert examined.mendable
    assert (graph / FILE).read_bytes() == left, "looking changes nothing"
    mended = mend(graph, extractor=fails)
    assert mended.papers == 40
    assert mended.kept.read_bytes() == left
    assert (graph / FILE).read_bytes() == (whole / FILE).read_bytes()
    assert sorted(path.name for path in graph.iterdir()) == [".lock", FILE, f"{FILE}.damaged"]
    assert examine(graph).findings == ()


def test_what_was_found_is_found_again_where_it_is_lost(graph: Path, whole: Path) -> None:
    sql("UPDATE papers SET extraction = 'x' WHERE position = 7")(graph)
    assert "papers of which it is not known any more" in examine(graph).findings[0].reason
    asked = []

    def again(papers):
        for paper in papers:
            asked.append(paper.id)
            yield from found([paper])

    mend(graph, extractor=again)
    assert asked == ["p7"]
    assert (graph / FILE).read_bytes() == (whole / FILE).read_bytes()


def test_an_older_store_is_brought_to_the_form_of_today(graph: Path) -> None:
    """One that knew less of a paper, and had no index of the text."""
    older = "UPDATE meta SET value = '0' WHERE key = 'format'"
    sql(older, "DROP TABLE papers_text", "DROP TABLE concepts_text", "ALTER TABLE papers DROP COLUMN venue")(
        graph
    )
    assert "another version" in examine(graph).findings[0].reason
    mend(graph, extractor=fails)
    with open_graph(graph) as kg:
        assert list(kg.papers()) == PAPERS
    assert examine(graph).findings == ()


BEYOND = {
    "half of it": (cut(0.2), ""),
    "the papers overwritten": (overwrite("papers"), "paper 1 cannot be read"),
    "a paper gone": (sql("DELETE FROM papers WHERE position = 3"), "paper 4 is missing"),
    "the last paper gone": (sql("DELETE FROM papers WHERE position = 39"), "1 papers are missing"),
    "a text changed": (sql("UPDATE papers SET abstract = 'Other.' WHERE position = 3"), "not what it was"),
    "the source's words gone": (
        sql("UPDATE papers SET authors = '[' WHERE position = 3"),
        "paper 4 cannot be read",
    ),
    "no meta": (sql("DROP TABLE meta"), "how the graph was made cannot be read"),
    "another program's": (lambda folder: (folder / FILE).write_bytes(b"PK\3\4" * 99), "no paperkg graph"),
    "empty": (lambda folder: (folder / FILE).write_bytes(b""), "empty"),
}


@pytest.mark.parametrize("damage", BEYOND)
def test_where_papers_are_lost_nothing_is_touched(graph: Path, damage: str) -> None:
    damaged, said = BEYOND[damage]
    damaged(graph)
    left = (graph / FILE).read_bytes()
    findings = [finding for finding in examine(graph).findings if finding.path == graph / FILE]
    assert findings
    assert said in " ".join(finding.reason for finding in findings)
    assert all("build the graph from its source" in finding.advice for finding in findings)
    with pytest.raises(UnmendableError, match="build the graph from its source"):
        mend(graph, extractor=fails)
    assert (graph / FILE).read_bytes() == left
    assert sorted(path.name for path in graph.iterdir()) == [".lock", FILE]


def test_what_stopped_programs_left_is_taken_away(graph: Path, whole: Path) -> None:
    (graph / f"{FILE}.new").write_bytes(b"half")
    (graph / f".page.html.{1 << 30}.new").write_bytes(b"half")  # no process has such a number
    (graph / f".page.html.{os.getpid()}.new").write_bytes(b"being written")
    (graph / ".mending-1").mkdir()
    (graph / "notes.txt").write_text("mine")
    with cached(graph) as store:
        pass
    next(store.path.glob("CURRENT")).write_bytes(b"damaged")
    assert [finding.path.name for finding in examine(graph).findings] == [
        ".mending-1",
        f".page.html.{1 << 30}.new",
        f"{FILE}.new",
        store.digest,
    ]
    mended = mend(graph, extractor=fails)
    assert mended.papers is None
    assert len(mended.removed) == 4
    assert examine(graph).findings == ()
    assert {"notes.txt", f".page.html.{os.getpid()}.new"} <= {path.name for path in graph.iterdir()}
    assert (graph / FILE).read_bytes() == (whole / FILE).read_bytes()


def test_a_build_that_was_stopped_is_told_and_left_alone(graph: Path, tmp_path: Path) -> None:
    journal = Journal(graph, found_by())
    journal.add([("a", '{"mentions":[],"abbreviations":[],"claims":[],"sentences":[],"roles":[]}')])
    [finding] = examine(graph).findings
    assert "found in 1 papers is kept" in finding.reason
    assert not examine(graph).mendable
    (graph / FILE).unlink()
    assert examine(graph).findings[0].reason == "missing"
    with pytest.raises(UnmendableError):
        mend(graph)
    assert (graph / "unfinished").exists()


def test_what_is_no_graph_and_what_is_in_use(graph: Path, tmp_path: Path) -> None:
    for folder in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(GraphError, match="no graph here"):
            examine(folder)
    (graph / f"{FILE}.new").write_bytes(b"another build is writing this")
    with locked(graph), pytest.raises(BusyError):
        mend(graph)
    assert (graph / f"{FILE}.new").exists()


def test_a_mending_that_is_stopped_leaves_the_store_as_it_was(graph: Path) -> None:
    sql("DROP INDEX links_concept", "UPDATE papers SET extraction = 'x' WHERE position = 7")(graph)
    left = (graph / FILE).read_bytes()
    with pytest.raises(AssertionError):
        mend(graph, extractor=fails)
    assert (graph / FILE).read_bytes() == left
    assert sorted(path.name for path in graph.iterdir()) == [".lock", FILE]


def test_the_overrides_hold_on(graph: Path) -> None:
    sql("DROP INDEX links_concept")(graph)
    mend(graph, extractor=fails)
    with open_graph(graph) as kg:
        assert {concept.name for concept in kg.concepts()} >= {"Grade School"}
