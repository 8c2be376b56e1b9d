"""Graphs that are made up by a seed: what is in them is known without asking them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from paperkg.graph import Contents, Entry
from paperkg.model import Claim, Concept, Extraction, Kind, Link, Mention, Paper, Result, Role

WORDS = ("amber", "birch", "cobalt", "dunlin", "ember", "fjord", "garnet", "heron")
METRICS = (("accuracy", "%"), ("perplexity", ""), ("zest", ""))


@dataclass(frozen=True)
class MadeUp:
    """A graph, and apart from it what it was made of."""

    contents: Contents
    texts: dict[str, str]  # by paper
    used: dict[tuple[str, str], tuple[Role, str]]  # by paper and concept: role and sentence
    reported: list[tuple[str, str, str, float, str]]  # paper, benchmark, metric, number, quote


def made_up(seed: int, papers: int = 12) -> MadeUp:
    """Make a graph up: papers that use concepts of all kinds, one sentence a concept and one a number."""
    rng = Random(seed)
    concepts = [
        Concept(kind, f"{word} {kind}", f"{word.title()} {kind}", (f"{word.title()} {kind}",))
        for kind in Kind
        for word in rng.sample(WORDS, 3)
    ]
    benchmarks = [concept for concept in concepts if concept.kind is Kind.BENCHMARK]
    entries, links, results = [], [], []
    texts, used, reported = {}, {}, []
    for number in range(papers):
        key, title = f"p{number}", f"{rng.choice(WORDS).title()} number {number}"
        text, spans = title, [(0, len(title))]
        own_links = []
        for concept in rng.sample(concepts, rng.randint(0, 8)):
            role, sentence = rng.choice(list(Role)), f"Here {concept.name} is {rng.choice(WORDS)}."
            start = len(text) + 1
            text += f"{chr(10) if len(spans) == 1 else ' '}{sentence}"
            spans.append((start, len(text)))
            place = Mention(start + 5, start + 5 + len(concept.name), concept.kind, "by hand", 1.0)
            own_links.append(Link(key, concept.id, role, 1.0, (place,)))
            used[key, concept.id] = role, sentence
        for _ in range(rng.randint(0, 3)):
            benchmark, (metric, unit) = rng.choice(benchmarks), rng.choice(METRICS)
            value = rng.randint(1, 99) + rng.randint(0, 9) / 10
            quote = f"{metric} of {value}{unit} on {benchmark.name}"
            start = len(text) + 1
            text += f"{chr(10) if len(spans) == 1 else ' '}{quote}."
            spans.append((start, len(text)))
            claim = Claim(start, start + len(quote), f"{value}{unit}", metric, benchmark.name)
            results.append(Result(key, claim, benchmark=benchmark.id))
            reported.append((key, benchmark.id, metric, value, quote))
        title, _, abstract = text.partition("\n")
        entries.append(Entry(Paper(key, title, abstract), title, Extraction(sentences=tuple(spans))))
        links += own_links
        texts[key] = text
    contents = Contents(tuple(entries), tuple(concepts), tuple(links), tuple(results))
    return MadeUp(contents, texts, used, reported)
