"""PDF: one paper a file, its title and abstract found by how the first pages are laid out.

pdfminer.six reads them, in a process of its own: what a PDF makes a parser do is bounded in time and memory,
and one that breaks it costs that file only.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any, BinaryIO

from paperkg.papers.fields import Columns
from paperkg.papers.problems import SourceError
from paperkg.papers.source import Record

MAX_SIZE = 100_000_000
SECONDS = 30.0
"""How long one file may take."""
_ANOTHER = "give its title and abstract in a list, such as BibTeX or CSV"


def suits(start: bytes) -> bool:
    """Whether a file starts as a PDF does."""
    return b"%PDF-" in start[:1024]


def records(file: str, raw: BinaryIO, _: Columns, report: Callable[[str, str], None]) -> Iterator[Record]:
    """Yield the paper that a PDF is.

    Raises:
        SourceError: It cannot be read, or pdfminer.six is not installed.
    """
    if not find_spec("pdfminer"):
        raise SourceError(
            file, "PDF is read by pdfminer.six, which is not installed", "pip install 'paperkg[pdf]'"
        )
    data = raw.read(MAX_SIZE + 1)
    if len(data) > MAX_SIZE:
        raise SourceError(file, "is a PDF longer than 100 MB", _ANOTHER)
    found = _worker().read(data)
    reason = found.pop("reason", None)
    if reason:
        raise SourceError(file, f"is a PDF {reason}", _ANOTHER)
    yield Record("page 1", found)


@cache
def _worker() -> _Worker:
    worker = _Worker()
    atexit.register(worker.close)
    return worker


class _Worker:
    """The process that reads, started when there is something to read, and anew when it was lost."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, data: bytes) -> dict[str, Any]:
        """Return the fields of a paper, or the reason why there are none."""
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = subprocess.Popen(
                [sys.executable, "-m", "paperkg.papers.pdf_pages"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        try:
            if process.stdin is None or process.stdout is None:
                return {"reason": "that cannot be handed over"}
            process.stdin.write(len(data).to_bytes(8, "big") + data)
            process.stdin.flush()
            answer = json.loads(process.stdout.readline() or b"null")
        except (OSError, ValueError):
            answer = None
        finally:
            timed_out = not timer.is_alive()
            timer.cancel()
        if isinstance(answer, dict):
            return answer
        self.close()
        return {"reason": f"that takes over {SECONDS:.0f} seconds" if timed_out else "that breaks its reader"}

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe:
                    pipe.close()
