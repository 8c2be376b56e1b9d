"""Of candidates that overlap one stays; short forms are what their long forms are."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from paperkg.extract.abbreviations import find_abbreviations
from paperkg.extract.settle import choose, of_definitions
from paperkg.model import Abbreviation, Kind, Mention
from tests.extract.helpers import run


def mention(start, end, kind=Kind.TECHNIQUE, source="terms", confidence=0.5):
    return Mention(start, end, kind, source, confidence)


def test_the_longer_one_stays():
    assert choose([mention(4, 9), mention(0, 9)]) == [mention(0, 9)]


def test_of_the_same_span_the_more_trusted_source():
    sure = mention(0, 5, Kind.MODEL, "catalogue", 0.5)
    assert choose([mention(0, 5, confidence=0.9), sure]) == [sure]


def test_then_the_more_confident():
    assert choose([mention(0, 5, confidence=0.4), mention(0, 5, Kind.TASK, confidence=0.6)]) == [
        mention(0, 5, Kind.TASK, confidence=0.6)
    ]


def test_a_named_benchmark_goes_before_the_phrase_that_holds_it():
    named = mention(0, 6, Kind.BENCHMARK, "catalogue", 0.9)
    assert choose([mention(0, 12, Kind.METRIC), named]) == [named]


def test_a_keyword_yields_to_anything():
    assert choose([mention(0, 20, Kind.KEYWORD, "keywords", 0.8), mention(5, 9)]) == [mention(5, 9)]


def test_neighbours_do_not_overlap():
    assert choose([mention(0, 5), mention(5, 9)]) == [mention(0, 5), mention(5, 9)]


def test_a_source_that_nobody_knows_counts_like_terms():
    trained = mention(0, 5, Kind.TASK, "recogniser", 0.8)
    assert choose([mention(0, 5), trained]) == [trained]


spans = st.builds(
    lambda start, length, kind, source, confidence: Mention(start, start + length, kind, source, confidence),
    st.integers(0, 20),
    st.integers(1, 8),
    st.sampled_from(Kind),
    st.sampled_from(["catalogue", "coined", "terms", "keywords", "other"]),
    st.sampled_from([0.2, 0.5, 0.9]),
)


@given(st.lists(spans, max_size=12), st.randoms())
def test_no_two_overlap_every_candidate_left_out_meets_one_and_order_does_not_count(candidates, random):
    kept = choose(candidates)
    assert all(one.end <= other.start for one, other in pairwise(kept))
    assert all(any(m.start < k.end and k.start < m.end for k in kept) for m in candidates)
    shuffled = candidates[:]
    random.shuffle(shuffled)
    assert choose(shuffled) == kept


def test_a_short_form_is_what_its_long_form_is_at_all_its_places():
    text = "We weigh a quux frob method (QFM). Then QFM is good, and so are QFMs, not QFM-a or AQFM."
    made = of_definitions(text, find_abbreviations(text, 0, 34), [mention(11, 27)])
    assert sorted(text[m.start : m.end] for m in made) == ["QFM", "QFM", "QFMs", "quux frob method"]
    assert {(m.kind, m.source) for m in made} == {(Kind.TECHNIQUE, "definition")}


def test_a_short_form_is_text_and_no_pattern():
    text = "The quux frob method (QF.). A QFx is not one; QF. is."
    defined = Abbreviation(22, 25, 4, 20)
    made = of_definitions(text, [defined], [mention(4, 20)])
    assert sorted(text[m.start : m.end] for m in made) == ["QF.", "QF.", "quux frob method"]


def test_the_doc_has_ents_and_spans():
    doc = run("Results on GSM8K are good.")
    assert [(ent.text, ent.label_) for ent in doc.ents] == [("GSM8K", "benchmark")]
    assert [span.text for span in doc.spans["mentions"]] == ["GSM8K"]
