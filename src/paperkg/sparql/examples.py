"""The queries that ship: one file each, whose first lines say in comments what it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


class UnknownExampleError(LookupError):
    """No example has this name; the message lists those that there are."""


@dataclass(frozen=True, slots=True)
class Example:
    """A query that ships.

    Attributes:
        name: What to ask for it by.
        question: What it answers, in one line.
        query: Its text, the comments at its top included.
    """

    name: str
    question: str
    query: str


@cache
def examples() -> tuple[Example, ...]:
    """Return the queries that ship, by name.

    >>> examples()[0].name
    'benchmark-network'
    """
    found = files("paperkg.sparql").joinpath("examples").iterdir()
    texts = {file.name[:-3]: file.read_text(encoding="utf-8") for file in found if file.name.endswith(".rq")}
    return tuple(Example(name, _question(text), text) for name, text in sorted(texts.items()))


def example(name: str) -> Example:
    """Return one of them.

    Raises:
        UnknownExampleError: There is none of this name.
    """
    for one in examples():
        if one.name == name:
            return one
    known = ", ".join(one.name for one in examples())
    raise UnknownExampleError(f"no example is called {name!r}; there are {known}")


def _question(text: str) -> str:
    return re.sub(r"^#\s*", "", text.partition("\n")[0])
