"""BibTeX: entries for papers, with keys as people make them; `view/assets/take.js` writes the same."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from paperkg.exports.plain import plain
from paperkg.files import replacing
from paperkg.graph import KnowledgeGraph
from paperkg.model import Paper
from paperkg.rdf.iris import web_address

_TEX = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",  # BibTeX counts braces, whatever stands before them
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "&%$#_"},
}
_SPECIAL = re.compile(f"[{re.escape(''.join(_TEX))}]")
_NO_NAME = re.compile(r"(?:^|\s)and(?:\s|$)|,.*,.*,", re.IGNORECASE)  # what BibTeX takes for several names


def cite(kg: KnowledgeGraph, papers: Iterable[str]) -> str:
    """Return an entry for each of some papers, in their order; one that comes twice is written once.

    Args:
        kg: The graph.
        papers: Their ids.
    """
    labels = kg.labels()
    found = (kg.paper(paper) for paper in dict.fromkeys(papers))
    return "\n".join(entries((paper, labels[paper.id]) for paper in found if paper))


def write_bibtex(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write an entry for each paper; return how many."""
    labels = kg.labels()
    with replacing(path) as beside, beside.open("w", encoding="utf-8", newline="\n") as file:
        some = ((paper, labels[paper.id]) for paper in kg.papers())
        for number, entry in enumerate(entries(some, abstracts=abstracts)):
            file.write(f"\n{entry}" if number else entry)
    return Counter(paper=len(labels))


def entries(papers: Iterable[tuple[Paper, str]], *, abstracts: bool = False) -> Iterator[str]:
    r"""Yield an entry for each paper with its label.

    >>> paper = Paper("p1", "The C_2 Test", "", ("Ada Example",), 2026, "Workshop on Mazes")
    >>> print("".join(entries([(paper, paper.title)])), end="")
    @inproceedings{example2026test,
      title = {{The C\_2 Test}},
      author = {Ada Example},
      booktitle = {Workshop on Mazes},
      year = {2026}
    }
    """
    taken: Counter[str] = Counter()
    for paper, label in papers:
        fields = {
            "title": f"{{{tex(paper.title or label)}}}",  # in two pairs of braces: its capitals are its own
            "author": " and ".join(_author(name) for name in paper.authors if name.strip()),
            "booktitle": tex(paper.venue),
            "year": str(paper.year or ""),
            "url": _verbatim(web_address(paper.url) or ""),
            "doi": _verbatim(paper.doi),
            "eprint": _verbatim(paper.arxiv),
            "archiveprefix": "arXiv" if paper.arxiv else "",
            "abstract": tex(paper.abstract) if abstracts else "",
        }
        said = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        yield f"@{'inproceedings' if paper.venue else 'misc'}{{{_key(paper, label, taken)},\n{said}\n}}\n"


def tex(text: str) -> str:
    r"""Write a text so that LaTeX prints it as it is.

    >>> tex("100% of {a}_b")
    '100\\% of \\textbraceleft{}a\\textbraceright{}\\_b'
    """
    return _SPECIAL.sub(lambda found: _TEX[found[0]], plain(text))


def _verbatim(address: str) -> str:
    return re.sub(r"[{}\\]", lambda found: f"%{ord(found[0]):X}", address)


def _author(name: str) -> str:
    return f"{{{tex(name)}}}" if _NO_NAME.search(name) else tex(name)


def _key(paper: Paper, label: str, taken: Counter[str]) -> str:
    """Return last name, year and the first word of some length; with a number where that is taken."""
    names = [*(paper.authors[0] if paper.authors else "").partition(",")[0].split(), ""]
    last = _letters(names[-2] if len(names) > 1 else "")
    first = next((word for word in map(_letters, plain(label).split()) if len(word) > 3), "")
    stem = f"{last}{paper.year or ''}{first}" or _letters(f"paper:{paper.id}")
    key, more = stem, 0
    while key in taken:
        more += 1
        key = f"{stem}-{more}"
    taken[key] += 1
    return key


def _letters(text: str) -> str:
    return re.sub("[^a-z0-9]", "", unicodedata.normalize("NFKD", text).lower())
