"""The pipeline as spaCy's users meet it: components that can be listed, left out, added, saved and spread."""

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from paperkg.extract import extract, work
from paperkg.extract.pipeline import COMPONENTS, make_pipeline
from paperkg.model import Extraction, Kind, Paper

PAPERS = [
    Paper(
        "1",
        "Kora: Frobbing",
        "We introduce Keen Operators for Rank Actions (KORA). KORA reaches 87.3% on GSM8K.",
    ),
    Paper("2", "", "Speculative decoding is 2.4x faster on HumanEval.", keywords=("decoding",)),
    Paper("3", "", ""),
]


@pytest.fixture
def nlp():
    return make_pipeline()


def test_the_components_can_be_listed(nlp):
    assert tuple(nlp.pipe_names) == COMPONENTS
    assert nlp.analyze_pipes()["problems"] == {name: [] for name in COMPONENTS}


def test_a_paper_becomes_an_extraction(nlp):
    [first, *_] = extract(PAPERS, nlp)
    text = PAPERS[0].text
    named = {text[m.start : m.end]: m.kind for m in first.mentions}
    assert named["GSM8K"] is Kind.BENCHMARK
    assert "KORA" in named
    [short] = first.abbreviations
    assert text[short.long_start : short.long_end] == "Keen Operators for Rank Actions"
    assert [(claim.value, claim.benchmark) for claim in first.claims] == [("87.3%", "GSM8K")]
    assert [text[start:end].strip() for start, end in first.sentences] == [
        "Kora: Frobbing",
        "We introduce Keen Operators for Rank Actions (KORA).",
        "KORA reaches 87.3% on GSM8K.",
    ]


def test_extractions_come_in_order_and_as_they_are_asked_for(nlp):
    asked = []

    def papers():
        for paper in PAPERS:
            asked.append(paper.id)
            yield paper

    results = extract(papers(), nlp)
    assert asked == []
    assert len(list(results)) == 3


def test_an_empty_paper(nlp):
    assert list(extract([PAPERS[2]], nlp)) == [Extraction()]


def test_no_papers(nlp):
    assert list(extract([], nlp)) == []


def test_mentions_are_the_docs_ents(nlp):
    doc = nlp(work.prepare(nlp.make_doc(PAPERS[0].text), PAPERS[0]))
    settled = [(m.start, m.end, str(m.kind)) for m in work.mentions(doc)]
    assert settled == [(ent.start_char, ent.end_char, ent.label_) for ent in doc.ents]


def test_a_plain_text_will_do(nlp):
    assert "GSM8K" in [ent.text for ent in nlp("Results on GSM8K are good.").ents]


@pytest.mark.parametrize("name", COMPONENTS)
def test_any_component_can_be_left_out(nlp, name):
    if name == "paperkg_sentences":
        nlp.replace_pipe(name, "sentencizer")  # the others need sentences, whoever finds them
    else:
        nlp.remove_pipe(name)
    assert len(list(extract(PAPERS, nlp))) == 3


def test_without_claims_there_are_none(nlp):
    with nlp.select_pipes(disable=["paperkg_claims"]):
        assert [e.claims for e in extract(PAPERS, nlp)] == [(), (), ()]
    assert any(e.claims for e in extract(PAPERS, nlp))


@Language.component("test_finds_frobbing")
def find_frobbing(doc: Doc) -> Doc:
    for token in doc:
        if token.text == "Frobbing":
            work.propose(doc[token.i : token.i + 1], Kind.TASK, "test", 0.7)
    return doc


def test_a_component_of_ones_own(nlp):
    nlp.add_pipe("test_finds_frobbing", before="paperkg_settle")
    [first, *_] = extract(PAPERS, nlp)
    assert ("Frobbing", Kind.TASK, "test", 0.7) in [
        (PAPERS[0].text[m.start : m.end], m.kind, m.source, m.confidence) for m in first.mentions
    ]


def test_a_component_can_be_swapped(nlp):
    nlp.replace_pipe("paperkg_terms", "test_finds_frobbing")
    [first, *_] = extract(PAPERS, nlp)
    assert {m.source for m in first.mentions} >= {"test"}
    assert "terms" not in {m.source for m in first.mentions}


def test_a_saved_pipeline_finds_the_same(nlp, tmp_path):
    nlp.to_disk(tmp_path / "saved")
    again = spacy.load(tmp_path / "saved")
    assert again.pipe_names == nlp.pipe_names
    assert list(extract(PAPERS, again)) == list(extract(PAPERS, nlp))


def test_two_processes_find_the_same_as_one(nlp):
    docs = [work.prepare(nlp.make_doc(paper.text), paper) for paper in PAPERS * 3]
    spread = nlp.pipe(docs, n_process=2, batch_size=2)
    alone = nlp.pipe([work.prepare(nlp.make_doc(paper.text), paper) for paper in PAPERS * 3])
    for one, other in zip(spread, alone, strict=True):
        assert one.text == other.text
        assert work.mentions(one) == work.mentions(other)
        assert work.claims(one) == work.claims(other)
        assert work.abbreviations(one) == work.abbreviations(other)
        assert [str(ent) for ent in one.ents] == [str(ent) for ent in other.ents]


def test_a_saved_doc_keeps_what_was_found(nlp):
    doc = nlp(work.prepare(nlp.make_doc(PAPERS[0].text), PAPERS[0]))
    again = Doc(nlp.vocab).from_bytes(doc.to_bytes())
    assert work.mentions(again) == work.mentions(doc) != []
    assert work.claims(again) == work.claims(doc) != []
    assert work.title_end(again) == len(PAPERS[0].title)
