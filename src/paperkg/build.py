"""The line: read, merge, extract, link, store. The whole way from papers to a graph can be read here."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import cast

from paperkg import parts
from paperkg.graph import Entry, Journal, KnowledgeGraph, Shelf, known_extractions, locked, open_graph, write
from paperkg.graph.reader import FILE, explained
from paperkg.graph.records import dump_extraction
from paperkg.link import Overrides, dump_overrides, link, load_overrides
from paperkg.model import Paper
from paperkg.papers import Account, Problem, Ways, files, merge_into, read
from paperkg.papers.places import is_folder
from paperkg.provenance import found_by
from paperkg.workers import Extractor, local_extractor

Progress = Callable[[str, int, int | None], None]
"""Takes a stage (reading, finding, linking), how many papers are done, and of how many if that is known."""

_AT_ONCE = 16  # papers that go to the journal together,
_SECONDS = 1.0  # or what was found in this time


class UnknownPaperError(LookupError):
    """A paper that is to be removed and is not in the graph; the message says what to do."""


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
    workers: int | None = None,
    extractor: Extractor | None = None,
    ways: Ways | None = None,
    account: Account | None = None,
) -> Built:
    r"""Build the graph of a list of papers in a folder, in place of the one that is there.

    What an earlier build found in the same texts is taken over, that of a build that was stopped as well.

    Args:
        source: One file, folder, glob or address or several (see `paperkg.papers.read`), or the papers.
            Duplicates are merged. What `paperkg extract` found in the papers of its files is taken over.
        folder: Made where it is missing, once the papers are read.
        overrides: What the user settled about concepts.
        problems: Takes what could not be read as it stands; without a list each is issued as a `ReadWarning`.
        progress: Called after each paper.
        workers: How many processes extract; else one for each core. The graph is the same whatever it is.
        extractor: What extracts in place of these processes: it takes papers, and gives an extraction for
            each, in order.
        ways: How files are to be read, where they do not say it themselves.
        account: Takes what each file gave.

    Raises:
        SourceError: A file gives no paper, or another version extracted it; nothing is touched.
        GraphError: The folder holds a damaged graph, or a file that is none; it is left alone.
        BusyError: Another build is writing to it.
        WorkerError: A process that extracts was killed; the next build takes up where this one stopped.
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
    extractor = extractor or local_extractor(workers)
    account = Account() if account is None else account
    sources, papers = _sources(source)
    named = _parts_may_be_among(sources)
    parts.check(named)
    with Shelf() as shelf:
        everything = chain(read(sources, problems, ways=ways, account=account), papers)
        merged = merge_into(shelf, _counted(everything, progress), problems, account.merged)
        shelf.put_known(parts.known(named))
        with locked(folder):
            _make(folder, shelf, overrides or Overrides(), extractor, progress)
        return Built(folder, len(shelf), merged)


def add(
    folder: str | Path,
    source: str | Path | Iterable[str | Path] | Iterable[Paper],
    *,
    problems: list[Problem] | None = None,
    progress: Progress | None = None,
    workers: int | None = None,
    extractor: Extractor | None = None,
    ways: Ways | None = None,
    account: Account | None = None,
) -> Built:
    """Add papers to a graph: it is then as if it had been built of its own and these, with its overrides.

    Args, what is returned and raised are those of `build`; `Built.merged` counts the duplicates among what
    was added. A folder without a graph is a `GraphError`.
    """
    folder = Path(folder)
    extractor = extractor or local_extractor(workers)
    account = Account() if account is None else account
    sources, papers = _sources(source)
    named = _parts_may_be_among(sources)
    parts.check(named)
    open_graph(folder).close()  # before the folder is made
    with locked(folder), Shelf() as shelf:
        with open_graph(folder) as kg:
            overrides = _kept_overrides(kg)
            new = chain(read(sources, problems, ways=ways, account=account), papers)
            merged = merge_into(shelf, chain(kg.papers(), _counted(new, progress)), problems, account.merged)
            shelf.put_known(parts.known(named))
        _make(folder, shelf, overrides, extractor, progress)
        return Built(folder, len(shelf), merged)


def remove(
    folder: str | Path,
    papers: Iterable[str],
    *,
    progress: Progress | None = None,
    workers: int | None = None,
    extractor: Extractor | None = None,
) -> Built:
    """Take papers out of a graph: it is then as if they had never been in.

    Args:
        folder: Where the graph is.
        papers: Ids, or titles as the graph shows them.
        progress: Called after each paper.
        workers: How many processes extract, where the graph is of an older version of paperkg.
        extractor: What extracts in place of these; see `build`.

    Raises:
        UnknownPaperError: One of them is not in the graph; nothing is touched.
        GraphError: The folder holds no readable graph.
        BusyError: A build is writing to it.
        OSError: The folder cannot be written; what was there is still there.
        sqlite3.Error: The same, said by SQLite.
    """
    folder = Path(folder)
    extractor = extractor or local_extractor(workers)
    open_graph(folder).close()
    with locked(folder), Shelf() as shelf:
        with open_graph(folder) as kg:
            overrides = _kept_overrides(kg)
            gone = _ids(folder, kg.labels(), papers)
            for paper in kg.papers():
                if paper.id not in gone:
                    shelf.append(paper)
        _make(folder, shelf, overrides, extractor, progress)
        return Built(folder, len(shelf), 0)


def _parts_may_be_among(sources: Iterable[str | Path]) -> list[str]:
    """List the files that sources stand for; those of a folder are read for their papers alone."""
    return [file for source in sources if not is_folder(source) for file in files(source)]


def _sources(
    source: str | Path | Iterable[str | Path] | Iterable[Paper],
) -> tuple[list[str | Path], Iterable[Paper]]:
    """Tell places to read from papers."""
    if isinstance(source, str | Path):
        return [source], ()
    items = iter(source)
    first = list(islice(items, 1))
    if first and isinstance(first[0], str | Path):
        return list(cast("Iterable[str | Path]", chain(first, items))), ()
    return [], cast("Iterable[Paper]", chain(first, items))


def _counted(papers: Iterable[Paper], progress: Progress | None) -> Iterator[Paper]:
    for done, paper in enumerate(papers, start=1):
        yield paper
        if progress:
            progress("reading", done, None)


def _kept_overrides(kg: KnowledgeGraph) -> Overrides:
    with explained(kg.folder / FILE):
        kept = kg.meta().get("overrides")
        return load_overrides(kept) if kept else Overrides()


def _ids(folder: Path, labels: dict[str, str], papers: Iterable[str]) -> set[str]:
    """Return the ids of papers that are named by id or, where one paper alone has it, by title."""
    by_label: dict[str, list[str]] = {}
    for paper_id, label in labels.items():
        by_label.setdefault(label, []).append(paper_id)
    found = set()
    for paper in papers:
        ids = [paper] if paper in labels else by_label.get(paper, [])
        if not ids:
            raise UnknownPaperError(
                f"{folder}: no paper has the id or the title {paper!r}; nothing is removed "
                "(`paperkg concepts GRAPH --json` prints ids)"
            )
        if len(ids) > 1:
            raise UnknownPaperError(
                f"{folder}: {len(ids)} papers have the title {paper!r}; give an id: {', '.join(ids[:5])}"
            )
        found.update(ids)
    return found


def _make(
    folder: Path, shelf: Shelf, overrides: Overrides, extractor: Extractor, progress: Progress | None
) -> None:
    """Find what is not known yet, link it all, and save the graph; the folder is locked."""
    by = found_by()
    journal = Journal(folder, by)
    shelf.put_known(known_extractions(folder, by))
    shelf.put_known(journal.known())
    _find(shelf, journal, extractor, progress)
    linked = link(shelf, overrides)
    entries = (
        Entry(paper.paper, paper.label, paper.extraction, paper.links, paper.results)
        for paper in linked.papers()
    )
    meta = {"extractor": by}
    if overrides != Overrides():
        meta["overrides"] = dump_overrides(overrides)
    counted = _reported(entries, len(shelf), progress)
    write(folder, counted, linked.concepts, linked.families, meta.items())
    journal.clear()


def _find(shelf: Shelf, journal: Journal, extractor: Extractor, progress: Progress | None) -> None:
    """Extract from the papers that nothing is known of; what is found goes to the journal as it comes."""
    missing = shelf.missing()
    found: list[tuple[str, str]] = []
    written = time.monotonic()
    extractions = extractor(shelf[position] for position in missing) if missing else iter(())
    try:
        for done, (position, extraction) in enumerate(zip(missing, extractions, strict=True), start=1):
            text = dump_extraction(extraction)
            shelf.put(position, text)
            found.append((shelf.key(position), text))
            if len(found) >= _AT_ONCE or time.monotonic() - written > _SECONDS:
                journal.add(found)
                found.clear()
                written = time.monotonic()
            if progress:
                progress("finding", done, len(missing))
    finally:
        if found:
            journal.add(found)
        if isinstance(extractions, Generator):
            extractions.close()  # ends its processes now, not when it is collected


def _reported(entries: Iterable[Entry], total: int, progress: Progress | None) -> Iterator[Entry]:
    for done, entry in enumerate(entries, start=1):
        yield entry
        if progress:
            progress("linking", done, total)
