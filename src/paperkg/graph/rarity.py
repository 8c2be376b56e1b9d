"""How much a concept that few papers have says about them."""

from __future__ import annotations

import math


def rarity(papers_with: int, papers: int) -> float:
    """Weigh a concept by how few papers have it: 1 for one paper, near 0 for all of them.

    Inverse document frequency (Sparck Jones, 1972), smoothed and scaled to at most 1.

    >>> rarity(1, 100)
    1.0
    >>> rarity(100, 100) < 0.2
    True
    """
    return math.log((papers + 1) / papers_with) / math.log(papers + 1) if papers else 0.0
