"""Answers that mean harm: too large, too slow, broken, endless, or leading astray."""

from __future__ import annotations

import gzip
import itertools
import json

import pytest

from paperkg.fetch import Clock, FetchError, session
from tests.fetch import services
from tests.fetch.conftest import Reply, Server, as_json

DEEP = b"[" * 100_000
BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    b'<feed xmlns="http://www.w3.org/2005/Atom"><title>&b;</title></feed>'
)
OUTSIDE = (
    b'<?xml version="1.0"?><!DOCTYPE collection [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    b'<collection id="2024.trees"><volume id="1"><paper id="1"><title>&x;</title></paper></volume>'
    b"</collection>"
)


@pytest.mark.parametrize(
    ("service", "body"),
    [
        ("openreview", b"<html>Sorry</html>"),
        ("openreview", b'{"notes": [{"id": "a"'),
        ("openreview", b'{"notes": {"id": "a"}}'),
        ("openreview", b'{"notes": [{"content": {}}]}'),
        ("openreview", b"[]"),
        ("openreview", DEEP),
        ("openreview", b"\xff\xfe\x00"),
        ("openreview", b'{"count": ' + b"9" * 5_000 + b"}"),
        ("semanticscholar", b'{"data": []' + b"}" * 2),
        ("semanticscholar", b'{"data": [], "token": {"a": 1}}'),
        ("semanticscholar", json.dumps({"data": [], "token": "x" * 10_000}).encode()),
        ("openalex", b'{"results": null}'),
        ("arxiv", b"<feed/>"),
        ("arxiv", b"<feed xmlns='http://www.w3.org/2005/Atom'>"),
        ("arxiv", b"<feed xmlns='http://www.w3.org/2005/Atom'/>"),
        ("arxiv", b"not xml"),
        ("arxiv", b"<?xml version='1.0' encoding='no-such'?><feed/>"),
        ("arxiv", BOMB),
        ("acl-", OUTSIDE),
        ("acl-", b"<html/>"),
    ],
)
def test_a_broken_page_is_asked_for_again_and_then_told(work, service, body):
    work.server.answer = lambda _: Reply(body)
    with pytest.raises(FetchError, match=r"what it answers cannot be read: .*; try again later"):
        work.fetch(service.rstrip("-"), "2024.trees")
    assert len(work.server.requests) == 3
    assert not list(work.cache.glob("*/*.zst")), "a broken page is not kept"
    assert not work.partial.exists()


def test_odd_values_do_not_stop_a_fetch(work):
    odd = {
        "id": ["x"],
        "display_name": 7,
        "publication_year": 10**30,
        "authorships": [None, {"author": "x"}, {"author": {"display_name": ["x"], "orcid": 3}}],
        "primary_location": "x",
        "locations": {"landing_page_url": "x"},
        "abstract_inverted_index": {"We": [0], "study": "x", "odd": [True, 10**30], "things": [2, None]},
        "topics": [{"display_name": None}],
        "cited_by_count": "many",
        "doi": 10,
    }
    surrogate = {"id": "S", "display_name": "\ud800", "abstract_inverted_index": {"\x1b[31m": [0]}}
    work.server.answer = lambda _: as_json({"meta": None, "results": [odd, surrogate, 7]})
    work.fetch("openalex", "trees")
    first, second = work.records()
    assert first["abstract"].startswith("We ")
    assert set(first) == {"abstract", "source"}
    assert (second["title"], second["abstract"]) == ("?", "\x1b[31m")


def test_an_answer_that_is_too_large(work, monkeypatch):
    monkeypatch.setattr(session, "MAX_BYTES", 10_000)
    work.server.answer = lambda _: Reply(b" " * 10_001)
    with pytest.raises(FetchError, match="answers with more than"):
        work.fetch("openreview", "trees")
    assert len(work.server.requests) == 1


def test_an_answer_that_is_too_large_once_unpacked(work, monkeypatch):
    monkeypatch.setattr(session, "MAX_BYTES", 2 << 20)
    body = gzip.compress(b" " * (session.MAX_BYTES + 1), compresslevel=1)
    assert len(body) < 20_000
    work.server.answer = lambda _: Reply(body, headers={"Content-Encoding": "gzip"})
    with pytest.raises(FetchError, match="answers with more than 2 MB"):
        work.fetch("openreview", "trees")


def test_a_packed_answer(work):
    listed = services.openreview(services.NOTES)

    def answer(request):
        return Reply(gzip.compress(listed(request).body), headers={"Content-Encoding": "gzip"})

    work.server.answer = answer
    assert work.fetch("openreview", "trees").papers == 3
    assert work.server.requests[0].headers["accept-encoding"] == "gzip"


@pytest.mark.parametrize("body", [gzip.compress(b'{"notes": []}')[:-6], b"not packed"])
def test_a_packed_answer_that_is_broken(work, body):
    work.server.answer = lambda _: Reply(body, headers={"Content-Encoding": "gzip"})
    with pytest.raises(FetchError, match="broke off"):
        work.fetch("openreview", "trees")


@pytest.mark.parametrize("packing", ["zstd", "br", "gzip, gzip"])
def test_a_packing_that_nobody_asked_for(work, packing):
    work.server.answer = lambda _: Reply(b"x", headers={"Content-Encoding": packing})
    with pytest.raises(FetchError, match="answers packed with"):
        work.fetch("openreview", "trees")


def test_an_answer_that_never_ends(work, monkeypatch):
    now = itertools.count(0, 400)  # seconds pass from look to look
    monkeypatch.setattr(session, "MAX_SECONDS", 300.0)
    work.server.answer = lambda _: as_json({"notes": []})
    with pytest.raises(FetchError, match="is too slow"):
        work.fetch("openreview", "trees", clock=Clock(lambda: float(next(now)), lambda _: None))


def test_a_service_that_says_nothing(work, monkeypatch):
    import httpx

    def silent(*_: object, **__: object) -> None:
        raise httpx.ReadTimeout("timed out")

    monkeypatch.setattr(httpx.Client, "stream", silent)
    with pytest.raises(FetchError, match="does not answer in time"):
        work.fetch("openreview", "trees")
    assert len(work.told) == 5


@pytest.mark.parametrize("service", ["openreview", "semanticscholar", "openalex"])
def test_pages_in_a_circle_end(work, service, monkeypatch):
    monkeypatch.setenv("OPENALEX_API_KEY", "k3y")
    answers = {
        "openreview": {"notes": services.NOTES[:1]},
        "semanticscholar": {"data": services.PAPERS[:1], "token": "again"},
        "openalex": {"results": services.WORKS[:1], "meta": {"next_cursor": "again"}},
    }
    work.server.answer = lambda _: as_json(answers[service])
    with pytest.raises(FetchError, match="go on and on"):
        work.fetch(service, "trees")
    assert len(work.server.requests) == 2


@pytest.mark.parametrize(
    "location",
    [
        "file:///etc/passwd",
        "ftp://example.org/x",
        "data:application/json,{}",
        "http://",
        "//",
        "http://[::1",
        "gopher://127.0.0.1:25/",
    ],
)
def test_a_redirect_to_what_is_not_the_web(work, location):
    work.server.answer = lambda _: Reply(status=302, headers={"Location": location})
    with pytest.raises(FetchError, match=r"no address|on and on|Invalid URL"):
        work.fetch("openreview", "trees")
    assert len(work.server.requests) <= 6


def test_no_redirect_from_https_to_http():
    import httpx

    asked = session.Session("Trees", "https://example.org", 0, "", "", session.Clock(), print)
    with pytest.raises(FetchError, match="from https down to http"):
        asked._target(httpx.URL("https://example.org/x"), "http://example.org/x")
    assert str(asked._target(httpx.URL("https://example.org/x"), "/y")) == "https://example.org/y"
    asked.close()


def test_redirects_that_never_end(work):
    work.server.answer = lambda request: Reply(status=302, headers={"Location": request.path + "x"})
    with pytest.raises(FetchError, match="sends us on and on"):
        work.fetch("openreview", "trees")
    assert len(work.server.requests) == 6


def test_a_redirect_elsewhere_takes_no_key_along(work, monkeypatch):
    monkeypatch.setenv("S2_API_KEY", "k3y")
    other = Server()
    try:
        other.answer = lambda _: as_json({"total": 1, "data": services.PAPERS[:1]})
        moved = {"Location": f"{other.address}/elsewhere"}
        work.server.answer = lambda _: Reply(status=307, headers=moved)
        assert work.fetch("semanticscholar", "trees").papers == 1
        assert "x-api-key" in work.server.requests[0].headers
        assert "x-api-key" not in other.requests[0].headers
    finally:
        other.close()


def test_a_login_is_sent_nowhere_else(work, monkeypatch):
    monkeypatch.setenv("OPENREVIEW_USERNAME", "ada@example.org")
    monkeypatch.setenv("OPENREVIEW_PASSWORD", "s3cret")
    work.server.answer = lambda _: Reply(status=307, headers={"Location": "/other"})
    with pytest.raises(FetchError, match="sends a login elsewhere"):
        work.fetch("openreview", "trees")
    assert [request.path for request in work.server.requests] == ["/login"]


@pytest.mark.parametrize(
    ("service", "name"), [("semanticscholar", "S2_API_KEY"), ("openalex", "OPENALEX_API_KEY")]
)
def test_no_key_goes_over_plain_http(work, monkeypatch, service, name):
    monkeypatch.setenv(name, "k3y")
    with pytest.raises(FetchError, match="over plain http") as failed:
        work.fetch(service, "trees", address="http://mirror.example.org")
    assert "k3y" not in str(failed.value)


def test_a_key_is_in_no_message_and_on_no_disk(work, monkeypatch):
    monkeypatch.setenv("OPENALEX_API_KEY", "k3y-s3cret")
    work.server.first = [Reply(status=500), Reply(b"broken")]
    work.server.answer = services.openalex(services.WORKS)
    work.fetch("openalex", "trees")
    work.server.answer = lambda _: Reply(status=400)
    with pytest.raises(FetchError) as failed:
        work.fetch("openalex", "shrubs")
    assert "s3cret" not in " ".join([str(failed.value), *work.told])
    files = [path for path in work.folder.rglob("*") if path.is_file()]
    assert files
    assert not any(b"s3cret" in path.read_bytes() for path in files)


@pytest.mark.parametrize(
    "address", ["file:///etc", "example.org", "ftp://example.org", "http://", "", "x" * 70_000]
)
def test_an_address_that_is_none(work, address):
    with pytest.raises(FetchError, match="no address"):
        work.fetch("openreview", "trees", address=address or "//")
    assert not work.server.requests


def test_ids_and_titles_name_no_file(work):
    bad = services.note("../../../evil", "../../evil", "We study evil.")
    work.server.answer = services.openreview([bad])
    work.fetch("openreview", "trees")
    names = {path.relative_to(work.folder).parts[0] for path in work.folder.rglob("*")}
    assert names == {"papers.jsonl", "cache"}
    assert {path.name for path in work.cache.rglob("*.zst")} == {"000000.zst", "000001.zst"}
