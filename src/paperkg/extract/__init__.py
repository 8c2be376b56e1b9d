"""The NER and keyword stage: papers in, mentions, abbreviations, claims and sentences out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from paperkg import catalogue
from paperkg.model import Extraction, Paper

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["extract", "version"]

WEIGHTS = Path(__file__).parent / "weights"

_SURROGATE = re.compile("[\ud800-\udfff]")  # half a character, from a broken source: spaCy takes none


def extract(papers: Iterable[Paper], nlp: Language | None = None) -> Iterator[Extraction]:
    """Find what each paper names; one `Extraction` a paper, in order.

    Args:
        papers: Read as they are asked for.
        nlp: A pipeline of your own; else `paperkg.extract.pipeline.make_pipeline` makes one.
    """
    from paperkg.extract import work
    from paperkg.extract.pipeline import make_pipeline

    nlp = nlp or make_pipeline()
    docs = (work.prepare(nlp.make_doc(_SURROGATE.sub("\ufffd", paper.text)), paper) for paper in papers)
    for doc in nlp.pipe(docs, batch_size=1):  # see paperkg.extract.matrices
        sentences = doc.sents if doc.has_annotation("SENT_START") else ()
        yield Extraction(
            mentions=tuple(work.mentions(doc)),
            abbreviations=tuple(work.abbreviations(doc)),
            claims=tuple(work.claims(doc)),
            sentences=tuple((s.start_char, s.end_char) for s in sentences if s.text.strip()),
            roles=tuple(work.roles(doc)),
            chains=tuple(work.chains(doc)),
        )


def version() -> str:
    """Say which catalogue and which extractor extract: what others found before does not hold.

    The extractor is its rules, the code of this package, and the trained weights.
    """
    here = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted([*here.glob("*.py"), *(file for file in WEIGHTS.rglob("*") if file.is_file())]):
        digest.update(path.read_bytes())
    return f"catalogue {catalogue.version()}, extractor {digest.hexdigest()[:12]}"
