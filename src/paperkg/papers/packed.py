"""Compressed sources: told by their first bytes, unpacked as they are read.

What a few kilobytes expand to may have no end. So every step gives out little, xz and zstd get no window that
fills the memory, and a source that goes on and on without a record is given up (see `Unpacked.budget`).
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable, Iterator
from typing import Protocol, cast

from paperkg.papers.places import RemoteError

MAX_BARREN = 32_000_000
"""Bytes that an archive may expand to from one record to the next."""
PACK_ANEW = "get the file anew, or pack it anew"
_WINDOW = 1 << 27
"""The most memory for the window of xz and zstd; `xz -9` takes half of it, `zstd --ultra -22` all."""
_STEP = 512
"""Compressed bytes that are unpacked at once: they expand to 16 MB at the very most."""


class DamagedError(OSError):
    """An archive that cannot be unpacked further; the message says why."""


class _Decompressor(Protocol):
    """What `lzma` and `zstandard` have in common."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


class _Frames:
    """A row of compressed frames as one stream."""

    def __init__(self, packed: io.BufferedIOBase, make: Callable[[], _Decompressor]) -> None:
        self._pieces = _unpacked(packed, make)
        self._piece = memoryview(b"")

    def readinto(self, buffer: memoryview) -> int:
        """Read into a buffer; 0 is the end."""
        while not self._piece:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._piece = memoryview(piece)
        size = min(len(buffer), len(self._piece))
        buffer[:size] = self._piece[:size]
        self._piece = self._piece[size:]
        return size


def _unpacked(packed: io.BufferedIOBase, make: Callable[[], _Decompressor]) -> Iterator[bytes]:
    data = packed.read(_STEP)
    while data:
        frame = make()
        while True:
            yield frame.decompress(data)
            if frame.eof:
                break
            data = packed.read(_STEP)
            if not data:
                raise EOFError("it ends in the middle")
        data = frame.unused_data or packed.read(_STEP)
        if not data.strip(b"\0"):  # archives may be padded
            data = packed.read(_STEP)


_Readinto = Callable[[memoryview], int]
"""Reads a little into a buffer, so that what stands before a fault is not lost."""


def _gzip(packed: io.BufferedIOBase) -> _Readinto:
    return gzip.GzipFile(fileobj=packed).readinto1


def _bzip2(packed: io.BufferedIOBase) -> _Readinto:
    return bz2.BZ2File(packed).readinto1


def _xz(packed: io.BufferedIOBase) -> _Readinto:
    return _Frames(packed, lambda: lzma.LZMADecompressor(memlimit=_WINDOW)).readinto


def _zstd(packed: io.BufferedIOBase) -> _Readinto:
    import zstandard

    unpacker = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
    return _Frames(packed, lambda: cast(_Decompressor, unpacker.decompressobj())).readinto


_Opener = Callable[[io.BufferedIOBase], _Readinto]
_PACKINGS: tuple[tuple[bytes, str, _Opener], ...] = (
    (b"\x1f\x8b", "gzip", _gzip),
    (b"BZh", "bzip2", _bzip2),
    (b"\xfd7zXZ\x00", "xz", _xz),
    (b"\x28\xb5\x2f\xfd", "zstd", _zstd),
)
ENDINGS = (".gz", ".bz2", ".xz", ".zst", ".zstd")
"""What a compressed file's name ends in, after the ending that it would have else."""


def packing(start: bytes) -> str:
    """Name the compression that a file's first bytes show, or nothing.

    >>> packing(gzip.compress(b"We study X.")), packing(b"We study X.")
    ('gzip', '')
    """
    return next((name for mark, name, _ in _PACKINGS if start.startswith(mark)), "")


class Unpacked(io.RawIOBase):
    """What a compressed stream holds, with every fault of it as an `OSError` in words."""

    def __init__(self, packed: io.BufferedIOBase, name: str) -> None:
        self._name = name
        self._read = next(make for _, known, make in _PACKINGS if known == name)(packed)
        self._barren = 0
        self._fault: OSError | None = None

    def budget(self) -> None:
        """Say that a record has been found: the archive may go on."""
        self._barren = 0

    def readable(self) -> bool:
        """Whether it can be read: it can."""
        return True

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        """Fill a buffer; less is given only at the end, or before a fault, which is raised the next time.

        Raises:
            DamagedError: The archive is damaged, cut off, or expands without end.
            OSError: The disk's or the connection's.
        """
        filled = 0
        while filled < len(buffer) and not self._fault:
            try:
                size = self._step(buffer[filled:])
            except OSError as error:
                self._fault = error
                break
            if not size:
                break
            filled += size
        if self._fault and not filled:
            raise self._fault
        return filled

    def _step(self, buffer: memoryview) -> int:
        if self._barren > MAX_BARREN:
            raise DamagedError(f"the {self._name} archive expands to over 32 MB without a paper in it")
        try:
            size = self._read(buffer)
        except EOFError as error:
            raise DamagedError(f"the {self._name} archive is cut off") from error
        except OSError as error:
            if error.errno or isinstance(error, RemoteError):  # the disk's, not the archive's
                raise
            raise self._damaged(error) from error
        except MemoryError:
            raise
        except Exception as error:  # zlib.error, LZMAError, ZstdError
            raise self._damaged(error) from error
        self._barren += size
        return size

    def _damaged(self, error: Exception) -> DamagedError:
        return DamagedError(f"the {self._name} archive is damaged ({' '.join(str(error).split())[:100]})")
