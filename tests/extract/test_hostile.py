"""Texts that nobody should write: no exception, spans that hold, and time in proportion to their length."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.extract import extract
from paperkg.extract.claims import find_claims
from paperkg.extract.names import is_name
from paperkg.model import Paper
from tests.extract.helpers import pipeline


def extract_one(paper):
    [extraction] = extract([paper], pipeline())
    length = len(paper.text)
    for m in extraction.mentions:
        assert 0 <= m.start < m.end <= length
        assert paper.text[m.start : m.end].strip()
        assert any(start <= m.start < end for start, end in extraction.sentences)
    assert all(a.end <= b.start for a, b in zip(extraction.mentions, extraction.mentions[1:], strict=False))
    for claim in extraction.claims:
        assert claim.value in paper.text[claim.start : claim.end]
    return extraction


TEXTS = {
    "empty": "",
    "white space": " \n\t\u00a0\u2003\r\n ",
    "marks": "!?.,;:()[]{}<>*_`~^&%$#@\\/|+-=\"'“”’—–…",
    "right to left": "نقدم نموذج KoRA لمعالجة اللغة على GSM8K. والنتيجة 87.3%.",
    "override marks": "\u202eKoRA\u202c is \u200bhere\ufeff on GSM8K",
    "Chinese": "我们提出了KoRA，一种新的方法。在GSM8K上达到了87.3%的准确率。",
    "emoji": "We 🚀 propose 👩‍👩‍👧‍👦KoRA👍🏽 on 🏆GSM8K🏆!",
    "NUL": "We\0propose KoRA\0on GSM8K\0.",
    "surrogates": "We propose \ud800KoRA\udfff on GSM8K.",
    "LaTeX": r"$\mathcal{L}_{\text{KoRA}} = \frac{1}{2}\sum_i$ \textbf{KoRA} \cite{x} \\ \% \begin{a}$$",
    "markup": "<script>alert('KoRA')</script> &lt;b&gt; <b>GSM8K</b>",
    "combining": "e\u0301" * 50 + " Ko\u0301RA",
    "unclosed": "We propose (KoRA (on [GSM8K {the ($",
}


@pytest.mark.parametrize("name", TEXTS)
def test_odd_texts(name):
    extract_one(Paper("1", "", TEXTS[name]))
    extract_one(Paper("1", TEXTS[name], ""))
    extract_one(Paper("1", TEXTS[name], TEXTS[name], keywords=(TEXTS[name], "(", "\\", "[a", "*")))


def test_a_name_is_found_beside_right_to_left_and_chinese():
    for name in ("right to left", "override marks", "surrogates", "markup", "emoji"):
        paper = Paper("1", "", TEXTS[name])
        found = {paper.text[m.start : m.end] for m in extract_one(paper).mentions}
        assert "GSM8K" in found, name


def test_a_million_characters():
    sentence = "We introduce Group Tree Optimization (GTO), which is 2.4x faster than EAGLE-3 on GSM8K. "
    paper = Paper("1", "", sentence * 3 + "x" * (1_000_000 - 6 * len(sentence)) + " " + sentence * 3)
    found = [paper.text[m.start : m.end] for m in extract_one(paper).mentions]
    assert found.count("GSM8K") == 6


# Strings on which a backtracking expression, or a loop in a loop, would take minutes.
SIZE = 20_000
TRAPS = {
    "opened brackets": "(",
    "closed brackets": ")",
    "stars": "*",
    "quotes": '"',
    "apostrophes": "'",
    "underscores": "_",
    "one letter": "a",
    "capitals": "A",
    "digits": "1",
    "dots and digits": "1.",
    "commas and digits": "1,",
    "hyphens": "A-",
    "slashes": "a/",
    "versions": "Aa-11",
    "backslashes": "\\",
    "spaces": " ",
    "lines": "\n",
    "percent signs": "%",
    "signs": "+-",
    "formulas": "$x_{1}$ ",
    "definitions": "Group Tree Optimization (GTO) ",
    "short forms": "(GTO) ",
    "names": "GPT4X, ",
    "names without commas": "GPT4X ",
    "introductions": "We propose Foo4, ",
    "subjects": "GPT4X is a very ",
    "enumerations": "models such as ",
    "evaluations": "results of experiments on ",
    "reports": "We achieve 87.3% accuracy on GSM8K over GPT-4 ",
    "numbers": "achieves 87.3% ",
    "known names": "ImageNet ",
    "phrases": "token selection ",
    "emoji": "😀",
    "ideographs": "深度学习。",
    "combining marks": "e\u0301",
}


@pytest.mark.parametrize("name", TRAPS)
def test_time_grows_with_the_length_only(name):
    piece = TRAPS[name]
    paper = Paper("1", "", piece * (SIZE // len(piece)), keywords=("a b", "- -", "GPT4X GPT4X"))
    start = time.process_time()
    extract_one(paper)
    assert time.process_time() - start < 15  # about half a second each


def test_many_different_names_and_definitions():
    names = ", ".join(f"Ab{i}X" for i in range(SIZE // 8))
    defined = " ".join(f"Alpha Beta{i} Cell (ABC{i})." for i in range(SIZE // 25))
    start = time.process_time()
    extract_one(Paper("1", "", names))
    extract_one(Paper("1", "", defined))
    assert time.process_time() - start < 30


def test_single_words_cannot_trap_an_expression():
    start = time.process_time()
    assert not is_name("Aa" + "-11" * 50 + "/a")
    assert not is_name("Aa-" + "1" * 100_000 + "!")
    assert list(find_claims("1" * 100_000 + "a", 0, 100_001, [])) == []
    assert list(find_claims("1" + "-" * 100_000 + "a", 0, 100_002, [])) == []
    assert time.process_time() - start < 5


@given(
    st.text(st.characters(), max_size=60),
    st.lists(
        st.sampled_from(
            ["We propose ", "KoRA", "GSM8K", " (", ")", "\n", ". ", "87%", "\\", "$", " on ", "-"]
        ),
        max_size=25,
    ),
)
@settings(deadline=None, max_examples=150)
def test_any_text(title, pieces):
    extract_one(Paper("1", title, "".join(pieces)))
    extract_one(Paper("1", "", title + "".join(pieces)))
