"""The normal form: what stays of a name when its spelling is taken away.

Case, hyphens, the marks of LaTeX and Markdown, Unicode's look-alikes and an English plural do not count;
letters, digits, dots and the order of the words do.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from paperkg.words import singular

_GREEK_NAMES = """
    alpha beta gamma delta epsilon zeta eta theta iota kappa lamda mu nu xi omicron pi rho sigma tau upsilon
    phi chi psi omega
"""
_GREEK = {unicodedata.lookup(f"GREEK SMALL LETTER {name.upper()}"): name for name in _GREEK_NAMES.split()}
_GREEK |= {"λ": "lambda", "ϵ": "epsilon", "ς": "sigma"}
_GREEK_LETTER = re.compile("|".join(_GREEK))
_COMMAND = re.compile(r"\\(?:text\w*|emph|math\w+|underline|boldsymbol|operatorname|rm|bf|it|small|large)\b")
_STARS = re.compile(r"\*{2,}|^\*(.*?)\*?$")  # Markdown's; the star of "A*" belongs to the name
_MARKS = re.compile(r"""[`$\\{}"'’‘“”´^~]|(?<!\w)_|_(?!\w)""")
_JOINTS = re.compile(r"[\s\-‐‑‒–—/_]+")
_PREFIX_NAMES = """
    pre post fine multi non semi sub super inter intra meta hyper anti auto bi co re un over under cross
"""
_PREFIXES = frozenset(_PREFIX_NAMES.split())
_PREFIX = re.compile(rf"\b({'|'.join(sorted(_PREFIXES))}) (?=[a-z]{{3}})")
_BEFORE_NUMBER = re.compile(r"(?<=[a-z]) (?=\d)")
_CAPITAL_S = re.compile(r"\b[A-Z]{1,5}S$")
_SPELLINGS = (  # each after a part that it needs, which is quicker to look for
    ("isation", re.compile(r"isation\b"), "ization"),
    ("lling", re.compile(r"(model|label|channel|signal|travel|cancel)ling\b"), r"\1ing"),
    ("our", re.compile(r"\b(behavi|col|fav|neighb|lab)our"), r"\1or"),
)
_BETWEEN_WORDS = re.compile(r"(?<!\d) | (?!\d)")


@lru_cache(maxsize=100_000)  # the same names come back all the time
def normal_form(text: str) -> str:
    r"""Reduce a name to its normal form; it is empty for white space only.

    >>> normal_form("LLaMA-3.1-8B") == normal_form("Llama 3.1 8B")
    True
    >>> normal_form("GSM-8K"), normal_form(r"$\tau$-bench"), normal_form("Pre-training"), normal_form("LLMs")
    ('gsm8k', 'tau bench', 'pretraining', 'llm')
    >>> normal_form("MMLU-Pro") == normal_form("MMLU"), normal_form("V* Bench") == normal_form("VBench")
    (False, False)
    >>> normal_form("*A* search*") == normal_form("A* search")
    True
    """
    return _stable(text, plural=True)


@lru_cache(maxsize=100_000)
def normal_form_in_text(surface: str) -> str:
    """Reduce a name as a text prints it: the S that ends a short form in capitals is no plural's.

    >>> normal_form_in_text("FPS"), normal_form_in_text("LLMs"), normal_form_in_text("GPT-4")
    ('fps', 'llm', 'gpt4')
    """
    return _stable(surface, plural=not _CAPITAL_S.search(surface))


def _stable(text: str, *, plural: bool) -> str:
    while (normal := _reduce(text, plural)) != text:  # what is taken off may lay bare what else is to go
        text = normal
    return normal


def _reduce(text: str, plural: bool) -> str:
    folded = _folded(text)
    parts = folded.replace("-", " ").split()
    if folded.isascii() and "".join(parts).isalpha():  # most names are plain words, and soon done
        words = " ".join(parts)
        has_prefix = not _PREFIXES.isdisjoint(parts)
    else:
        words = _without_marks(folded)
        words = _BEFORE_NUMBER.sub("", words)  # "GSM 8K", "Llama 3": a number belongs to its name
        has_prefix = " " in words
    if has_prefix:
        words = _PREFIX.sub(r"\1", words)
    for part, spelling, usual in _SPELLINGS:
        if part in words:
            words = spelling.sub(usual, words)
    if plural:
        head, _, last = words.rpartition(" ")
        words = f"{head} {singular(last)}".strip()
    return words or folded.strip()


def _folded(text: str) -> str:
    """Take away what case and Unicode's look-alikes make."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _GREEK_LETTER.sub(lambda letter: _GREEK[letter.group()], folded)


def _without_marks(folded: str) -> str:
    """Take away asides and marks of LaTeX and Markdown; single spaces stand for what joins words."""
    bare = _STARS.sub(r"\1", folded) if "*" in folded else folded
    bare = _COMMAND.sub("", bare) if "\\" in bare else bare
    return _JOINTS.sub(" ", _MARKS.sub("", bare)).strip(" .,;:()[]")


@lru_cache(maxsize=100_000)
def compact(normal: str) -> str:
    """Take the spaces out of a normal form, save between two numbers, to find variants in spacing.

    >>> compact("text vqa"), compact("llama3.1 8b"), compact("3 1")
    ('textvqa', 'llama3.1 8b', '3 1')
    """
    return _BETWEEN_WORDS.sub("", normal) if " " in normal else normal
