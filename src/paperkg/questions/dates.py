"""When and where a paper appeared, as far as its source says."""

from __future__ import annotations

import re

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LOOSE = " ,.-–_'/()[]"


def year_of(year: int | None, venue: str) -> int | None:
    """Return the year of a paper: the source's own, else the one that its venue names.

    >>> year_of(None, "ICLR 2026"), year_of(None, "iros2022"), year_of(2025, "ICLR 2026"), year_of(None, "")
    (2026, 2022, 2025, None)
    """
    if year is not None:
        return year
    named = set(_YEAR.findall(venue))
    return int(named.pop()) if len(named) == 1 else None


def series_of(venue: str) -> str:
    """Return a venue without its year, so that its years are one.

    >>> series_of("ICLR 2026"), series_of("iros2022"), series_of("Workshop on Mazes (2025)")
    ('ICLR', 'iros', 'Workshop on Mazes')
    """
    return " ".join(_YEAR.sub(" ", venue).split()).strip(_LOOSE) or venue.strip()
