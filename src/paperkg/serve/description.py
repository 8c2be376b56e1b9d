"""What the service says of itself: a SPARQL 1.1 Service Description, and of its data: VoID."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperkg.rdf import BASE
from paperkg.rdf.vocabulary import NAMESPACES, PK, RDF, SCHEMA, SKOS, XSD

if TYPE_CHECKING:
    from pyoxigraph import Triple

SD = "http://www.w3.org/ns/sparql-service-description#"
VOID = "http://rdfs.org/ns/void#"
FORMATS = "http://www.w3.org/ns/formats/"
_RESULTS = (
    *("SPARQL_Results_JSON", "SPARQL_Results_XML", "SPARQL_Results_CSV", "SPARQL_Results_TSV"),
    *("Turtle", "N-Triples", "JSON-LD", "RDF_XML"),
)
_VOCABULARIES = (PK, SKOS, SCHEMA)


def service(endpoint: str, triples: int) -> bytes:
    """Describe the service at an address, as N-Triples."""
    service, dataset, graph = f"{endpoint}#service", f"{endpoint}#dataset", f"{endpoint}#graph"
    lines = [
        (service, f"{RDF}type", f"{SD}Service"),
        (service, f"{SD}endpoint", endpoint),
        (service, f"{SD}supportedLanguage", f"{SD}SPARQL11Query"),
        *((service, f"{SD}resultFormat", f"{FORMATS}{name}") for name in _RESULTS),
        (service, f"{SD}defaultDataset", dataset),
        (dataset, f"{RDF}type", f"{SD}Dataset"),
        (dataset, f"{SD}defaultGraph", graph),
        (graph, f"{RDF}type", f"{SD}Graph"),
    ]
    return _written(lines, [(graph, f"{VOID}triples", triples)])


def dataset(site: str, endpoint: str, triples: int) -> bytes:
    """Describe the data behind an address, as N-Triples."""
    name = f"{site}/.well-known/void#dataset"
    lines = [
        (name, f"{RDF}type", f"{VOID}Dataset"),
        (name, f"{VOID}sparqlEndpoint", endpoint),
        *((name, f"{VOID}vocabulary", vocabulary) for vocabulary in _VOCABULARIES),
    ]
    return _written(lines, [(name, f"{VOID}triples", triples)], [(name, f"{VOID}uriSpace", BASE)])


def _written(
    links: list[tuple[str, str, str]],
    numbers: list[tuple[str, str, int]],
    texts: list[tuple[str, str, str]] | None = None,
) -> bytes:
    return "".join(
        [
            *(f"<{s}> <{p}> <{o}> .\n" for s, p, o in links),
            *(f'<{s}> <{p}> "{n}"^^<{XSD}integer> .\n' for s, p, n in numbers),
            *(f'<{s}> <{p}> "{text}" .\n' for s, p, text in texts or []),
        ]
    ).encode()


def rendered(described: bytes, format: str) -> bytes:
    """Write a description in one of the graph formats."""
    from pyoxigraph import RdfFormat, parse, serialize

    from paperkg.sparql.answer import graph_format

    triples: list[Triple] = [quad.triple for quad in parse(described, RdfFormat.N_TRIPLES)]
    prefixes = {**NAMESPACES, "sd": SD, "void": VOID, "formats": FORMATS}
    return serialize(triples, None, graph_format(format), prefixes=prefixes) or b""
