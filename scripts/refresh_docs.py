"""Run the examples of the pages and write what they print into them: refresh_docs.py [--check] [PAGE...].

Of README.md and every page under docs/:

- A `console` block holds shell commands after "$ ", and what they print. A command may go on over the next
  lines, after "> ", as long as a quote in it is open.
- A `pycon` block holds Python after ">>> ".
- A block with a title, such as toml title="overrides.toml", is a file of that name.

The blocks of a page run one after the other, in a folder of its own that holds nothing but data/ and the
graph of the sample, graphs/iclr2026-sample. With --check nothing is written, and the exit code is 1 where an
output differs. What is not to be run is `sh`, `python` or `text`.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import io
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from paperkg.cli import app

ROOT = Path(__file__).parents[1]
SAMPLE = "iclr2026-sample"
_BLOCK = re.compile(
    r"^(?P<fence>```+)(?P<language>\w+)(?: title=\"(?P<title>[\w.-]+)\")?\n(?P<body>.*?)^(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
_UNQUOTED = re.compile(r"""(?:'[^']*'|"[^"]*"|[^'"|>])*""")


def pages() -> list[Path]:
    """Return the pages that may have examples."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def warmed(graph: Path) -> Path:
    """Make the cache that SPARQL asks, so that it is copied with the graph rather than made for each page."""
    CliRunner().invoke(app, ["sparql", str(graph), "ASK {}"])
    return graph


def refreshed(text: str, graph: Path) -> str:
    """Return a page with the outputs of its examples as they are now.

    Args:
        text: The page.
        graph: The folder of the sample's graph, which is copied.
    """
    names: dict[str, object] = {"__name__": "__page__"}

    def anew(block: re.Match[str]) -> str:
        body = block["body"]
        if block["title"]:
            Path(block["title"]).write_text(body, encoding="utf-8")
        elif block["language"] in ("console", "pycon"):
            body = _console(body) if block["language"] == "console" else _pycon(body, names)
        return block[0][: block.start("body") - block.start()] + body + block["fence"]

    if not any(block["language"] in ("console", "pycon") for block in _BLOCK.finditer(text)):
        return text
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        Path("data").symlink_to(ROOT / "data")
        shutil.copytree(graph, Path("graphs", SAMPLE), ignore=shutil.ignore_patterns("*.html"))
        return _BLOCK.sub(anew, text)


def _console(block: str) -> str:
    return "".join(f"{shown}\n{_printed(command)}" for shown, command in _commands(block))


def _commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield each command of a block, as it is shown and as it is run."""
    lines = iter(block.splitlines())
    for line in lines:
        if line.startswith("$ "):
            shown, command = line, line[2:]
            while command.count("'") % 2:
                line = next(lines)
                shown, command = f"{shown}\n{line}", f"{command}\n{line.removeprefix('> ').removeprefix('>')}"
            yield shown, command


def _printed(command: str) -> str:
    """Run a command and return what it prints; `paperkg` runs in this process, which has all loaded."""
    if not command.startswith("paperkg "):
        return _shell(command)
    end = _UNQUOTED.match(command).end()
    done = CliRunner().invoke(app, shlex.split(command[:end])[1:], prog_name="paperkg", env={"CI": "true"})
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    if end == len(command):
        return done.output
    rest = command[end:]
    return done.stderr + _shell(rest[1:] if rest.startswith("|") else f"cat {rest}", done.stdout)


def _shell(command: str, given: str = "") -> str:
    """Run a command in bash; `python` is the one that runs this."""
    done = subprocess.run(
        ["bash", "-c", f'python() {{ "{sys.executable}" "$@"; }}; {command}'],
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    return done.stdout


def _pycon(block: str, names: dict[str, object]) -> str:
    shown = ""
    for example in doctest.DocTestParser().get_examples(block):
        first, *rest = example.source.splitlines()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "example", "single"), names)
        lines = [f">>> {first}", *(f"... {line}".rstrip() for line in rest)]
        shown += "\n".join(lines) + f"\n{printed.getvalue()}"
    return shown


def main() -> None:
    """Read the arguments, and write or check the pages."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where an output differs")
    parser.add_argument("pages", nargs="*", type=Path, help="some pages; else all")
    arguments = parser.parse_args()
    stale = []
    with tempfile.TemporaryDirectory() as scratch:
        graph = Path(scratch, SAMPLE)
        CliRunner().invoke(app, ["build", str(ROOT / "data" / f"{SAMPLE}.jsonl"), "-o", str(graph)])
        warmed(graph)
        for page in arguments.pages or pages():
            before = page.read_text(encoding="utf-8")
            after = refreshed(before, graph)
            if after != before and not arguments.check:
                page.write_text(after, encoding="utf-8")
            elif after != before:
                stale.append(str(page))
    if stale:
        sys.exit(f"run scripts/refresh_docs.py: {', '.join(stale)}")


if __name__ == "__main__":
    main()
