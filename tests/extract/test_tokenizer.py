"""The tokenizer keeps the text, and concepts start and end where tokens do."""

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from paperkg.extract.tokenizer import WordTokenizer

tokenize = WordTokenizer(spacy.blank("en").vocab)


def tokens(text):
    return [token.text for token in tokenize(text)]


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_the_text_is_kept_character_for_character(text):
    doc = tokenize(text)
    assert doc.text == text
    assert all(text[token.idx : token.idx + len(token)] == token.text for token in doc)


@given(
    st.lists(
        st.sampled_from([" ", "  ", "\n", "-", "$", "\\", "*", "'s", "3.1", "GPT", ".", "é", "深", "\0"])
    )
)
def test_so_it_is_with_marks_and_spaces_in_any_order(pieces):
    assert tokenize("".join(pieces)).text == "".join(pieces)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("we train (GTO), too", "GTO"),
        ("the **MILR** method", "MILR"),
        ("*MILR*'s results", "MILR"),
        ("MILR's results", "MILR"),
        ("MLLMs’ abilities", "MLLMs"),
        (r"\textbf{MILR} is", "MILR"),
        (r"on $\tau$-bench we", r"\tau$-bench"),
        ('``Astraea" is', "Astraea"),
        ("with LLaMA-3.1-8B.", "LLaMA-3.1-8B"),
        ("use Qwen2.5-VL/7B", "Qwen2.5-VL"),
        ("VLN(Vision-Language Navigation)", "Vision-Language Navigation"),
        ("code—HumanEval—and", "HumanEval"),
        ("GPT4.1v.", "GPT4.1v"),
        ("[EAGLE-3]", "EAGLE-3"),
    ],
)
def test_a_name_in_marks_is_a_span(text, name):
    start = text.index(name)
    span = tokenize(text).char_span(start, start + len(name))
    assert span is not None
    assert span.text == name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 87.3% gain", ["a", "87.3", "%", "gain"]),
        ("3,810 items", ["3,810", "items"]),
        ("an 8B model", ["an", "8B", "model"]),
        ("don't", ["don", "'t"]),
        ("e.g. this", ["e.g.", "this"]),
        ("Liu et al. show", ["Liu", "et al.", "show"]),
        (r"7.4\%", ["7.4", "\\", "%"]),
        ("end.Start", ["end", ".", "Start"]),
        ("", []),
    ],
)
def test_tokens(text, expected):
    assert tokens(text) == expected
