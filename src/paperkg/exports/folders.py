"""Folders that are there as a whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperkg.files import beside_it


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Give a folder beside the one wanted; what is written there takes its place once it is whole.

    Raises:
        OSError: There is something at that place, or it cannot be written; nothing has changed.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as scratch:
    ...     path = Path(scratch, "tables")
    ...     with new_folder(path) as beside:
    ...         _ = (beside / "nodes.csv").write_text("whole")
    ...     [file.name for file in path.iterdir()], len(list(Path(scratch).iterdir()))
    (['nodes.csv'], 1)
    """
    wanted, path = path, path.resolve()
    if path.exists() and not path.is_dir():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(wanted))
    if path.exists() and any(path.iterdir()):  # it may hold what somebody wrote: never ours to remove
        raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY), str(wanted))
    beside = beside_it(path)
    try:
        beside.mkdir()
        yield beside
        if path.exists():
            path.rmdir()  # Windows renames nothing over a folder
        beside.rename(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(wanted)) from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)
