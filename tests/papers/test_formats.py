"""Each format on a file as its program writes it; the values are those that stand there to be read."""

import csv
import io
import json
import re

import pytest

from paperkg.papers import SourceError, Ways, read
from tests.papers import lists
from tests.papers.lists import ABSTRACT, ARXIV, AUTHORS, DOI, TITLE

FAMILY_FIRST = ("García, José", "Bee, Ann")
ORCIDS = ("", "0000-0002-1825-0097")
ADDRESS = "https://example.org/lanterns"
FORUM = "https://openreview.net/forum?id=lAnTeRn1"
WORDS = ("lanterns", "maps")
OF_SCOPUS = {
    "year": 2024,
    "venue": "Journal of Maps",
    "doi": DOI,
    "url": "https://www.scopus.com/inward/record.uri?eid=2-s2.0-1",
    "keywords": WORDS,
    "citations": 12,
}

LISTS = {
    "RIS": (
        lists.RIS,
        {
            "id": DOI,
            "authors": FAMILY_FIRST,
            "year": 2024,
            "venue": "Conference on Maps",
            "doi": DOI,
            "url": ADDRESS,
            "keywords": WORDS,
            "citations": 12,
        },
    ),
    "EndNote": (
        lists.ENDNOTE,
        {
            "id": DOI,
            "authors": FAMILY_FIRST,
            "year": 2024,
            "venue": "Conference on Maps",
            "doi": DOI,
            "url": ADDRESS,
            "keywords": WORDS,
        },
    ),
    "PubMed": (
        lists.NBIB,
        {
            "id": "38000001",
            "authors": FAMILY_FIRST,
            "orcids": ORCIDS[::-1],
            "year": 2024,
            "venue": "Journal of maps",
            "doi": DOI,
            "url": "https://pubmed.ncbi.nlm.nih.gov/38000001/",
            "keywords": WORDS,
            "areas": ("Cities/methods",),
        },
    ),
    "Web of Science": (
        lists.WOS,
        {
            "authors": FAMILY_FIRST,
            "orcids": ORCIDS[::-1],
            "year": 2024,
            "venue": "JOURNAL OF MAPS",
            "doi": DOI,
            "keywords": WORDS,
            "areas": ("Geography", "Computer Science"),
            "citations": 12,
        },
    ),
    "Web of Science, a table": (
        lists.WOS_TABLE,
        {
            "authors": FAMILY_FIRST,
            "year": 2024,
            "venue": "JOURNAL OF MAPS",
            "doi": DOI,
            "keywords": WORDS,
            "citations": 12,
        },
    ),
    "Web of Science, a table in UTF-16": (lists.WOS_TABLE.encode("utf-16"), {"year": 2024, "doi": DOI}),
    "Scopus": (
        lists.SCOPUS,
        {
            "id": DOI,
            "authors": FAMILY_FIRST,
            "year": 2024,
            "venue": "Journal of Maps",
            "doi": DOI,
            "url": "https://www.scopus.com/x",
            "keywords": WORDS,
            "citations": 12,
        },
    ),
    "Zotero, a table": (
        lists.ZOTERO_CSV,
        {
            "id": DOI,
            "authors": FAMILY_FIRST,
            "year": 2024,
            "venue": "Journal of Maps",
            "doi": DOI,
            "arxiv": ARXIV,
            "url": ADDRESS,
            "keywords": WORDS,
        },
    ),
    "Zotero RDF": (
        lists.ZOTERO_RDF,
        {
            "authors": AUTHORS,
            "year": 2024,
            "venue": "Journal of Maps",
            "doi": DOI,
            "url": ADDRESS,
            "keywords": WORDS,
        },
    ),
    "arXiv's Atom": (
        lists.ATOM,
        {
            "id": ARXIV,
            "authors": AUTHORS,
            "year": 2024,
            "venue": "J. Maps 1 (2024)",
            "doi": DOI,
            "arxiv": ARXIV,
            "url": f"https://arxiv.org/abs/{ARXIV}",
            "areas": ("cs.CV", "cs.LG"),
        },
    ),
    "arXiv's snapshot": (
        lists.ARXIV_SNAPSHOT,
        {
            "id": ARXIV,
            "authors": AUTHORS,
            "year": 2024,
            "doi": DOI,
            "arxiv": ARXIV,
            "url": f"https://arxiv.org/abs/{ARXIV}",
            "areas": ("cs.CV", "cs.LG"),
        },
    ),
    "ACL Anthology": (
        lists.ACL,
        {
            "id": "2024.maps-long.1",
            "authors": AUTHORS,
            "orcids": ORCIDS,
            "year": 2024,
            "venue": "Proceedings of the Conference on Maps",
            "doi": DOI,
            "url": "https://aclanthology.org/2024.maps-long.1/",
        },
    ),
    "EndNote XML": (
        lists.ENDNOTE_XML,
        {
            "authors": FAMILY_FIRST,
            "year": 2024,
            "venue": "Journal of Maps",
            "doi": DOI,
            "url": ADDRESS,
            "keywords": WORDS,
        },
    ),
    "OpenAlex": (
        lists.OPENALEX,
        {
            "id": "W4390000001",
            "authors": AUTHORS,
            "orcids": ORCIDS,
            "year": 2024,
            "venue": "Journal of Maps",
            "doi": DOI,
            "arxiv": ARXIV,
            "url": ADDRESS,
            "areas": ("Cartography",),
            "citations": 12,
            "keywords": (),
        },
    ),
    "Semantic Scholar, Graph": (
        lists.S2_GRAPH,
        {
            "id": "0" * 40,
            "authors": AUTHORS,
            "year": 2024,
            "venue": "Conference on Maps",
            "doi": DOI,
            "arxiv": ARXIV,
            "url": "https://www.semanticscholar.org/paper/0",
            "areas": ("Computer Science",),
            "citations": 12,
        },
    ),
    "Semantic Scholar, bulk": (
        lists.S2_BULK,
        {
            "id": "17",
            "authors": AUTHORS,
            "year": 2024,
            "doi": DOI,
            "arxiv": ARXIV,
            "areas": ("Computer Science",),
            "citations": 12,
        },
    ),
    "Crossref": (
        lists.CROSSREF,
        {
            "id": DOI.upper(),
            "authors": AUTHORS,
            "orcids": ORCIDS,
            "year": 2024,
            "venue": "Journal of Maps",
            "doi": DOI,
            "url": f"http://dx.doi.org/{DOI}",
            "areas": ("Geography",),
            "citations": 12,
        },
    ),
    "CSL-JSON": (
        lists.CSL,
        {
            "id": "garcia2024",
            "authors": AUTHORS,
            "year": 2024,
            "venue": "Journal of Maps",
            "doi": DOI,
            "keywords": WORDS,
        },
    ),
    "OpenReview 1": (
        lists.OPENREVIEW_1,
        {
            "id": "lAnTeRn1",
            "authors": AUTHORS,
            "year": 2024,
            "venue": "Maps 2024",
            "url": FORUM,
            "keywords": WORDS,
        },
    ),
    "OpenReview 2": (
        lists.OPENREVIEW_2,
        {
            "id": "lAnTeRn1",
            "authors": AUTHORS,
            "year": 2024,
            "venue": "Maps 2024",
            "url": FORUM,
            "keywords": WORDS,
            "areas": ("cartography",),
        },
    ),
    "a paper list": (
        lists.PAPER_LIST,
        {
            "id": "lAnTeRn1",
            "authors": AUTHORS,
            "orcids": ORCIDS,
            "url": FORUM,
            "keywords": WORDS,
            "areas": ("cartography",),
            "citations": 12,
        },
    ),
    "the ACL Anthology's BibTeX": (
        lists.ACL_BIBTEX,
        {
            "id": "garcia-bee-2024-slow",
            "authors": AUTHORS,
            "year": 2024,
            "venue": "Proceedings of the 62nd Annual Meeting on Maps (Volume 1: Long Papers)",
            "doi": DOI,
            "url": "https://aclanthology.org/2024.maps-long.17/",
        },
    ),
    "Scopus's BibTeX": (
        lists.SCOPUS_BIBTEX,
        {"authors": AUTHORS, **OF_SCOPUS},
    ),
    "Scopus's RIS": (
        lists.SCOPUS_RIS,
        {"authors": FAMILY_FIRST, **OF_SCOPUS},
    ),
    "Markdown": (lists.MARKDOWN, {"year": 2024, "url": ADDRESS}),
    "a Markdown table": (lists.MARKDOWN_TABLE, {"year": 2024, "url": ""}),
    "XLSX": (lists.xlsx, {"authors": AUTHORS, "year": 2024, "doi": DOI, "citations": 12}),
}


@pytest.mark.parametrize("name", LISTS)
def test_the_paper_in_each_format(reading, name):
    content, expected = LISTS[name]
    papers, _ = reading(content() if callable(content) else content)
    found = papers[0]
    assert (found.title, found.abstract) == (TITLE, ABSTRACT)
    assert {field: getattr(found, field) for field in expected} == expected


def test_bibtex(reading):
    papers, problems = reading(lists.BIBTEX)
    survey, lanterns = papers  # what takes fields from another entry comes when that is known
    assert (lanterns.id, lanterns.title, lanterns.abstract) == (
        "garcia2024lanterns",
        TITLE,
        ABSTRACT.replace("improves accuracy", "improves\n               accuracy"),
    )
    assert lanterns.authors == AUTHORS
    assert (lanterns.venue, lanterns.year) == ("Proceedings of MAPS 2024", 2024)
    assert (lanterns.doi, lanterns.keywords) == (DOI, WORDS)
    assert survey.title == "On $O(n^2)$ Tides – a survey"
    assert survey.abstract == "We survey tides of 100% water. They come and go."
    assert survey.authors == ("Ann Bee", "The Map Group")
    assert (survey.venue, survey.year, survey.arxiv) == (
        "Proceedings of the Conference on Maps, vol. 3",
        2023,
        "2301.00001",
    )
    assert [problem.split(" (")[0] for problem in problems] == [
        'papers, line 24: "No Abstract Here" has no abstract; the record is skipped',
        "papers, line 26: the entry is broken",
    ]


def test_biblatex(reading):
    [paper], problems = reading(lists.BIBLATEX)
    assert (paper.year, paper.venue, paper.arxiv) == (2022, "Moon Letters", "2205.00001")
    assert paper.abstract == "We look at tides from the moon, with one eye and method glasses."
    assert problems == []


def test_bibtex_without_its_reader_says_what_to_install(reading, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "bibtexparser", None)
    with pytest.raises(
        SourceError, match=r"bibtexparser, which is not installed; pip install 'paperkg\[formats\]'"
    ):
        reading(lists.BIBTEX)


def test_xlsx_without_its_reader_says_what_to_install(reading, monkeypatch):
    content = lists.xlsx()
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(
        SourceError, match=r"openpyxl, which is not installed; pip install 'paperkg\[formats\]'"
    ):
        reading(content)


def test_what_is_skipped_has_its_place(reading):
    assert reading(lists.RIS)[1] == [
        'papers, line 16: "A paper without an abstract" has no abstract; the record is skipped'
    ]
    assert reading(lists.xlsx())[1] == [
        'papers, sheet Papers, row 4: "Tides" has no abstract; the record is skipped',
        "papers, sheet Notes: has no row that names title and abstract; it is skipped",
    ]
    assert reading(lists.CROSSREF)[1] == [
        'papers, record 2: "No abstract" has no abstract; the record is skipped'
    ]
    assert reading(lists.MARKDOWN)[1] == [
        'papers, line 16: "A link without an abstract" has no abstract; the record is skipped'
    ]


def test_more_records_of_a_file(reading):
    assert [(p.title, p.year, p.venue) for p in reading(lists.RIS)[0]][1] == ("Tides", 1999, "Sea Letters")
    assert [p.title for p in reading(lists.ENDNOTE)[0]] == [TITLE, "Tides"]
    assert [(p.title, p.id) for p in reading(lists.NBIB)[0]] == [(TITLE, "38000001"), ("Tides.", "38000002")]
    assert [(p.title, p.authors, p.year) for p in reading(lists.MARKDOWN)[0]][1:] == [
        ("Tides Seen from the Moon", ("Ann Bee",), 2022),
        ("Long Rivers and Short Bridges", ("Ann Bee", "Cee Dee"), 2021),
    ]


def test_pubmed_xml_keeps_the_parts_of_an_abstract(reading):
    [paper], problems = reading(lists.PUBMED_XML)
    assert paper.abstract == "AIM: We light maps.\nRESULTS: It works."
    assert (paper.title, paper.authors, paper.orcids) == (TITLE, AUTHORS, ORCIDS)
    assert (paper.year, paper.venue, paper.doi) == (2024, "Journal of maps", DOI)
    assert (paper.keywords, paper.areas, problems) == (("lanterns",), ("Cities",), [])


@pytest.mark.parametrize("content", [lists.DBLP, lists.DBLP_JSON])
def test_dblp_has_no_abstracts(reading, content):
    with pytest.raises(
        SourceError, match="is a list of DBLP, which has no abstracts; get the papers from OpenAlex"
    ):
        reading(content)


def test_what_rispy_writes(reading):
    rispy = pytest.importorskip("rispy")
    entries = [
        {
            "type_of_reference": "JOUR",
            "title": f"On {n}",
            "abstract": f"We study {n}.",
            "authors": [f"Bee, Ann{n}"],
            "year": f"20{n}",
            "doi": f"10.1234/{n}",
            "keywords": ["a", "b"],
        }
        for n in range(10, 15)
    ]
    papers, problems = reading(rispy.dumps(entries))
    assert [(p.title, p.abstract, p.authors, p.year, p.doi, p.keywords) for p in papers] == [
        (e["title"], e["abstract"], tuple(e["authors"]), int(e["year"]), e["doi"], ("a", "b"))
        for e in entries
    ]
    assert problems == []


# PDF


def test_pdf(reading):
    [paper], problems = reading(lists.pdf())
    assert paper.title == "Slow Lanterns: Reading Maps of Large Cities"
    assert paper.abstract.startswith(
        "We study how lanterns light maps of large cities. Our method, LanternNet, improves"
    )
    assert "improves accuracy by 5% on MapBench" in paper.abstract
    assert paper.abstract.endswith("and that lanterns help where the moon does not.")
    assert (paper.id, paper.arxiv, paper.year) == (ARXIV, ARXIV, 2024)
    assert problems == []


def test_pdf_without_the_word_abstract(reading):
    [paper], _ = reading(lists.pdf(abstract_word=False))
    assert paper.abstract.startswith("We study how lanterns")
    assert paper.abstract.endswith("where the moon does not.")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"%PDF-1.7\nthis is none", "is a PDF (that is damaged|without text)"),
        (lambda: lists.pdf()[:700], "is a PDF"),
    ],
)
def test_a_damaged_pdf(reading, content, told):
    with pytest.raises(SourceError, match=told):
        reading(content() if callable(content) else content)


# Forced, and columns


def test_a_format_can_be_forced(tmp_path):
    file = tmp_path / "odd.txt"
    file.write_text(f"\n\n\nthis is my library\n\n{lists.ENDNOTE}", "utf-8")
    assert [p.title for p in read(file, [], ways=Ways("endnote"))] == [TITLE, "Tides"]
    with pytest.raises(SourceError, match="no paper is in it"):
        list(read(file, [], ways=Ways("ris")))
    with pytest.raises(SourceError, match="is no XLSX"):
        list(read(file, [], ways=Ways("xlsx")))


def test_columns_are_what_the_user_says(tmp_path):
    out = io.StringIO()
    csv.writer(out).writerows([["Name", "Title", "Text", "When"], [TITLE, "Dr.", ABSTRACT, "2024"]])
    file = tmp_path / "list.csv"
    file.write_text(out.getvalue(), "utf-8")
    ways = Ways(columns={"Name": "title", "Text": "abstract", "When": "year"})
    [paper] = read(file, [], ways=ways)
    assert (paper.title, paper.abstract, paper.year) == (TITLE, ABSTRACT, 2024)
    file = tmp_path / "list.jsonl"
    file.write_text(json.dumps({"Name": TITLE, "title": "Dr.", "Text": ABSTRACT}), "utf-8")
    [paper] = read(file, [], ways=ways)
    assert (paper.title, paper.abstract) == (TITLE, ABSTRACT)


# What is hostile


BOMB = (
    '<!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    "<feed><entry><summary>&b;</summary></entry></feed>"
)


@pytest.mark.parametrize(
    "content",
    [
        BOMB,
        re.sub("feed", "dblp", BOMB).replace("dblp [", "x [").replace("<dblp>", "<collection><volume>"),
        f"<feed>{'<a>' * 1000}",
        "<feed><entry><summary>We study X",
        "<feed><entry>" + "<a>" * 200,
    ],
)
def test_xml_that_means_no_good(reading, content):
    with pytest.raises(SourceError):
        reading(content)


def test_entities_are_not_expanded_and_nothing_is_fetched(reading, tmp_path):
    (tmp_path / "secret").write_text("secret")
    good = "<entry><id>1</id><title>On X</title><summary>We study &eacute;.</summary></entry>"
    bad = f'<!DOCTYPE feed [<!ENTITY s SYSTEM "file://{tmp_path}/secret">]>'
    assert reading(f"<feed>{good}</feed>")[0][0].abstract == "We study é."
    with pytest.raises(SourceError):
        reading(f"{bad}<feed>{good.replace('&eacute;', '&s;')}</feed>")


def test_good_records_before_a_fault_stay(reading):
    entry = "<entry><id>1</id><title>On X</title><summary>We study X.</summary></entry>"
    papers, problems = reading(f"<feed>{entry}<entry><title>On Y</feed>")
    assert [p.title for p in papers] == ["On X"]
    assert problems == ["papers, line 1: the XML is broken (mismatched tag); it is not read on"]


def test_a_workbook_that_expands_without_end(reading):
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.xml", " " * 20_000_000)
    with pytest.raises(SourceError, match="expands to"):
        reading(out.getvalue())


def test_an_inverted_index_with_far_places(reading):
    record = {
        "title": "On X",
        "abstract_inverted_index": {"We": [0], "study": [10**12], "X.": [10**15], "no": [-1]},
    }
    assert reading(json.dumps(record))[0][0].abstract == "We study X."


def test_characters_that_latex_writes_as_commands(reading):
    title = r"\textbraceleft{}a\textbraceright{} \textless{} b\textasciicircum{}2 \textbar{} 5\$ \& c\_d"
    [paper], _ = reading(f"@article{{a, title = {{{title}}}, abstract = {{We study X.}}}}")
    assert paper.title == "{a} < b^2 | 5$ & c_d"


def test_latex_nested_without_end_is_left_as_it_is(reading):
    title = "{" * 3000 + r"\"u" + "}" * 3000
    [paper], _ = reading(f"@article{{a, title = {{{title}}}, abstract = {{We study X.}}}}")
    assert paper.abstract == "We study X."
