"""How names look: an inner capital, a digit, all capitals ("MILR", "World2Minecraft", "UI-Ins-7B")."""
# ruff: noqa: SIM905 (a list of words reads best as words)

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.tokens import Doc, Span

from paperkg.extract.terms import compounds

_LONGEST = 60  # characters; what goes on for longer is an address, a formula or a sequence
_SIZE = re.compile(r"(?:\d+(?:\.\d+)?[BMT]|[xX]\d+|v?\d+(?:\.\d+)*|[A-Z]\d+|\d+[KkDd])")
_MEASURE = re.compile(
    r"\d+(?:\.\d+)?[-\s]?(?:[A-Za-z]|[GTMk]?Hz|FP|fps|ms|nm|[GMTk]B|NFE|shot|bit|\w?bit|DoF)s?"
)
_GLUE = frozenset("/._@\\{^$")
_TIERS = frozenset(
    """
    Opus Sonnet Haiku Pro Flash Ultra Mini Nano Turbo Max Lite Instruct Chat Base Large Small Verified Hard
    Plus
    """.split()
)
_TAILS = frozenset(  # the second half of a compound that is no name: "LLM-based", "GPU-parallel"
    """
    agnostic assisted augmented aware based centric conditioned controlled dependent driven enabled enhanced
    equipped free friendly generated grade grounded guided hungry independent induced informed inspired
    integrated intensive invariant labeled level like ly only oriented parallel powered related scale
    sensitive shot side specific style to trained tuned type wide wise
    """.split()
)
_NO_NAMES = frozenset(  # capitals that stand for no concept: places, companies, file formats, hardware, units
    """
    AAAI ACL AI API APIs AUC CPU CPUs CT CUDA CVPR DNA DeepMind EEG FPGA GB GPU GPUs GitHub Google HTML HTTP
    HTTPS Hugging ICCV ICLR ICML ID IDs II III IID IO IT IV JPEG JSON KB LaTeX MB ML MRI Meta Microsoft NLP
    NVIDIA NeurIPS OOD OpenAI OpenReview OpenSource PDF PhD PyPI PyTorch QA RAM RGB RGBD RNA SOTA TB TPU TPUs
    UI UK URL URLs US USA VRAM XML
    """.split()
)
_ENDINGS = frozenset({"Arena", "Bench", "Eval", "Gym", "Net"})
_HYPHENS = "-‐‑–"


def is_name(word: str) -> bool:
    """Whether a word without spaces looks like a name wherever it stands.

    >>> [is_name(word) for word in ("MILR", "World2Minecraft", "UI-Ins-7B", "GPU-parallel", "Text-to-Image")]
    [True, True, True, False, False]
    """
    parts = [part for part in re.split(rf"[{_HYPHENS}/]", word) if part]
    if not parts or len(word) > _LONGEST or word in _NO_NAMES:
        return False
    if len(parts) > 1 and parts[-1].lower() in _TAILS:
        return False
    if _MEASURE.fullmatch(word):
        return False
    return any(map(_looks_coined, parts)) or _is_numbered(word, parts) or _is_made_of_title_words(parts)


def _looks_coined(part: str) -> bool:
    if part in _NO_NAMES:
        return False
    inner = any(map(str.isupper, part[1:]))
    mixed = any(map(str.isupper, part)) and any(map(str.isdigit, part)) and len(part) > 2
    return (inner and part.rstrip("s") != part[:1]) or mixed


def _is_numbered(word: str, parts: list[str]) -> bool:
    """Whether a capitalised word is followed by versions only: "Vicuna-1.3", "Phi-3"."""
    first, *versions = parts
    return (
        "A" <= first[0] <= "Z"
        and len(first) > 1
        and "/" not in word
        and bool(versions)
        and all(version[0].isdigit() for version in versions)
    )


def _is_made_of_title_words(parts: list[str]) -> bool:
    """Whether a compound of capitalised words ends in one that names are made with: "Video-Bench"."""
    return len(parts) > 1 and parts[-1] in _ENDINGS and all(part[0].isupper() for part in parts)


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
