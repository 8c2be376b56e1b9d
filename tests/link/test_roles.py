"""Roles by example sentences."""

import pytest

from paperkg.link.roles import role_of, strongest
from paperkg.model import Kind, Role
from tests.link.examples import BENCH, DATA, KEY, METRIC, MODEL, TASK, TECH


def role(sentence, kind, place=0.5):
    """The role of the words in brackets."""
    before, rest = sentence.split("[")
    name, after = rest.split("]")
    coined = name != name.lower()
    return role_of(
        before + name + after, len(before), len(before) + len(name), kind, coined=coined, place=place
    )


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("We introduce [Zorvex].", TECH),
        ("We propose a novel [frob sampler] that plans.", TECH),
        ("In this paper, we further present [Zorvex], which plans.", MODEL),
        ("This paper introduces [ZorvBench].", BENCH),
        ("A method called [Zorvex] plans.", TECH),
        ("Our new method, [Zorvex], plans.", TECH),
        ("[Zorvex], a new benchmark for planning, is hard.", BENCH),
        ("[Zorvex] is a new framework.", TECH),
        ("We adapt code, thus obtaining the [ZorvQA] dataset of games.", DATA),
        ("We release [ZorvSet] today.", DATA),
        ("We propose **[Zorvex]**, a model.", MODEL),
    ],
)
def test_introduces(sentence, kind):
    assert role(sentence, kind) is Role.INTRODUCES


def test_a_title_introduces_what_stands_before_its_colon():
    assert role("[Zorvex]: Planning with Frobs", TECH, place=0) is Role.INTRODUCES
    assert role("Planning with [Zorvex]: Frobs", TECH, place=0) is Role.USES


@pytest.mark.parametrize(
    ("sentence", "kind", "expected"),
    [
        ("We propose a method for [Zorvex].", TECH, Role.USES),
        ("We introduce a sampler that uses [Zorvex].", TECH, Role.USES),
        ("Our method reaches 3% on [ZorvBench].", BENCH, Role.EVALUATES_ON),
        ("Our approach improves six [ZorvBench] tasks.", BENCH, Role.EVALUATES_ON),
        ("We evaluate on [ZorvBench].", BENCH, Role.EVALUATES_ON),
        ("We train on [ZorvSet].", DATA, Role.USES),
        ("We train [zorv] models.", MODEL, Role.USES),
        ("We propose planning for [robot control].", TASK, Role.ADDRESSES),
        ("We introduce [robot control].", TASK, Role.ADDRESSES),
        ("It has high [accuracy].", METRIC, Role.MEASURES),
        ("We propose [frobs].", KEY, Role.MENTIONS),
    ],
)
def test_what_else_a_paper_does(sentence, kind, expected):
    assert role(sentence, kind) is expected


@pytest.mark.parametrize(
    "sentence",
    [
        "It outperforms [Zorvex].",
        "It gains 3% over prior [Zorvex].",
        "It is better than [Zorvex].",
        "Compared with [Zorvex], it wins.",
        "It beats the [Zorvex] baseline.",
    ],
)
def test_compares_with_in_the_later_part_only(sentence):
    assert role(sentence, MODEL, place=0.9) is Role.COMPARES_WITH
    assert role(sentence, MODEL, place=0.1) is not Role.COMPARES_WITH


@pytest.mark.parametrize(
    "sentence",
    [
        "Recent [Zorvex] models are large.",
        "While [Zorvex] is good, it is slow.",
        "Models such as [Zorvex] are large.",
        "The [Zorvex] models have shown promise.",
    ],
)
def test_mentions_in_the_first_part_only(sentence):
    assert role(sentence, MODEL, place=0.1) is Role.MENTIONS
    assert role(sentence, MODEL, place=0.9) is not Role.MENTIONS


def test_something_far_from_the_word_of_introducing_is_not_introduced():
    assert role(f"We introduce {'very ' * 30}[Zorvex].", TECH) is Role.USES


@pytest.mark.parametrize("kind", Kind)
def test_a_name_alone_is_answered(kind):
    assert role("[x]", kind) in Role


def test_the_strongest_role_counts():
    assert strongest(reversed(Role)) is Role.INTRODUCES
    assert strongest([Role.MENTIONS]) is Role.MENTIONS
