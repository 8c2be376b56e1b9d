"""The recogniser: tags to spans, the best allowed sequence, and what the pipeline makes of it."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.extract import extract
from paperkg.extract.pipeline import make_pipeline
from paperkg.extract.recogniser import TAGS, _without_marks, best_tags, spans_of
from paperkg.extract.settle import heard
from paperkg.model import Kind, Mention, Paper

FEW = ["O", "B-task", "I-task", "L-task", "U-task", "B-model", "L-model"]


def allowed(tags):
    """Whether a sequence of tags is one of whole spans: by a pattern, apart from the code under test."""
    whole = r"O |U-\w+ |B-(\w+) (?:I-\1 )*L-\1 "
    return bool(re.fullmatch(f"(?:{whole})*", " ".join(tags) + " "))


def test_no_span_stands_inside_another():
    assert allowed(["O", "B-task", "I-task", "L-task", "U-model"])
    assert not allowed(["B-task", "U-task", "L-task"])
    assert not allowed(["B-task", "B-model", "L-model", "L-task"])


@settings(max_examples=60)
@given(st.lists(st.lists(st.floats(-9, 0), min_size=len(FEW), max_size=len(FEW)), min_size=1, max_size=4))
def test_the_best_tags_are_the_best_of_all_that_are_allowed(rows):
    scores = np.full((len(rows), len(TAGS)), -1e6, dtype=np.float32)
    for row, values in enumerate(rows):
        for tag, value in zip(FEW, values, strict=True):
            scores[row, TAGS.index(tag)] = value
    found = [TAGS[tag] for tag in best_tags(scores)]
    assert allowed(found)
    best = max(
        sum(float(scores[i, TAGS.index(tag)]) for i, tag in enumerate(tags))
        for tags in itertools.product(FEW, repeat=len(rows))
        if allowed(tags)
    )
    assert sum(float(scores[i, TAGS.index(tag)]) for i, tag in enumerate(found)) == pytest.approx(
        best, abs=1e-3
    )


def test_spans_are_read_off_the_tags():
    assert spans_of(["U-model", "O", "B-task", "I-task", "L-task"]) == [(0, 1, Kind.MODEL), (2, 5, Kind.TASK)]


def test_beside_the_recogniser_only_named_benchmarks_and_keywords_are_heard():
    said = Mention(0, 4, Kind.TASK, "recogniser", 0.9)
    unsure = Mention(5, 9, Kind.TASK, "recogniser", 0.3)
    term = Mention(10, 14, Kind.TASK, "terms", 0.9)
    benchmark = Mention(15, 19, Kind.BENCHMARK, "catalogue", 0.9)
    keyword = Mention(20, 24, Kind.KEYWORD, "keywords", 0.4)
    assert heard(" " * 24, [said, unsure, term, benchmark, keyword]) == [said, benchmark, keyword]
    assert heard(" " * 24, [term, benchmark]) == [term, benchmark]


@pytest.mark.parametrize(("confidence", "kept"), [(0.9, False), (0.6, True)])
def test_what_a_text_calls_a_benchmark_is_one_unless_the_recogniser_is_certain(confidence, kept):
    model = Mention(0, 4, Kind.MODEL, "recogniser", confidence)
    elsewhere = Mention(8, 12, Kind.BENCHMARK, "coined", 0.7)
    assert (elsewhere in heard("Zorb on Zorb", [model, elsewhere])) is kept


def test_the_recogniser_that_ships_reads_an_abstract():
    paper = Paper(
        "p",
        "Rivulet: sparse attention for long documents",
        "We introduce Rivulet, a sparse attention method for large language models. "
        "On LongBench and GSM8K it outperforms Llama-3.1-8B in accuracy by 4.2%.",
    )
    [found] = extract([paper])
    names = {paper.text[m.start : m.end]: m.kind for m in found.mentions}
    assert names["GSM8K"] is Kind.BENCHMARK
    assert names["LongBench"] is Kind.BENCHMARK
    assert names["Llama-3.1-8B"] is Kind.MODEL
    assert names["large language models"] is Kind.MODEL
    assert names["Rivulet"] in (Kind.TECHNIQUE, Kind.MODEL)
    assert names["accuracy"] is Kind.METRIC


@pytest.mark.parametrize(
    ("text", "words", "kept"),
    [
        ("**MILR** is", "**MILR**", "MILR"),
        ("chain-of-thought (CoT) here", "chain-of-thought (CoT", "chain-of-thought"),
        ("models (LLM) Agents act", "LLM) Agents", ""),
        ("with F(x) maps", "F(x) maps", "F(x) maps"),
    ],
)
def test_a_name_ends_at_its_words_and_holds_no_half_brackets(text, words, kept):
    doc = make_pipeline(weights=None).make_doc(text)
    at = text.index(words)
    assert _without_marks(doc.char_span(at, at + len(words))).text == kept


def test_a_text_too_long_for_the_network_is_left_to_the_rules():
    nlp = make_pipeline()
    doc = nlp.make_doc("( " * 25_000 + "GSM8K")
    [scores] = nlp.get_pipe("paperkg_recogniser").predict([doc])
    assert len(scores) == 0
    [found] = extract([Paper("p", "", "( " * 25_000 + "GSM8K")], nlp)
    assert [m.kind for m in found.mentions] == [Kind.BENCHMARK]
