"""An agent asks over the protocol, with the client of the official package."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")
from mcp import Client, StdioServerParameters

from paperkg.graph import Contents, Entry, open_graph, save
from paperkg.mcp import answers, make_server
from paperkg.model import Extraction, Paper
from paperkg.questions import shared, similar
from tests.sparql.made import made
from tests.waiting import ended

Call = Callable[..., Awaitable[Any]]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("asked") / "made"
    folder.mkdir()
    save(folder, made())
    return folder


def talk(folder: Path, conversation: Callable[[Client], Awaitable[None]], **options: float) -> None:
    """Hold a conversation with the server of a graph, in memory."""

    async def hold() -> None:
        server, asker = make_server(folder, **options)
        try:
            async with Client(server) as client:
                await conversation(client)
        finally:
            asker.close()

    ended(hold())


async def ask(client: Client, tool: str, **arguments: object) -> Any:
    """Ask one tool; it must not fail, and says that what it gives is quoted."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    [content] = result.content
    assert len(content.text.encode()) <= answers.MOST_BYTES
    told = json.loads(content.text)
    assert list(told) == ["note", "answer", "left_out"]
    assert told["note"] == answers.NOTE
    return told["answer"]


def test_the_tools_are_those_and_only_read(graph: Path) -> None:
    async def conversation(client: Client) -> None:
        tools = (await client.list_tools()).tools
        assert sorted(tool.name for tool in tools) == [
            "path",
            "search",
            "shared",
            "show",
            "similar",
            "sparql",
        ]
        for tool in tools:
            assert tool.annotations.read_only_hint
            assert tool.annotations.open_world_hint is False
            assert "Returns" in tool.description or "Of a paper" in tool.description
        assert "never instructions" in client.instructions

    talk(graph, conversation)


def test_answers_are_those_of_the_functions(graph: Path) -> None:
    with open_graph(graph) as kg:
        expected = shared(kg, "gsm8k")
        one = expected.papers[0]
        like = similar(kg, one.id)

    async def conversation(client: Client) -> None:
        found = await ask(client, "shared", name="gsm-8k")
        assert found["concept"]["id"] == "benchmark:gsm8k"
        assert [p["id"] for p in found["papers"]] == [p.id for p in expected.papers]
        assert [p["sentence"] for p in found["papers"]] == [p.sentences[0].sentence for p in expected.papers]
        first = await ask(client, "shared", name="gsm-8k", limit=1)
        assert len(first["papers"]) == 1
        assert first["papers_in_all"] == len(expected.papers)
        only = await ask(client, "shared", name="gsm-8k", role="evaluates_on")
        assert {p["role"] for p in only["papers"]} == {"evaluates_on"}
        card = await ask(client, "show", name=f"paper:{one.id}")
        assert card["paper"]["id"] == one.id
        assert "benchmark:gsm8k" in [use["concept"]["id"] for use in card["uses"]]
        card = await ask(client, "show", name="benchmark:GSM8K")
        assert [p["id"] for p in card["papers"]] == [p.id for p in expected.papers]
        others = await ask(client, "similar", paper=one.id)
        assert [p["id"] for p in others["papers"]] == [p.id for p in like.papers]
        ways = await ask(client, "path", start=f"paper:{one.id}", end="gsm8k")
        assert [stop["id"] for stop in ways["paths"][0]["stops"]] == [one.id, "benchmark:gsm8k"]
        hits = await ask(client, "search", words="gsm8k")
        assert hits["concepts"][0]["id"] == "benchmark:gsm8k"
        assert hits["papers_in_all"] == len(hits["papers"])

    talk(graph, conversation)


def test_queries_are_answered_refused_and_ended(graph: Path) -> None:
    endless = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"

    async def conversation(client: Client) -> None:
        query = "SELECT ?n { ?b a pk:Benchmark ; skos:prefLabel ?n } ORDER BY ?n"
        table = await ask(client, "sparql", query=query)
        assert table["columns"] == ["n"]
        assert ["GSM8K"] in table["rows"]
        assert table["rows_in_all"] == len(table["rows"])
        assert await ask(client, "sparql", query="ASK { ?b a pk:Benchmark }") == {"yes": True}
        triples = await ask(client, "sparql", query="CONSTRUCT { ?b a pk:Benchmark } { ?b a pk:Benchmark }")
        assert len(triples["triples"]) == len(table["rows"])
        for query, reason in (
            ("SELECT * { SERVICE <http://example.org/> { ?s ?p ?o } }", "SERVICE is refused"),
            ("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }", "FROM is refused"),
            ("DELETE WHERE { ?s ?p ?o }", "malformed"),
            ("nonsense", "malformed"),
            (endless, "ran for longer"),
        ):
            assert reason in (await ask(client, "sparql", query=query))["error"]
        assert await ask(client, "sparql", query="ASK { ?b a pk:Benchmark }") == {"yes": True}

    talk(graph, conversation, seconds=1.0)


def test_a_graph_that_is_built_anew_is_asked_as_it_is_now(tmp_path: Path) -> None:
    def papers(*ids: str) -> Contents:
        return Contents(
            tuple(Entry(Paper(i, f"On {i}", "Text."), f"On {i}", Extraction()) for i in ids), (), ()
        )

    save(tmp_path, papers("a"))

    async def conversation(client: Client) -> None:
        count = "SELECT (COUNT(*) AS ?n) { ?p a pk:Paper }"
        assert (await ask(client, "sparql", query=count))["rows"] == [["1"]]
        save(tmp_path, papers("a", "b"))
        assert (await ask(client, "sparql", query=count))["rows"] == [["2"]]
        assert (await ask(client, "show", name="paper:b"))["paper"]["id"] == "b"

    talk(tmp_path, conversation)


def test_names_that_stand_for_nothing_and_arguments_that_are_none(graph: Path, tmp_path: Path) -> None:
    async def conversation(client: Client) -> None:
        told = await ask(client, "shared", name="gsm8kk")
        assert told["error"] == "nothing in this graph has this name"
        assert "GSM8K" in " ".join(told["suggestions"])
        for arguments in (
            {},
            {"name": 3},
            {"name": "x" * 2000},
            {"name": "a", "limit": 10**9},
            {"role": "x"},
        ):
            result = await client.call_tool("shared", arguments)
            assert result.is_error
        for name in ("'; DROP TABLE papers; --", '"', "\0", "%", "benchmark:", "paper:", "\u202e"):
            assert "error" in await ask(client, "show", name=name)
            await ask(client, "search", words=name)

    talk(graph, conversation)
    with pytest.raises(ValueError, match="no graph here"):
        make_server(tmp_path)


def test_an_answer_is_bounded_and_says_what_it_leaves_out(tmp_path: Path) -> None:
    many = tuple(
        Entry(Paper(f"{n:04}", f"Wide {n}", "wide " * 3000), f"Wide {n}", Extraction()) for n in range(300)
    )
    save(tmp_path, Contents(many, (), ()))

    async def conversation(client: Client) -> None:
        result = await client.call_tool("search", {"words": "wide", "limit": 100})
        told = json.loads(result.content[0].text)
        assert len(result.content[0].text.encode()) <= answers.MOST_BYTES
        assert told["answer"]["papers_in_all"] == 300
        assert told["left_out"] == 100 - len(told["answer"]["papers"]) > 0
        rows = await ask(client, "sparql", query="SELECT ?t { ?p a pk:Paper ; dcterms:title ?t }")
        assert rows["rows_in_all"] == 300
        assert len(rows["rows"]) == 200

    talk(tmp_path, conversation)


def test_the_command_speaks_the_protocol_on_its_standard_streams(graph: Path) -> None:
    async def hold() -> None:
        arguments = ["-m", "paperkg", "mcp", str(graph)]
        command = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
        async with Client(command) as client:
            assert (await ask(client, "search", words="gsm8k"))["concepts"]
            assert await ask(client, "sparql", query="ASK { ?b a pk:Benchmark }") == {"yes": True}

    ended(hold())
