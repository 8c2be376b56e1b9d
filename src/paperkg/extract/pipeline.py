"""The pipeline: ``spacy.blank("en")`` with the project's components, each after those that it needs."""

from __future__ import annotations

import spacy
from spacy.language import Language

from paperkg.extract import (  # noqa: F401 (each registers its component with spaCy)
    abbreviations,
    catalogue_matcher,
    claims,
    coined,
    keywords,
    sentences,
    settle,
    terms,
    tokenizer,
)

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
_MOST_CHARACTERS = 100_000_000  # spaCy's own limit of a million is there for the memory that parsers take


def make_pipeline() -> Language:
    """Make a new pipeline; its components can be listed, swapped and left out the way spaCy does that.

    A component that finds names (a trained recogniser, say) goes before "paperkg_settle" and proposes them
    with `paperkg.extract.work.propose`. A pipeline that was saved with ``nlp.to_disk`` is read by
    ``spacy.load`` once this module is imported.

    >>> make_pipeline().pipe_names[:2]
    ['paperkg_sentences', 'paperkg_abbreviations']
    """
    nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.WordTokenizer.v1"}}})
    nlp.max_length = _MOST_CHARACTERS
    for component in COMPONENTS:
        nlp.add_pipe(component)
    return nlp
