"""What MkDocs does here beside its own.

- The page of a command gets what its --help says, and a place in the navigation.
- The line ::: api MODULE becomes what that module offers, by the modules that it comes from.
- Answers of SPARQL are marked as tables, which are not wrapped.
- A link to a file of the repository that is no page becomes its words alone.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from inspect import Parameter, cleandoc, signature
from pathlib import Path
from typing import get_args, get_type_hints

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page
from typer.models import ArgumentInfo, OptionInfo

from paperkg.cli import app

COMMANDS: dict[str, Callable[..., object]] = {
    command.name or command.callback.__name__: command.callback for command in app.registered_commands
}
ROOT = Path(__file__).parents[1]
_API = re.compile(r"^::: api (\S+)$", re.MULTILINE)
_TABLES = re.compile(r"^```console\n(?=\$ paperkg sparql )", re.MULTILINE)
_OUTWARD = re.compile(r"(?<!!)\[([^\]]+)\]\(((?:\.\./)+[^)#]+)(?:#[^)]*)?\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put a page for each command into the navigation, in the order of the commands."""
    config.markdown_extensions.append(Examples())
    for section in config.nav:
        if "Commands" in section:
            pages = ({name: f"commands/{name}.md"} for name in COMMANDS)
            section["Commands"] += [page for page in pages if Path(config.docs_dir, *page.values()).exists()]
    return config


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, **_: object) -> str:
    """Complete a page: the help of a command, the list of all, what a module offers, no links outward."""
    place = page.file.src_uri
    if place == "commands/index.md":
        markdown = f"{markdown}\n{_list()}"
    elif place.startswith("commands/"):
        markdown = f"{markdown}\n\n{_reference(place.removeprefix('commands/').removesuffix('.md'))}"
    markdown = _TABLES.sub("```{ .console .table }\n", markdown)
    markdown = _API.sub(lambda module: "\n\n".join(_offered(module[1])), markdown)
    here = Path(config.docs_dir, place).parent
    return _OUTWARD.sub(lambda link: _kept(link, here, Path(config.docs_dir)), markdown)


class Examples(Extension):
    """Examples in docstrings, from ">>> " to the next blank line, as blocks of code."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 (so it is called)
        """Look for them before anything else looks at the text."""
        md.preprocessors.register(_Fencing(md), "paperkg examples", 29)


class _Fencing(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        fenced: list[str] = []
        within = example = False  # a block of code of the page; an example
        for line in lines:
            if line.lstrip().startswith("```"):
                within = not within
            elif not within and not example and line.startswith(">>> "):
                example = True
                fenced += ["", "```pycon"]
            elif example and not line.strip():
                example = False
                fenced.append("```")
            fenced.append(line)
        return [*fenced, "```"] if example else fenced


def _offered(module: str) -> Iterator[str]:
    """What a module offers and `paperkg` does not: functions before the types that they answer with."""
    known = set(import_module("paperkg").__all__) if module != "paperkg" else set()
    offered = import_module(module)
    things = {name: getattr(offered, name) for name in offered.__all__ if name not in known}
    homes = {name: thing.__module__ for name, thing in things.items() if callable(thing)}
    for name in sorted(homes, key=lambda name: (homes[name], isinstance(things[name], type))):
        yield f'<a id="{module}.{name}"></a>'
        yield f"::: {homes[name]}.{things[name].__name__}\n    options: {{heading: {name}}}"


def _kept(link: re.Match[str], here: Path, docs: Path) -> str:
    """Leave of a link to a file of the repository that is no page the words alone."""
    inside = (here / link[2]).resolve().is_relative_to(docs.resolve())
    return link[0] if inside else link[1]


def _list() -> str:
    rows = (f"| [`{name}`]({name}.md) | {_gist(command)} |" for name, command in COMMANDS.items())
    return "\n".join(["| command | |", "|---|---|", *rows])


def _gist(command: Callable[..., object]) -> str:
    return _plain(cleandoc(command.__doc__ or "").partition("\n\n")[0])


def _reference(name: str) -> str:
    """What --help says, read from where typer reads it."""
    command = COMMANDS[name]
    hints = get_type_hints(command, include_extras=True)
    rows = [_row(param, *get_args(hints[param.name])) for param in signature(command).parameters.values()]
    arguments = [(written, words) for is_argument, written, words in rows if is_argument]
    options = [(written, words) for is_argument, written, words in rows if not is_argument]
    usage = " ".join(["paperkg", name, *(f"{written}" for written, _ in arguments), "[OPTIONS]"])
    return "\n\n".join(
        [
            f"## paperkg {name} --help {{#help}}",
            f"```text\n{usage}\n```",
            *map(_paragraph, cleandoc(command.__doc__ or "").split("\n\n")),
            *(_table(sort, found) for sort, found in (("argument", arguments), ("option", options)) if found),
        ]
    )


def _paragraph(text: str) -> str:
    """A paragraph of a help text as Markdown; one that is nothing but commands is a block of code."""
    lines = text.splitlines()
    if all(line.startswith("[bold]paperkg") for line in lines):
        commands = "\n".join(re.sub(r"\[/?bold\]", "", line) for line in lines)
        return f"```sh\n{commands}\n```"
    return _plain(text)


def _plain(text: str) -> str:
    code = re.sub(r"\[bold\](.*?)\[/bold\]", r"`\1`", text)
    return " ".join(code.split()).replace("\\[", "[")


def _table(sort: str, rows: list[tuple[str, str]]) -> str:
    lines = (
        f"| <code>{html.escape(written).replace('|', '&#124;')}</code> | {words} |" for written, words in rows
    )
    return "\n".join([f"| {sort} | |", "|---|---|", *lines])


def _row(param: Parameter, kind: object, info: ArgumentInfo | OptionInfo) -> tuple[bool, str, str]:
    """Whether it is an argument, how it is written, and what it means."""
    kinds = [one for one in (get_args(kind) or (kind,)) if isinstance(one, type) and one is not type(None)]
    choices = [str(one) for one in kinds[0]] if issubclass(kinds[0], Enum) else []
    metavar = info.metavar or param.name.upper()
    words = _plain(info.help or "")
    if isinstance(info, ArgumentInfo):
        many = "..." if str(kind).startswith("list") and not metavar.endswith("...") else ""
        return True, f"{metavar}{many}", words
    given = [word for word in (info.default, *(info.param_decls or ())) if isinstance(word, str)]
    name = ", ".join(given) or f"--{param.name.replace('_', '-')}"
    takes = "" if kind is bool else f" {'|'.join(choices) or metavar}"
    if param.default is Parameter.empty:
        words = f"{words} Required."
    elif param.default not in (None, "", False, True) and info.show_default:
        words = f"{words} If nothing is said: {param.default}."
    return False, f"{name}{takes}", words
