"""Papers with what was found in them as Parquet, for batch systems that extract in parts.

One row a paper. The columns are the attributes of `Paper` and of `Extraction` under their own names, so that
pandas, Polars, DuckDB or Spark read them; a mention and a claim have their words beside their place (`text`,
`quote`). The file's metadata say which extractor wrote it (``paperkg.found_by``).

What is read is not trusted: types, spans and kinds are checked, and a file may take only so much memory.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from io import SEEK_END
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from paperkg.model import Abbreviation, Claim, Extraction, Kind, Mention, Paper, Role

if TYPE_CHECKING:
    import pyarrow.parquet as pq

MAGIC = b"PAR1"
FORMAT = "3"
_FORMAT_KEY, _FOUND_BY_KEY = b"paperkg.format", b"paperkg.found_by"
_PAPER_COLUMNS = (
    "id",
    "title",
    "abstract",
    "authors",
    "year",
    "venue",
    "url",
    "keywords",
    "doi",
    "arxiv",
    "orcids",
    "areas",
    "citations",
)
_ROWS = 1_000
_CHARACTERS = 8_000_000
"""Rows, and characters of text, that go into one row group at most; the last row may exceed the second."""
_MOST_IN_COLUMN = 1 << 28
"""Bytes that one column of a row group may have, unpacked."""
_AT_ONCE = 16
_SEAL = b"paperkg footer sha256:"
_TRY = "import io, sys, pyarrow.parquet as pq; pq.read_metadata(io.BytesIO(sys.stdin.buffer.read()))"
ANEW = "write it anew with `paperkg extract`"


class ParquetError(ValueError):
    """A Parquet file that holds no papers of ours, or cannot be read.

    Attributes:
        reason: What is wrong with it.
        advice: What to do.
    """

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(f"{reason}; {advice}")
        self.reason = reason
        self.advice = advice


@cache
def schema() -> Any:  # noqa: ANN401 (a pyarrow.Schema)
    """Return the columns, with their types and whether they may be null."""
    pa: Any = pyarrow()
    place = [pa.field("start", pa.int32(), nullable=False), pa.field("end", pa.int32(), nullable=False)]
    text = pa.string()

    def always(name: str, kind: Any) -> Any:  # noqa: ANN401
        return pa.field(name, kind, nullable=False)

    def several(name: str, kind: Any) -> Any:  # noqa: ANN401
        return always(name, pa.list_(always("element", kind)))

    mention = [
        *place,
        always("kind", text),
        always("source", text),
        always("confidence", pa.float64()),
        always("text", text),
        pa.field("role", text),
        pa.field("chain", pa.int32()),
    ]
    ends = ("short_start", "short_end", "long_start", "long_end")
    words = ("metric", "benchmark", "system", "baseline")
    claim = [
        *place,
        always("value", text),
        *(pa.field(name, text) for name in words),
        always("quote", text),
    ]
    return pa.schema(
        [
            *(always(name, text) for name in ("id", "title", "abstract")),
            several("authors", text),
            pa.field("year", pa.int32()),
            *(always(name, text) for name in ("venue", "url")),
            several("keywords", text),
            *(always(name, text) for name in ("doi", "arxiv")),
            *(several(name, text) for name in ("orcids", "areas")),
            pa.field("citations", pa.int64()),
            several("mentions", pa.struct(mention)),
            several("abbreviations", pa.struct([always(name, pa.int32()) for name in ends])),
            several("claims", pa.struct(claim)),
            several("sentences", pa.struct(place)),
        ]
    )


def pyarrow() -> Any:  # noqa: ANN401
    """Return pyarrow.

    Raises:
        ParquetError: It is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise ParquetError(
            "Parquet is read and written by pyarrow, which is not installed", "pip install 'paperkg[parquet]'"
        ) from error
    return pyarrow


def write(path: Path, rows: Iterable[tuple[Paper, Extraction]], found_by: str) -> int:
    """Write papers with what was found in them, as they come; return how many.

    Args:
        path: The file; what is there is written over.
        rows: The papers, each with its extraction.
        found_by: What extracted.

    Raises:
        ParquetError: pyarrow is not installed.
        OSError: The file cannot be written.
    """
    pa = pyarrow()
    columns = schema().with_metadata({_FORMAT_KEY: FORMAT, _FOUND_BY_KEY: found_by})
    count = 0
    with (
        path.open("wb") as file,  # pyarrow itself takes no path that is no UTF-8
        pa.parquet.ParquetWriter(file, columns, compression="zstd", write_page_checksum=True) as writer,
    ):
        for group in _groups(rows):
            records = [_record(paper, extraction) for paper, extraction in group]
            writer.write_table(pa.Table.from_pylist(records, schema=columns))
            count += len(group)
    _seal(path)
    return count


def _seal(path: Path) -> None:
    """Put a hash of the file's last part, which no checksum of Parquet covers, between it and the pages.

    Readers find that part from the file's end, and pages by their place, so none of them minds.
    """
    with path.open("r+b") as file:
        place, footer = _footer(file)
        file.seek(place)
        file.write(_SEAL + sha256(footer).digest() + footer)


def _footer(file: BinaryIO) -> tuple[int, bytes]:
    """Return where the last part of a file begins, and that part."""
    size = file.seek(0, SEEK_END)
    file.seek(max(0, size - 8))
    end = file.read(8)
    length = int.from_bytes(end[:4], "little") + 8
    if end[4:] != MAGIC or length + len(MAGIC) > size:
        raise ParquetError("is damaged or cut off (it does not end as Parquet does)", ANEW)
    file.seek(size - length)
    return size - length, file.read(length)


def _check_footer(file: BinaryIO) -> None:
    """See that the last part of a file is sound before it is parsed: a damaged one can end the process.

    Raises:
        ParquetError: It is not.
    """
    place, footer = _footer(file)
    file.seek(max(0, place - len(_SEAL) - 32))
    seal = file.read(len(_SEAL) + 32)
    if seal.startswith(_SEAL):
        sound = seal[len(_SEAL) :] == sha256(footer).digest()
    else:  # another program wrote it, or the hash's own place is damaged: a process of its own may end
        command = [sys.executable, "-c", _TRY]
        sound = not subprocess.run(command, input=MAGIC + footer, capture_output=True, check=False).returncode  # noqa: S603 - our own words
    if not sound:
        raise ParquetError("is damaged or cut off (its last part is not what was written)", ANEW)


def _groups(rows: Iterable[tuple[Paper, Extraction]]) -> Iterator[list[tuple[Paper, Extraction]]]:
    group, size = [], 0
    for row in rows:
        group.append(row)
        size += len(row[0].text)
        if len(group) == _ROWS or size > _CHARACTERS:
            yield group
            group, size = [], 0
    if group:
        yield group


def _record(paper: Paper, extraction: Extraction) -> dict[str, object]:
    text = paper.text
    return {
        **{name: getattr(paper, name) for name in _PAPER_COLUMNS},
        "mentions": [
            {
                "start": m.start,
                "end": m.end,
                "kind": str(m.kind),
                "source": m.source,
                "confidence": m.confidence,
                "text": text[m.start : m.end],
                "role": role and str(role),
                "chain": chain,
            }
            for m, role, chain in zip_longest(extraction.mentions, extraction.roles, extraction.chains)
        ],
        "abbreviations": [
            {
                "short_start": a.short_start,
                "short_end": a.short_end,
                "long_start": a.long_start,
                "long_end": a.long_end,
            }
            for a in extraction.abbreviations
        ],
        "claims": [
            {
                "start": c.start,
                "end": c.end,
                "value": c.value,
                "metric": c.metric,
                "benchmark": c.benchmark,
                "system": c.system,
                "baseline": c.baseline,
                "quote": text[c.start : c.end],
            }
            for c in extraction.claims
        ],
        "sentences": [{"start": start, "end": end} for start, end in extraction.sentences],
    }


def found_by(file: BinaryIO) -> str:
    """Say which extractor wrote a file.

    Raises:
        ParquetError: `paperkg extract` did not write it, or it is damaged.
    """
    with _explained():
        return _opened(file)[1]


def papers(file: BinaryIO) -> Iterator[Paper]:
    """Yield the papers of a file.

    Raises:
        ParquetError: `paperkg extract` did not write it, or it is damaged.
    """
    return map(_paper, _rows(file, list(_PAPER_COLUMNS)))


def extractions(file: BinaryIO) -> Iterator[tuple[Paper, Extraction]]:
    """Yield the papers of a file with what was found in them.

    Raises:
        ParquetError: `paperkg extract` did not write it, or it is damaged.
    """
    for row in _rows(file, None):
        paper = _paper(row)
        yield paper, _extraction(row, paper)


def _opened(file: BinaryIO) -> tuple[pq.ParquetFile, str]:
    """Open a file, once it has the columns that ours have."""
    pa = pyarrow()
    if not file.seekable():
        raise ParquetError("is Parquet packed once more, or in a pipe", "give it as a file, unpacked")
    _check_footer(file)
    opened = pa.parquet.ParquetFile(file, page_checksum_verification=True)
    columns = opened.schema_arrow
    meta = columns.metadata or {}
    if meta.get(_FORMAT_KEY) != FORMAT.encode() or not columns.equals(schema()):
        raise ParquetError(
            "is Parquet, but not with the columns that `paperkg extract` of this version writes", ANEW
        )
    return opened, meta.get(_FOUND_BY_KEY, b"").decode("utf-8", "replace")


def _rows(file: BinaryIO, columns: list[str] | None) -> Iterator[dict[str, Any]]:
    with _explained():
        opened, _ = _opened(file)
        rows = 0
        for number in range(opened.num_row_groups):
            group = opened.metadata.row_group(number)
            sizes = (group.column(i).total_uncompressed_size for i in range(group.num_columns))
            if max(sizes, default=0) > _MOST_IN_COLUMN:
                raise ParquetError("has over 256 MB in one column of a row group", "use smaller row groups")
            for batch in opened.iter_batches(_AT_ONCE, [number], columns, use_threads=False):
                if batch.nbytes > _MOST_IN_COLUMN:  # a column may say one thing a million times in few bytes
                    raise ParquetError(
                        f"has over 256 MB in {_AT_ONCE} rows", "extract fewer or shorter papers at a time"
                    )
                batch.validate(full=True)
                rows += len(batch)
                yield from batch.to_pylist()
        if rows != opened.metadata.num_rows:  # no checksum covers what says so
            raise ParquetError(f"is damaged: it has {rows:,} rows of {opened.metadata.num_rows:,}", ANEW)


@contextmanager
def _explained() -> Iterator[None]:
    """Turn whatever a file makes pyarrow raise into a `ParquetError`."""
    try:
        yield
    except (ParquetError, MemoryError):
        raise
    except (OSError, ValueError, TypeError, LookupError, ArithmeticError, NotImplementedError) as error:
        said = " ".join(str(error).split())[:100]
        raise ParquetError(f"is damaged or cut off ({said})", ANEW) from error


def _paper(row: dict[str, Any]) -> Paper:
    values: dict[str, Any] = {name: row[name] for name in _PAPER_COLUMNS}
    for name in ("authors", "keywords", "orcids", "areas"):
        values[name] = tuple(values[name])
    try:
        return Paper(**values)
    except ValueError as error:
        raise ParquetError(str(error), ANEW) from error


def _extraction(row: dict[str, Any], paper: Paper) -> Extraction:
    """Make an extraction of a row, once it is one that our pipeline could have made of the paper's text.

    Raises:
        ParquetError: It is not.
    """
    try:
        mentions = tuple(
            Mention(m["start"], m["end"], Kind(m["kind"]), m["source"], m["confidence"])
            for m in row["mentions"]
        )
        roles = tuple(Role(m["role"]) for m in row["mentions"] if m["role"] is not None)
        chains = tuple(m["chain"] for m in row["mentions"] if m["chain"] is not None)
        kept = ("short_start", "short_end", "long_start", "long_end")
        abbreviations = tuple(Abbreviation(*(a[name] for name in kept)) for a in row["abbreviations"])
    except ValueError as error:
        raise _strange(paper) from error
    claims = tuple(Claim(**{k: v for k, v in claim.items() if k != "quote"}) for claim in row["claims"])
    sentences = tuple((sentence["start"], sentence["end"]) for sentence in row["sentences"])
    found = Extraction(mentions, abbreviations, claims, sentences, roles, chains)
    if not found.is_sound(len(paper.text)):
        raise _strange(paper)
    return found


def _strange(paper: Paper) -> ParquetError:
    shown = ascii(paper.id[:60])
    return ParquetError(f"what it says was found in paper {shown} cannot be in its text", ANEW)
