"""What people ask of a graph: plain functions over a `KnowledgeGraph`, answered with frozen values."""

from paperkg.questions.check import Check, Doubt, DoubtfulMerge, NearDuplicate, Side, Unmatched, check
from paperkg.questions.evidence import Evidence, evidence
from paperkg.questions.lookalikes import Likeness
from paperkg.questions.records import paper_records
from paperkg.questions.resolve import AmbiguousNameError, UnknownNameError, resolve
from paperkg.questions.shared import Shared, SharedPaper, shared
from paperkg.questions.stats import Stats, stats

__all__ = [
    "AmbiguousNameError",
    "Check",
    "Doubt",
    "DoubtfulMerge",
    "Evidence",
    "Likeness",
    "NearDuplicate",
    "Shared",
    "SharedPaper",
    "Side",
    "Stats",
    "UnknownNameError",
    "Unmatched",
    "check",
    "evidence",
    "paper_records",
    "resolve",
    "shared",
    "stats",
]
