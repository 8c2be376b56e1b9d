"""The first stage: a source (a file with a list of papers) becomes papers.

`files` says which files are meant; `read` finds out what each holds by looking into it, and yields its papers
one by one; `merge` joins what several records say about one paper. A format is a small module that turns a
text into records (places and fields); `paperkg.papers.registry` lists them, and `paperkg.papers.fields` knows
what the fields are called.
"""

from paperkg.papers.account import Account, FileAccount
from paperkg.papers.merging import Kept, Merged, merge, merge_into
from paperkg.papers.places import files
from paperkg.papers.problems import Problem, ReadWarning, SourceError
from paperkg.papers.reading import Ways, read

__all__ = [
    "Account",
    "FileAccount",
    "Kept",
    "Merged",
    "Problem",
    "ReadWarning",
    "SourceError",
    "Ways",
    "files",
    "merge",
    "merge_into",
    "read",
]
