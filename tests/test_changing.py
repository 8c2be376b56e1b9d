"""Papers that are added or taken out leave the graph that a build with or without them gives, to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import paperkg
from paperkg import BusyError, GraphError, Overrides, Paper, UnknownPaperError
from paperkg.graph.store import locked
from paperkg.model import Extraction, Kind
from tests.conftest import SAMPLE


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    return list(paperkg.read(SAMPLE))[:20]


@pytest.fixture(scope="module")
def whole(papers: list[Paper], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the graph of all papers; not to be changed."""
    folder = tmp_path_factory.mktemp("whole")
    paperkg.build(papers, folder)
    return folder


@pytest.fixture
def graph(whole: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "graph"
    folder.mkdir()
    (folder / "graph.sqlite").write_bytes(stored(whole))
    return folder


def stored(folder: Path) -> bytes:
    return (folder / "graph.sqlite").read_bytes()


def not_asked(papers):
    """An extractor for graphs in which everything is known."""
    for paper in papers:
        raise AssertionError(f"{paper.id} is known")
    yield from ()


@pytest.mark.parametrize("gone", [[0], [19], [3, 11, 12], list(range(20))], ids=str)
def test_a_graph_is_as_if_what_is_removed_had_never_been_in(
    papers: list[Paper], graph: Path, tmp_path: Path, gone: list[int]
) -> None:
    built = paperkg.remove(graph, [papers[number].id for number in gone], extractor=not_asked)
    assert built.papers == 20 - len(gone)
    paperkg.build([p for number, p in enumerate(papers) if number not in gone], tmp_path / "without")
    assert stored(graph) == stored(tmp_path / "without")


def test_what_is_removed_and_added_again_is_back_at_the_end(
    papers: list[Paper], graph: Path, tmp_path: Path
) -> None:
    paperkg.remove(graph, [papers[19].title])
    built = paperkg.add(graph, [papers[3], papers[19]])
    assert (built.papers, built.merged) == (20, 1)
    assert stored(graph) == stored(paperkg.build(papers, tmp_path / "whole").folder)


def test_a_graph_that_is_added_to_is_as_if_built_of_all(
    papers: list[Paper], whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "graph"
    paperkg.build(papers[:12], folder)
    asked: list[str] = []

    def extractor(new):
        def noted() -> Iterator[Paper]:
            for paper in new:
                asked.append(paper.id)
                yield paper

        from paperkg.extract import extract

        return extract(noted())

    paperkg.add(folder, papers[12:], extractor=extractor)
    assert asked == [paper.id for paper in papers[12:]]
    assert stored(folder) == stored(whole)


def test_overrides_go_on_to_hold(papers: list[Paper], tmp_path: Path) -> None:
    overrides = Overrides(
        names={"large language model": "LLM"}, kinds={"gsm8k": Kind.DATASET}, ignored=frozenset({"accuracy"})
    )
    folder = tmp_path / "graph"
    paperkg.build(papers[:12], folder, overrides=overrides)
    paperkg.add(folder, papers[12:])
    assert stored(folder) == stored(paperkg.build(papers, tmp_path / "whole", overrides=overrides).folder)
    paperkg.remove(folder, [papers[0].id])
    less = paperkg.build(papers[1:], tmp_path / "less", overrides=overrides)
    assert stored(folder) == stored(less.folder)


def test_a_paper_that_is_not_there_is_told_and_nothing_is_touched(papers: list[Paper], graph: Path) -> None:
    before = stored(graph)
    with pytest.raises(UnknownPaperError, match="no paper has the id or the title 'nobody'"):
        paperkg.remove(graph, [papers[0].id, "nobody"])
    assert stored(graph) == before


def test_a_title_of_several_papers_is_told_with_their_ids(tmp_path: Path) -> None:
    twins = [Paper("1", "Twin", "We study X."), Paper("2", "Twin", "We study Y.")]
    paperkg.build(twins, tmp_path)
    with pytest.raises(UnknownPaperError, match="2 papers have the title 'Twin'; give an id: 1, 2"):
        paperkg.remove(tmp_path, ["Twin"])


@pytest.mark.parametrize("change", [paperkg.add, paperkg.remove])
def test_a_folder_without_a_graph_is_told_and_not_made(tmp_path: Path, change) -> None:
    with pytest.raises(GraphError, match="no graph here"):
        change(tmp_path / "nowhere", [])
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.parametrize("change", [paperkg.add, paperkg.remove, lambda folder, _: paperkg.build([], folder)])
def test_two_do_not_write_at_once(graph: Path, change) -> None:
    before = stored(graph)
    with locked(graph), pytest.raises(BusyError, match="another build"):
        change(graph, [])
    assert stored(graph) == before


def test_a_source_that_cannot_be_read_adds_nothing(graph: Path, tmp_path: Path) -> None:
    before = stored(graph)
    with pytest.raises(paperkg.SourceError, match="no such file"):
        paperkg.add(graph, tmp_path / "missing.jsonl")
    assert stored(graph) == before


def test_an_extractor_of_your_own_gives_one_extraction_a_paper_in_order(tmp_path: Path) -> None:
    papers = [Paper(str(n), f"On {n}", "We study X.") for n in range(5)]

    def lengths(given):
        return (Extraction(sentences=((0, len(paper.title) + int(paper.id)),)) for paper in given)

    paperkg.build(papers, tmp_path / "graph", extractor=lengths)
    with paperkg.open(tmp_path / "graph") as kg:
        assert [kg.sentences(paper.id) for paper in papers] == [((0, 4 + n),) for n in range(5)]
    for wrong in (lambda given: iter(()), lambda given: iter([Extraction()] * 6)):
        with pytest.raises(ValueError, match="zip"):
            paperkg.build(papers, tmp_path / "other", extractor=wrong)
        assert not (tmp_path / "other" / "graph.sqlite").exists()
