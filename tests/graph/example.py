"""A small world, put together by hand, that the tests of the graph and of its questions share."""

from paperkg.graph import Contents, Entry
from paperkg.model import Claim, Concept, Extraction, Family, Kind, Link, Mention, Paper, Result, Role

BACKGROUND = Paper("bg", "Hints as Signals", "We study relay with C++ and C.\nGridLock is a known test.")
MAZES = Paper(
    "mazes",
    "GridLock: Mazes That Test Planning",
    "We present GridLock, a maze benchmark. Llama 3 solves 41.5% of GridLock. Relay is worse.",
    authors=("Ada Example", 'Bo "B" O\'Hara'),
    year=2025,
    venue="Workshop on Mazes",
    url="https://example.org/a?b=1&c=2",
    keywords=("mazes", "planning"),
)
RELAY = Paper("r/1 é", "", "Relay passes hints on. On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x.")
BARE = Paper("bare", "Nothing Shared", "Plain words, and no name.")
PRO = Paper("pro", "Walls", "We test on GridLock Pro.")
LATE = Paper("late", "Doors", "We test on GRIDLOCK.")
PAPERS = (BACKGROUND, MAZES, RELAY, BARE, PRO, LATE)
LABELS = tuple(paper.title or "Relay" for paper in PAPERS)


def concept(kind: Kind, name: str, *aliases: str, normal: str = "") -> Concept:
    return Concept(kind, normal or name.casefold(), name, tuple(sorted({name, *aliases})))


GRIDLOCK = concept(Kind.BENCHMARK, "GridLock", "Grid-Lock", "GRIDLOCK")
GRIDLOCK_PRO = concept(Kind.BENCHMARK, "GridLock Pro")
LLAMA = concept(Kind.MODEL, "Llama")  # no paper has it: it is the family of the next
LLAMA3 = concept(Kind.MODEL, "Llama 3", "Llama-3")
LLAMA_DATA = concept(Kind.DATASET, "LLaMA")  # same name, other kind, no paper has it either
RELAY_MODEL = concept(Kind.MODEL, "Relay")
RELAY_TECHNIQUE = concept(Kind.TECHNIQUE, "relay")
CPP = concept(Kind.TECHNIQUE, "C++")
C = concept(Kind.TECHNIQUE, "C")
WALLS = concept(Kind.TASK, "walls")
WALLS_UNUSED = concept(Kind.METRIC, "Walls")
KEYWORD = concept(Kind.KEYWORD, "mazes")
CONCEPTS = (
    GRIDLOCK,
    GRIDLOCK_PRO,
    LLAMA,
    LLAMA3,
    LLAMA_DATA,
    RELAY_MODEL,
    RELAY_TECHNIQUE,
    CPP,
    C,
    WALLS,
    WALLS_UNUSED,
    KEYWORD,
)


def mention(paper: Paper, words: str, kind: Kind, nth: int = 0, confidence: float = 0.5) -> Mention:
    """Find the nth place of some words in a paper's text."""
    start = -1
    for _ in range(nth + 1):
        start = paper.text.index(words, start + 1)
    return Mention(start, start + len(words), kind, "by hand", confidence)


def link(paper: Paper, what: Concept, role: Role, *places: tuple[str, int], confidence: float = 0.5) -> Link:
    evidence = tuple(mention(paper, words, what.kind, nth, confidence) for words, nth in places)
    return Link(paper.id, what.id, role, confidence, evidence)


LINKS = (
    link(BACKGROUND, RELAY_TECHNIQUE, Role.USES, ("relay", 0)),
    link(BACKGROUND, CPP, Role.USES, ("C++", 0)),
    link(BACKGROUND, C, Role.USES, ("C", 1)),
    link(BACKGROUND, GRIDLOCK, Role.MENTIONS, ("GridLock", 0)),
    # the role rests on the abstract's first sentence, not on the title
    link(MAZES, GRIDLOCK, Role.INTRODUCES, ("GridLock", 1), ("GridLock", 0), ("GridLock", 2), confidence=1.0),
    link(MAZES, LLAMA3, Role.USES, ("Llama 3", 0)),
    link(MAZES, RELAY_MODEL, Role.USES, ("Relay", 0)),
    link(MAZES, KEYWORD, Role.MENTIONS, ("Mazes", 0)),
    link(RELAY, RELAY_MODEL, Role.INTRODUCES, ("Relay", 0)),
    link(RELAY, GRIDLOCK, Role.EVALUATES_ON, ("Grid-Lock", 0)),
    link(RELAY, GRIDLOCK_PRO, Role.EVALUATES_ON, ("GridLock Pro", 0)),
    link(RELAY, LLAMA3, Role.COMPARES_WITH, ("Llama 3", 0), confidence=0.25),
    link(PRO, WALLS, Role.ADDRESSES, ("Walls", 0)),
    link(PRO, GRIDLOCK_PRO, Role.EVALUATES_ON, ("GridLock Pro", 0)),
    link(LATE, GRIDLOCK, Role.EVALUATES_ON, ("GRIDLOCK", 0)),
)


def claim(paper: Paper, quote: str, value: str, **words: str) -> Claim:
    start = paper.text.index(quote)
    return Claim(start, start + len(quote), value, **words)


RESULTS = (
    Result(
        MAZES.id,
        claim(MAZES, "Llama 3 solves 41.5% of GridLock", "41.5%", benchmark="GridLock", system="Llama 3"),
        benchmark=GRIDLOCK.id,
        system=LLAMA3.id,
    ),
    Result(
        RELAY.id,
        claim(RELAY, "beats Llama 3 by 2.4x", "2.4x", system="it", baseline="Llama 3"),
        baseline=LLAMA3.id,
    ),
)
FAMILIES = (Family(GRIDLOCK_PRO.id, GRIDLOCK.id), Family(LLAMA3.id, LLAMA.id))


def spans(paper: Paper, *sentences: str) -> tuple[tuple[int, int], ...]:
    return tuple((paper.text.index(text), paper.text.index(text) + len(text)) for text in sentences)


SENTENCES = {
    MAZES.id: spans(
        MAZES,
        "GridLock: Mazes That Test Planning",
        "We present GridLock, a maze benchmark.",
        "Llama 3 solves 41.5% of GridLock.",
        "Relay is worse.",
    ),
    RELAY.id: spans(
        RELAY, "Relay passes hints on.", "On Grid-Lock and GridLock Pro it beats Llama 3 by 2.4x."
    ),
}  # the other papers have none: their evidence falls back to the line

ENTRIES = tuple(
    Entry(
        paper,
        label,
        Extraction(
            mentions=tuple(sorted(m for k in LINKS if k.paper == paper.id for m in k.evidence)),
            claims=tuple(result.claim for result in RESULTS if result.paper == paper.id),
            sentences=SENTENCES.get(paper.id, ()),
        ),
    )
    for paper, label in zip(PAPERS, LABELS, strict=True)
)
WORLD = Contents(ENTRIES, CONCEPTS, LINKS, RESULTS, FAMILIES, (("extractor", "by hand 1"),))


def many(papers: int) -> Contents:
    """A graph of some size: each paper uses the model of its number and the one before."""
    concepts = tuple(concept(Kind.MODEL, f"Model {number}") for number in range(papers))
    entries, links = [], []
    for number in range(papers):
        names = [f"Model {number}", f"Model {max(number - 1, 0)}"]
        abstract = f"It is set against {names[1]}. " + "More is said. " * 40
        paper = Paper(f"p{number}", f"On {names[0]}", abstract)
        entries.append(Entry(paper, paper.title, Extraction(sentences=((0, len(paper.title)),))))
        numbers = sorted({number, max(number - 1, 0)})
        links += [link(paper, concepts[n], Role.USES, (f"Model {n}", 0)) for n in numbers]
    return Contents(tuple(entries), concepts, tuple(links))
