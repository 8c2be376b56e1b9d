"""What all answers have in common: a notebook shows each as a table."""

from __future__ import annotations


class Answer:
    """A frozen value that a question is answered with; `paperkg.questions.frame` makes a data frame of it."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from paperkg.questions.frames import rows
        from paperkg.questions.tables import html_rows

        return html_rows(rows(self))
