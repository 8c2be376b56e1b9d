"""Names: which of its spellings a concept is shown by."""

from __future__ import annotations

import re
from collections import Counter

from paperkg import catalogue
from paperkg.link.normal import normal_form_in_text
from paperkg.words import looks_coined, singular

_WORD = re.compile(r"\w+")
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_SHORT_FORMS = re.compile(r"[A-Z]s$")  # "LLMs"
_MARK = re.compile(r"[\\{}$*_`]")
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
    full = surfaces
    if len(surfaces) > 1:
        full = Counter({s: n for s, n in surfaces.items() if normal_form_in_text(s) == normal}) or surfaces
    best = min(full, key=lambda surface: (-full[surface], surface))
    if not looks_coined(best):
        plain = [surface for surface in full if surface == _as_in_a_sentence(surface)]
        if plain:
            best = min(plain, key=lambda surface: (-full[surface], surface))
        elif " " in best and best[1:] == _as_in_a_sentence(best)[1:]:
            best = _as_in_a_sentence(best)  # it opened a sentence
    return _in_singular(_without_marks(best))


def _as_in_a_sentence(surface: str) -> str:
    """Write a common term as it stands inside a sentence: only what is named after somebody has a capital.

    >>> _as_in_a_sentence("Diffusion Models"), _as_in_a_sentence("approximate Gaussian Process")
    ('diffusion models', 'approximate Gaussian process')
    """
    if surface == surface.lower():
        return surface
    return _WORD.sub(
        lambda word: word[0] if word[0].lower() in catalogue.proper_words() else word[0].lower(), surface
    )


def _without_marks(surface: str) -> str:
    r"""Take off the marks of Markdown and LaTeX; a star at the end may belong to the name ("A*").

    >>> _without_marks(r"\textbf{MILR}"), _without_marks("**MILR**"), _without_marks("TS$^2$")
    ('MILR', 'MILR', 'TS^2')
    """
    if not _MARK.search(surface):
        return surface
    bare = _LATEX.sub("", surface)
    surface = bare if any(map(str.isalnum, bare)) else surface
    closing = r"[*_$`]+$" if surface.startswith("*") else r"(?:[_$`]|\*\*+)+$"
    return re.sub(rf"^[*_$`]+|{closing}", "", surface) or surface


def _in_singular(surface: str) -> str:
    found = _LAST_WORD.search(surface)
    if found is None:
        return surface
    head, last = surface[: found.start()], found.group()
    if last.islower():
        return head + singular(last)
    if _SHORT_FORMS.search(last):
        return head + last[:-1]
    return surface
