"""Whatever is done to a file of any format, reading it ends in papers, problems or one `SourceError`."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperkg.papers import Problem, SourceError, read
from paperkg.papers.fields import could_be_read
from paperkg.papers.pdf_pages import Line, fields_of
from tests.papers import lists

FILES = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=8, deadline=None)
CONTENTS = {
    name: value
    for name, value in vars(lists).items()
    if name.isupper() and isinstance(value, str) and len(value) > 100
}


@st.composite
def damaged(draw, content: bytes) -> bytes:
    """Cut something out, write something over, or turn two parts round."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(content)))
        end = draw(st.integers(start, min(len(content), start + 200)))
        new = draw(
            st.binary(max_size=5)
            | st.sampled_from([b"", b"{", b"}", b"<", b'"', b"\n", b"\\", content[:start]])
        )
        content = content[:start] + new + content[end:]
    return content


@pytest.mark.parametrize("name", CONTENTS)
@FILES
@given(data=st.data())
def test_a_damaged_list(tmp_path: Path, name: str, data):
    file = tmp_path / "papers"
    file.write_bytes(data.draw(damaged(CONTENTS[name].encode())))
    problems: list[Problem] = []
    with suppress(SourceError):
        assert all(map(could_be_read, read(file, problems)))


@FILES
@given(data=st.data())
def test_a_damaged_workbook(tmp_path: Path, data):
    file = tmp_path / "papers"
    file.write_bytes(data.draw(damaged(lists.xlsx())))
    with suppress(SourceError):
        assert all(map(could_be_read, read(file, [])))


LINES = st.builds(
    Line,
    text=st.sampled_from(
        ["Abstract", "1 Introduction", "On X and Y", "We study X. " * 30, "", "-", "Abstract-We"]
    )
    | st.text(max_size=20),
    size=st.floats(0, 50),
    height=st.floats(0, 1),
    block=st.integers(0, 5),
    page=st.integers(0, 1),
    upright=st.booleans(),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, max_size=12))
def test_any_page(lines):
    found = fields_of(lines)
    assert ("reason" in found) != ("abstract" in found)
