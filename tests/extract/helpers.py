"""What the tests of the extract stage share: one pipeline, and short ways to run it and look at its finds."""

from functools import cache

from spacy.language import Language
from spacy.tokens import Doc

from paperkg.extract import work
from paperkg.extract.pipeline import make_pipeline
from paperkg.model import Kind, Mention, Paper


@cache
def pipeline() -> Language:
    return make_pipeline()


def run(abstract: str, title: str = "", keywords: tuple[str, ...] = (), *, until: str = "") -> Doc:
    """Run the pipeline over a paper; with `until`, only up to that component and with it."""
    nlp = pipeline()
    paper = Paper("p", title, abstract, keywords=keywords)
    doc = work.prepare(nlp.make_doc(paper.text), paper)
    for name, component in nlp.pipeline:
        doc = component(doc)
        if name == until:
            break
    return doc


def words(doc: Doc, mention: Mention) -> str:
    return doc.text[mention.start : mention.end]


def proposed(doc: Doc, source: str) -> dict[str, Kind]:
    """What one component proposed, by the words of the text."""
    return {words(doc, m): m.kind for m in work.candidates(doc) if m.source == source}


def found(abstract: str, **more: object) -> dict[str, Kind]:
    """What the whole pipeline settles on, by the words of the text."""
    doc = run(abstract, **more)
    return {words(doc, m): m.kind for m in work.mentions(doc)}
