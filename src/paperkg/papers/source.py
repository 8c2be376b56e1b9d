"""A source as text: its encoding found out, its lines and chunks bounded in length."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from paperkg.papers.problems import SourceError

MAX_RECORD = 10_000_000
"""Characters that one line or one record may have; what is longer is skipped unread."""
_HEAD = 1 << 20
_CHUNK = 1 << 16
_UNREADABLE = "use a text file: abstracts apart by blank lines, JSON, JSON Lines, CSV or TSV"
_SIGNATURES = (
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document (XLSX, DOCX)"),
    (b"\x1f\x8b", "compressed with gzip"),
    (b"BZh", "compressed with bzip2"),
    (b"\xfd7zXZ\x00", "compressed with xz"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\xd0\xcf\x11\xe0", "an old office document (XLS, DOC)"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"{\\rtf", "a rich text document (RTF)"),
)
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CONTROL = bytes(sorted({*range(32), 127} - {*b"\t\n\r\f"}))
# What "surrogateescape" makes of a byte that is no UTF-8; a well-formed text never decodes to these.
_ESCAPED = re.compile("[\udc80-\udcff]")


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a source before anyone has looked whether it is a paper.

    Attributes:
        place: Where it stands, for messages: "line 3", "record 17".
        fields: What the source says, under the source's own names.
    """

    place: str
    fields: Mapping[str, object]


@dataclass(slots=True)
class Source:
    """An open source: read it once, by `lines` or by `chunks`.

    Attributes:
        file: Its path, as the user gave it.
        suffix: The path's ending in lower case, with its dot.
        head: The start of the text, to tell its format by.
        report: Takes the place and reason of a problem.
    """

    file: str
    suffix: str
    head: str
    report: Callable[[str, str], None]
    _stream: TextIO
    _line: int = field(default=1, init=False)
    _warned: bool = field(default=False, init=False)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield number and text of each line, without its end; one that is too long is reported instead."""
        while line := self._stream.readline(MAX_RECORD):
            number, rest = self._line, line
            while rest and not rest.endswith("\n"):
                rest = self._stream.readline(MAX_RECORD)
                line = line if not rest else ""
            if line:
                yield number, self._mended(line).removesuffix("\n")
            else:
                self.report(f"line {number}", "is longer than 10 MB; it is skipped")
            self._line = number + 1

    def chunks(self) -> Iterator[str]:
        """Yield the text in pieces."""
        while chunk := self._stream.read(_CHUNK):
            yield self._mended(chunk)
            self._line += chunk.count("\n")

    def _mended(self, text: str) -> str:
        """Read the bytes that are no UTF-8 as Windows-1252, and say so once."""
        bad = None if text.isascii() else _ESCAPED.search(text)
        if not bad:
            return text
        if not self._warned:
            self._warned = True
            number = self._line + text.count("\n", 0, bad.start())
            self.report(
                f"line {number}", "is not UTF-8; read as Windows-1252: check accents and quotation marks"
            )
        return _ESCAPED.sub(lambda m: bytes([ord(m[0]) - 0xDC00]).decode("cp1252", "replace"), text)


@contextmanager
def open_source(path: Path, report: Callable[[str, str], None]) -> Iterator[Source]:
    """Open a file as text, whatever its encoding.

    Raises:
        SourceError: The file cannot be opened, is empty, or is no text.
    """
    file = str(path)
    try:
        raw = io.BufferedReader(path.open("rb", buffering=0), _HEAD)
    except (OSError, ValueError) as error:
        raise _not_opened(file, error) from error
    with raw:
        start = raw.peek(_HEAD)[:_HEAD]
        encoding = _encoding(start)
        _check(file, start, encoding)
        head = io.TextIOWrapper(io.BytesIO(start), encoding, "ignore").read()
        errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
        stream = io.TextIOWrapper(raw, encoding, errors)
        yield Source(file, path.suffix.lower(), head, report, stream)


def _not_opened(file: str, error: Exception) -> SourceError:
    if isinstance(error, FileNotFoundError):
        return SourceError(file, "there is no such file", "check the path")
    if isinstance(error, IsADirectoryError):
        return SourceError(file, "is a folder", "name the file in it that lists the papers")
    if isinstance(error, PermissionError):
        return SourceError(file, "may not be read", "ask for the right to read it")
    return SourceError(file, f"cannot be opened ({error})", "check the path")


def _encoding(start: bytes) -> str:
    return next((encoding for mark, encoding in _MARKS if start.startswith(mark)), "utf-8-sig")


def _check(file: str, start: bytes, encoding: str) -> None:
    """Refuse what is no text."""
    for signature, name in _SIGNATURES:
        if start.startswith(signature):
            raise SourceError(file, f"is {name}, which is not read", _UNREADABLE)
    controls = len(start) - len(start.translate(None, _CONTROL))
    if encoding == "utf-8-sig" and controls * 20 > len(start):
        raise SourceError(file, "is no text, it seems", _UNREADABLE)
    if not start.removeprefix(b"\xef\xbb\xbf").strip() and len(start) < _HEAD:
        raise SourceError(file, "is empty", "name a file that lists papers with their abstracts")
