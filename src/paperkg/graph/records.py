"""Extractions and claims as JSON, for the store."""

from __future__ import annotations

import hashlib
import json
from operator import attrgetter
from typing import Any

from paperkg.model import Abbreviation, Claim, Extraction, Kind, Mention, Paper, Role

# The attributes in the order of the fields: `dataclasses.astuple` copies deeply, and takes ten times as long.
_OF_MENTION = attrgetter("start", "end", "kind", "source", "confidence")
_OF_ABBREVIATION = attrgetter("short_start", "short_end", "long_start", "long_end")
_OF_CLAIM = attrgetter("start", "end", "value", "metric", "benchmark", "system", "baseline")
_ROLES = {str(role): role for role in Role}
_KINDS = {str(kind): kind for kind in Kind}  # a look-up is quicker than a call of the enumeration


def content_hash(paper: Paper) -> str:
    """Hash what the extract stage reads of a paper: title, abstract and the authors' keywords."""
    content = json.dumps([paper.title, paper.abstract, paper.keywords])
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def dump(value: object) -> str:
    """Write a value as compact JSON, the same bytes every time."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def dump_extraction(extraction: Extraction) -> str:
    """Write an extraction as one line of JSON; `load_extraction` reads it back."""
    return dump(
        {
            "mentions": list(map(_OF_MENTION, extraction.mentions)),
            "abbreviations": list(map(_OF_ABBREVIATION, extraction.abbreviations)),
            "claims": list(map(_OF_CLAIM, extraction.claims)),
            "sentences": extraction.sentences,
            "roles": extraction.roles,
            "chains": extraction.chains,
        }
    )


def load_extraction(text: str) -> Extraction:
    """Read what `dump_extraction` wrote."""
    data = json.loads(text)
    return Extraction(
        mentions=tuple(
            Mention(start, end, _KINDS[kind], source, confidence)
            for start, end, kind, source, confidence in data["mentions"]
        ),
        abbreviations=tuple(Abbreviation(*spans) for spans in data["abbreviations"]),
        claims=tuple(Claim(*fields) for fields in data["claims"]),
        sentences=_sentences(data),
        roles=tuple(_ROLES[role] for role in data.get("roles", ())),
        chains=tuple(data.get("chains", ())),
    )


def load_sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Read only the sentences of what `dump_extraction` wrote."""
    return _sentences(json.loads(text))


def _sentences(data: Any) -> tuple[tuple[int, int], ...]:  # noqa: ANN401 (JSON)
    return tuple((start, end) for start, end in data["sentences"])


def dump_claim(claim: Claim) -> str:
    """Write a claim as JSON; `load_claim` reads it back."""
    return dump(_OF_CLAIM(claim))


def load_claim(text: str) -> Claim:
    """Read what `dump_claim` wrote."""
    return Claim(*json.loads(text))
