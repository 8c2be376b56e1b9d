"""Compare what `similar` finds with the authors' keywords and the areas that they chose.

    python benchmarks/similar.py PAPERS GRAPH [SEED]

PAPERS is a JSON Lines file of papers with `id`, `abstract`, `keywords` and `area`; GRAPH is the graph of
these papers without keywords and areas, built if it is not there. For 60 papers chosen by a seed, and again
for 400, take five others: at random, by TF-IDF cosine of the abstracts (`pip install scikit-learn`), by
paperkg. Prints the share of those that are of the same area, and the mean overlap in keywords: those that
both have, out of all that either has (Jaccard).
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

import paperkg
from paperkg.questions import similar

CHOSEN = (60, 400)
FIRST = 5
Find = Callable[[str], list[str]]


def by_chance(ids: list[str], seed: int) -> Find:
    """Choose any five others."""
    chance = random.Random(seed)
    return lambda asked: chance.sample([other for other in ids if other != asked], FIRST)


def by_words(records: list[dict[str, Any]]) -> Find:
    """Choose the five whose abstracts are nearest by TF-IDF, English stop words left out."""
    ids = [record["id"] for record in records]
    rows = TfidfVectorizer(stop_words="english").fit_transform(record["abstract"] for record in records)
    place = {paper: row for row, paper in enumerate(ids)}

    def find(asked: str) -> list[str]:
        likeness = (rows @ rows[place[asked]].T).toarray().ravel()
        nearest = (ids[row] for row in np.argsort(-likeness, kind="stable"))
        return [paper for paper in nearest if paper != asked][:FIRST]

    return find


def measure(asked: list[str], records: dict[str, dict[str, Any]], find: Find) -> tuple[float, float]:
    """Return the share of the same area and the mean overlap in keywords."""
    same = overlap = 0.0
    for paper in asked:
        mine = records[paper]
        for other in map(records.__getitem__, find(paper)):
            one, two = ({word.casefold().strip() for word in record["keywords"]} for record in (mine, other))
            same += mine["area"] == other["area"]
            overlap += len(one & two) / max(1, len(one | two))
    return same / len(asked) / FIRST, overlap / len(asked) / FIRST


def main(path: str, folder: str, seed: str = "60") -> None:
    """Print the table."""
    with Path(path).open(encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    if not Path(folder, "graph.sqlite").is_file():
        paperkg.build([replace(paper, keywords=()) for paper in paperkg.read(path)], folder)
    ids = [record["id"] for record in records]
    by_id = {record["id"]: record for record in records}
    with paperkg.open(folder) as kg:
        assert not any(paper.keywords for paper in kg.papers()), f"{folder} was built with keywords"
        systems = {
            "random": by_chance(ids, int(seed)),
            "TF-IDF": by_words(records),
            "paperkg": lambda asked: [other.id for other in similar(kg, asked, FIRST).papers],
        }
        for number in CHOSEN:
            asked = random.Random(int(seed)).sample(ids, number)
            chance = measure(asked, by_id, systems["random"])
            print(f"{number} papers of {path}, seed {seed}: same area, overlap in keywords")
            for name, find in systems.items():
                same, overlap = measure(asked, by_id, find) if name != "random" else chance
                times = f"{same / chance[0]:.1f} and {overlap / chance[1]:.1f} times random"
                print(f"{name:8} {same:.3f} {overlap:.4f}  {times}")


if __name__ == "__main__":
    main(*sys.argv[1:])
