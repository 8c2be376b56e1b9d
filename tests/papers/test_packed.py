"""Compressed sources: what is inside is read as if it were not compressed, and what has no end is refused."""

import bz2
import gzip
import json
import lzma
import random
import tracemalloc
import zlib

import pytest
import zstandard

from paperkg.papers import SourceError, packed, read

JSONL = "".join(
    json.dumps({"id": str(n), "title": f"On {n}", "abstract": f"We study {n}."}) + "\n" for n in range(3)
)


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


PACKINGS = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress, "zstd": zstd}
packings = pytest.mark.parametrize("name", PACKINGS)


@packings
@pytest.mark.parametrize("content", [JSONL, json.dumps([json.loads(line) for line in JSONL.splitlines()])])
def test_it_is_told_by_its_content_whatever_its_name(reading, name, content):
    papers, problems = reading(PACKINGS[name](content.encode()), "papers.csv")
    assert [paper.id for paper in papers] == ["0", "1", "2"]
    assert problems == []


@packings
def test_archives_one_after_the_other_are_one(reading, name):
    lines = JSONL.encode().splitlines(keepends=True)
    papers, _ = reading(b"".join(map(PACKINGS[name], lines)))
    assert [paper.id for paper in papers] == ["0", "1", "2"]


def test_the_ending_inside_counts_where_the_content_does_not_tell(reading):
    _, problems = reading(gzip.compress(f"oops\n{JSONL}".encode()), "papers.jsonl.gz")
    assert problems == [
        "papers.jsonl.gz, line 1: the JSON is broken (Expecting value at column 1); the record is skipped"
    ]


def test_a_problem_is_at_the_line_of_what_is_inside(reading):
    _, problems = reading(gzip.compress((JSONL + "7\n" + JSONL).encode()), "p.gz")
    assert problems == [
        "p.gz, line 4: is a number, not an object with the fields of a paper; the record is skipped"
    ]


def long(papers: int) -> bytes:
    """Papers whose texts do not compress well, so that an archive of them can be cut in the middle."""
    some = random.Random(1)
    lines = ({"id": str(n), "abstract": f"{some.getrandbits(20_000):x}."} for n in range(papers))
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@packings
def test_of_one_that_is_cut_off_what_stands_before_is_read(reading, name):
    whole = PACKINGS[name](long(300))
    papers, problems = reading(whole[: len(whole) * 9 // 10])
    assert 100 < len(papers) < 300
    assert [paper.id for paper in papers] == [str(n) for n in range(len(papers))]
    assert problems == [f"papers, the end: the {name} archive is cut off; what stands before is read"]


@packings
def test_of_one_that_is_damaged_what_stands_before_is_read(reading, name):
    whole = bytearray(PACKINGS[name](long(300)))
    middle = len(whole) * 9 // 10
    whole[middle : middle + 99] = bytes(99)
    papers, problems = reading(bytes(whole))
    assert 100 < len(papers) <= 300
    assert any(f"the {name} archive is damaged" in problem or "broken" in problem for problem in problems)


@packings
@pytest.mark.parametrize("length", [7, 12, 20])
def test_one_with_next_to_nothing_left_is_refused(reading, name, length):
    with pytest.raises(SourceError, match=f"the {name} archive is (cut off|damaged)"):
        reading(PACKINGS[name](JSONL.encode())[:length])


@packings
def test_nothing_inside_is_empty(reading, name):
    with pytest.raises(SourceError, match="is empty"):
        reading(PACKINGS[name](b""))


def test_what_is_inside_is_looked_at_as_well(reading):
    with pytest.raises(SourceError, match="compressed twice"):
        reading(gzip.compress(lzma.compress(JSONL.encode())))
    with pytest.raises(SourceError, match="is a PDF"):
        reading(gzip.compress(b"%PDF-1.7\n"))
    with pytest.raises(SourceError, match="is a tar archive"):
        reading(gzip.compress(b"papers.jsonl".ljust(257, b"\0") + b"ustar" + bytes(250)))


def endless(name: str, filling: bytes) -> bytes:
    """An archive of some kilobytes that expands to three papers and 20 MB of something else."""
    makers = {
        "gzip": lambda: zlib.compressobj(wbits=31),
        "bzip2": bz2.BZ2Compressor,
        "xz": lambda: lzma.LZMACompressor(preset=0),
        "zstd": lambda: zstandard.ZstdCompressor().compressobj(),
    }
    maker = makers[name]()
    block = filling * (1_000_000 // len(filling))
    return maker.compress(JSONL.encode()) + b"".join(maker.compress(block) for _ in range(20)) + maker.flush()


@packings
@pytest.mark.parametrize("filling", [b" ", b"\n" + b" " * 99, b"a", b'{"'])
def test_one_that_expands_without_end_is_given_up_in_little_memory(tmp_path, name, filling, monkeypatch):
    monkeypatch.setattr(packed, "MAX_BARREN", 2_000_000)
    file = tmp_path / "papers.jsonl"
    file.write_bytes(endless(name, filling))
    problems = []
    tracemalloc.start()
    papers = list(read(file, problems))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(papers) == 3
    assert "expands to over 32 MB without a paper in it" in problems[-1].reason
    assert peak < 35_000_000


def test_a_window_that_would_fill_the_memory_is_refused(reading):
    big = zstandard.ZstdCompressionParameters.from_level(3, window_log=30)
    maker = zstandard.ZstdCompressor(compression_params=big).compressobj()
    with pytest.raises(SourceError, match=r"the zstd archive is damaged \(.*too much memory"):
        reading(maker.compress(JSONL.encode()) + maker.flush())
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30, "preset": 0}]
    with pytest.raises(SourceError, match=r"the xz archive is damaged \(Memory usage limit"):
        reading(lzma.compress(JSONL.encode(), filters=filters))


def test_memory_does_not_grow_with_the_file(tmp_path):
    file = tmp_path / "papers.jsonl.gz"
    file.write_bytes(gzip.compress(long(400), 1) * 10)  # 2 MB unpacked, ten times
    peaks = []
    for papers in (400, 4000):
        tracemalloc.start()
        for _ in zip(range(papers), read(file), strict=False):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.2
