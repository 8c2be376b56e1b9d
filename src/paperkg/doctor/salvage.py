"""The papers of a store that is damaged: all of them, or none.

The papers with what was found in them are what a graph is made of; concepts, links, indexes and all else
follow from these. They stand at the beginning of the file, so they often outlive its end.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import MISSING, Field, dataclass, fields
from pathlib import Path
from typing import Any

from paperkg.graph.records import content_hash, load_extraction
from paperkg.model import Paper

_FIELDS = {field.name: field for field in fields(Paper)}
_NEEDED = {"position", *(name for name, field in _FIELDS.items() if field.default is MISSING)}
_FOUND = ("content_hash", "extraction")


class LostError(ValueError):
    """Something that nothing else in the store can stand for; the message says what."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """A paper of a damaged store.

    Attributes:
        paper: The paper, sound as far as its hash tells.
        key: Its content hash.
        extraction: What was found in it, as JSON; None where that is lost.
    """

    paper: Paper
    key: str
    extraction: str | None


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store as it is, even where its end is missing.

    Raises:
        sqlite3.Error: It is no SQLite file.
    """
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)
    try:
        connection.execute("PRAGMA writable_schema = ON")  # else SQLite opens no file that is cut short
        yield connection
    finally:
        connection.close()


def kept_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """Return how the graph was made.

    Raises:
        LostError: That cannot be read.
    """
    try:
        return dict(connection.execute("SELECT key, value FROM meta"))
    except (sqlite3.Error, ValueError) as error:
        raise LostError(f"how the graph was made cannot be read ({_gist(error)})") from None


def papers(connection: sqlite3.Connection) -> Iterator[Salvaged]:
    """Yield every paper, in the order of the source.

    Raises:
        LostError: One of them cannot be read, or is not what it was.
    """
    number = 0
    try:
        there = {row[1] for row in connection.execute("PRAGMA table_info(papers)")}
        if missing := _NEEDED - there:
            raise LostError(f"the papers lack their {', '.join(sorted(missing))}")
        columns = [
            name for name in ("position", *_FIELDS, *_FOUND) if name in there
        ]  # an older store has fewer
        rows = f"SELECT {', '.join(columns)} FROM papers NOT INDEXED ORDER BY position"
        for row in connection.execute(rows):
            if row[0] != number:
                raise LostError(f"paper {number + 1} is missing")
            yield _salvaged(number, dict(zip(columns, row, strict=True)))
            number += 1
    except (sqlite3.Error, ValueError, TypeError) as error:
        if isinstance(error, LostError):
            raise
        raise LostError(f"paper {number + 1} cannot be read ({_gist(error)})") from None


def lost_papers(connection: sqlite3.Connection) -> int:
    """Count the papers that links name and that are not there; 0 where the links cannot be read."""
    try:
        there = "SELECT id FROM papers NOT INDEXED"
        query = f"SELECT count(DISTINCT paper) FROM links NOT INDEXED WHERE paper NOT IN ({there})"
        return int(connection.execute(query).fetchone()[0])
    except sqlite3.Error:
        return 0


def _salvaged(number: int, row: dict[str, Any]) -> Salvaged:
    values = {name: _value(number, field, row[name]) for name, field in _FIELDS.items() if name in row}
    paper = Paper(**values)
    key = content_hash(paper)
    if row.get("content_hash", key) != key:
        raise LostError(f"the text of paper {number + 1} ({paper.id[:80]!r}) is not what it was")
    extraction = row.get("extraction")
    return Salvaged(paper, key, extraction if _is_sound(extraction, paper) else None)


def _value(number: int, field: Field[Any], stored: object) -> Any:  # noqa: ANN401 (what the field takes)
    """Return an attribute of a paper as it was before it was stored."""
    if isinstance(field.default, tuple):
        return tuple(json.loads(str(stored)))
    if field.default is not None and not isinstance(stored, str):
        raise LostError(f"paper {number + 1} is damaged")
    return stored


def _is_sound(extraction: str | None, paper: Paper) -> bool:
    try:
        found = load_extraction(extraction or "")
    except (ValueError, TypeError, LookupError, RecursionError):
        return False
    spans = [(m.start, m.end) for m in found.mentions] + [(c.start, c.end) for c in found.claims]
    return all(0 <= start < end <= len(paper.text) for start, end in [*spans, *found.sentences])


def _gist(error: Exception) -> str:
    return str(error).partition(" with text ")[0][:100]
