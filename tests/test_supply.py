"""What paperkg takes from others: under which licence, and whether it is what it was."""

from __future__ import annotations

import hashlib
import importlib.metadata
import re
import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement

from paperkg.view.page import VIS
from tests.conftest import ROOT

COMPATIBLE = re.compile(
    r"\b(?:MIT|BSD|0BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla|Zlib|CC0|Unlicense|W3C)\b",
    re.IGNORECASE,
)
FORBIDDEN = re.compile(
    r"\b(?:A?GPL|Affero|SSPL|Commons Clause|proprietary)\b|(?<!Lesser )General Public", re.IGNORECASE
)
KNOWN = {"owlrl": "W3C"}  # says in its metadata only that the OSI approved it


def needed() -> dict[str, importlib.metadata.Distribution]:
    """Everything that paperkg and its extras need, and what these need, as far as it is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = [name for name in project["optional-dependencies"] if name not in ("test", "dev", "docs")]
    waiting = [
        *project["dependencies"],
        *(one for name in extras for one in project["optional-dependencies"][name]),
    ]
    found: dict[str, importlib.metadata.Distribution] = {}
    todo = [Requirement(one) for one in waiting]
    while todo:
        requirement = todo.pop()
        name = re.sub(r"[-_.]+", "-", requirement.name).lower()
        if name in found or name == "paperkg":
            continue
        try:
            found[name] = importlib.metadata.distribution(requirement.name)
        except importlib.metadata.PackageNotFoundError:
            continue
        for one in map(Requirement, found[name].requires or ()):
            environments = [{"extra": extra} for extra in ("", *requirement.extras)]
            if not one.marker or any(map(one.marker.evaluate, environments)):
                todo.append(one)
    return found


def licence(distribution: importlib.metadata.Distribution) -> str:
    meta = distribution.metadata
    classifiers = [one for one in meta.get_all("Classifier", []) if one.startswith("License ::")]
    said = [meta.get("License-Expression", ""), *classifiers, (meta.get("License", "") or "")[:200]]
    return "; ".join(filter(None, said))


def test_the_licences_of_all_that_is_needed_are_compatible() -> None:
    distributions = needed()
    assert len(distributions) > 40
    wrong = {}
    for name, distribution in distributions.items():
        said = KNOWN.get(name) or licence(distribution)
        if not COMPATIBLE.search(said) or (FORBIDDEN.search(said) and not re.search(r"\bOR\b", said)):
            wrong[name] = said
    assert wrong == {}


def table() -> Iterator[list[str]]:
    text = (ROOT / "SECURITY.md").read_text("utf-8").partition("| asset |")[2]
    for line in text.splitlines()[2:]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_what_we_pass_on_is_what_the_table_says() -> None:
    [[asset, version, terms, digest]] = table()
    assert asset.startswith("vis-network")
    content = VIS.read_bytes()
    assert hashlib.sha256(content).hexdigest() == digest, (
        "another vis-network: look at it, then at SECURITY.md"
    )
    head = content[:3000].decode()
    assert f"@version {version}" in head
    assert all(one in head for one in terms.replace("-", " ").replace(" 2.0", "").split(" OR "))


def test_every_other_asset_is_our_own() -> None:
    for path in (ROOT / "src").glob("paperkg/*/assets/*"):
        text = path.read_text("utf-8")
        assert ".min." not in path.name
        assert not re.search(r"@license|@preserve|copyright|sourceMappingURL", text, re.IGNORECASE), path
        assert not re.search(r"(?:src|href)=[\"']?https?://|@import|url\(\s*[\"']?https?:", text), path


@pytest.mark.parametrize("path", sorted((ROOT / "src").rglob("*.py")), ids=lambda path: path.name)
def test_every_exception_from_the_security_rules_says_why(path) -> None:
    for line in path.read_text("utf-8").splitlines():
        assert not re.search(r"noqa:[^#]*\bS\d{3}\b(?!.*(?: - |\())", line), line
