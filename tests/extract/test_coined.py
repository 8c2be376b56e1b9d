"""Coined names and their kinds; every name here is made up, so that no catalogue knows it."""

import pytest

from paperkg.model import Kind
from tests.extract.helpers import proposed, run


def coined(abstract, title=""):
    return proposed(run(abstract, title, until="paperkg_coined"), "coined")


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        # by apposition
        ("We introduce Zorvex, a benchmark for planning.", "Zorvex", Kind.BENCHMARK),
        ("We introduce ZoRVEX, a simple, fast and small model.", "ZoRVEX", Kind.MODEL),
        ("We release ZoRV (Zone of Real Views), the first large dataset of views.", "ZoRV", Kind.DATASET),
        ("ZoRVEX is a new framework that plans.", "ZoRVEX", Kind.TECHNIQUE),
        # by the noun beside it
        ("We obtain the ZoRV dataset of games.", "ZoRV", Kind.DATASET),
        ("We study our new model, ZoRV, at length.", "ZoRV", Kind.MODEL),
        ("We give an algorithm called ZoRV here.", "ZoRV", Kind.TECHNIQUE),
        ("The ZoRV benchmarks are hard.", "ZoRV", Kind.BENCHMARK),
        # by form
        ("Then ZorvBench is used.", "ZorvBench", Kind.BENCHMARK),
        ("Then Zorv-Bench is used.", "Zorv-Bench", Kind.BENCHMARK),
        ("Then ZORV-7B is used.", "ZORV-7B", Kind.MODEL),
        ("Then ZorvNet is used.", "ZorvNet", Kind.MODEL),
        ("Then ZorvRL is used.", "ZorvRL", Kind.TECHNIQUE),
        ("Then ZorvCorpus is used.", "ZorvCorpus", Kind.DATASET),
        # by what is done with it
        ("Experiments on ZoRVEX show gains.", "ZoRVEX", Kind.BENCHMARK),
        ("Experiments on two benchmarks (ZoRVEX, ZoRVUX) show gains.", "ZoRVUX", Kind.BENCHMARK),
        ("We beat models such as ZoRVEX and others.", "ZoRVEX", Kind.MODEL),
        ("It needs datasets such as Zorvex, which are large.", "Zorvex", Kind.DATASET),
    ],
)
def test_kinds(text, name, kind):
    assert coined(text).get(name) is kind


def test_neighbours_in_an_enumeration_share_their_kind():
    found = coined("We run ZorvBench, QuLLux and PliXor.")
    assert found["ZorvBench"] is Kind.BENCHMARK
    assert found["QuLLux"] is Kind.BENCHMARK


def test_one_name_has_one_kind_in_a_paper():
    found = run(
        "ZoRVEX is good. ZoRVEX, a model, is better. The ZoRVEX model is best.", until="paperkg_coined"
    )
    kinds = {m.kind for m in found.user_data["paperkg.candidates"] if m.source == "coined"}
    assert kinds == {Kind.MODEL}


def test_a_name_of_which_nothing_is_said_is_a_technique_of_low_confidence():
    doc = run("Then ZoRVEX helps.", until="paperkg_coined")
    [mention] = [m for m in doc.user_data["paperkg.candidates"] if m.source == "coined"]
    assert (mention.kind, mention.confidence) == (Kind.TECHNIQUE, 0.25)


def test_capitals_met_once_of_which_nothing_is_said_are_left_out():
    assert coined("Then ZRV helps.") == {}


@pytest.mark.parametrize(
    "text",
    [
        "We introduce Zorvex.",
        "We propose **Zorvex**, which plans.",
        "Such a thing is dubbed Zorvex.",
        "A method called “Zorvex” plans.",
    ],
)
def test_a_capitalised_word_that_is_set_down_as_a_name(text):
    assert "Zorvex" in coined(text)


def test_a_name_that_is_set_down_is_found_at_all_its_places():
    doc = run("We introduce Zorvex. Zorvex plans.", until="paperkg_coined")
    places = [m.start for m in doc.user_data["paperkg.candidates"] if m.source == "coined"]
    assert places == [14, 22]


def test_a_capitalised_word_that_keeps_being_used_is_a_name():
    assert "Zorvex" in coined("Here Zorvex is good. With Zorvex we plan.")


@pytest.mark.parametrize(
    "text",
    [
        "Here Zorvex is good.",  # once is not enough
        "Here Zorvex is good. With Zorvex we plan. A zorvex is a thing.",  # the text prints it in lower case
        "Here Zorvian is good. With Zorvian we plan.",  # an adjective of a name
        "Here Zorvex-based is good. With Zorvex we plan, as Zorvex does.",  # part of a compound
        "Here Zorvex noise adds. With Zorvex noise we plan.",  # it qualifies a noun
        "Zorvex is good. Zorvex plans.",  # each opens a sentence, where any word has a capital
        "We introduce Deep networks.",  # a phrase goes on
    ],
)
def test_a_capital_alone_makes_no_name(text):
    assert coined(text) == {}
