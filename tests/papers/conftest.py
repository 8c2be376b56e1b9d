from collections.abc import Callable
from pathlib import Path

import pytest

from paperkg.model import Paper
from paperkg.papers import Problem, read

Reader = Callable[..., tuple[list[Paper], list[str]]]


@pytest.fixture
def reading(tmp_path: Path) -> Reader:
    """Write a file and read it: its papers, and its problems as people see them, without the folder."""

    def reading(content: str | bytes, name: str = "papers") -> tuple[list[Paper], list[str]]:
        file = tmp_path / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        problems: list[Problem] = []
        papers = list(read(file, problems))
        return papers, [str(problem).replace(f"{tmp_path}/", "") for problem in problems]

    return reading
