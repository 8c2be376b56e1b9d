"""The sentence that shows a link, with the places in it to mark, as a browser counts them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from paperkg.model import Mention, sentence_at

LONGEST = 360  # characters; of a longer sentence the part around what it shows is enough

Span = tuple[int, int]


def evidence(text: str, sentences: Sequence[Span], mentions: Sequence[Mention]) -> tuple[str, list[int]]:
    """Return the sentence of the first mention, and where in it the mentions stand.

    Args:
        text: The paper's text.
        sentences: Start and end of its sentences, in order.
        mentions: At least one; the sentence is chosen for the first.

    Returns:
        The sentence on one line, and a flat list of starts and ends in UTF-16 units, which is what
        JavaScript counts in; in order, none overlapping.

    >>> from paperkg.model import Kind
    >>> text = "𝛼-Net wins. It beats GSM8K."
    >>> evidence(text, [(0, 11), (12, 27)], [Mention(0, 5, Kind.MODEL, "example", 1.0)])
    ('𝛼-Net wins.', [0, 6])
    """
    whole = sentence_at(text, sentences, mentions[0].start, mentions[0].end)
    start, end = _cut(text, whole, mentions[0])
    lead = "… " if start > whole[0] else ""
    tail = " …" if end < whole[1] else ""
    marks: list[int] = []
    reached = start
    for left, right in sorted((m.start, m.end) for m in mentions):
        if left >= reached and right <= end:
            marks += [utf16_length(lead + text[start:left]), utf16_length(lead + text[start:right])]
            reached = right
    return lead + one_line(text[start:end]) + tail, marks


def one_line(text: str) -> str:
    r"""Put a space for every white character: the places in the text stay as they are.

    >>> one_line("a\nb\t c")
    'a b  c'
    """
    return re.sub(r"\s", " ", text)


def utf16_length(text: str) -> int:
    """Count as JavaScript does.

    >>> utf16_length("a𝛼")
    3
    """
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cut(text: str, whole: Span, mention: Mention) -> Span:
    start, end = whole
    if end - start <= LONGEST:
        return whole
    middle = (mention.start + mention.end) // 2
    left = max(start, min(middle - LONGEST // 2, end - LONGEST))
    right = left + LONGEST
    if left > start:  # cut between words, where there is a place between words
        left = min(text.find(" ", left, mention.start) + 1 or left, mention.start)
    if right < end:
        space = text.rfind(" ", mention.end, right)
        right = space if space >= 0 else max(right, mention.end)
    return left, right
