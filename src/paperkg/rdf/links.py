"""Where papers and concepts are known elsewhere, as far as that is a fact.

A paper's DOI and arXiv id are those that its source gives, where they are well formed, else those that its id
and address say; the address says its OpenReview page too. Only what is spelt out counts: a bare "2110.14168"
as an id may be anybody's number. A concept of the catalogue has the address of the paper that introduced
it, and the item of Wikidata that is the same, where the two files say so.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import parse_qs, unquote, urlsplit

from paperkg.catalogue import entries
from paperkg.model import Concept, Kind, Paper
from paperkg.rdf.iris import web_address

_DOI = re.compile(r"(?:doi:)?(10\.[0-9]{4,9}/[!-~]+)", re.IGNORECASE)
_ARXIV = re.compile(r"(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]+)?")
_WIKIDATA = "http://www.wikidata.org/entity/"
_OPENREVIEW = re.compile(r"[A-Za-z0-9_-]{5,40}")


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Where else a paper is known; empty where its source does not say.

    Attributes:
        doi: Such as "10.1000/182".
        arxiv: Such as "2110.14168v2".
        openreview: The id of its forum.
    """

    doi: str = ""
    arxiv: str = ""
    openreview: str = ""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses, as each of the three spells them."""
        spelt = (
            self.doi and f"https://doi.org/{self.doi}",
            self.arxiv and f"https://arxiv.org/abs/{self.arxiv}",
            self.openreview and f"https://openreview.net/forum?id={self.openreview}",
        )
        return tuple(address for address in spelt if address and web_address(address))


def elsewhere(paper: Paper) -> Elsewhere:
    """Read off a paper where else it is known: its own DOI and arXiv id first, then its id and address.

    >>> elsewhere(Paper("1", "", "", url="https://arxiv.org/pdf/2110.14168v2.pdf")).addresses
    ('https://arxiv.org/abs/2110.14168v2',)
    >>> elsewhere(Paper("2110.14168", "", "")).addresses
    ()
    >>> elsewhere(Paper("2110.14168", "", "", arxiv="2110.14168")).addresses
    ('https://arxiv.org/abs/2110.14168',)
    """
    address = urlsplit(web_address(paper.url) or "")
    host = (address.hostname or "").removeprefix("www.").removeprefix("dx.").removeprefix("export.")
    path = unquote(address.path).lstrip("/")
    doi, arxiv, openreview = paper.id, "", ""
    if host == "doi.org":
        doi = path
    elif host == "arxiv.org":
        arxiv = re.sub(r"^(?:abs|pdf|html)/|\.pdf$", "", path)
    elif host == "openreview.net" and path in ("forum", "pdf"):
        openreview = parse_qs(address.query).get("id", [""])[0]
    if re.match("arxiv:", paper.id, re.IGNORECASE):
        arxiv = paper.id[6:]
    named = _DOI.fullmatch(paper.doi) or _DOI.fullmatch(doi)
    if _ARXIV.fullmatch(paper.arxiv):
        arxiv = paper.arxiv
    return Elsewhere(
        named[1] if named else "",
        arxiv if _ARXIV.fullmatch(arxiv) else "",
        openreview if _OPENREVIEW.fullmatch(openreview) else "",
    )


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a concept; empty where nothing is.

    Attributes:
        item: The address of its Wikidata item.
        paper: The address of the paper that introduced it.
    """

    item: str = ""
    paper: str = ""


def known(concept: Concept) -> Known:
    """Look a concept up by its kind and name.

    >>> known(Concept(Kind.MODEL, "bert", "BERT", ())).item
    'http://www.wikidata.org/entity/Q61726893'
    >>> known(Concept(Kind.MODEL, "bert", "Bert of our team", ()))
    Known(item='', paper='')
    """
    return _catalogue().get((concept.kind, concept.name), Known())


@cache
def _catalogue() -> dict[tuple[Kind, str], Known]:
    rows = csv.DictReader(files("paperkg.rdf").joinpath("wikidata.csv").read_text("utf-8").splitlines())
    items = {(Kind(row["kind"]), row["name"]): f"{_WIKIDATA}{row['item']}" for row in rows}
    found = {}
    for entry in entries():
        one = Known(items.get((entry.kind, entry.name), ""), _paper_address(entry.address))
        if one != Known():
            found[entry.kind, entry.name] = one
    return found


def _paper_address(written: str) -> str:
    """Spell a catalogue's "arXiv:...", "doi:..." or https address as an address."""
    address = re.sub("^arXiv:", "https://arxiv.org/abs/", re.sub("^doi:", "https://doi.org/", written))
    return web_address(address) or ""
