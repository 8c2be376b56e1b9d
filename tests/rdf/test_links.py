from __future__ import annotations

import csv
import re
from importlib.resources import files

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from paperkg.catalogue import entries
from paperkg.graph import Contents
from paperkg.model import Concept, Kind, Paper
from paperkg.rdf import to_rdflib
from paperkg.rdf.iris import web_address
from paperkg.rdf.links import Elsewhere, elsewhere, known

from .graphs import BERT, saved


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


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"doi": "10.1000/182"}, Elsewhere(doi="10.1000/182")),
        ({"arxiv": "2110.14168"}, Elsewhere(arxiv="2110.14168")),
        ({"arxiv": "cs/0112017"}, Elsewhere(arxiv="cs/0112017")),
        ({"doi": "10.1000/182", "id": "10.1000/other"}, Elsewhere(doi="10.1000/182")),
        ({"doi": "10.1000/182", "url": "https://doi.org/10.1000/other"}, Elsewhere(doi="10.1000/182")),
        ({"arxiv": "2110.14168", "id": "arXiv:2110.99999"}, Elsewhere(arxiv="2110.14168")),
        ({"arxiv": "2110.14168", "url": "https://arxiv.org/abs/2110.14168v3"}, Elsewhere(arxiv="2110.14168")),
        (
            {"doi": "10.1000/1", "url": "https://arxiv.org/abs/2110.14168"},
            Elsewhere("10.1000/1", "2110.14168"),
        ),
        ({"doi": "none", "id": "10.1000/182"}, Elsewhere(doi="10.1000/182")),
        ({"doi": "10.1000/a b", "url": "https://doi.org/10.1000/182"}, Elsewhere(doi="10.1000/182")),
        ({"arxiv": "none", "url": "https://arxiv.org/abs/2110.14168"}, Elsewhere(arxiv="2110.14168")),
        ({"doi": "none", "arxiv": "2110.14168?"}, Elsewhere()),
    ],
)
def test_what_the_source_gives_comes_first_where_it_is_well_formed(
    fields: dict[str, str], expected: Elsewhere
):
    assert elsewhere(Paper(**{"id": "1", "title": "", "abstract": "", **fields})) == expected


@given(
    st.text().filter(lambda text: "\0" not in text),
    st.text() | st.builds("https://openreview.net/forum?id={}".format, st.text()),
    st.text() | st.builds("10.1000/{}".format, st.text()),
    st.text(),
)
def test_every_address_is_one(paper_id: str, url: str, doi: str, arxiv: str):
    paper = Paper(paper_id, "", "", url=url, doi=doi, arxiv=arxiv)
    assert all(web_address(one) == one for one in elsewhere(paper).addresses)


def test_the_addresses_are_as_each_spells_them():
    assert Elsewhere("10.1000/182", "2110.14168", "e8P4Oo8S6U").addresses == (
        "https://doi.org/10.1000/182",
        "https://arxiv.org/abs/2110.14168",
        "https://openreview.net/forum?id=e8P4Oo8S6U",
    )


# --- concepts ---------------------------------------------------------------------------------------------

ITEMS = list(csv.DictReader(files("paperkg.rdf").joinpath("wikidata.csv").read_text("utf-8").splitlines()))


def test_a_concept_of_the_catalogue_leads_to_its_item_and_its_paper(tmp_path):
    own = Concept(Kind.MODEL, "bert of ours", "BERT of ours", ("BERT of ours",))
    task = Concept(Kind.TASK, "bert", "BERT", ("BERT",))  # another kind is another concept
    graph = to_rdflib(saved(tmp_path, Contents((), (BERT, own, task), ())))
    leads = {
        (str(concept).rpartition("/")[2], str(to))
        for said in (rdflib.SKOS.exactMatch, rdflib.RDFS.seeAlso)
        for concept, to in graph.subject_objects(said)
    }
    assert leads == {
        ("model-bert", "http://www.wikidata.org/entity/Q61726893"),
        ("model-bert", "https://arxiv.org/abs/1810.04805"),
    }


def test_each_item_is_of_one_concept_of_the_catalogue():
    named = {(entry.kind, entry.name) for entry in entries()}
    assert all((Kind(row["kind"]), row["name"]) in named for row in ITEMS)
    assert all(re.fullmatch("Q[1-9][0-9]*", row["item"]) for row in ITEMS)
    assert len({row["item"] for row in ITEMS}) == len(ITEMS)


def test_every_address_of_the_catalogue_is_one():
    with_address = [entry for entry in entries() if entry.address]
    assert len(with_address) > 1000
    for entry in with_address:
        address = known(Concept(entry.kind, entry.name.lower(), entry.name, ())).paper
        assert address.startswith("https://")
        assert address.endswith(entry.address.partition(":")[2])
