"""From a query to a file of papers: page after page, each kept, so that a fetch that was stopped goes on."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from paperkg.fetch.service import FetchError, Page, Record, Service
from paperkg.fetch.session import Clock, Session
from paperkg.files import check_place

_HOMES = {
    "acl": "acl",
    "arxiv": "arxiv",
    "openalex": "openalex",
    "openreview": "openreview",
    "semanticscholar": "semantic_scholar",
}
SERVICES = tuple(_HOMES)
"""What can be asked."""
_MAX_PAGES = 100_000
_MAX_QUERY = 4_000


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of a fetch.

    Attributes:
        output: The file.
        papers: How many papers are in it.
        without_abstract: How many were left out, since they have no abstract.
        requests: How many pages were asked for; the others were kept from before.
    """

    output: Path
    papers: int
    without_abstract: int
    requests: int


def partial(output: Path) -> Path:
    """Return where the papers of a fetch stand until it is whole."""
    return output.with_name(f"{output.name}.partial")


def fetch(
    service: str,
    query: str,
    output: str | Path,
    *,
    contact: str = "",
    address: str | None = None,
    cache: str | Path | None = None,
    fresh: bool = False,
    progress: Callable[[str, int, int | None], None] = lambda *_: None,
    tell: Callable[[str], None] = lambda _: None,
    clock: Clock | None = None,
) -> Fetched:
    """Write the papers that a service lists to a JSON Lines file, for `paperkg.build` and `paperkg.read`.

    While it is under way they stand in a file beside, whose name ends in ``.partial``; it takes the file's
    place once all are there. Pages that came are kept: the same call goes on after the last of them, and
    gives the same bytes as if it had never been stopped. The pages of a whole fetch are taken again for a
    day.

    Args:
        service: One of `SERVICES`.
        query: What to ask it, in its own words: see the module of the service.
        output: The file to write.
        contact: An e-mail or web address that the people of the service can write to.
        address: Where to ask instead: a mirror of the service, or an older interface of it.
        cache: The folder to keep pages in; else the platform's.
        fresh: Ask for all pages anew.
        progress: Is told "fetching", how many papers there are, and how many there will be, if the service
            says so.
        tell: Takes a line whenever the service is waited for.
        clock: The time.

    Raises:
        FetchError: The service refuses, does not answer, has no paper for the query, or answers what makes
            no sense; or a package is missing.
        OSError: The file cannot be written.
    """
    if service not in _HOMES:
        raise FetchError(service, "is no service that is known here", f"name one of {', '.join(SERVICES)}")
    output = Path(output)
    asked: Service = import_module(f"paperkg.fetch.{_HOMES[service]}").SERVICE
    query = query.strip()
    if not query or len(query) > _MAX_QUERY or not query.isprintable():
        raise FetchError(asked.title, "the query is empty, too long or no text", "say what to ask for")
    check_place(output)
    fetching = _Fetching(asked, query, tell)
    with fetching.at(contact, address, cache, fresh=fresh, clock=clock or Clock()):
        fetching.write(output, progress)
    return Fetched(output, fetching.papers, fetching.without_abstract, fetching.requests)


class _Fetching:
    """One fetch under way, and its account."""

    def __init__(self, service: Service, query: str, tell: Callable[[str], None]) -> None:
        self.service, self.query, self.tell = service, query, tell
        self.papers = self.without_abstract = self.requests = 0
        self.names: set[str] = set()  # pages of what changes meanwhile can overlap

    def at(
        self, contact: str, address: str | None, cache: str | Path | None, *, fresh: bool, clock: Clock
    ) -> ExitStack:
        """Open a session, and the pages that there are from before."""
        try:
            import defusedxml  # noqa: F401 (asked for now, not in the middle)
            import tenacity  # noqa: F401

            from paperkg.fetch.pages import default_cache, kept_pages

            service, place = self.service, address or self.service.address
            stack = ExitStack()
            self.session = Session(
                service.title, place, service.pause, service.refused, contact, clock, self.tell
            )
            stack.callback(self.session.close)
            root = Path(cache) if cache else default_cache()
            asked = (service.name, place, self.query)
        except ModuleNotFoundError as error:
            raise FetchError("fetching", f"needs {error.name}", "pip install 'paperkg[fetch]'") from error
        self.pages = stack.enter_context(kept_pages(root, asked, clock, fresh=fresh))
        return stack

    def write(self, output: Path, progress: Callable[[str, int, int | None], None]) -> None:
        """Write all papers beside the file, and put them in its place."""
        beside = partial(output)
        try:
            with beside.open("wb") as out:
                for page in self.all_pages():
                    for paper in self.told(page):
                        out.write(json.dumps(paper, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
                    progress("fetching", self.papers, page.total)
                out.flush()
                os.fsync(out.fileno())
            if not self.papers:
                raise self.nothing()
        except BaseException:
            if not self.papers:
                beside.unlink(missing_ok=True)
            raise
        beside.replace(output)
        self.pages.end()

    def all_pages(self) -> Iterator[Page]:
        """Yield the pages, those that are kept first.

        Raises:
            FetchError: There is no end of them.
        """
        after: str | None = self.service.first()
        seen: set[str] = set()
        for number in range(_MAX_PAGES):
            if after is None:
                return
            if after in seen:
                break
            seen.add(after)
            page = self.page(number, after)
            yield page
            after = page.after
        raise FetchError(self.service.title, "its pages go on and on", "ask for less, or tell its people")

    def page(self, number: int, after: str) -> Page:
        """Return a page: the kept one, or one that is asked for and then kept."""
        kept = self.pages.get(number)
        if kept is not None:
            return self.service.read(kept, self.query, after)
        asked = self.service.ask(self.query, after)
        if self.service.enter and not self.requests:
            self.service.enter(self.session)
        body, page = self.session.get(
            asked.path, asked.parameters, lambda body: self.service.read(body, self.query, after)
        )
        self.requests += 1
        self.pages.put(number, body)
        return page

    def told(self, page: Page) -> Iterator[Record]:
        """Yield the papers of a page that have an abstract, each once."""
        for paper in page.records:
            if not paper.get("abstract"):
                self.without_abstract += 1
                continue
            name = str(paper.get("id", ""))
            if name and name in self.names:
                continue
            self.names.add(name)
            self.papers += 1
            yield paper

    def nothing(self) -> FetchError:
        """Say that no paper came."""
        if self.without_abstract:
            return FetchError(
                self.service.title,
                f"none of {self.without_abstract:,} papers has an abstract",
                "ask for others",
            )
        return FetchError(self.service.title, "has no paper for this query", "check the query")
