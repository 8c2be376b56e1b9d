"""How a service is asked: at its pace, again after what passes, and with a name."""

from __future__ import annotations

import pytest

from paperkg.fetch import FetchError
from tests.fetch import services
from tests.fetch.conftest import Reply, as_json


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_what_may_pass_is_tried_again(work, status):
    work.server.first = [as_json({"message": "one moment"}, status=status)]
    work.server.answer = services.openreview(services.NOTES)
    assert work.fetch("openreview", "trees").papers == 3
    (line,) = work.told
    assert line.startswith(f"OpenReview: answers {status} (one moment); trying again in ")


def test_retry_after_in_seconds_is_heeded(work):
    work.server.first = [Reply(status=429, headers={"Retry-After": "120"})]
    work.server.answer = services.openreview(services.NOTES)
    work.fetch("openreview", "trees")
    assert work.time.slept[0] == 120.0


def test_retry_after_as_a_date_is_heeded(work):
    # The clock of the tests says 1,800,000,000, which is 2027-01-15 08:00:00.
    work.server.first = [Reply(status=503, headers={"Retry-After": "Fri, 15 Jan 2027 08:01:30 GMT"})]
    work.server.answer = services.openreview(services.NOTES)
    work.fetch("openreview", "trees")
    assert work.time.slept[0] == 90.0


@pytest.mark.parametrize("wait", ["90000", "999999999999999999999999", "Mon, 01 Jan 9999 00:00:00 GMT"])
def test_nobody_waits_for_hours(work, wait):
    work.server.answer = lambda _: Reply(status=429, headers={"Retry-After": wait})
    with pytest.raises(
        FetchError, match=r"asks to wait [\d,]+ hours; try again later: the same command goes on"
    ):
        work.fetch("openreview", "trees")
    assert len(work.server.requests) == 1
    assert work.time.slept == []


@pytest.mark.parametrize("wait", ["-5", "soon", "1e9", "", "Mon, 99 Foo 2027", "nan", "٣"])
def test_a_retry_after_that_says_nothing(work, wait):
    headers = {"Retry-After": wait.encode().decode("latin-1")}
    work.server.first = [Reply(status=429, headers=headers)]
    work.server.answer = services.openreview(services.NOTES)
    work.fetch("openreview", "trees")
    assert 2 <= work.time.slept[0] <= 3


def test_the_waits_grow_and_end(work):
    work.server.answer = lambda _: Reply(status=500)
    with pytest.raises(FetchError, match="answers 500; try again later"):
        work.fetch("openreview", "trees")
    assert len(work.server.requests) == 6
    assert [round(wait - 0.5) for wait in work.time.slept] == [
        pytest.approx(wait, abs=1) for wait in (2, 4, 8, 16, 32)
    ]


@pytest.mark.parametrize("status", [400, 404, 410, 418])
def test_what_will_not_pass_is_not_tried_again(work, status):
    work.server.answer = lambda _: as_json(
        {"error": "Invalid filter", "message": "Unknown field"}, status=status
    )
    with pytest.raises(FetchError, match=rf"answers {status} \(Unknown field\)"):
        work.fetch("openreview", "trees")
    assert len(work.server.requests) == 1


def test_who_asks_is_said(work):
    work.server.answer = services.openreview(services.NOTES)
    work.fetch("openreview", "trees", contact="ada@example.org")
    agents = {request.headers["user-agent"] for request in work.server.requests}
    assert len(agents) == 1
    assert agents.pop().startswith("paperkg/")
    assert work.server.requests[0].headers["user-agent"].endswith(" (ada@example.org)")


@pytest.mark.parametrize("contact", ["a\r\nX-Evil: 1", "a b", "\N{GREEK SMALL LETTER ALPHA}@example.org"])
def test_a_contact_that_is_none(work, contact):
    with pytest.raises(FetchError, match="--contact: is no address"):
        work.fetch("openreview", "trees", contact=contact)


def test_the_pause_holds_between_tries_too(work):
    work.server.first = [Reply(status=503, headers={"Retry-After": "1"})]
    work.server.answer = services.arxiv(services.ENTRIES[:1])
    work.fetch("arxiv", "trees")
    assert work.time.slept == [1.0, 2.0], "a second as it asks, and two more as its terms ask"


def test_a_server_that_is_not_there(work):
    work.server.close()
    with pytest.raises(FetchError, match=r"arXiv: cannot be reached .*; try again later"):
        work.fetch("arxiv", "trees")
    assert len(work.told) == 2
    work.server.close = lambda: None


@pytest.mark.parametrize(
    ("service", "query", "said"),
    [("scopus", "trees", "no service"), ("arxiv", " ", "query is empty"), ("arxiv", "a\nb", "no text")],
)
def test_what_cannot_be_asked(work, service, query, said):
    with pytest.raises(FetchError, match=said):
        work.fetch(service, query)
    assert not work.server.requests


def test_a_missing_package_is_said_in_a_line(work, monkeypatch):
    import sys

    for package in ("httpx", "tenacity", "defusedxml", "platformdirs"):
        with monkeypatch.context() as without:
            without.setitem(sys.modules, package, None)
            cache = None if package == "platformdirs" else work.cache
            with pytest.raises(
                FetchError, match=rf"fetching: needs {package}; pip install 'paperkg\[fetch\]'"
            ):
                work.fetch("arxiv", "trees", cache=cache)
