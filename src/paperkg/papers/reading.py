"""From a source to its papers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from paperkg.model import Paper
from paperkg.papers.fields import RecordError, to_paper
from paperkg.papers.problems import Problem, SourceError, note, quote
from paperkg.papers.registry import detect
from paperkg.papers.source import open_source

MAX_PROBLEMS = 10_000
"""Problems of one source that are told one by one; the rest is counted."""


def read(source: str | Path, problems: list[Problem] | None = None) -> Iterator[Paper]:
    r"""Read the papers of a file, one after the other and in its order, whatever its format.

    Plain text, JSON, JSON Lines, CSV and TSV are told apart by their content. Only records with an abstract
    are papers; a record without an id gets one from its text. Duplicates are not looked for: see `merge`.

    Args:
        source: Path of the file.
        problems: Takes a `Problem` for each record that is skipped, and for what is doubtful; the good
            records go on. Without a list each is issued as a `ReadWarning`.

    Yields:
        The papers. The file stays open until the last one is taken, and is never in memory as a whole.

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
    path = Path(source)
    count = skipped = reported = 0

    def report(place: str, reason: str) -> None:
        nonlocal reported
        reported += 1
        if reported <= MAX_PROBLEMS:
            note(Problem(str(path), place, reason), problems)

    names: dict[str, None] = {}  # fields of what is no paper, to tell the user if nothing else is there
    try:
        with open_source(path, report) as text:
            form = detect(text)
            for record in form.records(text):
                try:
                    paper = to_paper(record.fields)
                except RecordError as error:
                    skipped += 1
                    names.update(dict.fromkeys(islice(record.fields, 12)) if len(names) < 12 else {})
                    report(record.place, f"{error}; the record is skipped")
                else:
                    count += 1
                    yield paper
    except OSError as error:
        raise SourceError(str(path), f"cannot be read on ({error})", "check the disk") from error
    if reported > MAX_PROBLEMS:
        note(Problem(str(path), "", f"{reported - MAX_PROBLEMS:,} more problems are not listed"), problems)
    if not count:
        raise _no_paper(str(path), form.name, skipped, list(names))


def _no_paper(file: str, form: str, skipped: int, names: list[str]) -> SourceError:
    reason = f"no paper is in it (it was read as {form})"
    if skipped:
        fields = ", ".join(quote(name, 30) for name in names[:12])
        reason = f"none of its {skipped} records is a paper with an abstract (their fields are {fields})"
    return SourceError(
        file, reason, "a paper needs at least an abstract, in a field called abstract or summary"
    )
