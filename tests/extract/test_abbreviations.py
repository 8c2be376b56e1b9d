"""Short forms that a sentence defines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.extract.abbreviations import best_long_form, find_abbreviations, find_title_abbreviation


def pairs(text):
    return [
        (text[a.short_start : a.short_end], text[a.long_start : a.long_end])
        for a in find_abbreviations(text, 0, len(text))
    ]


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("We introduce Group Tree Optimization (GTO).", "GTO", "Group Tree Optimization"),
        ("large language models (LLMs) are", "LLMs", "large language models"),
        ("a Large Language Model (LLM)", "LLM", "Large Language Model"),
        ("video diffusion transformers (vDiTs)", "vDiTs", "video diffusion transformers"),
        ("supervised fine-tuning (SFT) on", "SFT", "supervised fine-tuning"),
        ("In-Place Test-Time Training (In-Place TTT)", "In-Place TTT", "In-Place Test-Time Training"),
        ("we propose Text-to-Talk (TtT), a", "TtT", "Text-to-Talk"),
        ("**natural identifiers (NIDs)** as", "NIDs", "natural identifiers"),
        ("**Group Tree Optimization** (**GTO**)", "GTO", "Group Tree Optimization"),
        ("Vision-Language Navigation(VLN)", "VLN", "Vision-Language Navigation"),
        ("Generalized Policy (GP; see below)", "GP", "Generalized Policy"),
        ("Drug target interaction (DTI) prediction", "DTI", "Drug target interaction"),
        ("hidden Markov models (HMM)", "HMM", "hidden Markov models"),
        ("semi-supervised learning (SSL)", "SSL", "semi-supervised learning"),
        ("We call it GTO (Group Tree Optimization).", "GTO", "Group Tree Optimization"),
        ("EVA (EVent Asynchronous feature learning) is", "EVA", "EVent Asynchronous feature learning"),
        ("asynchronous-to-synchronous (A2S)", "A2S", "asynchronous-to-synchronous"),
        ("prompt to transfer (P2T) tuning", "P2T", "prompt to transfer"),
    ],
)
def test_definitions(text, short, long):
    assert pairs(text) == [(short, long)]


@pytest.mark.parametrize(
    "text",
    [
        "results (see Table 1) are",
        "we use three models (GPT-4)",
        "the benchmark (WISE) is",  # no W before it
        "many things (all of them here)",
        "a value (2024) of",
        "is best (a) or",
        "(GTO) opens the text",
        "",
        "() ( ) (,)",
        "the GTO method GTO (GTO)",  # no long form: the words hold the short form itself
        "Optimization of trees, (GTO)",  # a comma stands between
        "on MMLU (a hard test of language)",
        "GSM8K (with grade school math)",  # more than the long form stands in the bracket
    ],
)
def test_no_definitions(text):
    assert pairs(text) == []


def test_several_in_one_sentence():
    text = "Reinforcement Learning (RL) and vision language models (VLMs) meet."
    assert pairs(text) == [("RL", "Reinforcement Learning"), ("VLMs", "vision language models")]


def test_a_definition_stays_in_its_sentence():
    text = "Group Tree. Optimization (GTO)"
    assert find_abbreviations(text, text.index("Opt"), len(text)) == []


def test_the_first_character_must_open_a_word():
    assert best_long_form("AI", "the train is") is None  # an "a" and an "i", but inside words


@given(st.text(st.sampled_from("AbG (),-*.1é"), max_size=60))
def test_spans_lie_in_the_text_and_in_order(text):
    for a in find_abbreviations(text, 0, len(text)):
        assert 0 <= a.long_start < a.long_end <= len(text)
        assert 0 <= a.short_start < a.short_end <= len(text)
        assert a.long_end <= a.short_start or a.short_end <= a.long_start


@pytest.mark.parametrize(
    ("title", "found"),
    [
        ("DMAP: A Distribution Map for Text", [("DMAP", "Distribution Map")]),
        ("DeMo: Decoupled Momentum Optimization", [("DeMo", "Decoupled Momentum Optimization")]),
        (
            "MILA: Memory-Integrated Learning Agent (with a note)",
            [("MILA", "Memory-Integrated Learning Agent")],
        ),
        ("KNOT: Knowledge Distillation for All", []),  # one initial in common
        ("Astraea: Dynamic Token Selection", []),  # no short form
        ("On GTO: Group Tree Optimization", []),  # the name does not open the title
        ("", []),
    ],
)
def test_what_a_title_defines(title, found):
    assert [
        (title[a.short_start : a.short_end], title[a.long_start : a.long_end])
        for a in find_title_abbreviation(title)
    ] == found
