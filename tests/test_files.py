"""Putting a file in another's place."""

import sys

import pytest

from paperkg.files import replacing


def test_a_link_stays_one_and_what_it_points_to_is_replaced(tmp_path):
    target, link = tmp_path / "target.ttl", tmp_path / "link.ttl"
    target.write_text("old", encoding="utf-8")
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("this system makes no links")
    with replacing(link) as beside:
        beside.write_text("new", encoding="utf-8")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_private_file_stays_private(tmp_path):
    path = tmp_path / "private.ttl"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o600)
    with replacing(path) as beside:
        beside.write_text("new", encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o600


def test_what_was_there_stays_when_writing_fails(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")

    def fail():
        with replacing(path) as beside:
            beside.write_text("half", encoding="utf-8")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
