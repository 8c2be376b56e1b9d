"""What an import costs, what it gives, and that imports run downwards only."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = (
    "spacy",
    "networkx",
    "rdflib",
    "numpy",
    "scipy",
    "pyvis",
    "pyoxigraph",
    "pyarrow",
    "distributed",
    "fsspec",
    "zstandard",
    "starlette",
    "uvicorn",
    "httpx",
    "tenacity",
    "defusedxml",
    "platformdirs",
)


def python(code: str) -> str:
    """Run some code in a fresh interpreter and return what it printed."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize(
    "code",
    [
        "import paperkg",
        "from paperkg import Paper, Kind, Role",
        "import paperkg.cli",
        "from typer.testing import CliRunner; from paperkg.cli import app\n"
        "assert CliRunner().invoke(app, ['--help']).exit_code == 0",
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_used(code: str) -> None:
    assert python(f"{code}\nimport sys; print([name for name in {HEAVY!r} if name in sys.modules])") == "[]"


def test_reading_needs_no_spacy() -> None:
    assert python("import paperkg, sys; paperkg.read; paperkg.open; print('spacy' in sys.modules)") == "False"


@pytest.mark.parametrize(
    "before",
    [
        "import paperkg",
        "import paperkg.build",
        "import paperkg; paperkg.build; import paperkg.build",
        "import importlib; importlib.import_module('paperkg.build'); import paperkg",
        "from paperkg.build import Built; import paperkg",
        "import paperkg.cli.building; import paperkg",
    ],
)
def test_build_is_the_function_whatever_was_imported_before(before: str) -> None:
    code = (
        f"{before}\nimport sys, types; from paperkg import build\n"
        "assert build is paperkg.build is sys.modules['paperkg.build'].build\n"
        "assert isinstance(build, types.FunctionType)\n"
        "from paperkg.build import Built; print(Built.__module__)"
    )
    assert python(code) == "paperkg.build"


def test_every_name_that_is_offered_is_there() -> None:
    import paperkg

    assert set(paperkg.__all__) <= set(dir(paperkg))
    for name in paperkg.__all__:
        assert getattr(paperkg, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        paperkg.nonsense  # noqa: B018


def test_the_python_api_from_a_file_to_a_graph(tmp_path: Path) -> None:
    import paperkg

    source = tmp_path / "papers.csv"
    source.write_text(
        "id,title,abstract\n1,On X,We test on GSM8K.\n2,On Y,GSM8K is hard.\n", encoding="utf-8"
    )
    assert [paper.id for paper in paperkg.read(source)] == ["1", "2"]
    built = paperkg.build(source, tmp_path / "graph")
    assert built.papers == 2
    with paperkg.open(tmp_path / "graph") as kg:
        assert set(kg.graph.predecessors("benchmark:gsm8k")) == {"paper:1", "paper:2"}


def test_imports_run_downwards_only() -> None:
    """The contract is in pyproject.toml."""
    command = shutil.which("lint-imports", path=str(Path(sys.executable).parent)) or shutil.which(
        "lint-imports"
    )
    if command is None:
        pytest.skip("import-linter is not installed")
    done = subprocess.run([command, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
