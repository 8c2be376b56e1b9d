"""Phrases that name one thing with a word more or less."""

import pytest

from paperkg.link.variants import find_variants
from paperkg.model import Kind

TASK, MODEL, METRIC = Kind.TASK, Kind.MODEL, Kind.METRIC


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
