"""What a person takes away: files with what is shown."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from paperkg.model import Kind, Paper, Role
from paperkg.rdf import to_rdflib

from ..view.made import Found, forest, garden, make
from .conftest import Opener
from .person import act, drawn, saved, search

pytestmark = pytest.mark.browser


def test_the_papers_that_introduce_a_benchmark_for_gui_agents_as_bibtex(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    page.get_by_label("Papers that", exact=True).select_option("introduces")
    page.get_by_label("Kind of concept").select_option("benchmark")
    search(page, "gui agent")
    name, content = saved(page, "Papers BibTeX")
    assert name == "garden.bib"
    assert content.decode() == (
        "@inproceedings{vale2024fern,\n  title = {{Fern: A Study}},\n  author = {Mo Vale},\n"
        "  booktitle = {ICML 2024},\n  year = {2024}\n}\n"
        "\n@inproceedings{vale2025hazel,\n  title = {{Hazel: A Study}},\n  author = {Mo Vale},\n"
        "  booktitle = {ICLR 2025},\n  year = {2025}\n}\n"
    )


def test_a_table_has_a_row_for_all_that_is_shown(show: Opener, tmp_path: Path) -> None:
    page = show(garden(tmp_path / "garden"))
    name, content = saved(page, "Table CSV")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert name == "garden.csv"
    assert {row["name"] for row in rows} == set(drawn(page))
    fern = next(row for row in rows if row["name"] == "Fern: A Study")
    assert (fern["authors"], fern["year"], fern["introduces"]) == ("Mo Vale", "2024", "Glade")
    glade = next(row for row in rows if row["name"] == "Glade")
    assert (glade["kind"], glade["papers"]) == ("benchmark", "3")


def test_hostile_titles_are_text_in_every_file(show: Opener, tmp_path: Path) -> None:
    evil = '=HYPERLINK("http://x","<b>&\\input{x}%_$^~")'
    page = show(make(tmp_path / "evil", [(Paper("p", evil, "It."), [Found("It", Kind.TASK, Role.USES)])]))
    rows = list(csv.DictReader(io.StringIO(saved(page, "Table CSV")[1].decode("utf-8-sig"))))
    assert rows[0]["name"] == f"'{evil}"
    bib = saved(page, "Papers BibTeX")[1].decode()
    assert (
        "\\textbackslash{}input\\textbraceleft{}x\\textbraceright{}\\%\\_\\$\\textasciicircum{}\\textasciitilde{}"
        in bib
    )
    drawing = ElementTree.fromstring(saved(page, "Drawing SVG")[1])
    assert any(element.text == evil for element in drawing.iter())


def test_a_picture_is_a_png_and_a_drawing_holds_the_names(show: Opener, tmp_path: Path) -> None:
    page = show(forest(tmp_path / "forest"))
    name, picture = saved(page, "Picture PNG")
    assert name == "forest.png"
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 5000
    name, content = saved(page, "Drawing SVG")
    drawing = ElementTree.fromstring(content)
    space = "{http://www.w3.org/2000/svg}"
    assert {title.text for title in drawing.iter(f"{space}title")} == {"forest", *drawn(page)}
    assert "perplexity" in [line.text for line in drawing.iter(f"{space}tspan")]
    assert len([path for path in drawing.iter(f"{space}path") if path.get("stroke-opacity")]) == 10
    assert not re.search(rb"https?://(?!www\.w3\.org/2000/svg)", content)


@pytest.mark.parametrize(
    "asked",
    ["everything", "concept", "and", "introduces a benchmark", "year and venue", "words", "hidden"],
)
def test_the_query_gives_the_same_papers(show: Opener, tmp_path: Path, asked: str) -> None:
    kg = garden(tmp_path / "garden")
    page = show(kg)
    if asked == "concept":
        search(page, "glade")
    elif asked == "and":
        search(page, "glade")
        act(page, "And")
        search(page, "lora")
    elif asked == "introduces a benchmark":
        page.get_by_label("Papers that", exact=True).select_option("introduces")
        page.get_by_label("Kind of concept").select_option("benchmark")
    elif asked == "year and venue":
        page.get_by_label("Years").select_option("2025")
        page.get_by_label("Venue").select_option("ICLR 2026")
    elif asked == "words":
        page.locator("#search").fill("a study")
        page.get_by_role("option", name="Only what has to do with").click()
    elif asked == "hidden":
        search(page, "kale")
        act(page, "Hide")
    query = saved(page, "Query SPARQL")[1].decode()
    rows = csv.DictReader(io.StringIO(saved(page, "Table CSV")[1].decode("utf-8-sig")))
    shown = sorted(row["name"] for row in rows if row["kind"] == "paper")
    found = to_rdflib(kg).query(query)
    assert [str(row.label) for row in found] == shown
    assert shown
    assert ("VALUES" in query) == (asked in ("words", "hidden"))
