from __future__ import annotations

import re

import pyoxigraph
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperkg.rdf.iris import Iris, paper_name, web_address


@pytest.mark.parametrize("plain", ["02NbD16OnA", "a", "A_b-", "1710.00001v2", "x" * 100])
def test_a_plain_id_stands_as_it_is(plain: str):
    assert paper_name(plain) == plain


@pytest.mark.parametrize(
    "other", ["", "-x", "_x", "a.", "a..b", "a b", "é", "10.1000/182", "a\n", "x" * 101, "\ud800"]
)
def test_another_id_is_cleaned_and_hashed(other: str):
    assert re.fullmatch(r"_[A-Za-z0-9_]{0,40}-[0-9a-f]{16}", paper_name(other))


@given(st.text() | st.text("ab_-./", max_size=4), st.text() | st.text("ab_-./", max_size=4))
@example("a/b", "a b")
@example("cs/0112017", "_cs_0112017-0bc52ea9dfe23e21")  # an id that looks like another one's name
def test_two_ids_have_two_names(one: str, other: str):
    assert (paper_name(one) == paper_name(other)) == (one == other)


@given(st.text())
def test_every_paper_has_a_valid_iri_of_one_segment(paper_id: str):
    iri = Iris().paper(paper_id)
    pyoxigraph.NamedNode(iri)
    assert re.fullmatch(r"https://w3id\.org/paperkg/paper/[A-Za-z0-9_][A-Za-z0-9_.-]*(?<!\.)", iri)


@pytest.mark.parametrize(
    "base",
    ["", "/", "#", "example.org/", "//example.org/", "https://example.org", "https:///", "ftp://example.org/",
     "https://example.org/a b/", "https://example.org/#a#", " https://example.org/", "https://example.org/%zz/",
     "https://example.org/\ud800/", "urn:x:/", "javascript:alert(1)//"],
)  # fmt: skip
def test_a_base_that_cannot_hold_names_is_refused(base: str):
    with pytest.raises(ValueError, match="must be an absolute http or https IRI that ends in / or #"):
        Iris(base)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org",
        "http://example.org:8080/a?b=c#d",
        "https://example.org/%C3%A9/é",
        "HTTP://example.org/",
    ],
)
def test_a_web_address_is_kept(address: str):
    assert web_address(f" {address}\n") == address


@pytest.mark.parametrize(
    "text",
    ["", "example.org", "https://", "http:x", "https:///a", "ftp://example.org/", "https://example.org/a b",
     'https://example.org/"onclick', "https://example.org/<b>", "https://example.org/%2", "http://[::1",
     "data:,x", "https://example.org/\nhttps://example.org/", "https://example.org/\udfff", "file:///etc/passwd"],
)  # fmt: skip
def test_what_is_no_web_address_is_left_out(text: str):
    assert web_address(text) is None
