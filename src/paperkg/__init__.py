"""Turn a list of papers into a knowledge graph of what they share.

- `paperkg.read(file)` yields the papers of a file, whatever its format.
- `paperkg.build(file, folder)` builds their graph; `paperkg.add` and `paperkg.remove` change it.
- `paperkg.open(folder)` opens it; its `graph` is a `networkx.MultiDiGraph`.

Everything is loaded when it is first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from paperkg.__about__ import __version__ as __version__

if TYPE_CHECKING:
    from paperkg.build import Built, UnknownPaperError, add, build, remove
    from paperkg.graph import BusyError, GraphError, KnowledgeGraph
    from paperkg.graph import open_graph as open
    from paperkg.link import Overrides, OverridesError, read_overrides
    from paperkg.model import Claim, Concept, Family, Kind, Link, Mention, Paper, Result, Role
    from paperkg.papers import Problem, ReadWarning, SourceError, read
    from paperkg.workers import WorkerError

__all__ = [
    "Built",
    "BusyError",
    "Claim",
    "Concept",
    "Family",
    "GraphError",
    "Kind",
    "KnowledgeGraph",
    "Link",
    "Mention",
    "Overrides",
    "OverridesError",
    "Paper",
    "Problem",
    "ReadWarning",
    "Result",
    "Role",
    "SourceError",
    "UnknownPaperError",
    "WorkerError",
    "add",
    "build",
    "open",
    "read",
    "read_overrides",
    "remove",
]

_HOMES = {
    "paperkg.build": ("Built", "UnknownPaperError", "add", "build", "remove"),
    "paperkg.graph": ("BusyError", "GraphError", "KnowledgeGraph", "open"),
    "paperkg.link": ("Overrides", "OverridesError", "read_overrides"),
    "paperkg.model": ("Claim", "Concept", "Family", "Kind", "Link", "Mention", "Paper", "Result", "Role"),
    "paperkg.workers": ("WorkerError",),
    "paperkg.papers": ("Problem", "ReadWarning", "SourceError", "read"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_OWN_NAMES = {"open": "open_graph"}


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME_OF[name]), _OWN_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


class _Package(ModuleType):
    """Keeps `paperkg.build` the function: an import of the module of that name would else bind over it."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOME_OF and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
