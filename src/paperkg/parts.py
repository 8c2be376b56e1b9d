"""Extraction in parts: papers with what was found in them go to Parquet files, and graphs are built of those.

So the slow stage runs wherever people run their batches, a part a job, and the graph has the same bytes as if
it had been built of the sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import tee
from pathlib import Path
from typing import BinaryIO

from paperkg import parquet
from paperkg.extract import extract
from paperkg.files import replacing
from paperkg.graph.records import content_hash, dump_extraction
from paperkg.model import Extraction, Paper
from paperkg.papers import Problem, SourceError, read
from paperkg.papers.reading import parquet_explained
from paperkg.papers.source import open_bytes
from paperkg.provenance import found_by


@dataclass(frozen=True, slots=True)
class Part:
    """What was written.

    Attributes:
        file: The Parquet file.
        papers: How many papers are in it, duplicates among them.
        mentions: How many mentions were found in them.
    """

    file: Path
    papers: int
    mentions: int


def extract_to(
    source: str | Path | Iterable[str | Path],
    file: str | Path,
    *,
    problems: list[Problem] | None = None,
    progress: Callable[[int], None] | None = None,
    extract: Callable[[Iterable[Paper]], Iterator[Extraction]] = extract,
) -> Part:
    r"""Find what the papers of a source name, and write both to a Parquet file, to build a graph from later.

    Papers are written as they are read; duplicates are merged when a graph is built.

    Args:
        source: As for `paperkg.read`.
        file: Written as a whole or not at all.
        problems: Takes what could not be read as it stands; without a list each is issued as a `ReadWarning`.
        progress: Called with the number of papers after each.
        extract: Takes papers and yields an extraction for each, in order.

    Raises:
        SourceError: A file of the source gives no paper.
        ParquetError: pyarrow is not installed.
        OSError: The file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     source, file = Path(folder, "papers.csv"), Path(folder, "part-1.parquet")
    ...     _ = source.write_text("id,title,abstract\n7,On X,We test on GSM8K.\n")
    ...     part = extract_to(source, file)
    ...     ids = [paper.id for paper in read(file)]
    >>> part.papers, part.mentions, ids
    (1, 1, ['7'])
    """
    file = Path(file)
    mentions = 0
    papers, again = tee(read(source, problems))

    def rows() -> Iterator[tuple[Paper, Extraction]]:
        nonlocal mentions
        for done, (paper, extraction) in enumerate(zip(papers, extract(again), strict=True), start=1):
            mentions += len(extraction.mentions)
            yield paper, extraction
            if progress:
                progress(done)

    with replacing(file) as beside:
        count = parquet.write(beside, rows(), found_by())
    return Part(file, count, mentions)


def check(named: Iterable[str]) -> None:
    """See that the parts among some files are of this extractor; a part's name ends in .parquet.

    Raises:
        SourceError: One is not, or is no part.
    """
    for file in _parts(named):
        with open_bytes(file) as raw, parquet_explained(file):
            _check(file, raw)


def known(named: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what the parts among some files hold: the content hash of each paper, and its extraction as JSON.

    Raises:
        SourceError: As for `check`, or a part is damaged.
    """
    for file in _parts(named):
        with open_bytes(file) as raw, parquet_explained(file):
            _check(file, raw)
            for paper, extraction in parquet.extractions(raw):
                yield content_hash(paper), dump_extraction(extraction)


def _parts(named: Iterable[str]) -> Iterator[str]:
    return (file for file in named if file.lower().endswith(".parquet"))


def _check(file: str, raw: BinaryIO) -> None:
    other = parquet.found_by(raw)
    if other != found_by():
        raise SourceError(
            file,
            f"was extracted by another version ({other[:200]}; this is {found_by()})",
            f"extract it again: paperkg extract {file} -o {file}",
        )
