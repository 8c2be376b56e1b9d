"""Taking a graph elsewhere: one table of formats, RDF among them, and BibTeX for papers."""

from paperkg.exports.bibtex import cite
from paperkg.exports.formats import FORMATS, Format, export, format_of

__all__ = ["FORMATS", "Format", "cite", "export", "format_of"]
