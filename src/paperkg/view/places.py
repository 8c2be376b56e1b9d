"""Places on the map that were worked out once, kept beside the store.

The places follow from the nodes and their ties alone, so that what is kept is what would be worked out anew:
a page has the same bytes either way, and is made sooner.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import chain
from pathlib import Path

from paperkg.files import replacing
from paperkg.questions.communities import Edge
from paperkg.view.layout import Cluster, Layout, arrange

HOME = ".map"
MOST_KEPT = 8  # the whole graph, and some parts of it that somebody looked at


def places(folder: Path, sizes: Sequence[float], edges: Sequence[Edge]) -> Layout:
    """Return what `arrange` does, from beside the store where it is kept there.

    Args:
        folder: The graph's folder; where it cannot be written, nothing is kept.
        sizes: Each node's radius.
        edges: Pairs of node numbers with a weight above 0.
    """
    path = folder / HOME / f"{_digest(sizes, edges)}.json"
    kept = _read(path, len(sizes))
    if kept is not None:
        return kept
    layout = arrange(sizes, edges)
    with contextlib.suppress(OSError):
        _write(path, layout)
    return layout


def _digest(sizes: Sequence[float], edges: Sequence[Edge]) -> str:
    """Name the question, and the code that answers it."""
    whole = hashlib.sha256()
    for package, module in (("paperkg.view", "layout.py"), ("paperkg.questions", "communities.py")):
        whole.update(files(package).joinpath(module).read_bytes())
    whole.update(json.dumps([sizes, sorted(edges)]).encode())
    return whole.hexdigest()[:32]


def _read(path: Path, nodes: int) -> Layout | None:
    """Read a layout of so many nodes; None where there is none, or something else."""
    try:
        kept = json.loads(path.read_bytes())
        positions = tuple((float(x), float(y)) for x, y in kept["positions"])
        clusters = tuple(
            Cluster(float(x), float(y), float(radius), tuple(map(int, members)))
            for x, y, radius, members in kept["clusters"]
        )
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    members = sorted(member for cluster in clusters for member in cluster.members)
    numbers = [*chain(*positions), *(value for c in clusters for value in (c.x, c.y, c.radius))]
    is_whole = len(positions) == nodes and members == list(range(nodes)) and all(map(math.isfinite, numbers))
    return Layout(positions, clusters) if is_whole else None


def _write(path: Path, layout: Layout) -> None:
    path.parent.mkdir(exist_ok=True)
    clusters = [[c.x, c.y, c.radius, c.members] for c in layout.clusters]
    with replacing(path) as beside:
        beside.write_text(json.dumps({"positions": layout.positions, "clusters": clusters}), "ascii")
    kept = [old for old in path.parent.iterdir() if re.fullmatch(r"[0-9a-f]{32}\.json", old.name)]
    for old in sorted(kept, key=lambda old: old.stat().st_mtime)[:-MOST_KEPT]:
        old.unlink()
