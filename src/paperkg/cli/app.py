"""The command with its subcommands, and what all of them have in common."""

from __future__ import annotations

import io
import os
import select
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from paperkg import __version__
from paperkg.cli import (
    agents,
    asking,
    building,
    checking,
    connecting,
    counting,
    exporting,
    fetching,
    mending,
    querying,
    reading,
    reading_up,
    serving,
    training,
    viewing,
)
from paperkg.cli.failures import damage, explain
from paperkg.cli.screen import complain


class _Helped:
    """Ends quietly where nobody reads its help to the end."""

    def format_help(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer brings its own click, or not
        """Print the help."""
        try:
            super().format_help(ctx, formatter)  # type: ignore[misc]  # what it stands before has it
        except SystemExit:  # rich ends the program with 1 at a pipe that nobody reads
            raise typer.Exit(0) from None


class Command(_Helped, TyperCommand):
    """A subcommand; one that fails on a damaged graph says so, however it failed."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Run it."""
        try:
            return super().invoke(ctx)
        except (LookupError, TypeError, ValueError) as error:
            graph = ctx.params.get("graph")
            reason = "" if graph is None or explain(error) else damage(Path(graph))
            if not reason:
                raise
            complain(reason)
            raise typer.Exit(1) from None


class Commands(_Helped, TyperGroup):
    """Says in one line what went wrong, where that is no bug."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - typer brings its own click, or not
        """Run the subcommand; what a user can mend ends in a line on stderr and exit code 1."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()  # here, where it is seen that nobody reads on
        except BrokenPipeError:
            if not _is_left():
                raise
            raise typer.Exit(0) from None
        except typer.BadParameter as error:
            error.message = error.message.removeprefix("Value error, ")  # pydantic's, which typer parses with
            raise
        except KeyboardInterrupt:
            complain("stopped; what was there is as it was")
            raise typer.Exit(130) from None
        except Exception as error:
            reason = explain(error)
            if reason is None:
                raise
            complain(reason)
            raise typer.Exit(1) from None


def _is_left() -> bool:
    """Whether whoever read stdout, as `head` does, has had enough; nothing more is written there then.

    A worker's pipe can break as well, and that is no success.
    """
    try:
        sys.stdout.flush()
        waiting = select.poll()
        waiting.register(sys.stdout.fileno(), 0)  # of a pipe that nobody reads, POLLERR comes unasked
        if not waiting.poll(0):
            return False
    except BrokenPipeError:
        pass
    except AttributeError:  # Windows has no poll
        return False
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return True


app = typer.Typer(
    cls=Commands,
    rich_markup_mode="rich",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    fetching.fetch,
    building.build,
    building.add,
    building.remove,
    building.extract,
    reading.read,
    viewing.view,
    asking.shared,
    asking.concepts,
    querying.sparql,
    checking.check,
    reading_up.show,
    reading_up.search,
    reading_up.common,
    reading_up.compare,
    reading_up.leaderboard,
    connecting.similar,
    connecting.path,
    connecting.topics,
    connecting.cooccur,
    counting.trends,
    counting.stats,
    exporting.export,
    exporting.validate,
    exporting.ontology,
    serving.serve,
    agents.mcp,
    mending.doctor,
    training.train,
):
    app.command(cls=Command)(command)
app.command("import", cls=Command)(exporting.import_)


def _print_version(wanted: bool) -> None:
    if wanted:
        try:
            typer.echo(f"paperkg {__version__}")
        except BrokenPipeError:
            _is_left()
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Turn a list of papers into a knowledge graph of what they share.

    Give it titles and abstracts. It finds the benchmarks, datasets, models,
    techniques, tasks and metrics that they name, and what each paper does
    with them. Every link can show its sentence.

    [bold]paperkg build papers.jsonl[/bold]           read, find, link: graphs/papers
    [bold]paperkg add graphs/papers more.csv[/bold]   more papers; remove takes some out
    [bold]paperkg view graphs/papers[/bold]           look at it
    [bold]paperkg shared graphs/papers GSM8K[/bold]   ask it
    [bold]paperkg export graphs/papers out.ttl[/bold] take it elsewhere

    Results go to stdout, everything else to stderr. Exit codes: 0 all is
    well; 1 something could not be read or done, and stderr says what; 2 the
    command was not understood; 130 stopped with Ctrl-C.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # papers hold letters that not every terminal has
            stream.reconfigure(errors="backslashreplace")
