"""Which spelling is shown."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.link.names import choose_name, looks_coined
from paperkg.link.normal import normal_form


@pytest.mark.parametrize(
    ("normal", "surfaces", "expected"),
    [
        ("milr", {"MILR": 2, "Milr": 1}, "MILR"),
        ("attention head", {"Attention heads": 3, "attention heads": 1}, "attention head"),
        ("attention head", {"Attention heads": 1}, "attention head"),
        ("large language model", {"LLMs": 9, "large language models": 1}, "large language model"),
        ("llm", {"LLMs": 2}, "LLM"),
        ("bayesian posterior", {"Bayesian posteriors": 1}, "Bayesian posterior"),
        ("gaussian process", {"gaussian process": 1, "Gaussian process": 2}, "Gaussian process"),
        ("gaussian process", {"gaussian process": 1}, "gaussian process"),
        ("weak poincaré inequality", {"Weak Poincaré inequality": 1}, "weak Poincaré inequality"),
        ("milr", {"**MILR**": 1}, "MILR"),
        ("policy", {"policies": 1}, "policy"),
        ("loss", {"loss": 1}, "loss"),
        ("zorvex", {"Zorvex": 1}, "Zorvex"),
        ("a*", {"A*": 1}, "A*"),
        ("a*", {"*A**": 1}, "A"),
        ("milr", {"$MILR$": 1}, "MILR"),
        ("*", {"*": 1}, "*"),
        ("ties", {"TIES": 1}, "TIES"),
    ],
)
def test_names(normal, surfaces, expected):
    assert choose_name(normal, Counter(surfaces)) == expected


@pytest.mark.parametrize("surface", ["MILR", "vDiT", "GPT-4", "In-Place TTT", "LLMs", "3D"])
def test_coined(surface):
    assert looks_coined(surface)


@pytest.mark.parametrize(
    "surface", ["Token selection", "Deep Learning", "attention", "A", "", "Text-to-Image"]
)
def test_not_coined(surface):
    assert not looks_coined(surface)


@given(
    st.dictionaries(st.text(min_size=1).filter(str.strip), st.integers(1, 5), min_size=1, max_size=4),
    st.randoms(),
)
def test_a_name_is_chosen_whatever_the_order(surfaces, random):
    normal = normal_form(next(iter(surfaces)))
    name = choose_name(normal, Counter(surfaces))
    items = list(surfaces.items())
    random.shuffle(items)
    assert choose_name(normal, Counter(dict(items))) == name
    assert name.strip()
