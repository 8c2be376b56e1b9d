"""Papers, concepts and links as plain values, ready for JSON: how a page is told of a graph."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import paper_node
from paperkg.model import ROLE_RANK, Concept, Family, Link, Paper, Result, Role
from paperkg.questions.reported import is_shown, readable
from paperkg.rdf.iris import paper_name, web_address
from paperkg.view.choose import is_hub
from paperkg.view.evidence import evidence, one_line

PAPER_SIZE, _HUB_SIZE = 9.0, 6.0
PAPER_PREFIX = paper_node("")

Record = dict[str, Any]

_FEW = 500  # papers; more are quicker read with all the others


def concept_size(papers_with: int, papers: int) -> float:
    """Return the radius of a concept that so many of the papers have; a hub stays small.

    >>> concept_size(4, 64), concept_size(40, 64)
    (10.2, 6.0)
    """
    return _HUB_SIZE if is_hub(papers_with, papers) else round(min(5.0 + 2.6 * papers_with**0.5, 24.0), 1)


class Records:
    """Writes what a graph holds, a piece at a time.

    A node goes by its key: a concept's id, or "paper:" and a paper's.
    """

    def __init__(self, kg: KnowledgeGraph) -> None:
        self.kg = kg
        self.labels = kg.labels()
        self.sharing = kg.count("links", "concept")
        self.found = kg.count("links", "paper")

    @cached_property
    def families(self) -> dict[str, list[Family]]:
        """The families that each concept is in, as a member or as the family."""
        near: defaultdict[str, list[Family]] = defaultdict(list)
        for family in self.kg.families():
            near[family.member].append(family)
            near[family.family].append(family)
        return dict(near)

    def piece(self, keys: Sequence[str], links: Iterable[Link]) -> Record:
        """Write some nodes and what ties them.

        Args:
            keys: The nodes, each once.
            links: Links between them; those without evidence stay without a sentence.

        Returns:
            Its nodes; its links, each two places in the list of the nodes, a role's place, and where there
            is evidence a sentence's place and where the marks are in it; the sentences; and what the cards
            say of each node.
        """
        number = {key: index for index, key in enumerate(keys)}
        papers = {paper.id: paper for paper in self._papers(keys)}
        concepts = {concept.id: concept for concept in self._concepts(keys)}
        nodes = [
            self._paper_record(papers[key.removeprefix(PAPER_PREFIX)])
            if key not in concepts
            else self._concept_record(concepts[key])
            for key in keys
        ]
        sentences = _Sentences(self.kg, papers)
        ties = [_link_record(link, number, sentences) for link in links]
        ties += [[number[f.member], number[f.family], len(Role)] for f in self._families_among(number)]
        details: list[Record] = [{} for _ in keys]
        for paper in papers.values():
            known = _paper_details(paper)
            claims = [
                self._claim_record(result, paper.text, number)
                for result in self.kg.results(paper=paper.id)
                if is_shown(result.claim, paper.text)
            ]
            details[number[paper_node(paper.id)]] = known | ({"claims": claims} if claims else {})
        return {"nodes": nodes, "links": ties, "sentences": list(sentences.numbers), "details": details}

    def _papers(self, keys: Sequence[str]) -> Iterable[Paper]:
        ids = {key.removeprefix(PAPER_PREFIX) for key in keys if key.startswith(PAPER_PREFIX)}
        if len(ids) > _FEW:
            return (paper for paper in self.kg.papers() if paper.id in ids)
        chosen = "WHERE id IN (SELECT value FROM json_each(?)) ORDER BY position"
        return self.kg.select_papers(chosen, json.dumps(sorted(ids)))

    def _concepts(self, keys: Sequence[str]) -> Iterable[Concept]:
        ids = json.dumps([key for key in keys if not key.startswith(PAPER_PREFIX)])
        return self.kg.select_concepts("WHERE c.id IN (SELECT value FROM json_each(?)) ORDER BY c.id", ids)

    def _families_among(self, number: dict[str, int]) -> list[Family]:
        near = {family: None for key in sorted(number) for family in self.families.get(key, ())}
        some = [family for family in near if family.member in number and family.family in number]
        return sorted(some, key=lambda family: (family.member, family.family))

    def _paper_record(self, paper: Paper) -> Record:
        name, title = one_line(self.labels[paper.id]), one_line(paper.title)
        record: Record = {"key": paper_node(paper.id), "kind": "paper", "name": name}
        more = {"title": title if title != name else "", "venue": one_line(paper.venue), "year": paper.year}
        return record | {"size": PAPER_SIZE, "concepts": self.found[paper.id]} | _known(more)

    def _concept_record(self, concept: Concept) -> Record:
        name, papers = one_line(concept.name), self.sharing[concept.id]
        hub, size = is_hub(papers, len(self.labels)), concept_size(papers, len(self.labels))
        record: Record = {"key": concept.id, "kind": str(concept.kind), "name": name}
        more = {"aliases": [one_line(alias) for alias in concept.aliases if alias != concept.name]}
        return record | {"size": size, "papers": papers} | _known(more | {"hub": hub})

    def _claim_record(self, result: Result, text: str, number: dict[str, int]) -> Record:
        """Put a claim in words; a part whose concept is shown is a pair of its name and its number."""
        claim = result.claim
        record: Record = {
            "value": one_line(readable(claim.value)),
            "quote": one_line(text[claim.start : claim.end]),
        }
        for part in ("metric", "benchmark", "system", "baseline"):
            concept = getattr(result, part)
            words = self._names[concept] if concept else getattr(claim, part)
            if words:
                record[part] = [one_line(words), *([number[concept]] if concept in number else [])]
        return record

    @cached_property
    def _names(self) -> dict[str, str]:
        """Names of the concepts that claims speak of."""
        parts = " UNION ".join(
            f"SELECT {part} FROM results" for part in ("metric", "benchmark", "system", "baseline")
        )
        return dict(self.kg.rows(f"SELECT id, name FROM concepts WHERE id IN ({parts})"))


class _Sentences:
    """The sentences that links point to, each held once and numbered as it comes."""

    def __init__(self, kg: KnowledgeGraph, papers: dict[str, Paper]) -> None:
        self.numbers: dict[str, int] = {}
        self._kg, self._papers = kg, papers
        self._texts: dict[str, tuple[str, tuple[tuple[int, int], ...]]] = {}

    def find(self, link: Link) -> tuple[int, list[int]]:
        if link.paper not in self._texts:
            self._texts[link.paper] = self._papers[link.paper].text, self._kg.sentences(link.paper)
        sentence, marks = evidence(*self._texts[link.paper], link.evidence)
        return self.numbers.setdefault(sentence, len(self.numbers)), marks


def _link_record(link: Link, number: dict[str, int], sentences: _Sentences) -> list[int]:
    ends = [number[paper_node(link.paper)], number[link.concept], ROLE_RANK[link.role]]
    if not link.evidence:
        return ends
    said, marks = sentences.find(link)
    return [*ends, said, *marks]


def _paper_details(paper: Paper) -> Record:
    iri = paper_name(paper.id)
    more = {"authors": list(map(one_line, paper.authors)), "url": web_address(paper.url)}
    return _known(more | {"iri": iri if iri != paper.id else ""})


def _known(values: Record) -> Record:
    return {key: value for key, value in values.items() if value}
