"""Slugs, lookup keys and a paper's text."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperkg.model import ROLE_RANK, Concept, Kind, Mention, Paper, Role, lookup_key, slug

WRITTEN = re.compile(r"[a-z0-9]+([.-]+[a-z0-9]+)*")
normal_forms = (
    st.text() | st.text("ab01 .-+é", max_size=8) | st.from_regex(r"[a-z] [0-9a-f]{12}", fullmatch=True)
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gsm8k", "gsm8k"),
        ("llama3.1 8b", "llama3.1-8b"),
        ("large language model", "large-language-model"),
        # with what cannot be written: the start of sha256 of the text, worked out with sha256sum
        ("c++", "c-cedb1bac7efc"),
        ("wmt'14 en de", "wmt-14-en-de-3ebf44e3a5d9"),
        ("注意力", "105a8b5a196f"),
        ("", "e3b0c44298fc"),
        ("a" * 80, "a" * 80),
        ("a" * 81, "a" * 60 + "-8c48280d57fb"),
    ],
)
def test_slugs_that_must_never_change(text, expected):
    # ids stand in graphs, addresses and RDF that people keep
    assert slug(text) == expected


@given(normal_forms)
@example(".")
@example("-" * 100)
@example("x" * 59 + " .y" * 40)
@example("\ud800")
def test_a_slug_can_stand_in_an_address_and_in_a_file_name(text):
    assert WRITTEN.fullmatch(slug(text))
    assert len(slug(text)) <= 80


@given(normal_forms, normal_forms)
@example("a b", "a-b")
@example("a b", "a  b")
@example("c++", "c")
@example("c++", "c cedb1bac7efc")
@example("c++", "c+")
@example("ab", "a.b")
@example("a b", "a.b")
@example("", "-")
@example("x" * 80 + "a", "x" * 80 + "b")
def test_distinct_texts_have_distinct_slugs(one, other):
    assert (slug(one) == slug(other)) == (one == other)


@given(normal_forms)
def test_no_text_has_the_slug_that_a_hash_gave_another(text):
    assert slug(slug(text).replace("-", " ")) != slug(text) or slug(text).replace("-", " ") == text


def test_a_concepts_id_is_its_kind_and_its_slug():
    assert Concept(Kind.MODEL, "llama3.1 8b", "LLaMA-3.1-8B", ()).id == "model:llama3.1-8b"
    assert Concept(Kind.TECHNIQUE, "c++", "C++", ()).id == "technique:c-cedb1bac7efc"


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("GSM8K", "gsm8k"),
        ("GSM-8K", "gsm8k"),
        (" gsm 8k ", "gsm8k"),
        ("ＧＳＭ８Ｋ", "gsm8k"),
        ("SWE_bench/Verified", "swebenchverified"),
        ("Straße", "strasse"),
        ("F₁", "f1"),
        ("Schrödinger", "schrödinger"),
        ("Schro\u0308dinger", "schrödinger"),
        ("注意 力", "注意力"),
        ("C++", "c"),
        (" ++ ", "++"),  # nothing but signs: they count
        ("", ""),
    ],
)
def test_lookup_keys_by_hand(typed, key):
    assert lookup_key(typed) == key


@given(st.text())
def test_a_lookup_key_forgets_case_width_and_what_stands_between(text):
    key = lookup_key(text)
    if any(char.isalnum() for char in key):
        assert key.isalnum()
        assert lookup_key(f" {text}-") == key
    assert lookup_key(unicodedata.normalize("NFD", text)) == key


@given(st.text(st.characters(codec="ascii")))
def test_a_lookup_key_of_plain_letters_forgets_case(text):
    assert lookup_key(text.upper()) == lookup_key(text) == lookup_key(text.lower())


@given(st.text(), st.text())
def test_a_papers_text_is_title_newline_abstract(title, abstract):
    text = Paper("p", title, abstract).text
    assert text[: len(title)] == title
    assert text[len(title)] == "\n"
    assert text[len(title) + 1 :] == abstract


def test_offsets_count_code_points():
    text = Paper("p", "😀 é", "On 𝔸 GSM8K").text
    assert text.index("GSM8K") == 9
    assert text[9:14] == "GSM8K"


def test_roles_rank_as_the_strongest_first():
    assert sorted(Role, key=ROLE_RANK.__getitem__) == list(Role)
    assert ROLE_RANK[Role.INTRODUCES] < ROLE_RANK[Role.EVALUATES_ON] < ROLE_RANK[Role.MENTIONS]


def test_mentions_sort_as_they_stand_in_the_text():
    early, late = Mention(3, 9, Kind.TASK, "z", 0.1), Mention(4, 5, Kind.BENCHMARK, "a", 0.9)
    assert sorted([late, early]) == [early, late]
