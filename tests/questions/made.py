"""Graphs put together from a table or by chance, for answers that another computation gives as well."""

from __future__ import annotations

import random
from pathlib import Path

from paperkg.graph import Contents, Entry, KnowledgeGraph, open_graph, save
from paperkg.model import Concept, Extraction, Family, Kind, Link, Mention, Paper, Role

Had = dict[str, tuple[Role, int]]  # a concept's id, what the paper does with it, how often it names it


def make(
    folder: Path, papers: dict[str, Had], families: list[tuple[str, str]] | None = None, sure: float = 1.0
) -> KnowledgeGraph:
    """Save and open a graph of papers, called "Paper" and their id, whose text names their concepts."""
    ids = sorted({c for had in papers.values() for c in had} | {c for pair in families or () for c in pair})
    concepts = {}
    for concept in ids:
        kind, _, normal = concept.partition(":")
        concepts[concept] = Concept(Kind(kind), normal, normal.upper(), (normal.upper(),))
    entries, links = [], []
    for paper_id, had in papers.items():
        title, words = f"Paper {paper_id}", []
        at = len(title) + 1
        for concept, (role, times) in had.items():
            name = concepts[concept].name
            mentions = []
            for _ in range(times):
                words.append(name)
                mentions.append(Mention(at, at + len(name), concepts[concept].kind, "hand", sure))
                at += len(name) + 1
            links.append(Link(paper_id, concepts[concept].id, role, sure, tuple(mentions)))
        entries.append(Entry(Paper(paper_id, title, " ".join(words)), title, Extraction()))
    folder.mkdir(parents=True, exist_ok=True)
    ties = tuple(Family(*pair) for pair in sorted(families or ()))
    save(folder, Contents(tuple(entries), tuple(concepts.values()), tuple(links), families=ties))
    return open_graph(folder)


def by_chance(seed: int, papers: int = 30, concepts: int = 25) -> dict[str, Had]:
    """Papers with some of the concepts of three kinds, a few of them common and most of them rare."""
    chance = random.Random(seed)
    kinds = (Kind.BENCHMARK, Kind.TECHNIQUE, Kind.TASK)
    names = [f"{kinds[number % 3]}:c{number}" for number in range(concepts)]
    weights = [1 / (number + 1) for number in range(concepts)]
    return {
        f"p{paper}": {
            name: (chance.choice(list(Role)), chance.randint(1, 3))
            for name in sorted(set(chance.choices(names, weights, k=chance.randint(0, 5))))
        }
        for paper in range(papers)
    }
