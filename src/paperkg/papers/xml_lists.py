"""XML lists of papers: arXiv's Atom, the ACL Anthology, EndNote's and PubMed's exports, and DBLP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element

from paperkg.papers.problems import SourceError
from paperkg.papers.source import Record, Source
from paperkg.papers.values import arxiv
from paperkg.papers.xml_elements import Found, elements, root, text, text_at, texts_at

_Fields = dict[str, object]


@dataclass(frozen=True, slots=True)
class Dialect:
    """One sort of list.

    Attributes:
        records: Names of the elements that stand for records, or tell something about those that follow.
        fields: What such an element says; nothing where it is no record.
    """

    records: frozenset[str]
    fields: Callable[[Found, _Fields], _Fields | None]


def records(dialect: Dialect, source: Source) -> Iterator[Record]:
    """Yield the records of a list; what a dialect has to remember from one to the next is kept beside."""
    memory: _Fields = {}
    for found in elements(source, dialect.records):
        fields = dialect.fields(found, memory)
        if fields is not None:
            yield Record(f"line {found.line}", fields)


def reflow(value: str) -> str:
    r"""Join the lines of a text that was broken to fit a page; a blank line stays.

    >>> reflow("We study\n X.\n\nSo.")
    'We study X.\n\nSo.'
    """
    return "\n\n".join(" ".join(part.split()) for part in value.split("\n\n") if part.strip())


def _arxiv(found: Found, _: _Fields) -> _Fields:
    entry = found.element
    address = text_at(entry, "id")
    identity = arxiv([address])
    return {
        "id": identity or address,
        "arxiv": identity,
        "title": reflow(text_at(entry, "title")),
        "abstract": reflow(text_at(entry, "summary", "content")),
        "authors": texts_at(entry, "author/name"),
        "year": text_at(entry, "published", "updated"),
        "venue": text_at(entry, "journal_ref"),
        "doi": text_at(entry, "doi"),
        "url": f"https://arxiv.org/abs/{identity}" if identity else address,
        "areas": [name for inner in entry.iterfind("category") if (name := inner.get("term"))],
    }


def _acl(found: Found, memory: _Fields) -> _Fields | None:
    element = found.element
    if element.tag == "meta":
        memory["venue"] = text_at(element, "booktitle")
        memory["year"] = text_at(element, "year")
        return None
    volume = (
        f"{found.outer.get('collection', {}).get('id', '')}-{found.outer.get('volume', {}).get('id', '')}"
    )
    number = element.get("id", "")
    name, address = acl_place(text_at(element, "url"), volume, number)
    abstract = text_at(element, "abstract")
    if not abstract and (element.tag == "frontmatter" or number == "0"):
        return None
    return {
        "id": name,
        "title": text_at(element, "title"),
        "abstract": abstract,
        "authors": [_acl_author(author) for author in element.iterfind("author")],
        "doi": text_at(element, "doi"),
        "url": address,
        "year": memory.get("year"),
        "venue": memory.get("venue"),
    }


def acl_place(said: str, volume: str, number: str) -> tuple[str, str]:
    """Return the name of a paper of the ACL Anthology and its address, by what its `url` says.

    >>> acl_place("P19-1001", "P19-1", "1"), acl_place("", "2024.acl-long", "7")[1]
    (('P19-1001', 'https://aclanthology.org/P19-1001/'), 'https://aclanthology.org/2024.acl-long.7/')
    >>> acl_place("http://www.lrec-conf.org/proceedings/pdf/1_Paper.pdf", "L16-1", "1")[0]
    '1_Paper.pdf'
    """
    if "://" in said:
        return said.rstrip("/").rpartition("/")[2], said
    name = said if said and "/" not in said else f"{volume}.{number}"
    return name, f"https://aclanthology.org/{name}/"


def _acl_author(author: Element) -> _Fields:
    name = " ".join(filter(None, (text_at(author, "first"), text_at(author, "last"))))
    return {"name": name, "orcid": author.get("orcid", "")}


def _endnote(found: Found, _: _Fields) -> _Fields:
    record = found.element
    return {
        "id": text_at(record, "accession-num", "rec-number"),
        "title": text_at(record, "titles/title"),
        "abstract": text_at(record, "abstract"),
        "authors": texts_at(record, "contributors/authors/author"),
        "year": text_at(record, "dates/year", "dates/pub-dates/date"),
        "venue": text_at(record, "periodical/full-title", "titles/secondary-title", "titles/alt-title"),
        "doi": text_at(record, "electronic-resource-num"),
        "url": text_at(record, "urls/related-urls/url", "urls/web-urls/url"),
        "keywords": texts_at(record, "keywords/keyword"),
    }


def _pubmed(found: Found, _: _Fields) -> _Fields:
    article = found.element
    pmid = text_at(article, "MedlineCitation/PMID", "BookDocument/PMID")
    return {
        "id": pmid,
        "title": text_at(article, ".//ArticleTitle", ".//BookTitle"),
        "abstract": "\n".join(map(_abstract_part, article.iterfind(".//Abstract/AbstractText"))),
        "authors": [_pubmed_author(author) for author in article.iterfind(".//AuthorList/Author")],
        "year": text_at(article, ".//PubDate/Year", ".//PubDate/MedlineDate", ".//ArticleDate/Year"),
        "venue": text_at(article, ".//Journal/Title", ".//MedlineTA"),
        "doi": next(
            (text(i) for i in article.iterfind(".//ArticleIdList/ArticleId") if i.get("IdType") == "doi"), ""
        )
        or text_at(article, ".//ELocationID[@EIdType='doi']"),
        "url": f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid.isdecimal() else "",
        "keywords": texts_at(article, ".//KeywordList/Keyword"),
        "areas": texts_at(article, ".//MeshHeading/DescriptorName"),
    }


def _abstract_part(part: Element) -> str:
    label = part.get("Label", "")
    return f"{label}: {text(part)}" if label and label != "UNLABELLED" else text(part)


def _pubmed_author(author: Element) -> _Fields:
    name = " ".join(filter(None, (text_at(author, "ForeName", "Initials"), text_at(author, "LastName"))))
    return {
        "name": name or text_at(author, "CollectiveName"),
        "orcid": text_at(author, "Identifier[@Source='ORCID']"),
    }


ARXIV = Dialect(frozenset({"entry"}), _arxiv)
ACL = Dialect(frozenset({"meta", "paper", "frontmatter"}), _acl)
ENDNOTE = Dialect(frozenset({"record"}), _endnote)
PUBMED = Dialect(frozenset({"PubmedArticle", "PubmedBookArticle"}), _pubmed)


def arxiv_suits(source: Source) -> bool:
    """Whether it is an Atom feed."""
    return root(source)[0] == "feed"


def acl_suits(source: Source) -> bool:
    """Whether it is a collection of the ACL Anthology."""
    return root(source)[0] == "collection" and "<volume" in source.head[:20_000]


def endnote_suits(source: Source) -> bool:
    """Whether it is an export of EndNote."""
    return root(source)[0] == "xml" and "<records" in source.head[:20_000]


def pubmed_suits(source: Source) -> bool:
    """Whether it is an export of PubMed."""
    return root(source)[0] in ("PubmedArticleSet", "PubmedArticle")


def dblp_suits(source: Source) -> bool:
    """Whether it is DBLP's list, or what its interface answers, in XML or JSON."""
    start = source.head[:20_000]
    name = root(source)[0]
    answer = name == "result" and "<hits" in start
    return name in ("dblp", "dblpperson") or answer or _dblp_json(start)


def _dblp_json(start: str) -> bool:
    bare = "".join(start[:2000].split())
    return bare.startswith('{"result":{"query":') and '"hits":{' in bare


def dblp_records(source: Source) -> Iterator[Record]:
    """Say that there are no abstracts.

    Raises:
        SourceError: In any case.
    """
    raise SourceError(
        source.file,
        "is a list of DBLP, which has no abstracts",
        "get the papers from OpenAlex, Semantic Scholar or arXiv",
    )


arxiv_records = partial(records, ARXIV)
acl_records = partial(records, ACL)
endnote_records = partial(records, ENDNOTE)
pubmed_records = partial(records, PUBMED)
