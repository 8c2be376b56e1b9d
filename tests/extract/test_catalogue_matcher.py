"""Which spellings meet a name of the catalogue, with a small catalogue of the test's own."""

import pytest

from paperkg.catalogue import Entry
from paperkg.extract import catalogue_matcher
from paperkg.extract.catalogue_matcher import lay_out
from paperkg.model import Kind
from tests.extract.helpers import proposed, run

ENTRIES = (
    Entry(Kind.BENCHMARK, "GSM8K"),
    Entry(Kind.BENCHMARK, "MATH"),
    Entry(Kind.BENCHMARK, "ImageNet", ("ImageNet-1K",)),
    Entry(Kind.BENCHMARK, "MMLU"),
    Entry(Kind.BENCHMARK, "MMLU-Pro"),
    Entry(Kind.DATASET, "Common Crawl"),
    Entry(Kind.MODEL, "CodeT5"),
    Entry(Kind.MODEL, "CodeT5+"),
    Entry(Kind.MODEL, "vision-language model", ("VLM",)),
    Entry(Kind.TECHNIQUE, "RoPE"),
    Entry(Kind.TECHNIQUE, "Adam"),
    Entry(Kind.TECHNIQUE, "A*"),
    Entry(Kind.TECHNIQUE, "attention"),
    Entry(Kind.TECHNIQUE, "sparse attention"),
    Entry(Kind.METRIC, "VBench score"),
    Entry(Kind.BENCHMARK, "VBench"),
    Entry(Kind.TECHNIQUE, "C++"),
)


@pytest.fixture(autouse=True)
def small_catalogue(monkeypatch):
    names = lay_out(ENTRIES)
    monkeypatch.setattr(catalogue_matcher, "_catalogue_names", lambda: names)


def met(text):
    return proposed(run(text, until="paperkg_catalogue"), "catalogue")


@pytest.mark.parametrize("surface", ["GSM8K", "GSM-8K", "gsm8k", "gsm 8k", "GSM 8K", "GSM‑8K", "GSM 8 K"])
def test_hyphens_spaces_and_case_do_not_count_where_a_digit_is(surface):
    assert met(f"Results on {surface} are good.") == {surface: Kind.BENCHMARK}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("on MATH we", {"MATH": Kind.BENCHMARK}),
        ("the math is", {}),
        ("Math is", {}),
        ("with RoPE we", {"RoPE": Kind.TECHNIQUE}),
        ("with ROPE we", {"ROPE": Kind.TECHNIQUE}),
        ("a rope is", {}),
        ("Rope is", {}),
        ("the Adam optimizer", {"Adam": Kind.TECHNIQUE}),
        ("an ADAM run", {}),
        ("on ImageNet and", {"ImageNet": Kind.BENCHMARK}),
        ("on IMAGENET and", {"IMAGENET": Kind.BENCHMARK}),
        ("on imagenet and", {}),
        ("on imagenet-1k and", {"imagenet-1k": Kind.BENCHMARK}),
        ("on common crawl and", {"common crawl": Kind.DATASET}),
        ("Attention is", {"Attention": Kind.TECHNIQUE}),
    ],
)
def test_case(text, expected):
    assert met(text) == expected


@pytest.mark.parametrize(
    "surface", ["vision-language model", "Vision Language Models", "vision–language models", "VLM", "VLMs"]
)
def test_words_and_plurals(surface):
    assert met(f"We train {surface} here.") == {surface: Kind.MODEL}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A* search", {"A*": Kind.TECHNIQUE}),
        ("A search", {}),
        ("CodeT5+ is", {"CodeT5+": Kind.MODEL}),
        ("CodeT5 is", {"CodeT5": Kind.MODEL}),
        ("in C++ we", {"C++": Kind.TECHNIQUE}),
        ("in C we", {}),
        ("**MMLU** is", {"MMLU": Kind.BENCHMARK}),
        (r"\textbf{MMLU} is", {"MMLU": Kind.BENCHMARK}),
    ],
)
def test_signs(text, expected):
    assert met(text) == expected


def test_the_longest_name_is_taken():
    assert met("on MMLU-Pro with sparse attention") == {
        "MMLU-Pro": Kind.BENCHMARK,
        "MMLU": Kind.BENCHMARK,  # settling chooses: the longer one
        "sparse attention": Kind.TECHNIQUE,
    }


def test_a_benchmark_that_opens_a_longer_name_is_proposed_too():
    assert met("the VBench score is") == {"VBench score": Kind.METRIC, "VBench": Kind.BENCHMARK}


def test_a_name_does_not_go_across_marks_or_sentences():
    assert met("it is sparse. Attention helps") == {"Attention": Kind.TECHNIQUE}
    assert met("sparse, attention") == {"attention": Kind.TECHNIQUE}
    assert met("a hyphen -attention") == {"attention": Kind.TECHNIQUE}


def test_a_line_break_is_a_space():
    assert met("sparse\nattention") == {"sparse\nattention": Kind.TECHNIQUE}


def test_the_first_entry_keeps_a_name_that_two_have():
    names = lay_out([Entry(Kind.MODEL, "WISE"), Entry(Kind.BENCHMARK, "WISE")])
    assert names.kinds == {"wise": {"WISE": Kind.MODEL}}


def test_a_name_of_marks_only_is_left_out():
    assert lay_out([Entry(Kind.MODEL, "$$")]).kinds == {}
