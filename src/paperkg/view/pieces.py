"""What a page that is served asks for as a person goes on: pieces of the graph, read from the store."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from paperkg.graph import KnowledgeGraph
from paperkg.graph.network import paper_node
from paperkg.graph.rarity import rarity
from paperkg.model import ROLE_RANK, Kind, Link, Role
from paperkg.questions import path
from paperkg.view.choose import is_hub
from paperkg.view.records import PAPER_PREFIX, Record, Records

MOST = 300  # papers in a piece: a concept of more is known by these, the strongest roles first
MOST_FOUND = 12
MOST_SIMILAR = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """What papers are to be like; what is empty asks nothing.

    Attributes:
        does: A role that the paper has towards a concept.
        what: The kind of this concept.
        venue: Where it came out.
        first: Its year at least.
        last: Its year at most.
        words: In its title, or in a spelling of one of its concepts.
    """

    does: Role | None = None
    what: Kind | None = None
    venue: str = ""
    first: int | None = None
    last: int | None = None
    words: str = ""


class Pieces:
    """A graph in pieces, each as `Records.piece` writes it. Ask from one thread.

    Beside what `Records.piece` says, a piece has the places of the papers whose links it has all ("whole"),
    and of the nodes that it has all about ("opened").
    """

    def __init__(self, kg: KnowledgeGraph) -> None:
        self._kg = kg
        self._records = Records(kg)

    def around(self, keys: Sequence[str]) -> Record:
        """What the cards of some nodes show: their links with sentences, and what those are tied to.

        Of a paper that is the papers most like it; of a concept what its papers have beside it.
        """
        known = [key for key in dict.fromkeys(keys) if self._is_known(key)]
        own: dict[tuple[str, str], Link] = {}
        papers: dict[str, None] = {}
        near: dict[str, None] = {}
        for key in known:
            if key.startswith(PAPER_PREFIX):
                paper = key.removeprefix(PAPER_PREFIX)
                links = list(self._kg.links(paper=paper))
                papers |= dict.fromkeys([paper, *self._similar(paper)])
            else:
                links = self._strongest(key)
                papers |= dict.fromkeys(link.paper for link in links)
                families = self._records.families.get(key, ())
                near |= dict.fromkeys(end for family in families for end in (family.member, family.family))
            own |= {(link.paper, link.concept): link for link in links}
        return self._piece(known, own.values(), papers, near)

    def of_papers(self, papers: Iterable[str]) -> Record:
        """Every link of some papers, without sentences."""
        return self._piece((), (), dict.fromkeys(papers), ())

    def find(self, text: str) -> Record:
        """The papers and concepts with this in one of their names, the best first, without links."""
        query = _Query(text)
        found = []
        for order, (key, weight, spellings) in enumerate(self._spellings if query.whole else ()):
            ranks = [
                2 * place + (index > 0)
                for index, spelling in enumerate(spellings)
                if (place := query.place(spelling)) is not None
            ]
            if ranks:
                found.append((min(ranks), -weight, order, key))
        return self._records.piece([key for *_, key in sorted(found)[:MOST_FOUND]], ())

    def passing(self, asked: Asked) -> Record:
        """The first papers that are as asked, with their links, and how many there are ("total")."""
        tests: list[tuple[str, tuple[object, ...]]] = []
        if asked.venue:
            tests.append(("p.venue = ?", (asked.venue,)))
        if asked.first is not None:
            tests.append(("p.year >= ?", (asked.first,)))
        if asked.last is not None:
            tests.append(("p.year <= ?", (asked.last,)))
        if asked.does or asked.what:
            role = ("k.role = ?", (str(asked.does),)) if asked.does else ("1", ())
            kind = ("k.concept LIKE ?", (f"{asked.what}:%",)) if asked.what else ("1", ())
            has = f"p.id IN (SELECT k.paper FROM links k WHERE {role[0]} AND {kind[0]})"
            tests.append((has, (*role[1], *kind[1])))
        where = " AND ".join(test for test, _ in tests) or "1"
        values = [value for _, some in tests for value in some]
        rows = self._kg.rows(f"SELECT p.id FROM papers p WHERE {where} ORDER BY p.position", *values)
        papers = [str(paper) for (paper,) in rows]
        if asked.words.strip():
            named = self._named(asked.words)
            papers = [paper for paper in papers if paper in named]
        return self.of_papers(papers[:MOST]) | {"total": len(papers)}

    def shared(self, keys: Sequence[str]) -> Record:
        """The papers that have every one of some concepts, with the sentences."""
        concepts = (key for key in dict.fromkeys(keys) if not key.startswith(PAPER_PREFIX))
        known = [key for key in concepts if self._is_known(key)]
        rows = self._kg.rows(
            "SELECT paper FROM links WHERE concept IN (SELECT value FROM json_each(?))"
            " GROUP BY paper HAVING count(*) = ? ORDER BY min(position) LIMIT ?",
            json.dumps(known),
            len(known),
            MOST,
        )
        papers = [str(paper) for (paper,) in rows]
        links = self._kg.select_links(
            "k.paper IN (SELECT value FROM json_each(?)) AND k.concept IN (SELECT value FROM json_each(?))",
            json.dumps(papers),
            json.dumps(known),
        )
        return self._piece((), links, dict.fromkeys(papers), known)

    def ways(self, start: str, end: str) -> Record:
        """What leads from one to the other: the links on the ways that `paperkg path` finds."""
        if not (self._is_known(start) and self._is_known(end)):
            return self._piece((), (), {}, ())
        stops = [
            [paper_node(stop.id) if stop.papers is None else stop.id for stop in way.stops]
            for way in path(self._kg, start, end).paths
        ]
        keys = dict.fromkeys(key for way in stops for key in way)
        pairs = {pair for way in stops for a, b in pairwise(way) for pair in ((a, b), (b, a))}
        papers = [key.removeprefix(PAPER_PREFIX) for key in keys if key.startswith(PAPER_PREFIX)]
        links = (link for paper in papers for link in self._kg.links(paper=paper))
        some = [link for link in links if (paper_node(link.paper), link.concept) in pairs]
        return self._piece((), some, {}, keys)

    def _is_known(self, key: str) -> bool:
        if key.startswith(PAPER_PREFIX):
            return key.removeprefix(PAPER_PREFIX) in self._records.labels
        return bool(list(self._kg.rows("SELECT 1 FROM concepts WHERE id = ?", key)))

    def _piece(
        self, opened: Sequence[str], links: Iterable[Link], whole: Iterable[str], near: Iterable[str]
    ) -> Record:
        """Write some links, all other links of the papers that are to be whole, and some more nodes."""
        told = {(link.paper, link.concept): link for link in links}
        papers = list(whole)
        ties = self._kg.rows(
            "SELECT paper, concept, role, confidence FROM links"
            " WHERE paper IN (SELECT value FROM json_each(?)) ORDER BY position",
            json.dumps(papers),
        )
        for paper, concept, role, sure in ties:
            told.setdefault((paper, concept), Link(paper, concept, Role(role), sure, ()))
        keys = dict.fromkeys([*opened, *map(paper_node, papers)])
        keys |= dict.fromkeys(key for paper, concept in told for key in (paper_node(paper), concept))
        keys |= dict.fromkeys(near)
        place = {key: index for index, key in enumerate(keys)}
        return self._records.piece(list(keys), told.values()) | {
            "whole": [place[paper_node(paper)] for paper in papers],
            "opened": [place[key] for key in opened],
        }

    def _strongest(self, concept: str) -> list[Link]:
        rows = self._kg.rows("SELECT role, position, paper FROM links WHERE concept = ?", concept)
        ranked = sorted((ROLE_RANK[Role(role)], position, paper) for role, position, paper in rows)
        papers = json.dumps([paper for *_, paper in ranked[:MOST]])
        chosen = "k.concept = ? AND k.paper IN (SELECT value FROM json_each(?))"
        return list(self._kg.select_links(chosen, concept, papers))

    def _similar(self, paper: str) -> list[str]:
        """The papers most like one, by the same measure as the page's: rare concepts that both have."""
        weights = self._weights
        scores: defaultdict[str, float] = defaultdict(float)
        rows = self._kg.rows(
            "SELECT other.paper, other.concept FROM links own JOIN links other ON other.concept = own.concept"
            " WHERE own.paper = ? AND other.paper != own.paper",
            paper,
        )
        hubs = {c for c, n in self._records.sharing.items() if is_hub(n, len(self._records.labels))}
        for other, concept in rows:
            if concept not in hubs:
                scores[other] += weights[concept]
        best = sorted(scores, key=lambda other: (-scores[other] / self._norms[other], other))
        return best[:MOST_SIMILAR]

    @cached_property
    def _weights(self) -> dict[str, float]:
        papers = len(self._records.labels)
        return {concept: rarity(count, papers) ** 2 for concept, count in self._records.sharing.items()}

    @cached_property
    def _norms(self) -> dict[str, float]:
        squares: defaultdict[str, float] = defaultdict(float)
        for paper, concept in self._kg.rows("SELECT paper, concept FROM links"):
            squares[paper] += self._weights[concept]
        return {paper: max(square, 1e-9) ** 0.5 for paper, square in squares.items()}

    @cached_property
    def _plain(self) -> dict[str, list[str]]:
        """The names of every node, its own first, in plain lower case."""
        titles = self._kg.rows("SELECT id, label, title FROM papers ORDER BY position")
        found = {paper_node(paper): list(map(plain, names)) for paper, *names in titles}
        for concept in self._kg.concepts():
            names = [concept.name, *(alias for alias in concept.aliases if alias != concept.name)]
            found[concept.id] = list(map(plain, names))
        return found

    @cached_property
    def _spellings(self) -> list[tuple[str, float, list[str]]]:
        """Every node with its weight in a search, and its names in letters and digits only."""
        return [(key, self._weight(key), list(map(letters, names))) for key, names in self._plain.items()]

    def _weight(self, key: str) -> float:
        if key.startswith(PAPER_PREFIX):
            return 2.5
        sharing = self._records.sharing[key]
        return 0.5 if is_hub(sharing, len(self._records.labels)) else sharing

    def _named(self, words: str) -> set[str]:
        """The papers that words name, by their title or a concept; each of the parts between commas."""
        parts = [
            [_beginning(word) for word in map(letters, part.split()) if word] for part in words.split(",")
        ]
        named = [self._papers_named(part) for part in parts if part]
        return set.intersection(*named) if named else set(self._records.labels)

    def _papers_named(self, words: Sequence[re.Pattern[str]]) -> set[str]:
        named = [
            key
            for key, names in self._plain.items()
            if any(all(word.search(name) for word in words) for name in names)
        ]
        concepts = json.dumps([key for key in named if not key.startswith(PAPER_PREFIX)])
        rows = self._kg.rows(
            "SELECT DISTINCT paper FROM links WHERE concept IN (SELECT value FROM json_each(?))", concepts
        )
        papers = {key.removeprefix(PAPER_PREFIX) for key in named if key.startswith(PAPER_PREFIX)}
        return papers | {str(paper) for (paper,) in rows}


class _Query:
    """What was typed, as the page's search takes it: the whole of it, or its words in any order."""

    def __init__(self, text: str) -> None:
        self.whole = letters(text)
        self._parts = list(filter(None, map(letters, text.split())))

    def place(self, spelling: str) -> int | None:
        """How well a spelling fits, 0 the best, or None."""
        if spelling == self.whole:
            return 0
        at = spelling.find(self.whole)
        if at >= 0:
            return 1 if at == 0 else 2
        return 3 if len(self._parts) > 1 and all(part in spelling for part in self._parts) else None


def _beginning(word: str) -> re.Pattern[str]:
    """Match a word at the beginning of a name's words; three letters or fewer only as a whole word.

    >>> [bool(_beginning("gui").search(name)) for name in ("mobile gui-agent", "guis", "guided")]
    [True, True, False]
    >>> bool(_beginning("8b").search("llama3.1-8b")), bool(_beginning("8b").search("1.8b"))
    (True, False)
    """
    before = r"(?<!\d)(?<!\d\.)" if word[0].isdigit() else r"(?<![^\W\d_])"
    after = "" if len(word) > 3 else r"(?!\d)" if word[-1].isdigit() else r"(?=s?(?![^\W\d_]))"
    return re.compile(before + r"[\W_]*".join(word) + after)


def plain(text: str) -> str:
    """Take case and accents off.

    >>> plain("Élan-Vital 8B")
    'elan-vital 8b'
    """
    return "".join(c for c in unicodedata.normalize("NFKD", text).lower() if not unicodedata.combining(c))


def letters(text: str) -> str:
    """Keep letters and digits only, whatever the case, accents and hyphens.

    >>> letters("Élan-Vital 8B")
    'elanvital8b'
    """
    return re.sub(r"[\W_]", "", plain(text))
