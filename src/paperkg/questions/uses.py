"""How the papers of a graph name its concepts: gathered once, for a report over all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from paperkg.graph import KnowledgeGraph
from paperkg.graph.records import load_extraction
from paperkg.link.identity import definitions, spelt_out
from paperkg.link.normal import normal_form_in_text
from paperkg.model import Extraction, Kind, Link, Mention, Paper


@dataclass(slots=True)
class Use:
    """How many papers do something, and where the first of them does."""

    papers: int = 0
    paper: str = ""
    mention: Mention | None = None

    def add(self, paper: str, mention: Mention) -> None:
        """Count a paper."""
        if not self.papers:
            self.paper, self.mention = paper, mention
        self.papers += 1


@dataclass(slots=True)
class Uses:
    """How papers name one concept.

    Attributes:
        papers: Ids of those that have it.
        surfaces: By spelling.
        bare: By spelling, papers that neither define it nor name the concept by its own name.
        kinds: By what the papers take it for; each counts for one kind, that of its surest mention.
    """

    papers: set[str] = field(default_factory=set)
    surfaces: defaultdict[str, Use] = field(default_factory=lambda: defaultdict(Use))
    bare: defaultdict[str, Use] = field(default_factory=lambda: defaultdict(Use))
    kinds: defaultdict[Kind, Use] = field(default_factory=lambda: defaultdict(Use))


def gather_uses(kg: KnowledgeGraph) -> tuple[dict[str, Uses], set[str]]:
    """Go through the papers of a graph once.

    Returns:
        By id of a concept how papers name it, and every normal form that the texts have, whether or not it is
        in the graph: the user may have left it out.
    """
    normals = {concept.id: concept.normal for concept in kg.concepts()}
    uses: defaultdict[str, Uses] = defaultdict(Uses)
    met: set[str] = set()
    for paper, extraction in _extractions(kg):
        defined = definitions(paper, extraction)
        met.update(defined, defined.values(), _names(paper, extraction, defined))
        for link in kg.links(paper=paper.id):
            if link.concept in normals:
                _add(uses[link.concept], paper, link, normals[link.concept], defined)
    return dict(uses), met


def _extractions(kg: KnowledgeGraph) -> Iterator[tuple[Paper, Extraction]]:
    rows = kg.rows("SELECT id, title, abstract, extraction FROM papers ORDER BY position")
    for paper_id, title, abstract, extraction in rows:
        yield Paper(paper_id, title, abstract), load_extraction(extraction)


def _names(paper: Paper, extraction: Extraction, defined: Mapping[str, str]) -> Iterator[str]:
    text = paper.text
    for mention in extraction.mentions:
        normal = normal_form_in_text(text[mention.start : mention.end])
        yield normal
        yield spelt_out(normal, defined)


def _add(its: Uses, paper: Paper, link: Link, normal: str, defined: Mapping[str, str]) -> None:
    its.papers.add(paper.id)
    surfaces = _first_of_each(paper.text, link.evidence)
    forms = {surface: normal_form_in_text(surface) for surface in surfaces}
    is_spelt_out = normal in forms.values()
    for surface, mention in surfaces.items():
        its.surfaces[surface].add(paper.id, mention)
        if not is_spelt_out and forms[surface] not in defined:
            its.bare[surface].add(paper.id, mention)
    best = max(link.evidence, key=lambda m: (m.kind is not Kind.KEYWORD, m.confidence, -m.start))
    its.kinds[best.kind].add(paper.id, best)


def _first_of_each(text: str, mentions: Iterable[Mention]) -> dict[str, Mention]:
    surfaces: dict[str, Mention] = {}
    for mention in sorted(mentions):
        surfaces.setdefault(" ".join(text[mention.start : mention.end].split()), mention)
    return surfaces
