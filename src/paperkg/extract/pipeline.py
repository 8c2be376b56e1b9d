"""The pipeline: ``spacy.blank("en")`` with the project's components, in the order that they need each other."""

from __future__ import annotations

import importlib
import spacy
from spacy.language import Language

COMPONENTS = (
    "paperkg_sentences",
    "paperkg_abbreviations",
    "paperkg_catalogue",
    "paperkg_coined",
    "paperkg_terms",
    "paperkg_keywords",
    "paperkg_settle",
    "paperkg_claims",
)
_MODULES = (
    "sentences",
    "abbreviations",
    "catalogue_matcher",
    "coined",
    "terms",
    "keywords",
    "settle",
    "claims",
)


def make_pipeline() -> Language:
    """Make a new pipeline; its components can be listed, swapped and left out the way spaCy does that.

    A component that finds names (a trained recogniser, say) goes before "paperkg_settle" and proposes them with
    `paperkg.extract.work.propose`.

    >>> make_pipeline().pipe_names[:2]
    ['paperkg_sentences', 'paperkg_abbreviations']
    """
    for module in ("tokenizer", *_MODULES):
        importlib.import_module(f"paperkg.extract.{module}")
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.WordTokenizer.v1"}}})
    for component in COMPONENTS:
        nlp.add_pipe(component)
    return nlp
