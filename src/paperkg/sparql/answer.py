"""A query asked of a store, and its answer written in a format that others read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import IO, TYPE_CHECKING

from paperkg.rdf import BASE
from paperkg.rdf.iris import FOLDERS, Iris
from paperkg.rdf.vocabulary import NAMESPACES
from paperkg.sparql.cache import DamagedError
from paperkg.sparql.guard import check

if TYPE_CHECKING:
    from pyoxigraph import (
        BlankNode,
        DefaultGraph,
        QueryBoolean,
        QueryResultsFormat,
        QuerySolutions,
        QueryTriples,
        RdfFormat,
        Store,
        Triple,
    )

    Results = QuerySolutions | QueryBoolean | QueryTriples

_IRIS = Iris(BASE)
PREFIXES = {**NAMESPACES, **{folder: _IRIS.of(folder, "") for folder in FOLDERS}}
TABLE_FORMATS = ("json", "xml", "csv", "tsv")  # of SELECT and ASK
GRAPH_FORMATS = ("ttl", "nt", "jsonld", "rdf")  # of CONSTRUCT and DESCRIBE


class MalformedError(ValueError):
    """A text that is no SPARQL query; the message says where."""


class TooLargeError(ValueError):
    """An answer that is larger than was allowed."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query, and what it is asked of.

    Attributes:
        query: Its text; the prefixes of an export are known in it.
        base: What relative IRIs in it are relative to.
        default_graphs: Names of the graphs that together are the default graph, where the asker chooses them.
        named_graphs: Names of the graphs that GRAPH finds, where the asker chooses them.
    """

    query: str
    base: str = BASE
    default_graphs: tuple[str, ...] = ()
    named_graphs: tuple[str, ...] = ()


def ask(store: Store, question: Question) -> Results:
    """Ask a store; the answers come as they are read.

    Raises:
        RefusedError: The query may not be run.
        MalformedError: It is no query that can be evaluated, or a graph's name is no IRI.
        DamagedError: The store cannot be read.
    """
    from pyoxigraph import NamedNode

    chosen = bool(question.default_graphs or question.named_graphs)
    check(question.query, from_is_overruled=chosen)
    try:
        default: list[NamedNode | BlankNode | DefaultGraph] = list(map(NamedNode, question.default_graphs))
        named: list[NamedNode | BlankNode] = list(map(NamedNode, question.named_graphs))
        return store.query(
            question.query,
            base_iri=question.base,
            prefixes=PREFIXES,
            default_graph=default if chosen else None,
            named_graphs=named if chosen else None,
        )
    except SyntaxError as error:
        raise MalformedError(_where(error.msg)) from error
    except ValueError as error:
        raise MalformedError(str(error)) from error
    except (OSError, RuntimeError) as error:
        raise _failure(error) from error


def is_graph(results: Results) -> bool:
    """Whether the answer is a graph, as of CONSTRUCT and DESCRIBE."""
    from pyoxigraph import QueryTriples

    return isinstance(results, QueryTriples)


def write(results: Results, output: IO[bytes], format: str, *, most: int | None = None) -> None:
    """Write an answer.

    Args:
        results: What `ask` returned.
        output: Where to; a sink that raises stops the query.
        format: One of `TABLE_FORMATS`, or of `GRAPH_FORMATS` where `is_graph(results)`.
        most: How many triples a graph may have.

    Raises:
        TooLargeError: It has more.
        MalformedError: It cannot be evaluated.
        DamagedError: The store cannot be read.
    """
    from pyoxigraph import QueryTriples, serialize

    try:
        if isinstance(results, QueryTriples):
            triples = _sorted(results, most)
            serialize(triples, output, graph_format(format), prefixes=_used(triples))
        else:
            results.serialize(output, _table_format(format))
    except (OSError, RuntimeError) as error:
        raise _failure(error) from error


def _failure(error: Exception) -> Exception:
    """Tell a store that cannot be read from a query that cannot be evaluated."""
    if isinstance(error, OSError) or str(error).startswith(("Corruption", "IO error")):
        return DamagedError(str(error))
    return MalformedError(f"the query cannot be evaluated: {error}")


def _sorted(results: QueryTriples, most: int | None) -> list[Triple]:
    """Without repeats and in order, so that the same query gives the same bytes."""
    found: Iterable[Triple] = results if most is None else islice(results, most + 1)
    triples = dict.fromkeys(found)
    if most is not None and len(triples) > most:
        raise TooLargeError(f"the answer has more than {most:,} triples; ask for less")
    return sorted(triples, key=str)


def _used(triples: Iterable[Triple]) -> dict[str, str]:
    """The prefixes that these triples have a use for."""
    from pyoxigraph import Literal, NamedNode

    met: set[str] = set()
    for triple in triples:
        for term in (triple.subject, triple.predicate, triple.object):
            name = term.datatype if isinstance(term, Literal) else term
            if isinstance(name, NamedNode):
                met.add(name.value[: max(name.value.rfind("/"), name.value.rfind("#")) + 1])
    return {prefix: namespace for prefix, namespace in PREFIXES.items() if namespace in met}


def _where(message: str) -> str:
    """Say where a query is malformed, and why where the parser says that in words.

    >>> _where("error at 1:16: expected one of Prefix not found, ['%']")
    'the query is malformed at line 1, column 16: Prefix not found'
    >>> _where('error at 2:1: expected one of "{", [_]')
    'the query is malformed at line 2, column 1'
    """
    place = re.match(r"error at (\d+):(\d+)", message)
    if place is None:
        return f"the query is malformed: {message}"
    reason = re.search(r"Prefix not found|The [A-Z]+ [a-z ]+|\w+ parsing failed", message)
    said = f": {reason[0]}" if reason else ""
    return f"the query is malformed at line {place[1]}, column {place[2]}{said}"


def _table_format(name: str) -> QueryResultsFormat:
    from pyoxigraph import QueryResultsFormat

    return {
        "json": QueryResultsFormat.JSON,
        "xml": QueryResultsFormat.XML,
        "csv": QueryResultsFormat.CSV,
        "tsv": QueryResultsFormat.TSV,
    }[name]


def graph_format(name: str) -> RdfFormat:
    """Return Oxigraph's name for one of `GRAPH_FORMATS`."""
    from pyoxigraph import RdfFormat

    return {
        "ttl": RdfFormat.TURTLE,
        "nt": RdfFormat.N_TRIPLES,
        "jsonld": RdfFormat.JSON_LD,
        "rdf": RdfFormat.RDF_XML,
    }[name]
