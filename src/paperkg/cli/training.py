"""`paperkg train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paperkg.cli.failures import writing
from paperkg.cli.screen import clean, say


def train(
    marks: Annotated[
        Path, typer.Argument(metavar="MARKS", help="Marked papers to learn from, one JSON record a line.")
    ],
    papers: Annotated[
        Path,
        typer.Argument(metavar="PAPERS", help="Their texts: id, title, abstract, one JSON record a line."),
    ],
    dev: Annotated[
        Path, typer.Option(metavar="MARKS", help="Other marked papers, to choose the best state by.")
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FOLDER", help="Where to write what was trained.")
    ],
    vectors: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Word vectors, as `spacy init vectors --mode floret` writes them."
        ),
    ] = None,
) -> None:
    """Train what finds names anew on papers that you have marked.

    [bold]paperkg train marks.jsonl papers.jsonl --dev more-marks.jsonl -o recogniser[/bold]

    A record of MARKS has an id and concepts, each with kind, role and
    surfaces: the strings that name it in the text. The rules run first, and
    the recogniser learns when to trust them; the surfaces of one concept
    teach which names are one thing. Without roles in the marks, rules read
    them. Takes some minutes a thousand papers.
    Use what comes out with [bold]paperkg.extract.pipeline.make_pipeline(FOLDER)[/bold].
    """
    from paperkg.extract.training import train as train_components

    with writing(output):
        scores = train_components(marks, dev, papers, output, vectors=vectors)
    say(f"{clean(str(output))}: " + ", ".join(f"{name} {value:.3f}" for name, value in scores.items()))
