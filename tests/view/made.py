"""Small graphs made by hand: papers with the words in them that stand for concepts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperkg.graph import Contents, Entry, KnowledgeGraph, open_graph, save
from paperkg.model import (
    Claim,
    Concept,
    Extraction,
    Family,
    Kind,
    Link,
    Mention,
    Paper,
    Result,
    Role,
    lookup_key,
)


@dataclass(frozen=True)
class Found:
    """Words of a paper, and the concept and role that they stand for."""

    words: str
    kind: Kind
    role: Role
    name: str = ""


@dataclass(frozen=True)
class Claimed:
    """A quote of a paper with its number, and the words in the quote that name a benchmark."""

    quote: str
    value: str
    benchmark: str


def sentences(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(found.span() for found in re.finditer(r"[^\s][^\n]*?(?:\.(?=\s|$)|(?=\n|$))", text))


def make(
    folder: Path,
    papers: Iterable[tuple[Paper, list[Found | Claimed]]],
    families: Iterable[tuple[str, str]] = (),
) -> KnowledgeGraph:
    """Save and open a graph; concepts of one kind and normal form are one."""
    entries: list[Entry] = []
    links: list[Link] = []
    results: list[Result] = []
    names: dict[tuple[Kind, str], str] = {}
    spellings: dict[tuple[Kind, str], set[str]] = {}
    for paper, findings in papers:
        for found in findings:
            if isinstance(found, Claimed):
                start = paper.text.index(found.quote)
                claim = Claim(start, start + len(found.quote), found.value, benchmark=found.benchmark)
                known = Concept(Kind.BENCHMARK, lookup_key(found.benchmark), "", ()).id
                results.append(Result(paper.id, claim, benchmark=known))
                continue
            name = found.name or found.words
            key = (found.kind, lookup_key(name))
            names.setdefault(key, name)
            spellings.setdefault(key, set()).update((name, found.words))
            places = [place.start() for place in re.finditer(re.escape(found.words), paper.text)]
            evidence = tuple(Mention(at, at + len(found.words), found.kind, "hand", 1.0) for at in places)
            links.append(Link(paper.id, Concept(*key, name, ()).id, found.role, 1.0, evidence))
        label = paper.title or next((f.name for f in findings if isinstance(f, Found)), paper.id)
        entries.append(Entry(paper, label, Extraction(sentences=sentences(paper.text))))
    concepts = tuple(Concept(*key, names[key], tuple(sorted(spellings[key]))) for key in names)
    folder.mkdir(parents=True, exist_ok=True)
    ties = tuple(Family(*pair) for pair in families)
    save(folder, Contents(tuple(entries), concepts, tuple(links), tuple(results), ties))
    return open_graph(folder)


ALDER = Paper(
    "alder",
    "Alder: Growing Answers as Trees",
    "We present Alder, which grows answers as trees. On GSM8K, Alder reaches 81.5% with LLaMA 3.1. "
    "Self-consistency falls behind.",
    authors=("Ada Nkemelu", "Bo Lind"),
    year=2026,
    venue="ICLR 2026",
    url="https://example.org/alder",
)
BIRCH = Paper(
    "birch",
    "Birch, a Benchmark of Bark",
    "Birch asks models to name trees by their bark. We also score them on grade school math (GSM8K).",
    url="javascript:alert(1)",
)
CEDAR = Paper("cedar", "", "Cedar prunes LLaMA with little loss of perplexity.")

FOREST: list[tuple[Paper, list[Found | Claimed]]] = [
    (
        ALDER,
        [
            Found("Alder", Kind.TECHNIQUE, Role.INTRODUCES),
            Found("GSM8K", Kind.BENCHMARK, Role.EVALUATES_ON),
            Found("LLaMA 3.1", Kind.MODEL, Role.USES),
            Found("Self-consistency", Kind.TECHNIQUE, Role.COMPARES_WITH, "self-consistency"),
            Claimed("Alder reaches 81.5%", "81.5%", "GSM8K"),
        ],
    ),
    (
        BIRCH,
        [
            Found("Birch", Kind.BENCHMARK, Role.INTRODUCES),
            Found("grade school math", Kind.BENCHMARK, Role.EVALUATES_ON, "GSM8K"),
        ],
    ),
    (
        CEDAR,
        [
            Found("Cedar", Kind.TECHNIQUE, Role.INTRODUCES, "Cedar"),
            Found("LLaMA", Kind.MODEL, Role.USES),
            Found("perplexity", Kind.METRIC, Role.MEASURES),
        ],
    ),
]
VERSIONS = [("model:llama31", "model:llama")]


def forest(folder: Path) -> KnowledgeGraph:
    """Three papers and eight concepts: GSM8K is shared, LLaMA 3.1 is a version of LLaMA."""
    return make(folder, FOREST, VERSIONS)


def with_more(kg: KnowledgeGraph, folder: Path, titles: Iterable[str]) -> KnowledgeGraph:
    """Save a graph again with papers of these titles, which have a concept that is there already."""
    labels = kg.labels()
    entries = [Entry(p, labels[p.id], Extraction(sentences=kg.sentences(p.id))) for p in kg.papers()]
    concepts, links = tuple(kg.concepts()), list(kg.links())
    for number, title in enumerate(titles):
        paper = Paper(f"more-{number}", title, "It is about words.")
        entries.append(Entry(paper, title, Extraction(sentences=sentences(paper.text))))
        links.append(
            Link(paper.id, concepts[0].id, Role.USES, 1.0, (Mention(0, 4, concepts[0].kind, "hand", 1.0),))
        )
    folder.mkdir()
    save(folder, Contents(tuple(entries), concepts, tuple(links), tuple(kg.results()), tuple(kg.families())))
    return open_graph(folder)


def orchard(folder: Path, papers: int) -> KnowledgeGraph:
    """Many papers in groups of four that share a benchmark, all of them one model, each with a technique."""

    def one(index: int) -> tuple[Paper, list[Found | Claimed]]:
        words = f"Graft-{index} bends a language model. It is tried on Row-{index // 4}."
        return Paper(f"p{index}", f"Paper {index}", words), [
            Found(f"Graft-{index}", Kind.TECHNIQUE, Role.INTRODUCES),
            Found("language model", Kind.MODEL, Role.USES),
            Found(f"Row-{index // 4}", Kind.BENCHMARK, Role.EVALUATES_ON),
        ]

    return make(folder, map(one, range(papers)))


def garden(folder: Path) -> KnowledgeGraph:
    """Six papers of three years and two venues that meet on benchmarks, models and a task."""
    table = [
        ("Fern", 2024, "ICML 2024", "introduces the benchmark Glade for GUI agents.", "Glade"),
        ("Hazel", 2025, "ICLR 2025", "introduces the benchmark Heath for GUI agents.", "Heath"),
        ("Iris", 2025, "ICLR 2025", "tries LoRA on Glade and Heath.", ""),
        ("Juniper", 2026, "ICLR 2026", "tries LoRA on Glade and Heath.", ""),
        ("Kale", 2026, "ICLR 2026", "tries LoRA on Heath.", ""),
        ("Laurel", 2026, "ICLR 2026", "prunes Qwen.", ""),
    ]
    papers: list[tuple[Paper, list[Found | Claimed]]] = []
    for name, year, venue, words, own in table:
        paper = Paper(name.lower(), f"{name}: A Study", f"{name} {words}", ("Mo Vale",), year, venue)
        found: list[Found | Claimed] = [Found(name, Kind.TECHNIQUE, Role.INTRODUCES)] if not own else []
        for word, kind, role in (
            ("Glade", Kind.BENCHMARK, Role.EVALUATES_ON),
            ("Heath", Kind.BENCHMARK, Role.EVALUATES_ON),
            ("GUI agent", Kind.TASK, Role.ADDRESSES),
            ("LoRA", Kind.TECHNIQUE, Role.USES),
            ("Qwen", Kind.MODEL, Role.USES),
        ):
            if word in paper.text:
                found.append(Found(word, kind, Role.INTRODUCES if word == own else role))
        papers.append((paper, found))
    return make(folder, papers)


TOPICS, WOOD = 16, 4000
HEBREW = "גרף הידע של מאמרים רבים על עצים ועל אדמה"
JAPANESE = "大規模言語モデルの数学的推論を評価する新しいベンチマーク"


def wood(folder: Path) -> KnowledgeGraph:
    """4,000 papers of 16 topics and 20,323 nodes, in which every number can be worked out.

    Paper i is of topic t = i % 16, in which it is the r-th, r = i // 16. It shares a benchmark with 24
    others, a model with 49 (which has two names), a task with its topic, a metric with 79 of all topics and
    one model with everyone, and has a technique and three keywords of its own; the first of each topic
    introduces a benchmark that none other has. Two papers have titles in other scripts.
    """

    def one(index: int) -> tuple[Paper, list[Found | Claimed]]:
        topic, rank = index % TOPICS, index // TOPICS
        row, stem = f"Row {topic}-{rank % 10}", f"Stem {topic}-{rank % 5}"
        score, crop = f"{index % 97}.5%", f"Yield {index % 50}"
        words = (
            f"Graft-{index} bends a language model towards soil {topic}. It takes Trunk {topic}-{rank % 5} "
            f"({stem}), and is tried on {row}. {crop} is what it brings: {score} on {row}. "
            f"Words are leaf-{index}a, leaf-{index}b, leaf-{index}c."
        )
        found: list[Found | Claimed] = [
            Found(f"Graft-{index}", Kind.TECHNIQUE, Role.INTRODUCES),
            Found("language model", Kind.MODEL, Role.USES),
            Found(f"soil {topic}", Kind.TASK, Role.ADDRESSES),
            Found(f"Trunk {topic}-{rank % 5}", Kind.MODEL, Role.USES, stem),
            Found(row, Kind.BENCHMARK, Role.EVALUATES_ON),
            Found(crop, Kind.METRIC, Role.MEASURES),
            *(Found(f"leaf-{index}{letter}", Kind.KEYWORD, Role.MENTIONS) for letter in "abc"),
            Claimed(f"{score} on {row}", score, row),
        ]
        if rank == 0:
            words += f" We present Orchard-{topic}."
            found.append(Found(f"Orchard-{topic}", Kind.BENCHMARK, Role.INTRODUCES))
        year = 2025 + index // TOPICS % 2
        title = {4: HEBREW, 5: JAPANESE}.get(index, f"Tree {index}: A Study of Soil")
        return Paper(
            f"t{index}", title, words, ("Mo Vale",), year, f"ICLR {year}", f"https://x.org/{index}"
        ), found

    return make(folder, map(one, range(WOOD)))
