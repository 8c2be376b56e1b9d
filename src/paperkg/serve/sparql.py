"""The SPARQL 1.1 Protocol: from a request to an order, and from a reply to a response.

Reading only. Queries come by GET, as a form, or as they are; what else comes is told why not.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from paperkg.serve.limits import Limits
from paperkg.serve.negotiate import GRAPHS, TABLES, accepted, choose
from paperkg.sparql import Question
from paperkg.sparql.worker import Order, Reply

METHODS = ("GET", "HEAD", "POST", "OPTIONS")
FORM, DIRECT, UPDATE = (
    "application/x-www-form-urlencoded",
    "application/sparql-query",
    "application/sparql-update",
)
_MOST_PARAMETERS = 100


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request asks for: a question, or with None for one only what may be said of the service."""

    question: Question | None


async def read(request: Request, limits: Limits, base: str) -> Asked:
    """Read a request by the rules of the protocol.

    Raises:
        HTTPException: It breaks one; the detail says which.
    """
    pairs = _pairs(request.scope["query_string"])
    direct: str | None = None
    if request.method == "POST":
        body = await _body(request, limits)
        media = _media_type(request)
        if media == FORM:
            pairs += _pairs(body)
        elif media == DIRECT:
            direct = _text(body)
        elif media == UPDATE:
            raise HTTPException(403, "updates are refused: nothing here can be changed")
        else:
            raise HTTPException(415, f"a query is posted as {FORM} or as {DIRECT}")
    if any(name == "update" for name, _ in pairs):
        raise HTTPException(403, "updates are refused: nothing here can be changed")
    queries = [value for name, value in pairs if name == "query"]
    if direct is not None:
        queries.append(direct)
    graphs = {
        kind: tuple(value for name, value in pairs if name == f"{kind}-graph-uri")
        for kind in ("default", "named")
    }
    if len(queries) > 1:
        raise HTTPException(400, f"{len(queries)} queries in one request; one is allowed")
    if queries:
        return Asked(Question(queries[0], base, graphs["default"], graphs["named"]))
    if request.method == "POST" or pairs:
        raise HTTPException(400, "there is no query; give one as the parameter query")
    return Asked(None)


def _pairs(encoded: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            encoded.decode("utf-8"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=_MOST_PARAMETERS,
        )
    except UnicodeDecodeError:
        raise HTTPException(400, "the parameters are not in UTF-8") from None
    except ValueError:
        raise HTTPException(400, f"more than {_MOST_PARAMETERS} parameters") from None


async def _body(request: Request, limits: Limits) -> bytes:
    too_long = HTTPException(413, f"the request is longer than {limits.body_bytes:,} bytes")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length[:20]) > limits.body_bytes:
        raise too_long
    if request.headers.get("content-encoding", "identity") != "identity":
        raise HTTPException(415, "a request's body is taken as it is, not compressed")
    body = bytearray()
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > limits.body_bytes:
                raise too_long
    except ClientDisconnect:
        raise HTTPException(400, "the request broke off") from None
    return bytes(body)


def _media_type(request: Request) -> str:
    """The media type of the body.

    Raises:
        HTTPException: There are several, or it is in another encoding than UTF-8.
    """
    given = request.headers.getlist("content-type")
    if len(given) > 1:
        raise HTTPException(415, "a request has one content type")
    media, *parameters = (part.strip().lower() for part in "".join(given).split(";"))
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip() == "charset" and value.strip(' "') not in ("utf-8", "utf8", "us-ascii"):
            raise HTTPException(415, "a query is in UTF-8")
    return media


def _text(body: bytes) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise HTTPException(400, "the query is not in UTF-8") from None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The media types that a request takes an answer in, or None where there is none.

    Attributes:
        table: Of SELECT and ASK.
        graph: Of CONSTRUCT and DESCRIBE.
    """

    table: str | None
    graph: str | None

    def order(self, question: Question) -> Order:
        """Order the answer to a question in these."""
        return Order(
            question,
            TABLES[self.table] if self.table else None,
            GRAPHS[self.graph] if self.graph else None,
        )


def wanted(request: Request) -> Wanted:
    """Tell from a request's headers what it takes.

    Raises:
        HTTPException: Nothing that there is.
    """
    accept = accepted(request)
    found = Wanted(choose(accept, TABLES), choose(accept, GRAPHS))
    if found.table is None and found.graph is None:
        raise HTTPException(406, f"an answer can be had as {', '.join((*TABLES, *GRAPHS))}")
    return found


def etag(digest: str, want: Wanted) -> str:
    """Name the state of the data, and the form that it is shown in."""
    form = hashlib.sha256(f"{want.table} {want.graph}".encode()).hexdigest()[:8]
    return f'"{digest}-{form}"'


def respond(reply: Reply, want: Wanted, tag: str) -> Response:
    """Make a response of a reply.

    Raises:
        HTTPException: There is no answer; the detail says why.
    """
    if reply.status != 200:
        headers = {"Retry-After": "5"} if reply.status in (408, 503) else {}
        raise HTTPException(reply.status, reply.body.decode("utf-8", "replace"), headers)
    media = (want.graph if reply.is_graph else want.table) or ""
    charset = "; charset=utf-8" if media.startswith("text/") else ""
    headers = {"Content-Type": f"{media}{charset}", "ETag": tag, "Vary": "Accept"}
    return Response(reply.body, headers={**headers, "Cache-Control": "no-cache"})
