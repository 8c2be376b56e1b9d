"""The authors' keywords, and phrases that come back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.extract.keywords import places
from paperkg.model import Kind
from tests.extract.helpers import proposed, run


@pytest.mark.parametrize(
    ("keyword", "surface"),
    [
        ("zero-shot", "zero-shot"),
        ("Zero Shot", "zero-shot"),
        ("optimal transport", "Optimal\ntransport"),
        ("kernel", "kernels"),
        ("C++", "C++"),
        ("(1+1)-EA", "(1+1)-EA"),
    ],
)
def test_where_the_text_holds_a_keyword(keyword, surface):
    text = f"Here {surface} is."
    assert [text[slice(*place)] for place in places(text, keyword)] == [surface]


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("a theory", "the"),
        ("it is", ""),
        ("it is", " - "),
        ("a.b", "a+b"),
        ("aaa", "a"),
        ("it is", ".*"),
        ("x" * 200, "x" * 200),
    ],
)
def test_where_it_does_not(text, keyword):
    assert list(places(text, keyword)) == []


def test_author_keywords_count_only_where_the_text_has_them():
    doc = run(
        "We weigh quux frobs here.", keywords=("Quux frob", "unheard-of thing"), until="paperkg_keywords"
    )
    assert proposed(doc, "keywords") == {"quux frobs": Kind.KEYWORD}


def test_a_phrase_that_comes_back_is_one():
    doc = run("Quux frobs are red. A quux frob is blue.", until="paperkg_keywords")
    assert proposed(doc, "keywords") == {"Quux frobs": Kind.KEYWORD, "quux frob": Kind.KEYWORD}


def test_a_phrase_met_once_is_none():
    assert proposed(run("Quux frobs are red.", until="paperkg_keywords"), "keywords") == {}


@given(st.text(max_size=30), st.text(st.sampled_from("a+*(-[ \\"), max_size=12))
@settings(deadline=None)
def test_a_keyword_is_text_and_no_pattern(text, keyword):
    for start, end in places(text + keyword, keyword):
        assert (text + keyword)[start:end].strip()
