"""What the components of the pipeline leave in a Doc for each other.

A spaCy span can carry a label but neither its finder nor a confidence, so candidates are kept as `Mention`s
in ``doc.user_data``; ``paperkg_settle`` settles them into ``doc.ents`` and ``doc.spans["mentions"]``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, cast

import srsly  # type: ignore[import-untyped]
from spacy.tokens import Doc, Span

from paperkg.model import Abbreviation, Claim, Kind, Mention, Paper, Role

_CANDIDATES = "paperkg.candidates"
_MENTIONS = "paperkg.mentions"
_ROLES = "paperkg.roles"
_CHAINS = "paperkg.chains"
_ABBREVIATIONS = "paperkg.abbreviations"
_CLAIMS = "paperkg.claims"
_KEYWORDS = "paperkg.keywords"
_TITLE_END = "paperkg.title_end"
_TEXT = "paperkg.text"


def prepare(doc: Doc, paper: Paper) -> Doc:
    """Tell the pipeline where the title ends and which keywords the authors gave."""
    doc.user_data[_TITLE_END] = len(paper.title)
    doc.user_data[_KEYWORDS] = paper.keywords
    return doc


def text(doc: Doc) -> str:
    """The text of a Doc, kept: ``doc.text`` puts it together anew each time."""
    if _TEXT not in doc.user_data:
        doc.user_data[_TEXT] = doc.text
    return cast(str, doc.user_data[_TEXT])


def title_end(doc: Doc) -> int:
    """Where the title ends in the text; 0 where there is none, or the Doc was made without a paper."""
    return cast(int, doc.user_data.get(_TITLE_END, 0))


def author_keywords(doc: Doc) -> tuple[str, ...]:
    """The authors' own keywords."""
    return tuple(doc.user_data.get(_KEYWORDS, ()))


def candidates(doc: Doc) -> list[Mention]:
    """What the components have found so far; they may overlap."""
    return cast("list[Mention]", doc.user_data.setdefault(_CANDIDATES, []))


def propose(span: Span, kind: Kind, source: str, confidence: float) -> None:
    """Add a candidate."""
    candidates(span.doc).append(Mention(span.start_char, span.end_char, kind, source, confidence))


def mentions(doc: Doc) -> list[Mention]:
    """The settled mentions, in the order of the text; no two overlap."""
    return cast("list[Mention]", doc.user_data.setdefault(_MENTIONS, []))


def roles(doc: Doc) -> list[Role]:
    """What the paper does with what each of the chosen mentions names; empty where nothing says so."""
    found = cast("list[Role]", doc.user_data.setdefault(_ROLES, []))
    found[:] = map(Role, found)  # another process hands them over as strings
    return found


def chains(doc: Doc) -> list[int]:
    """For each of the settled mentions the number of the thing that it names; empty where nothing says so."""
    return cast("list[int]", doc.user_data.setdefault(_CHAINS, []))


def abbreviations(doc: Doc) -> list[Abbreviation]:
    """Short forms that the text defines."""
    return cast("list[Abbreviation]", doc.user_data.setdefault(_ABBREVIATIONS, []))


def claims(doc: Doc) -> list[Claim]:
    """Numbers that the text reports."""
    return cast("list[Claim]", doc.user_data.setdefault(_CLAIMS, []))


# spaCy sends Docs between processes, and saves them, as MessagePack: it has to know the nouns in user_data.
_NOUNS: dict[str, type[Abbreviation | Claim | Mention]] = {
    noun.__name__: noun for noun in (Abbreviation, Claim, Mention)
}


@srsly.msgpack_encoders("paperkg")  # type: ignore[untyped-decorator]
def _encode(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:  # noqa: ANN401 (srsly's signature)
    if isinstance(value, Abbreviation | Claim | Mention):
        return {
            "paperkg": type(value).__name__,
            **{f.name: getattr(value, f.name) for f in dataclasses.fields(value)},
        }
    return chain(value) if chain else value


@srsly.msgpack_decoders("paperkg")  # type: ignore[untyped-decorator]
def _decode(value: Any, chain: Callable[[Any], Any] | None = None) -> Any:  # noqa: ANN401
    if isinstance(value, dict) and value.get("paperkg") in _NOUNS:
        fields = {name: cell for name, cell in value.items() if name != "paperkg"}
        if "kind" in fields:
            fields["kind"] = Kind(fields["kind"])
        return _NOUNS[value["paperkg"]](**fields)
    return chain(value) if chain else value
