"""The W3C's cases of the SPARQL 1.1 Protocol and of its Service Description, by the names they have there.

Written anew: each asks what the case of its name asks, of the data that test_protocol.py makes. The seven
updates that the suite expects to work are refused, as is meant here, and change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote, urlencode

import httpx
import pytest
from pyoxigraph import RdfFormat, Store

from tests.serve.test_protocol import FORM, QUERY, SD, ask_for, boolean, document, endpoint, graphs, named

__all__ = ["endpoint"]  # the fixture

UPDATE = "application/sparql-update"
NOWHERE = urlencode([("default-graph-uri", "http://example.org/nowhere")])
ONE_AND_TWO = urlencode(graphs(default=[1, 2]))
NAMED = urlencode(graphs(named=[1, 2]))
FULL = urlencode(graphs(default=[3], named=[1, 2]))
BOTH = f"ASK {{ <{document(3)}> a ?t {named(1, 2)[6:]}"
OVERRULED = named(1, 2).replace("ASK", f"ASK FROM <{document(3)}>")
CHANGE = "CLEAR ALL ; INSERT DATA { GRAPH <a:new> { <a:a> a <a:b> } }"
WITH = "WITH <http://example/a> DELETE { ?p ?q 'Bill' } INSERT { ?p ?q 'William' } WHERE { ?p ?q 'Bill' }"


def using(default: Iterable[int] = (), named: Iterable[int] = ()) -> str:
    """The parameters that choose an update's graphs."""
    pairs = [("using-graph-uri", document(number)) for number in default]
    return urlencode(pairs + [("using-named-graph-uri", document(number)) for number in named])


# method, parameters, body, media type of the body
Case = tuple[str, str, str | bytes, str]
QUERIES: dict[str, tuple[Case, str]] = {
    "query_get": (("GET", f"query={quote('ASK {}')}&{NOWHERE}", "", ""), "true"),
    "query_post_form": (("POST", NOWHERE, f"query={quote('ASK {}')}", FORM), "true"),
    "query_post_direct": (("POST", "", "ASK {}", QUERY), "true"),
    "query_dataset_default_graphs_get": (
        ("GET", f"query={quote(ask_for(1, 2))}&{ONE_AND_TWO}", "", ""),
        "true",
    ),
    "query_dataset_default_graphs_post": (("POST", ONE_AND_TWO, ask_for(1, 2), QUERY), "true"),
    "query_dataset_named_graphs_get": (("GET", f"query={quote(named(1, 2))}&{NAMED}", "", ""), "true"),
    "query_dataset_named_graphs_post": (("POST", NAMED, named(1, 2), QUERY), "true"),
    "query_dataset_full": (("POST", FULL, BOTH, QUERY), "true"),
    "query_multiple_dataset": (("POST", NAMED, OVERRULED, QUERY), "true"),
    "query_content_type_select": (("POST", NOWHERE, "SELECT (1 AS ?value) {}", QUERY), "table"),
    "query_content_type_ask": (("POST", NOWHERE, "ASK {}", QUERY), "true"),
    "query_content_type_describe": (("POST", NOWHERE, "DESCRIBE <http://example.org/>", QUERY), "graph"),
    "query_content_type_construct": (("POST", NOWHERE, "CONSTRUCT { <s> <p> 1 } WHERE {}", QUERY), "graph"),
}
BAD: dict[str, Case] = {
    "bad_query_method": ("PUT", f"query={quote('ASK {}')}&{NOWHERE}", "", FORM),
    "bad_multiple_queries": ("GET", f"query={quote('ASK {}')}&query={quote('SELECT * {}')}", "", ""),
    "bad_query_wrong_media_type": ("POST", "", "ASK {}", "text/plain"),
    "bad_query_missing_form_type": ("POST", "", f"query={quote('ASK {}')}", ""),
    "bad_query_missing_direct_type": ("POST", "", "ASK {}", ""),
    "bad_query_non_utf8": ("POST", "", "ASK {}".encode("utf-16"), f"{QUERY}; charset=UTF-16"),
    "bad_query_syntax": ("GET", f"query={quote('ASK {')}", "", ""),
    "bad_update_get": ("GET", f"update={quote('CLEAR ALL')}", "", ""),
    "bad_multiple_updates": ("POST", "", "update=CLEAR%20NAMED&update=CLEAR%20DEFAULT", FORM),
    "bad_update_wrong_media_type": ("POST", "", "CLEAR NAMED", "text/plain"),
    "bad_update_missing_form_type": ("POST", "", "update=CLEAR%20NAMED", ""),
    "bad_update_non_utf8": ("POST", "", "CLEAR NAMED".encode("utf-16"), f"{UPDATE}; charset=UTF-16"),
    "bad_update_syntax": ("POST", "", "update=CLEAR%20XYZ", FORM),
    "bad_update_dataset_conflict": ("POST", "using-named-graph-uri=http%3A%2F%2Fexample%2Fp", WITH, UPDATE),
}
REFUSED: dict[str, Case] = {
    "update_post_form": ("POST", "", "update=CLEAR+ALL", FORM),
    "update_post_direct": ("POST", "", "CLEAR ALL", UPDATE),
    "update_dataset_default_graph": ("POST", using(default=[1]), CHANGE, UPDATE),
    "update_dataset_default_graphs": ("POST", using(default=[1, 2]), CHANGE, UPDATE),
    "update_dataset_named_graphs": ("POST", using(named=[1, 2]), CHANGE, UPDATE),
    "update_dataset_full": ("POST", using(default=[1], named=[2]), CHANGE, UPDATE),
    "update_base_uri": ("POST", "", "INSERT DATA { GRAPH <a:new> { <a> <b> <c> } }", UPDATE),
}


def test_these_are_the_cases_of_the_suite() -> None:
    assert (len(QUERIES), len(BAD), len(REFUSED)) == (13, 14, 7)


def asked(endpoint: str, case: Case) -> httpx.Response:
    method, parameters, body, media = case
    headers = {"Content-Type": media} if media else {}
    return httpx.request(method, f"{endpoint}/?{parameters}", content=body, headers=headers)


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_is_answered(endpoint: str, name: str) -> None:
    case, kind = QUERIES[name]
    response = asked(endpoint, case)
    assert response.status_code == 200
    media = response.headers["content-type"].partition(";")[0]
    if kind == "true":
        assert boolean(response) is True
    elif kind == "table":
        assert media == "application/sparql-results+json"
        assert [row["value"]["value"] for row in response.json()["results"]["bindings"]] == ["1"]
    else:
        assert media == "text/turtle"
        Store().load(response.content, RdfFormat.TURTLE)


def test_the_dataset_cases_would_fail_on_all_graphs_at_once(endpoint: str) -> None:
    """Each is true for its dataset alone, and not because the default graph holds everything."""
    for query in (ask_for(1, 2), BOTH):
        assert boolean(httpx.post(endpoint, data={"query": query})) is False
    elsewhere = urlencode(graphs(named=[3]))
    assert boolean(httpx.post(f"{endpoint}?{elsewhere}", data={"query": named(1, 2)})) is False


@pytest.mark.parametrize("name", BAD)
def test_a_bad_request_is_refused(endpoint: str, name: str) -> None:
    response = asked(endpoint, BAD[name])
    assert 400 <= response.status_code < 500
    assert response.json()["error"]


@pytest.mark.parametrize("name", REFUSED)
def test_an_update_is_refused(endpoint: str, name: str) -> None:
    assert asked(endpoint, REFUSED[name]).status_code == 403
    assert boolean(httpx.post(endpoint, data={"query": named(1, 2, 3)})) is True
    new = "ASK { GRAPH <a:new> { ?s ?p ?o } }"
    assert boolean(httpx.post(endpoint, data={"query": new})) is False


# Service Description


def described(endpoint: str) -> Store:
    response = httpx.get(endpoint)
    assert response.status_code == 200
    store = Store()
    store.load(response.content, RdfFormat.TURTLE)
    return store


def test_returns_rdf(endpoint: str) -> None:
    assert len(described(endpoint)) > 0


def test_has_endpoint_triple(endpoint: str) -> None:
    found = described(endpoint)
    assert found.query(f"ASK {{ ?service a <{SD}Service> ; <{SD}endpoint> <{endpoint}> }}")


CLASSES = {
    *("Service", "Language", "Function", "Aggregate", "EntailmentRegime", "EntailmentProfile"),
    *("GraphCollection", "Dataset", "Graph", "NamedGraph", "Feature"),
}
RANGES = {  # of the properties of the vocabulary, section 3.4; None for any IRI
    "endpoint": None,
    "feature": "Feature",
    "defaultEntailmentRegime": "EntailmentRegime",
    "entailmentRegime": "EntailmentRegime",
    "defaultSupportedEntailmentProfile": "EntailmentProfile",
    "supportedEntailmentProfile": "EntailmentProfile",
    "extensionFunction": "Function",
    "extensionAggregate": "Aggregate",
    "languageExtension": "Feature",
    "supportedLanguage": "Language",
    "propertyFeature": "Feature",
    "defaultDataset": "Dataset",
    "availableGraphs": "GraphCollection",
    "resultFormat": None,
    "inputFormat": None,
    "defaultGraph": "Graph",
    "namedGraph": "NamedGraph",
    "name": None,
    "graph": "Graph",
}


def test_conforms_to_schema(endpoint: str) -> None:
    """Every term is one of the vocabulary; what a property leads to is of its range, where it has a class."""
    quads = list(described(endpoint))
    classes = {(q.subject.value, q.object.value) for q in quads if q.predicate.value.endswith("#type")}
    own = {kind.removeprefix(SD) for _, kind in classes if kind.startswith(SD)}
    assert own
    assert own <= CLASSES
    for quad in quads:
        name = quad.predicate.value.removeprefix(SD)
        if name == quad.predicate.value:
            continue
        assert name in RANGES
        said = {kind for node, kind in classes if node == quad.object.value}
        assert not said or RANGES[name] is None or f"{SD}{RANGES[name]}" in said
