"""Papers that are read to be shown or converted: each with the file that it came from, merged on disk."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterable, Iterator

from paperkg.model import Paper
from paperkg.papers.account import Account

_WORDS = 10


def label(paper: Paper) -> str:
    """Name a paper: its title, or how its abstract starts.

    >>> label(Paper("1", "", "We study X and find it good."))
    'We study X and find it good.'
    """
    words = paper.abstract.split(maxsplit=_WORDS)
    return paper.title or " ".join(words[:_WORDS]) + ("..." if len(words) > _WORDS else "")


class Kept:
    """A list of papers for `merge_into`, in a temporary file; each goes with the file that it came from."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (it goes with the list)
        self._places: list[int] = []
        self._source = ""

    def noting(self, papers: Iterable[Paper], account: Account) -> Iterator[Paper]:
        """Pass papers on, and remember which file the last one came from."""
        for paper in papers:
            self._source = account.files[-1].file
            yield paper

    def append(self, paper: Paper, /) -> None:
        """Add a paper."""
        self._places.append(self._put(paper, self._source))

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, place: int, /) -> Paper:
        return self._get(place)[0]

    def __setitem__(self, place: int, paper: Paper, /) -> None:
        self._places[place] = self._put(paper, self._get(place)[1])

    def __iter__(self) -> Iterator[tuple[Paper, str]]:
        return map(self._get, range(len(self._places)))

    def _put(self, paper: Paper, source: str) -> int:
        at = self._file.seek(0, 2)
        pickle.dump((paper, source), self._file, pickle.HIGHEST_PROTOCOL)
        return at

    def _get(self, place: int) -> tuple[Paper, str]:
        self._file.seek(self._places[place])
        found: tuple[Paper, str] = pickle.load(self._file)  # noqa: S301 (what we wrote)
        return found
