"""Full text: which papers and concepts hold some words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from paperkg.graph import GraphError, KnowledgeGraph
from paperkg.model import Concept, Kind, Mention, Paper
from paperkg.questions.answer import Answer
from paperkg.questions.evidence import Evidence, in_sentence

_MARK = "\U0010ffff"  # no character: texts do not hold it, and one that does goes without marks
_TITLE, _ABSTRACT = 4.0, 1.0  # what a word weighs in either


@dataclass(frozen=True, slots=True)
class FoundPaper:
    """A paper that holds the words.

    Attributes:
        id: The paper's id.
        label: What to show for it.
        sentence: The first sentence of the abstract that holds one of the words, else the title.
    """

    id: str
    label: str
    sentence: Evidence


@dataclass(frozen=True, slots=True)
class FoundConcept:
    """A concept with a spelling that holds the words.

    Attributes:
        concept: The concept.
        spelling: The name, or the first alias, that holds a word.
        papers: How many papers have it.
    """

    concept: Concept
    spelling: str
    papers: int


@dataclass(frozen=True, slots=True)
class Found(Answer):
    """What holds some words.

    Attributes:
        words: What was asked for.
        papers: The likest first.
        paper_count: How many papers there are in all.
        concepts: Those that are called so first, then the likest.
        concept_count: How many concepts there are in all.
    """

    words: str
    papers: tuple[FoundPaper, ...]
    paper_count: int
    concepts: tuple[FoundConcept, ...]
    concept_count: int


def search(kg: KnowledgeGraph, words: str, limit: int = 20) -> Found:
    """Search titles, abstracts and the names and aliases of concepts for some words.

    What is found holds each of the words, in any order and, in English, with any ending. Whatever stands in
    the words is plain text: there is no query language.

    Args:
        kg: The graph.
        words: What to search for.
        limit: How many papers and how many concepts to return at most.

    Raises:
        GraphError: The graph was built before graphs had an index of their text.
    """
    query = _query(words)
    if not query:
        return Found(words, (), 0, (), 0)
    if not kg.count("sqlite_master", "name")["concepts_text"]:
        raise GraphError(f"{kg.folder}: this graph has no index to search; build it again")
    papers = tuple(_papers(kg, query, limit))
    concepts = _concept_ids(kg, words, query)
    return Found(
        words,
        papers,
        _count(kg, "papers_text", query),
        tuple(_concepts(kg, concepts[:limit], query)),
        len(concepts),
    )


def _query(words: str) -> str:
    """Each word as a string of FTS5, where nothing but a quotation mark means anything.

    >>> print(_query('NEAR("a b) *-'))
    "NEAR(" "a" "b)"
    """
    plain = words.encode("utf-8", "replace").decode().replace('"', " ").replace("\0", " ")
    return " ".join(f'"{word}"' for word in plain.split() if any(map(str.isalnum, word)))


def _count(kg: KnowledgeGraph, table: str, query: str) -> int:
    return int(next(kg.rows(f"SELECT count(*) FROM {table} WHERE {table} MATCH ?", query))[0])


def _papers(kg: KnowledgeGraph, query: str, limit: int) -> Iterator[FoundPaper]:
    best = kg.rows(
        "SELECT rowid FROM papers_text WHERE papers_text MATCH ?"
        f" ORDER BY bm25(papers_text, {_TITLE}, {_ABSTRACT}), rowid LIMIT ?",
        query,
        limit,
    )
    for (position,) in list(best):
        [(label,)] = kg.rows("SELECT label FROM papers WHERE position = ?", position)
        [paper] = kg.select_papers("WHERE position = ?", position)
        yield FoundPaper(paper.id, label, _sentence(kg, paper, position, query))


def _sentence(kg: KnowledgeGraph, paper: Paper, position: int, query: str) -> Evidence:
    [(title, abstract)] = kg.rows(
        "SELECT highlight(papers_text, 0, ?, ?), highlight(papers_text, 1, ?, ?)"
        " FROM papers_text WHERE papers_text MATCH ? AND rowid = ?",
        *([_MARK] * 4),
        query,
        position,
    )
    text, at = (abstract, len(paper.title) + 1) if _MARK in abstract else (title, 0)
    if _MARK in paper.text or _MARK not in text:
        return Evidence(paper.title, 0, 0)
    start = text.index(_MARK)
    end = text.index(_MARK, start + 1) - 1
    span = Mention(at + start, at + end, Kind.KEYWORD, "", 1.0)
    return in_sentence(paper.text, kg.sentences(paper.id), span)


def _concept_ids(kg: KnowledgeGraph, words: str, query: str) -> list[str]:
    """Ids of the concepts that are called so, however it is spelt, then of those that hold the words."""
    name = words.strip()
    called = sorted(kg.find(name), key=lambda c: name.casefold() not in map(str.casefold, c.aliases))
    holding = kg.rows(
        "SELECT concept FROM concepts_text WHERE concepts_text MATCH ? ORDER BY rank,"
        " (SELECT count(*) FROM links k WHERE k.concept = concepts_text.concept) DESC, concept",
        query,
    )
    return list(
        dict.fromkeys([*(concept.id for concept in called), *(concept_id for (concept_id,) in holding)])
    )


def _concepts(kg: KnowledgeGraph, ids: list[str], query: str) -> Iterator[FoundConcept]:
    for concept_id in ids:
        concept = kg.concept(concept_id)
        if concept is None:
            continue
        marked = kg.rows(
            "SELECT highlight(concepts_text, 1, ?, '') FROM concepts_text"
            " WHERE concepts_text MATCH ? AND concept = ?",
            _MARK,
            query,
            concept_id,
        )
        lines = (line for (names,) in marked for line in str(names).split("\n") if _MARK in line)
        spellings = [line.replace(_MARK, "") for line in lines]
        spelling = concept.name if concept.name in spellings or not spellings else spellings[0]
        [(papers,)] = kg.rows("SELECT count(*) FROM links WHERE concept = ?", concept_id)
        yield FoundConcept(concept, spelling, papers)
