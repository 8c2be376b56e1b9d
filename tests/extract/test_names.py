"""What looks like a name."""
# ruff: noqa: SIM905 (a list of words reads best as words)

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperkg.extract.names import is_name, names
from tests.extract.helpers import run

NAMES = """
    MILR RelayFormer Game-RL vDiT T2I-CompBench UI-I2E-Bench World2Minecraft GPT-4 MLLMs LLaMA-3.1-8B
    Vicuna-1.3-13B UI-Ins-7B Code2Logic Phi-3 Qwen2.5 NeRF VQ-VAE WISE Video-Bench
""".split()
NO_NAMES = """
    7B 3D 2D 4-bit 128k 10K 13.2x 1.5B 8-GPU OpenAI NVIDIA GPUs GPU-parallel LLM-based PPO-style SOTA IID Deep
    Learning Text-to-Image state-of-the-art I A As 2024 - x
""".split()


@pytest.mark.parametrize("word", NAMES)
def test_names(word):
    assert is_name(word)


@pytest.mark.parametrize("word", [*NO_NAMES, "", "A" * 1000])
def test_no_names(word):
    assert not is_name(word)


def runs(text):
    return [span.text for span in names(run(text, until="paperkg_sentences"))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use GPT-4 Turbo here.", ["GPT-4 Turbo"]),
        ("on MMBench-GUI L2, besides", ["MMBench-GUI L2"]),
        ("with LLaMA 3.1 8B.", ["LLaMA 3.1 8B"]),
        ("the GSM8K 2024 edition", ["GSM8K"]),  # a year is no version
        ("MILR and WISE", ["MILR", "WISE"]),
        ("see github.com/MrZil/ProxyThinker now", []),
        (r"the $\mathcal{LOSS}$ of", []),
        ("MILR's reasoning", ["MILR"]),
        ("(GTO), **MILR**", ["GTO", "MILR"]),
    ],
)
def test_names_in_text(text, expected):
    assert runs(text) == expected


@given(st.text(st.sampled_from("Ab1-–/. "), max_size=70))
@settings(deadline=None)
def test_any_word_is_answered(word):
    is_name(word)
