"""JSON seen through a window: values are decoded one by one, with only a part of the text in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from paperkg.papers.fields import field_of
from paperkg.papers.source import MAX_RECORD

DECODER = json.JSONDecoder(strict=False)
MARGIN = 1 << 16
"""Characters after `Window.at` that are in memory, unless the text ends before."""
_SPACE = re.compile(r"[\s,\ufeff]*")
_FIRST_KEY = re.compile(r'\{\s{0,99}"([^"\n]{0,99})"')


def fault(error: Exception) -> str:
    """Say in few words what the decoder stumbled on."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return error.msg.removesuffix(" at") if isinstance(error, json.JSONDecodeError) else str(error)


class BrokenError(ValueError):
    """What stands here is no JSON; the message says why and where."""


class Window:
    """The part of a text that is in memory; `at` is the place up to which it has been read."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self.text = ""
        self.at = 0
        self._chunks = chunks
        self._whole = False
        self._gone = 0
        self._lines_gone = 0
        self._line_gone = 0

    @property
    def offset(self) -> int:
        """Characters of the whole text that lie before `at`."""
        return self._gone + self.at

    def more(self) -> bool:
        """Take in at least as much again as there is, so that growing is cheap; say if there was more."""
        pieces = [self.text[self.at :]]
        wanted = len(pieces[0])
        while chunk := next(self._chunks, ""):
            pieces.append(chunk)
            wanted -= len(chunk)
            if wanted <= 0:
                break
        self._whole = len(pieces) == 1
        if not self._whole:
            self._drop("".join(pieces))
        return not self._whole

    def _drop(self, text: str) -> None:
        """Let go of what has been read; `text` is what is in memory from now on."""
        line = self.text.rfind("\n", 0, self.at)
        self._line_gone = self.at - line - 1 + (self._line_gone if line < 0 else 0)
        self._lines_gone += self.text.count("\n", 0, self.at)
        self._gone += self.at
        self.text, self.at = text, 0

    def next(self) -> str:
        """Go over white space and commas to the next character, and return it; at the end there is none."""
        while True:
            if found := _SPACE.match(self.text, self.at):
                self.at = found.end()
            if len(self.text) - self.at >= MARGIN or not self.more():
                return self.text[self.at : self.at + 1]

    def peek(self, ahead: int = 0) -> tuple[object, int]:
        """Decode the value that starts `ahead` characters from here; return it and where it ends, from here.

        Raises:
            BrokenError: It is broken, cut off, nested too deeply or too long.
        """
        if self.at > 4 * MARGIN:  # the decoder counts lines from the start to say where a fault is
            self._drop(self.text[self.at :])
        while True:
            try:
                value, end = DECODER.raw_decode(self.text, self.at + ahead)
            except (ValueError, RecursionError) as error:
                if self._may_be_cut(error):
                    if len(self.text) - self.at > MAX_RECORD:
                        raise BrokenError("is longer than 10 MB") from error
                    if self.more():
                        continue
                at = error.pos if isinstance(error, json.JSONDecodeError) else self.at
                raise self.broken(fault(error), at) from error
            if end - self.at > MAX_RECORD:
                raise BrokenError("is longer than 10 MB")
            if end < len(self.text) or not self.more():  # a number at the edge may go on
                return value, end - self.at

    def value(self) -> object:
        """Decode the value that starts here and go past it.

        Raises:
            BrokenError: As `peek`.
        """
        value, length = self.peek()
        self.at += length
        return value

    def first_key(self) -> str:
        """Return the first key of the object that starts here, as far as it can be read."""
        found = _FIRST_KEY.match(self.text, self.at)
        return found[1] if found else ""

    def resume(self, key: str) -> bool:
        """Go to the next object that can be a record, its first key being `key` or known; say if so."""
        while True:
            for found in _FIRST_KEY.finditer(self.text, self.at):
                before = self.text[max(0, found.start() - 99) : found.start()]
                apart = before.rstrip()[-1:] in (",", "}", "]", "[") or "\n" in before[len(before.rstrip()) :]
                if apart and (found[1] == key or field_of(found[1])):
                    self.at = found.start()
                    return True
            self.at = max(self.at, len(self.text) - 500)  # a start may lie across the edge
            if not self.more():
                self.at = len(self.text)
                return False

    def broken(self, what: str, at: int | None = None) -> BrokenError:
        """Make the error that says what is wrong at a place in the window."""
        at = self.at if at is None else at
        line = self.text.rfind("\n", 0, at)
        column = at - line + (self._line_gone if line < 0 else 0)
        number = self._lines_gone + self.text.count("\n", 0, at) + 1
        return BrokenError(f"the JSON is broken ({what} at line {number}, column {column})")

    def _may_be_cut(self, error: Exception) -> bool:
        """Whether the fault may only be that the text goes on outside the window."""
        if self._whole or not isinstance(error, json.JSONDecodeError):
            return False
        return error.msg.startswith("Unterminated string") or error.pos > len(self.text) - 20
