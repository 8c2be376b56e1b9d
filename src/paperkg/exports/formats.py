"""What a graph can be written as: one table of formats."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from paperkg.graph import KnowledgeGraph
from paperkg.rdf import BASE, EvidenceForm
from paperkg.rdf import FORMATS as RDF
from paperkg.rdf import export as export_rdf


@dataclass(frozen=True, slots=True)
class Format:
    """One of the formats.

    Attributes:
        title: What people call it.
        ending: How its files end; nothing where it is a folder.
        home: The module here that writes it, and the function there; nothing for RDF.
    """

    title: str
    ending: str = ""
    home: str = ""


FORMATS = {
    **{name: Format(title, f".{name}") for name, title in RDF.items()},
    "graphml": Format("GraphML", ".graphml", "networks:write_graphml"),
    "gexf": Format("GEXF", ".gexf", "networks:write_gexf"),
    "node-link": Format("node-link JSON", ".json", "networks:write_node_link"),
    "cytoscape": Format("Cytoscape JSON", ".cyjs", "networks:write_cytoscape"),
    "csv": Format("CSV tables", "", "tables:write_csv"),
    "parquet": Format("Parquet tables", "", "tables:write_parquet"),
    "vosviewer": Format("VOSviewer map and network", "", "vosviewer:write_vosviewer"),
    "neo4j": Format("Neo4j import", "", "neo4j:write_neo4j"),
    "obsidian": Format("Obsidian vault", "", "obsidian:write_obsidian"),
    "bibtex": Format("BibTeX", ".bib", "bibtex:write_bibtex"),
}


def format_of(path: Path, given: str | None = None) -> str:
    """Tell a format by how a file ends, unless it is given.

    Raises:
        ValueError: It is none of `FORMATS`.

    >>> format_of(Path("papers.gexf")), format_of(Path("tables"), "csv")
    ('gexf', 'csv')
    """
    if given is not None:
        if given in FORMATS:
            return given
        raise ValueError(f"format {given!r} is not known; known are {', '.join(FORMATS)}")
    ending = path.suffix.lower()
    for name, one in FORMATS.items():
        if one.ending and one.ending == ending:
            return name
    endings = ", ".join(one.ending for one in FORMATS.values() if one.ending)
    folders = ", ".join(name for name, one in FORMATS.items() if not one.ending)
    raise ValueError(
        f"{path}: ending {path.suffix!r} is not known; known are {endings};"
        f" for a folder give the format: {folders}"
    )


def export(
    kg: KnowledgeGraph,
    path: str | Path,
    *,
    format: str | None = None,
    abstracts: bool = False,
    evidence: str | None = None,
    base: str | None = None,
) -> Counter[str]:
    """Write a graph for another tool; the same graph gives the same bytes.

    A file is there as a whole or not at all, and so is a folder, which must be new or empty.

    Args:
        kg: The graph.
        path: The file or folder to write.
        format: One of `FORMATS`; without, the ending says it.
        abstracts: Whether to give the papers' texts, which belong to their authors.
        evidence: For RDF; see `paperkg.rdf.export`.
        base: For RDF; see `paperkg.rdf.export`.

    Returns:
        How many of what was written, such as ``Counter(edge=806, node=638)``.

    Raises:
        ValueError: An unknown format, ending or form of evidence; `evidence` or `base` for what is no RDF; or
            a base that is no absolute http(s) IRI ending in / or #.
        GraphError: The graph is damaged.
        ParquetError: pyarrow is not installed.
        OSError: It cannot be written; what was there is there still.
    """
    path = Path(path)
    name = format_of(path, format)
    if name in RDF:
        form = EvidenceForm.FULL if evidence is None else evidence
        iris = BASE if base is None else base
        triples = export_rdf(kg, path, format=name, base=iris, evidence=form, abstracts=abstracts)
        return Counter(triple=triples)
    for option, value in (("evidence", evidence), ("base", base)):
        if value is not None:
            raise ValueError(f"{option} is for RDF; {FORMATS[name].title} has none")
    module, _, function = FORMATS[name].home.partition(":")
    write = getattr(import_module(f"paperkg.exports.{module}"), function)  # loaded when it is asked for
    counts: Counter[str] = write(kg, path, abstracts=abstracts)
    return counts
