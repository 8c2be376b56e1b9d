"""Parquet parts: the graph of the parts is the graph of the sources, and what is no sound part is refused."""

from __future__ import annotations

import contextlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from paperkg import parquet, parts
from paperkg.build import build
from paperkg.extract import extract
from paperkg.model import Abbreviation, Claim, Extraction, Kind, Mention, Paper
from paperkg.papers import Problem, SourceError, merge, read
from paperkg.parts import extract_to
from paperkg.provenance import found_by

pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

SAMPLE = Path(__file__).parents[1] / "data" / "iclr2026-sample.jsonl"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sources with papers in common, one of which the other says more of; a part of each."""
    folder = tmp_path_factory.mktemp("parts")
    lines = SAMPLE.read_text(encoding="utf-8").splitlines()
    again = [json.loads(line) for line in lines[2:4]]
    lines[2] = json.dumps(again[0] | {"keywords": []})
    again[0]["title"] = again[0]["title"].upper()
    (folder / "1.jsonl").write_text("\n".join(lines[:7]), encoding="utf-8")
    (folder / "2.jsonl").write_text("\n".join([*map(json.dumps, again), *lines[7:12]]), encoding="utf-8")
    for number in (1, 2):
        extract_to(folder / f"{number}.jsonl", folder / f"part-{number}.parquet")
    return folder


def graph(source: Any, folder: Path, **options: Any) -> bytes:
    build(source, folder, **options)
    return (folder / "graph.sqlite").read_bytes()


def test_the_bytes_are_those_of_a_build_of_the_sources(folder: Path, tmp_path: Path) -> None:
    asked: list[str] = []

    def extract_noted(papers: Any) -> Any:
        def noted() -> Any:
            for paper in papers:
                asked.append(paper.id)
                yield paper

        return extract(noted())

    direct = graph(f"{folder}/*.jsonl", tmp_path / "direct")
    assert graph(f"{folder}/*.parquet", tmp_path / "parts", extractor=extract_noted) == direct
    changed = merge(read([folder / "1.jsonl", folder / "2.jsonl"])).papers[2]
    assert changed.keywords
    assert asked == [changed.id], "only what merging has changed is extracted again"
    assert graph([folder / "part-1.parquet", folder / "2.jsonl"], tmp_path / "mixed") == direct


def test_parts_at_an_address(folder: Path, tmp_path: Path) -> None:
    memory = pytest.importorskip("fsspec").filesystem("memory")
    for number in (1, 2):
        memory.pipe(f"/parts/part-{number}.parquet", (folder / f"part-{number}.parquet").read_bytes())
    assert len(list(parts.known(["memory://parts/part-1.parquet"]))) == 7
    assert graph("memory://parts/*", tmp_path / "far") == graph(f"{folder}/*.parquet", tmp_path / "near")
    memory.store.clear()


def test_a_part_is_read_as_a_source(folder: Path) -> None:
    assert list(read(folder / "part-1.parquet")) == list(read(folder / "1.jsonl"))


def test_the_same_source_gives_the_same_part(folder: Path, tmp_path: Path) -> None:
    part = extract_to(folder / "1.jsonl", tmp_path / "again.parquet")
    assert part.papers == 7
    assert (tmp_path / "again.parquet").read_bytes() == (folder / "part-1.parquet").read_bytes()


def test_what_others_read_in_it(folder: Path) -> None:
    table = pq.read_table(folder / "part-1.parquet")
    assert table.column_names == [
        *("id", "title", "abstract", "authors", "year", "venue", "url", "keywords"),
        *("doi", "arxiv", "orcids", "areas", "citations"),
        *("mentions", "abbreviations", "claims", "sentences"),
    ]
    papers = list(read(folder / "1.jsonl"))
    assert table["id"].to_pylist() == [paper.id for paper in papers]
    for paper, row in zip(papers, table.to_pylist(), strict=True):
        for mention in row["mentions"]:
            assert mention["text"] == paper.text[mention["start"] : mention["end"]]
        for claim in row["claims"]:
            assert claim["value"] in claim["quote"]


EVERYTHING = (
    Paper("é\u2028", "On 𝒳", "", ("A", ""), 2024, "V", "u", ("k",)),
    Extraction(
        (Mention(0, 2, Kind.MODEL, "by hand", 0.1 + 0.2), Mention(3, 4, Kind.TASK, "", 1.0)),
        (Abbreviation(0, 1, 1, 4),),
        (Claim(0, 4, "1%", metric="", system="s"), Claim(1, 2, "")),
        ((0, 2), (2, 4)),
    ),
)


def test_every_value_comes_back_as_it_was(tmp_path: Path) -> None:
    rows = [EVERYTHING, (Paper("1", "", "x"), Extraction())] * 1001
    assert parquet.write(tmp_path / "p.parquet", rows, "me") == 2002
    with (tmp_path / "p.parquet").open("rb") as file:
        assert list(parquet.extractions(file)) == rows
        assert parquet.found_by(file) == "me"


def test_problems_are_told_where_the_source_is_read(tmp_path: Path) -> None:
    source = tmp_path / "papers.jsonl"
    source.write_text('{"id": "1", "abstract": "We study X."}\noops\n', encoding="utf-8")
    problems: list[Problem] = []
    assert extract_to(source, tmp_path / "p.parquet", problems=problems).papers == 1
    assert [problem.place for problem in problems] == ["line 2"]


def test_a_source_without_papers_leaves_the_part_that_was_there(tmp_path: Path) -> None:
    (tmp_path / "p.parquet").write_text("older")
    (tmp_path / "empty.jsonl").write_text("")
    with pytest.raises(SourceError, match="is empty"):
        extract_to(tmp_path / "empty.jsonl", tmp_path / "p.parquet")
    assert (tmp_path / "p.parquet").read_text() == "older"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.jsonl", "p.parquet"]


# What is no sound part


def refused(file: Path, tmp_path: Path, reason: str) -> None:
    with pytest.raises(SourceError, match=reason) as caught:
        build(file, tmp_path / "graph")
    assert str(caught.value).startswith(f"{file}: ")
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "graph").exists()


def test_a_part_of_another_version_is_refused_before_anything_is_read(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "found_by", lambda: "paperkg 9.9")
    advice = (
        r"was extracted by another version \(.*; this is paperkg 9\.9\); extract it again: paperkg extract "
    )
    refused(folder / "part-1.parquet", tmp_path, advice)
    extract_to(folder / "part-1.parquet", tmp_path / "part-1.parquet")  # as it says
    assert build(tmp_path / "part-1.parquet", tmp_path / "graph").papers == 7


def test_parquet_of_others_is_refused(tmp_path: Path) -> None:
    for columns in ({"id": ["1"], "abstract": ["We study X."]}, {}):
        pq.write_table(pa.table(columns), tmp_path / "p.parquet")
        refused(
            tmp_path / "p.parquet", tmp_path, "not with the columns that `paperkg extract` of this version"
        )


@pytest.mark.parametrize(
    "content", [b"", b"PAR1", b"PAR1PAR1", b"PAR1" + bytes(99) + b"PAR1", b"We study X."]
)
def test_what_only_has_the_name_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "p.parquet").write_bytes(content)
    refused(tmp_path / "p.parquet", tmp_path, "damaged or cut off")


def test_one_that_is_cut_off_is_refused(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "part-1.parquet").read_bytes()
    for length in (5, 100, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        (tmp_path / "p.parquet").write_bytes(whole[:length])
        refused(tmp_path / "p.parquet", tmp_path, "damaged or cut off")


def test_one_with_a_byte_changed_is_refused_or_read_as_it_was(folder: Path, tmp_path: Path) -> None:
    whole = (folder / "part-1.parquet").read_bytes()
    some = random.Random(4)
    file = tmp_path / "p.parquet"
    right = list(parts.known([str(folder / "part-1.parquet")]))
    for _ in range(150):
        changed = bytearray(whole)
        changed[some.randrange(len(whole))] ^= 1 << some.randrange(8)
        file.write_bytes(changed)
        with contextlib.suppress(SourceError):
            assert list(parts.known([str(file)])) == right


def test_a_damaged_last_part_is_refused_before_it_is_parsed(folder: Path, tmp_path: Path) -> None:
    """No checksum of Parquet's covers it, and a damaged one can end the process that parses it."""
    whole = (folder / "part-1.parquet").read_bytes()
    length = int.from_bytes(whole[-8:-4], "little") + 8
    some = random.Random(5)
    file = tmp_path / "p.parquet"
    for _ in range(200):
        changed = bytearray(whole)
        changed[some.randrange(len(whole) - length, len(whole))] ^= 1 << some.randrange(8)
        file.write_bytes(changed)
        refused(file, tmp_path, "is damaged or cut off")


def test_a_damaged_file_of_another_program_ends_no_process_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "p.parquet"
    pq.write_table(pa.table({"id": ["1"], "abstract": ["We study X."]}), file)
    whole = bytearray(file.read_bytes())
    length = int.from_bytes(whole[-8:-4], "little")
    whole[-8 - length : -8] = b"\xff" * length
    file.write_bytes(whole)
    refused(file, tmp_path, "is damaged or cut off")


def test_a_part_is_plain_parquet_to_others(folder: Path) -> None:
    file = folder / "part-1.parquet"
    assert pq.read_table(file)["id"].to_pylist() == [paper.id for paper in read(file)]


def test_one_in_an_archive_or_a_pipe_is_refused(folder: Path, tmp_path: Path) -> None:
    import gzip

    file = tmp_path / "p.parquet"
    file.write_bytes(gzip.compress((folder / "part-1.parquet").read_bytes()))
    refused(file, tmp_path, "is Parquet packed once more, or in a pipe; give it as a file, unpacked")


def mention(start: int, end: int, kind: str = "model", confidence: float = 1.0) -> dict[str, object]:
    return {"start": start, "end": end, "kind": kind, "source": "", "confidence": confidence, "text": ""}


def strange(file: Path, **cells: object) -> Path:
    """Write a part with one paper, and some cells that `paperkg extract` would not write."""
    row: dict[str, object] = {"id": "1", "title": "On X", "abstract": "We do.", "venue": "", "url": ""}
    row |= {"doi": "", "arxiv": "", "orcids": [], "areas": [], "citations": None}
    row |= {name: [] for name in ("authors", "keywords", "mentions", "abbreviations", "claims", "sentences")}
    columns = parquet.schema().with_metadata(
        {"paperkg.format": parquet.FORMAT, "paperkg.found_by": found_by()}
    )
    pq.write_table(pa.Table.from_pylist([row | {"year": None} | cells], schema=columns), file)
    return file


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("mentions", [mention(0, 99)]),
        ("mentions", [mention(-1, 2)]),
        ("mentions", [mention(0, 2, kind="wizard")]),
        ("mentions", [mention(0, 2, confidence=float("nan"))]),
        ("mentions", [mention(0, 2), mention(1, 3)]),
        ("mentions", [mention(0, 2) | {"chain": -1}]),
        ("mentions", [mention(0, 2) | {"chain": 0}, mention(3, 4)]),
        ("abbreviations", [{"short_start": 2, "short_end": 1, "long_start": 0, "long_end": 1}]),
        ("sentences", [{"start": 0, "end": 1_000}]),
    ],
)
def test_what_cannot_have_been_found_is_refused(tmp_path: Path, column: str, value: object) -> None:
    file = strange(tmp_path / "p.parquet", **{column: value})
    refused(file, tmp_path, "what it says was found in paper '1' cannot be in its text; write it anew")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("abstract", ""),
        pytest.param("abstract", "a" * 1_000_001, id="long abstract"),
        ("title", "On\nX"),
        ("title", "\x1b[31mOn X"),
        ("id", ""),
        ("authors", ["A\0B"]),
        ("year", -7),
    ],
)
def test_what_cannot_have_been_read_is_refused(tmp_path: Path, column: str, value: object) -> None:
    file = strange(tmp_path / "p.parquet", **{column: value})
    refused(file, tmp_path, "is no paper that could have been read; write it anew")


def test_an_id_with_a_nul_is_refused(tmp_path: Path) -> None:
    refused(strange(tmp_path / "p.parquet", id="a\0b"), tmp_path, "holds a NUL")


def test_the_package_that_parquet_needs_is_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    refused(
        folder / "part-1.parquet",
        tmp_path,
        r"pyarrow, which is not installed; pip install 'paperkg\[parquet\]'",
    )
    with pytest.raises(parquet.ParquetError, match="pyarrow, which is not installed"):
        extract_to(folder / "1.jsonl", tmp_path / "p.parquet")
