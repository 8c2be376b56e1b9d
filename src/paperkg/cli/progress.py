"""How far a build is: a bar on a terminal, a plain line now and then in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from paperkg.cli.screen import complain, console

if TYPE_CHECKING:
    from paperkg.build import Progress

_BETWEEN_LINES = 30.0
"""Seconds between two lines of a log; what takes less says nothing."""
_BETWEEN_MOVES = 0.1
"""Seconds between two moves of the bar."""


@contextmanager
def shown_progress() -> Iterator[Progress]:
    """Show on stderr how far a build is."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield paced(lambda *news: complain(in_words(*news)), _BETWEEN_LINES)
        return
    from rich import progress

    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.fields[pace]}"),
    )
    with progress.Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("Reading", total=None, pace="")

        def move(stage: str, done: int, total: int | None, rate: float) -> None:
            pace = _pace(done, total, rate)
            bar.update(task, description=stage.capitalize(), completed=done, total=total, pace=pace)

        yield paced(move, _BETWEEN_MOVES)


def paced(
    show: Callable[[str, int, int | None, float], None],
    seconds: float,
    clock: Callable[[], float] = time.monotonic,
) -> Progress:
    """Return a progress that shows how far a build is, and its papers a second, every so many seconds.

    >>> times = iter([0, 0, 10, 40, 45])
    >>> progress = paced(lambda *news: print(in_words(*news)), 30, lambda: next(times))
    >>> for done in (1, 400, 1201, 1500):
    ...     progress("finding", done, 4182)
    finding: 1,201 of 4,182 papers, 30 a second, 1:39 left
    """
    shown = clock()
    stage_now, since, first = "", shown, 0

    def progress(stage: str, done: int, total: int | None) -> None:
        nonlocal shown, stage_now, since, first
        now = clock()
        if stage != stage_now:
            stage_now, since, first = stage, now, done
        if now - shown >= seconds:
            shown = now
            show(stage, done, total, (done - first) / (now - since) if now > since else 0.0)

    return progress


def in_words(stage: str, done: int, total: int | None, rate: float) -> str:
    """Say in one line how far a build is.

    >>> in_words("reading", 12000, None, 8000.2)
    'reading: 12,000 papers, 8,000 a second'
    """
    of = "" if total is None else f" of {total:,}"
    pace = _pace(done, total, rate)
    return f"{stage}: {done:,}{of} papers{', ' if pace else ''}{pace}"


def _pace(done: int, total: int | None, rate: float) -> str:
    if not rate:
        return ""
    left = "" if total is None else f", {_duration((total - done) / rate)} left"
    return f"{rate:,.0f} a second{left}"


def _duration(seconds: float) -> str:
    """Write a time as people read it.

    >>> _duration(99.4), _duration(3725)
    ('1:39', '1:02:05')
    """
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
