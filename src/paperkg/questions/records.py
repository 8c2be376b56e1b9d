"""A graph as records of concepts and results, one a paper, in the form in which papers are marked by hand."""

from __future__ import annotations

from collections.abc import Iterator

from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept, Kind, Link, Paper, Result


def paper_records(kg: KnowledgeGraph) -> Iterator[dict[str, object]]:
    """Return a record for each paper, in the order of the source.

    A record has the paper's ``id``; its ``concepts``, each with ``name``, ``kind``, ``role`` and ``surfaces``
    (the strings that the text has for it, in the order of the text); and its ``results``, each with
    ``quote``, ``value`` and the words of the text for ``metric``, ``on``, ``by`` and ``against``. Concepts
    that are mere keywords are left out: who marks a paper says what a thing is.
    """
    concepts = {concept.id: concept for concept in kg.concepts() if concept.kind != Kind.KEYWORD}
    for paper in kg.papers():
        links = [link for link in kg.links(paper=paper.id) if link.concept in concepts]
        yield {
            "id": paper.id,
            "concepts": [_concept(paper, link, concepts[link.concept]) for link in links],
            "results": [_result(paper, result) for result in kg.results(paper=paper.id)],
        }


def _concept(paper: Paper, link: Link, concept: Concept) -> dict[str, object]:
    spans = sorted((mention.start, mention.end) for mention in link.evidence)
    surfaces = list(dict.fromkeys(paper.text[start:end] for start, end in spans))
    return {"name": concept.name, "kind": str(concept.kind), "role": str(link.role), "surfaces": surfaces}


def _result(paper: Paper, result: Result) -> dict[str, object]:
    claim = result.claim
    return {
        "quote": paper.text[claim.start : claim.end],
        "value": claim.value,
        "metric": claim.metric,
        "on": claim.benchmark,
        "by": claim.system,
        "against": claim.baseline,
    }
