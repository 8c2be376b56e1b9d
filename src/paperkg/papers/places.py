"""Where sources are: files, globs and addresses such as ``s3://bucket/papers.jsonl``, and how each is opened.

An address is opened by fsspec, which is imported only for one: a local file needs nothing but Python.
"""

from __future__ import annotations

import glob
import io
import os
import re
import select
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from paperkg.papers import web
from paperkg.papers.problems import SourceError

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?:::|://)")
_CHECK = "check the path"
_NO_MATCH = "no file's name matches this"


class RemoteError(OSError):
    """What is at an address cannot be read on; the message says why."""


class _Remote(io.RawIOBase):
    """A file at an address, with whatever its file system raises as a `RemoteError`."""

    def __init__(self, system: Any, path: str) -> None:  # noqa: ANN401 (fsspec has no types)
        self._system = system  # kept: some close their files when they go
        self._file = system.open(path, "rb")

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._file.seekable())

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override]
        data = self._told(self._file.read, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return int(self._told(self._file.seek, offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()

    def _told(self, call: Callable[..., Any], *values: int) -> Any:  # noqa: ANN401
        try:
            return call(*values)
        except Exception as error:
            raise RemoteError(_words(error)) from error


_PATIENCE = 30.0  # seconds for somebody to write to a named pipe


def is_address(source: str) -> bool:
    r"""Whether a source is one for fsspec rather than a local path.

    >>> is_address("s3://bucket/papers.jsonl"), is_address("papers.jsonl"), is_address(r"C:\papers.jsonl")
    (True, False, False)
    """
    return bool(_ADDRESS.match(source))


def has_pattern(source: str) -> bool:
    """Whether a source is a glob: a name with ``*``, or on this machine ``?`` or ``[...]`` too.

    >>> has_pattern("venues/*.jsonl.xz"), has_pattern("https://example.org/list?format=csv")
    (True, False)
    """
    return "*" in source if is_address(source) else glob.has_magic(source)


def is_folder(source: str | Path) -> bool:
    """Whether a source is a folder on this machine.

    >>> is_folder("."), is_folder("s3://bucket")
    (True, False)
    """
    try:
        return not is_address(str(source)) and Path(source).is_dir()
    except (OSError, ValueError):
        return False


def files(sources: str | Path | Iterable[str | Path]) -> Iterator[str]:
    """Yield the files that sources stand for: a glob's and a folder's in the order of their names.

    Any other stands for itself. Of a folder, what is hidden is left out.

    A file that is there under the very name of a glob ("results[1].csv") is that file.

    Raises:
        SourceError: Nothing matches a glob, or its address cannot be reached.
    """
    for source in [sources] if isinstance(sources, str | Path) else sources:
        place = str(source)
        if is_folder(place):
            yield from _inside(Path(place))
            continue
        if not has_pattern(place) or (not is_address(place) and _is_there(place)):
            yield place
            continue
        found = sorted(_matching(place))
        if not found:
            raise SourceError(place, _NO_MATCH, _CHECK)
        yield from found


def _inside(folder: Path) -> Iterator[str]:
    """Yield the files in a folder and in those in it; a link to a folder is not followed.

    A folder that cannot be looked into stands for itself, so that whoever opens it is told.
    """
    try:
        paths = [(path, path.is_dir(), path.is_file()) for path in sorted(folder.iterdir())]
    except OSError:
        yield str(folder)
        return
    for path, is_folder, is_file in paths:
        if path.name.startswith("."):
            continue
        if is_folder:
            if not path.is_symlink():
                yield from _inside(path)
        elif is_file:
            yield str(path)


def _is_there(place: str) -> bool:
    try:
        return Path(place).exists()
    except (OSError, ValueError):
        return False


def _matching(pattern: str) -> list[str]:
    if not is_address(pattern):
        return [
            path
            for path in glob.glob(pattern, recursive=True)  # noqa: PTH207 (as a shell does)
            if not Path(path).is_dir()
        ]
    system, path = _reached(pattern)
    try:
        found = system.glob(path, detail=True)
    except Exception as error:
        raise _unreached(pattern, error) from error
    return [str(system.unstrip_protocol(name)) for name, info in found.items() if info["type"] != "directory"]


def opened(place: str) -> io.RawIOBase:
    """Open a file for reading, unbuffered.

    Raises:
        SourceError: There is none, it may not be read, or its address cannot be reached.
    """
    if is_address(place):
        system, path = _reached(place)
        try:
            return _Remote(system, path)
        except Exception as error:
            raise _unreached(place, error) from error
    try:
        local = Path(place)
        return _pipe(local) if local.is_fifo() else local.open("rb", buffering=0)
    except SourceError:
        raise
    except (OSError, ValueError) as error:
        raise _not_opened(place, error) from error


def _pipe(path: Path) -> io.RawIOBase:
    """Open a named pipe, once somebody writes to it.

    Raises:
        SourceError: Nobody does.
    """
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    if not select.select([pipe], [], [], _PATIENCE)[0]:
        os.close(pipe)
        raise SourceError(
            str(path), f"is a named pipe, and nobody wrote to it in {_PATIENCE:g} s", "give a file"
        )
    os.set_blocking(pipe, True)
    return open(pipe, "rb", buffering=0)  # noqa: PTH123 - it is open; the caller closes it


def _reached(place: str) -> tuple[Any, str]:
    """Find the file system of an address, and the path in it.

    Raises:
        SourceError: fsspec, or the package that it needs for such an address, is not installed.
    """
    try:
        from fsspec.core import url_to_fs
    except ImportError as error:
        raise SourceError(
            place,
            "an address is read through fsspec, which is not installed",
            "pip install 'paperkg[remote]'",
        ) from error
    try:
        system, path = url_to_fs(place, **web.options(place))
    except ImportError as error:
        raise SourceError(
            place, f"cannot be reached ({error})", "install the package that it names"
        ) from error
    except Exception as error:  # each file system has errors of its own
        raise _unreached(place, error) from error
    return system, path


def _unreached(place: str, error: Exception) -> SourceError:
    cause = error.__cause__
    if isinstance(error, FileNotFoundError) and isinstance(cause, Exception) and not _is_gone(cause):
        error = cause  # to fsspec, whatever goes wrong on the web is a file that is not there
    if isinstance(error, FileNotFoundError | IsADirectoryError | PermissionError):
        return _not_opened(place, error)
    return SourceError(
        place, f"cannot be reached ({_words(error)})", "check the address and your access to it"
    )


def _is_gone(cause: Exception) -> bool:
    return isinstance(cause, FileNotFoundError) or getattr(cause, "status", 0) in (404, 410)


def _words(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def _not_opened(place: str, error: Exception) -> SourceError:
    if isinstance(error, FileNotFoundError):
        return SourceError(place, "there is no such file", _CHECK)
    if isinstance(error, IsADirectoryError) and not is_address(place) and not _can_be_listed(place):
        return SourceError(place, "is a folder that cannot be looked into", "ask for the right to read it")
    if isinstance(error, IsADirectoryError):
        return SourceError(
            place, "is a folder", "name the file in it that lists the papers, or several: FOLDER/*.jsonl"
        )
    if isinstance(error, PermissionError):
        return SourceError(place, "may not be read", "ask for the right to read it")
    return SourceError(place, f"cannot be opened ({error})", _CHECK)


def _can_be_listed(folder: str) -> bool:
    try:
        next(Path(folder).iterdir(), None)
    except OSError:
        return False
    return True
