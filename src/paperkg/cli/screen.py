"""Printing: results on stdout, everything else on stderr, and nothing that a terminal would obey."""

from __future__ import annotations

import json
import sys
import unicodedata
from functools import lru_cache
from typing import TextIO

from rich.console import Console
from rich.padding import Padding
from rich.text import Text


def clean(text: str) -> str:
    r"""Make one line of a text without anything that a terminal would take for a command.

    >>> clean("Red\x1b[31m\n alert")
    'Red�[31m alert'
    """
    return "".join(map(_shown, " ".join(text.split())))


def _shown(char: str) -> str:
    if char.isprintable():
        return char
    return "" if unicodedata.category(char) == "Cf" else "\N{REPLACEMENT CHARACTER}"


def console(*, stderr: bool = False) -> Console:
    """Return a console that interprets nothing in what it prints."""
    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)


def say(line: str | Text, *, indent: int = 0) -> None:
    """Print a line on stdout: wrapped under its indent on a terminal, whole and plain in a pipe.

    Args:
        line: What to print; text from papers must have gone through `clean`.
        indent: By how many columns.
    """
    screen = _terminal(sys.stdout)
    if screen:
        screen.print(Padding.indent(line, indent) if indent else line, soft_wrap=not indent)
    else:
        sys.stdout.write(f"{' ' * indent}{line}\n")


@lru_cache(maxsize=1)  # to make a console for each of 40,000 lines takes seconds
def _terminal(file: TextIO) -> Console | None:
    screen = console()
    return screen if screen.is_terminal else None


def say_json(value: object) -> None:
    """Print a value as one line of JSON, in ASCII, so that neither encoding nor terminal can spoil it."""
    sys.stdout.write(f"{json.dumps(value)}\n")


def complain(message: str) -> None:
    """Print one line for people on stderr."""
    console(stderr=True).print(f"paperkg: {clean(message)}", soft_wrap=True)


def preparing() -> None:
    """Say on a terminal why the first query of a graph takes its time."""
    if console(stderr=True).is_terminal:
        complain("making the store for queries; it stays with the graph")


def counted(number: int, noun: str) -> str:
    """Write a number with its noun.

    >>> counted(1, "paper"), counted(4182, "paper")
    ('1 paper', '4,182 papers')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
