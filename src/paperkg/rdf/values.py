r"""Reported values as numbers: "87.3\%" is 87.3 with the unit "%"."""

from __future__ import annotations

import re
from decimal import Decimal

_PRINTED = re.compile(
    r"([+-]?(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+))\s*([^0-9]*)"
)
_UNITS = {
    "": "",
    "%": "%",
    "percent": "%",
    "x": "x",
    "×": "x",
    "times": "x",
    "fold": "x",
    "-fold": "x",
    "point": "points",
    "points": "points",
    "pp": "percentage points",
    "percentage point": "percentage points",
    "percentage points": "percentage points",
}
_PLAIN = {r"\%": "%", r"\times": "×", "−": "-", "–": "-"}


def parse_value(printed: str) -> tuple[str, str] | None:
    r"""Read a printed value as an xsd:decimal and its unit ("" for none).

    None for all that is not one number with a known unit or none: a range, a bound ("<5"), a magnitude
    ("3B"), money.

    >>> parse_value(r"+1,234.50\%")
    ('1234.5', '%')
    >>> parse_value(r"$2.4\times$")
    ('2.4', 'x')
    >>> parse_value("5-10%") is parse_value("7B") is None
    True
    """
    text = printed
    for mark, plain in _PLAIN.items():
        text = text.replace(mark, plain)
    if text.count("$") % 2 == 0:  # a pair is LaTeX's, a single one is money
        text = text.replace("$", "")
    parts = _PRINTED.fullmatch(text.strip())
    if parts is None:
        return None
    number, unit = parts.groups()
    known = _UNITS.get(unit.rstrip().lower())
    return None if known is None else (decimal(number.replace(",", "")), known)


def decimal(number: str | float) -> str:
    """Write a number as the canonical xsd:decimal, which every library leaves as it is.

    >>> decimal(1e-05), decimal(1.0), decimal("+07.50")
    ('0.00001', '1', '7.5')
    """
    text = f"{Decimal(str(number)):f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
