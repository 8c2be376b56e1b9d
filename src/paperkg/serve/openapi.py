"""What the JSON of the server is, as OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from paperkg import __version__
from paperkg.model import Kind, Role
from paperkg.serve.negotiate import GRAPHS, HTML, TABLES
from paperkg.serve.sparql import DIRECT, FORM

_INTEGER = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_YEAR = {"type": "integer", "minimum": 0, "maximum": 9999}
_TEXT = {"type": "string"}
_LINE = {"type": "string", "maxLength": 1000}
_SAID = {"type": "string", "pattern": r"\S"}
_PART = {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,200}$"}
_FORM = {"type": "object", "properties": {"query": _TEXT}, "required": ["query"]}


def openapi(site: str) -> dict[str, Any]:
    """Describe the API at an address."""
    window = [_parameter("offset", _INTEGER), _parameter("limit", _INTEGER, "At most 1,000 are given.")]
    name = _parameter("name", _PART, place="path")
    kind = _parameter("kind", {"enum": [str(kind) for kind in Kind]})
    role = _parameter("role", {"enum": [str(role) for role in Role]})
    named = _parameter("name", _SAID, required=True)
    keys = {"type": "array", "items": _LINE, "minItems": 1, "maxItems": 50}
    key, text = _parameter("key", keys, required=True), _parameter("text", _LINE, required=True)
    ends = [_parameter("from", _LINE, required=True), _parameter("to", _LINE, required=True)]
    filters = [
        _parameter("does", {"enum": [str(role) for role in Role]}),
        _parameter("what", {"enum": [str(kind) for kind in Kind]}),
        _parameter("venue", _LINE),
        _parameter("from", _YEAR),
        _parameter("to", _YEAR),
        _parameter("words", _LINE),
    ]
    return {
        "openapi": "3.1.0",
        "info": {"title": "paperkg", "version": __version__, "description": "A graph of papers, to read."},
        "servers": [{"url": site}],
        "paths": {
            "/api/stats": _get("How much there is of what."),
            "/api/papers": _get("Papers, in the order of the source.", *window),
            "/api/papers/{name}": _get("A paper: its links with their sentences, and its claims.", name),
            "/api/concepts": _get("Concepts, those that most papers share first.", kind, *window),
            "/api/concepts/{name}": _get(
                "A concept: who does what with it, and where they say so.", name, *window
            ),
            "/api/shared": _get("The papers that share a concept, however its name is spelt.", named, role),
            "/api/explore/start": _get("All links of the papers that the map at /explore draws at first."),
            "/api/explore/around": _get(
                "Papers (paper:ID) and concepts (kind:name) with their sentences, and what lies around.", key
            ),
            "/api/explore/find": _get("Papers and concepts by a part of a name.", text),
            "/api/explore/passing": _get("Papers that pass filters, with their links.", *filters),
            "/api/explore/shared": _get("Papers that have every one of some concepts.", key),
            "/api/explore/ways": _get("What leads from one paper or concept to another.", *ends),
            "/sparql": _sparql(),
        },
        "components": {"schemas": {"Error": {"type": "object", "properties": {"error": _TEXT}}}},
    }


def _parameter(
    name: str, schema: dict[str, Any], said: str = "", *, place: str = "query", required: bool = False
) -> dict[str, Any]:
    parameter = {"name": name, "in": place, "required": required or place == "path", "schema": schema}
    return parameter | ({"description": said} if said else {})


def _refused(reasons: dict[int, str]) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {str(status): {"description": said, "content": error} for status, said in reasons.items()}


def _sparql() -> dict[str, Any]:
    """The endpoint: without a query it describes itself, or is the editor for people."""
    answers: dict[str, Any] = {media: {} for media in (*TABLES, *GRAPHS, HTML)}
    reasons = {
        400: "The query is malformed or refused.",
        403: "Updates are refused.",
        406: "The answer is not to be had in such a form.",
        408: "The query took too long.",
        413: "The request is too long.",
        415: "Queries are not posted as that.",
        503: "Too many are asking.",
    }
    said = "A query's answer, by the SPARQL 1.1 Protocol; without a query, what the service is."
    responses = {"200": {"description": said, "content": answers}, **_refused(reasons)}
    body = {"required": True, "content": {FORM: {"schema": _FORM}, DIRECT: {"schema": _TEXT}}}
    query = _parameter("query", _TEXT)
    return {
        "get": {"summary": said, "parameters": [query], "responses": responses},
        "post": {"summary": "The same, of a longer query.", "requestBody": body, "responses": responses},
    }


def _get(summary: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    reasons = {400: "A parameter is wrong."} | ({404: "It is not in this graph."} if parameters else {})
    content = {"application/json": {"schema": {"type": "object"}}}
    responses = {"200": {"description": summary, "content": content}, **_refused(reasons)}
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses}}
