"""Phrases that name one thing with a word more or less."""

import pytest

from paperkg.link import Overrides, link
from paperkg.link.variants import find_variants
from paperkg.model import Extraction, Kind, Mention, Paper

TASK, MODEL, METRIC = Kind.TASK, Kind.MODEL, Kind.METRIC
NAMES = ["gargle zonk fribbling", "gargle fribbling"]


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (
            {"video motion transfer": TASK, "motion transfer": TASK},
            {"video motion transfer": "motion transfer"},
        ),
        (
            {"motion transfer task": TASK, "motion transfer": TASK},
            {"motion transfer task": "motion transfer"},
        ),
        (
            {"a b c d": TASK, "a b d": TASK, "b d": TASK},
            {"a b d": "b d", "a b c d": "b d"},  # a variant of a variant
        ),
        ({"video motion transfer": TASK, "motion transfer": MODEL}, {}),  # two kinds
        ({"cross attention": TASK, "attention": TASK}, {}),  # one word says too little
        ({"top accuracy": METRIC, "accuracy": METRIC}, {"top accuracy": "accuracy"}),  # but of a metric
        ({"zero shot video motion transfer": TASK, "motion transfer": TASK}, {}),  # three words more
        ({}, {}),
    ],
)
def test_variants(names, found):
    assert find_variants(names, lambda name: True) == found
    assert find_variants(dict(reversed(names.items())), lambda name: True) == found


def test_what_others_speak_of_stays_a_concept_of_its_own():
    names = {"video motion transfer": TASK, "motion transfer": TASK}
    assert find_variants(names, lambda name: name != "video motion transfer") == {}


def test_two_that_differ_are_two_things():
    names = dict.fromkeys(
        ["plume segmentation", "supervised plume segmentation", "unsupervised plume segmentation"], TASK
    )
    assert find_variants(names, lambda name: True) == {}


def linked(texts, overrides=None):
    """Link papers, each given as a title, an abstract and the phrases that it names."""
    papers = []
    for number, (title, abstract, names) in enumerate(texts):
        paper = Paper(str(number), title, abstract)
        places = ((paper.text.index(f"<{name}>") + 1, name) for name in names)
        mentions = tuple(Mention(at, at + len(name), TASK, "by hand", 0.9) for at, name in sorted(places))
        papers.append((paper, Extraction(mentions)))
    made = link(papers, overrides)
    return {made_link.concept for made_link in made.links}, {concept.id for concept in made.concepts}


@pytest.mark.parametrize("order", [1, -1])
def test_a_name_of_several_things_is_no_variant_and_has_none(order):
    texts = [
        ("gargle zonk fribbling: one", "<gargle zonk fribbling> and <gargle fribbling>", NAMES),
        ("gargle zonk fribbling: two", "<gargle zonk fribbling>", NAMES[:1]),
        ("Three", "<gargle zonk fribbling>", NAMES[:1]),
    ]
    used, all_of_them = linked(texts[::order])
    assert used == all_of_them
    assert len(used) >= 2


@pytest.mark.parametrize(
    "overrides",
    [
        Overrides(kinds={"gargle zonk fribbling": MODEL}),
        Overrides(names={"gargle zonk fribbling": "GZF"}),
        Overrides(apart={"gargle zonk fribbling": frozenset({"other"})}),
    ],
)
def test_what_the_user_speaks_of_is_no_variant(overrides):
    text = [("One", "<gargle zonk fribbling> and <gargle fribbling>", NAMES)]
    assert len(linked(text)[0]) == 1
    assert len(linked(text, overrides)[0]) == 2
