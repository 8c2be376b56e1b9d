"""What people ask of a graph: plain functions over a `KnowledgeGraph`, answered with frozen values.

`check` alone needs the rules by which concepts were made; they take as long to load as all the rest, and are
loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperkg.questions.common import Common, CommonConcept, common
from paperkg.questions.compare import Comparison, compare
from paperkg.questions.cooccur import Member, Pair, cooccur
from paperkg.questions.evidence import Evidence, evidence, evidence_of_paper
from paperkg.questions.frames import frame, rows
from paperkg.questions.leaderboard import Board, Leaderboard, leaderboard
from paperkg.questions.path import Path, Paths, Step, Stop, path
from paperkg.questions.records import paper_records
from paperkg.questions.reported import Reported, reported
from paperkg.questions.resolve import AmbiguousNameError, UnknownNameError, resolve
from paperkg.questions.search import Found, FoundConcept, FoundPaper, search
from paperkg.questions.shared import Shared, SharedPaper, shared
from paperkg.questions.show import ConceptCard, PaperCard, Use, show
from paperkg.questions.similar import Reason, Similar, SimilarPaper, similar
from paperkg.questions.stats import Stats, stats
from paperkg.questions.titles import resolve_node, resolve_paper
from paperkg.questions.topics import Topic, TopicConcept, Topics, topics
from paperkg.questions.trends import Period, Saturated, Trend, Trends, trends

if TYPE_CHECKING:
    from paperkg.questions.doubts import Check, Doubt, DoubtfulMerge, NearDuplicate, Side, Unmatched, check
    from paperkg.questions.lookalikes import Likeness

__all__ = [
    "AmbiguousNameError",
    "Board",
    "Check",
    "Common",
    "CommonConcept",
    "Comparison",
    "ConceptCard",
    "Doubt",
    "DoubtfulMerge",
    "Evidence",
    "Found",
    "FoundConcept",
    "FoundPaper",
    "Leaderboard",
    "Likeness",
    "Member",
    "NearDuplicate",
    "Pair",
    "PaperCard",
    "Path",
    "Paths",
    "Period",
    "Reason",
    "Reported",
    "Saturated",
    "Shared",
    "SharedPaper",
    "Side",
    "Similar",
    "SimilarPaper",
    "Stats",
    "Step",
    "Stop",
    "Topic",
    "TopicConcept",
    "Topics",
    "Trend",
    "Trends",
    "UnknownNameError",
    "Unmatched",
    "Use",
    "check",
    "common",
    "compare",
    "cooccur",
    "evidence",
    "evidence_of_paper",
    "frame",
    "leaderboard",
    "paper_records",
    "path",
    "reported",
    "resolve",
    "resolve_node",
    "resolve_paper",
    "rows",
    "search",
    "shared",
    "show",
    "similar",
    "stats",
    "topics",
    "trends",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from paperkg.questions import doubts, lookalikes

    return getattr(lookalikes if name == "Likeness" else doubts, name)
