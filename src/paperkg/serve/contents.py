"""What the pages and the JSON of a graph show: plain values, read from the store and the questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import Any

from paperkg.graph import KnowledgeGraph, open_graph
from paperkg.model import ROLE_RANK, Concept, Kind, Link, Role
from paperkg.questions import Evidence, evidence, evidence_of_paper, shared, stats
from paperkg.questions.reported import is_shown, readable
from paperkg.rdf.iris import paper_name
from paperkg.serve.explorer import Explorer

Record = dict[str, Any]


def concept_name(concept_id: str) -> str:
    """The last segment of a concept's address, as in its IRI.

    >>> concept_name("benchmark:gsm8k")
    'benchmark-gsm8k'
    """
    return concept_id.replace(":", "-", 1)


def _said(link: Link, shown: Iterable[Evidence]) -> Record:
    return {"confidence": link.confidence, "sentences": [asdict(sentence) for sentence in shown]}


class Contents:
    """A graph as it was when it was opened. Ask it from one thread."""

    def __init__(self, folder: Path) -> None:
        self._kg: KnowledgeGraph = open_graph(folder)
        self.name = self._kg.name
        self.explorer = Explorer(self._kg)

    def close(self) -> None:
        """Close the store."""
        self._kg.close()

    @cached_property
    def _labels(self) -> dict[str, str]:
        return self._kg.labels()

    @cached_property
    def _papers(self) -> dict[str, str]:
        return {paper_name(paper_id): paper_id for paper_id in self._labels}

    @cached_property
    def _concepts(self) -> dict[str, Concept]:
        return {concept.id: concept for concept in self._kg.concepts()}

    @cached_property
    def _concept_ids(self) -> dict[str, str]:
        return {concept_name(concept_id): concept_id for concept_id in self._concepts}

    @cached_property
    def _shared_by(self) -> Counter[str]:
        return self._kg.count("links", "concept")

    @cached_property
    def _ranked(self) -> list[Concept]:
        return sorted(self._concepts.values(), key=lambda c: (-self._shared_by[c.id], c.name, c.id))

    def counts(self) -> Record:
        """How much there is of what."""
        return {"graph": self.name, **asdict(stats(self._kg))}

    def papers(self, offset: int, limit: int) -> Record:
        """Some papers, in the order of the source."""
        names = list(self._papers.items())[offset : offset + limit]
        found = [self._paper_reference(paper_id) for _, paper_id in names]
        return {"total": len(self._papers), "offset": offset, "papers": found}

    def concepts(self, kind: Kind | None, offset: int, limit: int) -> Record:
        """Some concepts, those that most papers share first."""
        chosen = [concept for concept in self._ranked if kind in (None, concept.kind)]
        found = [self._concept_reference(concept.id) for concept in chosen[offset : offset + limit]]
        return {"total": len(chosen), "offset": offset, "concepts": found}

    def paper(self, name: str) -> Record | None:
        """A paper with its links by role, their sentences, and its claims; None where there is none."""
        paper = self._kg.paper(self._papers.get(name, ""))
        if paper is None:
            return None
        links = sorted(self._kg.links(paper=paper.id), key=lambda link: ROLE_RANK[link.role])
        return {
            **self._paper_reference(paper.id),
            "title": paper.title,
            "authors": list(paper.authors),
            "year": paper.year,
            "venue": paper.venue,
            "address": paper.url,
            "links": [
                {
                    "role": str(link.role),
                    "concept": self._concept_reference(link.concept),
                    **_said(link, shown),
                }
                for link, shown in zip(links, evidence_of_paper(self._kg, paper.id, links), strict=True)
            ],
            "claims": list(self._claims(paper.id, paper.text)),
        }

    def concept(self, name: str, offset: int = 0, limit: int = 100) -> Record | None:
        """A concept with the papers that have it, by role, and their sentences; None where there is none."""
        concept = self._concepts.get(self._concept_ids.get(name, ""))
        if concept is None:
            return None
        links = sorted(self._kg.links(concept=concept.id), key=lambda link: ROLE_RANK[link.role])
        near = {
            (edge.member == concept.id, edge.family if edge.member == concept.id else edge.member)
            for edge in self._kg.families()
            if concept.id in (edge.member, edge.family)
        }
        return {
            **self._concept_reference(concept.id),
            "aliases": list(concept.aliases),
            "family": [self._concept_reference(other) for up, other in sorted(near) if up],
            "versions": [self._concept_reference(other) for up, other in sorted(near) if not up],
            "offset": offset,
            "links": [
                {
                    "role": str(link.role),
                    "paper": self._paper_reference(link.paper),
                    **_said(link, evidence(self._kg, link)),
                }
                for link in links[offset : offset + limit]
            ],
        }

    def shared(self, name: str, role: Role | None) -> Record:
        """The papers that share a concept, whatever its spelling.

        Raises:
            UnknownNameError: No concept has this name.
            AmbiguousNameError: Several concepts have it.
        """
        answer = shared(self._kg, name, role)
        return {
            "concept": self._concept_reference(answer.concept.id),
            "papers": [
                {
                    **self._paper_reference(paper.id),
                    "role": str(paper.role),
                    "sentences": [asdict(sentence) for sentence in paper.sentences],
                }
                for paper in answer.papers
            ],
            "versions": [self._concept_reference(version) for version in answer.versions],
        }

    def _claims(self, paper_id: str, text: str) -> Iterator[Record]:
        for result in self._kg.results(paper=paper_id):
            if not is_shown(result.claim, text):
                continue
            slots = ("metric", "benchmark", "system", "baseline")
            concepts = {slot: getattr(result, slot) for slot in slots}
            yield {
                "value": readable(result.claim.value),
                "quote": text[result.claim.start : result.claim.end],
                **{
                    slot: self._concept_reference(value) if value else None
                    for slot, value in concepts.items()
                },
            }

    def _paper_reference(self, paper_id: str) -> Record:
        return {"id": paper_id, "label": self._labels[paper_id], "page": f"/paper/{paper_name(paper_id)}"}

    def _concept_reference(self, concept_id: str) -> Record:
        concept = self._concepts[concept_id]
        return {
            "id": concept_id,
            "name": concept.name,
            "kind": str(concept.kind),
            "papers": self._shared_by[concept_id],
            "page": f"/concept/{concept_name(concept_id)}",
        }
