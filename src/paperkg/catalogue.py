"""The catalogue: curated names of benchmarks, datasets, models, techniques, tasks and metrics.

One CSV file a kind, with the columns

- ``name``: the official spelling, or the usual full name in the singular;
- ``aliases``: other spellings, separated by "; ";
- ``family``: the name of the entry that this one is a version, size or variant of;
- ``paper``: title and year of the paper that introduced it;
- ``address``: where that paper is, as ``arXiv:2110.14168``, ``doi:10...`` or an https address.

How letter case counts in matching is said in `paperkg.extract.catalogue_matcher`. Beside them lie word lists,
counted by benchmarks/word_lists.py: plain_words.txt (words that no concept holds), openers.txt (words that a
phrase sheds where it opens with them) and heads.csv (words that say what a phrase is which ends in them).
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from paperkg.files import read_text
from paperkg.model import Kind

COLUMNS = ("name", "aliases", "family", "paper", "address")
FILES = {
    "benchmarks.csv": Kind.BENCHMARK,
    "datasets.csv": Kind.DATASET,
    "models.csv": Kind.MODEL,
    "techniques.csv": Kind.TECHNIQUE,
    "tasks.csv": Kind.TASK,
    "metrics.csv": Kind.METRIC,
}
HEAD_COLUMNS = ("head", "kind", "share")


class CatalogueError(ValueError):
    """A catalogue file that cannot be read as one; the message names file and line."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the catalogue."""

    kind: Kind
    name: str
    aliases: tuple[str, ...] = ()
    family: str = ""
    paper: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Head:
    """What a phrase is that ends in a word, and in what share of cases readers took it for a concept."""

    kind: Kind
    share: float


def folder() -> Path:
    """Where the catalogue lies: inside an installed package, or under data/ in a checkout."""
    installed = Path(__file__).parent / "_catalogue"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "data" / "catalogue"


@cache
def entries() -> tuple[Entry, ...]:
    """Return the whole catalogue that ships, kind by kind in the order of `FILES`."""
    return tuple(entry for name, kind in FILES.items() for entry in read(folder() / name, kind))


def read(path: Path, kind: Kind) -> Iterator[Entry]:
    """Read one catalogue file.

    Raises:
        CatalogueError: A row without a name or with other columns than `COLUMNS`, or a file that is no CSV in
            UTF-8.
    """
    try:
        text = read_text(path)
    except UnicodeDecodeError as error:
        raise CatalogueError(f"{path}: not a text in UTF-8 ({error})") from error
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        if tuple(rows.fieldnames or ()) != COLUMNS:
            raise CatalogueError(f"{path}: the first line must be {','.join(COLUMNS)}")
        for row in rows:
            yield _entry(row, kind, f"{path}, line {rows.line_num}")
    except csv.Error as error:
        raise CatalogueError(f"{path}, line {rows.reader.line_num}: not a row of CSV ({error})") from error


def _entry(row: dict[str, str], kind: Kind, place: str) -> Entry:
    if None in row or None in row.values():
        raise CatalogueError(f"{place}: a row has {len(COLUMNS)} columns")
    cells = {column: value.strip() for column, value in row.items()}
    if not cells["name"]:
        raise CatalogueError(f"{place}: a row needs a name")
    aliases = tuple(filter(None, (alias.strip() for alias in cells["aliases"].split(";"))))
    return Entry(kind, cells["name"], aliases, cells["family"], cells["paper"], cells["address"])


@cache
def plain_words() -> frozenset[str]:
    """Return the words that concepts hardly ever hold, in lower case."""
    return frozenset((folder() / "plain_words.txt").read_text(encoding="utf-8").split())


@cache
def openers() -> frozenset[str]:
    """Return the words that are left off where a phrase opens with them, in lower case."""
    return frozenset((folder() / "openers.txt").read_text(encoding="utf-8").split())


@cache
def proper_words() -> frozenset[str]:
    """Return words that are written with a capital inside a sentence ("Gaussian"), in lower case."""
    return frozenset((folder() / "proper_words.txt").read_text(encoding="utf-8").split())


@cache
def heads() -> dict[str, Head]:
    """Return the words that say what a phrase is which ends in them, in lower case and singular."""
    with (folder() / "heads.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    return {row["head"]: Head(Kind(row["kind"]), float(row["share"])) for row in rows}


@cache
def version() -> str:
    """Hash the files of the catalogue: what was found with another one may not hold."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder().iterdir() if path.suffix in {".csv", ".txt"}):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
