"""A folder of everything: what each file gave is told, and what is in several of them is one paper."""

import json
from pathlib import Path

import pytest

from paperkg.model import Paper
from paperkg.papers import Account, Problem, SourceError, merge, merge_into, read
from tests.papers import lists
from tests.papers.lists import ABSTRACT, TITLE

FILES: dict[str, tuple[str | bytes, str, int, int, int]] = {
    # content, format, papers read, merged into the first file's, records skipped
    "a.bib": (lists.BIBTEX, "BibTeX", 2, 0, 2),
    "b.ris": (lists.RIS, "RIS", 2, 1, 1),
    "c.enw": (lists.ENDNOTE, "EndNote", 2, 2, 0),
    "d.nbib": (lists.NBIB, "PubMed", 2, 1, 0),
    "e.txt": (lists.WOS, "Web of Science", 1, 1, 0),
    "f.csv": (lists.SCOPUS, "a table", 1, 1, 0),
    "g.rdf": (lists.ZOTERO_RDF, "Zotero RDF", 1, 1, 0),
    "h.xml": (lists.ATOM, "arXiv's Atom", 1, 1, 0),
    "i.xml": (lists.ACL, "ACL Anthology XML", 1, 1, 0),
    "j.jsonl": (lists.ARXIV_SNAPSHOT, "JSON Lines", 1, 1, 0),
    "k.json": (json.dumps(json.loads(lists.OPENALEX), indent=1), "JSON", 1, 1, 0),
    "l.md": (lists.MARKDOWN, "Markdown", 3, 1, 1),
    "m.xlsx": (b"", "XLSX", 1, 1, 2),
    "n.xml": (lists.DBLP, "", 0, 0, 1),
    "o.py": ("print('no paper')\n", "", 0, 0, 1),
    "p.png": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "", 0, 0, 1),
    "q.html": ("<!DOCTYPE html><p>A page.", "", 0, 0, 1),
    "sub/r.json": (lists.OPENREVIEW_2, "JSON", 1, 1, 0),
    "sub/s.txt": ("We study rivers.\n\nWe study seas.\n", "plain text", 2, 0, 0),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, (content, *_) in FILES.items():
        file = tmp_path / "all" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        content = lists.xlsx() if name == "m.xlsx" else content
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    (tmp_path / "all" / ".hidden.bib").write_text(lists.BIBTEX)
    return tmp_path / "all"


def test_the_account_of_a_mixed_folder(folder):
    problems: list[Problem] = []
    account = Account()
    kept: list[Paper] = []
    merge_into(kept, read(folder, problems, account=account), problems, account.merged)
    assert {
        one.file.removeprefix(f"{folder}/"): (one.form, one.read, one.merged, one.skipped)
        for one in account.files
    } == {name: tuple(counts) for name, (_, *counts) in FILES.items()}
    assert sorted(paper.title or paper.abstract for paper in kept) == sorted(
        [
            TITLE,
            "On $O(n^2)$ Tides – a survey",
            "Tides",  # of RIS; EndNote's and PubMed's have the same abstract, and no author
            "Tides.",
            "Tides Seen from the Moon",
            "Long Rivers and Short Bridges",
            "We study rivers.",
            "We study seas.",
        ]
    )
    lanterns = next(paper for paper in kept if paper.title == TITLE)
    assert (lanterns.arxiv, lanterns.citations, lanterns.venue) == (
        "2401.01234",
        12,
        "Proceedings of MAPS 2024",
    )
    told = [str(problem).removeprefix(f"{folder}/") for problem in problems]
    assert "n.xml: is a list of DBLP, which has no abstracts; the file is skipped" in told
    assert "o.py: is no list of papers, it seems; the file is skipped" in told
    assert "q.html: is a web page, which is not read; the file is skipped" in told


def test_a_file_that_is_named_must_be_read(folder):
    with pytest.raises(SourceError, match="DBLP"):
        list(read([folder / "b.ris", folder / "n.xml"], []))


def test_a_folder_without_papers(tmp_path):
    (tmp_path / "x.py").write_text("pass")
    problems: list[Problem] = []
    with pytest.raises(SourceError, match="no file in this folder gives a paper"):
        list(read(tmp_path, problems))
    assert len(problems) == 1


# One paper in several sources

FIRST = Paper("1", TITLE, ABSTRACT, ("García, José", "Bee, Ann"), doi="10.1234/a", arxiv="2401.01234")


@pytest.mark.parametrize(
    "second",
    [
        Paper("2", "Slow lanterns", "Another text.", doi="10.1234/a"),  # the same DOI, a shorter title
        Paper("2", "", "Another text.", arxiv="2401.01234"),
        Paper(
            "2",
            TITLE.upper(),
            "Another text.",
            ("José García",),
            arxiv="2401.01234",
            doi="10.48550/arxiv.2401.01234",
        ),
        Paper(
            "2", TITLE.replace(":", " -"), "Another text.", ("Ann Bee",)
        ),  # the same title, an author in common
        Paper("2", TITLE, ABSTRACT.replace("phone", "watch")),  # the same title, nearly the same abstract
    ],
)
def test_what_is_one_paper(second):
    assert merge([FIRST, second], []).merged == 1
    assert merge([second, FIRST], []).merged == 1


@pytest.mark.parametrize(
    "second",
    [
        Paper(
            "2", "Proceedings of Something Else Entirely", "Another text.", doi="10.1234/a"
        ),  # a volume's DOI
        Paper("2", TITLE, "Another text.", ("Cee Dee",)),  # another author
        Paper("2", TITLE, "Another text."),  # nothing but the title
        Paper("2", TITLE, ABSTRACT.replace("phone", "watch"), ("Ann Bee",), doi="10.1234/b"),  # another DOI
        Paper("2", TITLE, ABSTRACT.replace("phone", "watch"), ("Ann Bee",), arxiv="2402.00002"),
    ],
)
def test_what_is_not(second):
    assert merge([FIRST, second], []).merged == 0
    assert merge([second, FIRST], []).merged == 0


def test_short_titles_are_nobodys_own():
    one, other = (Paper(n, "Introduction", f"We welcome you to {n}.", ("Ann Bee",)) for n in "12")
    assert merge([one, other], []).merged == 0


def test_what_the_first_lacks_is_filled():
    second = Paper(
        "2",
        TITLE,
        "Another text.",
        ("Ann Bee",),
        2024,
        "Maps",
        "u",
        ("k",),
        orcids=("0000-0002-1825-0097",),
        areas=("cs.CV",),
        citations=0,
    )
    [merged] = merge([FIRST, second], []).papers
    assert (merged.year, merged.venue, merged.keywords, merged.areas, merged.citations) == (
        2024,
        "Maps",
        ("k",),
        ("cs.CV",),
        0,
    )
    assert (merged.abstract, merged.authors, merged.orcids) == (ABSTRACT, FIRST.authors, ())


def test_a_folder_that_cannot_be_looked_into_is_told_and_the_others_are_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut, look = folder / "sub", Path.iterdir

    def refuse(path: Path):
        if path == shut:
            raise PermissionError(13, "Permission denied", str(path))
        return look(path)

    monkeypatch.setattr(Path, "iterdir", refuse)
    problems: list[Problem] = []
    assert len(list(read(folder, problems))) > 10
    assert f"{shut}: is a folder that cannot be looked into; the file is skipped" in map(str, problems)
    with pytest.raises(SourceError, match="no file in this folder gives a paper"):
        list(read(shut, problems))
