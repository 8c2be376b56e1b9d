"""Reading the store: papers, concepts, links, results and families, and the NetworkX graph of them all."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperkg.graph.records import load_claim, load_extraction
from paperkg.model import Concept, Family, Kind, Link, Mention, Paper, Result, Role, lookup_key

if TYPE_CHECKING:
    import networkx as nx

FILE = "graph.sqlite"
FORMAT = "1"
_PAPER = "id, title, abstract, authors, year, venue, url, keywords"


class GraphError(ValueError):
    """A folder that holds no readable graph; the message says what to do."""


def connect(folder: Path) -> sqlite3.Connection:
    """Open the store of a graph for reading.

    Raises:
        GraphError: There is none, it is damaged or locked, or another version wrote it.
    """
    path = folder / FILE
    if not path.is_file():
        hint = "give the folder that `paperkg build` wrote" if folder.exists() else "there is no such folder"
        raise GraphError(f"{folder}: no graph here ({hint})")
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1)
    try:
        meta = dict(connection.execute("SELECT key, value FROM meta"))
        connection.execute("SELECT count(*) FROM families").fetchone()
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" in str(error):
            raise GraphError(f"{path}: another program holds this file locked; try again later") from error
        raise GraphError(f"{path}: not a paperkg graph, or a damaged one ({error}); build it anew") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise GraphError(f"{path}: damaged ({error}); move it away and build the graph anew") from error
    if meta.get("format") != FORMAT:
        connection.close()
        raise GraphError(f"{path}: written by another version of paperkg; build the graph anew")
    return connection


def open_graph(folder: str | Path) -> KnowledgeGraph:
    """Open the graph in a folder.

    Raises:
        GraphError: The folder holds no readable graph.
    """
    return KnowledgeGraph(Path(folder))


class KnowledgeGraph:
    """A built graph, read from its store as it is asked.

    Iterators give papers in the order of the source and everything of a paper in the order of its text.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._connection = connect(folder)

    def close(self) -> None:
        """Close the store; the graph cannot be asked any more."""
        self._connection.close()

    def __enter__(self) -> KnowledgeGraph:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(query, values)
        except sqlite3.DatabaseError as error:
            path = self.folder / FILE
            raise GraphError(f"{path}: damaged ({error}); move it away and build the graph anew") from error

    @property
    def name(self) -> str:
        """What the folder is called."""
        return self.folder.resolve().name

    def papers(self) -> Iterator[Paper]:
        """Every paper, in the order of the source."""
        return map(_paper, self._rows(f"SELECT {_PAPER} FROM papers ORDER BY position"))

    def paper(self, paper_id: str) -> Paper | None:
        """Return one paper, or None."""
        return next(map(_paper, self._rows(f"SELECT {_PAPER} FROM papers WHERE id = ?", paper_id)), None)

    def labels(self) -> dict[str, str]:
        """What to show for each paper: its title, else the name of what it introduces."""
        return dict(self._rows("SELECT id, label FROM papers ORDER BY position"))

    def sentences(self, paper_id: str) -> tuple[tuple[int, int], ...]:
        """Start and end of each sentence of a paper's text."""
        row = next(self._rows("SELECT extraction FROM papers WHERE id = ?", paper_id), None)
        return load_extraction(row[0]).sentences if row else ()

    def concepts(self) -> Iterator[Concept]:
        """Every concept, sorted by id."""
        return self._concepts("")

    def concept(self, concept_id: str) -> Concept | None:
        """Return one concept, or None."""
        return next(self._concepts("WHERE c.id = ?", concept_id), None)

    def find(self, name: str) -> list[Concept]:
        """Return the concepts of this name or alias, however it is spelt, most shared first."""
        query = (
            "WHERE c.id IN (SELECT concept FROM aliases WHERE lookup = ?)"
            " ORDER BY (SELECT count(*) FROM links WHERE concept = c.id) DESC, c.id"
        )
        return list(self._concepts(query, lookup_key(name)))

    def _concepts(self, condition: str, *values: object) -> Iterator[Concept]:
        rows = self._rows(
            "SELECT c.id, c.kind, c.normal, c.name, (SELECT json_group_array(alias) FROM"
            " (SELECT alias FROM aliases WHERE concept = c.id ORDER BY alias))"
            f" FROM concepts c {condition or 'ORDER BY c.id'}",
            *values,
        )
        for _, kind, normal, name, aliases in rows:
            yield Concept(Kind(kind), normal, name, tuple(json.loads(aliases)))

    def links(self, *, paper: str | None = None, concept: str | None = None) -> Iterator[Link]:
        """Every link, or those of one paper or one concept."""
        conditions = {"paper": paper, "concept": concept}
        chosen = {column: value for column, value in conditions.items() if value is not None}
        where = " AND ".join(f"k.{column} = ?" for column in chosen) or "1"
        rows = self._rows(
            "SELECT k.position, k.paper, k.concept, k.role, k.confidence,"
            ' m.start, m."end", m.kind, m.source, m.confidence'
            f" FROM links k JOIN mentions m ON m.link = k.position WHERE {where}"
            " ORDER BY k.position, m.rank",
            *chosen.values(),
        )
        yield from _group_links(rows)

    def results(self, *, paper: str | None = None) -> Iterator[Result]:
        """Every reported number, or those of one paper."""
        columns = "SELECT paper, claim, metric, benchmark, system, baseline FROM results"
        if paper is None:
            rows = self._rows(f"{columns} ORDER BY position")
        else:
            rows = self._rows(f"{columns} WHERE paper = ? ORDER BY position", paper)
        for paper_id, claim, *concepts in rows:
            yield Result(paper_id, load_claim(claim), *concepts)

    def families(self) -> Iterator[Family]:
        """Which concept is a version, size or variant of which."""
        return (Family(*row) for row in self._rows("SELECT member, family FROM families"))

    def meta(self) -> dict[str, str]:
        """How the graph was made."""
        return dict(self._rows("SELECT key, value FROM meta"))

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The whole graph as NetworkX, built at the first call; see `paperkg.graph.network`."""
        from paperkg.graph.network import to_networkx

        return to_networkx(self)


def _paper(row: tuple[Any, ...]) -> Paper:
    paper_id, title, abstract, authors, year, venue, url, keywords = row
    return Paper(
        paper_id, title, abstract, tuple(json.loads(authors)), year, venue, url, tuple(json.loads(keywords))
    )


def _group_links(rows: Iterator[tuple[Any, ...]]) -> Iterator[Link]:
    head: tuple[Any, ...] | None = None
    evidence: list[Mention] = []
    for row in rows:
        if head is not None and row[0] != head[0]:
            yield _link(head, evidence)
            evidence = []
        head = row
        start, end, kind, source, confidence = row[5:]
        evidence.append(Mention(start, end, Kind(kind), source, confidence))
    if head is not None:
        yield _link(head, evidence)


def _link(row: tuple[Any, ...], evidence: list[Mention]) -> Link:
    return Link(row[1], row[2], Role(row[3]), row[4], tuple(evidence))
