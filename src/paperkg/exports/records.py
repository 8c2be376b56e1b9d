"""A graph as four tables: nodes, edges, mentions and claims, row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import groupby

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import FAMILY_KEY, paper_node
from paperkg.graph.rarity import rarity
from paperkg.model import Paper
from paperkg.questions.evidence import in_sentence

Cell = str | int | float | tuple[str, ...] | None
Row = tuple[Cell, ...]

ID, TEXT, TEXTS, WHOLE, NUMBER = "id", "text", "texts", "whole", "number"


@dataclass(frozen=True, slots=True)
class Table:
    """One of the tables.

    Attributes:
        name: What it is called.
        noun: What a row is.
        columns: Their names, each with what its cells are: `ID`, `TEXT`, `TEXTS`, `WHOLE` or `NUMBER`.
        rows: The rows of a graph, in the order of the source and of the text.
    """

    name: str
    noun: str
    columns: Mapping[str, str]
    rows: Callable[[KnowledgeGraph], Iterator[Row]]


def tables(*, abstracts: bool) -> tuple[Table, ...]:
    """The four tables, the nodes with the papers' abstracts or without."""
    nodes = NODES | ({"abstract": TEXT} if abstracts else {})
    return (
        Table("nodes", "node", nodes, lambda kg: nodes_of(kg, abstracts=abstracts)),
        Table("edges", "edge", EDGES, edges_of),
        Table("mentions", "mention", MENTIONS, mentions_of),
        Table("claims", "claim", CLAIMS, claims_of),
    )


_CELLS = {"str": TEXT, "int | None": WHOLE, "tuple[str, ...]": TEXTS}
PAPER = {
    field.name: _CELLS[str(field.type)] for field in fields(Paper) if field.name not in ("id", "abstract")
}
"""What a source says of a paper: each attribute of `Paper` is a column."""
NODES = {
    "id": ID,
    "type": TEXT,
    "label": TEXT,
    "papers": WHOLE,
    "aliases": TEXTS,
    **PAPER,
}
EDGES = {
    "source": ID,
    "target": ID,
    "role": TEXT,
    "confidence": NUMBER,
    "weight": NUMBER,
    "mentions": WHOLE,
    "sentence": TEXT,
}
MENTIONS = {
    "paper": ID,
    "concept": ID,
    "role": TEXT,
    "rank": WHOLE,
    "start": WHOLE,
    "end": WHOLE,
    "words": TEXT,
    "type": TEXT,
    "source": TEXT,
    "confidence": NUMBER,
}
SLOTS = ("metric", "benchmark", "system", "baseline")
CLAIMS = {
    "paper": ID,
    "value": TEXT,
    "quote": TEXT,
    "start": WHOLE,
    "end": WHOLE,
    **dict.fromkeys(SLOTS, TEXT),
    **{f"{slot}_concept": ID for slot in SLOTS},
}


def nodes_of(kg: KnowledgeGraph, *, abstracts: bool) -> Iterator[Row]:
    """Yield the papers, in the order of the source, then the concepts, sorted by id."""
    labels = kg.labels()
    for paper in kg.papers():
        row: Row = (
            paper_node(paper.id),
            "paper",
            labels[paper.id],
            None,
            (),
            *(getattr(paper, name) for name in PAPER),
        )
        yield (*row, paper.abstract) if abstracts else row
    sharing = kg.count("links", "concept")
    nothing: dict[str, Cell] = {TEXT: "", TEXTS: (), WHOLE: None}
    rest: Row = (*(nothing[kind] for kind in PAPER.values()), *([""] if abstracts else []))
    for concept in kg.concepts():
        yield (concept.id, str(concept.kind), concept.name, sharing[concept.id], concept.aliases, *rest)


def edges_of(kg: KnowledgeGraph) -> Iterator[Row]:
    """Yield the links, each with its sentence, then the families; see `KnowledgeGraph.graph`."""
    sharing: Counter[str] = kg.count("links", "concept")
    total = len(kg.labels())
    for paper_id, links in groupby(kg.links(), lambda link: link.paper):
        text, sentences = _paper(kg, paper_id).text, kg.sentences(paper_id)
        for link in links:
            weight = round(link.confidence * rarity(sharing[link.concept], total), 6)
            shown = in_sentence(text, sentences, link.evidence[0]).sentence
            yield (
                paper_node(paper_id),
                link.concept,
                str(link.role),
                link.confidence,
                weight,
                len(link.evidence),
                shown,
            )
    for family in kg.families():
        yield family.member, family.family, FAMILY_KEY, None, 1.0, None, ""


def mentions_of(kg: KnowledgeGraph) -> Iterator[Row]:
    """Yield every place that a link rests on; of a link's places, rank 0 is the one that shows its role."""
    for paper_id, links in groupby(kg.links(), lambda link: link.paper):
        text = _paper(kg, paper_id).text
        for link in links:
            for rank, mention in enumerate(link.evidence):
                yield (
                    paper_node(paper_id),
                    link.concept,
                    str(link.role),
                    rank,
                    mention.start,
                    mention.end,
                    text[mention.start : mention.end],
                    str(mention.kind),
                    mention.source,
                    mention.confidence,
                )


def claims_of(kg: KnowledgeGraph) -> Iterator[Row]:
    """Yield every number that a paper reports, its parts in the words of the text and as concepts."""
    for paper_id, results in groupby(kg.results(), lambda result: result.paper):
        text = _paper(kg, paper_id).text
        for result in results:
            claim = result.claim
            yield (
                paper_node(paper_id),
                claim.value,
                text[claim.start : claim.end],
                claim.start,
                claim.end,
                *(getattr(claim, slot) or "" for slot in SLOTS),
                *(getattr(result, slot) or "" for slot in SLOTS),
            )


def _paper(kg: KnowledgeGraph, paper_id: str) -> Paper:
    return kg.paper(paper_id) or Paper(paper_id, "", "")  # the store has every paper of its links
