"""Answers in the documented forms of the services, about papers that do not exist."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from tests.fetch.conftest import Reply, Request, as_json

Answer = Callable[[Request], Reply]


def openreview(notes: list[dict[str, object]], size: int = 2) -> Answer:
    """Version 2: sorted by id, each page after an id, an empty page at the end."""

    def answer(request: Request) -> Reply:
        assert request.path == "/notes"
        assert request.parameters["sort"] == "id"
        after = request.parameters.get("after", "")
        page = [note for note in notes if str(note["id"]) > after][:size]
        counted = {"count": len(notes)} if request.parameters.get("count") == "true" else {}
        return as_json({"notes": page, **counted})

    return answer


def note(name: str, title: str, abstract: str, **content: object) -> dict[str, object]:
    given = {"title": title, "abstract": abstract, "venueid": "Trees.cc/2026/Conference", **content}
    return {
        "id": name,
        "forum": name,
        "cdate": 1758300000000,
        "pdate": 1769430000000,
        "content": {field: {"value": value} for field, value in given.items()},
    }


NOTES = [
    note(
        "aB1",
        "Alder: Growing Trees",
        "We present Alder.\nIt is tested on GSM8K.",
        authors=["Ada Alder", "Bo Birch"],
        authorids=["~Ada_Alder1", "~Bo_Birch1"],
        keywords=["trees", "growth"],
        venue="Trees 2026 Poster",
        primary_area="botany",
    ),
    note(
        "cD2",
        "Birch Bends",
        "Birch reaches 71.5% on GSM8K.",
        authors=[{"fullname": "Bo Birch", "username": "~B1"}],
    ),
    note("eF3", "Cedar <b>Creaks</b>", "Cedar is α-stable \U0001f332.", venue="Trees 2026 Oral"),
]


def arxiv(entries: list[str], total: int | None = None, size: int = 2) -> Answer:
    """Atom with OpenSearch counts, by offset; fewer a page than are asked for, as it may."""

    def answer(request: Request) -> Reply:
        assert request.path == "/api/query"
        start = int(request.parameters["start"])
        return Reply(feed(entries[start : start + size], len(entries) if total is None else total, start))

    return answer


def feed(entries: list[str], total: int, start: int = 0) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n'
        '  <title type="html">ArXiv Query</title>\n  <id>http://arxiv.org/api/x</id>\n'
        '  <opensearch:totalResults xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"{total}</opensearch:totalResults>\n"
        '  <opensearch:startIndex xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"{start}</opensearch:startIndex>\n{''.join(entries)}</feed>\n"
    ).encode()


def entry(
    name: str, title: str, summary: str, more: str = "", authors: tuple[str, ...] = ("Ada Alder",)
) -> str:
    people = "".join(f"<author><name>{escape(name)}</name></author>" for name in authors)
    return (
        f"<entry><id>http://arxiv.org/abs/{name}</id><updated>2024-03-01T00:00:00Z</updated>"
        f"<published>2024-02-28T18:00:00Z</published><title>{escape(title)}</title>"
        f"<summary>  {escape(summary)}\n</summary>{people}"
        f'<link href="http://arxiv.org/abs/{name}" rel="alternate" type="text/html"/>{more}'
        '<category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/></entry>\n'
    )


_EXTRA = (
    '<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">10.1000/TREES.7</arxiv:doi>'
    '<arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">Journal of Trees 7 (2024)'
    "</arxiv:journal_ref>"
)
ENTRIES = [
    entry("2402.00001v2", "Alder: Growing\n  Trees", "We present Alder.\n  It is tested on GSM8K.", _EXTRA),
    entry("2402.00002v1", "Birch < Bends", "Birch & 71.5% on GSM8K.", authors=("Bo Birch", "Cy Cedar")),
    entry("cs/0102003v1", "Cedar Creaks", "Cedar is old."),
]


def openalex(works: list[dict[str, object]], size: int = 2) -> Answer:
    """By cursor with a key, by page number without."""

    def answer(request: Request) -> Reply:
        assert request.path == "/works"
        given = request.parameters
        if "cursor" in given and not given.get("api_key"):
            return as_json({"error": "Unauthorized", "message": "cursor paging needs a key"}, status=401)
        at = 0 if given.get("cursor") == "*" else int(given.get("cursor", "at=0")[3:])
        if "page" in given:
            at = (int(given["page"]) - 1) * 100
            return as_json(
                {"meta": {"count": len(works), "next_cursor": None}, "results": works[at : at + 100]}
            )
        page = works[at : at + size]
        after = f"at={at + size}" if page else None
        return as_json({"meta": {"count": len(works), "next_cursor": after}, "results": page})

    return answer


WORKS: list[dict[str, object]] = [
    {
        "id": "https://openalex.org/W1",
        "doi": "https://doi.org/10.1000/Trees.1",
        "display_name": "Alder: Growing Trees",
        "publication_year": 2024,
        "authorships": [
            {"author": {"display_name": "Ada Alder", "orcid": "https://orcid.org/0000-0002-1825-0097"}},
            {"author": {"display_name": "Bo Birch", "orcid": None}},
        ],
        "primary_location": {
            "landing_page_url": "https://doi.org/10.1000/trees.1",
            "source": {"display_name": "Journal of Trees"},
        },
        "locations": [{"landing_page_url": "http://arxiv.org/abs/2402.00001"}],
        "abstract_inverted_index": {"GSM8K.": [7], "We": [0], "present": [1], "Alder,": [2], "tested": [5],
                                    "it": [3], "is": [4], "on": [6]},
        "keywords": [{"id": "https://openalex.org/keywords/tree", "display_name": "Tree", "score": 0.9}],
        "topics": [{"id": "https://openalex.org/T10001", "display_name": "Growth of Trees", "score": 0.9}],
        "cited_by_count": 7,
    },
    {
        "id": "https://openalex.org/W2",
        "doi": None,
        "display_name": "Birch Bends",
        "publication_year": 2025,
        "authorships": [],
        "primary_location": None,
        "locations": [],
        "abstract_inverted_index": {"Birch": [0, 2], "bends": [1]},
        "keywords": [],
        "cited_by_count": 0,
    },
    {"id": "https://openalex.org/W3", "display_name": "An editorial", "abstract_inverted_index": None},
]  # fmt: skip


def semantic_scholar(papers: list[dict[str, object]], size: int = 2) -> Answer:
    """Bulk search: a token for the next page, none at the end."""

    def answer(request: Request) -> Reply:
        assert request.path == "/graph/v1/paper/search/bulk"
        at = int(request.parameters.get("token", "T0")[1:])
        more = {"token": f"T{at + size}"} if at + size < len(papers) else {}
        return as_json({"total": len(papers), "data": papers[at : at + size], **more})

    return answer


PAPERS: list[dict[str, object]] = [
    {
        "paperId": "f00d",
        "externalIds": {"ArXiv": "2402.00001", "DOI": "10.1000/Trees.1", "CorpusId": 12},
        "url": "https://www.semanticscholar.org/paper/f00d",
        "title": "Alder: Growing Trees",
        "abstract": "We present Alder. It is tested on GSM8K.",
        "venue": "Journal of Trees",
        "year": 2024,
        "citationCount": 7,
        "fieldsOfStudy": ["Computer Science"],
        "authors": [
            {"authorId": "1", "name": "Ada Alder", "externalIds": {"ORCID": "0000-0002-1825-0097"}},
            {"authorId": "2", "name": "Bo Birch"},
        ],
    },
    {
        "paperId": "beef",
        "externalIds": None,
        "title": "Birch Bends",
        "abstract": "Birch bends.",
        "authors": [],
    },
    {"paperId": "cafe", "externalIds": {}, "title": "Cedar", "abstract": None, "authors": None, "year": None},
]

COLLECTION = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2024.trees">
  <volume id="long" ingest-date="2024-08-27" type="proceedings">
    <meta>
      <booktitle>Proceedings of the <fixed-case>T</fixed-case>ree Meeting</booktitle>
      <editor><first>Ed</first><last>Itor</last></editor>
      <year>2024</year>
      <url hash="e8f6811d">2024.trees-long</url>
    </meta>
    <frontmatter><url hash="fb124a2f">2024.trees-long.0</url></frontmatter>
    <paper id="1">
      <title><fixed-case>A</fixed-case>lder: Growing Trees</title>
      <author id="ada-alder" orcid="0000-0002-1825-0097"><first>Ada</first><last>Alder</last></author>
      <author><first>Bo</first><last>Birch</last><affiliation>Forest University</affiliation></author>
      <author><last>Cedar</last></author>
      <abstract>We present Alder, <tex-math>2\\times</tex-math> as fast on <b>GSM8K</b>.</abstract>
      <url hash="17bb3556">2024.trees-long.1</url>
      <doi>10.18653/v1/2024.trees-long.1</doi>
    </paper>
    <paper id="2"><title>No abstract here</title><url>2024.trees-long.2</url></paper>
  </volume>
  <volume id="short" type="proceedings">
    <meta><booktitle>Short Trees</booktitle><year>2024</year></meta>
    <paper id="1"><title>Birch Bends</title><abstract>Birch bends.</abstract></paper>
  </volume>
</collection>
"""
