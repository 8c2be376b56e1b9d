"""Coined names: what no list can know, found by how names look and by what the text says beside them.

A name is a word with an inner capital, a digit or all capitals ("MILR", "World2Minecraft", "UI-Ins-7B"), or a
capitalised word that the text sets down as one ("We introduce Astraea", "dubbed Kora"). Its kind is voted on by

- the noun that it is, or stands beside ("X, a benchmark that", "the X dataset", "our framework, X");
- its form ("-Bench", "-Net", "-7B");
- its neighbours in an enumeration, where the catalogue knows one of them.

One name has one kind in a paper: the votes of all its places count together.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc, Span

from paperkg.extract import work
from paperkg.model import Kind

_JOINTS = frozenset("-‐‑–/")
_SIZE = re.compile(r"(?:\d+(?:\.\d+)?[BMT]|[xX]\d+|v?\d+(?:\.\d+)*|[A-Z]\d+|\d+[KkDd])")
_TIERS = frozenset(
    "Opus Sonnet Haiku Pro Flash Ultra Mini Nano Turbo Max Lite Instruct Chat Base Large Small Verified Hard Plus".split()
)
_TAILS = frozenset(  # the second half of a compound that is no name: "LLM-based", "GPU-parallel"
    """agnostic assisted augmented aware based centric conditioned controlled dependent driven enabled enhanced
    equipped free friendly generated grade grounded guided hungry independent induced informed inspired integrated
    intensive invariant labeled level like ly only oriented parallel powered related scale sensitive shot side
    specific style to trained tuned type wide wise""".split()
)
_MEASURE = re.compile(r"\d+(?:\.\d+)?[-\s]?(?:[A-Za-z]|[GTMk]?Hz|FP|fps|ms|nm|[GMTk]B|NFE|shot|bit|\w?bit|DoF)s?")
_NO_NAMES = frozenset(  # capitals that stand for no concept
    """AI ACL AAAI CVPR DeepMind Google Hugging ICCV ICLR ICML JSON JPEG LaTeX Meta Microsoft NeurIPS NVIDIA OpenAI
    OpenSource PyPI PyTorch RGB RGBD CT EEG MRI FPGA NLP QA API APIs AUC CPU CPUs CUDA DNA GB GPU GPUs GitHub HTML HTTP HTTPS IDs II III IID IO IT IV KB ML MB OOD
    OpenReview PDF PhD RAM RNA SOTA TB TPU TPUs UI UK URL URLs US USA VRAM XML""".split()
)
_HEADS: dict[str, Kind] = {
    **dict.fromkeys(
        """arena benchmark challenge competition environment evaluation leaderboard suite testbed testset""".split(),
        Kind.BENCHMARK,
    ),
    **dict.fromkeys("collection corpora corpus database dataset".split(), Kind.DATASET),
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
    **dict.fromkeys("metric score".split(), Kind.METRIC),
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
_ON = frozenset("on across over in including include as like e.g.".split())
_EVALUATE = frozenset(
    """evaluate evaluated evaluating evaluation evaluations experiment experiments benchmark benchmarks benchmarked
    tested validate validated validation datasets tasks results performance accuracy achieves achieve achieving
    attains attaining outperforms outperform outperforming improves improvements gains score scores state-of-the-art
    demonstrate""".split()
)
_MODELS_BEFORE = frozenset("llms models mllms vlms model agents backbones lms".split())


def is_name(word: str) -> bool:
    """Whether a word without spaces looks like a name wherever it stands.

    >>> [is_name(w) for w in ("MILR", "World2Minecraft", "UI-Ins-7B", "GPU-parallel", "Deep", "Text-to-Image")]
    [True, True, True, False, False, False]
    """
    parts = [part for part in re.split(r"[-‐‑–/]", word) if part]
    if not parts or word in _NO_NAMES or parts[-1].lower() in _TAILS or _MEASURE.fullmatch(word):
        return False
    return any(map(_looks_coined, parts)) or bool(re.fullmatch(r"[A-Z]\w+(?:[-‐‑]\d+(?:\.\d+)*\w*)+", word))


def _looks_coined(part: str) -> bool:
    if part in _NO_NAMES:
        return False
    capitals = sum(map(str.isupper, part))
    inner = any(map(str.isupper, part[1:]))
    mixed = capitals >= 1 and any(map(str.isdigit, part)) and len(part) > 2
    return (inner and part.rstrip("s") != part[:1]) or mixed


def names(doc: Doc) -> Iterator[Span]:
    """Yield each run of tokens that looks like a name, versions and sizes with it."""
    i = 0
    while i < len(doc):
        end = _compound_end(doc, i)
        if is_name(doc[i:end].text) and _is_written_out(doc, i):
            end = _with_version(doc, end)
            yield doc[i:end]
        i = end


def _compound_end(doc: Doc, i: int) -> int:
    """One past the last token that hyphens bind to token i."""
    if not doc[i].text[0].isalnum():
        return i + 1
    end = i + 1
    while (
        end + 1 < len(doc)
        and doc[end].text in _JOINTS
        and not doc[end - 1].whitespace_
        and not doc[end].whitespace_
        and doc[end + 1].text[0].isalnum()
    ):
        end += 2
    return end


def _is_written_out(doc: Doc, i: int) -> bool:
    """Whether this is running text, not part of an address or a formula."""
    before = doc[i - 1].text if i else ""
    return before not in {"/", ".", "_", "@", "\\", "{", "^", "$"} or (i > 0 and bool(doc[i - 1].whitespace_))


def _with_version(doc: Doc, end: int) -> int:
    while end < len(doc) and doc[end - 1].whitespace_:
        longer = _compound_end(doc, end)
        word = doc[end:longer].text
        if not (word in _TIERS or _SIZE.fullmatch(word) and not word.isdigit()):
            break
        end = longer
    return end


@Language.component("paperkg_coined", requires=["token.is_sent_start"])
def coined(doc: Doc) -> Doc:
    """Propose every coined name with the kind that most of its places speak for."""
    known = {(m.start, m.end): m.kind for m in work.candidates(doc) if m.source == "catalogue"}
    places: dict[str, list[Span]] = defaultdict(list)
    for span in [*names(doc), *_announced(doc)]:
        places[span.text].append(span)
    for name, spans in places.items():
        votes: dict[Kind, float] = defaultdict(float)
        for pattern, kind, weight in _FORMS:
            if pattern.search(name):
                votes[kind] += weight
        for span in spans:
            _vote(span, votes, known)
        if not votes:
            votes[Kind.TECHNIQUE] = 0.5
        kind = max(votes, key=lambda k: (votes[k], k))
        confidence = round(min(0.9, 0.4 + 0.1 * votes[kind]), 2)
        for span in spans:
            work.propose(span, kind, "coined", confidence)
    return doc


def _announced(doc: Doc) -> Iterator[Span]:
    """Yield capitalised words that the text sets down as names, and all their other places."""
    announced: set[str] = set()
    for token in doc:
        if token.is_title and len(token) > 2 and not token.is_sent_start and _is_announced(doc, token.i):
            announced.add(token.text)
    for token in doc:
        if token.text in announced and _compound_end(doc, token.i) == token.i + 1:
            yield doc[token.i : token.i + 1]


def _is_announced(doc: Doc, i: int) -> bool:
    before = [doc[j].lower_ for j in range(max(0, i - 3), i)]
    after = doc[i + 1].text if i + 1 < len(doc) else ""
    if after in {"-", "("} and doc[i + 1].text == "-":
        return False
    introduced = bool(before) and before[-1] in _INTRODUCE
    marked = (
        bool(before) and before[-1] in {"*", "**", "``", '"', "“"} and any(b in _INTRODUCE for b in before)
    )
    return (introduced or marked) and (after in {",", "(", ":", ".", "*", "—", "–", ";"} or introduced)


def _vote(span: Span, votes: dict[Kind, float], known: dict[tuple[int, int], Kind]) -> None:
    doc = span.doc
    sentence = span.sent
    after = [t.lower_ for t in doc[span.end : min(span.end + 12, sentence.end)]]
    before = [t.lower_ for t in doc[max(sentence.start, span.start - 12) : span.start]]
    head = _HEADS.get(after[0].rstrip("s")) if after and doc[span.end - 1].whitespace_ else None
    if head:
        votes[head] += 2.0
    for kind, weight in ((_apposition(after), 3.0), (_introduced_as(before), 2.0)):
        if kind:
            votes[kind] += weight
    if any(b in _EVALUATE for b in before) and any(b in _ON for b in before[-6:]):
        votes[Kind.BENCHMARK] += 1.0
    if any(b in _MODELS_BEFORE for b in before[-6:]):
        votes[Kind.MODEL] += 1.0
    for neighbour in _enumerated(span, known):
        votes[neighbour] += 1.5


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
    for word in after[2:]:
        if word in {
            "that",
            "which",
            "for",
            "to",
            "with",
            ",",
            ".",
            "of",
            "designed",
            "where",
            "using",
            "and",
        }:
            return None
        kind = _HEADS.get(word.rstrip("s"))
        if kind:
            following = after[after.index(word) + 1 :][:1]
            if not following or following[0] not in _HEADS:
                return kind
    return None


def _introduced_as(before: list[str]) -> Kind | None:
    """The kind of the noun in "a benchmark, X", "our framework X" or "a new dataset called X"."""
    for word in reversed(before[-4:]):
        if word in {",", "called", "named", "dubbed", "termed", "*", "(", "``", '"', "“", "as", ":"}:
            continue
        return _HEADS.get(word.rstrip("s"))
    return None


def _enumerated(span: Span, known: dict[tuple[int, int], Kind]) -> Iterator[Kind]:
    """The kinds of catalogue names that stand beside this one, with only a comma or "and" between."""
    text = span.doc.text
    for (start, end), kind in known.items():
        if end < span.start_char:
            gap = text[end : span.start_char]
        elif start > span.end_char:
            gap = text[span.end_char : start]
        else:
            continue
        if len(gap) < 8 and gap.strip() in {",", "and", ", and", "/", "or", "&"}:
            yield kind
