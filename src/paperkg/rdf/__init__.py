"""RDF: a graph as a file in six formats and as an rdflib graph, the way back, and the check of a file."""

from paperkg.rdf.blocks import EvidenceForm
from paperkg.rdf.formats import FORMATS
from paperkg.rdf.iris import BASE
from paperkg.rdf.parsing import RdfError
from paperkg.rdf.reading import import_graph
from paperkg.rdf.validation import Checked, Violation, validate
from paperkg.rdf.writer import export, to_rdflib

__all__ = [
    "BASE",
    "FORMATS",
    "Checked",
    "EvidenceForm",
    "RdfError",
    "Violation",
    "export",
    "import_graph",
    "to_rdflib",
    "validate",
]
