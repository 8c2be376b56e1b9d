"""What goes wrong in reading: a record that is skipped, or a source that is of no use at all."""

from __future__ import annotations

import warnings
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a source that could not be read as it stands; the rest of the source goes on.

    Attributes:
        file: The source, as the user named it; empty when papers of several sources are compared.
        place: Where in it: "line 3", "record 17".
        reason: What is wrong and what was done about it, as a sentence without its full stop.
    """

    file: str
    place: str
    reason: str

    def __str__(self) -> str:
        """One sentence for people.

        >>> print(Problem("papers.csv", "line 3", "has no abstract; the record is skipped"))
        papers.csv, line 3: has no abstract; the record is skipped
        """
        return f"{', '.join(filter(None, (self.file, self.place)))}: {self.reason}"


class ReadWarning(UserWarning):
    """A `Problem` that nobody asked to collect."""


class SourceError(ValueError):
    """A source that gives no paper at all.

    Attributes:
        file: The source, as the user named it.
        reason: What is wrong with it.
        advice: What to do.
    """

    def __init__(self, file: str, reason: str, advice: str) -> None:
        super().__init__(f"{file}: {reason}; {advice}")
        self.file = file
        self.reason = reason
        self.advice = advice


def note(problem: Problem, problems: list[Problem] | None) -> None:
    """Add a problem to the list, or warn where there is none."""
    if problems is None:
        warnings.warn(str(problem), ReadWarning, stacklevel=3)
    else:
        problems.append(problem)


def quote(text: str, width: int = 60) -> str:
    """Cut a text to what a message can hold, on one line and in double quotes.

    >>> quote("Attention is all you need, and much more than that, say some", 30)
    '"Attention is all you need, an..."'
    """
    line = " ".join(text[: width + 200].split())
    shown = line if len(line) <= width else f"{line[:width].rstrip()}..."
    return '"' + "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown) + '"'
