"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a place beside a file to write to; what is written there takes the file's place once it is whole.

    Raises:
        OSError: It cannot be written; what was there is there still.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "page.html")
    ...     with replacing(path) as beside:
    ...         _ = beside.write_text("whole")
    ...     path.read_text(), len(list(Path(folder).iterdir()))
    ('whole', 1)
    """
    path = path.resolve()  # a link stays one: the file that it points to is replaced
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")  # two programs may write at the same time
    try:
        yield beside
        with beside.open("r+b") as written:  # Windows syncs no file that is open for reading only
            os.fsync(written.fileno())
        if path.exists():
            shutil.copymode(path, beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
