"""Small graphs made by hand."""

from __future__ import annotations

from pathlib import Path

from paperkg.graph import Contents, Entry, KnowledgeGraph, open_graph, save
from paperkg.model import Claim, Concept, Extraction, Family, Kind, Link, Mention, Paper, Result, Role


def saved(folder: Path, contents: Contents) -> KnowledgeGraph:
    folder.mkdir(parents=True, exist_ok=True)
    save(folder, contents)
    return open_graph(folder)


def entry(paper: Paper, label: str | None = None) -> Entry:
    return Entry(paper, paper.title if label is None else label, Extraction())


def mention(paper: Paper, words: str, kind: Kind, nth: int = 0) -> Mention:
    """The nth place where these words stand in the paper's text."""
    start = -1
    for _ in range(nth + 1):
        start = paper.text.index(words, start + 1)
    return Mention(start, start + len(words), kind, "by hand", 0.9)


def claim(paper: Paper, quote: str, value: str, **slots: str) -> Claim:
    start = paper.text.index(quote)
    return Claim(start, start + len(quote), value, **slots)


SUMS = Paper(
    "A1b_-2",
    "Harder sums",
    "We present Sums-Pro, a version of Sums. Foo-7B gets 71.30\\% on Sums-Pro.",
    authors=("Ada Example",),
    year=2026,
    venue="Example Conference",
    url="https://example.org/forum?id=A1b_-2",
    keywords=("arithmetic",),
)
SUMS_PRO = Concept(Kind.BENCHMARK, "sums pro", "Sums-Pro", ("Sums-Pro", "sums pro"))
OLD_SUMS = Concept(Kind.BENCHMARK, "sums", "Sums", ("Sums",))
FOO = Concept(Kind.MODEL, "foo 7b", "Foo-7B", ("Foo-7B",))

ONE_PAPER = Contents(
    entries=(entry(SUMS),),
    concepts=(SUMS_PRO, OLD_SUMS),
    links=(Link(SUMS.id, SUMS_PRO.id, Role.INTRODUCES, 0.9, (mention(SUMS, "Sums-Pro", Kind.BENCHMARK),)),),
    results=(Result(SUMS.id, claim(SUMS, "71.30\\% on Sums-Pro", "71.30\\%"), benchmark=SUMS_PRO.id),),
    families=(Family(SUMS_PRO.id, OLD_SUMS.id),),
)

UNTITLED = Paper(
    "cs/0112017", "", "Foo-7B is set against Bar on Sums; ¿quién gana? 🧮 Sums says 2.4x.", url="no address"
)
ACCURACY = Concept(Kind.METRIC, "accuracy", "accuracy", ("accuracy", "Acc."))
BAR = Concept(Kind.MODEL, "bar", "Bar", ("Bar",))

TWO_PAPERS = Contents(
    entries=(entry(SUMS), entry(UNTITLED, "Foo-7B is set against Bar")),
    concepts=(SUMS_PRO, OLD_SUMS, FOO, BAR, ACCURACY),
    links=(
        *ONE_PAPER.links,
        Link(SUMS.id, FOO.id, Role.USES, 0.75, (mention(SUMS, "Foo-7B", Kind.MODEL),)),
        Link(UNTITLED.id, FOO.id, Role.USES, 1.0, (mention(UNTITLED, "Foo-7B", Kind.MODEL),)),
        Link(UNTITLED.id, BAR.id, Role.COMPARES_WITH, 0.5, (mention(UNTITLED, "Bar", Kind.MODEL),)),
        Link(
            UNTITLED.id,
            OLD_SUMS.id,
            Role.EVALUATES_ON,
            1e-05,
            (mention(UNTITLED, "Sums", Kind.BENCHMARK), mention(UNTITLED, "Sums", Kind.BENCHMARK, 1)),
        ),
    ),
    results=(
        *ONE_PAPER.results,
        Result(
            UNTITLED.id,
            claim(UNTITLED, "Sums says 2.4x", "2.4x", metric="accuracy", system="Foo-7B", baseline="Bar"),
            ACCURACY.id,
            OLD_SUMS.id,
            FOO.id,
            BAR.id,
        ),
    ),
    families=ONE_PAPER.families,
)
