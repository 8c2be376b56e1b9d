"""What other programs write is read back as it was."""

import csv
import io
import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperkg.papers import Problem, SourceError, read
from paperkg.papers.fields import clean

CHARACTERS = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff") | st.just("\n")
LINES = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\ufffe\uffff;,\"'[{")
TEXTS = st.text(CHARACTERS, max_size=60).map(str.strip)
NAMES = st.text(LINES, max_size=20).map(lambda text: " ".join(text.split())).filter(bool)
RECORDS = st.fixed_dictionaries(
    {
        "id": NAMES,
        "title": TEXTS.map(lambda text: " ".join(text.split())),
        "abstract": TEXTS.filter(bool),
        "authors": st.lists(NAMES, max_size=3),
        "year": st.none() | st.integers(1900, 2100),
        "venue": NAMES | st.just(""),
        "url": NAMES.filter(lambda text: text[0] != "/") | st.just(""),
        "keywords": st.lists(NAMES, min_size=2, max_size=3) | st.just([]),
    }
)
FILES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)


def as_csv(records: list[dict], **style) -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(records[0]), **style)
    writer.writeheader()
    for record in records:
        writer.writerow({k: ";".join(v) + ";" if isinstance(v, list) else v for k, v in record.items()})
    return out.getvalue()


WRITERS = {
    "JSON Lines": lambda records: "\n".join(json.dumps(record) for record in records),
    "JSON Lines in UTF-8": lambda records: "\n".join(json.dumps(r, ensure_ascii=False) for r in records),
    "JSON": lambda records: json.dumps(records),
    "JSON, indented": lambda records: json.dumps({"papers": records}, indent=2, ensure_ascii=False),
    "OpenReview": lambda records: json.dumps(
        {
            "notes": [
                {"id": r["id"], "content": {k: {"value": v} for k, v in r.items() if k != "id"}}
                for r in records
            ]
        }
    ),
    "CSV": as_csv,
    "CSV, all quoted": lambda records: as_csv(records, quoting=csv.QUOTE_ALL),
    "CSV with semicolons": lambda records: as_csv(records, delimiter=";"),
    "TSV": lambda records: as_csv(records, dialect="excel-tab"),
}


@pytest.mark.parametrize("writer", WRITERS)
@FILES
@given(records=st.lists(RECORDS, min_size=1, max_size=4))
def test_what_is_written_is_read_back(tmp_path: Path, writer: str, records: list[dict]):
    file = tmp_path / "papers"
    file.write_bytes(WRITERS[writer](records).encode())
    problems: list[Problem] = []
    papers = list(read(file, problems))
    assert problems == []
    names = list(records[0])
    assert [{name: getattr(p, name) for name in names} for p in papers] == [
        {k: tuple(v) if isinstance(v, list) else v for k, v in record.items()} for record in records
    ]


@FILES
@given(content=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_any_file_gives_papers_problems_or_one_error(tmp_path: Path, content: bytes):
    file = tmp_path / "papers"
    file.write_bytes(content)
    problems: list[Problem] = []
    with suppress(SourceError):
        for paper in read(file, problems):
            assert paper.abstract
            assert paper.abstract == clean(paper.abstract)


PIECES = st.sampled_from(
    ['{"id": "1", ', '"abstract": "We."}', '"title": "T"', "[", "]", "{", "}", ",", ":", "\n", '"', "1"]
)


@FILES
@given(
    content=st.lists(PIECES, min_size=1, max_size=20).map("".join),
    suffix=st.sampled_from([".json", ".jsonl"]),
)
def test_any_broken_json_comes_to_an_end(tmp_path: Path, content: str, suffix: str):
    file = tmp_path / f"papers{suffix}"
    file.write_text(content)
    problems: list[Problem] = []
    with suppress(SourceError):
        assert all(paper.abstract for paper in read(file, problems))
