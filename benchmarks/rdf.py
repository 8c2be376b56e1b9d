"""Time the RDF export against other serialisers, and check that every parser reads the same out of it.

    python benchmarks/rdf.py GRAPH [--papers 200 800] [--rdflib-reads 200]
    python benchmarks/rdf.py GRAPH --isomorphic

Cuts the graph down to its first papers, some hundred and some more, and writes the same triples, evidence in
full, with each writer: paperkg from its store, Oxigraph from triples in memory, rdflib from its graph in
memory (what it takes to get them there is not counted). CPU seconds, since others may use the machine. Then
writes the whole graph in each format, and reads it back with Oxigraph's strict parser; with rdflib only as
many papers as `--rdflib-reads` says, since it takes minutes a million triples. What says the same has one
fingerprint. With `--isomorphic` it does only this last, on the whole graph: each format is read by both,
and it ends with 1 unless all fingerprints are one. (No node is blank, so that the same triples are the same
graph.)
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pyoxigraph
import rdflib
from rdflib.store import Store

from paperkg.graph import Contents, Entry, KnowledgeGraph, open_graph, save
from paperkg.rdf import FORMATS, export, to_rdflib
from paperkg.rdf.formats import prefixes
from paperkg.rdf.iris import BASE


def first_papers(kg: KnowledgeGraph, number: int, folder: Path) -> KnowledgeGraph:
    """Make the graph of the first papers."""
    labels = kg.labels()
    papers = [paper for paper, _ in zip(kg.papers(), range(number), strict=False)]
    entries = tuple(Entry(paper, labels[paper.id], kg.extraction(paper.id)) for paper in papers)
    links = tuple(link for paper in papers for link in kg.links(paper=paper.id))
    results = tuple(result for paper in papers for result in kg.results(paper=paper.id))
    named = {link.concept for link in links}
    families = tuple(one for one in kg.families() if {one.member, one.family} <= named)
    concepts = tuple(concept for concept in kg.concepts() if concept.id in named)
    folder.mkdir()
    save(folder, Contents(entries, concepts, links, results, families, (("extractor", "benchmark"),)))
    return open_graph(folder)


def seconds(run: Callable[[], object]) -> float:
    """Return the CPU time that something takes."""
    start = time.process_time()
    run()
    return time.process_time() - start


BOTH_READ = ("nt", "ttl", "jsonld", "rdf")


class Fingerprint:
    """Hashes triples whatever their order."""

    def __init__(self) -> None:
        self.triples, self._total = 0, 0

    def add(self, line: str) -> None:
        """Take one, as N-Triples writes it."""
        self.triples += 1
        self._total += int.from_bytes(hashlib.sha256(line.encode()).digest()[:16])

    def __str__(self) -> str:
        return f"{self.triples:,} triples, {self._total % (1 << 128):032x}"


class Passing(Store):
    """A store of rdflib's that keeps no triple, only the fingerprint of all: millions fit into memory."""

    context_aware = True  # the parser of JSON-LD asks for one that is; there is one graph all the same

    def __init__(self) -> None:
        super().__init__()
        self.fingerprint = Fingerprint()
        self._prefixes: dict[str, rdflib.URIRef] = {}

    def add(self, triple: tuple[rdflib.term.Node, ...], context: object, quoted: bool = False) -> None:
        """Count a triple, as Oxigraph would write it."""
        self.fingerprint.add(" ".join(map(as_oxigraph, triple)))

    def bind(self, prefix: str, namespace: rdflib.URIRef, override: bool = True) -> None:
        """Keep a prefix, as parsers want it."""
        self._prefixes[prefix] = namespace

    def namespace(self, prefix: str) -> rdflib.URIRef | None:
        """Return what a prefix stands for."""
        return self._prefixes.get(prefix)

    def prefix(self, namespace: rdflib.URIRef) -> str | None:
        """Return the prefix of a namespace."""
        return next((short for short, long in self._prefixes.items() if long == namespace), None)

    def namespaces(self) -> Iterator[tuple[str, rdflib.URIRef]]:
        """Yield all of them."""
        yield from self._prefixes.items()


def as_oxigraph(term: rdflib.term.Node) -> str:
    """Write a term of rdflib's as Oxigraph writes it."""
    if isinstance(term, rdflib.URIRef):
        return str(pyoxigraph.NamedNode(str(term)))
    if not isinstance(term, rdflib.Literal):
        raise SystemExit(f"a blank node: {term!r}")
    datatype = pyoxigraph.NamedNode(str(term.datatype or rdflib.XSD.string))
    return str(pyoxigraph.Literal(str(term), datatype=datatype))


def read_by_oxigraph(path: Path) -> str:
    """Return what the strict parser reads."""
    found = Fingerprint()
    for quad in pyoxigraph.parse(path=path):
        if pyoxigraph.BlankNode in (type(quad.subject), type(quad.object)):
            raise SystemExit(f"a blank node: {quad}")
        found.add(str(quad.triple))
    return str(found)


def read_by_rdflib(path: Path) -> str:
    """Return what rdflib reads."""
    names = {"jsonld": "json-ld", "rdf": "xml"}
    store, ending = Passing(), path.suffix[1:]
    rdflib.Graph(store, bind_namespaces="none").parse(path, format=names.get(ending, ending))
    return str(store.fingerprint)


def race(kg: KnowledgeGraph, papers: int, folder: Path) -> None:
    """Print the table of the writers at one size."""
    some = first_papers(kg, papers, folder / f"first-{papers}")
    count = export(some, folder / "race.nt")
    triples = [quad.triple for quad in pyoxigraph.parse(path=folder / "race.nt")]
    graph = to_rdflib(some)
    turtle = {"format": pyoxigraph.RdfFormat.TURTLE, "prefixes": prefixes(BASE)}
    runs: dict[str, Callable[[], object]] = {
        "rdflib, Turtle": lambda: graph.serialize(folder / "race.ttl", format="turtle"),
        "Oxigraph, Turtle": lambda: pyoxigraph.serialize(triples, folder / "race.ttl", **turtle),
        **{
            f"paperkg, {name}": lambda ending=ending: export(some, folder / f"race.{ending}")
            for ending, name in FORMATS.items()
        },
    }
    print(f"\n{papers:,} papers, {count:,} triples")
    print(f"  {'writer':20}{'CPU s':>8}{'µs a triple':>14}{'rdflib takes':>15}")
    slowest = 0.0
    for name, run in runs.items():
        took = seconds(run)
        slowest = slowest or took
        print(f"  {name:20}{took:8.2f}{took / count * 1e6:14.2f}{slowest / took:14.1f}x", flush=True)


def check(kg: KnowledgeGraph, folder: Path, read: Callable[[Path], str], endings: Iterable[str]) -> set[str]:
    """Print a line a format: how long it took, how large it is, and what a parser reads out of it."""
    all_found = set()
    for ending in endings:
        path = folder / f"whole.{ending}"
        took = seconds(lambda path=path: export(kg, path))
        size, start = path.stat().st_size / 1e6, time.process_time()
        found = read(path)
        reading = time.process_time() - start
        print(f"  {FORMATS[ending]:12}{took:8.2f} s{size:9.1f} MB{reading:9.1f} s   {found}", flush=True)
        all_found.add(found)
        path.unlink()
    return all_found


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--papers", type=int, nargs="+", default=[100, 400])
    parser.add_argument("--rdflib-reads", type=int, default=200, metavar="PAPERS")
    parser.add_argument("--isomorphic", action="store_true")
    chosen = parser.parse_args()
    with open_graph(chosen.graph) as kg, TemporaryDirectory() as scratch:
        folder = Path(scratch)
        if chosen.isomorphic:
            print("the whole graph: to write, size, to read")
            found = set()
            for name, read in (("Oxigraph", read_by_oxigraph), ("rdflib", read_by_rdflib)):
                print(f"\nread by {name}")
                found |= check(kg, folder, read, BOTH_READ)
            if len(found) > 1:
                raise SystemExit("they are not the same graph")
            return
        for papers in chosen.papers:
            race(kg, papers, folder)
        print(f"\nthe whole graph, {len(kg.labels()):,} papers, read by Oxigraph")
        check(kg, folder, read_by_oxigraph, FORMATS)
        print(f"\n{chosen.rdflib_reads:,} papers, read by Oxigraph and by rdflib")
        some = first_papers(kg, chosen.rdflib_reads, folder / "reads")
        check(some, folder, read_by_oxigraph, ("nt",))
        check(some, folder, read_by_rdflib, BOTH_READ)


if __name__ == "__main__":
    main()
