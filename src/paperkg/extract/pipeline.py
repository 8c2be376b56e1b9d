"""The pipeline: the project's components, each after those that it needs.

It starts from the trained recogniser that ships, a spaCy pipeline of one component and its word vectors, or
from ``spacy.blank("en")`` where that is left out.
"""

from __future__ import annotations

from pathlib import Path

import spacy
from spacy.language import Language

from paperkg.extract import (  # noqa: F401 (each registers its component with spaCy)
    WEIGHTS,
    abbreviations,
    catalogue_matcher,
    claims,
    coined,
    coreference,
    keywords,
    matrices,
    recogniser,
    roles,
    sentences,
    settle,
    terms,
    tokenizer,
)

RULES = (
    "paperkg_sentences",
    "paperkg_abbreviations",
    "paperkg_catalogue",
    "paperkg_coined",
    "paperkg_terms",
)
SETTLING = ("paperkg_keywords", "paperkg_settle", "paperkg_claims")
COMPONENTS = (*RULES, recogniser.NAME, *SETTLING, coreference.NAME, roles.NAME)
_MOST_CHARACTERS = 100_000_000  # spaCy's own limit of a million is there for the memory that parsers take


def make_pipeline(weights: Path | None = WEIGHTS) -> Language:
    """Make a new pipeline; its components can be listed, swapped and left out the way spaCy does that.

    A component of your own that finds names goes before "paperkg_settle" and proposes them with
    `paperkg.extract.work.propose`.

    Args:
        weights: The folder of the trained components; None for the rules alone.

    >>> make_pipeline(weights=None).pipe_names[:2]
    ['paperkg_sentences', 'paperkg_abbreviations']
    """
    if weights:
        nlp = spacy.load(weights)
        matrices.use_numpy(nlp, recogniser.NAME)
    else:
        nlp = spacy.blank("en", config={"nlp": {"tokenizer": {"@tokenizers": "paperkg.WordTokenizer.v1"}}})
    nlp.max_length = _MOST_CHARACTERS
    for component in RULES:
        nlp.add_pipe(component, before=recogniser.NAME if weights else None)
    for component in SETTLING:
        nlp.add_pipe(component, before=coreference.NAME if weights else None)
    return nlp
