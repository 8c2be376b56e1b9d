"""What some papers have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept, Kind
from paperkg.questions.answer import Answer
from paperkg.questions.shared import SharedPaper
from paperkg.questions.show import uses
from paperkg.questions.titles import resolve_papers

_KIND_RANK = {kind: rank for rank, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class CommonConcept:
    """A concept that at least two of the papers have.

    Attributes:
        concept: The concept.
        papers: Those that have it, in the order asked, with role and sentences.
    """

    concept: Concept
    papers: tuple[SharedPaper, ...]


@dataclass(frozen=True, slots=True)
class Common(Answer):
    """What some papers have in common.

    Attributes:
        papers: Id and label of each paper, in the order asked, each once.
        concepts: By kind, benchmarks first; of a kind those that most of the papers have first, then by name.
    """

    papers: tuple[tuple[str, str], ...]
    concepts: tuple[CommonConcept, ...]


def common(kg: KnowledgeGraph, papers: Iterable[str]) -> Common:
    """Return the concepts that at least two of some papers have, and what each does with them.

    Args:
        kg: The graph.
        papers: Ids, titles or their beginnings; see `resolve_paper`.

    Raises:
        UnknownNameError: A name is no paper's.
        AmbiguousNameError: A name is several papers'.
    """
    ids = [paper.id for paper in resolve_papers(kg, papers)]
    labels = kg.labels()
    concepts: dict[str, Concept] = {}
    having: defaultdict[str, list[SharedPaper]] = defaultdict(list)
    for paper_id in ids:
        for use in uses(kg, paper_id):
            concepts[use.concept.id] = use.concept
            having[use.concept.id].append(SharedPaper(paper_id, labels[paper_id], use.role, use.sentences))
    found = [CommonConcept(concepts[key], tuple(ones)) for key, ones in having.items() if len(ones) > 1]
    found.sort(
        key=lambda c: (_KIND_RANK[c.concept.kind], -len(c.papers), c.concept.name.casefold(), c.concept.id)
    )
    return Common(tuple((paper_id, labels[paper_id]) for paper_id in ids), tuple(found))
