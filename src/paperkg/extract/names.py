"""How names look: words with an inner capital, a digit or all capitals ("MILR", "World2Minecraft", "UI-Ins-7B")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Span

from paperkg.extract.terms import compounds

_SIZE = re.compile(r"(?:\d+(?:\.\d+)?[BMT]|[xX]\d+|v?\d+(?:\.\d+)*|[A-Z]\d+|\d+[KkDd])")
_GLUE = frozenset("/._@\\{^$")
_TIERS = frozenset(
    "Opus Sonnet Haiku Pro Flash Ultra Mini Nano Turbo Max Lite Instruct Chat Base Large Small Verified Hard Plus".split()
)
_TAILS = frozenset(  # the second half of a compound that is no name: "LLM-based", "GPU-parallel"
    """agnostic assisted augmented aware based centric conditioned controlled dependent driven enabled enhanced
    equipped free friendly generated grade grounded guided hungry independent induced informed inspired integrated
    intensive invariant labeled level like ly only oriented parallel powered related scale sensitive shot side
    specific style to trained tuned type wide wise""".split()
)
_MEASURE = re.compile(
    r"\d+(?:\.\d+)?[-\s]?(?:[A-Za-z]|[GTMk]?Hz|FP|fps|ms|nm|[GMTk]B|NFE|shot|bit|\w?bit|DoF)s?"
)
_NO_NAMES = frozenset(  # capitals that stand for no concept
    """AI ACL AAAI CVPR DeepMind Google Hugging ICCV ICLR ICML JSON JPEG LaTeX Meta Microsoft NeurIPS NVIDIA OpenAI
    OpenSource PyPI PyTorch RGB RGBD CT EEG MRI FPGA NLP QA API APIs AUC CPU CPUs CUDA DNA GB GPU GPUs GitHub HTML HTTP HTTPS IDs II III IID IO IT IV KB ML MB OOD
    OpenReview PDF PhD RAM RNA SOTA TB TPU TPUs UI UK URL URLs US USA VRAM XML""".split()
)


def is_name(word: str) -> bool:
    """Whether a word without spaces looks like a name wherever it stands.

    >>> [is_name(w) for w in ("MILR", "World2Minecraft", "UI-Ins-7B", "GPU-parallel", "Deep", "Text-to-Image")]
    [True, True, True, False, False, False]
    """
    parts = [part for part in re.split(r"[-‐‑–/]", word) if part]
    if not parts or word in _NO_NAMES or parts[-1].lower() in _TAILS or _MEASURE.fullmatch(word):
        return False
    return any(map(_looks_coined, parts)) or bool(re.fullmatch(r"[A-Z]\w+(?:[-‐‑]\d+(?:\.\d+)*\w*)+", word))


def _looks_coined(part: str) -> bool:
    if part in _NO_NAMES:
        return False
    capitals = sum(map(str.isupper, part))
    inner = any(map(str.isupper, part[1:]))
    mixed = capitals >= 1 and any(map(str.isdigit, part)) and len(part) > 2
    return (inner and part.rstrip("s") != part[:1]) or mixed


def names(doc: Doc) -> Iterator[Span]:
    """Yield each run of tokens that looks like a name, versions and sizes with it."""
    words = list(compounds(doc))
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if is_name(word.text) and _is_running_text(doc, word.start):
            end = word.end
            while at < len(words) and _is_version(doc, end, words[at]):
                end = words[at].end
                at += 1
            yield doc[word.start : end]


def _is_running_text(doc: Doc, i: int) -> bool:
    """Whether a word is no part of an address or a formula."""
    before = doc[i - 1] if i else None
    return before is None or bool(before.whitespace_) or before.text not in _GLUE


def _is_version(doc: Doc, end: int, word: Span) -> bool:
    version = word.text in _TIERS or (_SIZE.fullmatch(word.text) and not word.text.isdigit())
    return bool(doc[end - 1].whitespace_) and bool(version)
