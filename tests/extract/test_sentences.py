"""Where sentences start."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.extract.helpers import run


def sentences(abstract, title=""):
    doc = run(abstract, title, until="paperkg_sentences")
    return [sent.text.strip() for sent in doc.sents if sent.text.strip()]


@pytest.mark.parametrize(
    "expected",
    [
        ["We study X.", "It works!", "Does it?", "Yes."],
        ["Models (e.g. GPT-4) fail.", "We mend them."],
        ["As Liu et al. show, it fails.", "We agree."],
        ["It is compared vs. Others w.r.t. Speed."],
        ["A gain of 3.5 points, see Fig. 2 for more.", "Good."],
        ["**We propose Kora.**", "It is fast."],
        ["(It is so.)", "This is not."],
        ['He says "stop."', "We go on."],
        ["We test GPT-4.1 on it.", "Then GPT-3.5."],
        ["It ends with $x = 1.$", "Next one."],
        ["Why?!", "Because."],
    ],
)
def test_sentences_with_a_space_between(expected):
    assert sentences(" ".join(expected)) == expected


def test_chinese_and_japanese_stops_need_no_space():
    assert sentences("我们提出了方法。效果很好！真的吗？是。") == [
        "我们提出了方法。",
        "效果很好！",
        "真的吗？",
        "是。",
    ]
    assert sentences("手法を提案する。良い。") == ["手法を提案する。", "良い。"]


def test_the_title_is_a_sentence_even_without_a_stop():
    assert sentences("we study X.", "On the study of X") == ["On the study of X", "we study X."]


def test_an_empty_line_ends_a_sentence():
    assert sentences("First part\n\nSecond part") == ["First part", "Second part"]


def test_a_word_in_lower_case_goes_on_with_the_sentence():
    assert sentences("We use approx. five of them, i.e. not all. so it ends.") == [
        "We use approx. five of them, i.e. not all. so it ends."
    ]


def test_no_stop_in_sight():
    longest = max(len(sentence.split()) for sentence in sentences("word " * 5000))
    assert longest <= 300


@given(
    st.text(st.sampled_from('aB.!? \n"*)$。1'), max_size=80), st.text(st.sampled_from("aB. "), max_size=10)
)
@settings(deadline=None)
def test_sentences_cover_the_text(abstract, title):
    doc = run(abstract, title, until="paperkg_sentences")
    assert "".join(token.text_with_ws for sent in doc.sents for token in sent) == doc.text
