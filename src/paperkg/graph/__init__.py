"""The graph: one SQLite file as its truth, and the NetworkX graph that people get from it."""

from paperkg.graph.journal import Journal
from paperkg.graph.reader import GraphError, KnowledgeGraph, open_graph
from paperkg.graph.shelf import Shelf
from paperkg.graph.store import BusyError, Contents, Entry, known_extractions, locked, save, write

__all__ = [
    "BusyError",
    "Contents",
    "Entry",
    "GraphError",
    "Journal",
    "KnowledgeGraph",
    "Shelf",
    "known_extractions",
    "locked",
    "open_graph",
    "save",
    "write",
]
