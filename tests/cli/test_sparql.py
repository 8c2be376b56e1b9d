"""`paperkg sparql` and `paperkg serve`, as somebody types them."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph
import pytest

from paperkg.graph import save
from paperkg.sparql import example, examples
from tests.cli.conftest import Command
from tests.sparql.made import made

MODELS = "SELECT ?name { ?m a pk:Model ; skos:prefLabel ?name } ORDER BY ?name"
LIST = [f"Model {letter}" for letter in "ABCDEFGHI"]


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    folder = tmp_path / "made"
    folder.mkdir()
    save(folder, made())
    return folder


def test_a_table_for_people(paperkg: Command, graph: Path) -> None:
    chosen = 'VALUES ?name { "GSM8K" "Model A" }'
    query = f"SELECT ?name ?m ?none {{ ?m skos:prefLabel ?name {chosen} }} ORDER BY ?name"
    assert paperkg("sparql", graph, query).out.splitlines() == [
        "name     m                        none",
        "GSM8K    concept:benchmark-gsm8k",
        "Model A  concept:model-model-a",
    ]
    assert paperkg("sparql", graph, "ASK { ?x a pk:Paper }").out == "yes\n"
    assert paperkg("sparql", graph, "ASK { ?x a pk:Nonsense }").out == "no\n"


def test_a_query_comes_from_an_argument_a_file_or_stdin(
    paperkg: Command, graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "models.rq"
    file.write_text(MODELS, encoding="utf-8-sig")
    expected = ["name", *LIST]
    for query in (MODELS, f"@{file}", str(file)):
        assert paperkg("sparql", graph, query).out.splitlines() == expected
    monkeypatch.setattr("sys.stdin", io.StringIO(MODELS))
    done = subprocess.run(
        [sys.executable, "-m", "paperkg", "sparql", str(graph), "-"],
        input=MODELS,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout.splitlines() == expected


def test_csv_tsv_json_and_xml_say_the_same(paperkg: Command, graph: Path) -> None:
    printed = {
        name: paperkg("sparql", graph, MODELS, "-f", name).out for name in ("csv", "tsv", "json", "xml")
    }
    assert [row["name"] for row in csv.DictReader(io.StringIO(printed["csv"]))] == LIST
    assert printed["tsv"].splitlines() == ["?name", *(f'"{name}"' for name in LIST)]
    rows = json.loads(printed["json"])["results"]["bindings"]
    assert [row["name"]["value"] for row in rows] == LIST
    solutions = pyoxigraph.parse_query_results(printed["xml"].encode(), pyoxigraph.QueryResultsFormat.XML)
    assert [solution["name"].value for solution in solutions] == LIST  # type: ignore[union-attr,index]


@pytest.mark.parametrize(
    ("format", "parser"),
    [
        (None, pyoxigraph.RdfFormat.TURTLE),
        ("ttl", pyoxigraph.RdfFormat.TURTLE),
        ("nt", pyoxigraph.RdfFormat.N_TRIPLES),
        ("json", pyoxigraph.RdfFormat.JSON_LD),
        ("xml", pyoxigraph.RdfFormat.RDF_XML),
    ],
)
def test_a_graph_in_every_format(
    paperkg: Command, graph: Path, format: str | None, parser: pyoxigraph.RdfFormat
) -> None:
    query = "CONSTRUCT { ?m skos:prefLabel ?name } { ?m a pk:Model ; skos:prefLabel ?name }"
    ran = paperkg("sparql", graph, query, *(("--format", format) if format else ()))
    quads = pyoxigraph.parse(ran.out.encode(), parser)
    assert sorted(quad.object.value for quad in quads) == LIST
    assert ran.out == paperkg("sparql", graph, query, *(("--format", format) if format else ())).out


def test_examples_are_listed_and_asked(paperkg: Command, graph: Path) -> None:
    lines = paperkg("sparql", graph, "--examples").out.splitlines()
    assert [line.split()[0] for line in lines] == [one.name for one in examples()]
    asked = paperkg("sparql", graph, "--example", "compared-with").out
    assert asked == paperkg("sparql", graph, example("compared-with").query).out
    assert asked.splitlines()[0].split() == ["name", "papers"]


def test_a_rebuilt_graph_answers_anew(paperkg: Command, graph: Path) -> None:
    count = "SELECT (COUNT(?x) AS ?n) { ?x a pk:Paper }"
    assert paperkg("sparql", graph, count).out == "n\n60\n"
    save(graph, made(papers=5))
    assert paperkg("sparql", graph, count).out == "n\n5\n"


def test_a_cache_that_breaks_while_it_is_read_is_made_anew(paperkg: Command, graph: Path) -> None:
    expected = paperkg("sparql", graph, MODELS).out
    for file in (graph / ".sparql").glob("*/*.sst"):
        content = bytearray(file.read_bytes())
        for place in range(0, len(content) - 1000, 7):  # not the end, by which a file is known
            content[place] ^= 0xFF
        file.write_bytes(content)
    assert paperkg("sparql", graph, MODELS).out == expected


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", "SERVICE is refused: no query may ask"),
        ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", "FROM is refused: "),
        ("ASK { FILTER(" + "1+" * 10_000 + "1) }", "more than 2,000 words and signs; put long"),
        ("SELECT * {\n  ?s ?p }", "the query is malformed at line 2, column 10"),
        ("SELECT * { ?s ex:foo ?o }", "the query is malformed at line 1, column 21: Prefix not found"),
        ("INSERT DATA { <a:a> <a:b> <a:c> }", "the query is malformed at line 1"),
        ("SELECT * " + "{" * 20_000, "more than 64 brackets within brackets"),
    ],
)
def test_what_is_wrong_with_a_query_is_said_in_one_line(
    paperkg: Command, graph: Path, query: str, said: str
) -> None:
    ran = paperkg("sparql", graph, query)
    assert (ran.code, ran.out) == (1, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) <= 2


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("ASK {}", "--example", "families"),
        ("ASK {}", "--format", "ttl"),
        ("CONSTRUCT WHERE { ?s a ?o }", "--format", "csv"),
        ("@no/such/file",),
        ("nothing.rq",),
    ],
)
def test_what_is_not_understood_ends_with_2(
    paperkg: Command, graph: Path, arguments: tuple[str, ...]
) -> None:
    ran = paperkg("sparql", graph, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert "Usage: paperkg sparql" in ran.err


def test_an_unknown_example_and_no_graph(paperkg: Command, graph: Path, tmp_path: Path) -> None:
    ran = paperkg("sparql", graph, "--example", "nonsense")
    assert ran.code == 1
    assert "no example is called 'nonsense'; there are benchmark-network, " in ran.err
    assert paperkg("sparql", tmp_path / "none", "ASK {}").code == 1


def test_nothing_that_a_terminal_would_obey_is_printed(paperkg: Command, graph: Path) -> None:
    ran = paperkg("sparql", graph, 'SELECT ("a\\u001B[31m\\nb" AS ?x) {}')
    assert ran.out == "x\na\N{REPLACEMENT CHARACTER}[31m b\n"


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Take SIGINT as on a terminal: what a shell runs in the background ignores it, with its children."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.usefixtures("interruptible")
def test_a_query_without_end_is_stopped_with_ctrl_c(graph: Path) -> None:
    query = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"
    command = [sys.executable, "-m", "paperkg", "sparql", str(graph), query]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while not list(graph.glob(".sparql/*/CURRENT")):
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        try:
            _, said = process.communicate(timeout=30)
        finally:
            process.kill()
    assert process.returncode == 130
    assert said.startswith("paperkg: stopped")


# serve


@pytest.mark.usefixtures("interruptible")
def test_serve_answers_until_it_is_stopped(graph: Path) -> None:
    pytest.importorskip("uvicorn")
    command = [sys.executable, "-m", "paperkg", "serve", str(graph), "--port", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        try:
            line = process.stdout.readline()
            address = next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
            with urllib.request.urlopen(
                f"{address}sparql?query=ASK%20%7B%20%3Fx%20a%20pk%3APaper%20%7D"
            ) as answer:
                assert json.load(answer)["boolean"] is True
        finally:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert said == "paperkg: stopped; what was there is as it was\n"


def test_serve_says_what_is_wrong_with_an_address(paperkg: Command, graph: Path, tmp_path: Path) -> None:
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = paperkg("serve", graph, "--port", port)
        assert ran.code == 1
        assert f"127.0.0.1:{port}: " in ran.err
    assert paperkg("serve", graph, "--host", "no.such.host.invalid", "--port", "0").code == 1
    assert paperkg("serve", tmp_path / "none").code == 1
    assert paperkg("serve", graph, "--port", "99999").code == 2
    for origin in ("example.org", "null", "https://example.org/page", "https://*.example.org", ""):
        assert paperkg("serve", graph, "--cors", origin).code == 2


def test_serve_without_its_packages_says_what_to_install(
    paperkg: Command, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("paperkg.serve", "uvicorn"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    ran = paperkg("serve", graph)
    assert ran.code == 1
    assert "pip install 'paperkg[serve]'" in ran.err.replace("│", "").replace("\n", "")
