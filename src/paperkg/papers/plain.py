"""Plain text: abstracts apart by blank lines, with or without titles, perhaps under a heading.

A short line without a full stop is no abstract. Where such a line stands before most of the abstracts, as a
paragraph of its own or as the abstract's first line, it is the title; else it is a heading and set aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise

from paperkg.papers.problems import quote
from paperkg.papers.source import MAX_RECORD, Record, Source

_SAMPLE = 500
"""Paragraphs that the layout is judged by."""
_SHORT = 200
_FULL_STOP = re.compile(r"[.。．…][\"'”’»)\]）」』]*$")
_RULE = re.compile(r"\s*([-=_*#~])\1{2,}\s*$")


@dataclass(frozen=True, slots=True)
class _Block:
    """A paragraph: its lines, and where the first one stands."""

    number: int
    lines: tuple[str, ...]

    @property
    def short(self) -> bool:
        """Whether it can be a title or a heading, but no abstract."""
        return _brief(" ".join(self.lines))

    @property
    def topped(self) -> bool:
        """Whether its first line stands above the rest as a title does: it ends before the paper's edge."""
        if len(self.lines) < 2 or not _brief(self.lines[0]) or self.lines[0].endswith((",", ";", ":", "-")):
            return False
        first, second = self.lines[0], self.lines[1].lstrip()
        word = second.split(maxsplit=1)[0][:20]
        return not second[0].islower() and len(first) + len(word) < max(map(len, self.lines[1:]))


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where titles stand in a file."""

    apart: bool
    on_top: bool
    heading_on_top: bool


def suits(source: Source) -> bool:
    """Any text will do."""
    return True


def records(source: Source) -> Iterator[Record]:
    """Yield each abstract, with its title where the file has titles."""
    blocks = _blocks(source)
    sample = [block for block, _ in zip(blocks, range(_SAMPLE), strict=False)]
    layout = _layout(sample)
    waiting: _Block | None = None
    any_yet = False
    for block in chain(sample, blocks):
        if block.short:
            _set_aside(waiting if any_yet else None, source)
            waiting = block
            continue
        if not layout.apart:
            _set_aside(waiting if any_yet else None, source)
        title, lines = _split(block, layout, first=not any_yet)
        if layout.apart and waiting:
            title = " ".join(waiting.lines)
        yield Record(f"line {block.number}", {"title": title, "abstract": "\n".join(lines)})
        waiting, any_yet = None, True
    _set_aside(waiting if any_yet else None, source)


def _brief(text: str) -> bool:
    return len(text) <= _SHORT and not _FULL_STOP.search(text.rstrip())


def _blocks(source: Source) -> Iterator[_Block]:
    """Split the text at blank lines and at rules such as "-----"."""
    number, lines, size = 0, [], 0
    for here, line in chain(source.lines(), [(0, "")]):
        if line.strip() and not _RULE.match(line):
            number = number if size else here
            size += len(line) + 1
            if size <= MAX_RECORD:
                lines.append(line)
            else:
                lines.clear()
        else:
            if lines:
                yield _Block(number, tuple(lines))
            elif size:
                source.report(f"line {number}", "the paragraph is longer than 10 MB; it is skipped")
            lines, size = [], 0


def _layout(blocks: list[_Block]) -> _Layout:
    """Find out where most of the abstracts have their titles."""
    abstracts = [block for block in blocks if not block.short]
    shorts = len(blocks) - len(abstracts)
    led = sum(a.short and not b.short for a, b in pairwise(blocks))
    topped = sum(block.topped for block in abstracts)
    apart = led * 2 > len(abstracts) and shorts > 1
    on_top = not apart and topped * 2 > len(abstracts)
    return _Layout(apart, on_top, topped == 1 and abstracts[0].topped and not on_top)


def _split(block: _Block, layout: _Layout, first: bool) -> tuple[str, Iterable[str]]:
    """Take the title off the lines of an abstract."""
    top, rest = block.lines[0], block.lines[1:]
    if layout.on_top and rest and _brief(top) and not rest[0].lstrip()[:1].islower():
        return top, rest
    if layout.heading_on_top and first:
        return "", rest
    return "", block.lines


def _set_aside(block: _Block | None, source: Source) -> None:
    """Say that a short line between the abstracts is not read as an abstract."""
    if block:
        line = quote(" ".join(block.lines))
        reason = f"{line} is taken for a heading and set aside; end it with a full stop if it is an abstract"
        source.report(f"line {block.number}", reason)
