"""Time the RDF export against other serialisers, and check that every parser reads the same out of it.

    python benchmarks/rdf.py GRAPH [--papers 200 800] [--rdflib-reads 200]

Cuts the graph down to its first papers, some hundred and some more, and writes the same triples, evidence in
full, with each writer: paperkg from its store, Oxigraph from triples in memory, rdflib from its graph in
memory (what it takes to get them there is not counted). CPU seconds, since others may use the machine. Then
writes the whole graph in each format, and reads it back with Oxigraph's strict parser; with rdflib only as
many papers as `--rdflib-reads` says, since it takes minutes a million triples. What says the same has one
fingerprint.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pyoxigraph
import rdflib

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


def fingerprint(lines: Iterable[str]) -> str:
    """Hash triples whatever their order."""
    total = sum(int.from_bytes(hashlib.sha256(line.encode()).digest()[:16]) for line in lines)
    return f"{total % (1 << 64):016x}"


def read_by_oxigraph(path: Path) -> str:
    """Return what the strict parser reads."""
    return fingerprint(str(quad.triple) for quad in pyoxigraph.parse(path=path))


def read_by_rdflib(path: Path) -> str:
    """Return what rdflib reads, as Oxigraph would write it."""
    names = {"jsonld": "json-ld", "rdf": "xml"}
    graph = rdflib.Graph().parse(path, format=names.get(path.suffix[1:], path.suffix[1:]))
    return fingerprint(
        " ".join(
            str(
                pyoxigraph.NamedNode(str(term))
                if isinstance(term, rdflib.URIRef)
                else pyoxigraph.Literal(
                    str(term), datatype=pyoxigraph.NamedNode(str(term.datatype or rdflib.XSD.string))
                )
            )
            for term in triple
        )
        for triple in graph
    )


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


def check(kg: KnowledgeGraph, folder: Path, read: Callable[[Path], str], endings: Iterable[str]) -> None:
    """Print a line a format: how long it took, how large it is, and what a parser reads out of it."""
    for ending in endings:
        path = folder / f"whole.{ending}"
        took = seconds(lambda path=path: export(kg, path))
        size, found = path.stat().st_size / 1e6, read(path)
        print(f"  {FORMATS[ending]:12}{took:8.2f} s{size:10.1f} MB   {found}", flush=True)
        path.unlink()


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--papers", type=int, nargs="+", default=[100, 400])
    parser.add_argument("--rdflib-reads", type=int, default=200, metavar="PAPERS")
    chosen = parser.parse_args()
    with open_graph(chosen.graph) as kg, TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for papers in chosen.papers:
            race(kg, papers, folder)
        print(f"\nthe whole graph, {len(kg.labels()):,} papers, read by Oxigraph")
        check(kg, folder, read_by_oxigraph, FORMATS)
        print(f"\n{chosen.rdflib_reads:,} papers, read by Oxigraph and by rdflib")
        some = first_papers(kg, chosen.rdflib_reads, folder / "reads")
        check(some, folder, read_by_oxigraph, ("nt",))
        check(some, folder, read_by_rdflib, ("nt", "ttl", "jsonld", "rdf"))


if __name__ == "__main__":
    main()
