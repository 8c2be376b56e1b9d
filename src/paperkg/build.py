"""The line: read, extract, link, store. The whole way from papers to a graph can be read here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from paperkg import __version__, catalogue
from paperkg.extract import extract
from paperkg.graph import Contents, Entry, known_extractions, save
from paperkg.graph.records import content_hash
from paperkg.graph.store import locked
from paperkg.link import Overrides, link
from paperkg.model import Extraction, Paper


def build(
    papers: Iterable[Paper],
    folder: str | Path,
    *,
    overrides: Overrides | None = None,
    progress: Callable[[int], None] | None = None,
) -> None:
    """Build the graph of papers in a folder, in place of the one that is there.

    What an earlier build found in the same texts is taken over.

    Args:
        papers: Without duplicates (see `paperkg.papers.merge`).
        folder: Made where it is missing.
        overrides: What the user settled about concepts.
        progress: Called with the number of papers done.

    Raises:
        GraphError: The folder holds a damaged graph, or a file that is none; it is left alone.
        BusyError: Another build is writing to it.
        OSError: The folder cannot be written; what was there is still there.
    """
    folder = Path(folder)
    with locked(folder):
        known = known_extractions(folder, extractor_version())
        read = list(papers)
        extracted = list(zip(read, _extract_new(read, known, progress), strict=True))
        linked = link(extracted, overrides)
        entries = (
            Entry(paper, label, extraction)
            for (paper, extraction), label in zip(extracted, linked.labels, strict=True)
        )
        meta = (("extractor", extractor_version()),)
        save(
            folder,
            Contents(tuple(entries), linked.concepts, linked.links, linked.results, linked.families, meta),
        )


def extractor_version() -> str:
    """Say which program and which catalogue extract: what they found before holds for no other."""
    return f"paperkg {__version__}, catalogue {catalogue.version()}"


def _extract_new(
    papers: list[Paper], known: dict[str, Extraction], progress: Callable[[int], None] | None
) -> Iterator[Extraction]:
    new = extract(paper for paper in papers if content_hash(paper) not in known)
    for done, paper in enumerate(papers, start=1):
        yield known.get(content_hash(paper)) or next(new)
        if progress:
            progress(done)
