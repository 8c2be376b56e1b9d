"""English word forms that extracting and linking must see alike."""

from __future__ import annotations

import re

_IRREGULAR = {
    "analyses": "analysis",
    "biases": "bias",
    "criteria": "criterion",
    "gpus": "gpu",
    "hypotheses": "hypothesis",
    "indices": "index",
    "matrices": "matrix",
    "syntheses": "synthesis",
    "vertices": "vertex",
}


def singular(word: str) -> str:
    """Take an English plural's ending off a word in lower case.

    >>> singular("networks"), singular("policies"), singular("loss"), singular("bias"), singular("analysis")
    ('network', 'policy', 'loss', 'bias', 'analysis')
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if len(word) > 2 and word.endswith("s") and not word.endswith(("ss", "us", "is", "as")):
        return word[:-1]
    return word


_COINED = re.compile(r"\d|[^\s\-][A-Z]")


def looks_coined(surface: str) -> bool:
    """Whether a spelling looks like a proper name: a capital beyond the first letter of a word, or a digit.

    >>> [looks_coined(s) for s in ("MILR", "In-Place TTT", "GPT4", "Token selection", "Deep Learning")]
    [True, True, True, False, False]
    """
    return bool(_COINED.search(surface))
