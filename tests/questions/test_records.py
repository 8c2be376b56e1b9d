"""Records in the form in which people mark papers by hand."""

import importlib.util
import json
from pathlib import Path

import pytest

from paperkg.graph import Contents, Entry, open_graph, save
from paperkg.model import Claim, Concept, Extraction, Kind, Link, Mention, Paper, Result, Role
from paperkg.questions import paper_records
from tests.graph.example import PAPERS, mention

GOLD = Path(__file__).parents[3] / "shared" / "gold"
needs_gold = pytest.mark.skipif(not GOLD.is_dir(), reason="the marked papers are not beside this checkout")


def test_records_by_hand(kg):
    records = {str(record["id"]): record for record in paper_records(kg)}
    assert list(records) == [paper.id for paper in PAPERS]
    assert records["mazes"] == {
        "id": "mazes",
        "concepts": [
            {"name": "GridLock", "kind": "benchmark", "role": "introduces", "surfaces": ["GridLock"]},
            {"name": "Llama 3", "kind": "model", "role": "uses", "surfaces": ["Llama 3"]},
            {"name": "Relay", "kind": "model", "role": "uses", "surfaces": ["Relay"]},
        ],  # and not the keyword
        "results": [
            {
                "quote": "Llama 3 solves 41.5% of GridLock",
                "value": "41.5%",
                "metric": None,
                "on": "GridLock",
                "by": "Llama 3",
                "against": None,
            }
        ],
    }
    assert records["r/1 é"]["results"] == [
        {
            "quote": "beats Llama 3 by 2.4x",
            "value": "2.4x",
            "metric": None,
            "on": None,
            "by": "it",
            "against": "Llama 3",
        }
    ]
    assert records["bare"] == {"id": "bare", "concepts": [], "results": []}


def test_surfaces_are_each_string_once_in_the_order_of_the_text(tmp_path):
    paper = Paper("p", "LLMs", "Large language models (LLMs) talk. An LLM too.")
    llm = Concept(Kind.MODEL, "large language model", "large language model", ("LLM", "LLMs"))
    places = [("LLM", 2), ("LLMs", 0), ("Large language models", 0), ("LLMs", 1)]  # the role's one first
    found = tuple(mention(paper, words, Kind.MODEL, nth) for words, nth in places)
    link = Link("p", llm.id, Role.USES, 1.0, found)
    save(tmp_path, Contents((Entry(paper, "LLMs", Extraction()),), (llm,), (link,)))
    with open_graph(tmp_path) as kg:
        [record] = paper_records(kg)
    assert record["concepts"] == [
        {
            "name": "large language model",
            "kind": "model",
            "role": "uses",
            "surfaces": ["LLMs", "Large language models", "LLM"],
        }
    ]


def check_rules():
    """The checker of marked papers: a script that lies beside the papers."""
    spec = importlib.util.spec_from_file_location("gold_check", GOLD / "check.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_jsonl(path, records):
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return path


@needs_gold
def test_the_checker_finds_no_fault_but_papers_without_concepts(kg, tmp_path, capsys):
    papers = [{"id": paper.id, "title": paper.title, "abstract": paper.abstract} for paper in PAPERS]
    files = write_jsonl(tmp_path / "papers", papers), write_jsonl(tmp_path / "records", paper_records(kg))
    check_rules().main(*files)
    assert capsys.readouterr().out.splitlines() == ["bare: no concepts"]


@needs_gold
def test_what_people_marked_comes_back_from_a_graph_of_it(tmp_path):
    """A graph made of the marks themselves gives the marks, surfaces in the order of the text."""
    marks = [json.loads(line) for line in (GOLD / "dev.jsonl").read_text("utf-8").splitlines()]
    lines = (GOLD / "papers.jsonl").read_text("utf-8").splitlines()
    papers = {
        (p := json.loads(line))["id"]: Paper(p["id"], p["title"] or "", p["abstract"]) for line in lines
    }
    save(tmp_path, contents_of(marks, papers))
    with open_graph(tmp_path) as kg:
        records = list(paper_records(kg))
    assert [record["id"] for record in records] == [mark["id"] for mark in marks]
    for record, mark in zip(records, marks, strict=True):
        text = papers[mark["id"]].text
        assert record["concepts"] == [
            {
                "name": c["name"],
                "kind": c["kind"],
                "role": c["role"],
                "surfaces": sorted(c["surfaces"], key=lambda words: (text.index(words), len(words))),
            }
            for c in mark["concepts"]
        ]
        assert record["results"] == mark["results"]


def contents_of(marks, papers):
    concepts, links, results = {}, [], []
    for mark in marks:
        paper = papers[mark["id"]]
        for number, c in enumerate(mark["concepts"]):
            # a concept of its own for each mark: how marks are joined is not asked here
            made = Concept(Kind(c["kind"]), f"{mark['id']} {number}", c["name"], (c["name"],))
            concepts[made.id] = made
            spans = [(paper.text.index(s), paper.text.index(s) + len(s)) for s in c["surfaces"]]
            found = tuple(Mention(start, end, made.kind, "by hand", 1.0) for start, end in spans)
            links.append(Link(paper.id, made.id, Role(c["role"]), 1.0, found))
        for r in mark["results"]:
            start = paper.text.index(r["quote"])
            words = (r["value"], r["metric"], r["on"], r["by"], r["against"])
            results.append(Result(paper.id, Claim(start, start + len(r["quote"]), *words)))
    entries = tuple(
        Entry(papers[mark["id"]], papers[mark["id"]].title or "untitled", Extraction()) for mark in marks
    )
    return Contents(entries, tuple(concepts.values()), tuple(links), tuple(results))
