"""What went wrong, in words that say what to do; for all that is no bug of ours."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_MEANINGS = {  # where something is written
    errno.EEXIST: "is a file, and a folder is needed here; give another place",
    errno.ENOTDIR: "a part of this path is a file, not a folder; give another place",
    errno.ENOTEMPTY: "is a folder with something in it; give a new one",
    errno.EISDIR: "is a folder; give the name of a file",
    errno.ENOENT: "there is no such folder; make it first, or give another place",
    errno.EACCES: "may not be written; give a place that you may write to",
    errno.EPERM: "may not be written; give a place that you may write to",
    errno.EROFS: "is on a read-only disk; give another place",
    errno.ENOSPC: "the disk is full; make room and try again",
    errno.EDQUOT: "your share of the disk is used up; make room and try again",
    errno.EFBIG: "the file may not grow so large; give another place",
}

_UNREAD = {
    errno.ENOENT: "there is no such file; check the path",
    errno.EACCES: "may not be read; check its permissions",
    errno.EPERM: "may not be read; check its permissions",
}


def explain(error: Exception) -> str | None:
    """Say in one line what is wrong, or return None for what is a bug."""
    from paperkg.build import UnknownPaperError
    from paperkg.catalogue import CatalogueError
    from paperkg.cluster import ClusterError
    from paperkg.doctor import UnmendableError
    from paperkg.extract.marks import MarksError
    from paperkg.fetch import FetchError
    from paperkg.graph import BusyError, GraphError
    from paperkg.link import OverridesError
    from paperkg.papers import SourceError
    from paperkg.parquet import ParquetError
    from paperkg.questions import AmbiguousNameError, UnknownNameError
    from paperkg.rdf import RdfError
    from paperkg.sparql import MalformedError, RefusedError, UnknownExampleError
    from paperkg.workers import WorkerError

    if isinstance(error, MemoryError):
        return "there is not enough memory; give fewer or shorter papers at a time"
    if isinstance(error, BrokenPipeError):  # typer ends quietly
        return None
    if isinstance(error, OSError):
        meaning = _MEANINGS.get(error.errno or 0) or error.strerror or str(error)
        return f"{error.filename}: {meaning}" if error.filename else meaning
    sayable = (
        AmbiguousNameError,
        BusyError,
        CatalogueError,
        ClusterError,
        FetchError,
        GraphError,
        MalformedError,
        MarksError,
        OverridesError,
        ParquetError,
        RdfError,
        RefusedError,
        SourceError,
        UnknownExampleError,
        UnknownNameError,
        UnknownPaperError,
        UnmendableError,
        WorkerError,
    )
    return str(error) if isinstance(error, sayable) else None


def damage(folder: Path) -> str:
    """Say what is wrong with a graph on disk, of which SQLite and decoders take no notice; else nothing."""
    from paperkg.doctor import examine
    from paperkg.graph import GraphError
    from paperkg.graph.reader import FILE

    try:
        wrong = [finding for finding in examine(folder).findings if finding.path.name == FILE]
    except GraphError as error:
        return str(error)
    told = "; `paperkg doctor` says whether it can be mended"
    return f"{wrong[0].path}: {wrong[0].reason}{told}" if wrong else ""


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Let a failure to read a file be told as one; `explain` takes failures for those of writing.

    Raises:
        OSError: What failed, in words.
    """
    try:
        yield
    except OSError as error:
        meaning = _UNREAD.get(error.errno or 0)
        if meaning is None or error.filename is None or Path(error.filename) != path:
            raise
        raise OSError(f"{path}: {meaning}") from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Let a failure to write name what the user asked for, not the file beside it that was written to.

    Raises:
        OSError: What failed, with this path.
    """
    try:
        yield
    except sqlite3.Error as error:
        full = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if full else errno.EIO, str(error), str(path)) from error
    except OSError as error:
        if error.filename and not str(error.filename).endswith(".new"):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from error
