"""Records with far too much of something: what is in them of a paper is read, and nothing takes long."""

import json

import pytest

MANY = 100_000
PAPER = {"title": "On X", "abstract": "We study X."}
NAMES = [f"k{number}" for number in range(MANY)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("p.json", lambda: json.dumps(dict.fromkeys(NAMES, 1) | PAPER)),
        ("p.csv", lambda: f"title,abstract,{','.join(NAMES)}\nOn X,We study X.{',v' * MANY}\n"),
        ("p.bib", lambda: "@misc{a, title={On X}, abstract={We study X.}, " + "={v}, ".join(NAMES) + "={v}}"),
    ],
)
def test_a_record_of_100000_keys_is_read_for_what_is_known(reading, name: str, content) -> None:
    papers, problems = reading(content(), name)
    assert [(paper.title, paper.abstract) for paper in papers[:1]] == [("On X", "We study X.")]
    assert problems == []


def test_a_record_of_too_many_keys_is_told(reading) -> None:
    longest = dict.fromkeys((f"{name}{'x' * 90}" for name in NAMES), "v") | PAPER
    papers, problems = reading(f"{json.dumps(PAPER)}\n{json.dumps(longest)}\n{json.dumps(PAPER)}\n")
    assert len(papers) == 2
    assert problems == ["papers, line 2: is longer than 10 MB; it is skipped"]


def test_a_million_authors_are_read(reading) -> None:
    [paper], problems = reading(json.dumps(PAPER | {"authors": ["A B"] * 1_000_000}))
    assert (len(paper.authors), problems) == (1_000_000, [])


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ([1, 2.0, "x", None, True, {"name": "y"}, {"other": 1}, ["z"]], ("1", "2", "x", "y")),
        ({"value": ["x"]}, ("x",)),
        ({"other": 1}, ()),
        ("x; y", ("x", "y")),
    ],
    ids=str,
)
def test_keywords_of_any_kind(reading, given: object, read: tuple[str, ...]) -> None:
    [paper], problems = reading(json.dumps(PAPER | {"keywords": given}))
    assert (paper.keywords, problems) == (read, [])


@pytest.mark.parametrize("date", ["99999", 10**400, "0000-00-00", -5, {"a": 1}, [], "13/13/2199", 1e308])
def test_a_date_out_of_range_is_no_year(reading, date: object) -> None:
    [paper], _ = reading(json.dumps(PAPER | {"published": date}))
    assert paper.year in (None, 2199)


def test_a_broken_entry_is_told_with_its_reason(reading) -> None:
    braces = "{" * 50_000
    papers, problems = reading(f"@misc{{b, abstract={{We study X.}}}}\n\n@misc{{a, title={braces}\n", "p.bib")
    assert len(papers) == 1
    assert problems == [
        "p.bib, line 3: the entry is broken (Unexpectedly reached end of file); it is skipped"
    ]
