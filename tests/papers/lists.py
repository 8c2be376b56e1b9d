"""The same invented papers as people keep them: one file for each format, as its program writes it."""

# ruff: noqa: E501 (that is how long their lines are)
from __future__ import annotations

import io
import json
from functools import cache

TITLE = "Slow Lanterns: Reading Maps of Über-Cities"
ABSTRACT = (
    "We study how lanterns light maps of large cities. Our method, LanternNet, improves accuracy by 5% on MapBench. "
    "It needs no street names, and runs on a phone."
)
AUTHORS = ("José García", "Ann Bee")
DOI = "10.1234/lantern.2024.17"
ARXIV = "2401.01234"

BIBTEX = r"""% Exported from somewhere
@string{conf = "Proceedings of the Conference on {Maps}"}
@comment{jabref-meta: databaseType:bibtex;}

@inproceedings{garcia2024lanterns,
  title     = {Slow {Lanterns}: Reading Maps of {\"U}ber-Cities},
  author    = {Garc{\'\i}a, Jos{\'e} and Bee, Ann},
  crossref  = {maps2024},
  doi       = {https://doi.org/10.1234/LANTERN.2024.17},
  keywords  = {lanterns, maps},
  abstract  = {We study how lanterns light maps of large cities. Our method, {LanternNet}, improves
               accuracy by 5\% on MapBench. It needs no street names, and runs on a phone.},
}

@article{bee2023,
  author = "Bee, Ann and {The Map Group}",
  title = "On $O(n^2)$ Tides -- a survey",
  journal = conf # ", vol. 3",
  year = 2023,
  eprint = {2301.00001}, archiveprefix = {arXiv},
  abstract = "We survey tides of 100% water. They come and go."
}

@misc{none, title = {No Abstract Here}, year = 2020}

@book{broken, title = {oops

@proceedings{maps2024, title = {Proceedings of {MAPS} 2024}, year = {2024}}
"""

BIBLATEX = r"""
@online{tide,
  author = {Bee, Ann}, title = {Tides Seen from the Moon}, date = {2022-05-01},
  journaltitle = {Moon Letters}, eprinttype = {arxiv}, eprint = {2205.00001v2},
  abstract = {We look at tides from the moon, with \textbf{one} eye and \method{} glasses.}
}
"""

RIS = f"""TY  - CONF
AU  - García, José
AU  - Bee, Ann
TI  - {TITLE}
T2  - Conference on Maps
AB  - We study how lanterns light maps of large cities. Our method, LanternNet, improves
accuracy by 5% on MapBench. It needs no street names, and runs on a phone.
PY  - 2024/05/01
DO  - {DOI}
UR  - https://example.org/lanterns
KW  - lanterns
KW  - maps
N1  - Export Date: 1 June 2024; Cited By: 12
ER  - \n
TY  - JOUR
TI  - A paper without an abstract
ER  - \n
TY  - JOUR
T1  - Tides
N2  - We study tides.
JO  - Sea Letters
Y1  - 1999//
ER  - \n"""

ENDNOTE = f"""%0 Conference Proceedings
%T {TITLE}
%A García, José
%A Bee, Ann
%B Conference on Maps
%D 2024
%X {ABSTRACT}
%R {DOI}
%U https://example.org/lanterns
%K lanterns
maps

%0 Journal Article
%T Tides
%X We study tides.
"""

NBIB = f"""
PMID- 38000001
OWN - NLM
TI  - Slow Lanterns: Reading Maps of
      Über-Cities
LID - {DOI} [doi]
AB  - We study how lanterns light maps of large cities. Our method, LanternNet, improves
      accuracy by 5% on MapBench. It needs no street names, and runs on a phone.
FAU - García, José
AU  - García J
AUID- ORCID: 0000-0002-1825-0097
AD  - Somewhere.
FAU - Bee, Ann
AU  - Bee A
DP  - 2024 May 1
JT  - Journal of maps
OT  - *lanterns
OT  - maps
MH  - *Cities/methods
SO  - J Maps. 2024.

PMID- 38000002
TI  - Tides.
AB  - We study tides.
"""

WOS = f"""FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU García, J
   Bee, A
AF García, José
   Bee, Ann
TI Slow Lanterns: Reading Maps of
   Über-Cities
SO JOURNAL OF MAPS
DE lanterns; maps
ID KEYWORDS PLUS
AB {ABSTRACT}
OI García, José/0000-0002-1825-0097
TC 12
PY 2024
DI {DOI}
WC Geography; Computer Science
UT WOS:000000000000001
ER

EF
"""

WOS_TABLE = (
    "PT\tAU\tAF\tTI\tSO\tDE\tAB\tTC\tPY\tDI\tUT\n"
    f"J\tGarcía, J; Bee, A\tGarcía, José; Bee, Ann\t{TITLE}\tJOURNAL OF MAPS\tlanterns; maps\t{ABSTRACT}\t12\t2024\t"
    f"{DOI}\tWOS:000000000000001\n"
)

SCOPUS = (
    '"Authors","Author full names","Author(s) ID","Title","Year","Source title","Volume","Cited by","DOI","Link",'
    '"Abstract","Author Keywords","Index Keywords","EID"\n'
    f'"García J.; Bee A.","García, José (57200000001); Bee, Ann (57200000002)","57200000001; 57200000002","{TITLE}",'
    f'"2024","Journal of Maps","1","12","{DOI}","https://www.scopus.com/x","{ABSTRACT}","lanterns; maps","City","2-s2.0-1"\n'
)

ZOTERO_CSV = (
    '"Key","Item Type","Publication Year","Author","Title","Publication Title","ISBN","ISSN","DOI","Url",'
    '"Abstract Note","Date","Extra","Manual Tags","Automatic Tags"\n'
    f'"AB12CD34","journalArticle","2024","García, José; Bee, Ann","{TITLE}","Journal of Maps","","","{DOI}",'
    f'"https://example.org/lanterns","{ABSTRACT}","2024-05-01","arXiv:{ARXIV} [cs]","lanterns; maps","City"\n'
)

ZOTERO_RDF = f"""<rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#"
 xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/"
 xmlns:dc="http://purl.org/dc/elements/1.1/">
    <bib:Article rdf:about="https://example.org/lanterns">
        <z:itemType>journalArticle</z:itemType>
        <dcterms:isPartOf rdf:resource="urn:issn:1234-5678"/>
        <bib:authors>
            <rdf:Seq>
                <rdf:li><foaf:Person><foaf:surname>García</foaf:surname><foaf:givenName>José</foaf:givenName></foaf:Person></rdf:li>
                <rdf:li><foaf:Person><foaf:surname>Bee</foaf:surname><foaf:givenName>Ann</foaf:givenName></foaf:Person></rdf:li>
            </rdf:Seq>
        </bib:authors>
        <link:link rdf:resource="#item_2"/>
        <dc:subject>lanterns</dc:subject>
        <dc:subject><z:AutomaticTag><rdf:value>maps</rdf:value></z:AutomaticTag></dc:subject>
        <dc:title>{TITLE}</dc:title>
        <dcterms:abstract>{ABSTRACT}</dcterms:abstract>
        <dc:date>May 1, 2024</dc:date>
        <dc:identifier><dcterms:URI><rdf:value>https://example.org/lanterns</rdf:value></dcterms:URI></dc:identifier>
    </bib:Article>
    <bib:Journal rdf:about="urn:issn:1234-5678">
        <dc:title>Journal of Maps</dc:title>
        <dc:identifier>DOI {DOI}</dc:identifier>
    </bib:Journal>
    <z:Attachment rdf:about="#item_2"><z:itemType>attachment</z:itemType><dc:title>Full Text</dc:title></z:Attachment>
</rdf:RDF>
"""

ATOM = f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title type="html">ArXiv Query: search_query=all:lanterns</title>
  <id>http://arxiv.org/api/x</id>
  <entry>
    <id>http://arxiv.org/abs/{ARXIV}v2</id>
    <updated>2025-01-01T00:00:00Z</updated>
    <published>2024-01-02T18:00:00Z</published>
    <title>Slow Lanterns: Reading Maps of
  Über-Cities</title>
    <summary>  We study how lanterns light maps of large cities. Our method, LanternNet, improves
accuracy by 5% on MapBench. It needs no street names, and runs on a phone.
</summary>
    <author><name>José García</name><arxiv:affiliation xmlns:arxiv="http://arxiv.org/schemas/atom">X</arxiv:affiliation></author>
    <author><name>Ann Bee</name></author>
    <arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">{DOI}</arxiv:doi>
    <arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">J. Maps 1 (2024)</arxiv:journal_ref>
    <link href="http://arxiv.org/abs/{ARXIV}v2" rel="alternate" type="text/html"/>
    <arxiv:primary_category xmlns:arxiv="http://arxiv.org/schemas/atom" term="cs.CV"/>
    <category term="cs.CV" scheme="http://arxiv.org/schemas/atom"/>
    <category term="cs.LG" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
</feed>
"""

ARXIV_SNAPSHOT = json.dumps(
    {
        "id": ARXIV,
        "submitter": "Ann Bee",
        "authors": "Jos\\'e Garc\\'ia and Ann Bee (Somewhere)",
        "title": "Slow Lanterns: Reading Maps of\n  Über-Cities",
        "comments": "5 pages",
        "journal-ref": None,
        "doi": DOI,
        "categories": "cs.CV cs.LG",
        "abstract": "  We study how lanterns light maps of large cities. Our method, LanternNet, improves\naccuracy "
        "by 5% on MapBench. It needs no street names, and runs on a phone.\n",
        "versions": [{"version": "v1", "created": "Tue, 2 Jan 2024 18:00:00 GMT"}],
        "update_date": "2025-01-01",
        "authors_parsed": [["García", "José", ""], ["Bee", "Ann", ""]],
    }
)

ACL = f"""<?xml version='1.0' encoding='UTF-8'?>
<collection id="2024.maps">
  <volume id="long" ingest-date="2024-05-01">
    <meta>
      <booktitle>Proceedings of the Conference on Maps</booktitle>
      <year>2024</year>
    </meta>
    <frontmatter><url hash="1">2024.maps-long.0</url></frontmatter>
    <paper id="1">
      <title>Slow Lanterns: Reading <fixed-case>M</fixed-case>aps of Über-Cities</title>
      <author><first>José</first><last>García</last></author>
      <author orcid="0000-0002-1825-0097"><first>Ann</first><last>Bee</last></author>
      <pages>1-9</pages>
      <abstract>{ABSTRACT.replace("5%", "<tex-math>5</tex-math>%")}</abstract>
      <url hash="2">2024.maps-long.1</url>
      <doi>{DOI}</doi>
      <bibkey>garcia-bee-2024-lanterns</bibkey>
    </paper>
  </volume>
</collection>
"""

ENDNOTE_XML = f"""<?xml version="1.0" encoding="UTF-8" ?><xml><records><record>
<database name="x.enl" path="x">x</database><rec-number>7</rec-number><ref-type name="Journal Article">17</ref-type>
<contributors><authors><author><style face="normal">García, José</style></author><author><style>Bee, Ann</style></author>
</authors></contributors><titles><title><style face="normal">{TITLE}</style></title>
<secondary-title><style>Journal of Maps</style></secondary-title></titles>
<keywords><keyword><style>lanterns</style></keyword><keyword><style>maps</style></keyword></keywords>
<dates><year><style>2024</style></year></dates><abstract><style>{ABSTRACT}</style></abstract>
<urls><related-urls><url><style>https://example.org/lanterns</style></url></related-urls></urls>
<electronic-resource-num><style>{DOI}</style></electronic-resource-num></record></records></xml>
"""

PUBMED_XML = f"""<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2024//EN" "https://dtd.nlm.nih.gov/x.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">38000001</PMID>
<Article><Journal><JournalIssue><PubDate><Year>2024</Year></PubDate></JournalIssue><Title>Journal of maps</Title></Journal>
<ArticleTitle>{TITLE}</ArticleTitle>
<Abstract><AbstractText Label="AIM">We light <i>maps</i>.</AbstractText><AbstractText Label="RESULTS">It works.</AbstractText></Abstract>
<AuthorList><Author><LastName>García</LastName><ForeName>José</ForeName></Author>
<Author><LastName>Bee</LastName><ForeName>Ann</ForeName><Identifier Source="ORCID">0000-0002-1825-0097</Identifier></Author></AuthorList>
</Article><MeshHeadingList><MeshHeading><DescriptorName UI="D1">Cities</DescriptorName></MeshHeading></MeshHeadingList>
<KeywordList><Keyword>lanterns</Keyword></KeywordList></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">38000001</ArticleId><ArticleId IdType="doi">{DOI}</ArticleId></ArticleIdList></PubmedData>
</PubmedArticle></PubmedArticleSet>
"""

DBLP = """<?xml version="1.0" encoding="US-ASCII"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp><article key="journals/x/1"><author>Jos&eacute; Garc&iacute;a</author><title>Lanterns.</title></article></dblp>
"""

DBLP_JSON = json.dumps(
    {
        "result": {
            "query": "lanterns",
            "status": {"@code": "200"},
            "hits": {"hit": [{"info": {"title": "Lanterns."}}]},
        }
    }
)


def inverted(text: str) -> dict[str, list[int]]:
    index: dict[str, list[int]] = {}
    for place, word in enumerate(text.split()):
        index.setdefault(word, []).append(place)
    return dict(sorted(index.items()))


OPENALEX = json.dumps(
    {
        "meta": {"count": 1, "page": 1},
        "results": [
            {
                "id": "https://openalex.org/W4390000001",
                "doi": f"https://doi.org/{DOI}",
                "title": TITLE,
                "display_name": TITLE,
                "publication_year": 2024,
                "ids": {"openalex": "https://openalex.org/W4390000001"},
                "primary_location": {
                    "landing_page_url": "https://example.org/lanterns",
                    "source": {"display_name": "Journal of Maps"},
                },
                "locations": [{"landing_page_url": f"http://arxiv.org/abs/{ARXIV}", "source": None}],
                "authorships": [
                    {"author": {"display_name": "José García", "orcid": None}},
                    {"author": {"display_name": "Ann Bee", "orcid": "https://orcid.org/0000-0002-1825-0097"}},
                ],
                "cited_by_count": 12,
                "topics": [{"display_name": "Cartography"}],
                "keywords": [{"display_name": "made by a machine"}],
                "abstract_inverted_index": inverted(ABSTRACT),
            }
        ],
    }
)

S2_GRAPH = json.dumps(
    {
        "total": 1,
        "data": [
            {
                "paperId": "0" * 40,
                "externalIds": {"DOI": DOI, "ArXiv": ARXIV, "CorpusId": 17},
                "title": TITLE,
                "abstract": ABSTRACT,
                "venue": "Conference on Maps",
                "year": 2024,
                "citationCount": 12,
                "fieldsOfStudy": ["Computer Science"],
                "url": "https://www.semanticscholar.org/paper/0",
                "authors": [{"authorId": "1", "name": "José García"}, {"authorId": "2", "name": "Ann Bee"}],
            }
        ],
    }
)
S2_BULK = json.dumps(
    {
        "corpusid": 17,
        "externalids": {"DOI": DOI, "ArXiv": ARXIV},
        "url": "https://www.semanticscholar.org/paper/0",
        "title": TITLE,
        "authors": [{"authorId": "1", "name": "José García"}, {"authorId": "2", "name": "Ann Bee"}],
        "venue": "Conference on Maps",
        "year": 2024,
        "citationcount": 12,
        "s2fieldsofstudy": [{"category": "Computer Science", "source": "x"}],
        "abstract": ABSTRACT,
    }
)

CROSSREF = json.dumps(
    {
        "status": "ok",
        "message-type": "work-list",
        "message": {
            "facets": {},
            "items": [
                {
                    "DOI": DOI.upper(),
                    "type": "journal-article",
                    "title": ["Slow Lanterns"],
                    "subtitle": ["Reading Maps of Über-Cities"],
                    "container-title": ["Journal of Maps"],
                    "abstract": "<jats:title>Abstract</jats:title><jats:p>"
                    + ABSTRACT.replace("LanternNet", "<jats:italic>LanternNet</jats:italic>")
                    + "</jats:p>",
                    "author": [
                        {"given": "José", "family": "García", "sequence": "first"},
                        {"given": "Ann", "family": "Bee", "ORCID": "http://orcid.org/0000-0002-1825-0097"},
                    ],
                    "issued": {"date-parts": [[2024, 5, 1]]},
                    "is-referenced-by-count": 12,
                    "subject": ["Geography"],
                    "URL": f"http://dx.doi.org/{DOI}",
                },
                {
                    "DOI": "10.1234/2",
                    "type": "journal-article",
                    "title": ["No abstract"],
                    "container-title": [],
                },
            ],
        },
    }
)

CSL = json.dumps(
    [
        {
            "id": "garcia2024",
            "type": "article-journal",
            "title": TITLE,
            "container-title": "Journal of Maps",
            "abstract": ABSTRACT,
            "author": [{"family": "García", "given": "José"}, {"family": "Bee", "given": "Ann"}],
            "issued": {"date-parts": [["2024", 5, 1]]},
            "DOI": DOI,
            "keyword": "lanterns, maps",
        }
    ]
)

OPENREVIEW_1 = json.dumps(
    {
        "notes": [
            {
                "id": "lAnTeRn1",
                "forum": "lAnTeRn1",
                "invitation": "Maps.cc/2024/Conference/-/Blind_Submission",
                "cdate": 1704067200000,
                "content": {
                    "title": TITLE,
                    "abstract": ABSTRACT,
                    "authors": list(AUTHORS),
                    "keywords": ["lanterns", "maps"],
                    "venue": "Maps 2024",
                    "venueid": "Maps.cc/2024/Conference",
                },
            }
        ],
        "count": 1,
    }
)
OPENREVIEW_2 = json.dumps(
    {
        "notes": [
            {
                "id": "lAnTeRn1",
                "forum": "lAnTeRn1",
                "invitations": ["Maps.cc/2024/Conference/-/Submission"],
                "pdate": 1704067200000,
                "content": {
                    "title": {"value": TITLE},
                    "abstract": {"value": ABSTRACT},
                    "authors": {"value": list(AUTHORS)},
                    "keywords": {"value": ["lanterns", "maps"]},
                    "primary_area": {"value": "cartography"},
                    "venue": {"value": "Maps 2024"},
                    "venueid": {"value": "Maps.cc/2024/Conference"},
                    "pdf": {"value": "/pdf/1.pdf"},
                },
            }
        ],
        "count": 1,
    }
)

PAPER_LIST = json.dumps(
    [
        {
            "id": "lAnTeRn1",
            "title": TITLE,
            "status": "Poster",
            "abstract": ABSTRACT,
            "keywords": "lanterns;maps",
            "primary_area": "cartography",
            "author": "José García;Ann Bee",
            "orcid": ";0000-0002-1825-0097",
            "site": "https://openreview.net/forum?id=lAnTeRn1",
            "gs_citation": 12,
        }
    ]
)

MARKDOWN = f"""# A reading list

Things to read this summer.

## Maps

- **[{TITLE}](https://example.org/lanterns)** - José García, Ann Bee. Conference on Maps 2024. [[code](https://example.org/c)]

  > Abstract: {ABSTRACT}

- [Tides Seen from the Moon](https://example.org/tides)
  - Authors: Ann Bee
  - Year: 2022
  - Abstract: We look at tides from the moon.

- [A link without an abstract](https://example.org/none), 2020

## Long Rivers and Short Bridges

*Ann Bee and Cee Dee*, 2021

<details><summary>Abstract</summary>

We study long rivers. We find that short bridges do not cross them.

</details>
"""

MARKDOWN_TABLE = f"""| Title | Year | Abstract |
|---|---|---|
| [{TITLE}](https://example.org/lanterns) | 2024 | {ABSTRACT} |
| Tides | 1999 | We study tides. |
"""


@cache  # the time is in it
def xlsx() -> bytes:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Papers"
    sheet.append(["My list"])
    sheet.append(["Title", "Authors", "Year", "Abstract", "DOI", "Cited by"])
    sheet.append([TITLE, "José García; Ann Bee", 2024, ABSTRACT, DOI, 12])
    sheet.append(["Tides", "Ann Bee", 1999, "", "", None])
    sheet.append([None] * 6)
    book.create_sheet("Notes").append(["buy milk"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@cache
def pdf(*, abstract_word: bool = True) -> bytes:
    """A paper in two columns, with a running head above its title and a rotated stamp."""
    from fpdf import FPDF

    page = FPDF(format="letter")
    page.add_page()
    page.set_font("Helvetica", size=9)
    page.cell(0, 5, "Published at the Conference on Maps 2024", new_x="LMARGIN", new_y="NEXT")
    page.set_font("Helvetica", "B", 17)
    page.ln(8)
    page.multi_cell(
        0, 8, "Slow Lanterns: Reading Maps\nof Large Cities", align="C", new_x="LMARGIN", new_y="NEXT"
    )
    page.set_font("Helvetica", size=10)
    page.cell(0, 8, "Jos\xe9 Garc\xeda, Ann Bee", align="C", new_x="LMARGIN", new_y="NEXT")
    with page.rotation(90, 8, 200):
        page.text(8, 200, "arXiv:2401.01234v2 [cs.CV] 2 Jan 2024")
    top = page.get_y() + 6
    page.set_xy(20, top)
    if abstract_word:
        page.set_font("Helvetica", "B", 11)
        page.cell(80, 6, "Abstract", align="C")
        page.set_xy(20, top + 8)
    page.set_font("Helvetica", size=9)
    page.multi_cell(
        80,
        4,
        "We study how lanterns light maps of large cities. Our method, LanternNet, improves ac-\ncuracy by 5% on MapBench. "
        "It needs no street names, and runs on a phone. We test it on three maps of four cities, at night and by "
        "day, and find that it is fast, and that lanterns help where the moon does not.",
        align="L",
        new_x="LEFT",
        new_y="NEXT",
    )
    page.ln(4)
    page.set_x(20)
    page.set_font("Helvetica", "B", 12)
    page.cell(80, 6, "1 Introduction", new_x="LEFT", new_y="NEXT")
    page.set_x(20)
    page.set_font("Helvetica", size=9)
    page.multi_cell(80, 4, "Lanterns are old. " * 30, align="L")
    page.set_xy(110, top)
    page.multi_cell(80, 4, "Maps are older, and wider than they are long. " * 20, align="L")
    return bytes(page.output())


# As the ACL Anthology writes its BibTeX with abstracts: keys of its own, braces around capitals, an editor.
ACL_BIBTEX = f"""@inproceedings{{garcia-bee-2024-slow,
    title = "{TITLE}",
    author = "Garc{{\\'i}}a, Jos{{\\'e}}  and
      Bee, Ann",
    editor = "Sea, Cee",
    booktitle = "Proceedings of the 62nd Annual Meeting on Maps (Volume 1: Long Papers)",
    month = aug,
    year = "2024",
    address = "Bangkok, Thailand",
    publisher = "Association for Maps",
    url = "https://aclanthology.org/2024.maps-long.17/",
    doi = "{DOI}",
    pages = "101--117",
    abstract = "{ABSTRACT.replace("%", chr(92) + "%")}"
}}
"""

# As Scopus exports to BibTeX: its own address, keywords by semicolons, the citations in a note.
SCOPUS_BIBTEX = f"""Scopus
EXPORT DATE: 01 June 2024

@ARTICLE{{García2024,
	author = {{García, José and Bee, Ann}},
	title = {{{TITLE}}},
	year = {{2024}},
	journal = {{Journal of Maps}},
	volume = {{1}},
	doi = {{{DOI}}},
	url = {{https://www.scopus.com/inward/record.uri?eid=2-s2.0-1}},
	abstract = {{{ABSTRACT.replace("%", chr(92) + "%")}}},
	author_keywords = {{lanterns; maps}},
	keywords = {{City; Light}},
	type = {{Article}},
	source = {{Scopus}},
	note = {{Cited by: 12}}
}}
"""

# As Scopus exports to RIS.
SCOPUS_RIS = f"""TY  - JOUR
AU  - García, José
AU  - Bee, Ann
TI  - {TITLE}
PY  - 2024
T2  - Journal of Maps
VL  - 1
DO  - {DOI}
UR  - https://www.scopus.com/inward/record.uri?eid=2-s2.0-1
AB  - {ABSTRACT}
KW  - lanterns
KW  - maps
M3  - Article
DB  - Scopus
N1  - Export Date: 01 June 2024; Cited By: 12
ER  -
"""
