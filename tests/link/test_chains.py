"""Names that one paper has for one thing."""

import pytest

from paperkg.link import Overrides, link
from paperkg.link.chains import joined_names, stand_ins
from paperkg.model import Extraction, Kind, Mention, Paper

LONG, SHORT = "gargle zonk fribbling", "gargle fribbling"


@pytest.mark.parametrize(
    ("papers", "proper", "found"),
    [
        ({"a b": 1, "c b": 5}, [], {"a b": "c b"}),  # what most papers have
        ({"a b": 1, "c b": 11}, [], {}),  # it may be a sort of what is common
        ({"b": 5, "c b": 11}, [], {"b": "c b"}),  # but not where that has more words
        ({"a b": 5, "c b": 9}, [], {}),  # others speak of both
        ({"c b": 1, "a b": 1}, [], {"c b": "a b"}),  # else the first
        ({"a b c": 1, "c b": 1}, [], {"a b c": "c b"}),  # else the shorter
        ({"FPO": 1, "a b": 1}, ["FPO"], {"a b": "FPO"}),
        ({"FPO": 1, "a b": 7}, ["FPO"], {}),  # a name that somebody coined takes no established phrase
        ({"FPO": 1, "GPO": 7}, ["FPO", "GPO"], {}),  # two of them are two things
        ({"a b": 3}, [], {}),
    ],
)
def test_what_stands_for_what(papers, proper, found):
    assert stand_ins(papers, papers, proper.__contains__) == found
    assert stand_ins(list(reversed(papers)), papers, proper.__contains__) == found


def test_a_name_joins_the_chains_that_it_stands_in():
    assert joined_names(["a", "b", "b", "c", "d", None], [0, 0, 1, 1, 2, 2]) == [["a", "b", "c"]]
    assert joined_names(["a", "a", "b"], [0, 1, 2]) == []
    assert joined_names(["a", "b"], []) == []  # nothing says so


def linked(texts, overrides=None):
    """Link papers, each given as title, abstract and marked names, each with the number of its chain."""
    papers = []
    for number, (title, abstract, names) in enumerate(texts):
        paper = Paper(str(number), title, abstract)
        places = sorted((paper.text.index(f"<{name}>") + 1, name, chain) for name, chain in names.items())
        mentions = tuple(Mention(at, at + len(name), Kind.TASK, "by hand", 0.9) for at, name, _ in places)
        papers.append((paper, Extraction(mentions, chains=tuple(chain for *_, chain in places))))
    made = link(papers, overrides)
    used = {(made_link.paper, made_link.concept) for made_link in made.links}
    return used, {concept.id: concept for concept in made.concepts}


def test_one_thing_is_one_concept_with_both_names():
    used, concepts = linked([("One", f"<{LONG}> and <{SHORT}>", {LONG: 0, SHORT: 0})])
    assert len(used) == 1
    (concept,) = concepts.values()
    assert concept.normal == SHORT
    assert set(concept.aliases) == {LONG, SHORT}


def test_a_paper_counts_with_the_name_that_most_have_and_lends_it_no_name_of_others():
    texts = [
        ("One", f"<{LONG}> and <{SHORT}>", {LONG: 0, SHORT: 0}),
        *((str(number), f"<{LONG}>", {LONG: 0}) for number in range(2)),
        ("Four", f"<{SHORT}>", {SHORT: 0}),
    ]
    used, concepts = linked(texts)
    by_normal = {concept.normal: concept for concept in concepts.values()}
    assert by_normal.keys() == {LONG, SHORT}
    short, long = by_normal[SHORT].id, by_normal[LONG].id
    assert used == {("0", long), ("1", long), ("2", long), ("3", short)}
    assert by_normal[SHORT].aliases == (SHORT,)
    assert by_normal[LONG].aliases == (LONG,)


def test_names_that_no_paper_has_left_are_gone():
    text = (f"<{LONG}> and <{SHORT}>", {LONG: 0, SHORT: 0})
    used, concepts = linked([("One", *text), ("Two", *text), ("Three", f"<{LONG}>", {LONG: 0})])
    (concept,) = concepts.values()
    assert concept.normal == LONG
    assert set(concept.aliases) == {LONG, SHORT}
    assert {paper for paper, _ in used} == {"0", "1", "2"}


@pytest.mark.parametrize("order", [1, -1])
def test_a_name_of_several_things_stands_for_itself(order):
    both = {LONG: 0, SHORT: 0}
    texts = [
        (f"{LONG}: one", f"<{LONG}> and <{SHORT}>", both),
        (f"{LONG}: two", f"<{LONG}>", {LONG: 0}),
        ("Three", f"<{LONG}>", {LONG: 0}),
    ]
    used, concepts = linked(texts[::order])
    assert {concept for _, concept in used} == set(concepts)
    assert len(concepts) >= 2


@pytest.mark.parametrize(
    "overrides",
    [
        Overrides(kinds={LONG: Kind.MODEL}),
        Overrides(names={LONG: "GZF"}),
        Overrides(apart={LONG: frozenset({"other"})}),
    ],
)
def test_what_the_user_speaks_of_stands_for_itself(overrides):
    text = [("One", f"<{LONG}> and <{SHORT}>", {LONG: 0, SHORT: 0})]
    assert len(linked(text)[1]) == 1
    assert len(linked(text, overrides)[1]) == 2
