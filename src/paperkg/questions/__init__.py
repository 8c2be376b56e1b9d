"""What people ask of a graph: plain functions over a `KnowledgeGraph`, answered with frozen values."""

from paperkg.questions.evidence import Evidence, evidence
from paperkg.questions.records import paper_records
from paperkg.questions.resolve import AmbiguousNameError, UnknownNameError, resolve
from paperkg.questions.shared import Shared, SharedPaper, shared
from paperkg.questions.stats import Stats, stats

__all__ = [
    "AmbiguousNameError",
    "Evidence",
    "Shared",
    "SharedPaper",
    "Stats",
    "UnknownNameError",
    "evidence",
    "paper_records",
    "resolve",
    "shared",
    "stats",
]
