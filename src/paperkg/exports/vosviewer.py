"""VOSviewer's map and network files: concepts, and in how many papers two of them are together.

Places and clusters are left to VOSviewer, whose own they are. Concepts of one paper are left out: they tie
nothing to anything.
"""

from __future__ import annotations

import csv
import html
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix

from paperkg.exports.folders import new_folder
from paperkg.exports.plain import plain
from paperkg.graph import KnowledgeGraph
from paperkg.model import Concept

MAP, NETWORK = "map.txt", "network.txt"


def write_vosviewer(kg: KnowledgeGraph, path: Path, *, abstracts: bool) -> Counter[str]:
    """Write both files into a folder; return how many items and links."""
    sharing = kg.count("links", "concept")
    concepts = [concept for concept in kg.concepts() if sharing[concept.id] > 1]
    years = _years(kg)
    pairs = _pairs(kg, concepts)
    with new_folder(path) as folder:
        with (folder / MAP).open("w", encoding="utf-8", newline="") as file:
            head = ["id", "label", "description", "weight<Papers>"]
            file.write("\t".join([*head, *(["score<Avg. year>"] if years else [])]) + "\r\n")
            # texts in quotes: a comma in one would else end it
            writer = csv.writer(file, delimiter="\t", quoting=csv.QUOTE_NONNUMERIC)
            for number, concept in enumerate(concepts, 1):
                year = [round(years[concept.id], 2)] if years else []
                writer.writerow([number, *_words(concept), sharing[concept.id], *year])
        with (folder / NETWORK).open("w", encoding="ascii", newline="") as file:
            csv.writer(file, delimiter="\t").writerows(pairs)
    return Counter(item=len(concepts), link=len(pairs))


def _words(concept: Concept) -> tuple[str, str]:
    """Return label and description; the one is text, the other HTML."""
    name = " ".join(
        plain(concept.name).replace('"', "'").split()
    )  # no two readers agree on a quote in quotes
    return name, f"<b>{html.escape(name)}</b><br>{concept.kind}"


def _years(kg: KnowledgeGraph) -> dict[str, float]:
    """Return the mean year of each concept's papers; nothing where a paper's year is not known."""
    known = {paper.id: paper.year for paper in kg.papers()}
    if None in known.values():
        return {}
    years: defaultdict[str, list[int]] = defaultdict(list)
    for paper, concept, *_ in kg.ties():
        years[concept].append(known[paper] or 0)
    return {concept: sum(some) / len(some) for concept, some in years.items()}


def _pairs(kg: KnowledgeGraph, concepts: list[Concept]) -> list[list[int]]:
    """Return number, number and in how many papers, the smaller number first, sorted."""
    number = {concept.id: index for index, concept in enumerate(concepts)}
    place = {paper: index for index, paper in enumerate(kg.labels())}
    ties = [(place[paper], number[concept]) for paper, concept, *_ in kg.ties() if concept in number]
    if not ties:
        return []
    rows, columns = np.array(ties).T
    has = csr_matrix((np.ones(len(ties), int), (rows, columns)), shape=(len(place), len(number)))
    together = (has.T @ has).tocoo()
    found = np.stack([together.row + 1, together.col + 1, together.data], axis=1)
    found = found[found[:, 0] < found[:, 1]]
    chosen: list[list[int]] = found[np.lexsort((found[:, 1], found[:, 0]))].tolist()
    return chosen
