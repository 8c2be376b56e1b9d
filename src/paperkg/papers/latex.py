r"""LaTeX in titles, names and abstracts: accents and braces become what they stand for, formulas stay."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

_LONGEST = 100_000
_MATH = re.compile(r"(?<!\\)(\$\$?[^$]*\$\$?)")
_PERCENT = re.compile(r"(?<!\\)%")
_PLAIN = (("~", " "), ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("{", ""), ("}", ""))


def decode(text: str) -> str:
    r"""Read LaTeX as text. What cannot be read stays as it is.

    >>> decode(r"{On} the {\"U}ber {X}: 5\% better than $x_{1}$")
    'On the Über X: 5% better than $x_{1}$'
    >>> decode("Bee, Ann and {OpenThings}"), decode("It is 5% better")
    ('Bee, Ann and OpenThings', 'It is 5% better')
    """
    if "\\" not in text:
        return text if text.isalnum() else "".join(_pieces(text))
    if len(text) > _LONGEST:
        return text
    try:
        # In a field of BibTeX a percent sign starts no comment.
        return str(_decoder().latex_to_text(_PERCENT.sub(r"\\%", text)))
    except Exception:  # a parser that hostile text can lead anywhere
        return text


def _pieces(text: str) -> list[str]:
    return [piece if place % 2 else _plain(piece) for place, piece in enumerate(_MATH.split(text))]


def _plain(text: str) -> str:
    for mark, char in _PLAIN:
        if mark in text:
            text = text.replace(mark, char)
    return text


# Characters that have no other name in text, which the parser lacks or takes for others.
_NAMED = {
    "textasciicircum": "^",
    "textbar": "|",
    "textbraceleft": "{",
    "textbraceright": "}",
    "textgreater": ">",
    "textless": "<",
    "textquotedbl": '"',
    "textunderscore": "_",
}
_SILENT = frozenset(
    ("xspace", "protect", "relax", "noindent", "newline", "linebreak", "cite", "citep", "citet", "label")
)


@cache
def _decoder() -> Any:  # noqa: ANN401 (pylatexenc has no types)
    from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

    known = get_default_latex_context_db()
    known.add_context_category(
        "paperkg",
        macros=[
            MacroTextSpec("url", simplify_repl="%(1)s"),
            MacroTextSpec("href", simplify_repl=_unknown),
            *(MacroTextSpec(name, simplify_repl="") for name in _SILENT),
            *(MacroTextSpec(name, simplify_repl=char) for name, char in _NAMED.items()),
        ],
        prepend=True,
    )
    known.set_unknown_macro_spec(MacroTextSpec("", simplify_repl=_unknown))
    return LatexNodes2Text(latex_context=known, math_mode="verbatim", keep_comments=True)


def _unknown(node: Any, l2tobj: Any) -> str:  # noqa: ANN401
    r"""Give what a macro marks up; or its name, mostly one that the paper defines ("\method{} is fast")."""
    marked = [argument for argument in (node.nodeargd.argnlist if node.nodeargd else ()) if argument]
    if marked:
        return str(l2tobj.nodelist_to_text(marked))
    return f"{node.macroname}{node.macro_post_space}"
