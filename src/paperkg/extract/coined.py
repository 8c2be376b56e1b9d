"""Coined names: what no list can know, found by how names look and by what the text says beside them.

A name is a word that looks like one (`paperkg.extract.names`), or a capitalised word that the text sets down as one
("We introduce Astraea", "dubbed Kora"). Its kind is voted on by

- the noun that it is, or stands beside ("X, a benchmark that", "the X dataset", "our framework, X");
- its form ("-Bench", "-Net", "-7B");
- what is done with it ("experiments on X");
- its neighbours in an enumeration.

One name has one kind in a paper: the votes of all its places count together.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from paperkg.extract import work
from paperkg.extract.names import names
from paperkg.model import Kind
from paperkg.words import singular

_HEADS: dict[str, Kind] = {
    **dict.fromkeys(
        """arena benchmark challenge competition environment evaluation leaderboard suite testbed testset""".split(),
        Kind.BENCHMARK,
    ),
    **dict.fromkeys("collection corpora corpus database dataset platform source".split(), Kind.DATASET),
    **dict.fromkeys(
        """agent architecture assistant backbone baseline checkpoint decoder encoder llm lm model network
        simulator system transformer vlm mllm""".split(),
        Kind.MODEL,
    ),
    **dict.fromkeys(
        """algorithm approach framework loss mechanism method methodology module objective optimizer paradigm
        pipeline procedure recipe regularization regularizer sampler scheme solver strategy technique training
        attention optimization""".split(),
        Kind.TECHNIQUE,
    ),
}
_FORMS: tuple[tuple[re.Pattern[str], Kind, float], ...] = (
    (re.compile(r"(?:bench|arena|gym|leaderboard)(?:$|[-+\d])", re.I), Kind.BENCHMARK, 3.0),
    (re.compile(r"(?:eval|qa|exam|olympiad|world)$", re.I), Kind.BENCHMARK, 1.5),
    (re.compile(r"\d(?:\.\d+)?[BM]\b|[-\s](?:instruct|chat)$", re.I), Kind.MODEL, 3.0),
    (
        re.compile(
            r"(?:gpt|llama|bert|clip|mamba|qwen|gemma|llm|vla|mllm|vlm|net|former|gan|vae|coder)\b", re.I
        ),
        Kind.MODEL,
        1.5,
    ),
    (
        re.compile(r"(?:PO|RL|RLHF|Opt|Tuning|Quant|RAG|CoT|Attention|LoRA|SGD|Prune|KV)$"),
        Kind.TECHNIQUE,
        1.5,
    ),
    (re.compile(r"(?:corpus|\d+[KM])$", re.I), Kind.DATASET, 1.0),
)
_INTRODUCE = frozenset(
    """introduce introduces introducing propose proposes proposing present presents presenting develop develops
    release releases design build construct contribute create establish term termed call called dub dubbed name
    named coin coined denote""".split()
)
_EVALUATED = re.compile(
    r"""\b(?:experiment\w*|evaluat\w+|results?|benchmark\w*|datasets?|tested|validat\w+|performance|accuracy)\b
    [^.;]*?\b(?:on|across|over|with|in|from)\s|^\W*(?:across|on)\s|benchmarks?\s?[—–:(]""",
    re.VERBOSE | re.IGNORECASE,
)
_SUCH_AS = re.compile(
    r"\b(\w+)\s?(?:\([^)]*\)\s?)?,?\s?(?:such as|like|including|e\.g\.,?|[(:—–])[^.;:]*$", re.IGNORECASE
)
_BETWEEN = re.compile(r"[\s,&/;]*(?:and|or)?[\s,]*")
_STOPS = frozenset("that which for to with , . of designed where using and via by on in".split())
_UNKNOWN = 0.25


@Language.component("paperkg_coined", requires=["token.is_sent_start"])
def coined(doc: Doc) -> Doc:
    """Propose every coined name with the kind that most of its places speak for."""
    places: dict[str, list[Span]] = defaultdict(list)
    for span in [*names(doc), *_announced(doc)]:
        places[span.text].append(span)
    votes = {name: _votes(name, spans) for name, spans in places.items()}
    shared = _votes_of_neighbours(doc, votes, places)
    for name, spans in places.items():
        total = votes[name] + shared[name]
        if not total and name.isupper() and len(spans) == 1:
            continue  # capitals of which the text says nothing
        kind = min(total, key=lambda k: (-total[k], k), default=Kind.TECHNIQUE)
        confidence = min(0.9, 0.4 + 0.1 * total[kind]) if total else _UNKNOWN
        for span in spans:
            work.propose(span, kind, "coined", round(confidence, 2))
    return doc


def _announced(doc: Doc) -> Iterator[Span]:
    """Yield capitalised words that the text sets down as names, and all their other places."""
    announced = {
        token.text
        for token in doc[1:]
        if token.is_title and len(token) > 2 and not token.is_sent_start and _is_announced(doc, token.i)
    }
    for token in doc if announced else ():
        if token.text in announced:
            yield doc[token.i : token.i + 1]


def _is_announced(doc: Doc, i: int) -> bool:
    before = [doc[j].lower_ for j in range(max(0, i - 4), i) if doc[j].text not in "*`\"“'_"]
    ends_here = i + 1 == len(doc) or not doc[i + 1].text[0].isalnum() and doc[i + 1].text not in "-–/"
    listed = before[-2:] == ["such", "as"] and i + 1 < len(doc) and doc[i + 1].text in {",", "and"}
    return bool(before) and (listed or (before[-1] in _INTRODUCE and ends_here))


def _votes(name: str, spans: list[Span]) -> Counter[Kind]:
    votes: Counter[Kind] = Counter()
    for pattern, kind, weight in _FORMS:
        if pattern.search(name):
            votes[kind] += weight
    for span in spans:
        for kind, weight in _votes_of_place(span):
            votes[kind] += weight
    return votes


def _votes_of_place(span: Span) -> Iterator[tuple[Kind, int]]:
    doc, sentence = span.doc, span.sent
    after = [t.lower_ for t in doc[span.end : min(span.end + 14, sentence.end)]]
    before = [t.lower_ for t in doc[max(sentence.start, span.start - 6) : span.start]]
    head = _HEADS.get(singular(after[0])) if after and doc[span.end - 1].whitespace_ else None
    for kind, weight in ((head, 2), (_apposition(after), 3), (_introduced_as(before), 2)):
        if kind:
            yield kind, weight
    text = doc.text[sentence.start_char : span.start_char]
    such_as = _SUCH_AS.search(text)
    listed = _HEADS.get(singular(such_as.group(1).lower())) if such_as else None
    if listed:
        yield listed, 2
    elif _EVALUATED.search(text):
        yield Kind.BENCHMARK, 1


def _apposition(after: list[str]) -> Kind | None:
    """The kind of the noun in "X, a ... benchmark", "X (…), the first ... dataset" or "X is a ... model"."""
    while after and after[0] == "(" and ")" in after:
        after = after[after.index(")") + 1 :]
    while after and after[0] in {"*", '"', "”", "'"}:
        after = after[1:]
    if len(after) < 2 or not (
        after[0] in {",", "is", "—", "–", ":"} and after[1] in {"a", "an", "the", "our"}
    ):
        return None
    kind = None
    for word in after[2:]:
        if word in _STOPS and kind is None and word not in {"and", ","}:
            return None
        if word in _STOPS:
            break
        kind = _HEADS.get(singular(word), kind)
    return kind


def _introduced_as(before: list[str]) -> Kind | None:
    """The kind of the noun in "a benchmark, X", "our framework X" or "a new dataset called X"."""
    for word in reversed(before):
        if word in {
            ",",
            "called",
            "named",
            "dubbed",
            "termed",
            "*",
            "(",
            "`",
            '"',
            "“",
            "as",
            ":",
            "we",
            "call",
        }:
            continue
        return _HEADS.get(singular(word))
    return None


def _votes_of_neighbours(
    doc: Doc, votes: dict[str, Counter[Kind]], places: dict[str, list[Span]]
) -> dict[str, Counter[Kind]]:
    """Give each name half the votes of the names that stand beside it with only a comma or an "and" between."""
    own = {(s.start_char, s.end_char): votes[name] for name, spans in places.items() for s in spans}
    known = {
        (m.start, m.end): Counter({m.kind: 3.0}) for m in work.candidates(doc) if m.source == "catalogue"
    }
    spans = sorted({**own, **known}.items())
    shared: dict[str, Counter[Kind]] = defaultdict(Counter)
    for (one, one_votes), (other, other_votes) in zip(spans, spans[1:], strict=False):
        if one[1] <= other[0] and _BETWEEN.fullmatch(doc.text, one[1], other[0]):
            for span, its in ((one, other_votes), (other, one_votes)):
                if span in own:
                    shared[doc.text[slice(*span)]].update({kind: n / 2 for kind, n in its.items()})
    return shared
