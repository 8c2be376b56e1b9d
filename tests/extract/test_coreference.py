"""Which mentions name one thing."""

import pytest
import spacy

from paperkg.extract import WEIGHTS, extract, linear, work
from paperkg.extract.coreference import NAME, Coreference, cluster, names_of, plain, relation
from paperkg.extract.pipeline import make_pipeline
from paperkg.model import Kind, Mention, Paper

ALL = dict.fromkeys([("a", "b"), ("b", "c"), ("a", "c")], 3.0)


def test_a_plain_form_leaves_spelling_out():
    assert plain("Vision-Language-Action (VLA) Models") == plain("vision-language action model")
    assert plain("(VLA)") == "(vla)"


@pytest.mark.parametrize(
    ("short", "long", "how"),
    [
        ("occupancy prediction", "3D occupancy prediction", "tail"),
        ("image editing", "edited images of rooms", "inside"),
        ("flow matching", "flow matching objective", "head"),
        ("occupancy prediction", "open occupancy 3D prediction", "inside"),
        ("reward model", "value model", "last"),
        ("reward model", "reward function", "first"),
        ("model collapse", "collapse of reward", "other"),
        ("TTT", "test-time training", "initials"),
        ("TTT loss", "test-time training", "partly"),
        ("time series", "timeseries", "joined"),
        ("diffusion", "attention head", ""),
    ],
)
def test_how_one_name_stands_in_another(short, long, how):
    text = f"{short} and {long}"
    places = [(0, len(short), Kind.TASK), (len(text) - len(long), len(text), Kind.TASK)]
    names = sorted(names_of(spacy.blank("en")(text), places), key=lambda name: (len(name.words), name.words))
    assert relation(*names) == how


def test_clusters():
    assert sorted(map(sorted, cluster("abcd", ALL))) == [["a", "b", "c"], ["d"]]
    assert cluster("ab", {}) == [("a",), ("b",)]
    assert cluster("ab", {("a", "b"): -5.0}) == [("a",), ("b",)]
    assert cluster("ab", {("a", "b"): 5.0, ("a", "z"): 9.0}) == [("a", "b")]
    bridged = {("a", "b"): 3.0, ("b", "c"): 2.0, ("a", "c"): -9.0}
    assert cluster("abc", bridged) == [("a", "b"), ("c",)]


def chains(text, names, kind=Kind.TASK):
    """Say which chain each of some names in a text is found to belong to."""
    nlp = make_pipeline(WEIGHTS)
    doc = nlp.get_pipe("paperkg_sentences")(nlp.make_doc(text))
    doc = nlp.get_pipe("paperkg_abbreviations")(doc)
    places = sorted((text.index(name), text.index(name) + len(name)) for name in names)
    work.mentions(doc)[:] = [Mention(start, end, kind, "by hand", 0.9) for start, end in places]
    nlp.get_pipe(NAME)(doc)
    return {text[start:end]: chain for (start, end), chain in zip(places, work.chains(doc), strict=True)}


def test_a_short_form_and_its_long_form_are_one():
    named = chains(
        "Test-time training (TTT) helps contrastive learning.",
        ["TTT", "Test-time training", "contrastive learning"],
    )
    assert named["TTT"] == named["Test-time training"] != named["contrastive learning"]


def test_the_shipped_weights_join_what_a_reader_joins():
    text = (
        "We study open-vocabulary 3D occupancy prediction. Open-vocabulary occupancy prediction needs depth."
    )
    one, other = "open-vocabulary 3D occupancy prediction", "Open-vocabulary occupancy prediction"
    named = chains(text, [one, other, "depth"])
    assert named[one] == named[other] != named["depth"]


def test_names_in_a_row_are_different_things():
    names = ["MMLU", "MMLU-Pro", "GSM8K"]
    named = chains("We evaluate on MMLU, MMLU-Pro and GSM8K.", names, Kind.BENCHMARK)
    assert len(set(named.values())) == len(names)


def test_every_mention_that_is_found_has_a_chain():
    text = "We train Qwen2.5-7B with GRPO for mathematical reasoning and report accuracy on GSM8K."
    (found,) = extract([Paper("1", "", text)])
    assert len(found.chains) == len(found.mentions) > 0


def test_weights_are_learnt_kept_and_read_back(tmp_path):
    component = Coreference()
    same, other = linear.buckets(linear.hashes(["tail"])), linear.buckets(linear.hashes(["last"]))
    component.learn([(same, True), (other, False)] * 200)
    component.to_disk(tmp_path / "weights")
    again = Coreference().from_disk(tmp_path / "weights")
    assert (again.weights[same, 1] > again.weights[same, 0]).all()
    assert (again.weights[other, 1] < again.weights[other, 0]).all()
