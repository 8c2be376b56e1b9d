"""RDF: a graph as a file in six formats and as an rdflib graph, and the way back."""

from paperkg.rdf.blocks import EvidenceForm
from paperkg.rdf.formats import FORMATS
from paperkg.rdf.iris import BASE
from paperkg.rdf.writer import export, to_rdflib

__all__ = ["BASE", "FORMATS", "EvidenceForm", "export", "to_rdflib"]
