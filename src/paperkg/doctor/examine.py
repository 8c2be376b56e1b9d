"""Looking at a graph on disk: what is wrong with it, in words, and whether the rest makes up for it."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from paperkg.doctor import salvage
from paperkg.graph import GraphError, Journal
from paperkg.graph.journal import FILE as JOURNAL
from paperkg.graph.reader import FILE, FORMAT
from paperkg.provenance import found_by
from paperkg.sparql.cache import HOME, DamagedError, open_store

_MAGIC = b"SQLite format 3\0"
_REFERENCES = {  # what must not have any row
    "links of papers that are not there": "links WHERE paper NOT IN (SELECT id FROM papers)",
    "links to concepts that are not there": "links WHERE concept NOT IN (SELECT id FROM concepts)",
    "links without evidence": "links WHERE position NOT IN (SELECT link FROM mentions)",
    "evidence of links that are not there": "mentions WHERE link NOT IN (SELECT position FROM links)",
    "numbers of papers that are not there": "results WHERE paper NOT IN (SELECT id FROM papers)",
    "concepts without a name": "concepts WHERE id NOT IN (SELECT concept FROM aliases)",
    "names of concepts that are not there": "aliases WHERE concept NOT IN (SELECT id FROM concepts)",
    "versions of concepts that are not there": (
        "families WHERE member NOT IN (SELECT id FROM concepts) OR family NOT IN (SELECT id FROM concepts)"
    ),
}
_FROM_SOURCE = "this cannot be mended: move it away and build the graph from its source"
_INDEXED = ("papers_text", "concepts_text")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong.

    Attributes:
        path: The file or folder.
        reason: What is wrong with it, in words.
        advice: What to do, where `mend` does nothing for it; else empty.
    """

    path: Path
    reason: str
    advice: str = ""


@dataclass(frozen=True, slots=True)
class Examination:
    """What was looked at.

    Attributes:
        folder: The graph's folder.
        papers: How many papers can be read whole.
        findings: What is wrong, the graph itself first; empty where all is well.
    """

    folder: Path
    papers: int
    findings: tuple[Finding, ...]

    @property
    def mendable(self) -> bool:
        """Whether `mend` does something for one of the findings."""
        return any(not finding.advice for finding in self.findings)


def examine(folder: Path) -> Examination:
    """Look at a graph's folder; nothing in it is changed.

    Raises:
        GraphError: There is no such folder, it cannot be read, or it never was a graph.
    """
    if not folder.is_dir():
        raise GraphError(f"{folder}: no graph here (there is no such folder)")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise GraphError(f"{folder}: cannot be read; `chmod u+rx` lets you")
    path = folder / FILE
    if not path.exists() and not (folder / JOURNAL).exists() and not leftovers(folder):
        raise GraphError(f"{folder}: no graph here (give the folder that `paperkg build` wrote)")
    papers, findings = _of_store(path)
    findings.extend(_of_folder(folder))
    return Examination(folder, papers, tuple(findings))


def leftovers(folder: Path) -> list[Path]:
    """What programs that were killed left half-written."""
    return sorted(path for path in (*folder.glob("*.new"), *folder.glob(".mending-*")) if not _at_work(path))


def _at_work(path: Path) -> bool:
    """Whether the program that writes a file is there still; see `paperkg.files.replacing`."""
    process = re.search(r"\.(\d+)\.new$", path.name)
    if process is None or os.name != "posix":
        return False
    try:
        os.kill(int(process[1]), 0)  # sends nothing
    except (OSError, OverflowError):
        return False
    return True


def damaged_caches(folder: Path) -> list[Path]:
    """Stores for queries that cannot be opened."""
    home = folder / HOME
    return (
        [path for path in sorted(home.iterdir()) if path.is_dir() and not _opens(path)]
        if home.is_dir()
        else []
    )


def _opens(path: Path) -> bool:
    try:
        open_store(path)
    except DamagedError:
        return False
    return True


def _of_folder(folder: Path) -> Iterator[Finding]:
    for path in leftovers(folder):
        yield Finding(path, "half-written by a program that was stopped or is at work; nothing needs it")
    for path in damaged_caches(folder):
        yield Finding(path, "a damaged store for queries; the next query makes it anew")
    if (folder / JOURNAL).exists():
        kept = sum(1 for _ in Journal(folder, found_by()).known())
        reason = f"a build was stopped; what it found in {kept:,} papers is kept"
        yield Finding(folder / JOURNAL, reason, "run the same build again, and it goes on from there")
    if not os.access(folder, os.W_OK):
        reason = "may not be written: it can be asked, but not added to, and queries take longer"
        yield Finding(folder, reason, "`chmod u+w` lets you")


def _of_store(path: Path) -> tuple[int, list[Finding]]:
    """How many papers can be read, and what is wrong."""
    if not path.exists():
        return 0, [Finding(path, "missing", "build the graph from its source")]
    if not path.is_file() or not os.access(path, os.R_OK):
        return 0, [Finding(path, "cannot be read", "`chmod u+r` lets you, if it is yours")]
    if reason := _no_store(path):
        return 0, [Finding(path, reason, _FROM_SOURCE)]
    try:
        papers, lost = _papers(path)
        wrong = _wrong(path)
    except sqlite3.Error as error:
        locked = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        if locked:
            return 0, [Finding(path, "another program holds it locked", "try again later")]
        raise GraphError(f"{path}: cannot be read ({error})") from error
    advice = _FROM_SOURCE if lost else ""
    return papers, [Finding(path, reason, advice) for reason in (*wrong, *filter(None, [lost]))]


def _no_store(path: Path) -> str:
    """Say why a file is not even the beginning of a store; empty where it is one."""
    with path.open("rb") as file:
        head = file.read(100)
    if not head:
        return "empty"
    return (
        ""
        if head.startswith(_MAGIC) and len(head) == 100
        else "no paperkg graph, or its beginning is overwritten"
    )


def _papers(path: Path) -> tuple[int, str]:
    """How many papers can be read, and why not all of them."""
    count = 0
    with salvage.opened(path) as connection:
        try:
            salvage.kept_meta(connection)
            for _ in salvage.papers(connection):
                count += 1
        except salvage.LostError as error:
            return count, str(error)
        lost = salvage.lost_papers(connection)
        return count, f"{lost:,} papers are missing" if lost else ""


def _wrong(path: Path) -> list[str]:
    """What is wrong with a store; the first reasons may hide others."""
    size = path.stat().st_size
    with path.open("rb") as file:
        head = file.read(100)
    page = int.from_bytes(head[16:18], "big")
    whole = int.from_bytes(head[28:32], "big") * (65536 if page == 1 else page)
    if size < whole:
        return [f"cut short: {size:,} of {whole:,} bytes"]
    with salvage.opened(path) as connection:
        try:
            return list(_wrong_inside(connection))
        except (sqlite3.DatabaseError, ValueError) as error:
            if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
                raise
            return [f"damaged ({str(error)[:100]})"]


def _wrong_inside(connection: sqlite3.Connection) -> Iterator[str]:
    sound = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
    if sound != ["ok"]:
        yield f"damaged ({str(sound[0]).splitlines()[-1][:100]})"
        return
    written = dict(connection.execute("SELECT key, value FROM meta")).get("format")
    if written != FORMAT:
        yield f"written by another version of paperkg (its form is {written!r}, and this one's {FORMAT!r})"
        return
    missing = [name for name in _names(_of_schema()) if name not in set(_names(connection))]
    if missing:
        yield f"without {', '.join(missing)}, which this version of paperkg has"
        return
    for what, rows in _REFERENCES.items():
        [(count,)] = connection.execute(f"SELECT count(*) FROM {rows}")
        if count:
            yield f"{what}: {count:,}"
    [(found,)] = connection.execute("SELECT count(*) FROM papers WHERE NOT json_valid(extraction)")
    if found:
        yield f"papers of which it is not known any more what was found in them: {found:,}"
    yield from _wrong_indexes(connection)


def _wrong_indexes(connection: sqlite3.Connection) -> Iterator[str]:
    """Full-text indexes that do not have what the papers have; looked at in a copy, since that writes."""
    with closing(sqlite3.connect("")) as copy:  # a file of its own, which goes with the connection
        connection.backup(copy)
        for index in _INDEXED:
            try:
                copy.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")
            except sqlite3.DatabaseError:
                yield f"the full-text index {index} does not say what the graph says"


def _of_schema() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.executescript(files("paperkg.graph").joinpath("schema.sql").read_text("utf-8"))
    return connection


def _names(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    return [name for (name,) in rows]
