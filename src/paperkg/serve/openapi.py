"""What the JSON of the server is, as OpenAPI 3.1."""

from __future__ import annotations

from typing import Any

from paperkg import __version__
from paperkg.model import Kind, Role

_INTEGER = {"type": "integer", "minimum": 0}
_TEXT = {"type": "string"}


def openapi(site: str) -> dict[str, Any]:
    """Describe the API at an address."""
    window = [_parameter("offset", _INTEGER), _parameter("limit", {**_INTEGER, "maximum": 1000})]
    name = _parameter("name", _TEXT, place="path")
    kind = _parameter("kind", {"enum": [str(kind) for kind in Kind]})
    role = _parameter("role", {"enum": [str(role) for role in Role]})
    named = _parameter("name", _TEXT, required=True)
    query = _parameter("query", _TEXT, required=True)
    keys = {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 50}
    key, text = _parameter("key", keys, required=True), _parameter("text", _TEXT, required=True)
    ends = [_parameter("from", _TEXT, required=True), _parameter("to", _TEXT, required=True)]
    filters = [
        _parameter("does", {"enum": [str(role) for role in Role]}),
        _parameter("what", {"enum": [str(kind) for kind in Kind]}),
        _parameter("venue", _TEXT),
        _parameter("from", _INTEGER),
        _parameter("to", _INTEGER),
        _parameter("words", _TEXT),
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
            "/sparql": _get("A query's answer, by the SPARQL 1.1 Protocol.", query),
        },
        "components": {"schemas": {"Error": {"type": "object", "properties": {"error": _TEXT}}}},
    }


def _parameter(
    name: str, schema: dict[str, Any], *, place: str = "query", required: bool = False
) -> dict[str, Any]:
    return {"name": name, "in": place, "required": required or place == "path", "schema": schema}


def _get(summary: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    responses: dict[str, Any] = {
        "200": {"description": summary, "content": {"application/json": {"schema": {"type": "object"}}}},
        "400": {"description": "A parameter is wrong.", "content": error},
    }
    if parameters:
        responses["404"] = {"description": "It is not in this graph.", "content": error}
    return {"get": {"summary": summary, "parameters": list(parameters), "responses": responses}}
