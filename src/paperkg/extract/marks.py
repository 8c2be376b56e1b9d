"""Reading marked papers and their texts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from paperkg.files import MOST_BYTES

_TYPES = {"id": str, "title": str, "abstract": str, "concepts": list}


class MarksError(ValueError):
    """Marks or papers that cannot be trained on; the message names file and line."""


def read_records(path: Path, needed: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Read JSON Lines, one record with the needed fields a line.

    Raises:
        MarksError: A file that cannot be read, or a line that is no such record.
    """
    try:
        lines = path.open("rb")
    except OSError as error:
        raise MarksError(f"{path}: cannot be read ({error.strerror}); check the path") from error
    with lines:
        for number, line in enumerate(iter(partial(lines.readline, MOST_BYTES), b""), start=1):
            if not line.strip():
                continue
            if len(line) == MOST_BYTES:
                raise MarksError(f"{path}, line {number}: is longer than {MOST_BYTES // 1_000_000} MB")
            try:
                record = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise MarksError(f"{path}, line {number}: not JSON in UTF-8 ({error})") from error
            if not isinstance(record, dict) or any(name not in record for name in needed):
                raise MarksError(f"{path}, line {number}: a record needs {' and '.join(needed)}")
            for name, kind in _TYPES.items():
                if not isinstance(record.get(name) or kind(), kind):
                    raise MarksError(f"{path}, line {number}: {name} is no {kind.__name__}")
            if "\0" in record.get("id", ""):
                raise MarksError(f"{path}, line {number}: id holds a NUL")
            yield record
