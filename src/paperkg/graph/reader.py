"""Reading the store: papers, concepts, links, results and families, and the NetworkX graph of them all."""

from __future__ import annotations

import html
import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from paperkg.graph.records import load_claim, load_extraction, load_sentences
from paperkg.model import Concept, Extraction, Family, Kind, Link, Mention, Paper, Result, Role, lookup_key

if TYPE_CHECKING:
    import networkx as nx
    import rdflib

FILE = "graph.sqlite"
FORMAT = "2"
_ANEW = "`paperkg doctor` says whether it can be mended; else move it away and build the graph anew"
_PAPER = "id, title, abstract, authors, year, venue, url, keywords, doi, arxiv, orcids, areas, citations"
_ROLES = {str(role): role for role in Role}  # a look-up is quicker than a call of the enumeration
_T = TypeVar("_T")


class GraphError(ValueError):
    """A folder that holds no readable graph; the message says what to do."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn whatever a store that is no sound graph makes SQLite or a decoder raise into a `GraphError`."""
    try:
        yield
    except (GraphError, sqlite3.ProgrammingError):  # said already; a caller's mistake
        raise
    except sqlite3.Error as error:
        raise GraphError(f"{path}: {_what_to_do(error)}") from error
    except (ValueError, TypeError, LookupError) as error:
        raise GraphError(f"{path}: damaged ({str(error)[:100]}); {_ANEW}") from error
    except OSError as error:
        raise GraphError(f"{path}: cannot be read ({error.strerror}); check its permissions") from error


def _what_to_do(error: sqlite3.Error) -> str:
    reason = str(error).partition(" with text ")[0]  # else it quotes a whole cell
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF  # the family of the error
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "another program holds this file locked; try again later"
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_IOERR):
        return f"cannot be read ({reason}); check its permissions and the disk"
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        return f"not a paperkg graph, or a damaged one ({reason}); {_ANEW}"
    return f"damaged ({reason}); {_ANEW}"


def connect(folder: Path) -> sqlite3.Connection:
    """Open the store of a graph for reading.

    Raises:
        GraphError: There is none, it is damaged or locked, or another version wrote it.
    """
    path = folder / FILE
    with explained(path):
        if not path.is_file():
            there = folder.exists()
            hint = "give the folder that `paperkg build` wrote" if there else "there is no such folder"
            raise GraphError(f"{folder}: no graph here ({hint})")
        address = f"{path.absolute().as_uri()}?mode=ro"
        # Whichever thread of a server or a notebook comes first opens it, another may close it: SQLite locks.
        connection = sqlite3.connect(address, uri=True, timeout=1, check_same_thread=False)
        try:
            _check(connection, path)
        except BaseException:
            connection.close()
            raise
        return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    meta = dict(connection.execute("SELECT key, value FROM meta"))
    connection.execute("SELECT count(*) FROM families").fetchone()
    if meta.get("format") != FORMAT:
        raise GraphError(f"{path}: written by another version of paperkg; {_ANEW}")
    [(pages,)] = connection.execute("PRAGMA page_count")
    [(page_size,)] = connection.execute("PRAGMA page_size")
    if path.stat().st_size < pages * page_size:  # SQLite reads a cut last page as zeros
        raise GraphError(f"{path}: damaged (the file is cut short); {_ANEW}")


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

    def _repr_html_(self) -> str:
        counts = []
        for table in ("papers", "concepts", "links"):
            number = self.count(table, "NULL").total()
            counts.append(f"{number:,} {table if number != 1 else table[:-1]}")
        return f"<p><b>{html.escape(self.name)}</b>: {', '.join(counts)}</p>"

    def _read(self, make: Callable[[tuple[Any, ...]], _T], query: str, *values: object) -> Iterator[_T]:
        with explained(self.folder / FILE):
            try:
                rows = self._connection.execute(query, values)
            except UnicodeEncodeError:  # half a surrogate pair in a value: no stored text has one
                return
            yield from map(make, rows)

    def rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        """Answer a query of your own; see `schema.sql`."""
        return self._read(tuple, query, *values)

    def _pairs(self, query: str) -> Iterator[tuple[str, Any]]:
        return self._read(itemgetter(0, 1), query)

    @property
    def name(self) -> str:
        """What the folder is called, in UTF-8 whatever the locale."""
        return os.fsencode(self.folder.resolve().name).decode("utf-8", "replace")

    def papers(self) -> Iterator[Paper]:
        """Every paper, in the order of the source."""
        return self.select_papers("ORDER BY position")

    def select_papers(self, condition: str, *values: object) -> Iterator[Paper]:
        """Return the papers that a WHERE clause of SQL chooses."""
        return self._read(_paper, f"SELECT {_PAPER} FROM papers {condition}", *values)

    def paper(self, paper_id: str) -> Paper | None:
        """Return one paper, or None."""
        return next(self.select_papers("WHERE id = ?", paper_id), None)

    def labels(self) -> dict[str, str]:
        """What to show for each paper: its title, else the name of what it introduces."""
        return dict(self._pairs("SELECT id, label FROM papers ORDER BY position"))

    def sentences(self, paper_id: str) -> tuple[tuple[int, int], ...]:
        """Start and end of each sentence of a paper's text."""
        query = "SELECT extraction FROM papers WHERE id = ?"
        return next(self._read(lambda row: load_sentences(row[0]), query, paper_id), ())

    def extraction(self, paper_id: str) -> Extraction:
        """What the extract stage found in a paper, before linking; nothing for a paper that is not here."""
        query = "SELECT extraction FROM papers WHERE id = ?"
        return next(self._read(lambda row: load_extraction(row[0]), query, paper_id), Extraction())

    def concepts(self) -> Iterator[Concept]:
        """Every concept, sorted by id."""
        return self.select_concepts("ORDER BY c.id")

    def concept(self, concept_id: str) -> Concept | None:
        """Return one concept, or None."""
        return next(self.select_concepts("WHERE c.id = ?", concept_id), None)

    def find(self, name: str) -> list[Concept]:
        """Return the concepts of this name or alias, however it is spelt, most shared first."""
        query = (
            "WHERE c.id IN (SELECT concept FROM aliases WHERE lookup = ?)"
            " ORDER BY (SELECT count(*) FROM links WHERE concept = c.id) DESC, c.id"
        )
        return list(self.select_concepts(query, lookup_key(name)))

    def select_concepts(self, condition: str, *values: object) -> Iterator[Concept]:
        """Return the concepts (c) that a WHERE clause of SQL chooses."""
        return self._read(
            _concept,
            "SELECT c.kind, c.normal, c.name, (SELECT json_group_array(alias) FROM"
            " (SELECT alias FROM aliases WHERE concept = c.id ORDER BY alias))"
            f" FROM concepts c {condition}",
            *values,
        )

    def links(self, *, paper: str | None = None, concept: str | None = None) -> Iterator[Link]:
        """Every link, or those of one paper or one concept."""
        conditions = {"paper": paper, "concept": concept}
        chosen = {column: value for column, value in conditions.items() if value is not None}
        where = " AND ".join(f"k.{column} = ?" for column in chosen) or "1"
        return self.select_links(where, *chosen.values())

    def select_links(self, where: str, *values: object) -> Iterator[Link]:
        """Return the links (k) that a condition of SQL chooses."""
        rows = self._read(
            _head_and_mention,
            "SELECT k.position, k.paper, k.concept, k.role, k.confidence,"
            ' m.start, m."end", m.kind, m.source, m.confidence'
            f" FROM links k JOIN mentions m ON m.link = k.position WHERE {where}"
            " ORDER BY k.position, m.rank",
            *values,
        )
        for (_, paper_id, concept_id, role, confidence), group in groupby(rows, itemgetter(0)):
            evidence = tuple(mention for _, mention in group)
            yield Link(paper_id, concept_id, role, confidence, evidence)

    def ties(self) -> Iterator[tuple[str, str, Role, float, int]]:
        """Every link as paper, concept, role, confidence and number of mentions; quicker than `links`."""
        return self._read(
            lambda row: (row[0], row[1], _ROLES[row[2]], *row[3:]),
            "SELECT k.paper, k.concept, k.role, k.confidence, count(*)"
            " FROM links k JOIN mentions m ON m.link = k.position GROUP BY k.position",
        )

    def count(self, table: str, column: str) -> Counter[str]:
        """Count the rows of one of the store's tables by what a column says, without reading all of them."""
        return Counter(dict(self._pairs(f"SELECT {column}, count(*) FROM {table} GROUP BY {column}")))

    def results(self, *, paper: str | None = None, concept: str | None = None) -> Iterator[Result]:
        """Every reported number, or those of one paper, or those that one concept takes part in."""
        chosen, values = "1", []
        if paper is not None:
            chosen += " AND paper = ?"
            values.append(paper)
        if concept is not None:
            chosen += " AND ? IN (metric, benchmark, system, baseline)"
            values.append(concept)
        columns = "paper, claim, metric, benchmark, system, baseline"
        return self._read(_result, f"SELECT {columns} FROM results WHERE {chosen} ORDER BY position", *values)

    def families(self) -> Iterator[Family]:
        """Which concept is a version, size or variant of which."""
        return self._read(lambda row: Family(*row), "SELECT member, family FROM families")

    def meta(self) -> dict[str, str]:
        """How the graph was made."""
        return dict(self._pairs("SELECT key, value FROM meta"))

    @cached_property
    def graph(self) -> nx.MultiDiGraph[str]:
        """The whole graph as NetworkX, built at the first call; see `paperkg.graph.network`."""
        from paperkg.graph.network import to_networkx

        return to_networkx(self)

    def subgraph(self, *, around: str | Iterable[str], hops: int = 1) -> nx.MultiDiGraph[str]:
        """Read a part of the graph as NetworkX, of a store that is too large for `graph`.

        It is what `graph` has of the nodes that are at most so many hops, whatever the direction, from
        one of those given, and all edges between them; counts and weights are those of the whole.

        Args:
            around: Node or nodes: "paper:ID", or a concept's id ("benchmark:gsm8k"; see `find`).
            hops: How far to go. Two hops from a concept that many papers have may be most of the graph.

        Raises:
            networkx.NodeNotFound: One of the nodes is not in the graph.
        """
        from paperkg.graph.part import part

        return part(self, [around] if isinstance(around, str) else around, hops)

    def export(self, path: str | Path, *, format: str | None = None, abstracts: bool = False) -> Counter[str]:
        """Write the graph for another tool and return how many of what; see `paperkg.exports.export`."""
        from paperkg.exports import export

        return export(self, path, format=format, abstracts=abstracts)

    def rdf(self) -> rdflib.Graph:
        """The whole graph as rdflib, made anew at each call; see `paperkg.rdf.to_rdflib`."""
        from paperkg.rdf import to_rdflib

        return to_rdflib(self)


def _paper(row: tuple[Any, ...]) -> Paper:
    paper_id, title, abstract, authors, year, venue, url, keywords, doi, arxiv, orcids, areas, citations = row
    return Paper(
        paper_id,
        title,
        abstract,
        tuple(json.loads(authors)),
        year,
        venue,
        url,
        tuple(json.loads(keywords)),
        doi,
        arxiv,
        tuple(json.loads(orcids)),
        tuple(json.loads(areas)),
        citations,
    )


def _concept(row: tuple[Any, ...]) -> Concept:
    kind, normal, name, aliases = row
    return Concept(Kind(kind), normal, name, tuple(json.loads(aliases)))


def _head_and_mention(row: tuple[Any, ...]) -> tuple[tuple[Any, ...], Mention]:
    position, paper, concept, role, confidence, start, end, kind, source, sure = row
    head = (position, paper, concept, Role(role), confidence)
    return head, Mention(start, end, Kind(kind), source, sure)


def _result(row: tuple[Any, ...]) -> Result:
    paper, claim, *concepts = row
    return Result(paper, load_claim(claim), *concepts)
