"""`paperkg export`, `import`, `validate` and `ontology`: out, back, and checked."""

from __future__ import annotations

import sys
from pathlib import Path

import pyoxigraph
import pytest

from .conftest import Command


def triples(path: Path) -> set[pyoxigraph.Triple]:
    return {quad.triple for quad in pyoxigraph.parse(path=path)}


@pytest.mark.parametrize("ending", ["ttl", "nt", "nq", "trig", "jsonld", "rdf"])
def test_out_and_back(paperkg: Command, world: Path, tmp_path: Path, ending: str) -> None:
    out, again = tmp_path / f"out.{ending}", tmp_path / "again"
    assert paperkg("export", world, out, "--abstracts").code == 0
    ran = paperkg("import", out, "-o", again)
    assert (ran.code, ran.out, ran.err) == (0, f"{again}: 6 papers, 12 concepts\n", "")
    assert paperkg("shared", again, "GridLock").out == paperkg("shared", world, "GridLock").out
    assert sorted(paperkg("concepts", again, "--json").out.splitlines()) == sorted(
        paperkg("concepts", world, "--json").out.splitlines()
    )


def test_less_evidence_is_a_smaller_file_that_does_not_come_back(
    paperkg: Command, world: Path, tmp_path: Path
) -> None:
    sizes = []
    for form in ("none", "compact", "full"):
        out = tmp_path / f"{form}.nt"
        assert paperkg("export", world, out, "--evidence", form).code == 0
        sizes.append(len(triples(out)))
    assert sizes == sorted(set(sizes))
    ran = paperkg("import", tmp_path / "compact.nt", "-o", tmp_path / "again")
    assert ran.code == 1
    assert ran.err.endswith("export it with --evidence full\n")
    assert ran.err.count("\n") == 1


def test_abstracts_stay_at_home_unless_they_are_asked_for(
    paperkg: Command, world: Path, tmp_path: Path
) -> None:
    for options, there in (((), False), (("--abstracts",), True)):
        paperkg("export", world, tmp_path / "out.ttl", *options)
        text = (tmp_path / "out.ttl").read_text("utf-8")
        assert ("benchmark. Llama 3 solves 41.5% of GridLock. Relay" in text) == there


def test_a_format_by_its_name_or_by_the_ending(paperkg: Command, world: Path, tmp_path: Path) -> None:
    ran = paperkg("export", world, tmp_path / "out.gexf")
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'out.gexf'}: 18 nodes, 17 edges\n")
    ran = paperkg("export", world, "--format", "csv", "-o", tmp_path / "tables")
    assert ran.out == f"{tmp_path / 'tables'}: 18 nodes, 17 edges, 17 mentions, 2 claims\n"
    again = paperkg("export", world, "--format", "csv", "-o", tmp_path / "tables")
    assert (again.code, again.err.count("\n")) == (1, 1)
    assert again.err.endswith("tables: is a folder with something in it; give a new one\n")


@pytest.mark.parametrize("arguments", [("validate",), ("import", "-o", "{}/again")], ids=" ".join)
def test_an_export_that_is_not_there(paperkg: Command, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    if "validate" in arguments:
        pytest.importorskip("pyshacl", reason="needs the extra rdf")
    none = tmp_path / "none.ttl"
    ran = paperkg(*(argument.format(tmp_path) for argument in arguments), none)
    assert (ran.code, ran.err) == (1, f"paperkg: {none}: there is no such file; check the path\n")
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("{}/out.xls",), "ending '.xls' is not known"),
        (("{}/out", "--format", "xls"), "format 'xls' is not known"),
        ((), "say where to write, such as papers.ttl"),
        (("{}/a.bib", "-o", "{}/b.bib"), "say once where to write"),
        (("{}/a.bib", "--evidence", "none"), "evidence is for RDF"),
    ],
)
def test_what_is_not_understood_is_said(
    paperkg: Command, world: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    ran = paperkg("export", world, *(argument.format(tmp_path) for argument in arguments))
    assert ran.code == 2
    assert said in " ".join(ran.err.replace("│", " ").split())
    assert sorted(path.name for path in tmp_path.iterdir()) == [world.name]


def test_a_missing_extra_is_said_in_a_line(
    paperkg: Command, world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    ran = paperkg("export", world, "--format", "parquet", "-o", tmp_path / "out")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert ran.err.endswith("pip install 'paperkg[parquet]'\n")
    assert not (tmp_path / "out").exists()


def test_bibtex_of_an_answer(paperkg: Command, world: Path) -> None:
    mazes = "@inproceedings{example2025gridlock,"
    for arguments, first in (
        (("shared", world, "GridLock"), mazes),
        (("shared", world, "GridLock", "--role", "mentions"), "@misc{hints,"),
        (("search", world, "Doors"), "@misc{doors,"),
        (("show", world, "mazes"), mazes),
        (("show", world, "paper:late"), "@misc{doors,"),
        (("common", world, "mazes", "late"), mazes),
        (("compare", world, "late", "mazes"), "@misc{doors,"),
        (("similar", world, "late"), mazes),
        (("leaderboard", world, "GridLock"), mazes),
    ):
        ran = paperkg(*arguments, "--bibtex")
        assert (ran.code, ran.err) == (0, ""), arguments
        assert ran.out.startswith(first), arguments
    assert paperkg("shared", world, "GridLock", "--bibtex").out.count("@") == 4
    nothing = paperkg("search", world, "unheard-of", "--bibtex")
    assert (nothing.code, nothing.out, nothing.err) == (0, "", "paperkg: no papers to cite\n")


def test_an_export_is_found_to_be_well(paperkg: Command, world: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyshacl")
    paperkg("export", world, tmp_path / "out.ttl")
    ran = paperkg("validate", tmp_path / "out.ttl")
    count = len(triples(tmp_path / "out.ttl"))
    assert (ran.code, ran.out) == (0, f"{tmp_path / 'out.ttl'}: {count:,} triples, all well\n")


def test_what_is_wrong_is_printed_and_counted(paperkg: Command, world: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyshacl")
    out = tmp_path / "out.nt"
    paperkg("export", world, out)
    lines = out.read_text("utf-8").splitlines(keepends=True)
    out.write_text(
        "".join(line for line in lines if "hasText" not in line or "/paper/bare>" not in line), "utf-8"
    )
    ran = paperkg("validate", out)
    assert ran.code == 1
    assert ran.out.startswith(
        "<https://w3id.org/paperkg/paper/bare> <https://w3id.org/paperkg/vocab#hasText>: "
    )
    assert ran.err == f"paperkg: {out}: 1 violation\n"


@pytest.mark.parametrize("command", [("validate",), ("import", "-o", "again")])
@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.ttl", "no turtle", "not well formed"),
        ("a.ttl", "", "no export by paperkg"),
        ("a.x", "", "not known"),
    ],
)
def test_what_is_no_export_gets_one_line(
    paperkg: Command, tmp_path: Path, command: tuple[str, ...], name: str, text: str, says: str
) -> None:
    pytest.importorskip("pyshacl")
    (tmp_path / name).write_text(text)
    first, *others = command
    ran = paperkg(first, tmp_path / name, *others)
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert says in ran.err


def test_a_file_that_is_not_there_gets_one_line(paperkg: Command, tmp_path: Path) -> None:
    ran = paperkg("import", tmp_path / "none.ttl", "-o", tmp_path / "again")
    assert (ran.code, ran.err.count("\n")) == (1, 1)
    assert "none.ttl" in ran.err


@pytest.mark.parametrize("part", [(), ("ontology",), ("alignments",), ("shapes",), ("context",)])
def test_the_vocabulary_is_printed(paperkg: Command, tmp_path: Path, part: tuple[str, ...]) -> None:
    ran = paperkg("ontology", *part)
    assert ran.code == 0
    if part == ("context",):
        assert ran.out.startswith('{\n  "@context"')
    else:
        assert list(pyoxigraph.parse(ran.out, format=pyoxigraph.RdfFormat.TURTLE))


def test_an_unknown_part_is_not_understood(paperkg: Command) -> None:
    assert paperkg("ontology", "everything").code == 2


def test_an_export_never_takes_the_place_of_a_graph(paperkg: Command, world: Path) -> None:
    store = world / "graph.sqlite"
    before = store.read_bytes()
    for form in ("nt", "gexf", "bibtex"):
        ran = paperkg("export", world, store, "--format", form)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err == f"paperkg: {store}: is a database, such as a graph has; give another name\n"
    assert store.read_bytes() == before
