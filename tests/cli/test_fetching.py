"""`paperkg fetch`: a file to build from, nothing on stdout, and a line for what goes wrong."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("httpx")

from paperkg.cli.fetching import Listing
from paperkg.fetch import SERVICES
from tests.fetch import services
from tests.fetch.conftest import Reply, alone, server  # noqa: F401 (fixtures)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def test_a_file_to_build_from(paperkg, server, here):  # noqa: F811
    server.answer = lambda _: Reply(services.COLLECTION.encode())
    ran = paperkg("fetch", "acl", "2024.trees", "--address", server.address, "--contact", "ada@example.org")
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.splitlines() == [
        "paperkg: 1 paper without an abstract left out",
        "paperkg: 2024.trees.jsonl: 2 papers",
    ]
    assert [json.loads(line)["title"] for line in (here / "2024.trees.jsonl").open(encoding="utf-8")] == [
        "Alder: Growing Trees",
        "Birch Bends",
    ]
    built = paperkg("build", "2024.trees.jsonl", "-o", here / "graph", "--json")
    assert (built.code, json.loads(built.out)["papers"]) == (0, 2)


def test_the_contact_comes_from_the_environment_too(paperkg, server, monkeypatch):  # noqa: F811
    server.answer = lambda _: Reply(services.COLLECTION.encode())
    ran = paperkg("fetch", "acl", "2024.trees", "--address", server.address)
    assert "--contact you@example.org" in ran.err
    monkeypatch.setenv("PAPERKG_CONTACT", "bo@example.org")
    ran = paperkg("fetch", "acl", "2024.trees", "--address", server.address, "--fresh")
    assert "--contact" not in ran.err
    assert "bo@example.org" in server.requests[-1].headers["user-agent"]


def test_what_goes_wrong_is_said_in_a_line(paperkg, server, here):  # noqa: F811
    server.answer = lambda _: Reply(b'{"message": "no \\u001b[31mvenue"}', status=404)
    ran = paperkg(
        "fetch", "openreview", "Trees.cc/2026/Conference", "--address", server.address, "--contact", "a@b"
    )
    assert (ran.code, ran.out) == (1, "")
    (line,) = ran.err.splitlines()
    assert line.startswith("paperkg: OpenReview: there is no such thing: it answers 404 (no ")
    assert "\x1b" not in line
    assert not list(here.glob("*.jsonl*"))


def test_a_place_that_cannot_be_written(paperkg, server, here):  # noqa: F811
    ran = paperkg("fetch", "acl", "2024.trees", "-o", here / "no" / "x.jsonl", "--address", server.address)
    assert ran.code == 1
    assert "there is no such folder" in ran.err
    assert not server.requests


def test_a_service_that_is_not_known(paperkg):
    assert paperkg("fetch", "scopus", "trees").code == 2


def test_the_command_names_all_services():
    assert {one.value for one in Listing} == set(SERVICES)
