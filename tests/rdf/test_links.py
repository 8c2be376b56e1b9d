from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.model import Paper
from paperkg.rdf.iris import web_address
from paperkg.rdf.links import Elsewhere, elsewhere


@pytest.mark.parametrize(
    ("paper_id", "url", "expected"),
    [
        ("1", "https://doi.org/10.1000/182", Elsewhere(doi="10.1000/182")),
        ("1", "http://dx.doi.org/10.18653/v1/2020.acl-main.1", Elsewhere(doi="10.18653/v1/2020.acl-main.1")),
        ("10.1000/182", "", Elsewhere(doi="10.1000/182")),
        ("doi:10.1000/182", "", Elsewhere(doi="10.1000/182")),
        ("1", "https://arxiv.org/abs/2110.14168", Elsewhere(arxiv="2110.14168")),
        ("1", "https://www.arxiv.org/pdf/2110.14168v3.pdf", Elsewhere(arxiv="2110.14168v3")),
        ("1", "https://arxiv.org/abs/cs/0112017", Elsewhere(arxiv="cs/0112017")),
        ("1", "https://arxiv.org/abs/math.GT/0309136", Elsewhere(arxiv="math.GT/0309136")),
        ("arXiv:2110.14168", "", Elsewhere(arxiv="2110.14168")),
        ("1", "https://openreview.net/forum?id=e8P4Oo8S6U", Elsewhere(openreview="e8P4Oo8S6U")),
        ("1", "https://openreview.net/pdf?id=e8P4Oo8S6U&name=x", Elsewhere(openreview="e8P4Oo8S6U")),
        ("doi:10.1000/1", "https://arxiv.org/abs/2110.14168", Elsewhere("10.1000/1", "2110.14168")),
    ],
)
def test_what_an_id_or_an_address_spells_out(paper_id: str, url: str, expected: Elsewhere):
    assert elsewhere(Paper(paper_id, "", "", url=url)) == expected


@pytest.mark.parametrize(
    ("paper_id", "url"),
    [
        ("2110.14168", ""),
        ("e8P4Oo8S6U", ""),
        ("10.1000", "https://example.org/10.1000/182"),
        ("1", "https://arxiv.org.example.org/abs/2110.14168"),
        ("1", "https://arxiv.org/list/cs.CL/recent"),
        ("1", "https://openreview.net/group?id=ICLR.cc"),
        ("1", "https://openreview.net/forum?id=<script>"),
        ("1", "https://doi.org/"),
        ("1", "https://evil.example/?https://doi.org/10.1000/182"),
    ],
)
def test_what_is_not_spelt_out_is_not_guessed(paper_id: str, url: str):
    assert elsewhere(Paper(paper_id, "", "", url=url)) == Elsewhere()


@given(st.text(), st.text() | st.builds("https://openreview.net/forum?id={}".format, st.text()))
def test_every_address_is_one(paper_id: str, url: str):
    assert all(web_address(one) == one for one in elsewhere(Paper(paper_id, "", "", url=url)).addresses)


def test_the_addresses_are_as_each_spells_them():
    assert Elsewhere("10.1000/182", "2110.14168", "e8P4Oo8S6U").addresses == (
        "https://doi.org/10.1000/182",
        "https://arxiv.org/abs/2110.14168",
        "https://openreview.net/forum?id=e8P4Oo8S6U",
    )
