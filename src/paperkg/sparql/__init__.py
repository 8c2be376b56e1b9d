"""SPARQL: queries over a graph's triples, answered by Oxigraph from a cache beside the graph."""

from paperkg.sparql.answer import (
    GRAPH_FORMATS,
    PREFIXES,
    TABLE_FORMATS,
    MalformedError,
    Question,
    TooLargeError,
    ask,
    is_graph,
    write,
)
from paperkg.sparql.cache import Cached, DamagedError, cached, open_store
from paperkg.sparql.examples import Example, UnknownExampleError, example, examples
from paperkg.sparql.guard import RefusedError, check

__all__ = [
    "GRAPH_FORMATS",
    "PREFIXES",
    "TABLE_FORMATS",
    "Cached",
    "DamagedError",
    "Example",
    "MalformedError",
    "Question",
    "RefusedError",
    "TooLargeError",
    "UnknownExampleError",
    "ask",
    "cached",
    "check",
    "example",
    "examples",
    "is_graph",
    "open_store",
    "write",
]
