"""The sentence that shows a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from paperkg.graph import KnowledgeGraph
from paperkg.model import Link, Mention, sentence_at


@dataclass(frozen=True, slots=True)
class Evidence:
    """A mention inside its sentence.

    Attributes:
        sentence: The sentence, as the text has it.
        start: First character of the mention in the sentence, counted in code points.
        end: One past the mention's last character.
    """

    sentence: str
    start: int
    end: int

    @property
    def words(self) -> str:
        """The mention itself.

        >>> Evidence("We test on GSM8K.", 11, 16).words
        'GSM8K'
        """
        return self.sentence[self.start : self.end]


def evidence(kg: KnowledgeGraph, link: Link) -> tuple[Evidence, ...]:
    """Show each mention of a link in its sentence: the one that the role rests on first.

    Nothing for a link of a paper that is not in this graph.
    """
    [shown] = evidence_of_paper(kg, link.paper, [link])
    return shown


def evidence_of_paper(
    kg: KnowledgeGraph, paper_id: str, links: Iterable[Link]
) -> Iterator[tuple[Evidence, ...]]:
    """Show the mentions of each of a paper's links, as `evidence` does; the paper is read once."""
    paper, sentences = kg.paper(paper_id), kg.sentences(paper_id)
    text = paper.text if paper else ""
    for link in links:
        shown = link.evidence if paper else ()
        yield tuple(in_sentence(text, sentences, mention) for mention in shown)


def in_sentence(text: str, sentences: Sequence[tuple[int, int]], mention: Mention) -> Evidence:
    r"""Cut the sentence of a mention out of a text, or its line where no sentence holds the whole mention.

    >>> from paperkg.model import Kind
    >>> span = Mention(9, 14, Kind.BENCHMARK, "example", 1.0)
    >>> in_sentence("Maths\nOn GSM8K. It wins.", [(0, 5), (6, 15), (16, 24)], span)
    Evidence(sentence='On GSM8K.', start=3, end=8)
    >>> in_sentence("Maths\nOn GSM8K. It wins.", [], span).sentence
    'On GSM8K. It wins.'
    """
    start, end = sentence_at(text, sentences, mention.start, mention.end)
    return Evidence(text[start:end], mention.start - start, mention.end - start)
