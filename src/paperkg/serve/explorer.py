"""The explorer on the server: the page that `paperkg view` writes, which asks here for the rest."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request

from paperkg.graph import KnowledgeGraph, open_graph
from paperkg.graph.network import paper_node
from paperkg.model import Kind, Role
from paperkg.view import Asked, Pieces, Served, served_page
from paperkg.view.records import Record

API = "/api/explore/"
_LONGEST = 1000  # characters of a parameter
_MOST_KEYS = 50


class Explorer:
    """The page of a graph and the pieces that it asks for. Ask from one thread.

    Attributes:
        page: The page with its first picture: in the making from the start, so that the first look finds it,
            in a thread and with a connection of its own. Only what asks for the picture waits for it.
    """

    def __init__(self, kg: KnowledgeGraph) -> None:
        self._kg = kg
        maker = ThreadPoolExecutor(1)
        self.page = maker.submit(_make_page, kg.folder)
        maker.shutdown(wait=False)

    @cached_property
    def _pieces(self) -> Pieces:
        return Pieces(self._kg)

    @cached_property
    def _start(self) -> Record:
        papers = [key for key in self.page.result().drawn if key.startswith(paper_node(""))]
        return self._pieces.of_papers(key.removeprefix(paper_node("")) for key in papers)

    def start(self, _: Request) -> Record:
        """All links of the papers that the page draws."""
        return self._start

    def around(self, request: Request) -> Record:
        """What the cards of some papers and concepts show."""
        return self._pieces.around(_keys(request))

    def find(self, request: Request) -> Record:
        """Papers and concepts by a part of a name."""
        return self._pieces.find(_text(request, "text"))

    def passing(self, request: Request) -> Record:
        """Papers that pass the filters."""
        does, what = _text(request, "does", ""), _text(request, "what", "")
        try:
            asked = Asked(
                Role(does) if does else None,
                Kind(what) if what else None,
                _text(request, "venue", ""),
                _year(request, "from"),
                _year(request, "to"),
                _text(request, "words", ""),
            )
        except ValueError as error:
            raise HTTPException(400, str(error)) from None
        return self._pieces.passing(asked)

    def shared(self, request: Request) -> Record:
        """Papers that have every one of some concepts."""
        return self._pieces.shared(_keys(request))

    def ways(self, request: Request) -> Record:
        """What leads from one paper or concept to another."""
        return self._pieces.ways(_text(request, "from"), _text(request, "to"))


def _make_page(folder: Path) -> Served:
    with open_graph(folder) as kg:
        return served_page(kg, API)


def _keys(request: Request) -> list[str]:
    keys = request.query_params.getlist("key")
    if not keys or len(keys) > _MOST_KEYS or any(len(key) > _LONGEST for key in keys):
        raise HTTPException(400, f"key: from 1 to {_MOST_KEYS} papers (paper:ID) or concepts (kind:name)")
    return keys


def _text(request: Request, name: str, default: str | None = None) -> str:
    given = request.query_params.get(name, default)
    if given is None or len(given) > _LONGEST:
        raise HTTPException(400, f"{name}: a text of at most {_LONGEST:,} characters")
    return given


def _year(request: Request, name: str) -> int | None:
    given = request.query_params.get(name, "")
    if given and not (given.isascii() and given.isdigit() and len(given) < 5):
        raise HTTPException(400, f"{name}: a year")
    return int(given) if given else None
