"""The graph: one SQLite file as its truth, and the NetworkX graph that people get from it."""

from paperkg.graph.reader import GraphError, KnowledgeGraph, open_graph
from paperkg.graph.store import BusyError, Contents, Entry, known_extractions, save

__all__ = [
    "BusyError",
    "Contents",
    "Entry",
    "GraphError",
    "KnowledgeGraph",
    "known_extractions",
    "open_graph",
    "save",
]
