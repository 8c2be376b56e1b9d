import os

import pytest

from paperkg.papers import Problem, ReadWarning, SourceError, read

JSONL = '{"id": "1", "title": "Über X", "abstract": "We study “X”—naïvely."}\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("content", [JSONL, f"[{JSONL}]", "title,abstract\nÜber X,We study “X”—naïvely.\n"])
def test_encodings_that_say_what_they_are(reading, content, encoding):
    papers, problems = reading(content.encode(encoding))
    assert [(p.title, p.abstract) for p in papers] == [("Über X", "We study “X”—naïvely.")]
    assert problems == []


@pytest.mark.parametrize("content", [JSONL, f"[{JSONL}]", "title,abstract\nÜber X,We study “X”—naïvely.\n"])
def test_windows_1252_is_read_and_told_once(reading, content):
    papers, problems = reading(("\n" + content).encode("cp1252"))
    assert [(p.title, p.abstract) for p in papers] == [("Über X", "We study “X”—naïvely.")]
    line = 3 if content.startswith("title") else 2
    assert problems == [
        f"papers, line {line}: is not UTF-8; read as Windows-1252: check accents and quotation marks"
    ]


def test_one_stray_byte_does_not_spoil_the_rest(reading):
    papers, problems = reading("We study naïve X and ".encode() + b"caf\xe9s, \x81.\n\nWe study \xc3.")
    assert papers[0].abstract == "We study naïve X and cafés, \ufffd."
    assert papers[1].abstract == "We study Ã."
    assert len(problems) == 1


def test_controls_become_spaces(reading):
    papers, _ = reading(b"We study" + b" this and that" * 10 + b"\0\x1b[31m in red.\n")
    assert papers[0].abstract.endswith("that  [31m in red.")


@pytest.mark.parametrize(
    ("start", "name"),
    [
        (b"%PDF-1.7\n", "is a PDF"),
        (b"PK\x03\x04....", "a ZIP archive"),
        (b"\x1f\x8b\x08....", "gzip"),
        (b"\xfd7zXZ\x00", "xz"),
        (b"SQLite format 3\x00", "an SQLite database"),
        (b"\x7fELF" + bytes(60), "is no text"),
        (bytes(range(256)), "is no text"),
        (b"@inproceedings{a,\n title={On X}}", "none of its 1 records is a paper with an abstract"),
        (b"% my list\n\n@article{a,\n title={On X}}", "none of its 1 records is a paper with an abstract"),
        (b"TY  - JOUR\nTI  - On X\nER  -\n", "none of its 1 records is a paper with an abstract"),
        (b"<!doctype html><p>We study X.", "web page"),
        (b"<?xml version='1.0'?><things/>", "XML of no known list"),
        (b"\\documentclass{article}", "LaTeX"),
    ],
)
@pytest.mark.parametrize("suffix", ["", ".txt", ".csv", ".jsonl"])
def test_what_is_no_list_of_papers_is_refused(reading, start, name, suffix):
    with pytest.raises(SourceError, match=name):
        reading(start, f"p{suffix}")


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_an_empty_file(reading, content):
    with pytest.raises(SourceError, match="is empty; name a file that lists papers with their abstracts"):
        reading(content)


def test_no_file_a_folder_and_no_right_to_read(tmp_path):
    with pytest.raises(SourceError, match=r"none\.txt: there is no such file; check the path"):
        next(read(tmp_path / "none.txt"))
    with pytest.raises(SourceError, match="no file in this folder gives a paper; name a file"):
        next(read(str(tmp_path)))
    with pytest.raises(SourceError, match="cannot be opened"):
        next(read("a\0b"))


@pytest.mark.skipif(
    os.name == "nt" or getattr(os, "geteuid", int)() == 0, reason="this user may read everything"
)
def test_a_file_that_may_not_be_read(tmp_path):
    file = tmp_path / "p.txt"
    file.write_text("We study X.")
    file.chmod(0)
    with pytest.raises(SourceError, match="may not be read"):
        next(read(file))


def test_an_error_says_where_why_and_what_to_do(tmp_path):
    with pytest.raises(SourceError) as caught:
        next(read(tmp_path / "none.txt"))
    assert caught.value.file == str(tmp_path / "none.txt")
    assert (caught.value.reason, caught.value.advice) == ("there is no such file", "check the path")
    assert isinstance(caught.value, ValueError)


def test_problems_are_warnings_where_nobody_collects_them(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text(JSONL + "oops\n", encoding="utf-8")
    with pytest.warns(ReadWarning, match=r"p\.jsonl, line 2: the JSON is broken"):
        assert len(list(read(file))) == 1


def test_a_problem_has_its_parts(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text("7\n" + JSONL, encoding="utf-8")
    problems: list[Problem] = []
    assert len(list(read(file, problems))) == 1
    reason = "is a number, not an object with the fields of a paper; the record is skipped"
    assert problems == [Problem(str(file), "line 1", reason)]


def test_thousands_of_problems_are_counted_not_listed(reading):
    papers, problems = reading(JSONL + "7\n" * 12_345)
    assert len(papers) == 1
    assert len(problems) == 10_001
    assert problems[-1] == "papers: 2,345 more problems are not listed"


def test_papers_come_as_they_are_read(tmp_path):
    file = tmp_path / "p.jsonl"
    file.write_text(JSONL + "oops\n", encoding="utf-8")
    problems: list[Problem] = []
    papers = read(file, problems)
    assert next(papers).id == "1"
    assert problems == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_once(tmp_path):
    import threading

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(JSONL * 3, encoding="utf-8"))
    writer.start()
    assert len(list(read(pipe))) == 3
    writer.join()


def test_a_line_of_fifty_megabytes(reading):
    text = "We study X.\n\n" + "a" * 50_000_000 + "\n\nWe study Y.\n"
    papers, problems = reading(text)
    assert [paper.abstract for paper in papers] == ["We study X.", "We study Y."]
    assert problems == ["papers, line 3: is longer than 10 MB; it is skipped"]


def test_a_message_shows_no_control_characters(reading):
    _, problems = reading(JSONL + '{"title": "a\\u001b[2J\\nb"}')
    assert problems == ['papers, line 2: "a [2J b" has no abstract; the record is skipped']
