"""Training: gold tags by hand, a run that repeats, and what cannot be trained on."""

import json

import pytest

from paperkg.extract.marks import MarksError
from paperkg.extract.pipeline import make_pipeline
from paperkg.extract.training import gold_tags, train
from paperkg.model import Kind

TEXTS = [
    ("We study graph sorting with Zorbnet.", {"graph sorting": "task", "Zorbnet": "model"}),
    ("Zorbnet is trained by slow learning.", {"Zorbnet": "model", "slow learning": "technique"}),
    ("Slow learning helps graph sorting.", {"Slow learning": "technique", "graph sorting": "task"}),
    ("With Zorbnet, graph sorting is solved.", {"Zorbnet": "model", "graph sorting": "task"}),
]


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture
def marked(tmp_path):
    papers = [{"id": str(i), "title": None, "abstract": text} for i, (text, _) in enumerate(TEXTS)]
    marks = [
        {"id": str(i), "concepts": [{"kind": kind, "surfaces": [s]} for s, kind in surfaces.items()]}
        for i, (_, surfaces) in enumerate(TEXTS)
    ]
    return write(tmp_path / "marks.jsonl", marks), write(tmp_path / "papers.jsonl", papers)


def test_a_surface_is_tagged_wherever_it_stands_and_the_longest_wins():
    doc = make_pipeline(weights=None).make_doc("Deep Q learning beats Q learning on Atari")
    concepts = [
        {"kind": "technique", "surfaces": ["Q learning", "Deep Q learning"]},
        {"kind": "benchmark", "surfaces": ["Atari"]},
    ]
    assert gold_tags(doc, concepts) == [
        *("B-technique", "I-technique", "L-technique", "O", "B-technique", "L-technique", "O"),
        "U-benchmark",
    ]


def test_a_run_repeats_and_what_it_writes_can_be_used(marked, tmp_path):
    marks, papers = marked
    scores = [train(marks, marks, papers, tmp_path / name) for name in ("one", "two")]
    assert scores[0] == scores[1]
    written = [
        {p.relative_to(folder): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}
        for folder in (tmp_path / "one", tmp_path / "two")
    ]
    assert written[0] == written[1]
    assert not any(b"Zorbnet" in data or str(tmp_path).encode() in data for data in written[0].values())
    nlp = make_pipeline(tmp_path / "one")
    assert "paperkg_recogniser" in nlp.pipe_names
    assert {span.label_ for span in nlp("We test on GSM8K.").ents} == {str(Kind.BENCHMARK)}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "line 1: not JSON"),
        ("[]", "line 1: a record needs id and concepts"),
        ('{"id": "9", "concepts": []}', "paper '9' is marked"),
        ('{"id": "0", "concepts": [{"kind": "model"}]}', "paper '0' has a concept without surfaces"),
        ('{"id": "0", "concepts": [{"kind": "animal", "surfaces": []}]}', "a kind that is none of benchmark"),
    ],
)
def test_marks_that_are_none_are_told(marked, tmp_path, line, says):
    _, papers = marked
    bad = tmp_path / "bad.jsonl"
    bad.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(MarksError, match=says):
        train(bad, bad, papers, tmp_path / "out")


def test_a_file_that_is_missing_or_no_utf8_is_told(marked, tmp_path):
    marks, papers = marked
    with pytest.raises(MarksError, match=r"none\.jsonl: cannot be read"):
        train(tmp_path / "none.jsonl", marks, papers, tmp_path / "out")
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes('{"id": "é", "concepts": []}\n'.encode("latin-1"))
    with pytest.raises(MarksError, match="line 1: not JSON in UTF-8"):
        train(latin, marks, papers, tmp_path / "out")


def test_an_empty_file_of_marks_is_told_before_the_work(marked, tmp_path):
    _, papers = marked
    empty = write(tmp_path / "empty.jsonl", [])
    with pytest.raises(MarksError, match="no paper is marked"):
        train(empty, empty, papers, tmp_path / "out")


@pytest.mark.parametrize("record", [{"id": ["1"], "concepts": []}, {"id": "1", "concepts": {"a": 1}}])
def test_fields_of_the_wrong_type_are_told(marked, tmp_path, record):
    _, papers = marked
    bad = write(tmp_path / "bad.jsonl", [record])
    with pytest.raises(MarksError, match=r"line 1: (id|concepts) is no"):
        train(bad, bad, papers, tmp_path / "out")
