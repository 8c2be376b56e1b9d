"""Whatever papers, files and columns say: every output holds it as text, and nothing runs it."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from paperkg.build import build
from paperkg.cli import app
from paperkg.extract import extract
from paperkg.extract.pipeline import make_pipeline
from paperkg.graph import KnowledgeGraph, open_graph, save
from paperkg.papers import Problem
from paperkg.rdf import FORMATS, export
from paperkg.view import write_page
from tests import hostile
from tests.conftest import spelt
from tests.rdf.graphs import lenient, strict

STORED = [hostile.storable(text) for text in hostile.STRINGS]
_GONE = re.compile("[\x00-\x20\x7f-\x9f\ud800-\udfff\ufffe\uffff\ufffd\u2028\u2029\u3000\xa0\ufeff]")


def visible(text: str) -> str:
    """Return a text without what a reader of sources may drop or replace: controls, space, no characters."""
    return _GONE.sub("", text)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile") / "graph"
    folder.mkdir()
    save(folder, hostile.contents())
    return folder


@pytest.fixture(scope="module")
def kg(graph: Path) -> Iterator[KnowledgeGraph]:
    with open_graph(graph) as opened:
        yield opened


def run(*arguments: object, code: int = 0, env: dict[str, str] | None = None) -> str:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], env=env)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.stderr
    return str(result.stdout if not code else result.stderr)


def test_the_corpus_is_as_large_as_it_says() -> None:
    assert len(hostile.STRINGS) >= 120
    assert len(hostile.BY_KIND) >= 12


def test_a_build_gives_every_string_back(tmp_path: Path) -> None:
    """From JSON with the strings in every field, and from tables with them as names of files and columns."""
    records = tmp_path / "records.jsonl"
    papers = hostile.papers()
    records.write_text("".join(json.dumps(hostile.record(paper)) + "\n" for paper in papers), "utf-8")
    sources = [records]
    names = [
        text for text in STORED if 0 < len(text) < 50 and not re.search(r"[/\0*?\[\]]|^\.{1,2}$|^-|://", text)
    ]
    for number, name in enumerate(names):
        path = tmp_path / spelt(f"{name}.csv")
        out = io.StringIO()
        writer = csv.writer(out)
        column = visible(name) or "x"
        writer.writerow(["id", "title", "abstract", column, f"{column} 2"])
        writer.writerow([f"file {number}", f"File {number}", f"Tested on GSM8K, number {number}.", "x", "y"])
        path.write_text(out.getvalue(), "utf-8", newline="")
        sources.append(path)
    problems: list[Problem] = []
    rules = make_pipeline(weights=None)
    build(
        [str(path) for path in sources],
        tmp_path / "graph",
        problems=problems,
        extractor=lambda papers: extract(papers, rules),
    )
    for problem in problems:
        assert "Traceback" not in str(problem)
    with open_graph(tmp_path / "graph") as kg:
        found = list(kg.papers())
        assert len(found) == len(papers) + len(names)
        for given, got in zip(papers, found, strict=False):
            for one, other in (
                (given.id, got.id),
                (given.title, got.title),
                (given.abstract, got.abstract),
                (given.authors[1], " ".join(got.authors)),
                (given.keywords[1], " ".join(got.keywords)),
            ):
                assert visible(one)[:400] in visible(other).replace(";", "") or "".join(
                    re.split(r"[;,]", visible(one))
                )[:400] in re.sub(r"[;,]", "", visible(other)), (one, other)
        everything = json.dumps([*map(repr, found)])
        assert not re.search(r"\\\\x(?:0[0-8]|1b|7f|9b)", everything), "no control characters are kept"


def test_every_rdf_format_is_read_back(kg: KnowledgeGraph, tmp_path: Path) -> None:
    for ending in FORMATS:
        path = tmp_path / f"out.{ending}"
        count = export(kg, path, abstracts=True)
        expected = {hostile.xml(text) for text in STORED} if ending == "rdf" else set(STORED)
        triples = strict(path)
        literals = {t.object.value for t in triples if hasattr(t.object, "datatype")}
        assert expected <= literals, ending
        assert len(triples) == count, ending
        if ending == "ttl":  # the lenient one takes its time
            assert expected <= {str(value) for value in lenient(path).objects()}, ending
        iris = {
            t.object.value
            for t in triples
            if "url" in t.predicate.value and not hasattr(t.object, "datatype")
        }
        assert all(re.match(r"https?://", iri) for iri in iris)


ASKED = [
    ("show", "GSM8K"),
    ("shared", "GSM8K"),
    ("leaderboard", "GSM8K"),
    ("search", "GSM8K"),
    ("similar", "3 "),
    ("path", "paper:@0", "paper:@1"),
    ("show", "paper:@3"),
    ("common", "@0", "@1", "@2"),
    ("compare", *(f"@{n}" for n in range(0, 200, 5))),
    ("topics",),
    ("cooccur", "--kind", "keyword"),
    ("concepts",),
]


def arguments(kg: KnowledgeGraph, asked: tuple[str, ...]) -> list[str]:
    """Put the ids of papers in the place of @ and their number."""
    ids = [paper.id for paper in kg.papers()]
    spelt = [re.sub(r"@(\d+)$", lambda found: ids[int(found[1])], word) for word in asked]
    if asked[0] == "similar":
        spelt[1] = ids[3]
    return [spelt[0], str(kg.folder), *spelt[1:]]


def strings_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from strings_in(item)


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[0])
def test_json_gives_the_strings_back(kg: KnowledgeGraph, asked: tuple[str, ...]) -> None:
    lines = run(*arguments(kg, asked), "--json").splitlines()
    assert all(line.isascii() for line in lines)
    found = set(strings_in([json.loads(line) for line in lines]))
    if asked[0] in ("show", "shared", "leaderboard") and asked[1] == "GSM8K":
        assert set(STORED) <= found


_STYLE = re.compile(r"\x1b\[[0-9;]*m")  # what the terminal library itself writes: bold and colours


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[0])
@pytest.mark.parametrize("terminal", [False, True])
def test_a_terminal_is_told_nothing_but_text(
    kg: KnowledgeGraph, asked: tuple[str, ...], terminal: bool
) -> None:
    env = {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": "100"} if terminal else None
    printed = run(*arguments(kg, asked), env=env)
    assert_harmless(_STYLE.sub("", printed) if terminal else printed)
    assert terminal or "\x1b" not in printed


def assert_harmless(printed: str) -> None:
    """Nothing that a terminal obeys, that turns what stands beside it around, or that nobody sees."""
    wrong = {c for c in printed if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    assert not wrong, sorted(map(ascii, wrong))


def test_names_that_are_typed_are_names_and_no_commands(kg: KnowledgeGraph) -> None:
    for text in STORED[::7]:
        if not text.strip() or "\0" in text or text.startswith("-"):
            continue
        for command in ("show", "search"):
            result = CliRunner().invoke(app, [command, str(kg.folder), "--", text])
            assert result.exit_code in (0, 1, 2), (text, result.exception)
            assert not result.exception or isinstance(result.exception, SystemExit), (text, result.exception)
            assert_harmless(result.stdout + result.stderr)


def test_a_table_holds_no_formula(kg: KnowledgeGraph) -> None:
    papers = [paper.id for paper in kg.papers()]
    printed = run("compare", kg.folder, *papers, "--format", "csv")
    rows = list(csv.reader(io.StringIO(printed)))
    assert {len(row) for row in rows} == {len(papers) + 1}
    for row in rows:
        for cell in row:
            for line in cell.split("\n"):
                assert not re.match(r"\s*[=+\-@＝＋－＠]", line), line
    assert_harmless(printed)


def test_an_answer_in_csv_is_exact(kg: KnowledgeGraph) -> None:
    """SPARQL's own CSV is for programs: it says what the graph says, formulas too."""
    query = "SELECT ?n { ?c a skos:Concept ; skos:prefLabel ?n }"
    result = CliRunner().invoke(app, ["sparql", str(kg.folder), query, "--format", "csv"])
    rows = list(csv.reader(io.StringIO(result.stdout_bytes.decode("utf-8"), newline="")))
    found = {re.sub(r"\r\n?", "\n", row[0]) for row in rows[1:]}
    assert {re.sub(r"\r\n?", "\n", text) for text in STORED if "\0" not in text} <= found
    found = {
        row["n"]["value"]
        for row in json.loads(run("sparql", kg.folder, query, "-f", "json"))["results"]["bindings"]
    }
    assert set(STORED) <= found


class Markup(HTMLParser):
    """Collects what a browser would obey."""

    def __init__(self, allowed: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("iframe", "object", "embed", "base", "math", "plaintext", "img", "video", "details"):
            self.wrong.append(tag)
        self.scripts += tag == "script"
        for name, value in attrs:
            if name.startswith("on") or name in ("srcdoc", "formaction", "xlink:href"):
                self.wrong.append(f"{tag} {name}")
            if name in ("href", "src", "action") and not re.match(r"(?:https?://|/|#|\?)", value or "/"):
                self.wrong.append(f"{tag} {name}={value}")
            if name in ("href", "src", "action") and (value or "").startswith("//"):
                self.wrong.append(f"{tag} {name}={value}")


def wrong_in(page: str) -> list[str]:
    markup = Markup()
    markup.feed(page)
    markup.close()
    return markup.wrong


def test_a_table_in_html_is_text(kg: KnowledgeGraph) -> None:
    page = run("compare", kg.folder, *(paper.id for paper in kg.papers()), "--format", "html")
    assert wrong_in(page) == []
    assert "<script" not in page.lower()


def test_agents_are_given_quoted_text(kg: KnowledgeGraph) -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp")
    from paperkg.mcp import answers

    for paper in kg.papers():
        text = answers.written(answers.show_answer(kg, f"paper:{paper.id}"))
        told = json.loads(text)
        assert list(told) == ["note", "answer", "left_out"], "nothing in a paper adds a key"
        assert told["answer"]["paper"]["title"] == paper.title
        assert_harmless(text)
        outside = text.replace(json.dumps(told["answer"], ensure_ascii=False), "")
        assert told["note"] == answers.NOTE
        assert outside.startswith('{"note": ')
    whole = json.loads(answers.written(answers.shared_answer(kg, "GSM8K", None, 100)))["answer"]
    assert [paper["title"] for paper in whole["papers"]] == STORED[: len(whole["papers"])]


@pytest.mark.browser
def test_no_script_runs_on_the_page(kg: KnowledgeGraph, tmp_path: Path, chromium: Any) -> None:
    path = tmp_path / "page.html"
    write_page(kg, path)
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    noise = listen(
        page, lambda url: url.partition("#")[0] == path.as_uri() or url.startswith(("data:,", "blob:"))
    )
    page.goto(path.as_uri())
    page.evaluate("paperkg.whenLoaded")
    keys = page.evaluate("paperkg.nodes.map((node) => node.key)")
    assert len(keys) > len(STORED)
    gsm8k = "benchmark:gsm8k"
    for key in [gsm8k, *keys[::31]]:  # the first has a sentence of every paper
        page.evaluate("(key) => { location.hash = `at=${encodeURIComponent(key)}` }", key)
        page.locator("#card").wait_for(state="visible")
        check(page)
    page.evaluate("location.hash = 'view=list'")
    page.wait_for_timeout(50)
    check(page)
    assert page.evaluate("paperkg.nodes.map((node) => node.name)").count("GSM8K") == 1
    names = {visible(name) for name in page.evaluate("paperkg.nodes.map((node) => node.name)")}
    assert set(map(visible, STORED)) <= names
    assert noise == []
    context.close()


@pytest.mark.browser
def test_no_script_runs_on_the_pages_of_the_server(graph: Path, kg: KnowledgeGraph, chromium: Any) -> None:
    pytest.importorskip("uvicorn", reason="needs the extra serve")
    httpx = pytest.importorskip("httpx")
    from paperkg.rdf.iris import paper_name
    from paperkg.serve.contents import concept_name
    from paperkg.sparql import cached
    from tests.serve.conftest import running

    papers = [f"/paper/{paper_name(paper.id)}" for paper in kg.papers()]
    concepts = [f"/concept/{concept_name(concept.id)}" for concept in kg.concepts()]
    gsm8k = f"/concept/{concept_name('benchmark:gsm8k')}"
    with cached(graph) as cache, running(cache.path, cache.digest, graph, seconds=10) as server:
        with httpx.Client(base_url=server.address, timeout=60, headers={"Accept": "text/html"}) as client:
            for address in ("/", *papers, *concepts):
                response = client.get(address)
                assert response.status_code == 200, address
                assert wrong_in(response.text) == [], address
            for address in ("/api/papers?limit=500", "/api/concepts?limit=500"):
                assert set(STORED) <= set(strings_in(client.get(address).json()))
        context = chromium.new_context()
        page = context.new_page()
        noise = listen(page, lambda url: url.startswith(server.address))
        for address in ("/", "/sparql", gsm8k, *papers[::30], *concepts[::30]):
            page.goto(server.address + address)
            check(page)
        assert noise == []
        context.close()


def listen(page: Any, expected: Any) -> list[str]:
    """Note what a page should not do: open a dialog, fail, or ask another."""
    noise: list[str] = []

    def dialog(one: Any) -> None:
        noise.append(f"dialog: {one.message}")
        one.dismiss()

    page.on("dialog", dialog)
    page.on("pageerror", lambda error: noise.append(f"error: {error}"))
    page.on("request", lambda request: expected(request.url) or noise.append(f"request: {request.url}"))
    return noise


def check(page: Any) -> None:
    """No script of ours has run, and every link leads where links may."""
    assert page.evaluate(f"window.{hostile.MARK}") is None
    links = page.evaluate("[...document.querySelectorAll('a[href], area[href]')].map((a) => a.protocol)")
    assert set(links) <= {"http:", "https:", "file:", "blob:"}, set(links)
    given = page.evaluate("[...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href'))")
    assert not [href for href in given if href.startswith(("file:", "javascript:", "data:", "//"))]
    handled = "(element) => [...element.attributes].some(({ name }) => /^on/i.test(name))"
    assert not page.evaluate(f"[...document.querySelectorAll('*')].some({handled})")
