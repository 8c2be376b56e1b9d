"""Places that are kept beside the store."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperkg.view import places as module
from paperkg.view import write_page
from paperkg.view.layout import Layout, arrange
from paperkg.view.places import HOME, places

from .made import orchard

SIZES = [9.0, 9.0, 7.6, 7.6, 7.6]
EDGES = [(0, 2, 1.0), (1, 2, 1.0), (1, 3, 0.5), (0, 4, 0.5)]


def kept(folder: Path) -> list[Path]:
    return sorted((folder / HOME).glob("*.json"))


def test_places_are_worked_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = places(tmp_path, SIZES, EDGES)
    assert first == arrange(SIZES, EDGES)

    def never(*_: object) -> Layout:
        raise AssertionError

    monkeypatch.setattr(module, "arrange", never)
    assert places(tmp_path, SIZES, EDGES[::-1]) == first
    with pytest.raises(AssertionError):
        places(tmp_path, SIZES, EDGES[1:])


@pytest.mark.parametrize(
    "planted",
    [
        "",
        "[]",
        "{",
        '{"positions": [[NaN, 1], [1, 1], [1, 1], [1, 1], [1, 1]], "clusters": [[0, 0, 1, [0, 1, 2, 3, 4]]]}',
        '{"positions": [[1, 2]], "clusters": []}',
        '{"positions": "<b>", "clusters": 3}',
    ],
)
def test_what_is_damaged_is_worked_out_anew(tmp_path: Path, planted: str) -> None:
    first = places(tmp_path, SIZES, EDGES)
    [path] = kept(tmp_path)
    path.write_text(planted)
    assert places(tmp_path, SIZES, EDGES) == first
    assert path.read_text() != planted


def test_only_some_are_kept(tmp_path: Path) -> None:
    for size in range(12):
        places(tmp_path, [float(size)] * 3, [])
    assert len(kept(tmp_path)) == module.MOST_KEPT


def test_a_page_has_the_same_bytes_with_and_without(tmp_path: Path) -> None:
    kg = orchard(tmp_path / "orchard", 40)
    write_page(kg, tmp_path / "first.html", max_nodes=60)
    assert len(kept(tmp_path / "orchard")) == 1
    write_page(kg, tmp_path / "second.html", max_nodes=60)
    assert (tmp_path / "first.html").read_bytes() == (tmp_path / "second.html").read_bytes()


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / HOME).write_text("a file where the folder would be")
    assert places(tmp_path, SIZES, EDGES) == arrange(SIZES, EDGES)
