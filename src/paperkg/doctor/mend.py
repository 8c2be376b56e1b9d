"""Mending a graph: what is derived is derived anew, and what is left over is taken away."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paperkg.build import Progress, build
from paperkg.doctor import salvage
from paperkg.doctor.examine import Examination, damaged_caches, examine, leftovers
from paperkg.graph import Journal, locked
from paperkg.graph.reader import FILE
from paperkg.link import Overrides, load_overrides
from paperkg.model import Paper
from paperkg.provenance import found_by
from paperkg.workers import Extractor

KEPT = f"{FILE}.damaged"
_AT_ONCE = 256


class UnmendableError(ValueError):
    """A graph that cannot be had back from what is left of it; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What was done.

    Attributes:
        papers: How many papers the graph has, where it was made anew; else None.
        kept: Where the damaged store stands; None where the store was sound.
        removed: What was taken away.
    """

    papers: int | None
    kept: Path | None
    removed: tuple[Path, ...]


def mend(
    folder: Path,
    *,
    progress: Progress | None = None,
    workers: int | None = None,
    extractor: Extractor | None = None,
) -> Mended:
    """Mend what can be mended of a graph.

    A store that is damaged is made anew from its papers and what was found in them: the same bytes as a build
    of them gives. The damaged one is kept beside it. That happens only where every paper is whole.

    Args:
        folder: The graph's folder.
        progress: As of `paperkg.build.build`.
        workers: As of `build`, for papers of which it is not known any more what was found in them.
        extractor: As of `build`.

    Raises:
        UnmendableError: Papers are lost; nothing is touched.
        GraphError: There is no graph.
        BusyError: A build is writing to it.
        OSError: The folder cannot be written; the store is as it was.
    """
    with locked(folder):
        found = examine(folder)
        if reason := _beyond(found):
            raise UnmendableError(f"{folder / FILE}: {reason}")
        papers, kept = None, None
        if any(finding.path == folder / FILE for finding in found.findings):
            papers, kept = _anew(folder, progress, workers, extractor)
        removed = (*leftovers(folder), *damaged_caches(folder))
        for path in removed:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        return Mended(papers, kept, removed)


def _beyond(found: Examination) -> str:
    """Why the store cannot be mended; empty where it can, or is sound."""
    lost = [f"{f.reason}; {f.advice}" for f in found.findings if f.path == found.folder / FILE and f.advice]
    return lost[-1] if lost else ""


def _anew(
    folder: Path, progress: Progress | None, workers: int | None, extractor: Extractor | None
) -> tuple[int, Path]:
    """Make the store anew in a folder beside it, and put it in place when it is whole."""
    store = folder / FILE
    by = found_by()
    with tempfile.TemporaryDirectory(prefix=".mending-", dir=folder) as scratch:
        beside = Path(scratch)
        with salvage.opened(store) as connection:
            meta = salvage.kept_meta(connection)
            known = meta.get("extractor") == by
            overrides = load_overrides(meta["overrides"]) if "overrides" in meta else Overrides()
            papers = _noted(salvage.papers(connection), Journal(beside, by) if known else None)
            built = build(
                papers, beside, overrides=overrides, progress=progress, workers=workers, extractor=extractor
            )
        shutil.copy2(store, folder / KEPT)
        (beside / FILE).replace(store)
    return built.papers, folder / KEPT


def _noted(papers: Iterator[salvage.Salvaged], journal: Journal | None) -> Iterator[Paper]:
    """Yield papers; what was found in them goes to a journal, from which the build takes it."""
    found: list[tuple[str, str]] = []
    for one in papers:
        if journal and one.extraction is not None:
            found.append((one.key, one.extraction))
        if journal and len(found) >= _AT_ONCE:
            journal.add(found)
            found.clear()
        yield one.paper
    if journal and found:
        journal.add(found)
