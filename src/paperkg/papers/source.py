"""A source as text: its encoding found out, its lines and chunks bounded in length."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TextIO

from paperkg.papers.fields import Columns
from paperkg.papers.packed import ENDINGS, PACK_ANEW, DamagedError, Unpacked, packing
from paperkg.papers.places import opened
from paperkg.papers.problems import SourceError

MAX_RECORD = 10_000_000
"""Characters that one line or one record may have; what is longer is skipped unread."""
_HEAD = 1 << 20
_CHUNK = 1 << 16
_UNREADABLE = "give a list of papers in a format that is read, such as BibTeX, RIS, CSV or JSON"
_SIGNATURES = (
    (b"PK\x03\x04", "a ZIP archive or an office document (DOCX)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\xd0\xcf\x11\xe0", "an old office document (XLS, DOC)"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"{\\rtf", "a rich text document (RTF)"),
)
_TAR = (257, b"ustar")
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_XML_ENCODING = re.compile(rb"\s*<\?xml[^>]{0,100}?\bencoding\s*=\s*[\"']([A-Za-z0-9_.:-]{1,20})[\"']")
_XML_ENCODINGS = frozenset(
    (
        "iso-8859-1",
        "iso-8859-15",
        "windows-1252",
        "latin1",
        "gb2312",
        "gbk",
        "gb18030",
        "big5",
        "shift_jis",
        "euc-jp",
    )
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
        file: Its path or address, as the user gave it.
        suffix: The path's ending in lower case, with its dot; that of a compression left out.
        head: The start of the text, to tell its format by.
        report: Takes the place and reason of a problem.
        columns: What the user says of its fields.
    """

    file: str
    suffix: str
    head: str
    report: Callable[[str, str], None]
    columns: Columns
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
def open_bytes(file: str) -> Iterator[io.BufferedReader]:
    """Open a file, unpacked where it is compressed; the start of it can be looked at with `peek`.

    Raises:
        SourceError: The file cannot be opened.
    """
    with ExitStack() as stack:
        packed = stack.enter_context(_buffered(opened(file)))
        try:
            name = packing(packed.peek(16)[:16])
            raw = stack.enter_context(_buffered(Unpacked(packed, name))) if name else packed
            raw.peek(1)  # whether it can be read at all
        except OSError as error:
            raise _unread(file, error) from error
        yield raw


def _buffered(raw: io.RawIOBase) -> io.BufferedReader:
    return io.BufferedReader(raw, _HEAD)


@contextmanager
def open_source(
    file: str, raw: io.BufferedReader, report: Callable[[str, str], None], columns: Columns
) -> Iterator[Source]:
    """Read an open file as text, whatever its encoding.

    Raises:
        SourceError: The file is empty, or is no text.
    """
    try:
        start = raw.peek(_HEAD)[:_HEAD]
    except OSError as error:
        raise _unread(file, error) from error
    encoding = _encoding(start)
    _check(file, start, encoding)
    head = io.TextIOWrapper(io.BytesIO(start), encoding, "ignore").read()
    errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
    stream = io.TextIOWrapper(raw, encoding, errors)
    try:
        yield Source(file, suffix(file), head, report, columns, stream)
    finally:
        stream.detach()


def _unread(file: str, error: OSError) -> SourceError:
    if isinstance(error, DamagedError):
        return SourceError(file, str(error), PACK_ANEW)
    return SourceError(file, f"cannot be read ({error})", "check the disk or the connection")


def suffix(file: str) -> str:
    """Return the ending of a file's name in lower case, that of a compression left out."""
    path = PurePath(file)
    inner = path.with_suffix("") if path.suffix.lower() in ENDINGS else path
    return inner.suffix.lower()


def _encoding(start: bytes) -> str:
    marked = next((encoding for mark, encoding in _MARKS if start.startswith(mark)), "")
    declared = None if marked else _XML_ENCODING.match(start)
    name = declared[1].decode("ascii").lower() if declared else ""
    return marked or (name if name in _XML_ENCODINGS else "utf-8-sig")


def _check(file: str, start: bytes, encoding: str) -> None:
    """Refuse what is no text."""
    for signature, name in _SIGNATURES:
        if start.startswith(signature):
            raise SourceError(file, f"is {name}, which is not read", _UNREADABLE)
    if twice := packing(start):
        raise SourceError(file, f"is compressed twice (with {twice} inside)", "unpack it once")
    if start[_TAR[0] :].startswith(_TAR[1]):
        raise SourceError(file, "is a tar archive, which is not read", "unpack it and name the files in it")
    controls = len(start) - len(start.translate(None, _CONTROL))
    if encoding == "utf-8-sig" and controls * 20 > len(start):
        raise SourceError(file, "is no text, it seems", _UNREADABLE)
    if not start.removeprefix(b"\xef\xbb\xbf").strip() and len(start) < _HEAD:
        raise SourceError(file, "is empty", "name a file that lists papers with their abstracts")
