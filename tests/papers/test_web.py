"""Sources on the web, at a server on the loopback address: what it may answer, and what it may not do."""

from __future__ import annotations

import gzip
from types import SimpleNamespace

import pytest

pytest.importorskip("aiohttp")
pytest.importorskip("fsspec")
pytest.importorskip("httpx")

from paperkg.papers import SourceError, read, web
from tests.fetch.conftest import Reply, Request, server  # noqa: F401 (a fixture)
from tests.waiting import ended

LINE = b'{"id": "%d", "title": "On X", "abstract": "We study X."}\n'
LINES = b"".join(LINE % number for number in range(5_000))


@pytest.fixture
def ids(server):  # noqa: F811
    """Read what a path at the server holds."""

    def read_at(path: str, problems: list[object] | None = None) -> list[str]:
        return [paper.id for paper in read(f"{server.address}{path}", [] if problems is None else problems)]

    return read_at


def test_a_list_on_the_web(server, ids):  # noqa: F811
    server.answer = lambda _: Reply(LINES)
    assert ids("/papers.jsonl") == [str(number) for number in range(5_000)]


@pytest.mark.parametrize("packing", [{}, {"Content-Encoding": "gzip"}])
def test_a_packed_list_on_the_web(server, ids, packing):  # noqa: F811
    server.answer = lambda _: Reply(gzip.compress(LINES), headers=packing)
    assert len(ids("/papers.jsonl.gz")) == 5_000


def test_one_that_is_not_there(server, ids):  # noqa: F811
    with pytest.raises(SourceError, match="there is no such file; check the path"):
        ids("/papers.jsonl")


def test_one_that_cannot_be_had_now(server, ids):  # noqa: F811
    server.answer = lambda _: Reply(status=503)
    with pytest.raises(SourceError, match=r"cannot be reached \(503.*; check the address and your access"):
        ids("/papers.jsonl")


def test_one_that_breaks_off(server, ids):  # noqa: F811
    server.answer = lambda _: Reply(LINES, sent=len(LINES) // 2)
    with pytest.raises(SourceError, match=r"cannot be read .*; check the disk or the connection"):
        ids("/papers.jsonl")


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "ftp://example.org/x", "data:text/plain,x", "/on-and-on"]
)
def test_redirects_that_are_not_followed(server, ids, location):  # noqa: F811
    server.answer = lambda _: Reply(status=302, headers={"Location": location})
    with pytest.raises(SourceError, match="cannot be reached"):
        ids("/papers.jsonl")
    assert len(server.requests) <= 20


def test_a_redirect_that_is_followed(server, ids):  # noqa: F811
    def answer(request: Request) -> Reply:
        moved = Reply(status=301, headers={"Location": "/there.jsonl"})
        return Reply(LINES) if request.path == "/there.jsonl" else moved

    server.answer = answer
    assert len(ids("/papers.jsonl")) == 5_000


def test_no_redirect_from_https_down_to_http():
    (watch,) = web.options("https://example.org/x")["client_kwargs"]["trace_configs"]
    assert watch is web.options("https://example.org/y")["client_kwargs"]["trace_configs"][0]
    (look,) = watch.on_request_redirect

    def sent(location: str) -> None:
        response = SimpleNamespace(headers={"Location": location})
        asked = SimpleNamespace(url="https://example.org/x", response=response)
        ended(look(None, None, asked))

    sent("https://elsewhere.example.org/")
    sent("/y")
    with pytest.raises(OSError, match="from https down to http"):
        sent("http://example.org/x")


def test_the_look_at_redirects_is_taken(server, ids, monkeypatch):  # noqa: F811
    looked = web.options("https://example.org/x")
    monkeypatch.setattr(web, "options", lambda _: looked)
    monkeypatch.setattr(web, "leads_down", lambda *_: True)
    server.answer = lambda _: Reply(status=301, headers={"Location": "/there.jsonl"})
    with pytest.raises(SourceError, match=r"cannot be reached \(it sends us from https down to http\)"):
        ids("/papers.jsonl")


def test_a_glob_takes_only_what_is_listed_under_it(server, ids):  # noqa: F811
    outside = ("/secret.jsonl", "../up.jsonl", "file:///etc/x.jsonl", "http://example.org/y.jsonl")
    listed = "".join(f'<a href="{path}">x</a>' for path in ("good.jsonl", *outside)).encode()

    def answer(request: Request) -> Reply:
        if request.path == "/list/":
            return Reply(listed, headers={"Content-Type": "text/html"})
        return Reply(LINE % 7) if request.path == "/list/good.jsonl" else Reply(LINE % 666)

    server.answer = answer
    assert ids("/list/*.jsonl") == ["7"]
    assert {request.path for request in server.requests} <= {"/list/", "/list", "/list/good.jsonl"}


def test_what_unpacks_to_very_much_is_not_kept(server, ids):  # noqa: F811
    problems: list[object] = []
    body = LINE % 1 + b" " * (20 << 20) + b"\n" + LINE % 2
    server.answer = lambda _: Reply(gzip.compress(body, 1), headers={"Content-Encoding": "gzip"})
    assert ids("/papers.jsonl", problems) == ["1", "2"]
    assert "longer than 10 MB" in str(problems[0])
