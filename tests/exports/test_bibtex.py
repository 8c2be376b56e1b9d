"""BibTeX, read back by pybtex."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.exports import cite, export
from paperkg.exports.bibtex import entries, tex
from paperkg.exports.plain import plain
from paperkg.graph import KnowledgeGraph
from paperkg.model import Paper

from .worlds import HOSTILE

SPECIAL = {
    r"\textbackslash{}": "\\",
    r"\textbraceleft{}": "{",
    r"\textbraceright{}": "}",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    **{f"\\{char}": char for char in "&%$#_"},
}


def printed(written: str) -> str:
    """What LaTeX prints."""
    text = ""
    while written:
        for command, char in SPECIAL.items():
            if written.startswith(command):
                text, written = text + char, written[len(command) :]
                break
        else:
            assert written[0] not in "\\{}~^&%$#_", written
            text, written = text + written[0], written[1:]
    return text


def parsed(text: str):
    pybtex = pytest.importorskip("pybtex.database")
    return pybtex.parse_string(text, "bibtex").entries


def test_an_entry_says_what_the_paper_says(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out.bib")
    read = parsed((tmp_path / "out.bib").read_text("utf-8"))
    assert len(read) == 6
    entry = read["example2025gridlock"]
    assert entry.type == "inproceedings"
    assert dict(entry.fields) == {
        "title": "{GridLock: Mazes That Test Planning}",
        "booktitle": "Workshop on Mazes",
        "year": "2025",
        "url": "https://example.org/a?b=1&c=2",
    }
    assert [" ".join(person.last_names) for person in entry.persons["author"]] == ["Example", "O'Hara"]
    assert read["relay"].fields["title"] == "{Relay}"  # it has no title: what it introduces


def test_some_papers_once_each_in_the_order_given(kg: KnowledgeGraph) -> None:
    text = cite(kg, ["late", "mazes", "late", "no such paper"])
    assert [line for line in text.splitlines() if line.startswith("@")] == [
        "@misc{doors,",
        "@inproceedings{example2025gridlock,",
    ]
    assert cite(kg, []) == ""


def test_keys_are_distinct(tmp_path: Path) -> None:
    papers = [Paper(f"{n}", "Sums again", "", ("Example, Ada",), 2026) for n in range(3)]
    papers += [Paper("x-1", "漢字", ""), Paper("x-2", "漢字", "")]
    text = "\n".join(entries((paper, paper.title) for paper in papers))
    keys = ["example2026sums", "example2026sums-1", "example2026sums-2", "paperx1", "paperx2"]
    assert list(parsed(text)) == keys


def test_where_else_a_paper_is_to_be_found() -> None:
    paper = Paper("1", "Sums", "", doi="10.1000/a_{b}", arxiv="2110.14168")
    [entry] = parsed("".join(entries([(paper, "Sums")]))).values()
    assert entry.fields["doi"] == "10.1000/a_%7Bb%7D"
    assert (entry.fields["eprint"], entry.fields["archiveprefix"]) == ("2110.14168", "arXiv")


def test_several_names_in_one_are_one_author() -> None:
    paper = Paper("1", "T", "", ("Ada and Bo", "Doe, Jane", "X, Inc., of Y, Z", "andrea"))
    [entry] = entries([(paper, "T")])
    assert "author = {{Ada and Bo} and Doe, Jane and {X, Inc., of Y, Z} and andrea}" in entry
    assert len(parsed(entry)["bo"].persons["author"]) == 4


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(HOSTILE))
def test_latex_prints_the_text(text: str) -> None:
    assert printed(tex(text)) == plain(text)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1) | st.sampled_from(HOSTILE)))
def test_any_names_can_be_read_back(names: list[str]) -> None:
    papers = [Paper(name.replace("\0", " "), name, name, (name,), None, name, name) for name in names]
    text = "\n".join(entries(((paper, paper.title) for paper in papers), abstracts=True))
    depth = 0
    for char in text:  # as BibTeX counts: whatever stands before a brace
        depth += {"{": 1, "}": -1}.get(char, 0)
        assert depth >= 0
    assert depth == 0
    read = list(parsed(text).values())
    assert len(read) == len(names)
    for entry, name in zip(read, names, strict=True):
        assert printed(" ".join(entry.fields["title"][1:-1].split())) == " ".join(plain(name).split())
