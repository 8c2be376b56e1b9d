"""Numbers that a sentence reports."""

import pytest

from paperkg.extract import work
from paperkg.extract.claims import find_claims
from paperkg.model import Kind, Mention
from tests.extract.helpers import run


def claims(text, **named):
    """The claims of one sentence whose mentions are given as words=kind."""
    mentions = []
    for words, kind in named.items():
        start = text.index(words)
        mentions.append(Mention(start, start + len(words), kind, "terms", 0.5))
    return list(find_claims(text, 0, len(text), sorted(mentions)))


def values(text, **named):
    return [claim.value for claim in claims(text, **named)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gains of 58% here", ["58%"]),
        (r"by 7.4\% and 7.7\%.", [r"7.4\%", r"7.7\%"]),
        ("(<0.5% loss)", ["<0.5%"]),
        ("a +3.2% gain", ["+3.2%"]),
        ("a 2.4x speedup", ["2.4x"]),
        ("a 2.4× speedup", ["2.4×"]),
        (r"at $500\times$ the length", [r"$500\times$"]),
        ("by 2.5 points", ["2.5 points"]),
        ("by 3 percentage points", ["3 percentage points"]),
        ("by 3 pp.", ["3 pp"]),
        ("10 % more", ["10 %"]),
        ("up to 1,000x", ["1,000x"]),
    ],
)
def test_ratios(text, expected):
    assert values(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "in 2024 we",
        "on 8 GPUs",
        "3,810 arguments",
        "a 7B model",
        "3-shot",
        "a 2x2 grid",
        "GPT-4",
        "v1.5",
        "0.63 alone",  # a bare number needs a metric beside it
        "Section 3.2",
        "",
    ],
)
def test_no_ratios(text):
    assert values(text) == []


def test_a_bare_score_counts_beside_a_metric():
    [claim] = claims(
        "MILR has a score of 0.63 on WISE", score=Kind.METRIC, WISE=Kind.BENCHMARK, MILR=Kind.TECHNIQUE
    )
    assert (claim.value, claim.metric, claim.benchmark, claim.system) == ("0.63", "score", "WISE", "MILR")


def test_a_count_does_not_even_beside_a_metric():
    assert values("an accuracy on 37 models", accuracy=Kind.METRIC) == []


def test_a_number_inside_a_name_is_no_claim():
    assert values("the 90% rule wins", **{"90% rule": Kind.TECHNIQUE}) == []


def test_each_number_has_the_benchmark_right_after_it():
    text = "Kora has 87.3% on ABench and 84.9% on BBench"
    got = claims(text, Kora=Kind.MODEL, ABench=Kind.BENCHMARK, BBench=Kind.BENCHMARK)
    assert [(c.value, c.benchmark, c.system) for c in got] == [
        ("87.3%", "ABench", "Kora"),
        ("84.9%", "BBench", "Kora"),
    ]


def test_else_the_last_benchmark_before_it():
    [claim] = claims("On ABench, Kora has 87.3%", Kora=Kind.MODEL, ABench=Kind.BENCHMARK)
    assert claim.benchmark == "ABench"


def test_a_benchmark_far_away_is_not_taken():
    [claim] = claims("It is 2.4x faster" + " and so on" * 12 + " as ABench says", ABench=Kind.BENCHMARK)
    assert claim.benchmark is None


def test_a_baseline_stands_after_a_word_of_comparison():
    text = "Kora gains 5% over Lira on ABench"
    [claim] = claims(text, Kora=Kind.MODEL, Lira=Kind.MODEL, ABench=Kind.BENCHMARK)
    assert (claim.system, claim.baseline) == ("Kora", "Lira")


def test_what_a_paper_does_without_has_no_result():
    text = "Without further tuning, Kora keeps 85% accuracy on ABench"
    kinds = {"tuning": Kind.TECHNIQUE, "Kora": Kind.MODEL, "ABench": Kind.BENCHMARK, "accuracy": Kind.METRIC}
    assert claims(text, **kinds)[0].system == "Kora"


def test_the_quote_spans_number_and_subject():
    text = "We see that Kora gains 5% on ABench today"
    [claim] = claims(text, Kora=Kind.MODEL, ABench=Kind.BENCHMARK)
    assert text[claim.start : claim.end] == "Kora gains 5% on ABench"


def test_a_sentence_that_reports_nothing_has_no_claims():
    assert work.claims(run("The 12% club. Another 5% here.")) == []


def test_sentences_do_not_share_their_names():
    doc = run("We test GSM8K. Speed improves by 12%.")
    assert [(claim.value, claim.benchmark) for claim in work.claims(doc)] == [("12%", None)]


def test_a_number_that_another_one_came_from_is_not_the_subjects():
    text = r"Nix lifts Alpha: 19.6\% $\to$ 57.1\%; Beta: 36.1\% $\to$ 79.9\%"
    found = claims(text, Nix=Kind.MODEL, Alpha=Kind.BENCHMARK, Beta=Kind.BENCHMARK)
    assert [(claim.value, claim.benchmark, claim.system) for claim in found] == [
        (r"19.6\%", "Alpha", None),
        (r"57.1\%", "Alpha", "Nix"),
        (r"36.1\%", "Beta", None),
        (r"79.9\%", "Beta", "Nix"),
    ]
    found = claims("Nix goes from 39.0% to 4.6% on Alpha", Nix=Kind.MODEL, Alpha=Kind.BENCHMARK)
    assert [(claim.value, claim.system) for claim in found] == [("39.0%", None), ("4.6%", "Nix")]


def test_a_number_in_brackets_is_what_stands_before_them_unless_it_says_more():
    text = "faster on Alpha (56.3%), and Beta (7.5% on Gamma)"
    found = claims(text, Alpha=Kind.BENCHMARK, Beta=Kind.BENCHMARK, Gamma=Kind.BENCHMARK)
    assert [(claim.value, claim.benchmark) for claim in found] == [("56.3%", "Alpha"), ("7.5%", "Gamma")]


def test_a_factor_may_have_its_sign_between_dollars_and_a_resolution_is_none():
    assert values(r"up to 4.9$\times$ faster at 256$\times$256 pixels") == [r"4.9$\times$"]
