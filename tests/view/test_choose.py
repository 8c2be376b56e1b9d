import pytest

from paperkg.model import Kind, Link, Mention, Role
from paperkg.view.choose import choose

SPAN = (Mention(0, 1, Kind.TASK, "hand", 1.0),)


def links(table: dict[str, str]) -> list[Link]:
    """Write "a": "p q" for a concept a of the papers p and q."""
    return [
        Link(paper, concept, Role.USES, 1.0, SPAN)
        for concept, papers in table.items()
        for paper in papers.split()
    ]


def test_a_graph_that_fits_is_shown_whole_in_the_order_of_its_source() -> None:
    chosen = choose(["q", "p"], ["b", "a"], links({"a": "p"}), 4)
    assert (chosen.papers, chosen.concepts, chosen.total) == (("q", "p"), ("a", "b"), 4)


def test_of_a_larger_graph_the_most_shared_concepts_and_their_papers_are_shown() -> None:
    papers = ["p1", "p2", "p3", "p4", "p5"]
    table = {"rare": "p1", "shared": "p3 p4 p5", "pair": "p2 p3"}
    # room for 5: two concepts (two fifths), and three papers: p3 has both, of the others p2 has the rarer one
    chosen = choose(papers, table, links(table), 5)
    assert chosen.concepts == ("pair", "shared")
    assert chosen.papers == ("p2", "p3", "p4")
    assert chosen.total == 8


def test_a_concept_of_more_than_a_third_of_the_papers_is_a_hub_and_gives_way() -> None:
    papers = [f"p{index:02}" for index in range(12)]
    table = {"hub": " ".join(papers[:5]), "third": " ".join(papers[:4]), "pair": "p10 p11"}
    whole = choose(papers, table, links(table), 100)
    assert whole.hubs == {"hub"}
    assert "hub" in whole.concepts
    assert choose(papers, table, links(table), 10).concepts == ("pair", "third")


def test_room_that_is_left_goes_to_what_single_papers_have() -> None:
    table = {"one": "p", "two": "p", "three": "p", "away": ""}
    chosen = choose(["p"], table, links(table), 3)
    assert chosen.papers == ("p",)
    assert len(chosen.concepts) == 2
    assert set(chosen.concepts) < {"one", "two", "three"}


def test_no_kind_goes_before_another_but_keywords_come_last() -> None:
    kinds = ("benchmark", "keyword", "technique")
    table = {f"{kind}:{number}": "p" for kind in kinds for number in range(50)}
    chosen = choose(["p"], table, links(table), 81).concepts
    met = {kind: sum(concept.startswith(kind) for concept in chosen) for kind in kinds}
    assert met["keyword"] == 0
    assert min(met["benchmark"], met["technique"]) > 30  # 40 each, but for the luck of the draw


@pytest.mark.parametrize("most", [1, 2, 3, 7])
def test_never_more_than_asked_for(most: int) -> None:
    table = {f"c{index}": "p q r" for index in range(9)}
    chosen = choose(["p", "q", "r"], table, links(table), most)
    assert len(chosen.papers) + len(chosen.concepts) <= most


def test_room_for_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        choose([], [], [], 0)
