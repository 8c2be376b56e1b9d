"""A graph of made-up papers, large and tangled enough that every example query has an answer."""

from __future__ import annotations

import random
from itertools import count

from paperkg.graph import Contents, Entry
from paperkg.model import Claim, Concept, Extraction, Family, Kind, Link, Mention, Paper, Result, Role

ROLES = {
    Kind.BENCHMARK: (Role.EVALUATES_ON, Role.EVALUATES_ON, Role.INTRODUCES, Role.USES),
    Kind.DATASET: (Role.USES, Role.EVALUATES_ON, Role.INTRODUCES),
    Kind.MODEL: (Role.USES, Role.COMPARES_WITH, Role.INTRODUCES),
    Kind.TECHNIQUE: (Role.USES, Role.USES, Role.INTRODUCES, Role.MENTIONS),
    Kind.TASK: (Role.ADDRESSES,),
    Kind.METRIC: (Role.MEASURES,),
    Kind.KEYWORD: (Role.MENTIONS,),
}
VALUES = ("71.5%", "50%", "12.25%", "2.4x", "98.6\\%", "5-10%", "300", "+3.5 points", "50.1%")


def made(papers: int = 60, seed: int = 7) -> Contents:
    """Return the same contents for the same seed; some papers have the same title, some have no venue."""
    dice = random.Random(seed)
    concepts = [_concept(kind, number) for kind in Kind for number in range(9)]
    entries: list[Entry] = []
    links: list[Link] = []
    results: list[Result] = []
    for number in range(papers):
        chosen = dice.sample(concepts, dice.randint(1, 12))
        used = dice.choice(("one", "two", 'a "third" & <fourth>', ""))
        words = ". ".join(f"Here is {concept.name}, it is {concept.name}" for concept in chosen)
        values = dice.sample(VALUES, dice.randint(0, 3))
        said = ". ".join(f"It has {value} there" for value in values)
        paper = Paper(
            f"p/{number}" if number % 9 == 0 else f"p{number}",
            f"Paper {number // 2 if number % 7 == 0 else number}",
            f"{words}. {said}.",
            venue=used and f"Venue {used}",
            year=2020 + number % 5,
        )
        entries.append(Entry(paper, paper.title, Extraction()))
        links += [_link(dice, paper, concept) for concept in chosen]
        results += [_result(dice, paper, value, chosen) for value in values]
    named = {link.concept for link in links}
    chained = sorted(concept.id for concept in concepts if concept.kind in (Kind.BENCHMARK, Kind.MODEL))
    families = tuple(Family(member, family) for member, family in zip(chained[1:], chained, strict=False))
    named |= set(chained)
    kept = tuple(concept for concept in concepts if concept.id in named)
    return Contents(tuple(entries), kept, tuple(links), tuple(results), families)


def _concept(kind: Kind, number: int) -> Concept:
    name = "GSM8K" if (kind, number) == (Kind.BENCHMARK, 0) else f"{kind.title()} {'ABCDEFGHI'[number]}"
    spellings = {name, *(f"{name} ({nth})" for nth in range(number % 4))}
    return Concept(kind, name.lower(), name, tuple(sorted(spellings)))


def _link(dice: random.Random, paper: Paper, concept: Concept) -> Link:
    spans: list[Mention] = []
    start = -1
    for _ in count():
        start = paper.text.find(concept.name, start + 1)
        if start < 0:
            break
        spans.append(Mention(start, start + len(concept.name), concept.kind, "made", 0.9))
    confidence = dice.choice((0.25, 0.5, 0.75, 1.0)) - dice.randrange(1000) / 10_000
    return Link(paper.id, concept.id, dice.choice(ROLES[concept.kind]), round(confidence, 4), tuple(spans))


def _result(dice: random.Random, paper: Paper, value: str, chosen: list[Concept]) -> Result:
    start = paper.text.index(f"It has {value}")
    slots: dict[str, str] = {}
    for slot, kind in (
        ("metric", Kind.METRIC),
        ("benchmark", Kind.BENCHMARK),
        ("system", Kind.MODEL),
        ("baseline", Kind.MODEL),
    ):
        having = [concept for concept in chosen if concept.kind == kind]
        if having and dice.random() < 0.8:
            slots[slot] = dice.choice(having).id
    return Result(paper.id, Claim(start, start + len(f"It has {value}"), value), **slots)
