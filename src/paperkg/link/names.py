"""Names: which of its spellings a concept is shown by."""

from __future__ import annotations

import re
from collections import Counter

from paperkg import catalogue
from paperkg.link.normal import normal_form_in_text
from paperkg.words import looks_coined, singular

_WORD = re.compile(r"\w+")
_LATEX = re.compile(r"\\(?:text\w*|emph|math\w+|underline|boldsymbol|rm|bf|it|small|large)\b\s*|[{}$]|\*\*")


def choose_name(normal: str, surfaces: Counter[str]) -> str:
    """Choose the name to show among spellings and how many papers use each.

    The spellings of the normal form itself count before short forms; a common term is shown in lower case and
    in the singular, a proper name as most papers print it.

    >>> choose_name("attention head", Counter({"Attention heads": 3, "attention heads": 1}))
    'attention head'
    >>> choose_name("milr", Counter({"MILR": 2, "Milr": 1}))
    'MILR'
    >>> choose_name("gaussian process", Counter({"Gaussian Processes": 1, "Gaussian processes": 1}))
    'Gaussian process'
    """
    full = {
        surface: n for surface, n in surfaces.items() if normal_form_in_text(surface) == normal
    } or surfaces
    best = min(full, key=lambda surface: (-full[surface], surface))
    plain = [surface for surface in full if surface == _as_in_a_sentence(surface)]
    if plain and not looks_coined(best):
        best = min(plain, key=lambda surface: (-full[surface], surface))
    elif not looks_coined(best) and " " in best and best[1:] == _as_in_a_sentence(best)[1:]:
        best = _as_in_a_sentence(best)  # it opened a sentence
    return _in_singular(_without_marks(best))


def _as_in_a_sentence(surface: str) -> str:
    """Write a common term as it stands inside a sentence: only what is named after somebody has a capital.

    >>> _as_in_a_sentence("Diffusion Models"), _as_in_a_sentence("approximate Gaussian Process")
    ('diffusion models', 'approximate Gaussian process')
    """
    return _WORD.sub(
        lambda word: word[0] if word[0].lower() in catalogue.proper_words() else word[0].lower(), surface
    )


def _without_marks(surface: str) -> str:
    r"""Take off the marks of Markdown and LaTeX; a star at the end may belong to the name ("A*").

    >>> _without_marks(r"\textbf{MILR}"), _without_marks("**MILR**"), _without_marks("TS$^2$")
    ('MILR', 'MILR', 'TS^2')
    """
    bare = _LATEX.sub("", surface)
    surface = bare if any(map(str.isalnum, bare)) else surface
    closing = r"[*_$`]+$" if surface.startswith("*") else r"(?:[_$`]|\*\*+)+$"
    return re.sub(rf"^[*_$`]+|{closing}", "", surface) or surface


def _in_singular(surface: str) -> str:
    head, last = re.fullmatch(r"(.*?)([^\W\d_]*)", surface, re.DOTALL).groups()  # type: ignore[union-attr]
    if last.islower():
        return head + singular(last)
    if re.search(r"[A-Z]s$", last):  # "LLMs"
        return head + last[:-1]
    return surface
