"""What the tests of the link stage share: extractions written by hand."""

from paperkg.link import Linked, Overrides, link
from paperkg.model import Abbreviation, Extraction, Kind, Mention, Paper


def paper(id, abstract, *named, defines=(), title="", claims=()):
    """A paper and its extraction.

    Args:
        id: Of the paper.
        abstract: Its text.
        named: (words, kind) or (words, kind, confidence); every place of the words is a mention.
        defines: Pairs (short, long); the text says "long (short)".
        title: Empty for most.
        claims: As extracted.
    """
    made = Paper(id, title, abstract)
    text = made.text
    mentions = set()
    for words, kind, *confidence in named:
        at = text.find(words)
        assert at >= 0, words
        while at >= 0:
            mentions.add(Mention(at, at + len(words), kind, "terms", *(confidence or [0.5])))
            at = text.find(words, at + 1)
    shorts = []
    for short, long in defines:
        at = text.index(f"{long} ({short})")
        start = at + len(long) + 2
        shorts.append(Abbreviation(start, start + len(short), at, at + len(long)))
    sentences, at = [], len(title) + 1
    for sentence in abstract.split(". "):
        end = min(len(text), at + len(sentence) + 2)
        sentences.append((at, end))
        at = end
    if title:
        sentences.insert(0, (0, len(title)))
    return made, Extraction(tuple(sorted(mentions)), tuple(shorts), tuple(claims), tuple(sentences))


def concepts_of(linked: Linked, paper_id: str) -> set[str]:
    names = {concept.id: concept.name for concept in linked.concepts}
    return {names[made.concept] for made in linked.links if made.paper == paper_id}


def names(papers, overrides: Overrides | None = None) -> list[str]:
    return sorted(concept.name for concept in link(papers, overrides).concepts)


BENCH, MODEL, TECH, TASK, METRIC, DATA, KEY = (
    Kind.BENCHMARK,
    Kind.MODEL,
    Kind.TECHNIQUE,
    Kind.TASK,
    Kind.METRIC,
    Kind.DATASET,
    Kind.KEYWORD,
)
