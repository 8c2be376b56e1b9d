"""Services on the loopback address that answer as is documented, and a clock that nobody waits for."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

pytest.importorskip("httpx")
pytest.importorskip("tenacity")
pytest.importorskip("defusedxml")

from paperkg.fetch import Clock, Fetched, fetch


@dataclass
class Request:
    method: str
    path: str
    parameters: dict[str, str]
    headers: dict[str, str]
    body: bytes = b""


@dataclass
class Reply:
    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    sent: int | None = None
    """How many bytes of the body are sent before the connection breaks; all, unless said."""


def as_json(value: object, **more: Any) -> Reply:
    return Reply(json.dumps(value).encode(), **more)


class Server:
    """Answers each request with what `answer` says; `first` replies go before, one a request."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.first: list[Reply] = []
        self.answer: Callable[[Request], Reply] = lambda _: Reply(status=404)
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                length = int(self.headers.get("content-length") or 0)
                parts = urlsplit(self.path)
                request = Request(
                    self.command,
                    parts.path,
                    dict(parse_qsl(parts.query, keep_blank_values=True)),
                    {name.lower(): value for name, value in self.headers.items()},
                    self.rfile.read(length),
                )
                outer.requests.append(request)
                reply = outer.first.pop(0) if outer.first else outer.answer(request)
                self.send_response(reply.status)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body[: reply.sent])
                if reply.sent is not None:
                    self.close_connection = True

            do_POST = do_GET  # noqa: N815

            def log_message(self, *_: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class Time:
    """A clock that goes on only when somebody sleeps."""

    def __init__(self) -> None:
        self.seconds = 1_800_000_000.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        if seconds:
            self.slept.append(seconds)
        self.seconds += seconds

    @property
    def clock(self) -> Clock:
        return Clock(lambda: self.seconds, self.sleep)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No keys, and no proxy between us and the loopback address."""
    for name in (
        "OPENALEX_API_KEY",
        "S2_API_KEY",
        "OPENREVIEW_USERNAME",
        "OPENREVIEW_PASSWORD",
        "PAPERKG_CONTACT",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "*")


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture
def time() -> Time:
    return Time()


@dataclass
class Work:
    """A folder to fetch into, with its cache; `told` has the lines that a user would see."""

    folder: Path
    server: Server
    time: Time
    told: list[str] = field(default_factory=list)

    @property
    def output(self) -> Path:
        return self.folder / "papers.jsonl"

    @property
    def partial(self) -> Path:
        return self.folder / "papers.jsonl.partial"

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    def fetch(self, service: str, query: str, **more: Any) -> Fetched:
        options = {"address": self.server.address, "cache": self.cache, "clock": self.time.clock} | more
        return fetch(service, query, self.output, tell=self.told.append, **options)

    def records(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.output.read_text("utf-8").splitlines()]


@pytest.fixture
def work(tmp_path: Path, server: Server, time: Time) -> Work:
    return Work(tmp_path, server, time)
