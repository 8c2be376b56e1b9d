"""The normal form: what counts in a name and what does not."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from paperkg.link.normal import compact, normal_form

PIECES = """
    ** * $ \\text{ } \\tau A GSM 8K - _ s es ies non pre linear
    λ σ . ( ) ´ ﬃ isation modelling ` é 1 x ß İ ٣ our 深
"""
pieces = st.sampled_from([*PIECES.split(), " ", '"', "\0"])
texts = st.one_of(st.text(), st.lists(pieces, max_size=8).map("".join))


@given(texts)
@example("((*((*a")
@example("\\te\\textxt a")
def test_it_is_idempotent(text):
    assert normal_form(normal_form(text)) == normal_form(text)


@given(texts)
def test_it_is_empty_for_white_space_only(text):
    assert bool(normal_form(text)) == bool(text.strip())


words = st.text(st.sampled_from("abcdefgkxyz"), min_size=3, max_size=8)


@given(st.lists(words, min_size=1, max_size=4), st.randoms())
def test_case_hyphens_and_marks_do_not_count(parts, random):
    plain = " ".join(parts)
    variant = (
        "".join(
            part.upper() + random.choice(["-", " ", "‑", "–", "\n", "  ", "/", "_"]) for part in parts[:-1]
        )
        + parts[-1].title()
    )
    for dressed in (
        variant,
        f"**{variant}**",
        f"*{variant}*",
        f"`{variant}`",
        f"\\textbf{{{variant}}}",
        f"({variant}),",
    ):
        assert normal_form(dressed) == normal_form(plain)


@given(texts)
def test_compact_is_idempotent_and_keeps_letters(text):
    normal = normal_form(text)
    assert compact(compact(normal)) == compact(normal)
    assert compact(normal).replace(" ", "") == normal.replace(" ", "")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("GSM8K", "gsm-8k"),
        ("LLaMA-3.1-8B", "Llama 3.1 8B"),
        ("fine-tuning", "finetuning"),
        ("ﬁne-tuning", "fine-tuning"),
        ("Pre-training", "pretraining"),
        ("non-linear", "nonlinear"),
        ("LLMs", "LLM"),
        ("policies", "policy"),
        (r"$\tau$-bench", "τ-bench"),
        ("τ-bench", "tau-bench"),
        (r"$\mathcal{N}$", "N"),
        ("optimisation", "optimization"),
        ("colour model", "color model"),
        ("language modelling", "language modeling"),
        ("Ｇ２", "G2"),
        ("Café", "Cafe\u0301"),
        ("*A* search*", "A* search"),
        ("“deep learning”", "deep learning"),
    ],
)
def test_variants(one, other):
    assert normal_form(one) == normal_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("MMLU-Pro", "MMLU"),
        ("A*", "A"),
        ("C++", "C"),
        ("CodeT5+", "CodeT5"),
        ("GPT-4", "GPT-4o"),
        ("LLaMA 3.1", "LLaMA 31"),
        ("V* Bench", "VBench"),
        ("ResNet-50", "ResNet-5"),
        ("loss", "los"),
        ("bias", "bia"),
        ("Q-learning", "learning"),
        ("attention sparse", "sparse attention"),
    ],
)
def test_other_names(one, other):
    assert normal_form(one) != normal_form(other)


def test_numbers_stay_apart_without_spaces():
    assert compact("llama3.1 8b") != compact("llama3.18 b")
