"""The main job, from a file to what is printed, against counts that do without paperkg's own code."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paperkg.cli import app
from tests.conftest import SAMPLE, Built

REAL = [SAMPLE.name, "iclr2026-seed.txt", "paperlists-colm2024.json", "iclr2026.jsonl"]
KINDS = ["benchmark", "dataset", "model", "technique", "task", "metric", "keyword"]
ROLES = ["introduces", "evaluates_on", "uses", "compares_with", "addresses", "measures", "mentions"]


def command(*arguments: object) -> str:
    ran = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert ran.exit_code == 0, ran.stderr
    return ran.stdout


def printed_numbers(text: str) -> dict[str, int]:
    """Read what `paperkg build` printed back: each name with its number."""
    first, *rest = text.splitlines()
    rows = [line.rsplit(maxsplit=1) for line in rest]
    numbers = {name.strip(): int(number.replace(",", "")) for name, number in rows}
    return {"papers": int(first.rsplit(maxsplit=2)[1].replace(",", "")), **numbers}


def counted(folder: Path) -> dict[str, int]:
    """Count anew what is in a graph, of the records that it prints and, for keywords, of its tables."""
    records = [json.loads(line) for line in command("concepts", folder, "--json").splitlines()]
    listed = [re.split(r"\s+", line.strip(), maxsplit=2) for line in command("concepts", folder).splitlines()]
    with closing(sqlite3.connect(folder / "graph.sqlite")) as store:
        keyword_roles = Counter(
            role for (role,) in store.execute("SELECT role FROM links WHERE concept LIKE 'keyword:%'")
        )
        families = len({family for (family,) in store.execute("SELECT family FROM families")})
        tables = Counter(kind for (kind,) in store.execute("SELECT kind FROM concepts"))
    kinds = Counter(kind for _, kind, _ in listed)
    assert kinds == tables
    roles = Counter(concept["role"] for record in records for concept in record["concepts"]) + keyword_roles
    return {
        "papers": len(records),
        "concepts": len(listed),
        **{kind: kinds[kind] for kind in KINDS},
        "links": sum(roles.values()),
        **{role: roles[role] for role in ROLES},
        "shared concepts": sum(int(papers) > 1 for papers, _, _ in listed),
        "families": families,
        "claims": sum(len(record["results"]) for record in records),
    }


def texts(source: Path) -> Iterator[str]:
    """Read the texts of a real source with nothing but Python, one a paper."""
    content = source.read_text(encoding="utf-8-sig")
    if source.suffix == ".txt":
        yield from (part for part in re.split(r"\n\s*\n", content.strip()) if len(part) > 200)
        return
    lines = content.splitlines() if source.suffix == ".jsonl" else []
    for record in map(json.loads, lines) if lines else json.loads(content):
        yield f"{record['title']}\n{record['abstract']}"


def flat(text: str) -> str:
    """Leave out how white space and control characters (two papers of COLM have some) are written."""
    return " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text).split())


@pytest.mark.parametrize("name", REAL)
def test_the_numbers_printed_are_right(built: Callable[[str], Built], name: str) -> None:
    graph = built(name)
    printed = printed_numbers(graph.printed)
    merged = printed.pop("duplicates merged")
    assert printed == counted(graph.folder)
    assert printed["papers"] + merged == len(list(texts(graph.source)))
    assert printed["papers"] == len(set(map(flat, texts(graph.source))))


@pytest.mark.parametrize("name", REAL)
def test_every_link_has_evidence_that_stands_in_the_paper(built: Callable[[str], Built], name: str) -> None:
    graph = built(name)
    sources = list(map(flat, texts(graph.source)))
    with closing(sqlite3.connect(graph.folder / "graph.sqlite")) as store:
        papers = {
            paper: (position, f"{title}\n{abstract}")
            for position, paper, title, abstract in store.execute(
                "SELECT position, id, title, abstract FROM papers"
            )
        }
        links = {number for (number,) in store.execute("SELECT position FROM links")}
        shown = list(
            store.execute(
                'SELECT links.position, paper, start, "end" FROM mentions JOIN links ON link = links.position'
            )
        )
    assert {link for link, *_ in shown} == links
    for _, paper, start, end in shown:
        position, text = papers[paper]
        words = text[start:end]
        assert words.strip() == words != ""
        assert len(words) == end - start
        assert flat(words) in sources[position]


@pytest.mark.parametrize("name", REAL[:3])
def test_every_shared_sentence_is_the_papers_own(built: Callable[[str], Built], name: str) -> None:
    graph = built(name)
    sources = set(map(flat, texts(graph.source)))
    concepts = [line.split(maxsplit=2) for line in command("concepts", graph.folder).splitlines()[:25]]
    for papers, kind, concept in concepts:
        answer = json.loads(command("shared", graph.folder, f"{kind}:{concept}", "--json"))
        assert len(answer["papers"]) == int(papers)
        for paper in answer["papers"]:
            for evidence in paper["sentences"]:
                assert any(flat(evidence["sentence"]) in source for source in sources)
                assert evidence["sentence"][evidence["start"] : evidence["end"]].strip()


def test_a_corpus_counted_by_hand(tmp_path: Path) -> None:
    source, folder = tmp_path / "papers.csv", tmp_path / "graph"
    source.write_text(
        "id,title,abstract\n"
        "1,Alder Grows Trees,We evaluate on GSM8K.\n"
        "2,Birch Bends,We evaluate on GSM8K and HumanEval.\n"
        "3,Cedar Stands,We evaluate on HumanEval.\n"
        "4,Dogwood Flowers,We evaluate on GSM8K.\n"
        "1,Alder Grows Trees,We evaluate on GSM8K.\n"
        "9,cedar  stands,We evaluate on HumanEval.\n",
        encoding="utf-8",
    )
    printed = printed_numbers(command("build", source, "-o", folder))
    assert (printed["papers"], printed["duplicates merged"]) == (4, 2)
    assert (printed["benchmark"], printed["evaluates_on"]) == (2, 5)
    lines = command("shared", folder, "GSM8K").splitlines()
    assert lines[:3] == ["GSM8K (benchmark): 3 papers", "", "evaluates_on"]
    assert [line.strip() for line in lines[3::2]] == ["Alder Grows Trees", "Birch Bends", "Dogwood Flowers"]
    assert lines[4] == "      We evaluate on GSM8K."
    printed.pop("duplicates merged")
    assert printed == counted(folder)


def test_the_same_bytes_whatever_the_hash_seed(built: Callable[[str], Built], tmp_path: Path) -> None:
    """The store, the page and the RDF of the sample."""
    made = []
    for seed in ("1", "2"):
        folder = tmp_path / seed / "sample"
        for arguments in (
            ("build", SAMPLE, "-o", folder),
            ("view", folder, "--no-open"),
            ("export", folder, folder / "sample.ttl"),
        ):
            subprocess.run(
                [sys.executable, "-m", "paperkg", *map(str, arguments)],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            )
        made.append([(folder / name).read_bytes() for name in ("graph.sqlite", "page.html", "sample.ttl")])
    assert made[0] == made[1]
    assert made[0][0] == (built(SAMPLE.name).folder / "graph.sqlite").read_bytes()


EXPORT = """
import sys
from paperkg.graph import open_graph
from paperkg.rdf import FORMATS, export
with open_graph(sys.argv[1]) as kg:
    for ending in FORMATS:
        export(kg, f"{sys.argv[1]}/out.{ending}")
"""


def test_the_same_rdf_whatever_the_seed_the_order_and_the_workers(tmp_path: Path) -> None:
    """All six formats, of graphs that were built apart."""
    lines = SAMPLE.read_text("utf-8").splitlines()[:10]
    ways = {"1": (lines, 1), "2": (lines[::-1], 2), "3": (lines[3:] + lines[:3], 1)}
    made = []
    for seed, (papers, workers) in ways.items():
        folder, source = tmp_path / seed, tmp_path / seed / "papers.jsonl"
        folder.mkdir()
        source.write_text("\n".join(papers) + "\n", encoding="utf-8")
        build = ["-m", "paperkg", "build", source, "-o", folder, "--workers", workers]
        for arguments in (build, ["-c", EXPORT, folder]):
            subprocess.run(
                [sys.executable, *map(str, arguments)],
                env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True,
                check=True,
            )
        made.append({path.suffix: path.read_bytes() for path in folder.glob("out.*")})
    assert len(made[0]) == 6
    assert made[0] == made[1] == made[2]
