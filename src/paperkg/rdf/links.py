"""Addresses of a paper elsewhere that its own id and address already say: DOI, arXiv, OpenReview.

Only what is spelt out counts: a bare "2110.14168" may be anybody's number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from paperkg.model import Paper
from paperkg.rdf.iris import web_address

_DOI = re.compile(r"(?:doi:)?(10\.[0-9]{4,9}/[!-~]+)", re.IGNORECASE)
_ARXIV = re.compile(r"(?:[0-9]{4}\.[0-9]{4,5}|[a-z-]+(?:\.[A-Z]{2})?/[0-9]{7})(?:v[0-9]+)?")
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
    """Read off a paper's id and address where else it is known.

    >>> elsewhere(Paper("1", "", "", url="https://arxiv.org/pdf/2110.14168v2.pdf")).addresses
    ('https://arxiv.org/abs/2110.14168v2',)
    >>> elsewhere(Paper("2110.14168", "", "")).addresses
    ()
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
    named = _DOI.fullmatch(doi)
    return Elsewhere(
        named[1] if named else "",
        arxiv if _ARXIV.fullmatch(arxiv) else "",
        openreview if _OPENREVIEW.fullmatch(openreview) else "",
    )
