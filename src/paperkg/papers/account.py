"""The account of a reading: what became of the records of each file."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class FileAccount:
    """What one file gave.

    Attributes:
        file: Its path or address.
        form: The format that it was read as; empty where it was not read.
        read: Papers that it gave, those that were merged included.
        merged: How many of these were taken into a paper that was there before.
        skipped: Records that gave none, or 1 for a file that was not read.
    """

    file: str
    form: str = ""
    read: int = 0
    merged: int = 0
    skipped: int = 0


@dataclass(slots=True)
class Account:
    """What each file gave, in the order in which they were read."""

    files: list[FileAccount] = field(default_factory=list)

    def open(self, file: str, form: str = "") -> FileAccount:
        """Start the account of a file."""
        self.files.append(FileAccount(file, form))
        return self.files[-1]

    def merged(self) -> None:
        """Take note that the paper that was read last is one that was there before."""
        if self.files:
            self.files[-1].merged += 1
