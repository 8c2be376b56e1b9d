"""The pipeline: the project's components in the order that they need each other.

It starts from the trained recogniser that ships, a spaCy pipeline of one component and its word vectors, or
from ``spacy.blank("en")`` where that is left out.
"""

from __future__ import annotations

import importlib
from pathlib import Path

import spacy
from spacy.language import Language

RECOGNISER = Path(__file__).parent / "weights"
RULES = (
    "paperkg_sentences",
    "paperkg_abbreviations",
    "paperkg_catalogue",
    "paperkg_coined",
    "paperkg_terms",
)
SETTLING = ("paperkg_keywords", "paperkg_settle", "paperkg_claims")
_MODULES = (
    *("tokenizer", "sentences", "abbreviations", "catalogue_matcher", "coined", "terms", "recogniser"),
    *("keywords", "settle", "claims"),
)


def register() -> None:
    """Make the components known to spaCy, so that its configs can name them."""
    for module in _MODULES:
        importlib.import_module(f"paperkg.extract.{module}")


def make_pipeline(recogniser: Path | None = RECOGNISER) -> Language:
    """Make a new pipeline; its components can be listed, swapped and left out the way spaCy does that.

    A component of your own that finds names goes before "paperkg_settle" and proposes them with
    `paperkg.extract.work.propose`.

    Args:
        recogniser: The folder of a trained recogniser; None for the rules alone.

    >>> make_pipeline(recogniser=None).pipe_names[:2]
    ['paperkg_sentences', 'paperkg_abbreviations']
    """
    register()
    if recogniser:
        nlp = spacy.load(recogniser)
    else:
        nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.WordTokenizer.v1"}}})
    for position, component in enumerate(RULES):
        nlp.add_pipe(component, before=position if recogniser else None)
    for component in SETTLING:
        nlp.add_pipe(component, last=True)
    return nlp
