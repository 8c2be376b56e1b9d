"""The formats, and which of them a source is in.

A new format is a module with `suits` and `records`, and one line in `FORMATS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from paperkg.papers import (
    bibtex,
    json_lines,
    json_values,
    pdfs,
    plain,
    reading_lists,
    sheets,
    tables,
    tagged,
    xml_lists,
    zotero,
)
from paperkg.papers.fields import Columns
from paperkg.papers.problems import SourceError
from paperkg.papers.source import Record, Source


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write down a list of papers.

    Attributes:
        key: What `--format` calls it.
        name: What people call it.
        endings: File endings that decide where the content does not.
        suits: Whether a source's head looks like it.
        records: Reads the records of a source; what it cannot read it reports.
    """

    key: str
    name: str
    endings: tuple[str, ...]
    suits: Callable[[Source], bool]
    records: Callable[[Source], Iterator[Record]]


@dataclass(frozen=True, slots=True)
class BinaryFormat:
    """One that is no text.

    Attributes:
        key: What `--format` calls it.
        name: What people call it.
        suits: Whether a file's first bytes look like it.
        records: Reads the records of a file, whose name is given; what it cannot read it reports.
    """

    key: str
    name: str
    suits: Callable[[bytes], bool]
    records: Callable[[str, BinaryIO, Columns, Callable[[str, str], None]], Iterator[Record]]


FORMATS = (
    Format("bibtex", "BibTeX", (".bib",), bibtex.suits, bibtex.records),
    Format("ris", "RIS", (".ris",), tagged.ris_suits, tagged.ris_records),
    Format("endnote", "EndNote", (".enw",), tagged.endnote_suits, tagged.endnote_records),
    Format("nbib", "PubMed", (".nbib", ".medline"), tagged.nbib_suits, tagged.nbib_records),
    Format("wos", "Web of Science", (".ciw",), tagged.wos_suits, tagged.wos_records),
    Format("arxiv", "arXiv's Atom", (".atom",), xml_lists.arxiv_suits, xml_lists.arxiv_records),
    Format("acl", "ACL Anthology XML", (), xml_lists.acl_suits, xml_lists.acl_records),
    Format("endnote-xml", "EndNote XML", (), xml_lists.endnote_suits, xml_lists.endnote_records),
    Format("pubmed-xml", "PubMed XML", (), xml_lists.pubmed_suits, xml_lists.pubmed_records),
    Format("zotero-rdf", "Zotero RDF", (), zotero.suits, zotero.records),
    Format("dblp", "DBLP", (), xml_lists.dblp_suits, xml_lists.dblp_records),
    Format("jsonl", "JSON Lines", (".jsonl", ".ndjson"), json_lines.suits, json_lines.records),
    Format("json", "JSON", (".json",), json_values.suits, json_values.records),
    Format("table", "a table", (".csv", ".tsv", ".tab"), tables.suits, tables.records),
    Format("markdown", "Markdown", (), reading_lists.suits, reading_lists.records),
    Format("text", "plain text", (), plain.suits, plain.records),
)
"""The first that suits is taken; plain text suits always and stands last."""

BINARY = (
    BinaryFormat("xlsx", "XLSX", sheets.suits, sheets.records),
    BinaryFormat("pdf", "PDF", pdfs.suits, pdfs.records),
)

_FOREIGN = (
    (re.compile(r"\s*<(?:!DOCTYPE\s+html|html)\b", re.IGNORECASE), "a web page"),
    (
        re.compile(r"\s*<(?:\?xml|!DOCTYPE|[A-Za-z][\w.:-]{0,50}(?:\s+[\w:.-]+=[\"']|>))"),
        "XML of no known list",
    ),
    (re.compile(r"\s*\\(?:documentclass|begin|section|usepackage)\b"), "a LaTeX document"),
)
_ADVICE = "give a list that has title and abstract, such as BibTeX, RIS, CSV or JSON"


def keys() -> list[str]:
    """Return what `--format` takes.

    >>> "bibtex" in keys()
    True
    """
    return [form.key for form in (*FORMATS, *BINARY)]


def detect(source: Source, key: str | None = None) -> Format:
    """Tell a source's format by its content; its ending counts only where that leaves nothing but plain text.

    Args:
        source: The source.
        key: What the user says that it is in.

    Raises:
        SourceError: It is in a format that is known but not read.
    """
    if key:
        form = next((form for form in FORMATS if form.key == key), None)
        if form is None:
            raise SourceError(source.file, f"is no {key.upper()}", "leave --format out, or name another")
        return form
    *structured, text = FORMATS
    fitting = next((form for form in structured if form.suits(source)), None)
    if fitting:
        return fitting
    for pattern, name in _FOREIGN:
        if pattern.match(source.head):
            raise SourceError(source.file, f"is {name}, which is not read", _ADVICE)
    return next((form for form in structured if source.suffix in form.endings), text)


def detect_binary(start: bytes, key: str | None = None) -> BinaryFormat | None:
    """Tell whether a file is in one of the formats that are no text."""
    if key:
        return next((form for form in BINARY if form.key == key and form.suits(start)), None)
    return next((form for form in BINARY if form.suits(start)), None)
