"""A fetch that is stopped leaves what it has, goes on, and gives the bytes of one that was not."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from paperkg.fetch import FetchError
from paperkg.fetch.pages import PART_FOR, WHOLE_FOR
from tests.fetch import services
from tests.fetch.conftest import Reply, Work, as_json

SERVICES = [
    ("openreview", services.openreview(services.NOTES, size=1)),
    ("arxiv", services.arxiv(services.ENTRIES, size=1)),
    ("semanticscholar", services.semantic_scholar(services.PAPERS[:2], size=1)),
]


class _Stop(KeyboardInterrupt):
    """Ctrl-C."""


@pytest.mark.parametrize(("service", "answer"), SERVICES)
@pytest.mark.parametrize("way", ["broken off", "refused", "stopped"])
def test_the_same_bytes_as_if_it_had_never_been_stopped(tmp_path, server, time, service, answer, way):
    whole = Work(tmp_path / "whole", server, time)
    whole.folder.mkdir()
    server.answer = answer
    whole.fetch(service, "trees")
    asked = [(request.path, request.parameters) for request in server.requests]
    server.requests.clear()

    broken = Work(tmp_path / "broken", server, time)
    broken.folder.mkdir()

    def after_a_page(request):
        if len(server.requests) == 1:
            return answer(request)
        if way == "refused":
            return as_json({"error": "not today"}, status=403)
        if way == "stopped":
            raise AssertionError("not asked")
        body = answer(request).body
        return Reply(body, sent=len(body) // 2)

    def progress(*_: object) -> None:
        if way == "stopped":
            raise _Stop

    server.answer = after_a_page
    with pytest.raises(_Stop if way == "stopped" else FetchError):
        broken.fetch(service, "trees", progress=progress)
    assert not broken.output.exists()
    assert broken.partial.read_bytes() == whole.output.read_bytes().splitlines(keepends=True)[0]

    server.requests.clear()
    server.answer = answer
    fetched = broken.fetch(service, "trees")
    assert broken.output.read_bytes() == whole.output.read_bytes()
    assert not broken.partial.exists()
    assert [(request.path, request.parameters) for request in server.requests] == asked[1:]
    assert fetched.requests == len(asked) - 1


def test_an_answer_that_broke_off_is_asked_for_again(work):
    good = services.semantic_scholar(services.PAPERS)
    whole = as_json({"total": 3, "data": services.PAPERS}).body
    work.server.first = [Reply(whole, sent=100), Reply(whole, sent=0)]
    work.server.answer = good
    assert work.fetch("semanticscholar", "trees").papers == 2
    assert len(work.told) == 2
    assert all("broke off" in line for line in work.told)


def test_pages_of_a_whole_fetch_are_taken_again_for_a_day(work):
    work.server.answer = services.openreview(services.NOTES)
    work.fetch("openreview", "trees")
    first = work.output.read_bytes()
    work.server.requests.clear()
    work.time.seconds += WHOLE_FOR
    assert work.fetch("openreview", "trees").requests == 0
    assert not work.server.requests
    assert work.output.read_bytes() == first
    work.time.seconds += 1
    assert work.fetch("openreview", "trees").requests == 3


def test_fresh_asks_for_all_pages_anew(work):
    work.server.answer = services.openreview(services.NOTES)
    work.fetch("openreview", "trees")
    work.server.answer = services.openreview(services.NOTES[:1])
    assert work.fetch("openreview", "trees").papers == 3
    assert work.fetch("openreview", "trees", fresh=True).papers == 1


def test_what_was_stopped_longer_ago_than_a_week_begins_anew(work):
    work.server.answer = lambda request: (
        as_json({}, status=403)
        if "after" in request.parameters
        else services.openreview(services.NOTES)(request)
    )
    for seconds, requests in ((0, 2), (PART_FOR - 60, 1), (60, 2)):
        work.time.seconds += seconds
        work.server.requests.clear()
        with pytest.raises(FetchError):
            work.fetch("openreview", "trees")
        assert len(work.server.requests) == requests
    (folder,) = [path for path in work.cache.iterdir() if path.is_dir()]
    work.time.seconds += PART_FOR + 1
    work.server.answer = services.arxiv(services.ENTRIES)
    work.fetch("arxiv", "trees")
    assert not folder.exists(), "pages that are no longer good are taken away"


def test_another_query_and_another_address_have_pages_of_their_own(work):
    work.server.answer = services.openreview(services.NOTES)
    work.fetch("openreview", "trees")
    assert work.fetch("openreview", "shrubs").requests == 3
    assert work.fetch("openreview", "trees", address=f"{work.server.address}/").requests == 3


def test_a_damaged_page_and_those_after_it_are_asked_for_again(work):
    work.server.answer = services.openreview(services.NOTES, size=1)
    work.fetch("openreview", "trees")
    first = work.output.read_bytes()
    (second,) = work.cache.glob("*/000001.zst")
    second.write_bytes(second.read_bytes()[:20])
    assert work.fetch("openreview", "trees").requests == 3, "pages 1 to 3 of 0 to 3"
    assert work.output.read_bytes() == first


def test_pages_that_overlap_give_each_paper_once(work):
    def answer(request):
        at = int(request.parameters.get("token", "0"))
        more = {"token": str(at + 1)} if at < 2 else {}
        return as_json({"total": 2, "data": services.PAPERS[:2], **more})

    work.server.answer = answer
    assert work.fetch("semanticscholar", "trees").papers == 2
    assert [paper["id"] for paper in work.records()] == ["f00d", "beef"]


def test_a_file_that_was_there_stays_until_the_new_one_is_whole(work):
    work.output.write_text("before\n")
    work.server.answer = lambda _: Reply(status=404)
    with pytest.raises(FetchError):
        work.fetch("openreview", "trees")
    assert work.output.read_text() == "before\n"
    assert not work.partial.exists(), "nothing came, so there is nothing partial"


def test_nothing_found_writes_nothing(work):
    work.server.answer = services.openreview([])
    with pytest.raises(FetchError, match="has no paper for this query"):
        work.fetch("openreview", "trees")
    work.server.answer = services.semantic_scholar(services.PAPERS[2:])
    with pytest.raises(FetchError, match="none of 1 papers has an abstract"):
        work.fetch("semanticscholar", "trees")
    assert {path.name for path in work.folder.iterdir()} == {"cache"}


def test_the_same_fetch_twice_at_a_time(work):
    work.server.answer = services.openreview(services.NOTES)

    def meanwhile(*_: object) -> None:
        with pytest.raises(FetchError, match="being fetched already"):
            work.fetch("openreview", "trees")

    assert work.fetch("openreview", "trees", progress=meanwhile).papers == 3


def test_a_folder_in_place_of_the_file_is_told_before_anything_is_asked(work):
    work.output.mkdir()
    with pytest.raises(IsADirectoryError):
        work.fetch("openreview", "trees")
    assert not work.server.requests


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk(work):
    work.partial.symlink_to("/dev/full")
    work.server.answer = services.openreview(services.NOTES)
    with pytest.raises(OSError, match="space") as failed:
        work.fetch("openreview", "trees")
    assert failed.value.errno == errno.ENOSPC
    assert not work.output.exists()
