import json

import pytest

from paperkg.papers import SourceError

ONE = {"id": "1", "title": "On X", "abstract": "We study X."}
TWO = {"id": "2", "title": "On Y", "abstract": "We study Y."}
THREE = {"id": "3", "title": "On Z", "abstract": "We study Z."}
FOUR = {"id": "4", "title": "On W", "abstract": "We study W."}


def ids(papers):
    return [paper.id for paper in papers]


def lines(*values):
    return "\n".join(value if isinstance(value, str) else json.dumps(value) for value in values)


@pytest.mark.parametrize("name", ["p.jsonl", "p.json", "p.txt", "p"])
@pytest.mark.parametrize(
    "content",
    [
        lines(ONE, TWO, THREE),
        lines(ONE, "", TWO, "   ", THREE, ""),
        json.dumps([ONE, TWO, THREE]),
        json.dumps([ONE, TWO, THREE], indent=2),
        "[" + ",\n".join(map(json.dumps, [ONE, TWO, THREE])) + "]",
        "[\n" + "\n,\n".join(map(json.dumps, [ONE, TWO, THREE])) + "\n]",
        ",\n".join(map(json.dumps, [ONE, TWO, THREE])),
        json.dumps({"papers": [ONE, TWO, THREE]}),
        json.dumps({"papers": [ONE, TWO, THREE]}, indent=1),
        json.dumps(
            {"title": "A list", "count": 3, "meta": {"a": [{}]}, "notes": [ONE, TWO, THREE], "more": 1}
        ),
        json.dumps({"accepted": [ONE, TWO], "rejected": [THREE]}),
        lines({"notes": [ONE, TWO]}, {"notes": [THREE]}),
        "\n".join(json.dumps(value, indent=2) for value in (ONE, TWO, THREE)),
    ],
)
def test_every_way_to_write_the_list(reading, content, name):
    papers, problems = reading(content, name)
    assert problems == []
    assert [(p.id, p.title, p.abstract) for p in papers] == [
        ("1", "On X", "We study X."),
        ("2", "On Y", "We study Y."),
        ("3", "On Z", "We study Z."),
    ]


def test_one_object_is_one_paper(reading):
    assert ids(reading(json.dumps(ONE, indent=2))[0]) == ["1"]
    authors = {"authors": [{"name": "A B", "title": "Dr"}], "sections": [{"title": "Intro"}]}
    papers, problems = reading(json.dumps({"title": "On X"} | authors | ONE))
    assert (ids(papers), papers[0].authors, problems) == (["1"], ("A B",), [])


def test_openreview_notes_of_both_versions(reading):
    first = {"id": "a", "forum": "a", "number": 3, "content": {k: ONE[k] for k in ("title", "abstract")}}
    second = {
        "id": "b",
        "pdate": 1714521600000,
        "content": {
            "title": {"value": "On Y"},
            "abstract": {"value": "We study Y."},
            "authors": {"value": ["A B", "C D"]},
            "keywords": {"value": ["y", "z"]},
            "venue": {"value": "ICLR 2024 poster"},
            "pdf": {"value": "/pdf/abc.pdf"},
        },
    }
    papers, problems = reading(json.dumps({"notes": [first, second], "count": 2}))
    assert problems == []
    assert (papers[0].id, papers[0].title, papers[0].abstract) == ("a", "On X", "We study X.")
    assert (papers[1].title, papers[1].authors, papers[1].keywords) == ("On Y", ("A B", "C D"), ("y", "z"))
    assert (papers[1].venue, papers[1].year, papers[1].url) == ("ICLR 2024 poster", 2024, "")


def test_a_broken_line_is_skipped_with_its_column(reading):
    papers, problems = reading(lines(ONE, TWO, '{"id": "3" "title": "On Z"}', FOUR), "p.jsonl")
    assert ids(papers) == ["1", "2", "4"]
    assert problems == [
        "p.jsonl, line 3: the JSON is broken (Expecting ',' delimiter at column 12); the record is skipped"
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('"text"', "is a text, not an object with the fields of a paper"),
        ("17", "is a number, not an object with the fields of a paper"),
        ("null", "is null, not an object with the fields of a paper"),
        ("[1, 2]", "is a list, not an object with the fields of a paper"),
        ('{"title": "On Z"}', '"On Z" has no abstract'),
        ('{"title": "On Z", "abstract": "  "}', '"On Z" has no abstract'),
        ('{"title": "On Z", "abstract": null}', '"On Z" has no abstract'),
        ("{}", "has no abstract"),
        ('{"abstract": 17}', "its abstract is a number, not a text"),
        ('{"abstract": ["We study."]}', "its abstract is a list, not a text"),
        ('{"abstract": {"en": "We study."}}', "its abstract is an object, not a text"),
        ('{"abstract": true}', "its abstract is true or false, not a text"),
        ('{"title": 1984, "abstract": "We study."}', "its title is a number, not a text"),
        ("[" * 100_000, "the JSON is broken (it is nested too deeply)"),
        ('{"id": "3", "ti', "the JSON is broken (Unterminated string starting at column 13)"),
    ],
)
def test_what_is_no_paper_is_reported_and_the_others_are_kept(reading, line, reason):
    papers, problems = reading(lines(ONE, line, TWO), "p.jsonl")
    assert ids(papers) == ["1", "2"]
    assert problems == [f"p.jsonl, line 2: {reason}; the record is skipped"]


def test_a_number_too_long_to_read(reading):
    papers, problems = reading(lines(ONE, '{"n": ' + "1" * 5000 + "}", TWO), "p.jsonl")
    assert ids(papers) == ["1", "2"]
    assert len(problems) == 1


def test_the_first_line_may_be_the_broken_one(reading):
    for broken in ('{"id": "0", "title": "On', '{"id": "0", title: "On"}', "oops"):
        papers, problems = reading(lines(broken, ONE, TWO))
        assert ids(papers) == ["1", "2"]
        assert len(problems) == 1
        assert problems[0].startswith("papers, line 1: the JSON is broken (")


@pytest.mark.parametrize(
    "broken",
    [
        '{"id": "2" "title": "On Y", "abstract": "We."}',
        '{"id": "2", "title": "On Y, "abstract": "We."}',
        '{"id": "2", "title": "On Y", "abstract": "We.}',
        '{"id": "2", "title": "On Y", "abstract": "We."',
        '{"id": "2", "authors": [{"name": "A"}, {"name": "B"}], "abstract": We.}',
        '{"id": "2", "title": On Y}',
        '{id: "2"}',
        "oops",
        '{"id": "2", "x": ' + "[" * 100_000 + "}",
        '{"id": "2", "n": ' + "1" * 5000 + "}",
    ],
)
@pytest.mark.parametrize("frame", ["[%s]", '{"papers": [%s]}', '{"meta": {"a": 1}, "papers": [%s], "n": 3}'])
def test_records_before_and_after_a_fault_are_kept(reading, broken, frame):
    content = frame % ", ".join([json.dumps(ONE), broken, json.dumps(THREE), json.dumps(FOUR)])
    papers, problems = reading(content, "p.json")
    assert ids(papers) == ["1", "3", "4"]
    assert len(problems) == 1
    assert problems[0].startswith("p.json, record 2: the JSON is broken (")


def test_a_fault_is_placed_by_line_and_column(reading):
    content = '[\n{"id": "1", "abstract": "We."},\n  {"id": "2", "abstract" "We."}\n]'
    _, problems = reading(content, "p.json")
    assert problems == [
        "p.json, record 2: the JSON is broken (Expecting ':' delimiter at line 3, column 26); "
        "the record is skipped"
    ]


def test_a_fault_far_into_a_file_is_placed_as_well(reading):
    """Past what is in memory at once: 300 good records of 1,001 characters on line 1, then a broken one."""
    good = [json.dumps({"id": str(i), "abstract": ""}) for i in range(1000, 1300)]
    good = [record.replace('""', '"' + "x" * (1000 - len(record)) + '"') + "," for record in good]
    assert {len(record) for record in good} == {1001}
    _, problems = reading("[" + "".join(good) + '{"id" 1}]', "p.json")
    assert problems == [
        "p.json, record 301: the JSON is broken "
        f"(Expecting ':' delimiter at line 1, column {2 + 300 * 1001 + 6}); the record is skipped"
    ]


def test_values_in_a_list_that_are_no_objects(reading):
    papers, problems = reading(json.dumps([ONE, 17, "x", None, TWO]), "p.json")
    assert ids(papers) == ["1", "2"]
    assert [problem.split(", not")[0] for problem in problems] == [
        "p.json, record 2: is a number",
        "p.json, record 3: is a text",
        "p.json, record 4: is null",
    ]


@pytest.mark.parametrize("frame", ["[%s", '{"papers": [%s'])
def test_a_file_cut_off_anywhere_keeps_what_is_whole(reading, frame):
    whole = frame % (json.dumps(ONE) + ", " + json.dumps(TWO))
    end_of_one = whole.index("}") + 1
    for cut in range(end_of_one, len(whole)):
        papers, problems = reading(whole[:cut])
        assert ids(papers) == ["1"]
        assert len(problems) == 1
    papers, problems = reading(whole)
    assert ids(papers) == ["1", "2"]
    assert problems == ["papers, the end: the list is never closed; the file may have been cut off here"]


def test_half_characters_and_controls_do_not_get_in(reading):
    papers, _ = reading(
        '{"id": "a\\u0000b", "title": "A\\ud800B\\u001b[1m", "abstract": "x\\r\\ny\\u0085 \\ud83d\\ude00"}'
    )
    assert papers[0].id == "a b"
    assert papers[0].title == "A\ufffdB [1m"
    assert papers[0].abstract == "x\ny  \N{GRINNING FACE}"


def test_numbers_that_are_none_and_names_said_twice(reading):
    papers, problems = reading('{"id": NaN, "year": Infinity, "abstract": "We.", "abstract": "We study."}')
    assert (papers[0].abstract, papers[0].year, problems) == ("We study.", None, [])
    assert papers[0].id.startswith("h")


def test_the_first_record_of_a_list_inside_may_be_the_broken_one(reading):
    papers, problems = reading(f'{{"n": 2, "papers": [{{"id": oops}}, {json.dumps(TWO)}]}}')
    assert ids(papers) == ["2"]
    assert len(problems) == 1
    assert problems[0].startswith("papers, record 1: the JSON is broken (")


def test_an_object_of_many_long_values_is_no_record_either(reading):
    content = json.dumps({f"part {number}": "x" * 1_000_000 for number in range(12)} | ONE, indent=1)
    papers, problems = reading(content + json.dumps(TWO))
    assert ids(papers) == ["2"]
    assert problems == ["papers, record 1: is longer than 10 MB; the record is skipped"]


@pytest.mark.parametrize("content", ["[]", "{}", '{"papers": []}', "[[]]", '{"a": 1}', "[1, 2]", "{"])
def test_json_without_papers(reading, content):
    with pytest.raises(SourceError):
        reading(content, "p.json")


def test_the_message_names_the_fields_when_none_is_an_abstract(reading):
    with pytest.raises(SourceError, match=r'none of its 2 records .* \(their fields are "name", "text"\)'):
        reading(lines({"name": "On X", "text": "We."}, {"name": "On Y", "text": "We."}))


def test_a_record_over_ten_megabytes_is_skipped(reading):
    long = '{"id": "9", "title": "T", "abstract": "' + "a" * 12_000_000 + '"}'
    for content, place in (
        (lines(ONE, long, TWO), "line 2"),
        (f"[{json.dumps(ONE)},{long},{json.dumps(TWO)}]", "record 2"),
    ):
        papers, problems = reading(content)
        assert ids(papers) == ["1", "2"]
        assert len(problems) == 1
        assert problems[0].startswith(f"papers, {place}: is longer than 10 MB")
