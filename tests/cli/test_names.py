"""What people type for a name, and what a store may hold, over all commands that ask a graph."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from paperkg.graph import Contents, save
from paperkg.model import Role
from tests.cli.conftest import Command
from tests.questions.made import make

NAMED = {
    "shared": ("shared", "{}"),
    "leaderboard": ("leaderboard", "{}"),
    "show": ("show", "{}"),
    "path": ("path", "{}", "Paper a"),
    "similar": ("similar", "{}"),
    "common": ("common", "{}", "Paper a"),
    "compare": ("compare", "{}", "Paper a"),
}
WHOLE = {name: (name,) for name in ("stats", "trends", "topics", "cooccur", "concepts", "check")}
UNKNOWN = (
    "no such name",
    "",
    "   ",
    '"',
    "'; DROP TABLE papers; --",
    "%",
    "_",
    "[a-z]*(",
    "(?P<x>.*)+$",
    "\\",
    "a\x00b",
    "\x1b[31m",
    "\ud800",
    "benchmark:",
    "paper:",
    "benchmark:" + "x" * 5_000,
    "NEAR(a b)",
    "<script>",
    "🜚",
)
STRANGE = ("it's", 'say "so"', "a[0]", "f(x)*", "50%", "snake_case", "c\\d", "x;--", "?<y>", "naïve ∞")


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two papers with strange names, and one name of two kinds."""
    folder = tmp_path_factory.mktemp("names")
    strange = {f"benchmark:{name}": (Role.EVALUATES_ON, 1) for name in STRANGE}
    both = {"benchmark:twin": (Role.EVALUATES_ON, 1), "model:twin": (Role.USES, 1)}
    make(folder, {"a": strange | both, "b": strange | both}).close()
    return folder


def with_name(command: tuple[str, ...], graph: Path, name: str) -> list[object]:
    first, *rest = command
    return [first, graph, "--", *(name if part == "{}" else part for part in rest)]


@pytest.mark.parametrize("command", NAMED.values(), ids=NAMED)
@pytest.mark.parametrize("name", UNKNOWN, ids=ascii)
def test_an_unknown_name_is_said_in_one_line(
    paperkg: Command, graph: Path, command: tuple[str, ...], name: str
) -> None:
    ran = paperkg(*with_name(command, graph, name))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("paperkg: ")
    assert ran.err.count("\n") == 1
    assert ran.err.rstrip("\n").isprintable()


@pytest.mark.parametrize("name", STRANGE)
def test_a_strange_name_is_found(paperkg: Command, graph: Path, name: str) -> None:
    for command in ("shared", "leaderboard", "show"):
        for asked in (name, f"benchmark:{name}", name.upper()):
            ran = paperkg(command, graph, "--", asked)
            assert (ran.code, ran.err) == (0, ""), (command, asked)
            assert ran.out.startswith(f"{name.upper()} (benchmark)")
    assert paperkg("path", graph, "--", name, "Paper b").code == 0
    assert paperkg("search", graph, "--", name).code == 0


@pytest.mark.parametrize("command", ["shared", "show", "path"])
def test_a_name_of_two_kinds_is_asked_for_by_its_kind(paperkg: Command, graph: Path, command: str) -> None:
    more = ("Paper a",) if command == "path" else ()
    ran = paperkg(command, graph, "twin", *more)
    assert (ran.code, ran.out) == (1, "")
    assert "benchmark:twin" in ran.err
    assert "model:twin" in ran.err
    for kind in ("benchmark", "model"):
        ran = paperkg(command, graph, f"{kind}:Twin", *more)
        assert ran.code == 0
        assert f"TWIN ({kind}" in ran.out


@pytest.mark.parametrize("words", UNKNOWN, ids=ascii)
def test_any_words_may_be_searched_for(paperkg: Command, graph: Path, words: str) -> None:
    ran = paperkg("search", graph, "--", words)
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize("command", [*NAMED.values(), *WHOLE.values()], ids=[*NAMED, *WHOLE])
def test_an_empty_graph_ends_in_a_line_at_most(
    paperkg: Command, tmp_path: Path, command: tuple[str, ...]
) -> None:
    save(tmp_path, Contents((), (), ()))
    for options in ((), ("--json",)):
        ran = paperkg(command[0], tmp_path, *options, *(part.replace("{}", "name") for part in command[1:]))
        assert ran.code == (1 if command[1:] else 0)
        assert ran.err.count("\n") <= 1


@pytest.mark.parametrize("command", [*NAMED.values(), *WHOLE.values()], ids=[*NAMED, *WHOLE])
@pytest.mark.parametrize("damage", ["UPDATE concepts SET kind = 'song'", "UPDATE links SET role = 'sings'"])
def test_a_kind_or_role_that_is_unknown_is_no_traceback(
    paperkg: Command, tmp_path: Path, command: tuple[str, ...], damage: str
) -> None:
    make(tmp_path, {paper: {"benchmark:x": (Role.USES, 1)} for paper in "ab"}).close()
    with closing(sqlite3.connect(tmp_path / "graph.sqlite")) as store:
        store.execute(damage)
        store.commit()
    name = "Paper b" if command[0] in ("similar", "common", "compare") else "benchmark:x"
    ran = paperkg(command[0], tmp_path, *(part.replace("{}", name) for part in command[1:]))
    assert ran.code in (0, 1)
    if ran.code:
        assert ran.err.count("\n") == 1
        assert "damaged" in ran.err or "no concept is called" in ran.err
