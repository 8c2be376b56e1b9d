"""What kind of thing a name is, by its form and by the words beside it; each sign is a vote of some weight.

A vote weighs 3 where the text or the name says it outright ("X, a benchmark that", "MMBench"), 2 for a noun
right beside the name ("the X dataset", "our framework X", "models such as X"), and 1 to 1.5 for a hint
("experiments on X", "-QA"). The weights were tried on marked abstracts.
"""
# ruff: noqa: SIM905 (a list of words reads best as words)

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from spacy.tokens import Span

from paperkg.extract import work
from paperkg.model import Kind
from paperkg.words import singular

_NOUNS = {
    Kind.BENCHMARK: """
        arena benchmark challenge competition environment evaluation leaderboard suite testbed testset
        """,
    Kind.DATASET: "collection corpora corpus database dataset platform source",
    Kind.MODEL: """
        agent architecture assistant backbone baseline checkpoint decoder encoder llm lm mllm model network
        simulator system transformer vlm
        """,
    Kind.TECHNIQUE: """
        algorithm approach attention framework loss mechanism method methodology module objective optimization
        optimizer paradigm pipeline procedure recipe regularization regularizer sampler scheme solver strategy
        technique training
        """,
}
_KIND_OF_NOUN = {noun: kind for kind, nouns in _NOUNS.items() for noun in nouns.split()}

_MODEL_ENDINGS = "gpt|llama|bert|clip|mamba|qwen|gemma|llm|vla|mllm|vlm|net|former|gan|vae|coder"
_TECHNIQUE_ENDINGS = "PO|RL|RLHF|Opt|Tuning|Quant|RAG|CoT|Attention|LoRA|SGD|Prune|KV"
_FORMS: tuple[tuple[re.Pattern[str], Kind, float], ...] = (
    (re.compile(r"(?:bench|arena|gym|leaderboard)(?:$|[-+\d])", re.I), Kind.BENCHMARK, 3.0),
    (re.compile(r"(?:eval|qa|exam|olympiad|world)$", re.I), Kind.BENCHMARK, 1.5),
    (re.compile(r"\d(?:\.\d+)?[BM]\b|[-\s](?:instruct|chat)$", re.I), Kind.MODEL, 3.0),
    (re.compile(rf"(?:{_MODEL_ENDINGS})\b", re.I), Kind.MODEL, 1.5),
    (re.compile(rf"(?:{_TECHNIQUE_ENDINGS})$"), Kind.TECHNIQUE, 1.5),
    (re.compile(r"(?:corpus|\d+[KM])$", re.I), Kind.DATASET, 1.0),
)
# Gaps and windows have bounds, so that a long sentence costs no more than a short one.
_WINDOW = 400
_EVALUATED = re.compile(
    r"""
      \b(?:experiment\w*|evaluat\w+|results?|benchmark\w*|datasets?|tested|validat\w+|performance|accuracy)\b
      [^.;]{0,200}?\b(?:on|across)\s[^.;]{0,60}$       # "experiments are run on A, B and X"
    | ^\W*(?:across|on)\s[^.;]{0,60}$                    # "On X, ..."
    | benchmarks?\s?[—–:(][^.;)]{0,100}$                 # "three benchmarks (A, B and X"
    """,
    re.VERBOSE | re.IGNORECASE,
)
_SUCH_AS = re.compile(
    r"""
    \b(\w+)\s?(?:\([^)]*\)\s?)?,?\s?                     # the noun before, with its short form in brackets
    (?:such\ as|like|including|e\.g\.,?|[(:—–])[^.;:]*$  # "models such as A and X"
    """,
    re.VERBOSE | re.IGNORECASE,
)
_ARTICLES = frozenset({"a", "an", "the", "our"})
_OPENS_APPOSITION = frozenset({",", "is", "—", "–", ":"})
_QUOTES = frozenset({"*", '"', "”", "'"})
_ENDS_NOUN_PHRASE = frozenset("that which for to with , . of designed where using and via by on in".split())
_PASSED_OVER = frozenset(', called named dubbed termed * ( ` " “ as : we call'.split())


def votes_for(name: str, spans: Sequence[Span]) -> Counter[Kind]:
    """Count the votes on a name's kind over all its places in one text.

    Args:
        name: As it is printed.
        spans: Its places, in a Doc with sentence starts set.
    """
    votes: Counter[Kind] = Counter()
    for kind, weight in _votes_of_form(name):
        _add(votes, kind, weight)
    for span in spans:
        for kind, weight in _votes_of_place(span):
            _add(votes, kind, weight)
    return votes


def _add(votes: Counter[Kind], kind: Kind, weight: float) -> None:
    votes[kind] += weight  # type: ignore[assignment]  # a Counter may hold fractions


def _votes_of_form(name: str) -> Iterator[tuple[Kind, float]]:
    return ((kind, weight) for pattern, kind, weight in _FORMS if pattern.search(name))


def _votes_of_place(span: Span) -> Iterator[tuple[Kind, float]]:
    doc, sentence = span.doc, span.sent
    after = [token.lower_ for token in doc[span.end : min(span.end + 14, sentence.end)]]
    before = [token.lower_ for token in doc[max(sentence.start, span.start - 6) : span.start]]
    follows = _kind_of(after[0]) if after and doc[span.end - 1].whitespace_ else None
    for kind, weight in ((follows, 2), (_apposition(after), 3), (_introduced_as(before), 2)):
        if kind:
            yield kind, weight
    text = work.text(doc)[max(sentence.start_char, span.start_char - _WINDOW) : span.start_char]
    such_as = _SUCH_AS.search(text)
    listed = _kind_of(such_as.group(1).lower()) if such_as else None
    if listed:
        yield listed, 2
    elif _EVALUATED.search(text):
        yield Kind.BENCHMARK, 1


def _kind_of(noun: str) -> Kind | None:
    return _KIND_OF_NOUN.get(singular(noun))


def _apposition(after: list[str]) -> Kind | None:
    """The kind of the noun in "X, a ... benchmark", "X (…), the first ... dataset" or "X is a ... model"."""
    while after and after[0] == "(" and ")" in after:
        after = after[after.index(")") + 1 :]
    while after and after[0] in _QUOTES:
        after = after[1:]
    if len(after) < 2 or after[0] not in _OPENS_APPOSITION or after[1] not in _ARTICLES:
        return None
    kind = None
    for word in after[2:]:
        if word in _ENDS_NOUN_PHRASE and (kind is not None or word not in {"and", ","}):
            break  # "a simple, fast and small model" goes on up to its noun
        kind = _kind_of(word) or kind
    return kind


def _introduced_as(before: list[str]) -> Kind | None:
    """The kind of the noun in "a benchmark, X", "our framework X" or "a new dataset called X"."""
    noun = next((word for word in reversed(before) if word not in _PASSED_OVER), None)
    return _kind_of(noun) if noun else None
