"""The pieces that a served page asks for: as much as it needs, and true to the graph."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from paperkg.model import Kind, Role
from paperkg.view import Asked, Pieces
from paperkg.view import pieces as module
from paperkg.view.pieces import letters

from .made import forest, garden, orchard


@pytest.fixture
def pieces(tmp_path: Path) -> Pieces:
    return Pieces(garden(tmp_path / "garden"))


def names(piece: dict[str, Any], places: list[int] | None = None) -> list[str]:
    return [piece["nodes"][place]["name"] for place in places or range(len(piece["nodes"]))]


def told(piece: dict[str, Any]) -> set[tuple[str, str, bool]]:
    """Return the ends of every link, and whether there is a sentence that says it."""
    nodes = piece["nodes"]
    return {(nodes[a]["name"], nodes[b]["name"], bool(said)) for a, b, _, *said in piece["links"]}


def test_around_a_paper_are_its_concepts_and_the_papers_most_like_it(pieces: Pieces) -> None:
    piece = pieces.around(["paper:iris"])
    assert names(piece, piece["opened"]) == ["Iris: A Study"]
    assert names(piece, piece["whole"])[:2] == [
        "Iris: A Study",
        "Juniper: A Study",
    ]  # which has the same three
    assert {link for link in told(piece) if link[0] == "Iris: A Study"} == {
        ("Iris: A Study", "Iris", True),
        ("Iris: A Study", "LoRA", True),
        ("Iris: A Study", "Glade", True),
        ("Iris: A Study", "Heath", True),
    }
    assert ("Juniper: A Study", "LoRA", False) in told(piece)
    assert "Iris tries LoRA on Glade and Heath." in piece["sentences"]


def test_around_a_concept_are_its_papers_with_all_that_they_have(pieces: Pieces) -> None:
    piece = pieces.around(["model:qwen", "no:such"])
    assert told(piece) == {("Laurel: A Study", "Qwen", True), ("Laurel: A Study", "Laurel", False)}


def test_a_concept_of_many_papers_is_cut_at_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 5)
    piece = Pieces(orchard(tmp_path / "orchard", 40)).around(["model:language-model", "model:languagemodel"])
    [hub] = [node for node in piece["nodes"] if node["name"] == "language model"]
    assert hub["papers"] == 40
    assert len(piece["whole"]) == 5


def test_families_and_claims_come_along(tmp_path: Path) -> None:
    pieces = Pieces(forest(tmp_path / "forest"))
    assert ("LLaMA 3.1", "LLaMA", False) in told(pieces.around(["model:llama"]))
    piece = pieces.around(["benchmark:gsm8k"])
    alder = names(piece).index("Alder: Growing Answers as Trees")
    [claim] = piece["details"][alder]["claims"]
    assert (claim["value"], names(piece)[claim["benchmark"][1]]) == ("81.5%", "GSM8K")


def test_search_takes_any_spelling_the_best_first(pieces: Pieces) -> None:
    assert names(pieces.find("GLA-de")) == ["Glade"]
    assert names(pieces.find("study hazel")) == ["Hazel: A Study"]
    assert names(pieces.find("a"))[:1] == ["Heath"]  # which four papers have
    assert names(pieces.find("!?")) == names(pieces.find("zzz")) == []
    assert letters("LLaMA-3.1 é") == "llama31e"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (Asked(does=Role.INTRODUCES, what=Kind.BENCHMARK), ["Fern", "Hazel"]),
        (Asked(venue="ICLR 2025"), ["Hazel", "Iris"]),
        (Asked(first=2025, last=2025), ["Hazel", "Iris"]),
        (Asked(words="lora", first=2026), ["Juniper", "Kale"]),
        (Asked(words="fern"), ["Fern"]),
        (Asked(words="er"), []),  # begins no word
        (Asked(words="glade, gui"), ["Fern"]),
        (Asked(venue="' OR 1=1 --"), []),
    ],
)
def test_papers_pass_as_in_the_page(pieces: Pieces, asked: Asked, found: list[str]) -> None:
    piece = pieces.passing(asked)
    assert [name.partition(":")[0] for name in (names(piece, piece["whole"]) if found else [])] == found
    assert piece["total"] == len(found)


def test_shared_has_the_papers_of_all(pieces: Pieces) -> None:
    piece = pieces.shared(["benchmark:glade", "technique:lora", "paper:fern"])
    assert names(piece, piece["whole"]) == ["Iris: A Study", "Juniper: A Study"]
    assert ("Iris: A Study", "Glade", True) in told(piece)
    assert pieces.shared(["no:such"])["nodes"] == []


def test_ways_are_links_from_one_to_the_other(pieces: Pieces) -> None:
    links = told(pieces.ways("paper:fern", "paper:kale"))
    assert all(said for *_, said in links)
    assert {"Fern: A Study", "Kale: A Study"} <= {paper for paper, *_ in links}
    assert told(pieces.ways("paper:laurel", "benchmark:glade")) == set()
    assert told(pieces.ways("paper:nobody", "benchmark:glade")) == set()
