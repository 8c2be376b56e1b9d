"""What each service is asked, and what is written of its answers; worked out by hand."""

from __future__ import annotations

import json

import pytest

from paperkg.fetch import FetchError
from paperkg.papers import read
from tests.fetch import services
from tests.fetch.conftest import Reply, Request, as_json


def test_openreview(work):
    work.server.answer = services.openreview(services.NOTES)
    fetched = work.fetch("openreview", "Trees.cc/2026/Conference")
    assert work.records() == [
        {
            "id": "aB1",
            "title": "Alder: Growing Trees",
            "abstract": "We present Alder.\nIt is tested on GSM8K.",
            "authors": ["Ada Alder", "Bo Birch"],
            "year": 2026,
            "venue": "Trees 2026 Poster",
            "url": "https://openreview.net/forum?id=aB1",
            "keywords": ["trees", "growth"],
            "areas": ["botany"],
            "source": "openreview",
        },
        {
            "id": "cD2",
            "title": "Birch Bends",
            "abstract": "Birch reaches 71.5% on GSM8K.",
            "authors": ["Bo Birch"],
            "year": 2026,
            "venue": "Trees.cc/2026/Conference",
            "url": "https://openreview.net/forum?id=cD2",
            "source": "openreview",
        },
        {
            "id": "eF3",
            "title": "Cedar <b>Creaks</b>",
            "abstract": "Cedar is α-stable \U0001f332.",
            "year": 2026,
            "venue": "Trees 2026 Oral",
            "url": "https://openreview.net/forum?id=eF3",
            "source": "openreview",
        },
    ]
    assert (fetched.papers, fetched.without_abstract, fetched.requests) == (3, 0, 3)
    assert [request.parameters.get("after") for request in work.server.requests] == [None, "cD2", "eF3"]
    assert {request.parameters["content.venueid"] for request in work.server.requests} == {
        "Trees.cc/2026/Conference"
    }


def test_openreview_as_it_was_before_version_2(work):
    old = {
        "id": "x",
        "forum": "x",
        "cdate": 1600000000000,
        "content": {"title": "Oak", "abstract": "Oak is old."},
    }
    work.server.answer = services.openreview([old])
    work.fetch("openreview", "Trees.cc/2020/Conference")
    assert [(paper["title"], paper["year"]) for paper in work.records()] == [("Oak", 2020)]


def test_openreview_with_an_account(work, monkeypatch):
    monkeypatch.setenv("OPENREVIEW_USERNAME", "ada@example.org")
    monkeypatch.setenv("OPENREVIEW_PASSWORD", "s3cret")
    listed = services.openreview(services.NOTES)

    def answer(request: Request) -> Reply:
        if request.path == "/login":
            assert request.method == "POST"
            assert json.loads(request.body) == {"id": "ada@example.org", "password": "s3cret"}
            return as_json({"token": "t0ken", "user": {"profile": {"id": "~Ada1"}}})
        known = request.headers.get("authorization") == "Bearer t0ken"
        challenge = {"name": "ChallengeRequiredError", "message": "Challenge required"}
        return listed(request) if known else as_json(challenge, status=403)

    work.server.answer = answer
    assert work.fetch("openreview", "Trees.cc/2026/Conference").papers == 3
    assert [request.path for request in work.server.requests].count("/login") == 1


def test_openreview_without_one_says_what_it_wants(work):
    work.server.answer = lambda _: as_json({"message": "Challenge required"}, status=403)
    with pytest.raises(
        FetchError, match=r"403 \(Challenge required\); .* OPENREVIEW_USERNAME and OPENREVIEW_PASSWORD"
    ):
        work.fetch("openreview", "Trees.cc/2026/Conference")


@pytest.mark.parametrize("reply", [{"mfaPending": True}, {"token": "a\nb"}, {"token": {}}])
def test_a_login_that_gives_no_token(work, monkeypatch, reply):
    monkeypatch.setenv("OPENREVIEW_USERNAME", "ada@example.org")
    monkeypatch.setenv("OPENREVIEW_PASSWORD", "s3cret")
    work.server.answer = lambda _: as_json(reply)
    with pytest.raises(FetchError, match="more than a password"):
        work.fetch("openreview", "Trees.cc/2026/Conference")


def test_arxiv(work):
    work.server.answer = services.arxiv(services.ENTRIES)
    work.fetch("arxiv", "cat:cs.CL AND abs:benchmark")
    first, second, third = work.records()
    assert first == {
        "id": "2402.00001",
        "title": "Alder: Growing Trees",
        "abstract": "We present Alder. It is tested on GSM8K.",
        "authors": ["Ada Alder"],
        "year": 2024,
        "venue": "Journal of Trees 7 (2024)",
        "doi": "10.1000/trees.7",
        "arxiv": "2402.00001",
        "url": "https://arxiv.org/abs/2402.00001",
        "areas": ["cs.CL"],
        "source": "arxiv",
    }
    assert (second["title"], second["authors"]) == ("Birch < Bends", ["Bo Birch", "Cy Cedar"])
    assert third["id"] == "cs/0102003"
    asked = [request.parameters for request in work.server.requests]
    assert [given["start"] for given in asked] == ["0", "2"]
    assert asked[0]["search_query"] == "cat:cs.CL AND abs:benchmark"
    assert (asked[0]["sortBy"], asked[0]["sortOrder"]) == ("submittedDate", "ascending")
    assert work.time.slept == [3.0], "one request in three seconds, as its terms ask"


def test_arxiv_gives_no_more_than_it_gives(work):
    work.server.answer = services.arxiv(services.ENTRIES, total=48_123)
    with pytest.raises(
        FetchError, match=r"48,123 papers match, and it gives at most 30,000 .* submittedDate"
    ):
        work.fetch("arxiv", "cat:cs.CL")
    assert len(work.server.requests) == 1


def test_arxiv_is_asked_again_when_a_page_comes_empty(work):
    work.server.first = [Reply(services.feed([], 3))]
    work.server.answer = services.arxiv(services.ENTRIES)
    assert work.fetch("arxiv", "cat:cs.CL").papers == 3


def test_arxiv_says_what_it_does_not_understand(work):
    said = (
        "<entry><id>http://arxiv.org/api/errors#malformed</id><title>Error</title>"
        "<summary>malformed query</summary></entry>"
    )
    work.server.answer = lambda _: Reply(services.feed([said], 1))
    with pytest.raises(FetchError, match="does not understand the query"):
        work.fetch("arxiv", "cat:(")


def test_openalex(work, monkeypatch):
    monkeypatch.setenv("OPENALEX_API_KEY", "k3y")
    work.server.answer = services.openalex(services.WORKS)
    fetched = work.fetch("openalex", "publication_year:2024,type:article")
    assert work.records() == [
        {
            "id": "W1",
            "title": "Alder: Growing Trees",
            "abstract": "We present Alder, it is tested on GSM8K.",
            "authors": ["Ada Alder", "Bo Birch"],
            "orcids": ["0000-0002-1825-0097", ""],
            "year": 2024,
            "venue": "Journal of Trees",
            "doi": "10.1000/trees.1",
            "arxiv": "2402.00001",
            "url": "https://doi.org/10.1000/trees.1",
            "areas": ["Growth of Trees"],
            "citations": 7,
            "source": "openalex",
        },
        {
            "id": "W2",
            "title": "Birch Bends",
            "abstract": "Birch bends Birch",
            "year": 2025,
            "citations": 0,
            "source": "openalex",
        },
    ]
    assert fetched.without_abstract == 1
    asked = [request.parameters for request in work.server.requests]
    assert [given["cursor"] for given in asked] == ["*", "at=2", "at=4"]
    assert {given["filter"] for given in asked} == {"publication_year:2024,type:article"}
    assert "search" not in asked[0]


def test_openalex_without_a_key_goes_by_page_number_and_searches_words(work):
    many = [{**services.WORKS[1], "id": f"https://openalex.org/W{number}"} for number in range(250)]
    work.server.answer = services.openalex(many)
    assert work.fetch("openalex", "benchmarks for agents").papers == 250
    asked = [request.parameters for request in work.server.requests]
    assert [given["page"] for given in asked] == ["1", "2", "3"]
    assert asked[0]["search"] == "benchmarks for agents"


def test_openalex_without_a_key_says_when_it_is_too_much(work):
    work.server.answer = lambda _: as_json({"meta": {"count": 10_001}, "results": services.WORKS})
    with pytest.raises(FetchError, match=r"10,001 works match, .* get a free key .* OPENALEX_API_KEY"):
        work.fetch("openalex", "trees")


def test_semantic_scholar(work, monkeypatch):
    monkeypatch.setenv("S2_API_KEY", "k3y")
    work.server.answer = services.semantic_scholar(services.PAPERS)
    fetched = work.fetch("semanticscholar", '"agent benchmark" + safety')
    assert work.records() == [
        {
            "id": "f00d",
            "title": "Alder: Growing Trees",
            "abstract": "We present Alder. It is tested on GSM8K.",
            "authors": ["Ada Alder", "Bo Birch"],
            "orcids": ["0000-0002-1825-0097", ""],
            "year": 2024,
            "venue": "Journal of Trees",
            "doi": "10.1000/trees.1",
            "arxiv": "2402.00001",
            "url": "https://www.semanticscholar.org/paper/f00d",
            "areas": ["Computer Science"],
            "citations": 7,
            "source": "semanticscholar",
        },
        {"id": "beef", "title": "Birch Bends", "abstract": "Birch bends.", "source": "semanticscholar"},
    ]
    assert fetched.without_abstract == 1
    assert [request.parameters.get("token") for request in work.server.requests] == [None, "T2"]
    assert {request.headers["x-api-key"] for request in work.server.requests} == {"k3y"}
    assert work.time.slept == [1.0], "one request a second with a key"


def test_semantic_scholar_without_a_key_is_asked_less_often(work):
    work.server.answer = services.semantic_scholar(services.PAPERS)
    work.fetch("semanticscholar", "trees")
    assert work.time.slept == [3.0]


def test_acl_one_volume(work):
    work.server.answer = lambda _: Reply(services.COLLECTION.encode())
    fetched = work.fetch("acl", "2024.trees-long")
    assert work.records() == [
        {
            "id": "2024.trees-long.1",
            "title": "Alder: Growing Trees",
            "abstract": "We present Alder, 2\\times as fast on GSM8K.",
            "authors": ["Ada Alder", "Bo Birch", "Cedar"],
            "orcids": ["0000-0002-1825-0097", "", ""],
            "year": 2024,
            "venue": "Proceedings of the Tree Meeting",
            "doi": "10.18653/v1/2024.trees-long.1",
            "url": "https://aclanthology.org/2024.trees-long.1/",
            "source": "acl",
        }
    ]
    assert (fetched.without_abstract, [request.path for request in work.server.requests]) == (
        1,
        ["/2024.trees.xml"],
    )


def test_acl_all_volumes_of_a_collection(work):
    work.server.answer = lambda _: Reply(services.COLLECTION.encode())
    work.fetch("acl", "2024.trees")
    assert [paper["id"] for paper in work.records()] == ["2024.trees-long.1", "2024.trees-short.1"]


@pytest.mark.parametrize(
    "query", ["../../secret", "2024.acl/../x", "acl", "2024.acl-long.1", "P19-1?x", "２０２４.acl"]
)
def test_acl_asks_only_for_names_of_volumes(work, query):
    with pytest.raises(FetchError, match="no volume of it"):
        work.fetch("acl", query)
    assert not work.server.requests


def test_acl_volume_that_is_not_there(work):
    work.server.answer = lambda _: Reply(services.COLLECTION.encode())
    with pytest.raises(FetchError, match=r"no volume demo in 2024\.trees"):
        work.fetch("acl", "2024.trees-demo")


@pytest.mark.parametrize(
    ("service", "answer"),
    [
        ("openreview", services.openreview(services.NOTES)),
        ("arxiv", services.arxiv(services.ENTRIES)),
        ("openalex", services.openalex(services.WORKS)),
        ("semanticscholar", services.semantic_scholar(services.PAPERS)),
    ],
)
def test_what_is_written_can_be_read(work, service, answer):
    work.server.answer = answer
    work.fetch(service, "trees")
    problems: list[object] = []
    papers = list(read(work.output, problems))
    assert problems == []
    written = work.records()
    for name in ("id", "title", "abstract", "venue", "url"):
        assert [getattr(paper, name) for paper in papers] == [one.get(name, "") for one in written]
    for name in ("authors", "keywords"):
        assert [list(getattr(paper, name)) for paper in papers] == [one.get(name, []) for one in written]
    assert [paper.year for paper in papers] == [one.get("year") for one in written]
