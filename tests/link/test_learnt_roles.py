"""Whose word counts for a role: the extract stage's, or the sentence's."""

import pytest

from paperkg.link import link
from paperkg.model import Extraction, Kind, Mention, Paper, Role


def role(text, name, learnt, kind=Kind.TECHNIQUE):
    paper = Paper("1", "On trees", text)
    start = paper.text.index(name)
    sentences = ((0, 8), (9, len(paper.text)))
    mention = Mention(start, start + len(name), kind, "by hand", 0.9)
    found = Extraction((mention,), sentences=sentences, roles=(learnt,) if learnt else ())
    [made] = link([(paper, found)]).links
    return made.role


@pytest.mark.parametrize(
    ("text", "name", "learnt", "expected"),
    [
        ("Here we lean on tree pruning.", "tree pruning", Role.MENTIONS, Role.MENTIONS),
        ("Here we lean on tree pruning.", "tree pruning", None, Role.USES),  # as the rules read it
        ("We propose tree pruning.", "tree pruning", Role.USES, Role.USES),
        ("We propose AlderNet.", "AlderNet", Role.USES, Role.INTRODUCES),  # said outright, of a name
        ("We beat AlderNet.", "AlderNet", Role.USES, Role.USES),
    ],
)
def test_whose_word_counts(text, name, learnt, expected):
    assert role(text, name, learnt) is expected
