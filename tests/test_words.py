"""English plurals, and words that only look like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.words import singular


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("networks", "network"),
        ("policies", "policy"),
        ("losses", "loss"),
        ("boxes", "box"),
        ("patches", "patch"),
        ("meshes", "mesh"),
        ("images", "image"),
        ("bases", "base"),
        ("ties", "tie"),
        ("biases", "bias"),
        ("analyses", "analysis"),
        ("matrices", "matrix"),
        ("gpus", "gpu"),
        ("npus", "npus"),  # "-us" is mostly no plural ("corpus")
    ],
)
def test_plurals(plural, one):
    assert singular(plural) == one


@pytest.mark.parametrize(
    "word", ["loss", "bias", "analysis", "corpus", "is", "as", "s", "", "us", "深", "8b", "class"]
)
def test_no_plurals(word):
    assert singular(word) == word


@given(st.text())
def test_a_word_is_never_used_up_and_has_one_singular(word):
    one = singular(word)
    assert bool(one) == bool(word)
    assert singular(one) == one
