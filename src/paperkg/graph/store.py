"""Writing the store: one SQLite file, written beside the old one and put in its place when it is whole.

So a killed build leaves the last good graph, a reader never meets half of one, and the same contents give the
same bytes whatever stood there before.
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from importlib.resources import files
from operator import itemgetter
from pathlib import Path

from filelock import FileLock, Timeout

from paperkg.graph import reader
from paperkg.graph.records import content_hash, dump, dump_claim, dump_extraction, load_extraction
from paperkg.model import Concept, Extraction, Family, Link, Paper, Result, lookup_key

_CACHE_KB = 64_000
_COLUMNS = {
    "meta": 2,
    "papers": 12,
    "concepts": 4,
    "aliases": 3,
    "links": 5,
    "mentions": 7,
    "results": 7,
    "families": 2,
}


class BusyError(RuntimeError):
    """Another build is writing to the same graph."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper with its label, what was found in it, and what the link stage made of that."""

    paper: Paper
    label: str
    extraction: Extraction
    links: tuple[Link, ...] = ()
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """All that a graph holds, in memory.

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


def known_extractions(folder: Path, extractor: str) -> Iterator[tuple[str, str]]:
    """Yield content hash and extraction, as JSON, of each paper of an earlier build.

    Nothing when that was made by another extractor.

    Raises:
        GraphError: What stands there is damaged or no graph of this version, and should not be written over.
    """
    if not (folder / reader.FILE).exists():
        return
    with closing(reader.connect(folder)) as connection, reader.explained(folder / reader.FILE):
        if dict(connection.execute("SELECT key, value FROM meta")).get("extractor") == extractor:
            for key, text in connection.execute("SELECT content_hash, extraction FROM papers"):
                load_extraction(text)  # to see that it is sound
                yield key, text


def save(folder: Path, contents: Contents) -> None:
    """Write a graph that is in memory as a whole; see `write`."""
    links: defaultdict[str, list[Link]] = defaultdict(list)
    for link in contents.links:
        links[link.paper].append(link)
    results: defaultdict[str, list[Result]] = defaultdict(list)
    for result in contents.results:
        results[result.paper].append(result)
    entries = (
        replace(entry, links=tuple(links[entry.paper.id]), results=tuple(results[entry.paper.id]))
        for entry in contents.entries
    )
    write(folder, entries, contents.concepts, contents.families, contents.meta)


def write(
    folder: Path,
    entries: Iterable[Entry],
    concepts: Iterable[Concept],
    families: Iterable[Family] = (),
    meta: Iterable[tuple[str, str]] = (),
) -> None:
    """Write a graph into a folder, in place of the one that is there.

    Args:
        folder: Where the graph is.
        entries: Papers in the order of the source, taken one by one as they are written.
        concepts: Every concept that a link or a family names.
        families: Which concept is a version of which.
        meta: What else to keep: how the graph was made.

    Raises:
        OSError: The disk is full or the folder cannot be written; the old graph is still there.
        sqlite3.Error: The same, said by SQLite.
        UnicodeEncodeError: A text holds a lone surrogate, which no UTF-8 can; readers replace those. The old
            graph is still there.
    """
    beside = folder / f"{reader.FILE}.new"
    beside.unlink(missing_ok=True)
    tables, indexes = _schema()
    try:
        with closing(sqlite3.connect(beside, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = OFF")  # the file counts only once it is renamed
            connection.execute("PRAGMA synchronous = OFF")  # and is synced as a whole, below
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
            connection.executescript(tables)
            connection.execute("BEGIN")
            _insert(connection, "meta", [("format", reader.FORMAT), *meta])
            _fill_concepts(connection, concepts, families)
            _fill_papers(connection, entries)
            connection.execute("COMMIT")
            # Sorted once, where rows in no order would go all over the file
            connection.executescript(f"BEGIN; {indexes} COMMIT;")
        with beside.open("r+b") as written:  # Windows syncs no file that is open for reading only
            os.fsync(written.fileno())
        beside.replace((folder / reader.FILE).resolve())
    finally:
        beside.unlink(missing_ok=True)


def _schema() -> tuple[str, str]:
    """The statements that make the tables, and those that make the indexes."""
    text = files("paperkg.graph").joinpath("schema.sql").read_text("utf-8")
    tables, mark, indexes = text.partition("-- Indexes.")
    return tables, mark + indexes


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[object, ...]]) -> None:
    """Insert rows into a table, a value for each of its columns."""
    marks = ", ".join("?" * _COLUMNS[table])
    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)


def _fill_concepts(
    connection: sqlite3.Connection, concepts: Iterable[Concept], families: Iterable[Family]
) -> None:
    rows = sorted(((concept.id, concept) for concept in concepts), key=itemgetter(0))
    _insert(connection, "concepts", ((key, str(c.kind), c.normal, c.name) for key, c in rows))
    _insert(connection, "aliases", ((key, a, lookup_key(a)) for key, c in rows for a in c.aliases))
    _insert(connection, "families", ((f.member, f.family) for f in sorted(families)))


def _fill_papers(connection: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    links = results = 0
    for position, entry in enumerate(entries):
        _insert(connection, "papers", [_paper_row(position, entry)])
        _insert(
            connection,
            "links",
            ((n, k.paper, k.concept, str(k.role), k.confidence) for n, k in enumerate(entry.links, links)),
        )
        _insert(
            connection,
            "mentions",
            (
                (n, rank, m.start, m.end, str(m.kind), m.source, m.confidence)
                for n, k in enumerate(entry.links, links)
                for rank, m in enumerate(k.evidence)
            ),
        )
        _insert(
            connection,
            "results",
            (
                (n, r.paper, dump_claim(r.claim), r.metric, r.benchmark, r.system, r.baseline)
                for n, r in enumerate(entry.results, results)
            ),
        )
        links += len(entry.links)
        results += len(entry.results)


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
