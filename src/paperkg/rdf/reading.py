"""The way back: an export with its full evidence becomes the graph that it was written from.

All that a graph holds comes back but the order of the papers, which no export depends on, and, unless the
export holds them, the abstracts. Of these only what is quoted comes back, at its place, with spaces between.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from paperkg.graph import Contents, Entry, known_extractions, save
from paperkg.graph.records import load_extraction
from paperkg.graph.store import locked
from paperkg.model import Claim, Concept, Extraction, Family, Kind, Link, Mention, Paper, Result, Role
from paperkg.rdf import vocabulary as v
from paperkg.rdf.parsing import RdfError, parse

_KIND_OF = {term: kind for kind, term in v.KIND_CLASS.items()}
_ROLE_OF = {term: role for role, term in v.ROLE_PROPERTY.items()}
_SLOTS = (v.METRIC, v.BENCHMARK, v.SYSTEM, v.BASELINE)
_LONGEST_TEXT = 2_100_000  # characters; a title and an abstract of the most that is read, and their ends
_WORDS = (v.METRIC_TEXT, v.BENCHMARK_TEXT, v.SYSTEM_TEXT, v.BASELINE_TEXT)


def import_graph(path: str | Path, folder: str | Path) -> Contents:
    """Read an export and put its graph into a folder, in place of the one that is there.

    Raises:
        RdfError: The file cannot be parsed, or lacks what a graph needs; nothing is touched.
        GraphError: The folder holds a damaged graph, or a file that is none; it is left alone.
        BusyError: A build is writing to it.
        OSError: The folder cannot be written; what was there is still there.
    """
    contents = read_contents(path)
    with locked(Path(folder)):
        list(known_extractions(Path(folder), ""))  # refuses to write over what is no graph
        save(Path(folder), contents)
    return contents


def read_contents(path: str | Path) -> Contents:
    """Read an export.

    Raises:
        RdfError: The file cannot be parsed, or lacks what a graph needs.
    """
    return _Export(Path(path)).contents()


class _Export:
    """A file's triples by subject and predicate."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._said: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self._typed: dict[str, list[str]] = defaultdict(list)
        for subject, predicate, value in parse(path):
            if predicate == v.TYPE:
                self._typed[value].append(subject)
            self._said[subject].setdefault(predicate, []).append(value)

    def contents(self) -> Contents:
        """Put the graph together."""
        if not self._typed[v.PAPER] and not self._typed[v.CONCEPT_SCHEME]:
            raise RdfError(f"{self.path}: no export by paperkg (it holds no pk:Paper); give one")
        concepts = {iri: self._concept(iri) for iri in sorted(self._typed[v.OWN_CONCEPT])}
        ids = {iri: concept.id for iri, concept in concepts.items()}
        links = self._by_paper(v.ROLE_ASSERTION, v.SUBJECT)
        claims = self._by_paper(v.RESULT_CLAIM, v.CLAIMED_IN)
        entries, all_links, results = [], [], []
        for iri in sorted(self._typed[v.PAPER]):
            entry = self._entry(iri, [*links[iri], *claims[iri]])
            entries.append(entry)
            all_links += [self._link(entry.paper, assertion, ids) for assertion in links[iri]]
            results += [self._result(entry.paper, claim, ids) for claim in claims[iri]]
        families = (
            Family(concept.id, self._known(ids, family, iri))
            for iri, concept in concepts.items()
            for family in self._all(iri, v.VERSION_OF)
        )
        meta = sorted((self._one(s, v.NAME), self._one(s, v.SCHEMA_VALUE)) for s in self._typed[v.SETTING])
        return Contents(
            tuple(entries),
            tuple(concepts.values()),
            tuple(all_links),
            tuple(results),
            tuple(sorted(families)),
            tuple(meta),
        )

    # --- nodes --------------------------------------------------------------------------------------------

    def _concept(self, iri: str) -> Concept:
        kinds = [_KIND_OF[term] for term in self._all(iri, v.TYPE) if term in _KIND_OF]
        if len(kinds) != 1:
            raise self._wrong(iri, f"a concept has one kind, not {len(kinds)}")
        name = self._one(iri, v.PREF_LABEL)
        aliases = {name, *self._all(iri, v.ALT_LABEL)}
        return Concept(kinds[0], self._one(iri, v.NORMAL_FORM), name, tuple(sorted(aliases)))

    def _entry(self, iri: str, said_of_it: Iterable[str]) -> Entry:
        text = self._one(iri, v.HAS_TEXT)
        title = self._maybe(iri, v.TITLE) or ""
        extraction = self._extraction(text)
        identifier = self._one(iri, v.IDENTIFIER)
        if "\0" in identifier:
            raise self._wrong(iri, "its dcterms:identifier holds a NUL, which no id of a paper may")
        paper = Paper(  # its abstract may be no more than what is quoted
            identifier,
            title,
            self._abstract(text, title, said_of_it),
            self._sequence(iri, v.AUTHOR_LIST),
            self._maybe_number(iri, v.PUBLISHED),
            self._maybe(iri, v.VENUE) or "",
            self._maybe(iri, v.ADDRESS_TEXT) or self._maybe(iri, v.URL) or "",
            self._sequence(iri, v.KEYWORD_LIST),
            self._maybe(iri, v.DOI_TEXT) or "",
            self._maybe(iri, v.ARXIV_TEXT) or "",
            self._sequence(iri, v.ORCID_LIST),
            self._sequence(iri, v.AREA_LIST),
            self._maybe_number(iri, v.CITATION_COUNT),
        )
        if not extraction.is_sound(_LONGEST_TEXT):
            raise self._wrong(text, "its pk:extraction is none that paperkg writes; export it anew")
        return Entry(paper, self._maybe(iri, v.LABEL) or "", extraction)

    def _extraction(self, iri: str) -> Extraction:
        written = self._maybe(iri, v.EXTRACTION)
        if written is None:
            raise self._wrong(iri, "it has no pk:extraction; export it with --evidence full")
        try:
            return load_extraction(written)
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise self._wrong(iri, f"its pk:extraction is damaged ({str(error)[:80]})") from error

    def _abstract(self, iri: str, title: str, said_of_it: Iterable[str]) -> str:
        text = self._maybe(iri, v.TEXT_ITSELF)
        if text is None:
            return self._quoted(title, said_of_it)
        if hashlib.sha256(text.encode()).hexdigest() != self._one(iri, v.SHA256):
            raise self._wrong(iri, "its schema:text is not the text of its schema:sha256; export it anew")
        if not text.startswith(f"{title}\n"):
            raise self._wrong(iri, "its schema:text does not begin with the title")
        return text[len(title) + 1 :]

    def _quoted(self, title: str, said_of_it: Iterable[str]) -> str:
        """Put an abstract together from what is quoted of it, spaces for the rest."""
        pieces = [(0, f"{title}\n")]
        for node in said_of_it:
            for annotation in self._all(node, v.EVIDENCE):
                start, _, (prefix, exact, suffix) = self._place(annotation)
                if start < len(prefix):
                    raise self._wrong(annotation, "its prefix begins before the text")
                pieces.append((start - len(prefix), f"{prefix}{exact}{suffix}"))
        length = max(start + len(words) for start, words in pieces)
        if length > _LONGEST_TEXT:
            raise RdfError(
                f"{title[:60]!r}: what is quoted ends at {length:,}, beyond any abstract; export it anew"
            )
        chars = [" "] * length
        for start, words in pieces:
            chars[start : start + len(words)] = words
        return "".join(chars)[len(title) + 1 :]

    def _link(self, paper: Paper, iri: str, ids: dict[str, str]) -> Link:
        role = _ROLE_OF.get(self._one(iri, v.PREDICATE))
        if role is None:
            raise self._wrong(iri, "its rdf:predicate is no role")
        evidence = self._ranked(iri, self._all(iri, v.EVIDENCE))
        if not evidence:
            raise self._wrong(iri, "it has no evidence; export it with --evidence full")
        return Link(
            paper.id,
            self._known(ids, self._one(iri, v.OBJECT), iri),
            Role(role),
            self._share(iri),
            tuple(self._mention(paper, mention) for mention in evidence),
        )

    def _mention(self, paper: Paper, iri: str) -> Mention:
        try:
            kind = Kind(self._one(iri, v.KIND))
        except ValueError:
            raise self._wrong(iri, "its pk:kind is none") from None
        start, end = self._in_text(paper, iri)
        found_by = self._one(self._one(iri, v.FOUND_BY), v.LABEL)
        return Mention(start, end, kind, found_by, self._share(iri))

    def _result(self, paper: Paper, iri: str, ids: dict[str, str]) -> Result:
        quotes = self._all(iri, v.EVIDENCE)
        if len(quotes) != 1:
            raise self._wrong(iri, "it has not one quote; export it with --evidence full")
        start, end = self._in_text(paper, quotes[0])
        words = (self._maybe(iri, predicate) for predicate in _WORDS)
        claim = Claim(start, end, self._one(iri, v.VALUE_TEXT), *words)
        meant = (self._maybe(iri, predicate) for predicate in _SLOTS)
        return Result(
            paper.id, claim, *(None if one is None else self._known(ids, one, iri) for one in meant)
        )

    # --- parts of nodes -----------------------------------------------------------------------------------

    def _by_paper(self, kind: str, predicate: str) -> dict[str, list[str]]:
        found = defaultdict(list)
        for iri in self._typed[kind]:
            paper = self._one(iri, predicate)
            if v.PAPER not in self._all(paper, v.TYPE):
                raise self._wrong(iri, f"it is about <{paper}>, which is no pk:Paper of this file")
            found[paper].append(iri)
        return defaultdict(list, {paper: self._ranked(paper, nodes) for paper, nodes in found.items()})

    def _ranked(self, owner: str, nodes: Iterable[str]) -> list[str]:
        ranks = {node: self._number(node, v.RANK) for node in nodes}
        if sorted(ranks.values()) != list(range(len(ranks))):
            raise self._wrong(owner, "the pk:rank of its parts do not run from 0 without a gap")
        return sorted(ranks, key=ranks.__getitem__)

    def _place(self, annotation: str) -> tuple[int, int, tuple[str, str, str]]:
        selectors = self._all(self._one(annotation, v.HAS_TARGET), v.HAS_SELECTOR)
        quotes = [one for one in selectors if v.QUOTE_SELECTOR in self._all(one, v.TYPE)]
        places = [one for one in selectors if v.POSITION_SELECTOR in self._all(one, v.TYPE)]
        if len(quotes) != 1 or len(places) != 1:
            raise self._wrong(annotation, "it needs one selector by quote and one by position")
        prefix, exact, suffix = (self._one(quotes[0], part) for part in (v.PREFIX, v.EXACT, v.SUFFIX))
        start, end = self._number(places[0], v.START), self._number(places[0], v.END)
        if end - start != len(exact) or start == end:
            raise self._wrong(annotation, "its words do not have the length that its position says")
        return start, end, (prefix, exact, suffix)

    def _in_text(self, paper: Paper, annotation: str) -> tuple[int, int]:
        start, end, (_, exact, _) = self._place(annotation)
        if paper.text[start:end] != exact:
            raise self._wrong(annotation, "its words do not stand where it says, or overlap with others")
        return start, end

    def _sequence(self, iri: str, predicate: str) -> tuple[str, ...]:
        sequence = self._maybe(iri, predicate)
        if sequence is None:
            return ()
        items = len(self._said[sequence]) - 1
        return tuple(self._one(sequence, v.item(number)) for number in range(1, items + 1))

    def _share(self, iri: str) -> float:
        written = self._one(iri, v.CONFIDENCE)
        try:
            share = float(written)
        except ValueError:
            share = -1.0
        if not 0 <= share <= 1:
            raise self._wrong(iri, "its pk:confidence is no number from 0 to 1")
        return share

    def _number(self, iri: str, predicate: str, lowest: float = 0) -> int:
        written = self._one(iri, predicate)
        try:
            number = int(written) if len(written) < 19 else None  # SQLite holds no longer ones
        except ValueError:
            number = None
        if number is None or number < lowest:
            bound = "" if lowest < 0 else f" from {lowest}"
            raise self._wrong(iri, f"its <{predicate}> is no number{bound}")
        return number

    def _maybe_number(self, iri: str, predicate: str) -> int | None:
        return self._number(iri, predicate, -math.inf) if self._all(iri, predicate) else None

    def _known(self, ids: dict[str, str], concept: str, named_by: str) -> str:
        if concept not in ids:
            raise self._wrong(named_by, f"it names <{concept}>, which is no pk:Concept of this file")
        return ids[concept]

    def _all(self, iri: str, predicate: str) -> list[str]:
        said = self._said.get(iri)
        return said.get(predicate, []) if said else []

    def _one(self, iri: str, predicate: str) -> str:
        values = self._all(iri, predicate)
        if len(values) != 1:
            raise self._wrong(iri, f"it needs one <{predicate}> and has {len(values)}")
        return values[0]

    def _maybe(self, iri: str, predicate: str) -> str | None:
        return self._one(iri, predicate) if self._all(iri, predicate) else None

    def _wrong(self, iri: str, what: str) -> RdfError:
        return RdfError(f"{self.path}: <{iri}>: {what}")
