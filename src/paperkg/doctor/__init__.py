"""What is wrong with a graph on disk, and mending what can be mended from the rest."""

from paperkg.doctor.examine import Examination, Finding, examine
from paperkg.doctor.mend import Mended, UnmendableError, mend

__all__ = ["Examination", "Finding", "Mended", "UnmendableError", "examine", "mend"]
