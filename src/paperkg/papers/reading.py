"""From a source to its papers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from paperkg import parquet
from paperkg.model import Paper
from paperkg.papers.fields import RecordError, could_be_read, to_paper
from paperkg.papers.packed import PACK_ANEW, DamagedError, Unpacked
from paperkg.papers.places import files
from paperkg.papers.problems import Problem, SourceError, note, quote
from paperkg.papers.registry import detect
from paperkg.papers.source import Record, open_bytes, open_source

MAX_PROBLEMS = 10_000
"""Problems of one source that are told one by one; the rest is counted."""


def read(source: str | Path | Iterable[str | Path], problems: list[Problem] | None = None) -> Iterator[Paper]:
    r"""Read the papers of a file, or of several, one after the other and in their order, whatever the format.

    Plain text, JSON, JSON Lines, CSV and TSV are told apart by their content, compressed with gzip, bzip2, xz
    or zstd or not; the Parquet files of `paperkg extract` are read too. Only records with an abstract are
    papers; a record without an id gets one from its text. Duplicates are not looked for: see `merge`.

    Args:
        source: Path of the file, a glob ("venues/*.jsonl.xz"), an address that fsspec knows
            ("s3://bucket/papers.jsonl"), or several of these. The files of a glob are read in the order of
            their names.
        problems: Takes a `Problem` for each record that is skipped, and for what is doubtful; the good
            records go on. Without a list each is issued as a `ReadWarning`.

    Yields:
        The papers. A file stays open until its last one is taken, and is never in memory as a whole.

    Raises:
        SourceError: There is no such file, it is no text, or no paper is in it; raised when the first paper,
            or after the last record one more, is asked for.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "papers.csv")
    ...     _ = file.write_text("id,title,abstract\n7,On X,We study X.\n")
    ...     [paper.title for paper in read(file)]
    ['On X']
    """
    for file in files(source):
        with open_bytes(file) as raw:
            reading = _Reading(file, problems, raw)
            yield from _parquet(file, raw) if raw.peek(4)[:4] == parquet.MAGIC else reading.papers()


def _parquet(file: str, raw: io.BufferedReader) -> Iterator[Paper]:
    with parquet_explained(file):
        for paper in parquet.papers(raw):
            if not could_be_read(paper):
                raise SourceError(
                    file, f"{quote(paper.id)} is no paper that could have been read", parquet.ANEW
                )
            yield paper


@contextmanager
def parquet_explained(file: str) -> Iterator[None]:
    """Let what is wrong with a Parquet file be a `SourceError` that names the file."""
    try:
        yield
    except parquet.ParquetError as error:
        raise SourceError(file, error.reason, error.advice) from error


class _Reading:
    """One file under way: its papers, and the account of what is not one."""

    def __init__(self, file: str, problems: list[Problem] | None, raw: io.BufferedReader) -> None:
        self.file = file
        self.problems = problems
        self.raw = raw
        self.count = self.skipped = self.reported = 0
        self.names: dict[str, None] = {}  # fields of what is no paper, to tell if nothing else is there

    def papers(self) -> Iterator[Paper]:
        with open_source(self.file, self.raw, self.report) as text:
            form = detect(text)
            try:
                for record in form.records(text):
                    self.goes_on()
                    paper = self.paper(record)
                    if paper:
                        self.count += 1
                        yield paper
            except DamagedError as error:
                if not self.count:
                    raise SourceError(self.file, str(error), PACK_ANEW) from error
                self.report("the end", f"{error}; what stands before is read")
            except OSError as error:
                raise SourceError(
                    self.file, f"cannot be read on ({error})", "check the disk or the connection"
                ) from error
        if self.reported > MAX_PROBLEMS:
            self.note("", f"{self.reported - MAX_PROBLEMS:,} more problems are not listed")
        if not self.count:
            raise _no_paper(self.file, form.name, self.skipped, list(self.names))

    def paper(self, record: Record) -> Paper | None:
        """Make a paper of a record, or say why it is none."""
        try:
            return to_paper(record.fields)
        except RecordError as error:
            self.skipped += 1
            if len(self.names) < 12:
                self.names.update(dict.fromkeys(islice(record.fields, 12)))
            self.report(record.place, f"{error}; the record is skipped")
            return None

    def report(self, place: str, reason: str) -> None:
        """Take note of a problem, up to `MAX_PROBLEMS`."""
        self.goes_on()
        self.reported += 1
        if self.reported <= MAX_PROBLEMS:
            self.note(place, reason)

    def note(self, place: str, reason: str) -> None:
        """Tell a problem."""
        note(Problem(self.file, place, reason), self.problems)

    def goes_on(self) -> None:
        """Say that something was found, so that an archive may be unpacked further."""
        if isinstance(self.raw.raw, Unpacked):
            self.raw.raw.budget()


def _no_paper(file: str, form: str, skipped: int, names: list[str]) -> SourceError:
    reason = f"no paper is in it (it was read as {form})"
    if skipped:
        fields = ", ".join(quote(name, 30) for name in names[:12])
        reason = f"none of its {skipped} records is a paper with an abstract (their fields are {fields})"
    return SourceError(
        file, reason, "a paper needs at least an abstract, in a field called abstract or summary"
    )
