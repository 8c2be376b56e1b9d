"""Feeds made-up bytes to what reads, guided by the code that they reach: scripts/fuzz.py RUNS [TARGET...].

Needs atheris (pip install atheris; Linux). Each target runs in a process of its own with the same seed. It
fails where anything is raised that its callers do not expect, or an input takes ten seconds or 2 GB.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import atheris

SCRATCH = Path(tempfile.gettempdir(), f"paperkg-fuzz-{os.getpid()}")
ENDINGS = ("txt", "json", "jsonl", "csv", "tsv", "bib", "ris", "xml", "parquet", "xlsx", "html", "md")

with atheris.instrument_imports(include=["paperkg"]):
    from paperkg import parquet
    from paperkg.doctor import examine
    from paperkg.graph import Contents, Entry, GraphError, Shelf, open_graph, save
    from paperkg.graph.records import dump_extraction
    from paperkg.link import Overrides, OverridesError, dump_overrides, link, load_overrides, read_overrides
    from paperkg.link.normal import normal_form_in_text
    from paperkg.mcp.answers import written
    from paperkg.model import (
        Abbreviation,
        Claim,
        Concept,
        Extraction,
        Kind,
        Mention,
        Paper,
        Role,
        lookup_key,
        slug,
    )
    from paperkg.papers import SourceError, read
    from paperkg.rdf.iris import web_address
    from paperkg.rdf.terms import literal, value_of
    from paperkg.rdf.values import parse_value
    from paperkg.sparql.guard import RefusedError, check


def readers(data: bytes) -> None:
    """A source of any format: papers or a reason, and no character that a text may not hold."""
    ending = ENDINGS[data[0] % len(ENDINGS)] if data else "txt"
    path = SCRATCH / f"source.{ending}"
    path.write_bytes(data[1:])
    try:
        for paper in read(path, []):
            assert paper.abstract
            assert not set(paper.title) & (set(map(chr, range(32))) - {"\t"}), ascii(paper.title)
    except SourceError:
        pass


def text_of(data: bytes) -> str:
    """Read bytes as text, whatever they are."""
    return data.decode("utf-8", "replace")


def normal(data: bytes) -> None:
    """Normal forms, keys and slugs of any text; a normal form is its own."""
    text = text_of(data)
    form = normal_form_in_text(text)
    assert form == normal_form_in_text(text)
    slug(form)
    assert lookup_key(lookup_key(text)) == lookup_key(text)


def guard(data: bytes) -> None:
    """A query passes or is refused; a bare SERVICE never passes."""
    text = text_of(data)
    try:
        check(text)
    except RefusedError:
        return
    try:
        check(f"{text} SERVICE <urn:x> {{}}")
    except RefusedError:
        return
    # Two slashes outside of an IRI are no SPARQL, whatever follows
    assert any(mark in text for mark in ("#", '"', "'", "<", "\\", ":", "//")), "nothing here can hide a word"


def overrides(data: bytes) -> None:
    """An override file is read or refused with a reason; what is read comes back from a graph."""
    path = SCRATCH / "overrides.toml"
    path.write_bytes(data)
    try:
        told = read_overrides(path)
    except OverridesError:
        return
    assert load_overrides(dump_overrides(told)) == told


def writers(data: bytes) -> None:
    """What is written of any text is that text."""
    text = text_of(data)
    stored = text.replace("\r\n", "\n")
    assert value_of(literal(stored))[0] == stored
    assert json.loads(written({"x": text[:1000]}))["answer"]["x"] == text[:1000]
    parse_value(text[:100])
    address = web_address(text)
    assert (
        address is None
        or address.startswith(("http", "HTTP", "Http", "hTTP"))
        or address[:4].lower() == "http"
    )


def linker(data: bytes) -> None:
    """Any mentions, abbreviations, claims and roles in any texts become a graph that can be read."""
    source = atheris.FuzzedDataProvider(data)
    papers = []
    for number in range(source.ConsumeIntInRange(1, 4)):
        text = source.ConsumeUnicodeNoSurrogates(60) or "GSM8K"
        paper = Paper(str(number), source.ConsumeUnicodeNoSurrogates(20), text)
        end = len(paper.text)

        def span(end: int = end) -> tuple[int, int]:
            start = source.ConsumeIntInRange(0, end - 1)
            return start, source.ConsumeIntInRange(start + 1, end)

        mentions = tuple(
            Mention(*span(), source.PickValueInList(list(Kind)), "made up", 0.5)
            for _ in range(source.ConsumeIntInRange(0, 4))
        )
        short = tuple(Abbreviation(*span(), *span()) for _ in range(source.ConsumeIntInRange(0, 2)))
        claims = tuple(
            Claim(*span(), "5%", metric=source.ConsumeUnicodeNoSurrogates(9))
            for _ in range(source.ConsumeIntInRange(0, 2))
        )
        roles = tuple(source.PickValueInList(list(Role)) for _ in mentions)
        papers.append((paper, Extraction(mentions, short, claims, ((0, end),), roles)))
    with Shelf() as shelf:
        for number, (paper, extraction) in enumerate(papers):
            shelf.append(paper)
            shelf.put(number, dump_extraction(extraction))
        linked = link(shelf, Overrides())
        for linked_paper in linked.papers():
            assert all(one.evidence for one in linked_paper.links)


def stores(data: bytes) -> None:
    """A store with some bytes changed is told sound or damaged, and read or refused."""
    source = atheris.FuzzedDataProvider(data)
    folder = SCRATCH / "graph"
    whole = bytearray(_store())
    for _ in range(source.ConsumeIntInRange(1, 4)):
        whole[source.ConsumeIntInRange(0, len(whole) - 1)] = source.ConsumeIntInRange(0, 255)
    (folder / "graph.sqlite").write_bytes(whole)
    try:
        examine(folder)
        with open_graph(folder) as kg:
            list(kg.links())
            list(kg.papers())
    except GraphError:
        pass


_WHOLE: list[bytes] = []


def _store() -> bytes:
    if not _WHOLE:
        folder = SCRATCH / "graph"
        folder.mkdir(exist_ok=True)
        concept = Concept(Kind.BENCHMARK, "gsm8k", "GSM8K", ("GSM8K",))
        entries = tuple(
            Entry(Paper(str(n), f"On {n}", "We test GSM8K."), f"On {n}", Extraction()) for n in range(5)
        )
        save(folder, Contents(entries, (concept,), ()))
        _WHOLE.append((folder / "graph.sqlite").read_bytes())
    return _WHOLE[0]


def parts(data: bytes) -> None:
    """A Parquet file with some bytes changed is read as it was, or refused."""
    source = atheris.FuzzedDataProvider(data)
    path = SCRATCH / "part.parquet"
    if not path.exists():
        rows = [(Paper(str(n), f"On {n}", "We test GSM8K."), Extraction()) for n in range(5)]
        parquet.write(path, rows, "made up")
        _WHOLE.append(path.read_bytes())
    whole = bytearray(_WHOLE[0])
    whole[source.ConsumeIntInRange(0, len(whole) - 1)] = source.ConsumeIntInRange(0, 255)
    changed = SCRATCH / "changed.parquet"
    changed.write_bytes(whole)
    try:
        with changed.open("rb") as file:
            list(parquet.extractions(file))
    except parquet.ParquetError:
        pass


TARGETS: dict[str, tuple[Callable[[bytes], None], float]] = {  # and their share of the runs
    "readers": (readers, 0.2),
    "normal": (normal, 0.25),
    "guard": (guard, 0.25),
    "overrides": (overrides, 0.1),
    "writers": (writers, 0.16),
    "linker": (linker, 0.02),
    "stores": (stores, 0.01),
    "parts": (parts, 0.01),
}


def main() -> None:
    """Run the targets one after the other."""
    runs, *names = sys.argv[1:]
    failed = []
    for name in names or TARGETS:
        share = 1.0 if names else TARGETS[name][1]
        count = int(int(runs) * share)
        began = time.monotonic()
        command = [sys.executable, __file__, "--one", name, f"-runs={count}", "-seed=20261201", "-timeout=10"]
        done = subprocess.run([*command, "-rss_limit_mb=2048", "-max_len=4096", "-verbosity=0"], check=False)
        print(
            f"{name}: {count:,} inputs in {time.monotonic() - began:.0f} s, exit {done.returncode}",
            flush=True,
        )
        failed += [name] * bool(done.returncode)
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


if __name__ == "__main__":
    if sys.argv[1] == "--one":
        SCRATCH.mkdir(exist_ok=True)
        atheris.Setup([sys.argv[0], *sys.argv[3:]], TARGETS[sys.argv[2]][0])
        atheris.Fuzz()
    else:
        main()
