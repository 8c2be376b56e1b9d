"""Answers as data frames and as tables of a notebook."""

import sys

import pandas as pd
import polars as pl
import pytest

from paperkg.graph import Contents, Entry, open_graph, save
from paperkg.model import Concept, Extraction, Kind, Link, Mention, Paper, Role
from paperkg.questions import (
    common,
    compare,
    cooccur,
    frame,
    leaderboard,
    path,
    rows,
    search,
    shared,
    show,
    similar,
    stats,
    topics,
    trends,
)

ANSWERS = {
    "shared": lambda kg: shared(kg, "GridLock"),
    "common": lambda kg: common(kg, ["mazes", "late"]),
    "leaderboard": lambda kg: leaderboard(kg, "GridLock"),
    "similar": lambda kg: similar(kg, "late"),
    "path": lambda kg: path(kg, "pro", "mazes"),
    "topics": topics,
    "search": lambda kg: search(kg, "GridLock"),
    "a paper": lambda kg: show(kg, "paper:mazes"),
    "a concept": lambda kg: show(kg, "GridLock"),
    "stats": stats,
    "trends": trends,
}


def test_a_row_for_each_sentence_of_what_papers_share(kg):
    answer = shared(kg, "GridLock Pro")
    assert rows(answer) == [
        {
            "paper": "r/1 é",
            "label": "Relay",
            "role": "evaluates_on",
            "sentence": "On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x.",
        },
        {"paper": "pro", "label": "Walls", "role": "evaluates_on", "sentence": "We test on GridLock Pro."},
    ]


@pytest.mark.parametrize("question", ANSWERS)
def test_pandas_and_polars_hold_the_same_rows(kg, question, monkeypatch):
    answer = ANSWERS[question](kg)
    listed = rows(answer)
    assert len({tuple(row) for row in listed}) <= 1, "one set of names"
    found = frame(answer)
    assert isinstance(found, pd.DataFrame)
    assert found.astype(object).where(found.notna(), None).to_dict("records") == listed
    monkeypatch.setitem(sys.modules, "pandas", None)
    found = frame(answer)
    assert isinstance(found, pl.DataFrame)
    assert found.to_dicts() == listed
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ModuleNotFoundError, match="paperkg\\[frames\\]"):
        frame(answer)


def test_pairs_are_a_frame_as_well_and_other_things_are_none(kg):
    pairs = cooccur(kg)
    assert len(frame(pairs)) == len(pairs)
    for thing in (kg, compare(kg, ["mazes", "late"]), 3):
        with pytest.raises(TypeError, match="not an answer that can be written as rows"):
            frame(thing)


def test_a_notebook_shows_a_table_and_nothing_in_it_runs(tmp_path):
    evil = "<script>alert(1)</script>"
    concept = Concept(Kind.BENCHMARK, evil, evil, (evil,))
    evidence = (Mention(0, len(evil), Kind.BENCHMARK, "hand", 1.0),)
    papers = [Paper(f"p{n}", evil, f"On {evil}.") for n in range(2)]
    entries = tuple(Entry(paper, paper.title, Extraction()) for paper in papers)
    links = tuple(Link(paper.id, concept.id, Role.EVALUATES_ON, 1.0, evidence) for paper in papers)
    save(tmp_path, Contents(entries, (concept,), links))
    with open_graph(tmp_path) as kg:
        shown = shared(kg, concept.id)._repr_html_()
        assert "&lt;script&gt;alert(1)" in shown
        assert "<script" not in shown
        assert shown.count("<tr>") == 3
        assert "<script" not in kg._repr_html_()
        assert "2 papers, 1 concept, 2 links" in kg._repr_html_()
        assert "nothing found" in trends(kg)._repr_html_()
