"""The cases of the SPARQL 1.1 Protocol, written anew from the specification (section numbers are its own).

The data are four graphs: the default one and three with names, each with one document in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote, urlencode

import httpx
import pyoxigraph
import pytest
from pyoxigraph import NamedNode, Quad, QueryResultsFormat, RdfFormat, Store

from tests.serve.conftest import running

DOCUMENT = "http://xmlns.com/foaf/0.1/Document"
DATA = "http://example.org/data"
QUERY, FORM = "application/sparql-query", "application/x-www-form-urlencoded"


def document(number: int) -> str:
    return f"{DATA}{number}"


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("protocol") / "store"
    store = Store(str(path))
    kind = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
    for number in (1, 2, 3):
        name = NamedNode(document(number))
        store.add(Quad(name, kind, NamedNode(DOCUMENT), name))
    store.add(Quad(NamedNode(document(0)), kind, NamedNode(DOCUMENT)))
    store.flush()
    del store
    with running(path, "abc", None, cors="*") as server:
        yield f"{server.address}/sparql"


def boolean(response: httpx.Response) -> bool:
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/sparql-results+json"
    answer = response.json()["boolean"]
    assert isinstance(answer, bool)
    return answer


def ask_for(*numbers: int) -> str:
    return "ASK { " + " ".join(f"<{document(number)}> a ?type{number} ." for number in numbers) + " }"


def named(*numbers: int) -> str:
    patterns = (f"GRAPH ?g{n} {{ <{document(n)}> a ?type{n} }}" for n in numbers)
    return f"ASK {{ {' '.join(patterns)} }}"


def graphs(**parameters: list[int]) -> list[tuple[str, str]]:
    return [(f"{kind}-graph-uri", document(n)) for kind, numbers in parameters.items() for n in numbers]


# 2.1.1 to 2.1.3: the three ways to send a query


@pytest.mark.parametrize("slash", ["", "/"])
def test_query_via_get(endpoint: str, slash: str) -> None:
    assert boolean(httpx.get(endpoint + slash, params={"query": "ASK {}"})) is True
    assert boolean(httpx.get(endpoint + slash, params={"query": "ASK { FILTER(false) }"})) is False


def test_query_via_url_encoded_post(endpoint: str) -> None:
    assert boolean(httpx.post(endpoint, data={"query": ask_for(0)})) is True
    assert boolean(httpx.post(endpoint, data={"query": ask_for(1)})) is False


def test_query_via_post_directly(endpoint: str) -> None:
    for media in (QUERY, f"{QUERY}; charset=UTF-8", f'{QUERY};charset="utf-8"', QUERY.upper()):
        response = httpx.post(endpoint, content=ask_for(0), headers={"Content-Type": media})
        assert boolean(response) is True


def test_what_is_percent_encoded_is_decoded_once(endpoint: str) -> None:
    query = 'SELECT ("100%25 + a&b=ü" AS ?text) {}'
    ways = (
        httpx.get(endpoint, params={"query": query}, headers={"Accept": "text/csv"}),
        httpx.post(endpoint, data={"query": query}, headers={"Accept": "text/csv"}),
        httpx.post(endpoint, content=query.encode(), headers={"Content-Type": QUERY, "Accept": "text/csv"}),
    )
    assert [way.text for way in ways] == ["text\r\n100%25 + a&b=ü\r\n"] * 3


# 2.1.4: the dataset


def test_protocol_specified_default_graphs(endpoint: str) -> None:
    chosen = graphs(default=[1, 2])
    assert boolean(httpx.get(endpoint, params=[("query", ask_for(1, 2)), *chosen])) is True
    assert boolean(httpx.get(endpoint, params=[("query", ask_for(1, 3)), *chosen])) is False
    assert boolean(httpx.get(endpoint, params=[("query", ask_for(0)), *chosen])) is False
    url = f"{endpoint}?{urlencode(chosen)}"
    direct = httpx.post(url, content=ask_for(1, 2), headers={"Content-Type": QUERY})
    form = httpx.post(
        endpoint,
        content=urlencode([("query", ask_for(1, 2)), *chosen]),
        headers={"Content-Type": FORM},
    )
    split = httpx.post(url, data={"query": ask_for(1, 2)})
    assert [boolean(response) for response in (direct, form, split)] == [True] * 3


def test_protocol_specified_named_graphs(endpoint: str) -> None:
    chosen = graphs(named=[1, 2])
    assert boolean(httpx.get(endpoint, params=[("query", named(1, 2)), *chosen])) is True
    assert boolean(httpx.get(endpoint, params=[("query", named(3)), *chosen])) is False
    assert boolean(httpx.get(endpoint, params=[("query", ask_for(0)), *chosen])) is False
    url = f"{endpoint}?{urlencode(chosen)}"
    assert boolean(httpx.post(url, content=named(1, 2), headers={"Content-Type": QUERY})) is True


def test_protocol_specified_dataset_with_both(endpoint: str) -> None:
    query = f"{ask_for(3)[:-1]} {named(1, 2)[5:-1]} }}"
    params = [("query", query), *graphs(default=[3], named=[1, 2])]
    assert boolean(httpx.get(endpoint, params=params)) is True
    assert (
        boolean(httpx.get(endpoint, params=[("query", query), *graphs(default=[1], named=[1, 2])])) is False
    )


def test_the_protocol_overrules_the_query(endpoint: str) -> None:
    query = named(1, 2).replace("ASK", f"ASK FROM <{document(3)}>")
    assert boolean(httpx.get(endpoint, params=[("query", query), *graphs(named=[1, 2])])) is True
    query = ask_for(2).replace("ASK", f"ASK FROM <{document(3)}>")
    assert boolean(httpx.get(endpoint, params=[("query", query), *graphs(default=[2])])) is True


def test_without_a_dataset_it_is_the_default_graph_and_all_named_ones(endpoint: str) -> None:
    assert boolean(httpx.get(endpoint, params={"query": ask_for(0)})) is True
    assert boolean(httpx.get(endpoint, params={"query": ask_for(1)})) is False
    assert boolean(httpx.get(endpoint, params={"query": named(1, 2, 3)})) is True


def test_a_graph_that_is_not_there_is_empty(endpoint: str) -> None:
    params = [("query", "ASK { ?s ?p ?o }"), *graphs(default=[9])]
    assert boolean(httpx.get(endpoint, params=params)) is False


# 2.1.6: what comes back

TABLES = {
    "application/sparql-results+json": QueryResultsFormat.JSON,
    "application/sparql-results+xml": QueryResultsFormat.XML,
    "text/csv": None,  # has no types, so that no parser gives it back
    "text/tab-separated-values": QueryResultsFormat.TSV,
    "application/json": QueryResultsFormat.JSON,
    "application/xml": QueryResultsFormat.XML,
}
GRAPHS = {
    "text/turtle": RdfFormat.TURTLE,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/ld+json": RdfFormat.JSON_LD,
    "application/rdf+xml": RdfFormat.RDF_XML,
}


def get(endpoint: str, query: str, accept: str | None) -> httpx.Response:
    return httpx.get(endpoint, params={"query": query}, headers={"Accept": accept or ""})


@pytest.mark.parametrize("media", TABLES)
def test_content_type_of_select(endpoint: str, media: str) -> None:
    response = get(endpoint, 'SELECT (1 AS ?one) ("a, \\"b\\"" AS ?two) ?none {}', media)
    assert response.status_code == 200
    assert response.headers["content-type"].partition(";")[0] == media
    format = TABLES[media]
    if format is None:
        assert response.text == 'one,two,none\r\n1,"a, ""b""",\r\n'
        return
    solutions = pyoxigraph.parse_query_results(response.content, format)
    assert isinstance(solutions, pyoxigraph.QuerySolutions)
    [row] = solutions
    assert [row["one"].value, row["two"].value, row["none"]] == ["1", 'a, "b"', None]


@pytest.mark.parametrize("media", TABLES)
def test_content_type_of_ask(endpoint: str, media: str) -> None:
    response = get(endpoint, "ASK {}", media)
    assert response.headers["content-type"].partition(";")[0] == media
    assert "true" in response.text


@pytest.mark.parametrize("media", GRAPHS)
@pytest.mark.parametrize("query", ["CONSTRUCT { ?s a ?o } { ?s a ?o }", f"DESCRIBE <{DATA}0>"])
def test_content_type_of_construct_and_describe(endpoint: str, query: str, media: str) -> None:
    response = get(endpoint, query, media)
    assert response.headers["content-type"].partition(";")[0] == media
    triples = {str(quad.triple) for quad in pyoxigraph.parse(response.content, GRAPHS[media])}
    assert triples == {
        f"<{DATA}0> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <{DOCUMENT}>",
    }


@pytest.mark.parametrize(
    ("query", "accept", "media"),
    [
        ("ASK {}", None, "application/sparql-results+json"),
        ("ASK {}", "*/*", "application/sparql-results+json"),
        ("DESCRIBE <a:b>", None, "text/turtle"),
        ("DESCRIBE <a:b>", "*/*", "text/turtle"),
        ("SELECT * {}", "text/csv;q=0.4, application/xml;q=0.6", "application/xml"),
        ("SELECT * {}", "text/*;q=0.5, text/csv;q=0.1", "text/tab-separated-values"),
        ("SELECT * {}", "text/csv;q=0, */*", "application/sparql-results+json"),
        ("SELECT * {}", "image/png, */*;q=0.1", "application/sparql-results+json"),
        ("SELECT * {}", "text/csv; header=present", "text/csv"),
        ("CONSTRUCT WHERE {?s ?p ?o}", "application/rdf+xml, text/turtle;q=0.9", "application/rdf+xml"),
        ("CONSTRUCT WHERE {?s ?p ?o}", "text/csv, application/n-triples;q=0.1", "application/n-triples"),
    ],
)
def test_the_client_chooses(endpoint: str, query: str, accept: str | None, media: str) -> None:
    assert get(endpoint, query, accept).headers["content-type"].partition(";")[0] == media


@pytest.mark.parametrize(
    ("query", "accept"),
    [
        ("SELECT * {}", "image/png"),
        ("SELECT * {}", "text/turtle"),
        ("CONSTRUCT WHERE {?s ?p ?o}", "text/csv"),
        ("ASK {}", "*/*;q=0"),
    ],
)
def test_what_cannot_be_accepted_is_406(endpoint: str, query: str, accept: str) -> None:
    response = get(endpoint, query, accept)
    assert response.status_code == 406
    assert response.json()["error"]


def test_relative_iris_are_relative_to_the_endpoint(endpoint: str) -> None:
    response = get(endpoint, "CONSTRUCT { <s> <p> 1 } WHERE {}", "application/n-triples")
    site = endpoint.removesuffix("sparql")
    assert response.text.startswith(f"<{site}s> <{site}p> ")


# what is no request


def test_a_method_other_than_get_or_post(endpoint: str) -> None:
    for method in ("PUT", "DELETE", "PATCH"):
        response = httpx.request(method, endpoint, params={"query": "ASK {}"}, headers={"Content-Type": FORM})
        assert response.status_code == 405
        assert response.headers["allow"] == "GET, HEAD, POST, OPTIONS"


def test_more_than_one_query(endpoint: str) -> None:
    params = [("query", "ASK {}"), ("query", "SELECT * {}")]
    assert httpx.get(endpoint, params=params).status_code == 400
    assert httpx.post(f"{endpoint}?query=ASK%20%7B%7D", data={"query": "ASK {}"}).status_code == 400
    direct = httpx.post(f"{endpoint}?query=ASK%20%7B%7D", content="ASK {}", headers={"Content-Type": QUERY})
    assert direct.status_code == 400


def test_no_query(endpoint: str) -> None:
    assert httpx.post(endpoint, data={"other": "1"}).status_code == 400
    assert httpx.get(endpoint, params=graphs(default=[1])).status_code == 400


@pytest.mark.parametrize("media", ["text/plain", "application/json", "multipart/form-data", "nonsense", ""])
def test_a_wrong_media_type(endpoint: str, media: str) -> None:
    response = httpx.post(endpoint, content="ASK {}", headers={"Content-Type": media})
    assert response.status_code == 415


@pytest.mark.parametrize("body", ["query=ASK%20%7B%7D", "ASK {}"])
def test_no_media_type(endpoint: str, body: str) -> None:
    assert httpx.post(endpoint, content=body).status_code == 415


def test_another_encoding_than_utf_8(endpoint: str) -> None:
    def posted(content: bytes, media: str) -> int:
        return httpx.post(endpoint, content=content, headers={"Content-Type": media}).status_code

    utf_16 = "ASK {}".encode("utf-16")
    assert posted(utf_16, f"{QUERY}; charset=UTF-16") == 415
    assert posted(utf_16, QUERY) == 400
    assert posted("ASK { ?s ?p 'ü' }".encode("latin-1"), QUERY) == 400
    assert posted(b"query=ASK%20%7B%20%3Fs%20%3Fp%20%27%FC%27%20%7D", FORM) == 400
    assert httpx.get(f"{endpoint}?query=ASK%20%7B%20%3Fs%20%3Fp%20%27%FC%27%20%7D").status_code == 400


@pytest.mark.parametrize("query", ["ASK {", "", "SELECT nonsense", "ASK { x:y ?p ?o }", "\x00"])
def test_a_query_that_is_malformed_is_told_where(endpoint: str, query: str) -> None:
    response = httpx.get(endpoint, params={"query": query})
    assert response.status_code == 400
    assert "malformed at line 1, column " in response.json()["error"]


def test_a_graph_whose_name_is_no_iri(endpoint: str) -> None:
    for name in ("not an iri", "", "relative"):
        params = {"query": "ASK {}", "default-graph-uri": name}
        assert httpx.get(endpoint, params=params).status_code == 400


UPDATES = {
    "get": ("GET", "?update=" + quote("CLEAR ALL"), b"", ""),
    "form": ("POST", "", b"update=CLEAR+ALL", FORM),
    "direct": ("POST", "", b"CLEAR ALL", "application/sparql-update"),
    "two": ("POST", "", b"update=CLEAR+NAMED&update=CLEAR+DEFAULT", FORM),
    "wrong media type": ("POST", "", b"CLEAR NAMED", "text/plain"),
    "missing form type": ("POST", "", b"update=CLEAR%20NAMED", ""),
    "another encoding": (
        "POST",
        "",
        "CLEAR NAMED".encode("utf-16"),
        "application/sparql-update; charset=UTF-16",
    ),
    "malformed": ("POST", "", b"update=CLEAR+EVERYTHING", FORM),
    "dataset conflict": ("POST", "?using-named-graph-uri=http%3A%2F%2Fx%2F", b"update=CLEAR+ALL", FORM),
    "beside a query": ("POST", "?query=ASK%20%7B%7D", b"update=CLEAR+ALL", FORM),
    "as a query": ("POST", "", b"CLEAR ALL", QUERY),
    "insert as a query": ("POST", "", b"INSERT DATA { <a:a> <a:b> <a:c> }", QUERY),
    "load as a query": ("POST", "", b"LOAD <file:///etc/passwd>", QUERY),
    "delete in a form": ("POST", "", b"query=DELETE+WHERE+%7B%3Fs+%3Fp+%3Fo%7D", FORM),
}


@pytest.mark.parametrize("name", UPDATES)
def test_an_update_is_refused_and_changes_nothing(endpoint: str, name: str) -> None:
    method, query, body, media = UPDATES[name]
    headers = {"Content-Type": media} if media else {}
    response = httpx.request(method, endpoint + query, content=body, headers=headers)
    assert response.status_code in (400, 403, 415)
    assert boolean(httpx.get(endpoint, params={"query": f"{named(1, 2, 3)}"})) is True


# beside the specification: what a client of the web relies on


def test_head_is_get_without_a_body(endpoint: str) -> None:
    url = f"{endpoint}?query=ASK%20%7B%7D"
    head, whole = httpx.head(url), httpx.get(url)
    assert head.content == b""
    for name in ("content-type", "content-length", "etag"):
        assert head.headers[name] == whole.headers[name]


def test_etag_names_the_data(endpoint: str) -> None:
    first = httpx.get(endpoint, params={"query": "ASK {}"})
    assert first.headers["etag"].startswith('"abc-')
    assert first.headers["vary"] == "Accept"
    again = {"If-None-Match": first.headers["etag"]}
    second = httpx.get(endpoint, params={"query": "ASK {}"}, headers=again)
    assert (second.status_code, second.content) == (304, b"")
    other = httpx.get(endpoint, params={"query": "ASK {}"}, headers={**again, "Accept": "text/csv"})
    assert other.status_code == 200


def test_with_cors_pages_of_other_sites_may_ask_without_credentials(endpoint: str) -> None:
    origin = {"Origin": "https://example.org"}
    preflight = httpx.options(
        endpoint,
        headers={
            **origin,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )
    assert preflight.status_code == 204
    assert "POST" in preflight.headers["access-control-allow-methods"]
    assert "Content-Type" in preflight.headers["access-control-allow-headers"]
    responses = [
        preflight,
        httpx.get(endpoint, params={"query": "ASK {}"}, headers=origin),
        httpx.get(endpoint, params={"query": "ASK {"}, headers=origin),
        httpx.put(endpoint, headers=origin),
        httpx.post(endpoint, content="ASK {}", headers=origin),
    ]
    for response in responses:
        assert response.headers["access-control-allow-origin"] == "*"
        assert "access-control-allow-credentials" not in response.headers


# SPARQL 1.1 Service Description

SD = "http://www.w3.org/ns/sparql-service-description#"


def described(response: httpx.Response, format: RdfFormat = RdfFormat.TURTLE) -> Store:
    assert response.status_code == 200
    store = Store()
    store.load(response.content, format)
    return store


@pytest.mark.parametrize("media", GRAPHS)
def test_get_without_a_query_returns_rdf(endpoint: str, media: str) -> None:
    response = httpx.get(endpoint, headers={"Accept": media})
    assert response.headers["content-type"].partition(";")[0] == media
    assert len(described(response, GRAPHS[media])) > 5


@pytest.mark.parametrize("slash", ["", "/"])
def test_the_description_names_the_endpoint(endpoint: str, slash: str) -> None:
    found = described(httpx.get(endpoint + slash)).query(f"SELECT ?at {{ ?s <{SD}endpoint> ?at }}")
    assert [row["at"].value for row in found] == [endpoint]  # type: ignore[union-attr]


def test_the_description_is_as_the_schema_has_it(endpoint: str) -> None:
    store = described(httpx.get(endpoint))
    assert store.query(
        f"""PREFIX sd: <{SD}> ASK {{
            ?service a sd:Service ; sd:endpoint ?at ; sd:supportedLanguage sd:SPARQL11Query ;
                     sd:defaultDataset [ a sd:Dataset ; sd:defaultGraph [ a sd:Graph ] ] .
            FILTER NOT EXISTS {{ ?service sd:feature sd:BasicFederatedQuery }}
            FILTER NOT EXISTS {{ ?service sd:feature sd:DereferencesURIs }} }}"""
    )


def test_the_data_are_described_at_the_well_known_place(endpoint: str) -> None:
    site = endpoint.removesuffix("/sparql")
    store = described(httpx.get(f"{site}/.well-known/void"))
    found = store.query(
        f"""PREFIX void: <http://rdfs.org/ns/void#> ASK {{
            ?data a void:Dataset ; void:triples 1 ; void:sparqlEndpoint <{endpoint}> }}"""
    )
    assert found
