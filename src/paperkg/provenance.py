"""Which extractor this is: what another one found does not hold here."""

from __future__ import annotations

from functools import cache

from paperkg.__about__ import __version__
from paperkg.extract import version


@cache
def found_by() -> str:
    """Name the program, the catalogue and the extractor (rules and weights) that find things here."""
    return f"paperkg {__version__}, {version()}"
