"""Files that are there as a whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MOST_BYTES = 10_000_000
"""Bytes of a file that people write by hand."""
_LONG = 200
"""Bytes; of 255 that most systems give a name."""
_DATABASE = b"SQLite format 3\0"


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a place beside a file to write to; what is written there takes the file's place once it is whole.

    Raises:
        OSError: It cannot be written, or `check_place` refuses it; what was there is there still.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "page.html")
    ...     with replacing(path) as beside:
    ...         _ = beside.write_text("whole")
    ...     path.read_text(), len(list(Path(folder).iterdir()))
    ('whole', 1)
    """
    path = path.resolve()  # a link stays one: the file that it points to is replaced
    check_place(path)
    beside = beside_it(path)
    try:
        yield beside
        with beside.open("r+b") as written:  # Windows syncs no file that is open for reading only
            os.fsync(written.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def read_text(path: Path) -> str:
    """Read a file that people write by hand: UTF-8, and not without end, as a device may be.

    Raises:
        OSError: It cannot be read, or is longer than `MOST_BYTES`.
        UnicodeDecodeError: It is no UTF-8.
    """
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"it is longer than {MOST_BYTES // 1_000_000} MB", str(path))
    return content.decode("utf-8-sig")


def beside_it(path: Path) -> Path:
    """Name a place beside a file or folder to write to: one for each program, no longer than names may be.

    >>> beside_it(Path("graphs", "page.html")).name.startswith(".page.html.")
    True
    """
    name = path.name if len(os.fsencode(path.name)) < _LONG else path.name[: _LONG // 4]
    return path.with_name(f".{name}.{os.getpid()}.new")


def check_place(path: Path) -> None:
    """See that a file may take the place of what is there, if anything is.

    Raises:
        OSError: It is a folder, a device, a pipe, or a database, which a graph is.
    """
    if not path.exists():
        return
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.is_file():
        reason = "is a device or a pipe, which no file takes the place of; give another name"
        raise OSError(errno.EINVAL, reason, str(path))
    if os.access(path, os.R_OK):
        with path.open("rb") as file:
            if file.read(len(_DATABASE)) == _DATABASE:
                reason = "is a database, such as a graph has; give another name"
                raise OSError(errno.EINVAL, reason, str(path))
