"""What a paper does with what it names, as the classifier reads it."""

from pathlib import Path

import numpy as np
import pytest

from paperkg.extract import extract, work
from paperkg.extract.pipeline import make_pipeline
from paperkg.extract.roles import ROLES, RoleClassifier, context_of, keys_of
from paperkg.model import Kind, Paper, Role

TEXT = "MILR: Reasoning in Latent Space\nWe propose MILR. We evaluate MILR on GSM8K."


@pytest.fixture(scope="module")
def sentences():
    nlp = make_pipeline(weights=None)
    nlp.select_pipes(enable=["paperkg_sentences"])
    return lambda paper: nlp(work.prepare(nlp.make_doc(paper.text), paper))


def keys(doc, words, kind):
    spans = [(t.i, t.i + 1) for t in doc if t.text == words]
    return keys_of(doc, context_of(doc), spans, kind)


def test_features_tell_things_and_kinds_apart(sentences):
    title, abstract = TEXT.split("\n")
    doc = sentences(Paper("1", title, abstract))
    again = sentences(Paper("2", title, abstract))
    assert keys(doc, "MILR", Kind.TECHNIQUE).tolist() == keys(again, "MILR", Kind.TECHNIQUE).tolist()
    assert set(keys(doc, "MILR", Kind.TECHNIQUE)) != set(keys(doc, "GSM8K", Kind.TECHNIQUE))
    assert set(keys(doc, "MILR", Kind.TECHNIQUE)) != set(keys(doc, "MILR", Kind.MODEL))


def test_it_learns_what_a_word_beside_a_name_says(sentences, tmp_path: Path):
    names = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel"]
    told = []
    for name in names:
        for verb, role in (("propose", Role.INTRODUCES), ("beat", Role.COMPARES_WITH)):
            doc = sentences(Paper(name, "On trees", f"Here we {verb} {name} today."))
            told.append((keys(doc, name, Kind.MODEL), role))
    classifier = RoleClassifier()
    classifier.learn(told)
    classifier.to_disk(tmp_path / "roles")
    read = RoleClassifier().from_disk(tmp_path / "roles")
    for verb, role in (("propose", Role.INTRODUCES), ("beat", Role.COMPARES_WITH)):
        doc = sentences(Paper("new", "On trees", f"Here we {verb} Juniper today."))
        for one in (classifier, read):
            assert ROLES[int(one.weights[keys(doc, "Juniper", Kind.MODEL)].sum(axis=0).argmax())] is role


def test_learning_again_gives_the_same():
    random = np.random.default_rng(1)
    told = [(random.integers(0, 500, 20).astype(np.uint64), ROLES[n % 3]) for n in range(300)]
    one, other = RoleClassifier(), RoleClassifier()
    one.learn(told)
    other.learn(told)
    assert np.array_equal(one.weights, other.weights)


def test_every_mention_has_its_role_and_a_short_form_that_of_its_long_form():
    paper = Paper(
        "1",
        "Group Tree Optimization",
        "We introduce Group Tree Optimization (GTO), a new algorithm. On GSM8K, GTO reaches 71.5%.",
    )
    [found] = extract([paper])
    assert len(found.roles) == len(found.mentions)
    roles = {paper.text[m.start : m.end]: role for m, role in zip(found.mentions, found.roles, strict=True)}
    assert roles["GTO"] is roles["Group Tree Optimization"] is Role.INTRODUCES
    assert roles["GSM8K"] is Role.EVALUATES_ON


def test_a_text_without_names_has_no_roles():
    [found] = extract([Paper("1", "", "It is what it is.")])
    assert found.roles == ()
