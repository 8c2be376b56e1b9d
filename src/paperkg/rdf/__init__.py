"""RDF: a graph as Turtle, as N-Triples and as an rdflib graph."""

from paperkg.rdf.iris import BASE
from paperkg.rdf.writer import FORMATS, export, to_rdflib

__all__ = ["BASE", "FORMATS", "export", "to_rdflib"]
