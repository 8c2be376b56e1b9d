"""What a paper without a title is called."""

import pytest

from paperkg.link import link
from paperkg.link.labels import first_words
from tests.link.examples import BENCH, METRIC, MODEL, TASK, TECH, paper


def label(*papers):
    return link(papers).labels[0]


def test_a_title_is_the_label():
    assert label(paper("1", "We introduce Kora.", ("Kora", TECH), title=" On  Kora ")) == "On Kora"


def test_the_name_of_what_it_introduces():
    assert label(paper("1", "We beat GPT-4. We introduce Kora.", ("Kora", TECH), ("GPT-4", MODEL))) == "Kora"


def test_a_long_form_with_its_short_form():
    made = paper(
        "1",
        "We introduce group frob optimization (GFO).",
        ("group frob optimization", TECH),
        ("GFO", TECH),
        defines=[("GFO", "group frob optimization")],
    )
    assert label(made) == "group frob optimization (GFO)"


def test_models_of_several_sizes():
    made = paper("1", "We introduce Kora-7B and Kora-32B.", ("Kora-7B", MODEL), ("Kora-32B", MODEL))
    assert label(made) == "Kora"


def test_one_model_keeps_its_size():
    assert label(paper("1", "We introduce Kora-7B.", ("Kora-7B", MODEL))) == "Kora-7B"


def test_the_first_of_two_names():
    assert (
        label(paper("1", "We introduce Kora. We release LiraBench.", ("Kora", TECH), ("LiraBench", BENCH)))
        == "Kora"
    )


def test_else_the_most_telling_phrases():
    # what it introduces; then what comes back; what others have too says less; metrics nothing
    own = paper(
        "1",
        "On planning and red frobs. We propose frob maps. The frob maps lift accuracy by red frobs.",
        ("frob maps", TECH),
        ("planning", TASK),
        ("red frobs", TECH),
        ("accuracy", METRIC),
    )
    others = [paper(str(i), "planning", ("planning", TASK)) for i in range(2, 9)]
    assert label(own, *others) == "frob maps, red frobs, planning"


def test_else_its_first_words():
    assert label(paper("1", "Nothing is known of this.")) == "Nothing is known of this."


def test_else_its_id():
    assert label(paper("some-id", "")) == "some-id"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("one\n two", "one two"),
        ("x" * 60, "x" * 60),
        ("word, " * 30, "word, word, word, word, word, word, word, word, word, word…"),
    ],
)
def test_first_words(text, expected):
    assert first_words(text) == expected


def test_a_first_word_that_is_too_long_is_cut():
    assert first_words("x" * 100) == "x" * 60 + "…"
