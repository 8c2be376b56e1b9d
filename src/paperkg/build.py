"""The line: read, merge, extract, link, store. The whole way from papers to a graph can be read here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import cast

from paperkg import parts
from paperkg.extract import extract
from paperkg.graph import Contents, Entry, known_extractions, save
from paperkg.graph.records import content_hash, load_extraction
from paperkg.graph.store import locked
from paperkg.link import Overrides, link
from paperkg.model import Extraction, Paper
from paperkg.papers import Problem, files, merge, read
from paperkg.provenance import found_by

Progress = Callable[[int, int], None]
"""Takes how many papers are done, and how many there are."""
Extract = Callable[[Iterable[Paper]], Iterator[Extraction]]
"""Takes papers, and yields an extraction for each, in order."""


@dataclass(frozen=True, slots=True)
class Built:
    """What was built.

    Attributes:
        folder: Where the graph is.
        papers: How many papers it has.
        merged: How many others were duplicates of one of them.
    """

    folder: Path
    papers: int
    merged: int


def build(
    source: str | Path | Iterable[str | Path] | Iterable[Paper],
    folder: str | Path,
    *,
    overrides: Overrides | None = None,
    problems: list[Problem] | None = None,
    progress: Progress | None = None,
    extract: Extract = extract,
) -> Built:
    r"""Build the graph of a list of papers in a folder, in place of the one that is there.

    What an earlier build found in the same texts is taken over.

    Args:
        source: One file, glob or address or several (see `paperkg.papers.read`), or the papers. Duplicates
            are merged. What `paperkg extract` found in the papers of its files is taken over.
        folder: Made where it is missing, once the papers are read.
        overrides: What the user settled about concepts.
        problems: Takes what could not be read as it stands; without a list each is issued as a `ReadWarning`.
        progress: Called after each paper.
        extract: Takes papers and yields an extraction for each, in order; `paperkg.cluster` has one.

    Raises:
        SourceError: A file gives no paper, or another version extracted it; nothing is touched.
        GraphError: The folder holds a damaged graph, or a file that is none; it is left alone.
        BusyError: Another build is writing to it.
        OSError: The folder cannot be written; what was there is still there.
        sqlite3.Error: The same, said by SQLite.
        UnicodeEncodeError: A paper of your own holds half a surrogate pair; `read` replaces those.

    >>> from tempfile import TemporaryDirectory
    >>> from paperkg.graph import open_graph
    >>> papers = [Paper("1", "On X", "We test on GSM8K."), Paper("2", "On Y", "GSM8K is hard.")]
    >>> with TemporaryDirectory() as folder:
    ...     built = build([*papers, papers[0]], folder)
    ...     with open_graph(folder) as kg:
    ...         shared = len(list(kg.links(concept="benchmark:gsm8k")))
    >>> built.papers, built.merged, shared
    (2, 1, 2)
    """
    folder = Path(folder)
    named, papers = _files(source)
    parts.check(named)
    read_all = merge(chain(read(named, problems), papers), problems)
    extractor = found_by()
    in_parts = {key: load_extraction(text) for key, text in parts.known(named)}
    with locked(folder):
        known = known_extractions(folder, extractor) | in_parts
        extracted = list(
            zip(read_all.papers, _extract_new(read_all.papers, known, progress, extract), strict=True)
        )
        linked = link(extracted, overrides)
        entries = (
            Entry(paper, label, extraction)
            for (paper, extraction), label in zip(extracted, linked.labels, strict=True)
        )
        meta = (("extractor", extractor),)
        save(
            folder,
            Contents(tuple(entries), linked.concepts, linked.links, linked.results, linked.families, meta),
        )
    return Built(folder, len(read_all.papers), read_all.merged)


def _files(
    source: str | Path | Iterable[str | Path] | Iterable[Paper],
) -> tuple[list[str], Iterable[Paper]]:
    """Tell files, in full, from papers."""
    if isinstance(source, str | Path):
        return list(files(source)), ()
    items = iter(source)
    first = list(islice(items, 1))
    if first and isinstance(first[0], str | Path):
        return list(files(cast("Iterable[str | Path]", chain(first, items)))), ()
    return [], cast("Iterable[Paper]", chain(first, items))


def _extract_new(
    papers: Sequence[Paper], known: dict[str, Extraction], progress: Progress | None, extract: Extract
) -> Iterator[Extraction]:
    new = extract(paper for paper in papers if content_hash(paper) not in known)
    for done, paper in enumerate(papers, start=1):
        yield known.get(content_hash(paper)) or next(new)
        if progress:
            progress(done, len(papers))
