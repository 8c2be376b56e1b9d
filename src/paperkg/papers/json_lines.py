"""JSON Lines: one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from paperkg.papers.json_values import holds_papers, kind
from paperkg.papers.json_window import DECODER, fault
from paperkg.papers.source import Record, Source

_OPENERS = ("[", "{", ",")


def suits(source: Source) -> bool:
    """Whether one of the first lines is an object by itself, and the first does not open a longer value."""
    lines = [line for line in source.head.split("\n")[:50] if line.strip()][:5]
    if not lines or lines[0].lstrip().startswith("[") or lines[0].rstrip().endswith(_OPENERS):
        return False
    values = list(map(_value, lines))
    return any(value and isinstance(value, dict) for value in values) and not holds_papers(values[0])


def records(source: Source) -> Iterator[Record]:
    """Yield each line's object; a line that is none is reported."""
    for number, line in source.lines():
        if not line.strip():
            continue
        place = f"line {number}"
        try:
            value = DECODER.decode(line)
        except json.JSONDecodeError as error:
            reason = f"the JSON is broken ({fault(error)} at column {error.colno})"
        except (ValueError, RecursionError) as error:
            reason = f"the JSON is broken ({fault(error)})"
        else:
            if isinstance(value, dict):
                yield Record(place, value)
                continue
            reason = f"is {kind(value)}, not an object with the fields of a paper"
        source.report(place, f"{reason}; the record is skipped")


def _value(line: str) -> object:
    try:
        return DECODER.decode(line)
    except (ValueError, RecursionError):
        return None
