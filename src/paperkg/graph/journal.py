"""What an unfinished build has found so far, so that the next one takes up where it stopped.

A text file beside the graph: a head that names the extractor, then a line for each paper with a checksum,
the content hash and the extraction. It is only ever added to, so that a build that is killed while it writes
loses its last lines and no others; a line that was damaged counts as not there.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from paperkg.graph.records import load_extraction

FILE = "unfinished"
_LONGEST = 64 << 20  # bytes of a line; the longest text that is read has some 10 MB of findings


class Journal:
    """The journal of a graph's folder; who uses it holds the folder's lock.

    >>> from tempfile import TemporaryDirectory
    >>> found = '{"mentions":[],"abbreviations":[],"claims":[],"sentences":[],"roles":[]}'
    >>> with TemporaryDirectory() as folder:
    ...     Journal(Path(folder), "1").add([("a1", found)])
    ...     [key for key, _ in Journal(Path(folder), "1").known()], list(Journal(Path(folder), "2").known())
    (['a1'], [])
    """

    def __init__(self, folder: Path, extractor: str) -> None:
        self._path = folder / FILE
        self._head = f"paperkg, what an unfinished build has found; {extractor}\n".encode()

    def known(self) -> Iterator[tuple[str, str]]:
        """Yield content hash and extraction, as `dump_extraction` writes it, of each sound line.

        Nothing where another extractor, or another program, wrote the file.
        """
        if not self._path.is_file():
            return
        with self._path.open("rb") as lines:
            if lines.read(len(self._head)) != self._head:
                return
            while line := lines.readline(_LONGEST):
                found = _parse(line)
                if found:
                    yield found

    def add(self, found: Iterable[tuple[str, str]]) -> None:
        """Add some papers; once this returns they are safe.

        Raises:
            OSError: The disk is full or the folder cannot be written; what was there is still there.
        """
        written = b"".join(_line(key, extraction) for key, extraction in found)
        with self._path.open("r+b" if self._is_mine() else "w+b") as file:
            if not file.seek(0, os.SEEK_END):
                file.write(self._head)
            elif _last_byte(file) != b"\n":
                file.write(b"\n")  # a killed build left half a line
            file.write(written)
            file.flush()
            os.fsync(file.fileno())

    def clear(self) -> None:
        """Forget everything: the graph is saved."""
        self._path.unlink(missing_ok=True)

    def _is_mine(self) -> bool:
        if not self._path.is_file():
            return False
        with self._path.open("rb") as file:
            return file.read(len(self._head)) == self._head


def _last_byte(file: BinaryIO) -> bytes:
    file.seek(-1, os.SEEK_END)
    return file.read(1)


def _line(key: str, extraction: str) -> bytes:
    content = f"{key} {extraction}".encode()
    return b"%08x %s\n" % (crc32(content), content)


def _parse(line: bytes) -> tuple[str, str] | None:
    checksum, _, content = line.removesuffix(b"\n").partition(b" ")
    if checksum != b"%08x" % crc32(content):
        return None
    key, _, extraction = content.decode("utf-8", "replace").partition(" ")
    try:
        load_extraction(extraction)
    except (ValueError, TypeError, LookupError, RecursionError):
        return None
    return key, extraction
