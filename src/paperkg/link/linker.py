"""The link stage, led through: mentions to concepts, roles, families, results and labels.

Nothing here depends on the order of the papers, but for the order of what comes out.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from paperkg.link.chains import joined_names, stand_ins
from paperkg.link.families import find_families
from paperkg.link.identity import (
    Identity,
    brings_into_the_world,
    definitions,
    entry_of,
    learn_identity,
    spelt_out,
)
from paperkg.link.labels import label_of
from paperkg.link.names import choose_name
from paperkg.link.normal import normal_form_in_text
from paperkg.link.overrides import Overrides
from paperkg.link.roles import READ, USUAL, role_of, strongest
from paperkg.model import Claim, Concept, Extraction, Family, Kind, Link, Mention, Paper, Result, Role
from paperkg.words import looks_coined

_KIND_ORDER = {kind: position for position, kind in enumerate(Kind)}


@dataclass(frozen=True, slots=True)
class LinkedPaper:
    """A paper with what the link stage makes of it.

    Attributes:
        paper: The paper.
        extraction: What was found in it.
        label: What to show for it.
        links: In the order of the text.
        results: In the order of the text.
    """

    paper: Paper
    extraction: Extraction
    label: str
    links: tuple[Link, ...]
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Linked:
    """What the link stage makes of a corpus.

    Attributes:
        concepts: Every concept that a link names, sorted by id.
        families: Which concept is a version of which.
        papers: Goes through the papers in the order given, and links each as it is asked for.
    """

    concepts: tuple[Concept, ...]
    families: tuple[Family, ...]
    papers: Callable[[], Iterator[LinkedPaper]]

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of all papers."""
        return tuple(link for linked in self.papers() for link in linked.links)

    @property
    def results(self) -> tuple[Result, ...]:
        """The results of all papers."""
        return tuple(result for linked in self.papers() for result in linked.results)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all papers."""
        return tuple(linked.label for linked in self.papers())


@dataclass(frozen=True, slots=True)
class _Votes:
    """What the papers that have a concept say of it: the kind each takes it for, and how it is spelt."""

    kinds: Counter[Kind] = field(default_factory=Counter)
    surfaces: Counter[str] = field(default_factory=Counter)

    def add(self, kind: Kind, surfaces: Iterable[str]) -> None:
        self.kinds[kind] += 1
        self.surfaces.update(surfaces)


_AllVotes = defaultdict[str, _Votes]
"""What a corpus says of its concepts, each named by its normal form."""
_Chained = list[dict[str, tuple[Kind, set[str]]]]
"""For each thing that a paper has several names for: what it takes each name for, and the spellings."""
_Names = tuple[str | None, ...]
"""The concept that each mention of a paper stands for; None for one that the user ignores."""


def link(papers: Iterable[tuple[Paper, Extraction]], overrides: Overrides | None = None) -> Linked:
    """Make concepts of the mentions of a corpus, and links of what each paper does with them.

    What stays in memory are the concepts with their spellings, for each mention which it stands for, and what
    the papers say under names that they have for one thing.

    Args:
        papers: Each with what was found in it. They are gone through several times: a list, or what reads
            them anew each time.
        overrides: What the user settled.
    """
    overrides = overrides or Overrides()
    identity = learn_identity(papers, overrides)
    names_of, votes, parted = _gather(papers, identity)
    kinds = _settle_kinds(votes, identity)
    concepts = _make_concepts(votes, kinds, identity)
    ids = {normal: concept.id for normal, concept in concepts.items()}
    shared_by: Counter[str] = Counter()
    for normal, its in votes.items():
        shared_by[ids[normal]] += its.kinds.total()
    common = _common_terms(concepts.values())
    kind_of = {ids[normal]: concept.kind for normal, concept in concepts.items()}

    def rarity_of(concept: str) -> float:
        return 1 / shared_by[concept]

    def linked_papers() -> Iterator[LinkedPaper]:
        for (paper, extraction), names in zip(papers, names_of, strict=True):
            text = paper.text
            learnt = {m.start: role for m, role in zip(extraction.mentions, extraction.roles, strict=False)}
            own = [
                _link(paper, text, extraction, learnt, ids[normal], concepts[normal].kind, mentions)
                for normal, mentions in _group(paper, extraction, names, parted).items()
            ]
            own = _without_common_terms(own, common)
            own.sort(key=_first_place)
            label = label_of(paper, extraction, own, kind_of.__getitem__, rarity_of)
            yield LinkedPaper(
                paper, extraction, label, tuple(own), tuple(_results(paper, extraction.claims, own))
            )

    made = tuple(sorted(concepts.values(), key=lambda concept: ids[concept.normal]))
    return Linked(made, tuple(find_families(made)), linked_papers)


def _gather(
    papers: Iterable[tuple[Paper, Extraction]], identity: Identity
) -> tuple[list[_Names], _AllVotes, set[tuple[str, str]]]:
    """Return each paper's names, the votes, and the names under which a paper has a concept of its own."""
    names: list[_Names] = []
    votes: _AllVotes = defaultdict(_Votes)
    bringing: defaultdict[str, dict[str, tuple[Kind, set[str]]]] = defaultdict(dict)
    chained: dict[int, _Chained] = {}
    for number, (paper, extraction) in enumerate(papers):
        names.append(_settled(paper, extraction, identity))
        text = paper.text
        said = {}
        for normal, mentions in _group(paper, extraction, names[-1]).items():
            best = mentions[0] if len(mentions) == 1 else max(mentions, key=_weight)
            surfaces = {" ".join(text[m.start : m.end].split()) for m in mentions}
            said[normal] = best.kind, surfaces
            if ":" in paper.title and brings_into_the_world(paper, normal, mentions):
                bringing[normal][paper.id] = best.kind, surfaces
            else:
                votes[normal].add(best.kind, surfaces)
        if groups := joined_names(names[-1], extraction.chains):
            chained[number] = [{normal: said[normal] for normal in group} for group in groups]
    parted = _part_homonyms(bringing, votes)
    several = {normal for normal, _ in parted}
    for number, its in _follow_chains(chained, votes, several, identity.overrides).items():
        names[number] = tuple(its.get(name, name) if name else name for name in names[number])
    return names, votes, parted


def _follow_chains(
    chained: Mapping[int, _Chained], votes: _AllVotes, several: Set[str], overrides: Overrides
) -> dict[int, dict[str, str]]:
    """Let names that a paper has for one thing stand for the one that most papers have (`stand_ins`).

    What a paper says of the others no longer counts for them; where no paper is left that has them, they
    become aliases of what stands for them. All is decided by the votes before anything is moved, so that the
    order of the papers does not count.

    Args:
        chained: By the paper's number, what it says under each of the names of one thing.
        votes: What the corpus says of names.
        several: Names that mean several things; they stand for themselves.
        overrides: A name that the user speaks of stands for itself, too.
    """
    free: dict[int, _Chained] = {}
    for number, groups in chained.items():
        free[number] = [
            {
                name: said
                for name, said in group.items()
                if name not in several and not overrides.speaks_of(name)
            }
            for group in groups
        ]
    at_stake = {name for groups in free.values() for group in groups for name in group}
    papers = {name: votes[name].kinds.total() for name in at_stake}
    proper = {name for name in at_stake if _is_proper(name, votes[name].surfaces)}
    followed: dict[int, dict[str, str]] = {}
    left: list[tuple[str, str, set[str]]] = []
    for number, groups in free.items():
        followed[number] = {}
        for group in filter(None, groups):
            replaced = stand_ins(group, papers, proper.__contains__)
            followed[number] |= replaced
            for name, chosen in replaced.items():
                kind, surfaces = group[name]
                _take_back(votes, name, kind, surfaces)
                left.append((name, chosen, surfaces))
    for name, chosen, surfaces in left:
        if name not in votes:
            votes[chosen].surfaces.update(surfaces)
    return followed


def _is_proper(name: str, surfaces: Iterable[str]) -> bool:
    entry = entry_of(name)
    return looks_coined(entry.name) if entry else all(map(looks_coined, surfaces))


def _take_back(votes: _AllVotes, name: str, kind: Kind, surfaces: Set[str]) -> None:
    """Take a paper's vote from a name; without one the name is gone."""
    its = votes[name]
    its.kinds[kind] -= 1
    if not its.kinds[kind]:  # a keyword that no paper takes for a model is none
        del its.kinds[kind]
    for surface in surfaces:
        its.surfaces[surface] -= 1
        if not its.surfaces[surface]:
            del its.surfaces[surface]
    if not its.kinds.total():
        del votes[name]


def _weight(mention: Mention) -> tuple[bool, float, int]:
    return mention.kind is not Kind.KEYWORD, mention.confidence, -mention.start


def _settled(paper: Paper, extraction: Extraction, identity: Identity) -> _Names:
    defined = definitions(paper, extraction)
    ignored = identity.overrides.ignored
    text = paper.text
    settled: list[str | None] = []
    for mention in extraction.mentions:
        normal = normal_form_in_text(text[mention.start : mention.end])
        longer = spelt_out(normal, defined) if defined else normal
        if longer != normal and not identity.overrides.speaks_of(normal):
            normal = longer
        name = identity.settle(normal, mention.kind, defined)
        settled.append(None if normal in ignored or name in ignored else sys.intern(name))
    return tuple(settled)


def _part_homonyms(
    bringing: Mapping[str, Mapping[str, tuple[Kind, set[str]]]], votes: _AllVotes
) -> set[tuple[str, str]]:
    """Give each of the papers that bring one name into the world a concept of its own under that name."""
    parted = set()
    for normal, papers in bringing.items():
        for paper, (kind, surfaces) in papers.items():
            if len(papers) > 1:
                parted.add((normal, paper))
            votes[_own_name(normal, paper) if len(papers) > 1 else normal].add(kind, surfaces)
    return parted


def _own_name(normal: str, paper: str) -> str:
    return f"{normal} in {paper}"


def _group(
    paper: Paper,
    extraction: Extraction,
    names: Iterable[str | None],
    parted: Set[tuple[str, str]] = frozenset(),
) -> dict[str, list[Mention]]:
    """Gather a paper's mentions by the concept that they stand for."""
    groups: dict[str, list[Mention]] = {}
    for mention, name in zip(extraction.mentions, names, strict=True):
        if name is not None:
            own = _own_name(name, paper.id) if (name, paper.id) in parted else name
            groups.setdefault(own, []).append(mention)
    return groups


def _settle_kinds(votes: Mapping[str, _Votes], identity: Identity) -> dict[str, Kind]:
    """Give each concept the kind that most papers take it for, so that one name is one concept.

    A keyword is what nothing better is known of. The user's word counts under any name of the concept.
    """
    told = identity.overrides.kinds
    told = {identity.settle(name, kind, {}): kind for name, kind in told.items()} | told
    return {normal: told.get(normal) or _winner(its.kinds) for normal, its in votes.items()}


def _winner(votes: Counter[Kind]) -> Kind:
    if len(votes) == 1:  # as with most
        return next(iter(votes))
    return min(votes, key=lambda kind: (kind is Kind.KEYWORD, -votes[kind], _KIND_ORDER[kind]))


def _names_to_show(identity: Identity) -> dict[str, str]:
    """Return the user's names by the concepts that they are given to, under whatever name these are known."""
    names: dict[str, str] = {}
    for normal, name in identity.overrides.names.items():
        settled = identity.settle(normal, Kind.KEYWORD, {})
        if settled == normal or normal_form_in_text(name) != normal:  # else it only heads a list of aliases
            names[settled] = name
    return names


def _make_concepts(
    votes: Mapping[str, _Votes], kinds: Mapping[str, Kind], identity: Identity
) -> dict[str, Concept]:
    told = _names_to_show(identity)
    told_aliases: dict[str, set[str]] = defaultdict(set)
    for alias in identity.overrides.aliases:
        told_aliases[identity.settle(alias, Kind.KEYWORD, {})].add(alias)
    concepts = {}
    for normal, its in votes.items():
        entry = entry_of(normal, kinds[normal])
        is_known = entry is not None and normal_form_in_text(entry.name) == normal
        name = told.get(normal) or (entry.name if entry and is_known else choose_name(normal, its.surfaces))
        aliases = {name, *its.surfaces, *told_aliases.get(normal, ())}
        concepts[normal] = Concept(kinds[normal], normal, name, tuple(sorted(aliases)))
    return concepts


def _link(
    paper: Paper,
    text: str,
    extraction: Extraction,
    learnt: Mapping[int, Role],
    concept: str,
    kind: Kind,
    mentions: Sequence[Mention],
) -> Link:
    """Link a paper with a concept, in the role that the extract stage saw, or else as the rules read it.

    The rules are believed where a sentence says outright that the paper introduces a name.
    """
    confidence = max([mention.confidence for mention in mentions])
    told = [learnt[m.start] for m in mentions if m.start in learnt and kind is not Kind.KEYWORD]
    if kind not in READ:
        return Link(paper.id, concept, strongest(told or [USUAL[kind]]), confidence, tuple(mentions))
    if told and not any(looks_coined(text[mention.start : mention.end]) for mention in mentions):
        role = strongest(told)
        said = (m for m in mentions if len(mentions) == 1 or _read_role(text, extraction, kind, m) is role)
        first = next(said, mentions[0])
    else:
        read = [_read_role(text, extraction, kind, mention) for mention in mentions]
        role = strongest(told or read) if Role.INTRODUCES not in read else Role.INTRODUCES
        first = mentions[read.index(role)] if role in read else mentions[0]
    evidence = (first, *(mention for mention in mentions if mention != first))
    return Link(paper.id, concept, role, confidence, evidence)


def _first_place(made: Link) -> int:
    return min([mention.start for mention in made.evidence])


def _common_terms(concepts: Iterable[Concept]) -> dict[str, Role]:
    """Return the catalogue's terms that are no names, each with its usual role."""
    return {
        concept.id: USUAL[concept.kind]
        for concept in concepts
        if entry_of(concept.normal, concept.kind) and not looks_coined(concept.name)
    }


def _without_common_terms(links: list[Link], common: dict[str, Role]) -> list[Link]:
    """Let a paper that introduces something of its own introduce no term that everybody knows.

    "We propose a reinforcement learning algorithm" proposes an algorithm. Of the catalogue's terms that a
    sentence seemed to introduce, readers took 8 in 100 for the paper's own.
    """
    if all(made.concept in common for made in links if made.role is Role.INTRODUCES):
        return links
    return [
        replace(made, role=common[made.concept])
        if made.role is Role.INTRODUCES and made.concept in common
        else made
        for made in links
    ]


def _read_role(text: str, extraction: Extraction, kind: Kind, mention: Mention) -> Role:
    sentences = extraction.sentences
    at = max(0, bisect_right(sentences, (mention.start, len(text))) - 1)
    start, end = sentences[at] if sentences else (0, len(text))
    return role_of(
        text[start:end],
        mention.start - start,
        mention.end - start,
        kind,
        coined=looks_coined(text[mention.start : mention.end]),
        place=at / max(1, len(sentences) - 1),
    )


def _results(paper: Paper, claims: Sequence[Claim], links: Iterable[Link]) -> list[Result]:
    """Say which concepts the words of each claim stand for in this paper."""
    if not claims:
        return []
    text = paper.text
    known = {text[m.start : m.end]: made.concept for made in links for m in made.evidence}

    def concept(words: str | None) -> str | None:
        return known.get(words) if words else None

    return [
        Result(paper.id, c, concept(c.metric), concept(c.benchmark), concept(c.system), concept(c.baseline))
        for c in claims
    ]
