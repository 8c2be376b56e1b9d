"""From sources to their papers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from paperkg import parquet
from paperkg.model import Paper
from paperkg.papers.account import Account, FileAccount
from paperkg.papers.fields import Columns, RecordError, could_be_read, renamed, to_paper
from paperkg.papers.packed import PACK_ANEW, DamagedError, Unpacked
from paperkg.papers.places import files, is_folder
from paperkg.papers.problems import Problem, SourceError, note, quote
from paperkg.papers.registry import BinaryFormat, Format, detect, detect_binary
from paperkg.papers.shapes import flat
from paperkg.papers.source import Record, open_bytes, open_source, suffix

MAX_PROBLEMS = 10_000
"""Problems of one source that are told one by one; the rest is counted."""
_START = 4096
_PROSE = ("", ".txt", ".text", ".md", ".markdown")


@dataclass(frozen=True, slots=True)
class Ways:
    """How sources are to be read, where they do not say it themselves.

    Attributes:
        form: The format, by one of `paperkg.papers.registry.keys()`; else each file's content tells.
        columns: Names of fields or columns, and the attribute of a paper that each stands for.
    """

    form: str | None = None
    columns: Columns = field(default_factory=dict)


def read(
    source: str | Path | Iterable[str | Path],
    problems: list[Problem] | None = None,
    *,
    ways: Ways | None = None,
    account: Account | None = None,
) -> Iterator[Paper]:
    r"""Read the papers of a file, or of several, one after the other and in their order, whatever the format.

    Formats are told apart by content, compressed with gzip, bzip2, xz or zstd or not; the Parquet files of
    `paperkg extract` are read too. Only records with an abstract are papers; a record without an id gets one
    from its text. Duplicates are not looked for: see `merge`.

    Args:
        source: Path of a file or a folder, a glob ("venues/*.jsonl.xz"), an address that fsspec knows
            ("s3://bucket/papers.jsonl"), or several of these. The files of a glob or a folder are read in the
            order of their names; a file of a folder that cannot be read is a problem, no error.
        problems: Takes a `Problem` for each record that is skipped, and for what is doubtful; the good
            records go on. Without a list each is issued as a `ReadWarning`.
        ways: How they are to be read.
        account: Takes what each file gave.

    Yields:
        The papers. A file stays open until its last one is taken, and is never in memory as a whole.

    Raises:
        SourceError: There is no such file, it is in no format that is read, or no paper is in it; raised when
            the first paper, or after the last record one more, is asked for.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "papers.csv")
    ...     _ = file.write_text("id,title,abstract\n7,On X,We study X.\n")
    ...     [paper.title for paper in read(file)]
    ['On X']
    """
    ways, account = ways or Ways(), account if account is not None else Account()
    for place in [source] if isinstance(source, str | Path) else source:
        if is_folder(place):
            yield from _folder(str(place), problems, ways, account)
            continue
        for file in files(place):
            yield from _file(file, problems, ways, account)


def _folder(folder: str, problems: list[Problem] | None, ways: Ways, account: Account) -> Iterator[Paper]:
    """Read what can be read in a folder."""
    any_paper = False
    for file in files(folder):
        try:
            for paper in _file(file, problems, ways, account, strict=True):
                any_paper = True
                yield paper
        except SourceError as error:
            if not account.files or account.files[-1].file != file:
                account.open(file)
            account.files[-1].skipped = max(1, account.files[-1].skipped)
            note(Problem(file, "", f"{error.reason}; the file is skipped"), problems)
    if not any_paper:
        raise SourceError(folder, "no file in this folder gives a paper", "name a file that lists papers")


def _file(
    file: str, problems: list[Problem] | None, ways: Ways, account: Account, *, strict: bool = False
) -> Iterator[Paper]:
    with open_bytes(file) as raw:
        start = raw.peek(_START)[:_START]
        if start.startswith(parquet.MAGIC):
            yield from _parquet(file, raw, account.open(file, "Parquet"))
        else:
            yield from _Reading(file, problems, raw, ways, account, strict).papers(start)


def _parquet(file: str, raw: io.BufferedReader, account: FileAccount) -> Iterator[Paper]:
    with parquet_explained(file):
        for paper in parquet.papers(raw):
            if not could_be_read(paper):
                raise SourceError(
                    file, f"{quote(paper.id)} is no paper that could have been read", parquet.ANEW
                )
            account.read += 1
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

    def __init__(
        self,
        file: str,
        problems: list[Problem] | None,
        raw: io.BufferedReader,
        ways: Ways,
        account: Account,
        strict: bool,
    ) -> None:
        self.file = file
        self.problems = problems
        self.raw = raw
        self.ways = ways
        self.strict = strict
        self.account = account.open(file)
        self.reported = 0
        self.names: dict[str, None] = {}  # fields of what is no paper, to tell if nothing else is there
        self.packed = raw.raw if isinstance(raw.raw, Unpacked) else None

    def papers(self, start: bytes) -> Iterator[Paper]:
        binary = detect_binary(start, self.ways.form)
        try:
            if binary:
                records = binary.records(self.file, self.raw, self.ways.columns, self.report)
                yield from self.made(binary, records)
            else:
                with open_source(self.file, self.raw, self.report, self.ways.columns) as text:
                    form = detect(text, self.ways.form)
                    if self.strict and form.key == "text" and suffix(self.file) not in _PROSE:
                        raise SourceError(self.file, "is no list of papers, it seems", "name it by itself")
                    yield from self.made(form, form.records(text))
        except DamagedError as error:
            if not self.account.read:
                raise SourceError(self.file, str(error), PACK_ANEW) from error
            self.report("the end", f"{error}; what stands before is read")
        except OSError as error:
            raise SourceError(
                self.file, f"cannot be read on ({error})", "check the disk or the connection"
            ) from error
        if self.reported > MAX_PROBLEMS:
            self.note("", f"{self.reported - MAX_PROBLEMS:,} more problems are not listed")
        if not self.account.read:
            raise _no_paper(self.file, self.account.form, self.account.skipped, list(self.names))

    def made(self, form: Format | BinaryFormat, records: Iterator[Record]) -> Iterator[Paper]:
        """Make papers of records."""
        self.account.form = form.name
        for record in records:
            if self.packed:
                self.packed.budget()
            paper = self.paper(record)
            if paper:
                self.account.read += 1
                yield paper

    def paper(self, record: Record) -> Paper | None:
        """Make a paper of a record, or say why it is none."""
        fields = record.fields
        try:
            if self.ways.columns:
                fields = dict(zip(renamed(fields, self.ways.columns), fields.values(), strict=True))
            return to_paper(flat(fields))
        except RecordError as error:
            if len(self.names) < 12:
                self.names.update(dict.fromkeys(islice(fields, 12)))
            self.report(record.place, f"{error}; the record is skipped")
            return None

    def report(self, place: str, reason: str) -> None:
        """Take note of a problem, up to `MAX_PROBLEMS`."""
        if self.packed:
            self.packed.budget()
        self.reported += 1
        self.account.skipped += "skipped" in reason
        if self.reported <= MAX_PROBLEMS:
            self.note(place, reason)

    def note(self, place: str, reason: str) -> None:
        """Tell a problem."""
        note(Problem(self.file, place, reason), self.problems)


def _no_paper(file: str, form: str, skipped: int, names: list[str]) -> SourceError:
    reason = f"no paper is in it (it was read as {form})"
    if skipped and names:
        fields = ", ".join(quote(name, 30) for name in names[:12])
        reason = f"none of its {skipped} records is a paper with an abstract (their fields are {fields})"
    return SourceError(
        file, reason, "a paper needs at least an abstract, in a field called abstract or summary"
    )
