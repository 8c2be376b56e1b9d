"""What a hostile client may try, on a server that runs: it is refused or cut off, and others are served."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from paperkg.graph import Contents, Entry, save
from paperkg.model import Concept, Extraction, Kind, Link, Mention, Paper, Role
from paperkg.serve.app import _Guard
from paperkg.sparql import Question, cached
from paperkg.sparql.worker import Order, message
from tests.serve.conftest import LIMITS, Server, running
from tests.sparql.test_guard import DISGUISED, FROM

LATEST = LIMITS["seconds"] + 20  # the deadline, and what a loaded machine adds to it
SECRET = "root:x:0:0"  # what /etc/passwd begins with


class Trap:
    """A place on loopback that counts who connects to it."""

    def __init__(self) -> None:
        self.caught = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            self.caught += 1
            connection.close()


@pytest.fixture(scope="module")
def trap() -> Trap:
    return Trap()


def is_served(client: httpx.Client, within: float = LATEST) -> None:
    """Somebody else's query is answered, and rightly."""
    start = time.monotonic()
    response = client.get("/sparql", params={"query": "SELECT (COUNT(*) AS ?n) { ?x a pk:Paper }"})
    assert response.status_code == 200, response.text
    assert response.json()["results"]["bindings"][0]["n"]["value"] == "60"
    assert time.monotonic() - start < within


@pytest.fixture(autouse=True)
def _others_are_served(client: httpx.Client) -> Iterator[None]:
    yield
    is_served(client)


# other servers, and files


@pytest.mark.parametrize("query", [*DISGUISED.values(), *FROM], ids=lambda query: query[:60])
def test_no_query_reaches_out(client: httpx.Client, trap: Trap, query: str) -> None:
    aimed = query.replace("127.0.0.1:9", f"127.0.0.1:{trap.port}")
    response = client.post("/sparql", data={"query": aimed})
    assert response.status_code == 403
    assert "refused" in response.json()["error"]
    assert SECRET not in response.text
    assert trap.caught == 0


@pytest.mark.parametrize("name", ["default-graph-uri", "named-graph-uri"])
@pytest.mark.parametrize("place", ["file:///etc/passwd", "http://127.0.0.1:{port}/"])
def test_no_graph_is_fetched(client: httpx.Client, trap: Trap, name: str, place: str) -> None:
    query = "SELECT * { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } }"
    response = client.get("/sparql", params={"query": query, name: place.format(port=trap.port)})
    assert response.json()["results"]["bindings"] == []
    assert trap.caught == 0


@pytest.mark.parametrize("update", ["LOAD <http://127.0.0.1:{port}/>", "LOAD SILENT <file:///etc/passwd>"])
def test_nothing_is_loaded(client: httpx.Client, trap: Trap, update: str) -> None:
    aimed = update.format(port=trap.port)
    assert client.post("/sparql", data={"update": aimed}).status_code == 403
    assert client.post("/sparql", data={"query": aimed}).status_code == 400
    direct = {"Content-Type": "application/sparql-update"}
    assert client.post("/sparql", content=aimed, headers=direct).status_code == 403
    assert trap.caught == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot give up the right to open files")
@pytest.mark.parametrize("silent", ["", "SILENT"])
def test_a_worker_could_not_reach_out_if_it_wanted(graph: Path, trap: Trap, silent: str) -> None:
    """The guard is taken away here: what is left is that the process can open nothing."""
    code = (
        "import sys, paperkg.sparql.answer as answer; answer.check = lambda *_, **__: None\n"
        "from paperkg.sparql.worker import main; main(*sys.argv[1:])"
    )
    limits = '{"worker_bytes": 2000000000, "answer_bytes": 10000, "answer_triples": 10}'
    query = f"SELECT * {{ SERVICE {silent} <http://127.0.0.1:{trap.port}/> {{ ?s ?p ?o }} }}"
    with cached(graph) as cache:
        done = subprocess.run(
            [sys.executable, "-c", code, str(cache.path), limits],
            input=message(Order(Question(query), "csv", None)),
            capture_output=True,
            timeout=30,
        )
    assert done.stdout.startswith(b"ready\n{")
    assert trap.caught == 0


# queries that never end, or take everything

MANY = "?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l"
DOUBLED = " ".join(f"BIND(CONCAT(?x{n}, ?x{n}) AS ?x{n + 1})" for n in range(40))
OPTIONALS = (f"OPTIONAL {{ ?a{n} ?b{n} ?c{n} }}" for n in range(9))
ENDLESS = {
    "a cross product": f"SELECT (COUNT(*) AS ?n) {{ {MANY} }}",
    "a sorted cross product": f"SELECT * {{ {MANY} }} ORDER BY ?a ?l ?d LIMIT 1",
    "a distinct cross product": f"SELECT DISTINCT ?a ?d ?g {{ {MANY} }} OFFSET 100000000",
    "an empty cross product": f"ASK {{ {MANY} FILTER(?a = ?nothing) }}",
    "a grouped cross product": f'SELECT (GROUP_CONCAT(?c; separator="") AS ?x) {{ {MANY} }}',
    "a constructed cross product": f"CONSTRUCT {{ ?a ?e ?i }} {{ {MANY} FILTER(?a = ?l && ?a != ?l) }}",
    "a described cross product": f"DESCRIBE ?a {{ {MANY} FILTER(?a = ?l && ?a != ?l) }}",
    "paths everywhere": "ASK { ?a (!<a:b>|!<a:c>)* ?b . ?b (!<a:b>|^!<a:c>)+ ?c FILTER(?c = ?none) }",
    "a regular expression for each of many": (
        f'SELECT (COUNT(*) AS ?n) {{ {MANY} FILTER(REGEX(CONCAT(STR(?c), STR(?l)), "(h.*)*p.*y")) }}'
    ),
    "EXISTS for each of many": (
        "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f FILTER NOT EXISTS { ?a ?e ?x . ?y ?b ?z . ?x ?w ?z } }"
    ),
    "many OPTIONAL": "SELECT (COUNT(*) AS ?n) { " + " ".join(OPTIONALS) + " }",
    "many UNION": "SELECT (COUNT(*) AS ?n) { "
    + " ".join("{ ?a ?b ?c } UNION { ?d ?e ?f }" for _ in range(9))
    + " }",
    "a path of 450 steps": "SELECT * { ?s " + "/".join(["<a:b>"] * 450) + " ?o }",
    "450 patterns": "SELECT * { " + " ".join(f"?s{n} ?p{n} ?o{n} ." for n in range(450)) + " }",
}
LARGE = {
    "a text that doubles forty times": f'SELECT * {{ BIND("{"x" * 1000}" AS ?x0) {DOUBLED} }}',
    "an answer without end": "SELECT * { ?a ?b ?c . ?d ?e ?f }",
    "a graph without end": "CONSTRUCT { ?a ?e ?c } { ?a ?b ?c . ?d ?e ?f }",
    "brackets": "SELECT * " + "{" * 9000 + "}" * 9000,
    "brackets that stay open": "SELECT * " + "{" * 50_000,
    "parentheses": "SELECT * { FILTER(" + "(" * 9000 + "1" + ")" * 9000 + ") }",
    "negations": "SELECT * { FILTER(" + "!" * 60_000 + "true) }",
    "sums": "SELECT * { FILTER(" + "1+" * 30_000 + "1) }",
    "alternatives": "SELECT * { FILTER(" + "?x||" * 15_000 + "true) }",
    "differences": "SELECT * { BIND(1" + "-1" * 30_000 + " AS ?x) }",
    "unions": "SELECT * { {}" + "UNION{}" * 8000 + " }",
    "a path of 1500 steps": "SELECT * { ?s " + "/".join(["<a:b>"] * 1500) + " ?o }",
    "1500 patterns": "SELECT * { " + " ".join(f"?s{n} ?p{n} ?o{n} ." for n in range(1500)) + " }",
    "much to describe": "DESCRIBE " + "<a:b> " * 9000,
    "sub-selects": "SELECT * " + "{ SELECT * " * 3000 + "{}" + "}" * 3000,
    "EXISTS in EXISTS": "SELECT * {" + " FILTER EXISTS {" * 3000 + "}" * 3001,
    "lists in lists": "SELECT * { " + "(" * 3000 + "1" + ")" * 3000 + " ?p ?o }",
    "IF in IF": "SELECT * { FILTER(" + "IF(" * 3000 + "1,1,1" + ",1,1)" * 2999 + ")) }",
    "a broken giant literal": 'ASK { ?s ?p "' + "x" * 60_000,
    "a giant list of quotes": "ASK { ?s ?p " + "'\\" * 25_000,
    "a giant list of less-than": "#service\nASK { " + "<a" * 25_000,
    "NUL": "ASK { \0 }",
}
HARMLESS = {
    "a giant literal": 'ASK { ?s ?p "' + "x" * 60_000 + '" }',
    "a giant IRI": "ASK { ?s ?p <http://x/" + "x" * 60_000 + "> }",
    "a giant number": "ASK { ?s ?p " + "9" * 60_000 + " }",
    "a giant name": "ASK { ?" + "x" * 60_000 + " ?p ?o }",
    "a giant comment": "ASK { #" + "x" * 60_000 + "\n}",
    "escapes": 'ASK { ?s ?p "' + "\\u0022" * 9_000 + '" }',
    "values": "ASK { VALUES ?x { " + "1 " * 20_000 + "} }",
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_query_ends_at_its_deadline(client: httpx.Client, name: str) -> None:
    start = time.monotonic()
    response = client.post("/sparql", data={"query": ENDLESS[name]})
    assert time.monotonic() - start < LATEST
    assert response.status_code in (400, 408), response.text  # 400: it had the memory that it may have before
    assert response.json()["error"].startswith("the query")


@pytest.mark.parametrize("name", LARGE)
def test_a_query_that_is_too_much_is_turned_away(client: httpx.Client, name: str) -> None:
    start = time.monotonic()
    headers = {"Content-Type": "application/sparql-query"}
    response = client.post("/sparql", content=LARGE[name], headers=headers)
    assert time.monotonic() - start < LATEST
    assert response.status_code in (400, 403, 408), response.text
    assert len(response.content) < 2000


@pytest.mark.parametrize("name", HARMLESS)
def test_a_query_that_is_only_large_is_answered(client: httpx.Client, name: str) -> None:
    headers = {"Content-Type": "application/sparql-query"}
    response = client.post("/sparql", content=HARMLESS[name], headers=headers)
    assert "boolean" in response.json()


def test_many_endless_queries_do_not_shut_out_a_short_one(client: httpx.Client, server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as hostile, ThreadPoolExecutor(6) as threads:
        query = {"query": ENDLESS["a cross product"]}
        asked = [threads.submit(hostile.post, "/sparql", data=query) for _ in range(6)]
        assert client.get("/paper/p1").status_code == 200
        assert client.get("/sparql", params={"query": "ASK {}"}).json()["boolean"] is True
        answers = [answer.result() for answer in asked]
    assert {answer.status_code for answer in answers} <= {408, 503}
    assert any("others were waiting" in answer.text for answer in answers)


def test_more_queries_than_can_wait_are_turned_away(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as hostile, ThreadPoolExecutor(12) as threads:
        query = {"query": ENDLESS["a cross product"]}
        asked = [threads.submit(hostile.post, "/sparql", data=query) for _ in range(12)]
        answers = [answer.result() for answer in asked]
    busy = [answer for answer in answers if "too many queries are waiting" in answer.text]
    assert busy, "two run, and eight may wait"
    assert {(answer.status_code, answer.headers["retry-after"]) for answer in busy} == {(503, "5")}


def test_a_query_of_a_client_that_has_gone_ends(graph: Path) -> None:
    """The one worker may take ten minutes over a query: others are served only if it ends with its client."""
    endless = f"query={httpx.QueryParams({'q': ENDLESS['a cross product']})['q']}".encode()
    with (
        cached(graph) as cache,
        running(cache.path, cache.digest, graph, workers=1, seconds=600, fair_seconds=600) as patient,
        httpx.Client(base_url=patient.address, timeout=60) as other,
    ):
        for _ in range(3):
            with raw(patient) as connection:
                connection.sendall(post(endless))
                time.sleep(0.2)
        is_served(other, within=60)


def workers(server: Server) -> list[str]:
    if not Path("/proc").is_dir():
        pytest.skip("needs /proc")
    children = Path(f"/proc/{server.process}/task").glob("*/children")
    return [child for file in children for child in file.read_text().split()]


# clients that dawdle


@contextmanager
def raw(server: Server) -> Iterator[socket.socket]:
    with socket.create_connection((server.host, server.port), timeout=30) as connection:
        yield connection


def post(body: bytes, *headers: str, length: int | None = None) -> bytes:
    lines = [
        "POST /sparql HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body) if length is None else length}",
        *headers,
    ]
    return "\r\n".join([*lines, "", ""]).encode() + body


def is_cut_off(connection: socket.socket) -> bool:
    """Whether the server ends the connection in a time that it may take."""
    connection.settimeout(LIMITS["patience"] + 20)
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        return True
    return True


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"G",
        b"GET /sparql?query=ASK%20%7B%7D HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
        post(b"query=", length=1000),
        post(b"query=ASK", "Expect: 100-continue", length=1000),
        b"POST /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Type: application/sparql-query\r\n\r\n5\r\nASK {\r\n",
        b"\r\n\r\n\r\n",
    ],
)
def test_a_request_that_does_not_arrive_is_cut_off(server: Server, sent: bytes) -> None:
    with raw(server) as connection:
        connection.sendall(sent)
        assert is_cut_off(connection)


def test_drops_of_a_request_do_not_win_time(server: Server) -> None:
    with raw(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        start = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - start < LIMITS["patience"] + 20:
                connection.sendall(b"X: y\r\n")
                time.sleep(0.1)
        assert time.monotonic() - start < LIMITS["patience"] + 19


def test_many_that_dawdle_do_not_shut_out_one_that_does_not(server: Server, client: httpx.Client) -> None:
    with ExitStack() as stack:
        for number in range(int(LIMITS["connections"]) * 3):
            connection = stack.enter_context(raw(server))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" if number % 2 else b"")
        with httpx.Client(base_url=server.address) as other:
            is_served(other)
            assert other.get("/").status_code == 200


def test_one_that_does_not_take_its_answer_is_cut_off(graph: Path) -> None:
    query = b"query=SELECT+*+%7B+%3Fa+%3Fb+%3Fc+%7D+LIMIT+3000"
    with (
        cached(graph) as cache,
        running(cache.path, cache.digest, graph) as own,  # so that nobody else's sockets come and go
        ExitStack() as stack,
    ):
        quiet = sockets(own)
        for _ in range(3):
            connection = stack.enter_context(raw(own))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(post(query) * 40)
        until(lambda: sockets(own) >= quiet + 3)
        until(lambda: sockets(own) <= quiet)
        with httpx.Client(base_url=own.address, timeout=60) as other:
            is_served(other)


def until(is_so: Callable[[], bool]) -> None:
    start = time.monotonic()
    while not is_so():
        assert time.monotonic() - start < LATEST
        time.sleep(0.02)


def sockets(server: Server) -> int:
    """How many sockets the server has open."""
    if not Path("/proc").is_dir():
        pytest.skip("needs /proc")
    opened = 0
    for file in Path(f"/proc/{server.process}/fd").iterdir():
        with contextlib.suppress(OSError):  # closed in the meantime
            opened += str(file.readlink()).startswith("socket:")
    return opened


def test_requests_in_a_row_on_one_connection_are_each_answered(server: Server) -> None:
    with raw(server) as connection:
        connection.sendall(post(b"query=ASK+%7B%7D") * 10)
        received = b""
        while received.count(b'"boolean":true') < 10:
            chunk = connection.recv(1 << 16)
            assert chunk
            received += chunk


# requests that are too long


def test_a_body_that_is_too_long(client: httpx.Client) -> None:
    assert client.post("/sparql", data={"query": "#" * 70_000}).status_code == 413
    headers = {"Content-Type": "application/sparql-query"}
    chunks = (b"#" * 1000 for _ in range(100))
    assert client.post("/sparql", content=chunks, headers=headers).status_code == 413


def test_a_body_that_says_to_be_too_long_is_not_waited_for(server: Server) -> None:
    with raw(server) as connection:
        connection.sendall(post(b"query=", length=10**12))
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("length", ["-1", "1e3", "0x10", "9" * 5000, "1, 2", ""])
def test_a_length_that_is_none(server: Server, length: str) -> None:
    with raw(server) as connection:
        connection.sendall(
            post(b"query=ASK+%7B%7D").replace(b"Content-Length: 16", f"Content-Length: {length}".encode())
        )
        assert connection.recv(1 << 16).startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 "))


def test_parameters_without_number(client: httpx.Client) -> None:
    assert client.post("/sparql", data={f"x{n}": "y" for n in range(500)}).status_code == 400


def test_a_body_that_is_compressed(client: httpx.Client) -> None:
    headers = {"Content-Type": "application/sparql-query", "Content-Encoding": "gzip"}
    assert client.post("/sparql", content=b"\x1f\x8b bomb", headers=headers).status_code == 415


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /" + b"x" * 200_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 40_000 + b"\r\n",
    ],
    ids=["path", "header", "headers"],
)
def test_a_head_that_is_too_long(server: Server, request_: bytes) -> None:
    with raw(server) as connection:
        try:
            connection.sendall(request_)
            answer = connection.recv(1 << 16)
        except ConnectionError:
            return
        assert answer == b"" or answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 431 "))


# paths

PATHS = [
    *("/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/assets/../../../etc/passwd"),
    *("/assets/..%2f..%2f..%2fetc%2fpasswd", "/assets/%2e%2e%5c%2e%2e%5cetc%5cpasswd", "//etc/passwd"),
    *("/assets//etc/passwd", "/assets/%00", "/assets/site.css%00.js", "/assets/", "/assets/app.py"),
    *("/paper/..%2F..%2Fgraph.sqlite", "/paper/%2e%2e", "/paper/.", "/graph.sqlite", "/.sparql/lock"),
    *("/concept/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/concept/x%3E%20%3Fp%20%3Fo", "/claim/%22"),
    *(
        "/api/papers/..%2f..%2f",
        "/api/concepts/%F0%9F%A7%AE",
        "/sparql/../api/%00",
        "/sparql%00",
        "/\\..\\..",
    ),
    *("/paper/" + "x" * 5000, "/paper/p1/", "/paper//p1", "/paper/p1;x", "/%", "/%zz", "/sparql/x"),
    "file:///etc/passwd",
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:40])
def test_no_path_leads_to_a_file(server: Server, path: str) -> None:
    with raw(server) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        response = http.client.HTTPResponse(connection)
        response.begin()
        body = response.read()
    assert response.status in (400, 404), response.status
    assert SECRET.encode() not in body
    assert b"SQLite" not in body
    assert b"<script>alert" not in body
    assert response.headers["content-type"] != "text/html"


# headers


@pytest.mark.parametrize(
    ("hosts", "statuses"),
    [
        (["evil.example"], (421,)),
        (["evil.example:80"], (421,)),
        (["127.0.0.1.evil.example"], (421,)),
        (["localhost.evil.example"], (421,)),
        (["evil.example#127.0.0.1"], (400,)),
        (["evil.example/127.0.0.1"], (400,)),
        (["127.0.0.1@evil.example"], (400,)),
        (["127.0.0.1> <http://evil"], (400,)),
        (["127.0.0.1:99999999"], (400,)),
        (["127.0.0.1", "evil.example"], (400,)),
        ([""], (400,)),
        ([], (400,)),
        (["127.0.0.1\r\n evil.example"], (400,)),
        (["LOCALHOST"], (200,)),
        (["localhost:1"], (200,)),
    ],
)
def test_the_host_must_be_this_one(server: Server, hosts: list[str], statuses: tuple[int, ...]) -> None:
    head = "".join(f"Host: {host}\r\n" for host in hosts)
    with raw(server) as connection:
        connection.sendall(f"GET /sparql HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode())
        response = http.client.HTTPResponse(connection)
        response.begin()
        body = response.read()
    assert response.status in statuses
    if response.status != 200:
        assert b"sparql-service-description" not in body


# pages of other sites, in the browser of somebody who serves a graph for himself

ELSEWHERE = {
    "a script that fetches": {"Origin": "https://evil.example"},
    "another port of this machine": {"Origin": "http://127.0.0.1:1"},
    "a file": {"Origin": "null"},
    "a name that begins alike": {"Origin": "{site}.evil.example"},
    "a name that ends alike": {"Origin": "http://evil-{host}"},
    "an image": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    "a script of another port": {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "no-cors"},
    "a fetch that says both": {
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "cors",
        "Origin": "https://evil.example",
    },
}
OWN = {
    "no browser": {},
    "the editor": {"Origin": "{site}"},
    "the editor, today": {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Origin": "{site}"},
    "an address that is typed": {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"},
    "a link from elsewhere": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
}


def spelt(headers: dict[str, str], server: Server) -> dict[str, str]:
    host = f"{server.host}:{server.port}"
    return {name: value.format(site=server.address, host=host) for name, value in headers.items()}


@pytest.mark.parametrize(
    "path", ["/sparql?query=ASK%20%7B%7D", "/api/stats", "/paper/p1", "/.well-known/void"]
)
@pytest.mark.parametrize("name", ELSEWHERE)
def test_pages_of_other_sites_are_turned_away(
    client: httpx.Client, server: Server, name: str, path: str
) -> None:
    headers = spelt(ELSEWHERE[name], server)
    for method in ("GET", "POST", "OPTIONS") if path.startswith("/sparql") else ("GET",):
        response = client.request(method, path, headers=headers)
        assert response.status_code == 403
        assert "pages of other sites may not ask" in response.json()["error"]
        assert "access-control-allow-origin" not in response.headers
        assert response.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("name", OWN)
def test_own_pages_links_and_programs_are_not(client: httpx.Client, server: Server, name: str) -> None:
    response = client.get("/sparql?query=ASK%20%7B%7D", headers=spelt(OWN[name], server))
    assert response.json()["boolean"] is True
    assert "access-control-allow-origin" not in response.headers


def test_cors_lets_in_the_site_that_it_names_and_no_other(graph: Path) -> None:
    with cached(graph) as cache:
        allowed = running(cache.path, cache.digest, graph, cors="https://example.org")
        with allowed as server, httpx.Client(base_url=server.address) as one:
            for headers, status in (
                ({"Origin": "https://example.org"}, 200),
                ({"Origin": "https://example.org", "Sec-Fetch-Site": "cross-site"}, 200),
                ({"Origin": "https://evil.example"}, 403),
                ({"Origin": "http://example.org"}, 403),
                ({"Origin": "https://example.org.evil.example"}, 403),
                ({"Sec-Fetch-Site": "cross-site"}, 403),
            ):
                response = one.get("/sparql?query=ASK%20%7B%7D", headers=headers)
                assert response.status_code == status, headers
                assert response.headers["access-control-allow-origin"] == "https://example.org"
                assert one.get("/api/stats", headers=headers).status_code == 403


def test_what_others_say_of_the_host_is_not_believed(client: httpx.Client, server: Server) -> None:
    headers = {
        "X-Forwarded-Host": "evil.example",
        "X-Forwarded-Proto": "https",
        "Forwarded": "host=evil.example",
        "X-Original-URL": "/graph.sqlite",
        "X-HTTP-Method-Override": "PUT",
    }
    response = client.get("/sparql", headers=headers)
    assert response.status_code == 200
    assert "evil" not in response.text
    assert f"<{server.address}/sparql>" in response.text


@pytest.mark.parametrize(
    "request_",
    [
        post(b"10\r\nquery=ASK+%7B%7D\r\n0\r\n\r\n", "Transfer-Encoding: chunked"),
        post(b"query=ASK+%7B%7D", "Content-Length: 3"),
        post(b"query=ASK+%7B%7D", "Transfer-Encoding: xchunked"),
        post(b"query=ASK+%7B%7D").replace(b"\r\nContent-Type", b"\r\nContent-Type : x\r\nContent-Type"),
        post(b"query=ASK+%7B%7D", "X: a\x00b"),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GE T / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS handshake\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x00" * 100 + b"\r\n\r\n",
    ],
)
def test_a_request_that_is_no_http_is_turned_away(server: Server, request_: bytes) -> None:
    with raw(server) as connection:
        connection.sendall(request_)
        answer = connection.recv(1 << 16)
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 413 ", b"HTTP/1.1 501 ")), answer[:100]
    assert b'"boolean"' not in answer


def test_a_request_within_a_request_is_none(server: Server) -> None:
    """Of two lengths neither is believed: a proxy in between might have believed the other."""
    inner = b"GET /api/stats HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with raw(server) as connection:
        connection.sendall(post(b"0\r\n\r\n" + inner, "Transfer-Encoding: chunked"))
        received = b""
        while chunk := connection.recv(1 << 16):
            received += chunk
    assert received.startswith(b"HTTP/1.1 400 ")
    assert b'"papers"' not in received


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "DELETE", "get", "X" * 1000])
def test_other_methods_do_nothing(server: Server, method: str) -> None:
    with raw(server) as connection:
        head = f"{method} /sparql HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Secret: tell\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode())
        received = b""
        while chunk := connection.recv(1 << 16):
            received += chunk
    assert received.split(b" ", 2)[1] in (b"400", b"405")
    assert b"tell" not in received


def test_a_web_socket_is_not_opened(client: httpx.Client) -> None:
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==",
        "Sec-WebSocket-Version": "13",
    }
    assert client.get("/sparql", headers=headers).status_code != 101


@pytest.mark.parametrize(
    "accept",
    [
        "x" * 8000,
        "text/csv;q=" + "9" * 4000,
        ",;=/" * 2000,
        "*/*;q=nan",
        "text/csv;q=1e999",
        "\xff/\xfe",
        ";" * 8000,
    ],
)
def test_what_is_accepted_may_be_anything(client: httpx.Client, accept: str) -> None:
    headers = {"Accept": accept.encode("latin-1")}
    response = client.get("/sparql", params={"query": "ASK {}"}, headers=headers)
    assert response.status_code in (200, 406)


def test_two_content_types_are_none(client: httpx.Client) -> None:
    headers = [
        ("Content-Type", "application/x-www-form-urlencoded"),
        ("Content-Type", "application/sparql-update"),
    ]
    assert client.post("/sparql", content=b"query=ASK+%7B%7D", headers=headers).status_code == 415


def test_nothing_can_be_put_into_the_headers_of_an_answer(client: httpx.Client) -> None:
    params = {"query": "ASK {}\r\nX-Evil: 1", "default-graph-uri": "http://x/\r\nX-Evil: 1"}
    response = client.get("/sparql", params=params)
    assert response.status_code == 400
    assert "x-evil" not in response.headers
    page = client.get("/quote/x%0d%0aX-Evil:%201", headers={"Accept": "text/html"})
    assert page.status_code == 404
    assert "x-evil" not in page.headers


# texts


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A server of a graph whose papers were written by somebody who means harm."""
    evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)> " onload="alert(1) {{7*7}}'
    paper = Paper(
        "p1", evil, f"{evil} again.", authors=(evil,), venue=evil, url="javascript:alert(1)", keywords=(evil,)
    )
    concept = Concept(Kind.TECHNIQUE, evil.lower(), evil, (evil, f"{evil} too"))
    link = Link("p1", concept.id, Role.USES, 0.5, (Mention(0, len(evil), Kind.TECHNIQUE, "made", 0.5),))
    folder = tmp_path_factory.mktemp("hostile")
    save(folder, Contents((Entry(paper, evil, Extraction()),), (concept,), (link,)))
    with (
        cached(folder) as cache,
        running(cache.path, cache.digest, folder) as server,
        httpx.Client(base_url=server.address, headers={"Accept": "text/html"}) as client,
    ):
        yield client


def test_a_text_is_never_markup(hostile: httpx.Client) -> None:
    [concept] = hostile.get("/api/concepts").json()["concepts"]
    for page in ("/", "/paper/p1", concept["page"]):
        response = hostile.get(page)
        assert response.status_code == 200
        assert response.text.count("<script") == 0
        assert "<img" not in response.text
        assert "javascript:" not in response.text
        assert ' onload="' not in response.text
        assert "&lt;/script&gt;&lt;script&gt;alert(1)" in response.text


def test_pages_forbid_what_they_do_not_need(client: httpx.Client) -> None:
    for page in ("/", "/sparql", "/paper/p1", "/concept/benchmark-gsm8k", "/nowhere"):
        response = client.get(page, headers={"Accept": "text/html"})
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert "frame-ancestors 'none'" in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
        for remote in ('src="http', 'href="http', 'src="//', "@import", "url(", " style=", " onclick"):
            assert remote not in response.text, f"{page}: {remote}"


def test_a_fault_of_the_server_is_answered_like_any_other() -> None:
    async def faulty(*_: object) -> None:
        raise RuntimeError("a secret")

    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/sparql", "headers": [(b"host", b"localhost")]}
    guard = _Guard(faulty, None, "*")
    with ThreadPoolExecutor() as aside:  # a browser of other tests may have a loop in this thread
        aside.submit(asyncio.run, guard(scope, faulty, send)).result()
    assert sent[0]["status"] == 500
    headers = dict(sent[0]["headers"])
    assert headers[b"access-control-allow-origin"] == b"*"  # else a page could not tell what went wrong
    assert b"content-security-policy" in headers
    assert b"secret" not in sent[1]["body"]


def test_the_server_leaves_no_process_behind(graph: Path) -> None:
    if not Path("/proc").is_dir():
        pytest.skip("needs /proc")
    with cached(graph) as cache, running(cache.path, cache.digest, graph) as server:
        children = workers(server)
        assert len(children) == LIMITS["workers"]
    until(lambda: not any(map(_is_worker, children)))


def _is_worker(process: str) -> bool:
    try:
        return b"paperkg.sparql.worker" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_worker_that_dies_is_replaced(
    server: Server, client: httpx.Client, capfd: pytest.CaptureFixture[str]
) -> None:
    for child in workers(server):
        os.kill(int(child), 9)
    until(lambda: client.get("/sparql", params={"query": "ASK {}"}).status_code == 200)
    assert "Unknown child process" not in capfd.readouterr().err
