"""The server: pages and JSON of a graph, and its SPARQL endpoint. Reading only, and it asks nobody else."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paperkg.model import Kind, Role
from paperkg.questions import AmbiguousNameError, UnknownNameError
from paperkg.rdf import BASE
from paperkg.rdf.iris import FOLDERS
from paperkg.serve import description, pages
from paperkg.serve.contents import Contents, Record
from paperkg.serve.explorer import API
from paperkg.serve.limits import Limits
from paperkg.serve.negotiate import GRAPHS, HTML, TABLES, accepted, choose
from paperkg.serve.openapi import openapi
from paperkg.serve.origins import may_ask, policy
from paperkg.serve.pool import Pool
from paperkg.serve.problem import problem
from paperkg.serve.sparql import METHODS, etag, read, respond, wanted
from paperkg.sparql import Cached, Question
from paperkg.sparql.worker import Order, Reply
from paperkg.view import Served

_T = TypeVar("_T")
_E = TypeVar("_E", bound=StrEnum)
_ASSETS = {"editor.js": "text/javascript", "site.css": "text/css"}
_MOST = 1000  # records in one answer of the API
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_ALWAYS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
_PREFLIGHT = {
    "Allow": ", ".join(METHODS),
    "Access-Control-Allow-Methods": ", ".join(METHODS),
    "Access-Control-Allow-Headers": "Accept, Content-Type, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
_LOG = logging.getLogger("paperkg.serve")
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


def make_app(
    cache: Cached,
    graph: Path | None = None,
    *,
    limits: Limits | None = None,
    hosts: frozenset[str] | None = None,
    cors: str | None = None,
) -> Starlette:
    """Make the application.

    Args:
        cache: The store that the endpoint answers from.
        graph: The graph's folder, for the pages and the JSON; without it there is the endpoint alone.
        limits: What one client may take.
        hosts: The names that this server goes by, or None for any; so that no other site's name that is made
            to lead here turns its pages into this server's own.
        cors: The origin whose pages may ask the endpoint from a browser, "*" for any; None for no other's.
    """
    site = _Site(cache, graph, limits or Limits())
    everything = ["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT"]
    routes = [Route(path, site.sparql, methods=everything) for path in ("/sparql", "/sparql/")]
    routes += [Route("/.well-known/void", site.void), Route("/assets/{name}", _asset)]
    if graph is not None:
        routes += [
            Route("/", site.home),
            *(Route(f"/{folder}/{{name}}", site.thing(folder)) for folder in FOLDERS),
            Route("/api/stats", site.api(lambda contents, _: contents.counts())),
            Route("/api/papers", site.api(_papers)),
            Route("/api/papers/{name}", site.api(lambda contents, request: contents.paper(_name(request)))),
            Route("/api/concepts", site.api(_concepts)),
            Route("/api/concepts/{name}", site.api(_concept)),
            Route("/api/shared", site.api(_shared)),
            Route("/explore", site.explore),
            Route(f"{API}start", site.start_of_explorer),
            *(Route(f"{API}{name}", site.api(answer)) for name, answer in _EXPLORING.items()),
            Route("/api/openapi.json", _openapi),
        ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(_Guard, hosts=hosts, cors=cors)],
        exception_handlers={HTTPException: _refusal},
        lifespan=site.lifespan,
    )
    app.router.redirect_slashes = False  # what is nowhere is not somewhere else
    app.router.default = _nowhere
    return app


class _Site:
    """What the requests share: the workers, and a thread in which the graph is read."""

    def __init__(self, cache: Cached, graph: Path | None, limits: Limits) -> None:
        self._cache, self._graph, self._limits = cache, graph, limits
        self._pool = Pool(cache.path, limits)
        self._thread = ThreadPoolExecutor(1)
        self._contents: Contents | None = None
        self._triples = 0

    @asynccontextmanager
    async def lifespan(self, _: Starlette) -> AsyncIterator[None]:
        await self._pool.start()
        try:
            self._triples = await self._count()
            if self._graph is not None:
                self._contents = await self._in_thread(Contents, self._graph)
            yield
        finally:
            if self._contents is not None:
                await self._in_thread(self._contents.close)
            self._thread.shutdown()
            await self._pool.stop()

    async def _count(self) -> int:
        count = Question("SELECT (COUNT(*) AS ?n) { ?s ?p ?o }")
        reply = await self._pool.ask(Order(count, "tsv", None))
        return int(reply.body.split()[1]) if reply.status == 200 else 0

    async def _in_thread(self, call: Callable[..., _T], *arguments: object) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, call, *arguments)

    async def _read(self, call: Callable[[Contents], _T]) -> _T:
        assert self._contents is not None  # noqa: S101 - for the type checker
        return await self._in_thread(call, self._contents)

    async def sparql(self, request: Request) -> Response:
        """A query's answer; without a query the editor for people, or the description for programs."""
        if request.method == "OPTIONS":
            return Response(status_code=204, headers=_PREFLIGHT)
        if request.method not in METHODS:
            raise HTTPException(405, "queries come by GET or POST", {"Allow": ", ".join(METHODS)})
        asked = await read(request, self._limits, _endpoint(request))
        if request.method != "POST" and choose(accepted(request), (*TABLES, *GRAPHS, HTML)) == HTML:
            return HTMLResponse(pages.editor(), headers={"Vary": "Accept"})
        if asked.question is None:
            described = description.service(_endpoint(request), self._triples)
            return self._graph_response(request, described)
        want = wanted(request)
        tag = etag(self._cache.digest, want)
        if request.method != "POST" and tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"ETag": tag, "Vary": "Accept"})
        reply = await self._unless_gone(request, want.order(asked.question))
        return respond(reply, want, tag)

    async def void(self, request: Request) -> Response:
        """What is in the data, for machines."""
        described = description.dataset(_site(request), _endpoint(request), self._triples)
        return self._graph_response(request, described)

    def _graph_response(self, request: Request, described: bytes) -> Response:
        media = choose(accepted(request), GRAPHS)
        if media is None:
            raise HTTPException(406, f"a description can be had as {', '.join(GRAPHS)}")
        charset = "; charset=utf-8" if media.startswith("text/") else ""
        body = description.rendered(described, GRAPHS[media])
        return Response(body, headers={"Content-Type": f"{media}{charset}", "Vary": "Accept"})

    async def _unless_gone(self, request: Request, order: Order) -> Reply:
        """Have a query answered, and end it when the client has gone away."""
        asking = asyncio.ensure_future(self._pool.ask(order))
        leaving = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
            return await asking if asking.done() else Reply(400, b"the client has gone")
        finally:
            asking.cancel()
            leaving.cancel()

    def thing(self, folder: str) -> Callable[[Request], Awaitable[Response]]:
        """What stands at the IRIs of a kind: a page for people, triples for programs."""

        async def show(request: Request) -> Response:
            name = _name(request)
            media = choose(accepted(request), (HTML, *GRAPHS))
            if media is None:
                raise HTTPException(406, f"this can be had as {', '.join((HTML, *GRAPHS))}")
            if media == HTML:
                return await self._page(request, folder, name)
            query = Question(f"DESCRIBE <{BASE}{folder}/{name}>")
            reply = await self._unless_gone(request, Order(query, None, GRAPHS[media]))
            if reply.status == 200 and not await self._is_known(folder, name):
                raise HTTPException(404, f"there is no {folder} {name} in this graph")
            return respond(reply, wanted(request), etag(self._cache.digest, wanted(request)))

        return show

    async def _is_known(self, folder: str, name: str) -> bool:
        known = Question(f"ASK {{ <{BASE}{folder}/{name}> ?p ?o }}")
        reply = await self._pool.ask(Order(known, "csv", None))
        return reply.body.strip() == b"true"

    async def _page(self, request: Request, folder: str, name: str) -> Response:
        offset = _number(request, "offset", 0)
        if folder == "paper":
            record = await self._read(lambda contents: contents.paper(name))
            page = pages.paper(record) if record else None
        elif folder == "concept":
            record = await self._read(lambda contents: contents.concept(name, offset, pages.PAGE))
            page = pages.concept(record) if record else None
        else:
            return RedirectResponse(f"/sparql?query=DESCRIBE%20%3C{BASE}{folder}/{name}%3E", 303)
        if page is None:
            raise HTTPException(404, f"there is no {folder} {name} in this graph")
        return HTMLResponse(page, headers={"Vary": "Accept"})

    async def home(self, request: Request) -> Response:
        """The first page."""
        offset = _number(request, "offset", 0)
        page = await self._read(
            lambda contents: pages.home(
                contents.counts(),
                contents.papers(offset, pages.PAGE),
                contents.concepts(None, 0, pages.PAGE // 2),
            )
        )
        return HTMLResponse(page)

    async def explore(self, _: Request) -> Response:
        """The explorer."""
        page = await self._page_of_explorer()
        policy = f"{page.policy}; frame-ancestors 'none'"
        return HTMLResponse(page.html, headers={"Content-Security-Policy": policy})

    async def _page_of_explorer(self) -> Served:
        assert self._contents is not None  # noqa: S101 - for the type checker
        return await asyncio.wrap_future(self._contents.explorer.page)

    async def start_of_explorer(self, request: Request) -> Response:
        """All links of the papers that the explorer draws first."""
        await self._page_of_explorer()  # else the thread that reads would wait for it
        return JSONResponse(await self._read(lambda contents: contents.explorer.start(request)))

    def api(
        self, answer: Callable[[Contents, Request], Record | None]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Answer a request with a record."""

        async def respond_with(request: Request) -> Response:
            record = await self._read(lambda contents: answer(contents, request))
            if record is None:
                raise HTTPException(404, f"{_name(request)} is not in this graph")
            return JSONResponse(record)

        return respond_with


_EXPLORING: dict[str, Callable[[Contents, Request], Record]] = {
    "around": lambda contents, request: contents.explorer.around(request),
    "find": lambda contents, request: contents.explorer.find(request),
    "passing": lambda contents, request: contents.explorer.passing(request),
    "shared": lambda contents, request: contents.explorer.shared(request),
    "ways": lambda contents, request: contents.explorer.ways(request),
}


def _papers(contents: Contents, request: Request) -> Record:
    return contents.papers(_number(request, "offset", 0), _number(request, "limit", 100))


def _concepts(contents: Contents, request: Request) -> Record:
    kind = _one_of(request, "kind", Kind)
    return contents.concepts(kind, _number(request, "offset", 0), _number(request, "limit", 100))


def _concept(contents: Contents, request: Request) -> Record | None:
    return contents.concept(_name(request), _number(request, "offset", 0), _number(request, "limit", 100))


def _shared(contents: Contents, request: Request) -> Record:
    name = request.query_params.get("name", "")[:1000]
    if not name.strip():
        raise HTTPException(400, "give the name of a concept as the parameter name")
    try:
        return contents.shared(name, _one_of(request, "role", Role))
    except (UnknownNameError, AmbiguousNameError) as error:
        raise HTTPException(404, str(error)) from None


def _openapi(request: Request) -> Response:
    return JSONResponse(openapi(_site(request)))


def _asset(request: Request) -> Response:
    name = _name(request)
    if name not in _ASSETS:
        raise HTTPException(404, "there is no such file")
    body = files("paperkg.serve").joinpath("assets", name).read_bytes()
    return Response(body, media_type=_ASSETS[name], headers={"Cache-Control": "no-cache"})


def _name(request: Request) -> str:
    """The name in a path: what may stand in an IRI of ours, and nothing else."""
    name: str = request.path_params.get("name", "")
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,200}", name):
        raise HTTPException(404, "there is nothing of that name")
    return name


def _number(request: Request, name: str, default: int) -> int:
    given = request.query_params.get(name, str(default))
    if not re.fullmatch(r"[0-9]{1,9}", given):
        raise HTTPException(400, f"{name}: a whole number, from 0")
    return min(int(given), _MOST) if name == "limit" else int(given)


def _one_of(request: Request, name: str, values: type[_E]) -> _E | None:
    given = request.query_params.get(name)
    if given is None:
        return None
    if given not in [str(value) for value in values]:
        raise HTTPException(400, f"{name}: one of {', '.join(values)}")
    return values(given)


def _site(request: Request) -> str:
    """The address that this server goes by, as the client has it; `_Guard` has looked at the name."""
    host = request.headers.get("host") or "localhost"
    return f"{request.url.scheme}://{host}"


def _endpoint(request: Request) -> str:
    return f"{_site(request)}/sparql"


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - for the type checker
    return problem(error.status_code, str(error.detail), accepted(request), dict(error.headers or {}))


async def _nowhere(_: Scope, __: Receive, ___: Send) -> None:
    raise HTTPException(404, "there is nothing at this address")


class _Guard:
    """Looks first at who asks, and whom; adds to each response what browsers are to keep to."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None, cors: str | None) -> None:
        self._app, self._hosts, self._cors = app, hosts, cors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        added = [*_ALWAYS, *policy(scope["path"], self._cors)]
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                own = message.get("headers", [])
                said = {name for name, _ in own}  # the explorer has a policy of its own
                message["headers"] = [*own, *(header for header in added if header[0] not in said)]
            await send(message)

        response = self._refused(scope)
        try:
            await (response or self._app)(scope, receive, with_headers)
        except Exception:
            _LOG.exception("%s %s", scope["method"], scope["path"])
            if begun:
                raise
            wrong = problem(500, "something went wrong here; it is no fault of the request", _accept(scope))
            await wrong(scope, receive, with_headers)

    def _refused(self, scope: Scope) -> Response | None:
        accept = _accept(scope)
        named = [value for name, value in scope["headers"] if name == b"host"]
        if {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}:
            return problem(400, "a request has one length", accept, {"Connection": "close"})
        host = _HOST.fullmatch(named[0].decode("latin-1")) if len(named) == 1 else None
        if host is None:
            return problem(400, "a request names one host", accept)
        if self._hosts is not None and host[1].lower() not in self._hosts:
            return problem(421, f"this server does not go by the name {host[1]}", accept)
        if not may_ask(scope["path"], scope["headers"], self._cors):
            reason = "pages of other sites may not ask; paperkg serve --cors ORIGIN lets one in"
            return problem(403, reason, accept)
        return None


def _accept(scope: Scope) -> str:
    return accepted(Request(scope))
