"""Pages that came, kept on disk, so that a fetch can go on and need not be repeated.

They lie in the cache folder of the platform (on Linux ``~/.cache/paperkg/fetch``), one folder for what is
asked of one service at one address. A fetch that came to its end is good for a day, since services bring
new papers about once a day; one that did not can be gone on with for a week.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from paperkg.fetch.service import FetchError
from paperkg.fetch.session import MAX_BYTES, Clock
from paperkg.files import replacing

WHOLE_FOR = 86_400.0
"""Seconds for which the pages of a whole fetch are good."""
PART_FOR = 7 * WHOLE_FOR
"""Seconds for which a fetch can be gone on with after its last page."""
_FORM = 1
_STATE = "state.json"


def default_cache() -> Path:
    """Return the folder that fetches keep their pages in."""
    from platformdirs import user_cache_path

    return user_cache_path("paperkg", appauthor=False) / "fetch"


@contextmanager
def kept_pages(root: Path, asked: tuple[str, ...], clock: Clock, *, fresh: bool) -> Iterator[Pages]:
    """Open the pages of a fetch, those that are still good.

    Args:
        root: The folder of all of them.
        asked: What is asked, and of whom.
        clock: The time.
        fresh: Begin anew, whatever there is.

    Raises:
        FetchError: Another process is at it.
    """
    from filelock import FileLock, Timeout

    root.mkdir(parents=True, exist_ok=True)
    _tidy(root, clock.now())
    name = sha256(json.dumps([_FORM, *asked]).encode("ascii")).hexdigest()[:32]
    lock = FileLock(root / f"{name}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise FetchError(
            " ".join(asked[::2]), "this is being fetched already", "let that end first"
        ) from error
    try:
        folder = root / name
        if fresh or _is_stale(folder, clock.now()):
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(exist_ok=True)
        yield Pages(folder, clock)
    finally:
        lock.release()


class Pages:
    """The pages of one fetch, by their number."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._goes_on = True  # not past the first page that is missing: later ones hang on it

    def get(self, number: int) -> bytes | None:
        """Return a page that is there, and was there as a whole."""
        import zstandard

        if self._goes_on:
            try:
                packed = self._place(number).read_bytes()
                return zstandard.ZstdDecompressor().decompress(packed, max_output_size=MAX_BYTES)
            except (FileNotFoundError, zstandard.ZstdError):
                self._goes_on = False
        return None

    def put(self, number: int, page: bytes) -> None:
        """Keep a page."""
        import zstandard

        self._goes_on = False
        with replacing(self._place(number)) as beside:
            beside.write_bytes(zstandard.compress(page))
        self._note(whole=False)

    def end(self) -> None:
        """Note that there are no more."""
        if not self._goes_on:
            self._note(whole=True)

    def _note(self, *, whole: bool) -> None:
        with replacing(self._folder / _STATE) as beside:
            beside.write_text(json.dumps({"changed": self._clock.now(), "whole": whole}), encoding="ascii")

    def _place(self, number: int) -> Path:
        return self._folder / f"{number:06}.zst"


def _is_stale(folder: Path, now: float) -> bool:
    try:
        state = json.loads((folder / _STATE).read_bytes())
        return not 0 <= now - state["changed"] <= (WHOLE_FOR if state["whole"] else PART_FOR)
    except (OSError, ValueError, TypeError, KeyError):
        return True


def _tidy(root: Path, now: float) -> None:
    """Take away what is no longer good; only folders that say that they are of this kind."""
    for state in root.glob(f"*/{_STATE}"):
        if _is_stale(state.parent, now):
            shutil.rmtree(state.parent, ignore_errors=True)
