"""Reported numbers as people read them: each with its quote, its sentence and what it is about by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from paperkg.graph import KnowledgeGraph
from paperkg.model import Claim, Kind, Mention, Paper, Result
from paperkg.questions.evidence import Evidence, in_sentence


@dataclass(frozen=True, slots=True)
class Reported:
    """A number that a paper reports.

    The names are those of the concepts, or else the words of the text; None where the text says nothing.

    Attributes:
        paper: Id of the paper.
        label: What to show for it.
        value: The number as printed, but for the signs of LaTeX and Markdown.
        metric: What was measured.
        benchmark: What it was measured on.
        system: Whose result it is.
        baseline: What it is set against.
        quote: The words that report it; they hold the number.
        sentence: The quote in its sentence.
    """

    paper: str
    label: str
    value: str
    metric: str | None
    benchmark: str | None
    system: str | None
    baseline: str | None
    quote: str
    sentence: Evidence


def is_shown(claim: Claim, text: str) -> bool:
    """Tell whether a claim's quote, a part of its paper's text, holds the number that it is to report."""
    return bool(claim.value) and claim.value in text[claim.start : claim.end]


def reported(kg: KnowledgeGraph, results: Iterable[Result]) -> Iterator[Reported]:
    """Give each result its quote and names; one whose quote does not hold its number is left out."""

    @cache
    def name_of(concept_id: str) -> str | None:
        concept = kg.concept(concept_id)
        return concept.name if concept else None

    @cache
    def source(paper_id: str) -> tuple[Paper | None, str, tuple[tuple[int, int], ...]]:
        found = next(kg.rows("SELECT label FROM papers WHERE id = ?", paper_id), ("",))
        return kg.paper(paper_id), str(found[0]), kg.sentences(paper_id)

    for result in results:
        claim = result.claim
        paper, label, sentences = source(result.paper)
        if paper is None or not is_shown(claim, paper.text):
            continue
        quote = paper.text[claim.start : claim.end]
        span = Mention(claim.start, claim.end, Kind.METRIC, "", 1.0)
        pairs = (
            (result.metric, claim.metric),
            (result.benchmark, claim.benchmark),
            (result.system, claim.system),
            (result.baseline, claim.baseline),
        )
        names = (name_of(known) if known else words for known, words in pairs)
        metric, benchmark, system, baseline = names
        yield Reported(
            result.paper,
            label,
            readable(claim.value),
            metric,
            benchmark,
            system,
            baseline,
            quote,
            in_sentence(paper.text, sentences, span),
        )


def readable(value: str) -> str:
    r"""Write a printed number without the signs of LaTeX and Markdown.

    >>> [readable(value) for value in (r"88.10\%$", r"$25\times$", r"4.9$\times$", "+3.2 points")]
    ['88.10%', '25×', '4.9×', '+3.2 points']
    """
    plain = re.sub(r"\s?\$?\\times", "×", value).replace("\\%", "%")
    return plain.replace("$", "").replace("*", "").strip()
