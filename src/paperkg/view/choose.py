"""What a page shows: everything while it fits, else the concepts that connect most and their papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import crc32

from paperkg.graph.rarity import rarity
from paperkg.model import Kind, Link

HUB_SHARE = 3  # a concept of more than every third paper ties everything to everything
HUB_FROM = 12  # in a handful of papers a third of them is no crowd


@dataclass(frozen=True, slots=True)
class Choice:
    """What is shown.

    Attributes:
        papers: Ids, in the order of the source.
        concepts: Ids, sorted.
        hubs: Those concepts, shown or not, that too many papers share to tell any two apart.
        total: How many papers and concepts the whole graph has.
    """

    papers: tuple[str, ...]
    concepts: tuple[str, ...]
    hubs: frozenset[str]
    total: int


def is_hub(papers_with: int, papers: int) -> bool:
    """Tell whether so many papers share a concept that it says little about any two of them.

    >>> is_hub(7, 19), is_hub(6, 19), is_hub(3, 4)
    (True, False, False)
    """
    return papers >= HUB_FROM and papers_with * HUB_SHARE > papers


def choose(papers: Sequence[str], concepts: Iterable[str], links: Sequence[Link], max_nodes: int) -> Choice:
    """Choose what a page of at most so many nodes shows.

    A graph that fits is shown whole. Of a larger one two fifths of the room go to the concepts that most
    papers share, hubs set aside, and the rest to the papers that those concepts tie together most; a tie by
    a rare concept counts for more. Room that is left goes to concepts of a single paper.

    Args:
        papers: Every paper's id, in the order of the source.
        concepts: Every concept's id.
        links: Every link.
        max_nodes: Papers and concepts together.

    Raises:
        ValueError: `max_nodes` is below 1.
    """
    if max_nodes < 1:
        raise ValueError(f"max_nodes must be at least 1, not {max_nodes}")
    known = sorted(concepts)
    total = len(papers) + len(known)
    sharing = Counter(link.concept for link in links)
    hubs = frozenset(concept for concept in known if is_hub(sharing[concept], len(papers)))
    if total <= max_nodes:
        return Choice(tuple(papers), tuple(known), hubs, total)
    ranked = sorted((c for c in known if c not in hubs), key=lambda c: (-sharing[c], _lot(c), c))
    shared = [concept for concept in ranked if sharing[concept] > 1][: max_nodes * 2 // 5]
    chosen_papers = _tied_papers(papers, links, sharing, set(shared), max_nodes - len(shared))
    kept, wanted = set(chosen_papers), set(shared)
    nearby = {link.concept for link in links if link.paper in kept}
    # those that no shown paper has give way to the next ones
    first = sorted((concept for concept in ranked if concept in nearby), key=lambda c: c not in wanted)
    return Choice(chosen_papers, tuple(sorted(first[: max_nodes - len(chosen_papers)])), hubs, total)


def _lot(concept: str) -> tuple[bool, int]:
    """Draw a lot among concepts that as many papers share: no kind before another, keywords last."""
    return concept.startswith(f"{Kind.KEYWORD}:"), crc32(concept.encode())


def _tied_papers(
    papers: Sequence[str], links: Sequence[Link], sharing: Counter[str], concepts: set[str], room: int
) -> tuple[str, ...]:
    ties = dict.fromkeys(papers, 0.0)
    for link in links:
        if link.concept in concepts:
            ties[link.paper] += link.confidence * rarity(sharing[link.concept], len(papers))
    place = {paper: position for position, paper in enumerate(papers)}
    best = sorted(papers, key=lambda paper: (-ties[paper], place[paper]))[:room]
    return tuple(sorted(best, key=place.__getitem__))
