"""The papers of a build that is under way and what was found in them: on disk, so that memory is no limit."""

from __future__ import annotations

import json
import sqlite3
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import fields
from operator import attrgetter

from paperkg.graph.records import content_hash, dump, load_extraction
from paperkg.model import Extraction, Paper

_TABLE = """
CREATE TABLE papers (
    position INTEGER PRIMARY KEY,
    paper TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    extraction TEXT
)
"""
_CACHE_KB = 64_000


class Shelf:
    """A list of papers that can be added to and changed; then each gets its extraction.

    It lies in a temporary file of SQLite, which is gone with the process however that ends. To go through the
    shelf gives each paper with its extraction; that can be done several times.

    >>> shelf = Shelf()
    >>> shelf.append(Paper("1", "On X", "We study X."))
    >>> [shelf[position].title for position in shelf.missing()]
    ['On X']
    >>> shelf.put(0, '{"mentions":[],"abbreviations":[],"claims":[],"sentences":[[0,4]],"roles":[]}')
    >>> [(paper.title, extraction.sentences) for paper, extraction in shelf]
    [('On X', ((0, 4),))]
    """

    def __init__(self) -> None:
        # A function of your own that extracts may ask for papers in another thread, one at a time.
        self._connection = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode = OFF")
        self._connection.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
        self._connection.execute(_TABLE)
        self._connection.execute("BEGIN")
        self._length = 0

    def __enter__(self) -> Shelf:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, position: int) -> Paper:
        [(text,)] = self._connection.execute("SELECT paper FROM papers WHERE position = ?", (position,))
        return _load_paper(text)

    def __setitem__(self, position: int, paper: Paper) -> None:
        """Put a paper in the place of another, as long as nothing was found in that."""
        self._connection.execute("REPLACE INTO papers VALUES (?, ?, ?, NULL)", (position, *_row(paper)))

    def append(self, paper: Paper) -> None:
        """Add a paper.

        Raises:
            UnicodeEncodeError: A text of it holds half a surrogate pair.
        """
        self[self._length] = paper
        self._length += 1

    def missing(self) -> Sequence[int]:
        """Return the positions of the papers that have no extraction yet."""
        rows = self._connection.execute(
            "SELECT position FROM papers WHERE extraction IS NULL ORDER BY position"
        )
        return array("q", (position for (position,) in rows))

    def key(self, position: int) -> str:
        """Return the content hash of a paper."""
        query = "SELECT content_hash FROM papers WHERE position = ?"
        [(key,)] = self._connection.execute(query, (position,))
        return str(key)

    def put(self, position: int, extraction: str) -> None:
        """Give a paper its extraction, as `dump_extraction` writes it."""
        self._connection.execute(
            "UPDATE papers SET extraction = ? WHERE position = ?", (extraction, position)
        )

    def put_known(self, known: Iterator[tuple[str, str]]) -> None:
        """Give papers the extractions that are known for their content hashes; others are passed by."""
        self._connection.execute("CREATE INDEX IF NOT EXISTS by_hash ON papers (content_hash)")
        self._connection.executemany(
            "UPDATE papers SET extraction = ?2 WHERE content_hash = ?1 AND extraction IS NULL", known
        )

    def __iter__(self) -> Iterator[tuple[Paper, Extraction]]:
        rows = self._connection.execute("SELECT paper, extraction FROM papers ORDER BY position")
        for paper, extraction in rows:
            yield _load_paper(paper), load_extraction(extraction)


_ATTRIBUTES = tuple(field.name for field in fields(Paper))
_LISTS = [
    place for place, name in enumerate(_ATTRIBUTES) if name in ("authors", "keywords", "orcids", "areas")
]
_values = attrgetter(*_ATTRIBUTES)  # `dataclasses.astuple` copies deeply, and takes ten times as long


def _row(paper: Paper) -> tuple[str, str]:
    return dump(_values(paper)), content_hash(paper)


def _load_paper(text: str) -> Paper:
    values = json.loads(text)
    for place in _LISTS:
        values[place] = tuple(values[place])
    return Paper(*values)
