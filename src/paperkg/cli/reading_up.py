"""`paperkg show`, `search`, `common`, `compare` and `leaderboard`: reading up on papers and concepts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from paperkg.cli.arguments import Bibtex, Graph, Json
from paperkg.cli.asking import marked
from paperkg.cli.citing import say_bibtex
from paperkg.cli.screen import clean, complain, counted, say, say_json
from paperkg.model import Concept, Kind

if TYPE_CHECKING:
    from paperkg.questions import (
        Board,
        Common,
        ConceptCard,
        Evidence,
        Found,
        Leaderboard,
        PaperCard,
        Reported,
        SharedPaper,
    )


class Format(StrEnum):
    """How a table is written."""

    MARKDOWN = "markdown"
    CSV = "csv"
    HTML = "html"


Papers = Annotated[
    list[str], typer.Argument(metavar="PAPER...", help="Papers: ids, titles, or how titles start.")
]


def show(
    graph: Graph,
    name: Annotated[
        str,
        typer.Argument(
            metavar="PAPER-OR-CONCEPT",
            help="A paper's id or title, or how the title starts; or a concept, as in `paperkg shared`.",
        ),
    ],
    as_json: Json = False,
    bibtex: Bibtex = False,
) -> None:
    """Show what a graph says about one paper or one concept.

    [bold]paperkg show graphs/papers "Reward Model Routing in"[/bold]
    [bold]paperkg show graphs/papers benchmark:GSM8K[/bold]

    Of a paper: its contribution, its concepts by what it does with them, and
    the numbers that it reports. Of a concept: its other spellings, what it is
    a version of, its papers by what they do with it, and the numbers that it
    takes part in. Each with its sentence. A concept's name goes before a
    title; paper:TITLE asks for the paper.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import PaperCard
    from paperkg.questions import show as ask

    with open_graph(graph) as kg:
        card = ask(kg, name)
        if bibtex:
            say_bibtex(
                kg, [card.paper.id] if isinstance(card, PaperCard) else (paper.id for paper in card.papers)
            )
            return
    if as_json:
        kind = "paper" if isinstance(card, PaperCard) else "concept"
        say_json({"card": kind, **_record(card)})
    elif isinstance(card, PaperCard):
        _print_paper(card)
    else:
        _print_concept(card)


def search(
    graph: Graph,
    words: Annotated[list[str], typer.Argument(metavar="WORDS...", help="What to search for; plain words.")],
    limit: Annotated[
        int, typer.Option("-n", "--limit", min=1, max=100_000, help="How many papers and concepts at most.")
    ] = 20,
    as_json: Json = False,
    bibtex: Bibtex = False,
) -> None:
    """Search titles, abstracts and the names of concepts.

    [bold]paperkg search graphs/papers speculative decoding[/bold]
    [bold]paperkg search graphs/papers "multi-agent debate" --json[/bold]

    What is found holds all of the words, with any ending. Words that a hyphen
    joins stand side by side.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import search as ask

    with open_graph(graph) as kg:
        found = ask(kg, " ".join(words), limit)
        if bibtex:
            say_bibtex(kg, (paper.id for paper in found.papers))
            return
    if as_json:
        say_json(_record(found))
    else:
        _print_found(found)


def common(graph: Graph, papers: Papers, as_json: Json = False, bibtex: Bibtex = False) -> None:
    """List the benchmarks and other concepts that papers have in common.

    [bold]paperkg common graphs/papers "Reward Model Routing in" dwPdYFqVWO[/bold]

    Of more than two papers, what at least two of them share; what most of
    them share comes first. Each with what the papers do with it.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import common as ask

    with open_graph(graph) as kg:
        answer = ask(kg, papers)
        if bibtex:
            say_bibtex(kg, (paper for paper, _ in answer.papers))
            return
    if len(answer.papers) < 2:
        raise typer.BadParameter("give at least two papers", param_hint="'PAPER...'")
    if as_json:
        say_json(_record(answer))
    else:
        _print_common(answer)


def compare(
    graph: Graph,
    papers: Papers,
    table: Annotated[
        Format, typer.Option("--format", case_sensitive=False, help="How to write the table.")
    ] = Format.MARKDOWN,
    as_json: Json = False,
    bibtex: Bibtex = False,
) -> None:
    """Set papers side by side in a table: a column a paper.

    [bold]paperkg compare graphs/papers "Reward Model Routing in" dwPdYFqVWO[/bold]
    [bold]paperkg compare graphs/papers A-TITLE ANOTHER --format html > table.html[/bold]

    Its rows are benchmarks, datasets, models, techniques, tasks and claims,
    each thing with its sentence.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import compare as ask
    from paperkg.questions.tables import csv_table, html_page, markdown_table

    with open_graph(graph) as kg:
        answer = ask(kg, papers)
        if bibtex:
            say_bibtex(kg, (paper for paper, _ in answer.papers))
            return
    if as_json:
        say_json(_record(answer))
        return
    write = {Format.MARKDOWN: markdown_table, Format.CSV: csv_table, Format.HTML: html_page}[table]
    say(write(answer))


def leaderboard(
    graph: Graph,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A benchmark or dataset, however it is spelt.")],
    as_json: Json = False,
    bibtex: Bibtex = False,
) -> None:
    """List the numbers that papers report on a benchmark, the best first.

    [bold]paperkg leaderboard graphs/papers GSM8K[/bold]

    Each with its system, paper and quote. Metrics and units are kept apart,
    and so are numbers that say by how much something is better. Papers test
    under conditions of their own: read the quote before you compare.
    """
    from paperkg.graph import open_graph
    from paperkg.questions import leaderboard as ask

    with open_graph(graph) as kg:
        answer = ask(kg, name)
        if bibtex:
            say_bibtex(kg, (result.paper for board in answer.boards for result in board.results))
            return
    if as_json:
        say_json(_record(answer))
    else:
        _print_leaderboard(answer)


def _record(value: object) -> Any:  # noqa: ANN401 (JSON)
    """An answer as plain JSON; a concept has its id."""
    if is_dataclass(value):
        own = {field.name: _record(getattr(value, field.name)) for field in fields(value)}
        return {"id": value.id, **own} if isinstance(value, Concept) else own
    if isinstance(value, tuple):
        return [_record(item) for item in value]
    return value


def _print_paper(card: PaperCard) -> None:
    paper = card.paper
    say(Text(clean(card.label), "bold"))
    facts = (", ".join(paper.authors), paper.venue, str(paper.year or ""), paper.url)
    for fact in (f"paper:{paper.id}", *facts):
        if fact:
            say(clean(fact), indent=2)
    if card.contribution:
        _head("contribution")
        for sentence in card.contribution:
            say(clean(sentence), indent=2)
    for role, group in groupby(card.uses, lambda use: use.role):
        _head(role)
        for use in group:
            name = Text(clean(use.concept.name), "bold")
            say(name.append(f" ({use.concept.kind})", "not bold"), indent=2)
            _say_sentence(use.sentences)
    _print_claims(card.claims, of_paper=True)


def _print_concept(card: ConceptCard) -> None:
    concept = card.concept
    name = Text(clean(concept.name), "bold")
    say(name.append(f" ({concept.kind}): {counted(len(card.papers), 'paper')}", "not bold"))
    others = [alias for alias in concept.aliases if alias != concept.name]
    for what, names in (
        ("also spelt", others),
        ("a version of", [family.id for family in card.families]),
        ("versions", [version.id for version in card.versions]),
    ):
        if names:
            say(f"{what}: {clean('; '.join(names))}", indent=2)
    _print_papers(card.papers)
    _print_claims(card.claims)


def _head(title: str) -> None:
    say("")
    say(Text(title, "cyan"))


def _print_papers(papers: Iterable[SharedPaper]) -> None:
    for role, group in groupby(papers, lambda paper: paper.role):
        _head(role)
        for paper in group:
            say(Text(clean(paper.label), "bold"), indent=2)
            _say_sentence(paper.sentences)


def _say_sentence(sentences: tuple[Evidence, ...]) -> None:
    for sentence in sentences[:1]:
        say(marked(sentence), indent=6)


def _print_claims(claims: tuple[Reported, ...], *, of_paper: bool = False) -> None:
    if claims:
        _head("claims")
    for claim in claims:
        _print_claim(claim, metric=True, paper=not of_paper)


def _print_claim(claim: Reported, *, metric: bool, paper: bool) -> None:
    parts = (
        ("", claim.metric if metric else None),
        ("on ", claim.benchmark if metric else None),
        ("by ", claim.system),
        ("against ", claim.baseline),
    )
    words = "".join(f" {before}{clean(name)}" for before, name in parts if name)
    say(Text(clean(claim.value), "bold").append(words, "not bold"), indent=2)
    if paper:
        say(clean(claim.label), indent=6)
    say(marked(claim.sentence), indent=6)


def _print_found(found: Found) -> None:
    if not found.paper_count and not found.concept_count:
        say("nothing holds all of these words")
        return
    if found.concepts:
        say(Text(_of(len(found.concepts), found.concept_count, "concept"), "cyan"))
    for one in found.concepts:
        name = Text(clean(one.concept.name), "bold")
        spelt = "" if one.spelling == one.concept.name else f", also {clean(one.spelling)}"
        say(
            name.append(f" ({one.concept.kind}){spelt}: {counted(one.papers, 'paper')}", "not bold"), indent=2
        )
    if found.concepts and found.papers:
        say("")
    if found.papers:
        say(Text(_of(len(found.papers), found.paper_count, "paper"), "cyan"))
    for paper in found.papers:
        say(Text(clean(paper.label), "bold"), indent=2)
        say(marked(paper.sentence), indent=6)


def _of(shown: int, total: int, noun: str) -> str:
    return counted(total, noun) if shown == total else f"{counted(total, noun)}; the first {shown:,}"


def _print_common(answer: Common) -> None:
    for _, label in answer.papers:
        say(Text(clean(label), "bold"))
    if not answer.concepts:
        say("")
        say("nothing in common")
    for kind, concepts in groupby(answer.concepts, lambda one: one.concept.kind):
        _head(kind)
        for one in concepts:
            name = Text(clean(one.concept.name), "bold")
            some = "" if len(answer.papers) == 2 else f": {len(one.papers)} of {len(answer.papers)} papers"
            say(name.append(some, "not bold"), indent=2)
            for paper in one.papers:
                say(f"{paper.role}: {clean(paper.label)}", indent=4)
                _say_sentence(paper.sentences)


def _print_leaderboard(answer: Leaderboard) -> None:
    concept = answer.concept
    results = sum(len(board.results) for board in answer.boards)
    name = Text(clean(concept.name), "bold")
    say(name.append(f" ({concept.kind}): {counted(results, 'result')}", "not bold"))
    if not results and concept.kind not in (Kind.BENCHMARK, Kind.DATASET):
        complain(
            f"numbers are listed by what they are reported on, and this is a {concept.kind}; `paperkg show` "
            "lists those that name it"
        )
    for board in answer.boards:
        _head(clean(_title(board)))
        for result in board.results:
            _print_claim(result, metric=False, paper=True)


def _title(board: Board) -> str:
    metric = board.metric or "no metric named"
    unit = f", in {board.unit}" if board.unit else ""
    order = f"{board.better} is better" if board.better else "highest first"
    return f"{metric}{unit}{', by how much it differs' if board.change else ''} ({order})"
