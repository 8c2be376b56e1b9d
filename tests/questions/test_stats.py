"""The counts of a graph, against SQL and against plain Python."""

import sqlite3
import subprocess
import sys
from contextlib import closing

from paperkg.graph import Contents, open_graph, save
from paperkg.model import Kind, Role
from paperkg.questions import Member, Stats, stats
from tests.graph.example import many


def test_counts_by_hand(kg):
    found = stats(kg)
    assert found == Stats(
        papers=6,
        empty=1,  # Nothing Shared
        years={2025: 1},
        venues={"Workshop on Mazes": 1},
        concepts={
            Kind.BENCHMARK: 2,
            Kind.DATASET: 1,
            Kind.MODEL: 3,
            Kind.TECHNIQUE: 3,
            Kind.TASK: 1,
            Kind.METRIC: 1,
            Kind.KEYWORD: 1,
        },
        links={
            Role.INTRODUCES: 2,
            Role.EVALUATES_ON: 4,
            Role.USES: 5,
            Role.COMPARES_WITH: 1,
            Role.ADDRESSES: 1,
            Role.MEASURES: 0,
            Role.MENTIONS: 2,
        },
        shared=4,  # GridLock, GridLock Pro, Llama 3, the model Relay
        claims=2,
        families=2,
        most=found.most,
    )
    assert found.most[Kind.BENCHMARK] == (
        Member("benchmark:gridlock", "GridLock", 4),
        Member("benchmark:gridlock-pro", "GridLock Pro", 2),
    )
    assert found.most[Kind.TECHNIQUE] == ()


def test_counts_as_sqlite_counts(kg):
    found = stats(kg)
    with closing(sqlite3.connect(kg.folder / "graph.sqlite")) as connection:

        def one(query):
            return connection.execute(query).fetchone()[0]

        assert found.papers == one("SELECT count(*) FROM papers")
        kinds = dict(connection.execute("SELECT kind, count(*) FROM concepts GROUP BY kind"))
        assert {str(kind): count for kind, count in found.concepts.items() if count} == kinds
        roles = dict(connection.execute("SELECT role, count(*) FROM links GROUP BY role"))
        assert {str(role): count for role, count in found.links.items() if count} == roles
        shared = "SELECT 1 FROM links GROUP BY concept HAVING count(DISTINCT paper) >= 2"
        assert found.shared == one(f"SELECT count(*) FROM ({shared})")
        assert found.claims == one("SELECT count(*) FROM results")
        assert found.families == one("SELECT count(DISTINCT family) FROM families")


def test_a_chain_of_papers(tmp_path):
    save(tmp_path, many(50))
    with open_graph(tmp_path) as kg:
        found = stats(kg)
    # each paper has its own model and the one before; the last model is in one paper only
    assert (found.papers, found.concepts[Kind.MODEL], found.links[Role.USES]) == (50, 50, 99)
    assert found.shared == 49


def test_an_empty_graph(tmp_path):
    save(tmp_path, Contents((), (), ()))
    with open_graph(tmp_path) as kg:
        found = stats(kg)
    counts = dict.fromkeys(Kind, 0), dict.fromkeys(Role, 0)
    assert found == Stats(0, 0, {}, {}, *counts, 0, 0, 0, dict.fromkeys(Kind, ()))
    assert list(found.concepts) == list(Kind)
    assert list(found.links) == list(Role)


def test_asking_loads_neither_networkx_nor_spacy():
    script = "import sys, paperkg.questions; print({'networkx', 'spacy', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
