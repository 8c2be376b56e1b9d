"""Run the examples of the pages and write what they print back into them: refresh_readme.py [--check].

`console` blocks are shell commands after "$ ", `pycon` blocks are Python after ">>> ". They run one after the
other, page by page, in a folder that holds nothing but data/. With --check nothing is written, and the exit
code is 1 where an output differs.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from typer.testing import CliRunner

from paperkg.cli import app

ROOT = Path(__file__).parents[1]
PAGES = (ROOT / "README.md", ROOT / "docs" / "sparql.md")
_BLOCK = re.compile(r"^```(console|pycon)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def refreshed(text: str) -> str:
    """Return a page with the outputs of its examples as they are now."""
    names: dict[str, object] = {"__name__": "__readme__"}
    with tempfile.TemporaryDirectory() as scratch, contextlib.chdir(scratch):
        Path("data").symlink_to(ROOT / "data")

        def anew(block: re.Match[str]) -> str:
            run = _console if block[1] == "console" else _pycon
            return f"```{block[1]}\n{run(block[2], names)}```"

        return _BLOCK.sub(anew, text)


def _console(block: str, _: dict[str, object]) -> str:
    shown = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            command, pipe, rest = line[2:].partition(" | ")
            here = command.startswith("paperkg ")  # in this process, which has all loaded
            done = subprocess.run(
                ["bash", "-c", (rest if pipe else "cat") if here else line[2:]],
                input=_paperkg(command) if here else "",
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
            )
            shown += f"{line}\n{done.stdout}"
    return shown


def _paperkg(command: str) -> str:
    return CliRunner().invoke(app, shlex.split(command)[1:], prog_name="paperkg", env={"CI": "true"}).output


def _pycon(block: str, names: dict[str, object]) -> str:
    shown = ""
    for example in doctest.DocTestParser().get_examples(block):
        first, *rest = example.source.splitlines()
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "example", "single"), names)
        shown += "\n".join([f">>> {first}", *(f"... {line}" for line in rest)]) + f"\n{printed.getvalue()}"
    return shown


if __name__ == "__main__":
    for page in PAGES:
        before = page.read_text(encoding="utf-8")
        after = refreshed(before)
        if "--check" not in sys.argv[1:]:
            page.write_text(after, encoding="utf-8")
        elif after != before:
            sys.exit(f"{page.name}: run scripts/refresh_readme.py")
