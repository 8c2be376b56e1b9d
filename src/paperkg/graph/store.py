"""Writing the store: one SQLite file, written beside the old one and put in its place when it is whole.

So a killed build leaves the last good graph, a reader never meets half of one, and the same contents give the
same bytes whatever stood there before.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from filelock import FileLock, Timeout

from paperkg.graph import reader
from paperkg.graph.records import content_hash, dump, dump_claim, dump_extraction, load_extraction
from paperkg.model import Concept, Extraction, Family, Link, Paper, Result, lookup_key


class BusyError(RuntimeError):
    """Another build is writing to the same graph."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper with its label and what was found in it."""

    paper: Paper
    label: str
    extraction: Extraction


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a graph holds.

    Attributes:
        entries: Papers in the order of the source.
        concepts: Every concept that a link or a family names.
        links: Paper by paper; each with evidence.
        results: Paper by paper.
        families: Which concept is a version of which.
        meta: What else to keep: how the graph was made.
    """

    entries: tuple[Entry, ...]
    concepts: tuple[Concept, ...]
    links: tuple[Link, ...]
    results: tuple[Result, ...] = ()
    families: tuple[Family, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make the folder and hold it for one build.

    Raises:
        BusyError: Another build holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock", timeout=0)
    try:
        with lock:
            yield
    except Timeout:
        raise BusyError(f"{folder}: another build is writing to this graph; wait for it to end") from None


def known_extractions(folder: Path, extractor: str) -> dict[str, Extraction]:
    """Read what an earlier build found, by content hash; empty when it was made by another extractor.

    Raises:
        GraphError: What stands there is damaged or no graph of this version, and should not be written over.
    """
    if not (folder / reader.FILE).exists():
        return {}
    with closing(reader.connect(folder)) as connection, reader.explained(folder / reader.FILE):
        if dict(connection.execute("SELECT key, value FROM meta")).get("extractor") != extractor:
            return {}
        rows = connection.execute("SELECT content_hash, extraction FROM papers")
        return {key: load_extraction(text) for key, text in rows}


def save(folder: Path, contents: Contents) -> None:
    """Write a graph into a folder, in place of the one that is there.

    Raises:
        OSError: The disk is full or the folder cannot be written; the old graph is still there.
        sqlite3.Error: The same, said by SQLite.
        UnicodeEncodeError: A text holds a lone surrogate, which no UTF-8 can; readers replace those. The old
            graph is still there.
    """
    beside = folder / f"{reader.FILE}.new"
    beside.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(beside, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")  # the file counts only once it is renamed
            connection.executescript(files("paperkg.graph").joinpath("schema.sql").read_text("utf-8"))
            connection.execute("BEGIN")
            _fill(connection, contents)
            connection.execute("COMMIT")
        with beside.open("r+b") as written:  # Windows syncs no file that is open for reading only
            os.fsync(written.fileno())
        beside.replace((folder / reader.FILE).resolve())
    finally:
        beside.unlink(missing_ok=True)


def _fill(connection: sqlite3.Connection, contents: Contents) -> None:
    def insert(table: str, rows: Iterable[tuple[object, ...]], columns: int) -> None:
        marks = ", ".join("?" * columns)
        connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    insert("meta", [("format", reader.FORMAT), *contents.meta], 2)
    insert("papers", map(_paper_row, range(len(contents.entries)), contents.entries), 12)
    concepts = sorted(contents.concepts, key=lambda concept: concept.id)
    insert("concepts", ((c.id, str(c.kind), c.normal, c.name) for c in concepts), 4)
    insert("aliases", ((c.id, alias, lookup_key(alias)) for c in concepts for alias in c.aliases), 3)
    links = list(enumerate(contents.links))
    insert("links", ((i, k.paper, k.concept, str(k.role), k.confidence) for i, k in links), 5)
    mentions = ((i, rank, m) for i, link in links for rank, m in enumerate(link.evidence))
    insert(
        "mentions",
        ((i, rank, m.start, m.end, str(m.kind), m.source, m.confidence) for i, rank, m in mentions),
        7,
    )
    insert(
        "results",
        (
            (i, r.paper, dump_claim(r.claim), r.metric, r.benchmark, r.system, r.baseline)
            for i, r in enumerate(contents.results)
        ),
        7,
    )
    insert("families", ((f.member, f.family) for f in sorted(contents.families)), 2)


def _paper_row(position: int, entry: Entry) -> tuple[object, ...]:
    paper = entry.paper
    return (
        position,
        paper.id,
        paper.title,
        entry.label,
        paper.abstract,
        dump(paper.authors),
        paper.year,
        paper.venue,
        paper.url,
        dump(paper.keywords),
        content_hash(paper),
        dump_extraction(entry.extraction),
    )
