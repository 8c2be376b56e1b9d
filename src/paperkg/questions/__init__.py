"""What people ask of a graph: plain functions over a `KnowledgeGraph`, answered with frozen values."""

from paperkg.questions.check import Check, Doubt, DoubtfulMerge, NearDuplicate, Side, Unmatched, check
from paperkg.questions.common import Common, CommonConcept, common
from paperkg.questions.compare import Comparison, compare
from paperkg.questions.evidence import Evidence, evidence
from paperkg.questions.leaderboard import Board, Leaderboard, leaderboard
from paperkg.questions.lookalikes import Likeness
from paperkg.questions.records import paper_records
from paperkg.questions.reported import Reported, reported
from paperkg.questions.resolve import AmbiguousNameError, UnknownNameError, resolve
from paperkg.questions.search import Found, FoundConcept, FoundPaper, search
from paperkg.questions.shared import Shared, SharedPaper, shared
from paperkg.questions.show import ConceptCard, PaperCard, Use, show
from paperkg.questions.stats import Stats, stats
from paperkg.questions.titles import resolve_node, resolve_paper

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
    "NearDuplicate",
    "PaperCard",
    "Reported",
    "Shared",
    "SharedPaper",
    "Side",
    "Stats",
    "UnknownNameError",
    "Unmatched",
    "Use",
    "check",
    "common",
    "compare",
    "evidence",
    "leaderboard",
    "paper_records",
    "reported",
    "resolve",
    "resolve_node",
    "resolve_paper",
    "search",
    "shared",
    "show",
    "stats",
]
