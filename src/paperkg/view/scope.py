"""What a page is about: the whole graph, or the part that somebody asked for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import paper_node
from paperkg.model import Kind, Link, Paper
from paperkg.questions import resolve_node
from paperkg.view.choose import is_hub

PAPER = "paper"
KINDS = (PAPER, *map(str, Kind))


class NoClusterError(ValueError):
    """The graph has no community of this number."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which part of a graph a page holds; the whole of it unless told.

    Attributes:
        around: A concept or a paper; what is within `hops` steps of it.
        hops: A step leads from a paper to a concept of it, or back.
        only: Kinds to keep, "paper" among them; none: all.
        top: So many papers and concepts, those that connect most.
        cluster: The community of this number, as the whole page numbers them from 1.

    Raises:
        ValueError: A kind that there is not, or a number below 1.
    """

    around: str = ""
    hops: int = 2
    only: tuple[str, ...] = ()
    top: int | None = None
    cluster: int | None = None

    def __post_init__(self) -> None:
        for kind in self.only:
            if kind not in KINDS:
                raise ValueError(f"{kind!r} is no kind; there are {', '.join(KINDS)}")
        for name, number in (("hops", self.hops), ("top", self.top), ("cluster", self.cluster)):
            if number is not None and number < 1:
                raise ValueError(f"{name} must be at least 1, not {number}")

    @property
    def words(self) -> str:
        """What to say of the part, or nothing for the whole.

        >>> Scope(around="GSM8K", hops=1, only=("benchmark", "paper")).words
        'around GSM8K, 1 step; benchmark and paper only'
        """
        parts = [
            f"around {self.around}, {self.hops} step{'s' if self.hops > 1 else ''}" if self.around else "",
            f"{' and '.join(self.only)} only" if self.only else "",
            f"the {self.top:,} that connect most" if self.top else "",
            f"cluster {self.cluster}" if self.cluster else "",
        ]
        return "; ".join(filter(None, parts))


def within(kg: KnowledgeGraph, scope: Scope, links: Sequence[Link]) -> tuple[list[str], list[str]]:
    """Return the ids of the papers and of the concepts that are around and of the kinds asked for.

    Raises:
        UnknownNameError: Neither a concept nor a paper has this name.
        AmbiguousNameError: Several concepts have it.
    """
    papers = list(kg.labels())
    concepts = [str(concept) for (concept,) in kg.rows("SELECT id FROM concepts ORDER BY id")]
    if scope.around:
        near = reach(find_start(kg, scope.around), scope.hops, links, len(papers))
        papers = [paper for paper in papers if paper_node(paper) in near]
        concepts = [concept for concept in concepts if concept in near]
    if scope.only:
        papers = papers if PAPER in scope.only else []
        concepts = [concept for concept in concepts if concept.partition(":")[0] in scope.only]
    return papers, concepts


def find_start(kg: KnowledgeGraph, name: str) -> str:
    """Find the node that a name stands for, as `paperkg.questions.resolve_node` does.

    Raises:
        UnknownNameError: Neither a concept nor a paper has this name.
        AmbiguousNameError: Several have it.
    """
    found = resolve_node(kg, name)
    return paper_node(found.id) if isinstance(found, Paper) else found.id


def reach(start: str, hops: int, links: Iterable[Link], papers: int) -> set[str]:
    """Return every node within so many steps; a hub is reached, but no way leads through it."""
    near: defaultdict[str, set[str]] = defaultdict(set)
    sharing: Counter[str] = Counter()
    for link in links:
        near[paper_node(link.paper)].add(link.concept)
        near[link.concept].add(paper_node(link.paper))
        sharing[link.concept] += 1
    seen = edge = {start}
    for _ in range(hops):
        through = [node for node in edge if node == start or not is_hub(sharing[node], papers)]
        edge = {other for node in through for other in near[node]} - seen
        seen = seen | edge
        if not edge:
            break
    return seen


def kept_links(links: Iterable[Link], papers: Collection[str], concepts: Collection[str]) -> list[Link]:
    """Return the links with both ends in these."""
    return [link for link in links if link.paper in papers and link.concept in concepts]
