"""Three real lists, counted by other means than the package's."""

import json
from pathlib import Path

import pytest

from paperkg.papers import Problem, merge, read

CORPORA = Path(__file__).parents[2].parent / "shared" / "corpora"
pytestmark = pytest.mark.skipif(not CORPORA.is_dir(), reason="the real lists are not beside the checkout")


def read_all(name):
    problems: list[Problem] = []
    papers = list(read(CORPORA / name, problems))
    assert problems == []
    merged = merge(papers, problems)
    assert (merged.papers, merged.merged, problems) == (tuple(papers), 0, [])
    return papers


def test_abstracts_under_a_chinese_heading():
    heading, *abstracts = (CORPORA / "iclr2026-seed.txt").read_text(encoding="utf-8").strip().split("\n\n")
    assert len(heading) < 30
    papers = read_all("iclr2026-seed.txt")
    assert len(papers) == 19
    assert [paper.abstract for paper in papers] == abstracts
    assert {paper.title for paper in papers} == {""}


def test_json_lines():
    with (CORPORA / "iclr2026.jsonl").open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    papers = read_all("iclr2026.jsonl")
    assert len(papers) == 4182
    for paper, record in zip(papers, records, strict=True):
        assert (paper.id, paper.venue, paper.url) == (record["id"], record["venue"], record["url"])
        assert paper.abstract == record["abstract"]
        assert paper.title == " ".join(record["title"].split("\n"))
        assert paper.keywords == tuple(filter(None, (" ".join(word.split()) for word in record["keywords"])))


def test_a_paper_list_dump():
    records = json.loads((CORPORA / "paperlists-colm2024.json").read_text(encoding="utf-8"))
    papers = read_all("paperlists-colm2024.json")
    assert len(papers) == 289
    for paper, record in zip(papers, records, strict=True):
        assert (paper.id, paper.title, paper.url) == (record["id"], record["title"], record["site"])
        assert paper.abstract == "".join(c if c >= " " or c == "\n" else " " for c in record["abstract"])
        assert len(paper.authors) == record["author"].count(";") + 1
    assert papers[0].keywords == (
        "Authorship Verification",
        "Parameter-Efficient Fine-Tuning (PEFT)",
        "InstructAV",
    )
