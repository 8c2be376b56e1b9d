"""What people ask of a graph: plain functions over a `KnowledgeGraph`, answered with frozen values."""

from paperkg.questions.cooccur import Member, Pair, cooccur
from paperkg.questions.evidence import Evidence, evidence
from paperkg.questions.path import Path, Paths, Step, Stop, path
from paperkg.questions.records import paper_records
from paperkg.questions.resolve import AmbiguousNameError, UnknownNameError, resolve
from paperkg.questions.shared import Shared, SharedPaper, shared
from paperkg.questions.similar import Reason, Similar, SimilarPaper, similar
from paperkg.questions.stats import Stats, stats
from paperkg.questions.titles import resolve_node, resolve_paper
from paperkg.questions.topics import Topic, TopicConcept, Topics, topics

__all__ = [
    "AmbiguousNameError",
    "Evidence",
    "Member",
    "Pair",
    "Path",
    "Paths",
    "Reason",
    "Shared",
    "SharedPaper",
    "Similar",
    "SimilarPaper",
    "Stats",
    "Step",
    "Stop",
    "Topic",
    "TopicConcept",
    "Topics",
    "UnknownNameError",
    "cooccur",
    "evidence",
    "paper_records",
    "path",
    "resolve",
    "resolve_node",
    "resolve_paper",
    "shared",
    "similar",
    "stats",
    "topics",
]
