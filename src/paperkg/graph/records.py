"""Extractions and claims as JSON, for the store."""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple

from paperkg.model import Abbreviation, Claim, Extraction, Kind, Mention, Paper


def content_hash(paper: Paper) -> str:
    """Hash what the extract stage reads of a paper: its text and the authors' keywords."""
    content = json.dumps([paper.text, paper.keywords])
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def dump(value: object) -> str:
    """Write a value as compact JSON, the same bytes every time."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def dump_extraction(extraction: Extraction) -> str:
    """Write an extraction as one line of JSON; `load_extraction` reads it back."""
    return dump(
        {
            "mentions": [
                (mention.start, mention.end, mention.kind, mention.source, mention.confidence)
                for mention in extraction.mentions  # `astuple` copies each part, and takes ten times as long
            ],
            "abbreviations": [astuple(abbreviation) for abbreviation in extraction.abbreviations],
            "claims": [astuple(claim) for claim in extraction.claims],
            "sentences": extraction.sentences,
        }
    )


def load_extraction(text: str) -> Extraction:
    """Read what `dump_extraction` wrote."""
    data = json.loads(text)
    return Extraction(
        mentions=tuple(
            Mention(start, end, Kind(kind), source, confidence)
            for start, end, kind, source, confidence in data["mentions"]
        ),
        abbreviations=tuple(Abbreviation(*spans) for spans in data["abbreviations"]),
        claims=tuple(Claim(*fields) for fields in data["claims"]),
        sentences=tuple((start, end) for start, end in data["sentences"]),
    )


def dump_claim(claim: Claim) -> str:
    """Write a claim as JSON; `load_claim` reads it back."""
    return dump(astuple(claim))


def load_claim(text: str) -> Claim:
    """Read what `dump_claim` wrote."""
    return Claim(*json.loads(text))
