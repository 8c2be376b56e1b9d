"""XLSX workbooks, read by openpyxl: each sheet with a header row is a table."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any, BinaryIO

from paperkg.papers.fields import Columns
from paperkg.papers.problems import SourceError
from paperkg.papers.source import Record
from paperkg.papers.tables import is_header, named

_MAX_PACKED = 100_000_000
_MAX_UNPACKED = 500_000_000
_MAX_RATIO = 200
_MAX_PARTS = 2_000
_MAX_COLUMNS = 500
_HEADER_IN = 20
"""Rows among which the header is looked for."""


def suits(start: bytes) -> bool:
    """Whether the first part of a ZIP archive is one of an office document's, and a table's is near."""
    return start.startswith(b"PK\x03\x04") and (b"xl/" in start or b"[Content_Types].xml" in start[:100])


def records(
    file: str, raw: BinaryIO, columns: Columns, report: Callable[[str, str], None]
) -> Iterator[Record]:
    """Yield each row of each sheet that has a header.

    Raises:
        SourceError: It is no workbook, is too large, or openpyxl is not installed.
    """
    data = raw.read(_MAX_PACKED + 1)
    _check(file, data)
    try:
        from openpyxl import load_workbook
    except ImportError as error:
        raise SourceError(
            file, "XLSX is read by openpyxl, which is not installed", "pip install 'paperkg[formats]'"
        ) from error
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        sheets = list(book.worksheets)
    except MemoryError:
        raise
    except Exception as error:  # damaged files lead openpyxl to errors of every kind
        raise _damaged(file, error) from error
    for sheet in sheets:
        try:
            yield from _rows(sheet, columns, report)
        except (MemoryError, SourceError):
            raise
        except Exception as error:
            report(f"sheet {sheet.title}", f"{_damaged(file, error).reason}; it is not read on")


def _check(file: str, data: bytes) -> None:
    """Refuse what would fill the memory, before anything is unpacked."""
    if len(data) > _MAX_PACKED:
        raise SourceError(file, "is longer than 100 MB", "save the table as CSV")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if not any(part.filename == "xl/workbook.xml" for part in parts):
                raise SourceError(
                    file,
                    "is a ZIP archive or a document (DOCX), which is not read",
                    "give a file that is read",
                )
            size = sum(part.file_size for part in parts)
            if size > _MAX_UNPACKED or len(parts) > _MAX_PARTS or size > _MAX_RATIO * len(data) + 10_000_000:
                raise SourceError(file, f"expands to {size:,} bytes", "save the table as CSV")
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    with archive.open(part) as inner:
                        if b"<!DOCTYPE" in inner.read(2000):
                            raise SourceError(
                                file, "defines XML entities of its own", "save the table as CSV"
                            )
    except SourceError:
        raise
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError, EOFError) as error:
        raise _damaged(file, error) from error
    except Exception as error:  # zlib's and lzma's own
        raise _damaged(file, error) from error


def _damaged(file: str, error: Exception) -> SourceError:
    said = " ".join(str(error).split())[:100] or type(error).__name__
    return SourceError(file, f"the workbook is damaged ({said})", "save it anew, or as CSV")


def _rows(sheet: Any, columns: Columns, report: Callable[[str, str], None]) -> Iterator[Record]:  # noqa: ANN401
    header: list[str] = []
    rows = sheet.iter_rows(values_only=True, max_col=_MAX_COLUMNS)
    for number, row in enumerate(rows, start=1):
        cells = [_cell(value) for value in row]
        if not header:
            names = named([str(cell) for cell in cells])
            header = names if is_header(names, columns) else []
            if not header and number > _HEADER_IN:
                break
        elif any(cell != "" for cell in cells):
            yield Record(f"sheet {sheet.title}, row {number}", dict(zip(header, cells, strict=False)))
    if not header:
        report(f"sheet {sheet.title}", "has no row that names title and abstract; it is skipped")


def _cell(value: object) -> object:
    if isinstance(value, date):
        return value.isoformat()
    return "" if value is None else value if isinstance(value, str | int | float) else str(value)
