"""The pages and the JSON: what IRIs lead to, and that it is what the graph says."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pyoxigraph
import pytest
from pyoxigraph import RdfFormat

from paperkg.graph import KnowledgeGraph, open_graph
from paperkg.questions import evidence
from paperkg.questions.show import paper_card
from paperkg.rdf import BASE
from paperkg.rdf.iris import paper_name
from paperkg.serve.contents import concept_name
from paperkg.sparql import examples

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
FORMATS = {
    "text/turtle": RdfFormat.TURTLE,
    "application/ld+json": RdfFormat.JSON_LD,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/rdf+xml": RdfFormat.RDF_XML,
}


@pytest.fixture
def kg(graph: Path) -> Iterator[KnowledgeGraph]:
    with open_graph(graph) as opened:
        yield opened


def text_of(page: str) -> str:
    """A page's text, as a reader has it."""
    return html.unescape(re.sub(r"<[^>]*>", "", page.partition("<main>")[2]))


def test_every_paper_has_a_page_with_its_links_and_sentences(
    client: httpx.Client, kg: KnowledgeGraph
) -> None:
    for paper in list(kg.papers())[:12]:
        response = client.get(f"/paper/{paper_name(paper.id)}", headers=BROWSER)
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/html; charset=utf-8"
        shown = text_of(response.text)
        assert paper.title in shown
        assert paper.venue in shown
        for link in kg.links(paper=paper.id):
            concept = kg.concept(link.concept)
            assert concept is not None
            assert f'href="/concept/{concept_name(link.concept)}"' in response.text
            assert concept.name in shown
            for said in evidence(kg, link):
                assert said.sentence in shown
        for result in kg.results(paper=paper.id):
            assert result.claim.value in shown


def test_every_concept_has_a_page_with_its_papers(client: httpx.Client, kg: KnowledgeGraph) -> None:
    for concept in list(kg.concepts())[::6]:
        response = client.get(f"/concept/{concept_name(concept.id)}", headers=BROWSER)
        assert response.status_code == 200
        shown = text_of(response.text)
        assert all(alias in shown for alias in concept.aliases)
        for link in kg.links(concept=concept.id):
            assert f'href="/paper/{paper_name(link.paper)}"' in response.text
        for edge in kg.families():
            if concept.id == edge.member:
                assert f'href="/concept/{concept_name(edge.family)}"' in response.text


def test_every_link_of_the_first_page_leads_somewhere(client: httpx.Client) -> None:
    page = client.get("/", headers=BROWSER).text
    targets = set(re.findall(r'(?:href|src)="([^"]+)"', page))
    assert len(targets) > 60
    for target in sorted(targets):
        assert client.get(target, headers=BROWSER).status_code == 200, target


@pytest.mark.parametrize("media", FORMATS)
def test_an_iri_leads_to_the_triples_of_what_it_names(client: httpx.Client, media: str) -> None:
    for path in ("paper/p1", "concept/benchmark-gsm8k"):
        response = client.get(f"/{path}", headers={"Accept": media})
        assert response.headers["content-type"].partition(";")[0] == media
        triples = [quad.triple for quad in pyoxigraph.parse(response.content, FORMATS[media])]
        assert {triple.subject.value for triple in triples} == {f"{BASE}{path}"}
        assert len(triples) > 3


def test_whatever_an_iri_names_resolves(client: httpx.Client) -> None:
    query = "SELECT DISTINCT ?s { ?s a ?kind FILTER(STRSTARTS(STR(?s), STR(paper:)) || ?kind != pk:Paper) }"
    rows = client.get("/sparql", params={"query": query}).json()["results"]["bindings"]
    folders: dict[str, str] = {}
    for row in rows:
        path = row["s"]["value"].removeprefix(BASE)
        folders.setdefault(path.partition("/")[0], path)
    assert {"paper", "concept", "assertion", "mention", "claim"} <= set(folders)
    for path in folders.values():
        if "/" in path:
            assert client.get(f"/{path}", headers={"Accept": "text/turtle"}).status_code == 200, path
            page = client.get(f"/{path}", headers=BROWSER, follow_redirects=True)
            assert page.headers["content-type"].startswith("text/html"), path


def test_what_there_is_not_is_404(client: httpx.Client) -> None:
    for path in ("/paper/none", "/concept/none", "/nowhere", "/api/papers/none", "/api/concepts/none"):
        for accept in ("text/html", "text/turtle", "application/json"):
            response = client.get(path, headers={"Accept": accept})
            assert response.status_code == 404 or (path[1] != "a" and response.status_code == 406)


@pytest.mark.parametrize(
    ("path", "status", "title", "reason"),
    [
        ("/paper/none", 404, "Not found", "There is no paper none in this graph."),
        ("/no%3Cb%3Ewhere", 404, "Not found", "There is nothing at this address."),
        ("/?offset=x", 400, "Bad request", "Offset: a whole number, from 0."),
        ("/api/shared", 400, "Bad request", "Give the name of a concept as the parameter name."),
    ],
)
def test_a_browser_is_told_what_is_wrong_in_a_page(
    client: httpx.Client, path: str, status: int, title: str, reason: str
) -> None:
    response = client.get(path, headers=BROWSER)
    assert response.status_code == status
    assert response.headers["content-type"].startswith("text/html")
    assert f"{title}{reason}" in text_of(response.text)
    assert "<b>" not in response.text
    assert 'href="/explore"' in response.text  # and where to go on
    program = client.get(path)
    assert program.status_code == status
    assert program.json()["error"].lower() == reason.lower().removesuffix(".")


def test_another_host_is_told_in_a_page_too(client: httpx.Client) -> None:
    response = client.get("/", headers={**BROWSER, "Host": "evil.example"})
    assert response.status_code == 421
    assert "<p>This server does not go by the name evil.example.</p>" in response.text


def test_what_cannot_be_accepted_is_406(client: httpx.Client) -> None:
    assert client.get("/paper/p1", headers={"Accept": "image/png"}).status_code == 406


def test_the_editor_has_the_examples_and_nothing_of_others(client: httpx.Client) -> None:
    for path in ("/sparql", "/sparql?query=ASK%20%7B%7D"):
        response = client.get(path, headers=BROWSER)
        assert response.headers["content-type"].startswith("text/html")
        found = re.search(
            r'<script type="application/json" id="known">(.*?)</script>', response.text, re.DOTALL
        )
        assert found
        known = json.loads(found[1])
        assert [name for name, _, _ in known["examples"]] == [one.name for one in examples()]
    for asset in re.findall(r'(?:href|src)="(/assets/[^"]+)"', response.text):
        assert client.get(asset).status_code == 200
    assert not re.search(r"innerHTML|eval\(|https?://(?!w3id)", client.get("/assets/editor.js").text)


# JSON


def get(client: httpx.Client, path: str, **parameters: Any) -> Any:
    response = client.get(f"/api/{path}", params=parameters)
    assert response.status_code == 200, response.text
    return response.json()


def test_stats_count(client: httpx.Client, kg: KnowledgeGraph) -> None:
    stats = get(client, "stats")
    assert stats["papers"] == 60
    assert sum(stats["links"].values()) == sum(1 for _ in kg.links())


def test_papers_and_concepts_come_in_windows(client: httpx.Client, kg: KnowledgeGraph) -> None:
    ids = [
        paper["id"]
        for offset in range(0, 70, 7)
        for paper in get(client, "papers", offset=offset, limit=7)["papers"]
    ]
    assert ids == [paper.id for paper in kg.papers()]
    models = get(client, "concepts", kind="model")
    assert models["total"] == 9
    assert {concept["kind"] for concept in models["concepts"]} == {"model"}
    counts = [concept["papers"] for concept in models["concepts"]]
    assert counts == sorted(counts, reverse=True)


def test_a_paper_and_a_concept_say_what_links_say(client: httpx.Client, kg: KnowledgeGraph) -> None:
    record = get(client, "papers/p1")
    links = {(link["role"], link["concept"]["id"]) for link in record["links"]}
    assert links == {(str(link.role), link.concept) for link in kg.links(paper="p1")}
    for link in record["links"]:
        for sentence in link["sentences"]:
            assert sentence["sentence"][sentence["start"] : sentence["end"]] == link["concept"]["name"]
    concept = get(client, "concepts/benchmark-gsm8k", limit=1000)
    papers = {link["paper"]["id"] for link in concept["links"]}
    assert papers == {link.paper for link in kg.links(concept="benchmark:gsm8k")}


def test_shared_finds_a_name_however_it_is_spelt(client: httpx.Client, kg: KnowledgeGraph) -> None:
    found = get(client, "shared", name="gsm-8k", role="evaluates_on")
    expected = {k.paper for k in kg.links(concept="benchmark:gsm8k") if k.role == "evaluates_on"}
    assert {paper["id"] for paper in found["papers"]} == expected
    missing = client.get("/api/shared", params={"name": "GSM8"})
    assert missing.status_code == 404
    assert "did you mean: GSM8K?" in missing.json()["error"]


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        ("papers", {"offset": "-1"}),
        ("papers", {"limit": "many"}),
        ("papers", {"offset": "9" * 30}),
        ("concepts", {"kind": "nonsense"}),
        ("shared", {}),
        ("shared", {"name": " "}),
        ("shared", {"name": "GSM8K", "role": "likes"}),
    ],
)
def test_a_parameter_that_is_wrong_is_400(
    client: httpx.Client, path: str, parameters: dict[str, str]
) -> None:
    response = client.get(f"/api/{path}", params=parameters)
    assert response.status_code == 400
    assert response.json()["error"]


def test_openapi_describes_what_there_is(client: httpx.Client) -> None:
    described = get(client, "openapi.json")
    assert described["openapi"] == "3.1.0"
    names = {"/api/papers/{name}": "p1", "/api/concepts/{name}": "benchmark-gsm8k"}
    for path, ways in described["paths"].items():
        assert list(ways) == (["get", "post"] if path == "/sparql" else ["get"])
        parameters = {"name": "GSM8K", "query": "ASK {}", "key": "benchmark:gsm8k", "text": "gsm"}
        parameters |= {"from": "paper:p1", "to": "benchmark:gsm8k"}
        needed = {
            p["name"]: parameters[p["name"]]
            for p in ways["get"]["parameters"]
            if p["required"] and p["in"] == "query"
        }
        url = path.replace("{name}", names.get(path, ""))
        assert client.get(url, params=needed).status_code == 200, path


# The explorer


def test_the_explorer_may_ask_this_server_and_nobody_else(client: httpx.Client) -> None:
    response = client.get("/explore", headers=BROWSER)
    assert response.status_code == 200
    policy = response.headers.get_list("content-security-policy")
    assert len(policy) == 1
    assert policy[0].startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src 'self'" in policy[0]
    assert "frame-ancestors 'none'" in policy[0]
    assert not re.search(r"unsafe|https?:|\*", policy[0])
    assert response.headers["x-content-type-options"] == "nosniff"
    assert 'id="behind-' not in response.text


def test_the_explorer_asks_for_what_the_graph_says(client: httpx.Client, kg: KnowledgeGraph) -> None:
    start = get(client, "explore/start")
    keys = [node["key"] for node in start["nodes"]]
    links = {(keys[a], keys[b]) for a, b, *_ in start["links"]}
    assert {(f"paper:{link.paper}", link.concept) for link in kg.links()} <= links
    around = get(client, "explore/around", key="paper:p1")
    assert around["nodes"][around["opened"][0]]["key"] == "paper:p1"
    passing = get(client, "explore/passing", venue="Venue one", **{"from": 2021, "to": 2022})
    assert passing["total"] == sum(p.venue == "Venue one" and p.year in (2021, 2022) for p in kg.papers())


@pytest.mark.parametrize(
    ("path", "parameters"),
    [
        ("around", {}),
        ("around", {"key": ["paper:p1"] * 51}),
        ("find", {}),
        ("find", {"text": "x" * 1001}),
        ("passing", {"does": "likes"}),
        ("passing", {"from": "first"}),
        ("ways", {"from": "paper:p1"}),
    ],
)
def test_what_the_explorer_cannot_be_asked_is_400(
    client: httpx.Client, path: str, parameters: dict[str, Any]
) -> None:
    response = client.get(f"/api/explore/{path}", params=parameters)
    assert response.status_code == 400
    assert response.json()["error"]


def test_a_claim_whose_quote_lacks_its_number_is_nowhere(client: httpx.Client, kg: KnowledgeGraph) -> None:
    for paper in list(kg.papers())[:12]:
        shown = [(one.value, one.quote) for one in paper_card(kg, paper).claims]
        record = get(client, f"papers/{paper_name(paper.id)}")
        assert [(claim["value"], claim["quote"]) for claim in record["claims"]] == shown
