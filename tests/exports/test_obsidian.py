"""The vault: every link finds its note on every system, and no text of a paper is more than text."""

from __future__ import annotations

import re
from pathlib import Path, PureWindowsPath

import srsly
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from paperkg.exports import export
from paperkg.exports.obsidian import escaped, file_name, note_places
from paperkg.exports.plain import plain
from paperkg.graph import KnowledgeGraph
from paperkg.model import Kind
from tests.conftest import named as named_as

from .worlds import HOSTILE, named, saved

LINK = re.compile(r"(?<!\\)\[\[([^\[\]|#^]+)\|([^\[\]|]+)\]\]")
FORBIDDEN = set('\\/:*?"<>|#^[]') | set(map(chr, range(32)))


def vault(folder: Path) -> dict[str, tuple[dict[str, object], str]]:
    """Read a vault: properties and body by the path that a link names."""
    notes = {}
    for path in sorted(folder.rglob("*.md")):
        empty, front, body = path.read_text("utf-8").split("---\n", 2)
        assert empty == ""
        notes[named_as(path.relative_to(folder)).removesuffix(".md")] = (srsly.yaml_loads(front), body)
    return notes


def links(body: str) -> list[tuple[str, str]]:
    """Every link of a note; whatever looks like one and is none fails."""
    found = LINK.findall(body)
    assert len(re.findall(r"(?<!\\)\[\[", body)) == len(found)
    return found


def names(folder: Path) -> list[str]:
    return [named_as(path.relative_to(folder)).removesuffix(".md") for path in sorted(folder.rglob("*.md"))]


def test_a_note_a_paper_and_concept_with_links_between(kg: KnowledgeGraph, tmp_path: Path) -> None:
    export(kg, tmp_path / "out", format="obsidian")
    notes = vault(tmp_path / "out")
    front, body = notes["Papers/GridLock - Mazes That Test Planning"]
    assert front == {
        "id": "paper:mazes",
        "type": "paper",
        "title": "GridLock: Mazes That Test Planning",
        "authors": ["Ada Example", 'Bo "B" O\'Hara'],
        "year": 2025,
        "venue": "Workshop on Mazes",
        "url": "https://example.org/a?b=1&c=2",
        "keywords": ["mazes", "planning"],
        "tags": ["paper"],
    }
    assert links(body) == [
        ("Benchmarks/GridLock", "GridLock"),
        ("Models/Llama 3", "Llama 3"),
        ("Models/Relay", "Relay"),
        ("Keywords/mazes", "mazes"),
        ("Benchmarks/GridLock", "GridLock"),
        ("Models/Llama 3", "Llama 3"),
    ]
    assert "- [[Benchmarks/GridLock|GridLock]]: We present GridLock, a maze benchmark.\n" in body
    claim = "- **41.5\\%** (benchmark [[Benchmarks/GridLock|GridLock]], system [[Models/Llama 3|Llama 3]]): "
    assert f"{claim}Llama 3 solves 41.5\\% of GridLock\n" in body
    front, body = notes["Benchmarks/GridLock"]
    assert front["aliases"] == ["GRIDLOCK", "Grid-Lock", "GridLock"]
    assert front["papers"] == 4
    assert "Versions: [[Benchmarks/GridLock Pro|GridLock Pro]]" in body
    assert ("Papers/Doors", "Doors") in links(body)
    assert len(notes) == 18


def all_is_well(folder: Path, count: int) -> None:
    notes = names(folder)
    assert len(notes) == count
    for path in sorted(folder.rglob("*.md")):
        front, body = path.read_text("utf-8").removeprefix("---\n").split("\n---\n", 1)
        srsly.yaml_loads(front)
        for target, _ in links(body):
            assert target in notes


def test_any_name_has_a_note_that_links_find(hostile: KnowledgeGraph, tmp_path: Path) -> None:
    export(hostile, tmp_path / "out", format="obsidian", abstracts=True)
    all_is_well(tmp_path / "out", 2 * len(HOSTILE))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), min_size=1, max_size=4))
def test_made_up_names_too(tmp_path_factory, titles: list[str]) -> None:
    folder = tmp_path_factory.mktemp("vault")
    with saved(folder / "g", named(tuple(titles))) as kg:
        export(kg, folder / "out", format="obsidian", abstracts=True)
    all_is_well(folder / "out", 2 * len(titles))


@given(st.text(st.characters(exclude_categories=["Cs"])) | st.sampled_from(HOSTILE))
def test_a_name_is_safe_on_every_system(text: str) -> None:
    name = file_name(text)
    assert name
    assert not set(name) & FORBIDDEN
    assert name == name.strip(" ")
    assert name[0] != "."
    assert name[-1] != "."
    assert not PureWindowsPath(name).is_reserved()
    assert not PureWindowsPath(f"{name}.md").is_reserved()
    assert len(f"{name} (0123456789ab)_.md".encode()) <= 255


def test_a_long_title_is_cut_between_words() -> None:
    assert file_name("word " * 40) == " ".join(["word"] * 20)
    assert file_name("w" * 300) == "w" * 100


@given(st.lists(st.sampled_from(["A", "a", "Ａ", "a?", "é", "e\u0301", "É", "a (c6e00253fc66)", "Con"])))
def test_no_two_notes_are_one_file_whatever_the_order(wanted: list[str]) -> None:
    labels = {f"task:{number}": label for number, label in enumerate(wanted)}
    places = note_places(labels)
    assert len({place.casefold() for place in places.values()}) == len(labels)
    assert places == note_places(dict(reversed(labels.items())))


TEXT = st.text(st.sampled_from('ab1 .)-+*_`[]()<>#|~=$%^!&:\\"{}\n\t')) | st.text() | st.sampled_from(HOSTILE)


@given(TEXT)
def test_a_text_is_text_in_markdown(text: str) -> None:
    wanted = " ".join(plain(text).split())
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(f"{escaped(text)}\n")
    if not wanted:
        assert tokens == []
        return
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    assert {child.type for child in tokens[1].children} <= {"text", "text_special"}
    assert "".join(child.content for child in tokens[1].children) == wanted


@given(TEXT)
def test_nothing_of_obsidian_is_left_in_a_text(text: str) -> None:
    bare = re.sub(r"\\.", "-", escaped(text))
    assert not re.search(r"[\[\]#|^$%=<>`]|::", bare)


def test_every_kind_has_a_folder(hostile: KnowledgeGraph, tmp_path: Path) -> None:
    export(hostile, tmp_path / "out", format="obsidian")
    folders = {path.name for path in (tmp_path / "out").iterdir()}
    assert len(folders) == 1 + len(Kind)
