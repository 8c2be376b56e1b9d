"""Small graphs made by hand."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import pyoxigraph
import rdflib

from paperkg.graph import Contents, Entry, KnowledgeGraph, open_graph, save
from paperkg.model import (
    Abbreviation,
    Claim,
    Concept,
    Extraction,
    Family,
    Kind,
    Link,
    Mention,
    Paper,
    Result,
    Role,
)


def strict(path: Path) -> set[pyoxigraph.Triple]:
    """Every triple of a file, as the strict parser reads it."""
    quads = list(pyoxigraph.parse(path=path))
    triples = {quad.triple for quad in quads}
    assert len(triples) == len(quads), "a triple is written twice"
    return triples


def lenient(path: Path) -> rdflib.Graph:
    """The same, as rdflib reads it; what is in a named graph counts too."""
    ending, graph = path.suffix[1:], rdflib.Graph()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # rdflib's parsers use what rdflib gives up
        if ending not in ("nq", "trig"):
            return graph.parse(path, format={"jsonld": "json-ld", "rdf": "xml"}.get(ending, ending))
        dataset = rdflib.Dataset(default_union=True)
        dataset.parse(path, format={"nq": "nquads"}.get(ending, ending))
        graph += dataset.triples((None, None, None))
    return graph


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
    doi="10.1000/sums",
    arxiv="2601.00001",
    orcids=("0000-0002-1825-0097",),
    areas=("cs.CL", "cs.LG"),
    citations=12,
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

# A graph that has everything a store can hold, so that an export of it uses every term.
_KINDS = "Bench Data Model Way Task Score Word"
EVERY_KIND = Paper(
    "10.1000/every.kind",
    "All kinds",
    f"{_KINDS}. Foo-7B beats Bar by 3 points. Foo-7B beats Bar by 3 points.",
    authors=("Zoe Example", "Ada Example", "Zoe Example"),
    year=-3,
    keywords=("z", "a"),
    url="no address",
    doi="no DOI",
    arxiv="no id",
    orcids=("", "0000-0002-1825-0097", ""),
    areas=("z", "a", "z"),
    citations=0,
)
_NAMED = dict(zip(Kind, _KINDS.split(), strict=True))
EVERY_CONCEPT = tuple(Concept(kind, name.lower(), name, (name,)) for kind, name in _NAMED.items())
BERT = Concept(Kind.MODEL, "bert", "BERT", ("BERT",))  # of the catalogue, which knows more of it
_CLAIM = claim(
    EVERY_KIND,
    "Foo-7B beats Bar by 3 points",
    "3 points",
    metric="by",
    benchmark="",
    system="Foo-7B",
    baseline="Bar",
)
EVERYTHING = Contents(
    entries=(
        *TWO_PAPERS.entries,
        Entry(
            EVERY_KIND,
            EVERY_KIND.title,
            Extraction(
                (Mention(0, 3, Kind.KEYWORD, "another", 0.125),),
                (Abbreviation(0, 3, 4, 9),),
                (_CLAIM,),
                ((0, 9), (10, len(EVERY_KIND.text))),
                (Role.USES,),
            ),
        ),
        entry(
            replace(
                SUMS, id="arXiv:2110.14168", year=99_999, url="https://openreview.net/forum?id=e8P4Oo8S6U"
            ),
            "",
        ),
    ),
    concepts=(*TWO_PAPERS.concepts, *EVERY_CONCEPT, BERT),
    links=(
        *TWO_PAPERS.links,
        *(
            Link(
                EVERY_KIND.id,
                concept.id,
                role,
                number / 7,
                (
                    Mention(20, 22, Kind.KEYWORD, "another", number / 9),  # the role rests on the second
                    mention(EVERY_KIND, _NAMED[concept.kind], concept.kind),
                    Mention(20, 22, Kind.KEYWORD, "another", 1.0),  # the first place once more
                ),
            )
            for number, (role, concept) in enumerate(zip(Role, reversed(EVERY_CONCEPT), strict=True))
        ),
    ),
    results=(
        *TWO_PAPERS.results,
        Result(EVERY_KIND.id, _CLAIM, system=FOO.id),
        Result(EVERY_KIND.id, _CLAIM, system=FOO.id),  # said twice
        Result(EVERY_KIND.id, replace(_CLAIM, value="many"), EVERY_CONCEPT[0].id),
    ),
    families=TWO_PAPERS.families,
    meta=(("extractor", "by hand 1"), ("overrides", 'a "b"\n')),
)
