"""What a person should look at: doubtful merges, near-duplicates, and overrides that matched nothing.

Each finding comes with the entry of the override file that settles it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from paperkg.graph import KnowledgeGraph
from paperkg.link import Overrides, load_overrides
from paperkg.link.identity import entry_of
from paperkg.link.normal import compact, normal_form_in_text
from paperkg.model import Concept, Kind, lookup_key
from paperkg.questions.evidence import Evidence, in_sentence
from paperkg.questions.lookalikes import Likeness, find_lookalikes, is_homonym
from paperkg.questions.uses import Use, Uses, gather_uses

_NUMBER = re.compile(r"(?<![a-z\d.])\d+(?:\.\d+)*|\d+(?:\.\d+)*(?![a-z\d.])")  # no 2 of "T2I"
_STEM = 4  # letters that two words must share to have something in common
_FORMS = 20  # names of a concept that one is set beside and that are shown
_SECOND_KIND = 4  # a kind is in doubt where another has at least one paper in so many ...
_LEAST_PAPERS = 2  # ... and at least so many papers


class Doubt(StrEnum):
    """Why a merge is doubtful."""

    ACRONYM = "acronym"
    LETTERS = "letters"
    NUMBERS = "numbers"
    KINDS = "kinds"


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a finding.

    Attributes:
        name: How the text has it.
        kind: What it is taken for.
        papers: How many papers are on this side.
        paper: Id of the first of them.
        evidence: Where that paper says so.
    """

    name: str
    kind: Kind
    papers: int
    paper: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class DoubtfulMerge:
    """A concept of which a spelling, or a part of its papers, may mean something else.

    Attributes:
        concept: Id of the concept.
        why: The rule that doubts it.
        aliases: Its spellings in the texts and how many papers use each, most first; at most twenty.
        sides: What is in doubt, and what it was taken for.
        override: The entry of the override file that settles it the other way, as TOML.
    """

    concept: str
    why: Doubt
    aliases: tuple[tuple[str, int], ...]
    sides: tuple[Side, Side]
    override: str


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """Two concepts that may be one.

    Attributes:
        concepts: Their ids, the one that more papers have first.
        why: The rule that found them.
        papers: How many papers the two have together.
        sides: The two, in the same order.
        override: The entry of the override file that makes them one, as TOML.
    """

    concepts: tuple[str, str]
    why: Likeness
    papers: int
    sides: tuple[Side, Side]
    override: str


@dataclass(frozen=True, slots=True)
class Unmatched:
    """An entry of the override file that did nothing: no paper has such a name.

    Attributes:
        table: "aliases", "rename", "kinds", "never.merge" or "never.ignore".
        names: The normal forms of its names that no paper has.
    """

    table: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """What a person should look at.

    Attributes:
        doubtful: Merges, those that most papers rest on first.
        duplicates: Pairs, those first of which the rarer concept has most papers: a merge brings these to
            the papers of the other.
        unmatched: Overrides that did nothing, by table and name.
    """

    doubtful: tuple[DoubtfulMerge, ...]
    duplicates: tuple[NearDuplicate, ...]
    unmatched: tuple[Unmatched, ...]


def check(kg: KnowledgeGraph) -> Check:
    """List what is doubtful in a graph, for a person to settle in the override file.

    What the catalogue or the user's overrides say is not in doubt.
    """
    uses, met = gather_uses(kg)
    kept = kg.meta().get("overrides")
    overrides = load_overrides(kept) if kept else Overrides()
    concepts = {c.id: c for c in kg.concepts()}
    return Check(
        tuple(_doubtful(kg, concepts, uses, overrides)),
        tuple(_duplicates(kg, concepts, uses, overrides)),
        tuple(_unmatched(overrides, met, {c.normal for c in concepts.values()})),
    )


def _doubtful(
    kg: KnowledgeGraph, concepts: Mapping[str, Concept], uses: Mapping[str, Uses], overrides: Overrides
) -> list[DoubtfulMerge]:
    found = []
    for key, its in uses.items():
        concept = concepts[key]
        if not is_homonym(concept):
            found += [
                *_doubtful_names(kg, concept, its, overrides),
                *_doubtful_kind(kg, concept, its, overrides),
            ]
    found.sort(key=lambda d: (-d.sides[0].papers, d.concept, d.why, d.sides[0].name))
    return found


def _doubtful_names(
    kg: KnowledgeGraph, concept: Concept, its: Uses, overrides: Overrides
) -> Iterator[DoubtfulMerge]:
    forms: dict[str, list[str]] = {}
    for surface in _most_used(its.surfaces):
        forms.setdefault(normal_form_in_text(surface), []).append(surface)
    aliases = _counted(its.surfaces)
    for form, surfaces in forms.items():
        others = forms.get(concept.normal) or next((s for f, s in forms.items() if f != form), None)
        if others is None or _is_sure(form, concept, overrides):
            continue
        bare = _most_used({s: its.bare[s] for s in surfaces if s in its.bare})
        full = [other for other in (concept.normal, *forms) if other != form and " " in other]
        why = _doubt(form, surfaces, full[:_FORMS] or [concept.normal], bool(bare))
        if why is None:
            continue
        name = bare[0] if why is Doubt.ACRONYM else surfaces[0]
        use = its.bare[name] if why is Doubt.ACRONYM else its.surfaces[name]
        sides = (
            _side(kg, name, concept.kind, use),
            _side(kg, others[0], concept.kind, its.surfaces[others[0]]),
        )
        entry = f"[never]\nmerge = [[{_toml(name)}, {_toml(_named(concept))}]]"
        yield DoubtfulMerge(concept.id, why, aliases, sides, entry)


def _is_sure(form: str, concept: Concept, overrides: Overrides) -> bool:
    """Whether a name is the concept's own, but for spacing, or the catalogue's or the user's."""
    if compact(form) == compact(concept.normal) or form in overrides.aliases:
        return True
    entry = entry_of(form, concept.kind)
    return entry is not None and normal_form_in_text(entry.name) == concept.normal


def _doubt(form: str, surfaces: list[str], full: list[str], has_bare: bool) -> Doubt | None:
    short = " " not in form and any(sum(map(str.isupper, surface)) > 1 for surface in surfaces)
    if short and has_bare:
        return Doubt.ACRONYM
    if not any(_have_common_letters(form, other) for other in full):
        return Doubt.LETTERS
    if not short and sorted(_NUMBER.findall(form)) != sorted(_NUMBER.findall(full[0])):
        return Doubt.NUMBERS
    return None


def _have_common_letters(one: str, other: str) -> bool:
    """Whether two names share the beginning of a word, or one has the other's letters in order.

    >>> _have_common_letters("vlas", "vision language action"), _have_common_letters("relay", "gridlock")
    (True, False)
    """
    if {word[:_STEM] for word in one.split()} & {word[:_STEM] for word in other.split()}:
        return True
    short, long = sorted(map(lookup_key, (one, other)), key=len)
    rest = iter(long)
    return all(char in rest for char in short.removesuffix("s") if char.isalpha())


def _doubtful_kind(
    kg: KnowledgeGraph, concept: Concept, its: Uses, overrides: Overrides
) -> Iterator[DoubtfulMerge]:
    kinds = {kind: use for kind, use in its.kinds.items() if kind is not Kind.KEYWORD}
    others = sorted((-use.papers, kind) for kind, use in kinds.items() if kind is not concept.kind)
    if not others or concept.kind not in kinds or concept.normal in overrides.kinds:
        return
    if entry_of(concept.normal, concept.kind):
        return
    kind = others[0][1]
    use, main = kinds[kind], kinds[concept.kind]
    if use.papers < _LEAST_PAPERS or use.papers * _SECOND_KIND < main.papers:
        return
    sides = _side(kg, concept.name, kind, use), _side(kg, concept.name, concept.kind, main)
    entry = f"[kinds]\n{_toml(_named(concept))} = {_toml(kind)}"
    yield DoubtfulMerge(concept.id, Doubt.KINDS, _counted(its.surfaces), sides, entry)


def _duplicates(
    kg: KnowledgeGraph, concepts: Mapping[str, Concept], uses: Mapping[str, Uses], overrides: Overrides
) -> list[NearDuplicate]:
    papers = {key: its.papers for key, its in uses.items()}

    def settled(one: Concept, other: Concept) -> bool:
        return other.normal in overrides.kept_from(one.normal)

    found = []
    pairs = find_lookalikes(concepts.values(), papers, kg.families(), settled)
    for (one, other), why in pairs.items():
        a, b = concepts[one], concepts[other]
        sides = _concept_side(kg, a, uses[one]), _concept_side(kg, b, uses[other])
        entry = f"[aliases]\n{_toml(_named(a))} = [{_toml(_named(b))}]"
        if a.normal == b.normal:
            entry = f"[kinds]\n{_toml(_named(a))} = {_toml(a.kind)}"
        together = len(papers[one] | papers[other])
        found.append(NearDuplicate((one, other), why, together, sides, entry))
    found.sort(key=lambda d: (-d.sides[1].papers, -d.papers, d.concepts))
    return found


def _concept_side(kg: KnowledgeGraph, concept: Concept, its: Uses) -> Side:
    use = its.surfaces[_most_used(its.surfaces)[0]]
    return _side(kg, concept.name, concept.kind, Use(len(its.papers), use.paper, use.mention))


def _side(kg: KnowledgeGraph, name: str, kind: Kind, use: Use) -> Side:
    paper = kg.paper(use.paper)
    if paper is None or use.mention is None:
        raise ValueError(f"no paper {use.paper!r}")  # gathered from this graph a moment ago
    shown = in_sentence(paper.text, kg.sentences(use.paper), use.mention)
    return Side(name, kind, use.papers, use.paper, shown)


def _most_used(surfaces: Mapping[str, Use]) -> list[str]:
    return sorted(surfaces, key=lambda surface: (-surfaces[surface].papers, surface))


def _counted(surfaces: Mapping[str, Use]) -> tuple[tuple[str, int], ...]:
    return tuple((surface, surfaces[surface].papers) for surface in _most_used(surfaces)[:_FORMS])


def _named(concept: Concept) -> str:
    """Return a name by which the override file knows a concept; the one to show may be the user's own."""
    return concept.name if normal_form_in_text(concept.name) == concept.normal else concept.normal


def _toml(text: str) -> str:
    r"""Write a text as a string of TOML that no terminal takes for a command.

    >>> print(_toml('a "b"\\\x1b'))
    "a \"b\"\\\u001B"
    """
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    return f"\\u{ord(char):04X}" if ord(char) < 0x10000 else f"\\U{ord(char):08X}"


def _unmatched(overrides: Overrides, met: set[str], normals: set[str]) -> Iterator[Unmatched]:
    entries = [entry_of(name) for name in sorted(met)]
    known = met | normals | {normal_form_in_text(entry.name) for entry in entries if entry}
    spaced = {compact(name) for name in known}

    def is_known(name: str) -> bool:
        return name in known or compact(name) in spaced or overrides.aliases.get(name) in normals

    heads = {name for name, shown in overrides.names.items() if normal_form_in_text(shown) == name}
    pairs = {tuple(sorted((one, other))) for one, others in overrides.apart.items() for other in others}
    tables = (
        ("aliases", [(name,) for name in overrides.aliases]),
        ("rename", [(name,) for name in overrides.names.keys() - heads]),
        ("kinds", [(name,) for name in overrides.kinds]),
        ("never.merge", pairs),
        ("never.ignore", [(name,) for name in overrides.ignored]),
    )
    for table, rows in tables:
        exact = table in ("aliases", "never.ignore")  # these look at the very form
        for names in sorted(rows):
            missing = tuple(name for name in names if not (name in known if exact else is_known(name)))
            if missing:
                yield Unmatched(table, missing)
