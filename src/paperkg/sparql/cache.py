"""The store that queries are asked of: an Oxigraph folder beside the graph, made anew when the graph changes.

A cache is named by what is in it: the graph's bytes, the code that writes its triples, and the library that
wrote it. It is made beside, put in place when it is whole, and never changed after, so that any number of
processes can open it for reading. Whoever makes a new one takes away the old ones that nobody uses.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import IO, TYPE_CHECKING

from filelock import FileLock

from paperkg.catalogue import version
from paperkg.graph import KnowledgeGraph, open_graph
from paperkg.graph.reader import FILE
from paperkg.rdf import export

if TYPE_CHECKING:
    from pyoxigraph import Store

try:
    import fcntl
except ImportError:  # Windows, which lets nobody remove a file that is open
    fcntl = None  # type: ignore[assignment]

HOME = ".sparql"


@dataclass(frozen=True, slots=True)
class Cached:
    """A store that is ready.

    Attributes:
        path: The Oxigraph folder; open it with `open_store`.
        digest: Names the data: the same triples have the same.
    """

    path: Path
    digest: str


class DamagedError(OSError):
    """A store that cannot be read."""


def open_store(path: Path) -> Store:
    """Open a store for reading.

    Raises:
        DamagedError: It is none, or a damaged one.
    """
    from pyoxigraph import Store

    try:
        return Store.read_only(_plain(path))
    except (OSError, ValueError, RuntimeError) as error:
        raise DamagedError(f"{path}: damaged ({error})") from error


def _plain(path: Path) -> str:
    """Return a path as `Store.read_only` takes it: UTF-8, though the locale may have less."""
    return os.fsencode(path).decode("utf-8", "surrogateescape")


@contextmanager
def cached(
    folder: Path, *, anew: bool = False, making: Callable[[], None] = lambda: None
) -> Iterator[Cached]:
    """Give the store of a graph's triples, made first where there is none; it stays while the context lasts.

    Args:
        folder: The graph's folder. Where it cannot be written, the store is a temporary one.
        anew: Whether to make the store anew though one is there.
        making: Called before the store is made, which takes a while for a large graph.

    Raises:
        GraphError: The folder holds no readable graph.
        OSError: Not even a temporary folder can be written.
    """
    with open_graph(folder) as kg, ExitStack() as stack:
        digest = _digest(folder / FILE)
        home = folder / HOME
        try:
            home.mkdir(exist_ok=True)
            path = stack.enter_context(_held(home, digest, kg, anew, making))
        except OSError:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
            path = scratch / digest
            making()
            _make(path, kg)
        kg.close()
        yield Cached(path, digest)


@contextmanager
def _held(
    home: Path, digest: str, kg: KnowledgeGraph, anew: bool, making: Callable[[], None]
) -> Iterator[Path]:
    path = home / digest
    with FileLock(home / "lock"):
        if anew or not _is_sound(path):
            _remove(path)
            making()
            _make(path, kg)
            _clear(home, keep=digest)
        held = _hold(home / f"{digest}.used")
    with contextlib.closing(held):
        yield path


def _is_sound(path: Path) -> bool:
    try:
        return path.is_dir() and open_store(path) is not None
    except DamagedError:
        return False


def _make(path: Path, kg: KnowledgeGraph) -> None:
    """Write the triples of a graph into a store; it is there when it is whole."""
    from pyoxigraph import RdfFormat, Store

    beside = path.with_name(f"{path.name}.new")
    _remove(beside)
    triples = path.with_name(f"{path.name}.nt")
    try:
        export(kg, triples)
        store = Store(str(beside))
        store.bulk_load(path=str(triples), format=RdfFormat.N_TRIPLES)
        store.flush()
        del store  # closes it
        beside.rename(path)
    finally:
        _remove(triples)
        _remove(beside)


def _hold(path: Path) -> IO[bytes]:
    """Mark a cache as used, for as long as the file stays open."""
    file = path.open("ab")
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_SH)
    return file


def _clear(home: Path, *, keep: str) -> None:
    """Take away the caches that nobody uses, and what a killed process left."""
    for path in home.iterdir():
        if path.suffix in (".new", ".nt"):
            _remove(path)
        elif path.suffix == ".used" and path.stem != keep and not _in_use(path):
            _remove(path.with_suffix(""))
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _in_use(path: Path) -> bool:
    if fcntl is None:
        return False
    with path.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


def _digest(graph: Path) -> str:
    import pyoxigraph

    whole = hashlib.sha256(f"oxigraph {pyoxigraph.__version__} catalogue {version()}".encode())
    for module in sorted(files("paperkg.rdf").iterdir(), key=lambda module: module.name):
        if module.name.endswith((".py", ".csv")):
            whole.update(module.read_bytes())
    with graph.open("rb") as file:
        whole.update(hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()[:32]
