"""The description of an export, in VoID and DCAT: what is in the file, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from operator import itemgetter

from paperkg.rdf import vocabulary as v
from paperkg.rdf.blocks import Block, block
from paperkg.rdf.iris import Iris, digest
from paperkg.rdf.terms import iri, literal


class Tally:
    """Counts blocks as they pass."""

    def __init__(self) -> None:
        self.subjects = 0
        self._types: Counter[tuple[str, ...]] = Counter()
        self._pairs: Counter[str] = Counter()

    def passing(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Count blocks and hand them on."""
        blocks = iter(blocks)
        while some := list(islice(blocks, 50)):  # some at once are counted more quickly
            self.subjects += len(some)
            self._types.update(one.types for one in some)
            self._pairs.update(map(itemgetter(0), chain.from_iterable(one.pairs for one in some)))
            yield from some

    @property
    def classes(self) -> dict[str, int]:
        """How many subjects each class has."""
        counted: Counter[str] = Counter()
        for types, times in self._types.items():
            counted.update(dict.fromkeys(types, times))
        return dict(counted)

    @property
    def properties(self) -> dict[str, int]:
        """How many triples each property has."""
        return {**self._pairs, iri(v.TYPE): sum(self.classes.values())}

    @property
    def triples(self) -> int:
        """How many triples there are."""
        return sum(self.properties.values())

    def copy(self) -> Tally:
        """Make another one to go on from here."""
        other = Tally()
        other.subjects, other._types, other._pairs = self.subjects, self._types.copy(), self._pairs.copy()
        return other


def described(blocks: Iterable[Block], tally: Tally, name: str, base: str) -> Iterator[Block]:
    """Yield blocks, and behind them the description of all of them, itself included."""
    yield from tally.passing(blocks)
    draft = list(_description(tally, name, base))
    for _ in range(2):  # the draft's own terms count, and then the partitions of these
        counted = tally.copy()
        list(counted.passing(draft))
        draft = list(_description(counted, name, base))
    yield from tally.passing(draft)


def _description(counted: Tally, name: str, base: str) -> Iterator[Block]:
    iris = Iris(base)
    dataset = iri(iris.of("dataset", name))

    def partition(term: str) -> str:
        return iri(iris.of("partition", digest("partition", name, term)))

    def number(count: int) -> str:
        return literal(str(count), v.INTEGER)

    pairs = [
        (iri(v.TITLE), literal("What papers share: a knowledge graph made by paperkg")),
        (iri(v.TRIPLES), number(counted.triples)),
        (iri(v.DISTINCT_SUBJECTS), number(counted.subjects)),
        (iri(v.CLASSES), number(len(counted.classes))),
        (iri(v.PROPERTIES), number(len(counted.properties))),
        (iri(v.URI_SPACE), literal(base)),
    ]
    pairs += ((iri(v.VOCABULARY), iri(namespace)) for namespace in v.NAMESPACES.values())
    pairs += ((iri(v.CLASS_PARTITION), partition(term)) for term in counted.classes)
    pairs += ((iri(v.PROPERTY_PARTITION), partition(term)) for term in counted.properties)
    yield block(dataset, (iri(v.VOID_DATASET), iri(v.DCAT_DATASET)), pairs)
    for counts, term_of, count_of in (
        (counted.classes, v.OF_CLASS, v.ENTITIES),
        (counted.properties, v.OF_PROPERTY, v.TRIPLES),
    ):
        for term, count in sorted(counts.items()):
            said = [(iri(term_of), term), (iri(count_of), number(count))]
            yield block(partition(term), (iri(v.VOID_DATASET),), said)
