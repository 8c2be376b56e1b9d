"""Training on marked papers: the recogniser by spaCy's own config and loop, then coreference and roles.

Marks are records of papers: id, and concepts with their kind, their role and the surfaces that name them
in the text, each an exact substring; a surface counts wherever it stands, and of surfaces that overlap the
longest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from itertools import chain, combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.training import Example
from spacy.training.initialize import init_nlp
from spacy.training.loop import train as train_loop
from spacy.util import filter_spans, load_config, registry
from spacy.vectors import Vectors

from paperkg.extract import coreference, linear, work
from paperkg.extract.marks import MarksError, read_records
from paperkg.extract.matrices import use_numpy
from paperkg.extract.pipeline import RULES, make_pipeline
from paperkg.extract.recogniser import KINDS, NAME
from paperkg.extract.roles import NAME as ROLES_NAME
from paperkg.extract.roles import ROLES, context_of, keys_of
from paperkg.model import Kind, Paper, Role

CONFIG = Path(__file__).with_name("recogniser.cfg")


def train(
    marks: Path, dev_marks: Path, papers: Path, output: Path, *, vectors: Path | None = None
) -> dict[str, float]:
    """Train the three components and write them to a folder, as spaCy writes a pipeline.

    The same input on the same machine gives the same weights.

    Args:
        marks: Marked papers to learn from (JSON Lines).
        dev_marks: Marked papers to choose the best state by.
        papers: Their texts: id, title, abstract (JSON Lines).
        output: The folder to write.
        vectors: A spaCy pipeline's folder with floret vectors.

    Returns:
        Precision, recall and F1 of the mentions of `dev_marks`.

    Raises:
        MarksError: A file that cannot be read as marks or papers.
    """
    paths = {"marks": str(marks), "dev_marks": str(dev_marks), "papers": str(papers)}
    overrides: dict[str, Any] = {f"paths.{name}": path for name, path in paths.items()}
    if vectors:
        overrides["paths.vectors"] = str(vectors)
    else:
        embed = "components.paperkg_recogniser.model.tok2vec.embed"
        overrides[f"{embed}.include_static_vectors"] = False
    output.mkdir(parents=True, exist_ok=True)  # before the work, not after it
    for path in (marks, dev_marks):
        if not any(read_records(path, ("id", "concepts"))):
            raise MarksError(f"{path}: no paper is marked here")
    nlp = init_nlp(load_config(CONFIG, overrides=overrides, interpolate=True))
    use_numpy(nlp, NAME)
    with TemporaryDirectory() as folder, redirect_stdout(sys.stderr):  # spaCy prints how it goes
        train_loop(nlp, Path(folder), use_gpu=-1)
        best = spacy.load(Path(folder) / "model-best")
    trained = without_traces(best)
    chains: Any = trained.add_pipe(coreference.NAME)
    chains.learn(chain_examples(marks, papers))
    roles: Any = trained.add_pipe(ROLES_NAME)
    roles.learn(role_examples(marks, papers))
    trained.to_disk(output)
    return {name: best.meta["performance"][name] for name in ("mentions_p", "mentions_r", "mentions_f")}


def without_traces(trained: Language) -> Language:
    """Copy a trained pipeline without the words and the file names of what it was trained on."""
    config = {"nlp": {"tokenizer": {"@tokenizers": "paperkg.WordTokenizer.v1"}}}
    nlp = spacy.blank("en", config=config, meta={"name": "recogniser", "spacy_version": ">=3.8,<3.9"})
    vectors = Vectors().from_bytes(trained.vocab.vectors.to_bytes())  # they bring the words along
    vectors.strings = nlp.vocab.strings
    nlp.vocab.vectors = vectors
    pipe: Any = nlp.add_pipe(NAME, config={"model": trained.config["components"][NAME]["model"]})
    source: Any = trained.get_pipe(NAME)
    pipe.from_bytes(source.to_bytes(exclude=["vocab"]), exclude=["vocab"])
    return nlp


@registry.readers("paperkg.MarkedPapers.v1")  # type: ignore[untyped-decorator]
def read_marked(marks: str, papers: str) -> Callable[[Language], Iterator[Example]]:
    """Make spaCy's reader of marked papers: one Doc with the rules' candidates, its twin with the tags."""
    marked_docs = _marked_docs(Path(marks), Path(papers), RULES)

    def examples(nlp: Language) -> Iterator[Example]:
        for record, doc in marked_docs():
            predicted = Doc(nlp.vocab, words=[t.text for t in doc], spaces=[bool(t.whitespace_) for t in doc])
            predicted.user_data.update(doc.user_data)
            reference = predicted.copy()
            try:
                tags = gold_tags(reference, record["concepts"])
            except (KeyError, TypeError, ValueError) as error:
                kinds = ", ".join(KINDS)
                needs = f"has a concept without surfaces, or of a kind that is none of {kinds}"
                raise MarksError(f"{marks}: paper {record['id']!r} {needs}") from error
            for token, tag in zip(reference, tags, strict=True):
                token.tag_ = tag
            yield Example(predicted, reference)

    return lambda nlp: examples(nlp)


def gold_tags(doc: Doc, concepts: list[dict[str, Any]]) -> list[str]:
    """Return the tag of each token, where the surfaces of concepts stand in the text.

    Raises:
        KeyError: A concept without a kind or surfaces.
        ValueError: A kind that the recogniser has no tag for.
    """
    kinds = [Kind(concept["kind"]) for concept in concepts]
    if strange := set(kinds).difference(KINDS):
        raise ValueError(f"the recogniser has no tag for {', '.join(sorted(strange))}")
    found = zip(concept_spans(doc, concepts), kinds, strict=True)
    spans = [(*span, kind) for its, kind in found for span in its]
    tags = ["O"] * len(doc)
    for start, end, kind in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        if all(tag == "O" for tag in tags[start:end]):
            inner = [f"I-{kind}"] * (end - start - 2)
            tags[start:end] = [f"U-{kind}"] if end - start == 1 else [f"B-{kind}", *inner, f"L-{kind}"]
    return tags


def role_examples(marks: Path, papers: Path) -> Iterator[tuple[linear.Keys, Role]]:
    """Read what each marked concept looks like in its paper, and the role that its reader gave it.

    Concepts without a role, or with one that is none of `Role`, teach nothing.
    """
    for record, doc in _marked_docs(marks, papers, ("paperkg_sentences",))():
        found = concept_spans(doc, record["concepts"])
        outer = set(chain.from_iterable(found))
        context = context_of(doc) if len(doc) else None
        for concept, spans in zip(record["concepts"], found, strict=True):
            own = [span for span in spans if not any(_is_inside(span, other) for other in outer)] or spans
            if context and own and concept.get("role") in ROLES:
                yield keys_of(doc, context, sorted(set(own)), Kind(concept["kind"])), Role(concept["role"])


def chain_examples(marks: Path, papers: Path) -> Iterator[tuple[linear.Keys, bool]]:
    """Read which names of each marked paper its reader took for one thing."""
    for record, doc in _marked_docs(marks, papers, ("paperkg_sentences",))():
        concepts = record["concepts"]
        concept_of: dict[str, int] = {}
        kind_of: dict[tuple[int, int], Kind] = {}
        for number, places in enumerate(concept_spans(doc, concepts)):
            for surface in concepts[number]["surfaces"]:
                concept_of.setdefault(coreference.plain(surface), number)
            kind_of = dict.fromkeys(places, Kind(concepts[number]["kind"])) | kind_of
        spans = filter_spans([doc[start:end] for start, end in kind_of])
        found = [(span.start_char, span.end_char, kind_of[span.start, span.end]) for span in spans]
        names = [name for name in coreference.names_of(doc, found) if name.plain in concept_of]
        for one, other in combinations(names, 2):
            said = coreference.features(doc.text, names, one, other)
            if said:
                yield coreference.keys_of(said), concept_of[one.plain] == concept_of[other.plain]


def _is_inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return span != other and other[0] <= span[0] and span[1] <= other[1]


def _marked_docs(
    marks: Path, papers: Path, components: Iterable[str]
) -> Callable[[], Iterator[tuple[dict[str, Any], Doc]]]:
    """Make a reader of marked papers: each record with the Doc that some of the rules' components make.

    Raises:
        MarksError: A file that cannot be read as marks or papers, or, as it reads, a paper without a text.
    """
    texts = {record["id"]: record for record in read_records(papers, ("id", "abstract"))}
    nlp = make_pipeline(weights=None)
    nlp.select_pipes(enable=[*components])

    def marked_docs() -> Iterator[tuple[dict[str, Any], Doc]]:
        for record in read_records(marks, ("id", "concepts")):
            if record["id"] not in texts:
                raise MarksError(f"{marks}: paper {record['id']!r} is marked, but {papers} has no text of it")
            source = texts[record["id"]]
            paper = Paper(record["id"], source.get("title") or "", source["abstract"])
            yield record, nlp(work.prepare(nlp.make_doc(paper.text), paper))

    return marked_docs


def concept_spans(doc: Doc, concepts: Iterable[dict[str, Any]]) -> list[list[tuple[int, int]]]:
    """Return, for each concept, the first token and one past the last of each place of its surfaces.

    A surface stands where whole tokens make it up.

    Raises:
        KeyError: A concept without surfaces.
    """
    starts = {token.idx: token.i for token in doc}
    ends = {token.idx + len(token): token.i + 1 for token in doc}
    text = doc.text

    def places(surface: str) -> Iterator[tuple[int, int]]:
        at = text.find(surface)
        while surface and at >= 0:
            if at in starts and at + len(surface) in ends:
                yield starts[at], ends[at + len(surface)]
            at = text.find(surface, at + 1)

    return [[span for surface in concept["surfaces"] for span in places(surface)] for concept in concepts]
