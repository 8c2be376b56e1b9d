"""Tagged lines: RIS, EndNote's tagged export, PubMed's and MEDLINE's nbib, Web of Science.

All four are lines of a tag and a value, and differ in how a tag is written, where a record starts and ends,
and what the tags mean. They are read line by line, so that a fault costs one record and a file of any size
little memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from paperkg.papers.source import MAX_RECORD, Record, Source
from paperkg.papers.values import cited_by

Values = dict[str, list[str]]
"""What a record says under each tag, in the order in which it says it."""
_Lines = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one of these formats is written.

    Attributes:
        line: Matches a line with a tag: the tag, and the value.
        start: Tag that starts a record.
        end: Tag that ends one, if there is such a thing.
        names: Attribute of a paper, or another field of a record, and the tags that say it, the best first.
        lists: Tags whose further lines are values of their own.
        more: Gives what needs a look at all the lines.
    """

    line: re.Pattern[str]
    start: str
    end: str
    names: Mapping[str, str]
    lists: str = ""
    more: Callable[[_Lines], Mapping[str, object]] = lambda _: {}


_ONE = ("title", "abstract", "venue", "year", "id", "doi", "url", "citations")
"""What a paper has one of; of the others all lines count."""


@dataclass(slots=True)
class _Entry:
    number: int
    lines: list[list[str]] = field(default_factory=list)
    size: int = 0


def records(dialect: Dialect, source: Source) -> Iterator[Record]:
    """Yield the records of a source in a dialect."""
    entry: _Entry | None = None
    for number, text in source.lines():
        found = dialect.line.match(text)
        tag, value = (found[1].strip(), found[2] or "") if found else ("", text.strip())
        if tag == dialect.start:
            yield from _record(dialect, entry, source)
            entry = _Entry(number)
        if entry is None:
            continue
        if tag and tag == dialect.end:
            yield from _record(dialect, entry, source)
            entry = None
            continue
        _put(dialect, entry, tag, value.strip())
    yield from _record(dialect, entry, source)


def _put(dialect: Dialect, entry: _Entry, tag: str, value: str) -> None:
    """Add a line; one without a tag goes on with what the last one said."""
    entry.size += len(value) + 1
    if entry.size > MAX_RECORD:
        entry.lines.clear()
    elif tag:
        entry.lines.append([tag, value])
    elif entry.lines and value:
        last = entry.lines[-1]
        if last[0] in dialect.lists.split():
            entry.lines.append([last[0], value])
        else:
            last.append(value)


def _record(dialect: Dialect, entry: _Entry | None, source: Source) -> Iterator[Record]:
    if entry is None or not entry.size:
        return
    place = f"line {entry.number}"
    if entry.size > MAX_RECORD:
        source.report(place, "is longer than 10 MB; the record is skipped")
        return
    lines = [(tag, " ".join(parts)) for tag, *parts in entry.lines]
    values: Values = {}
    for tag, value in lines:
        if value:
            values.setdefault(tag, []).append(value)
    fields: dict[str, object] = {}
    for name, tags in dialect.names.items():
        said = next((values[tag] for tag in tags.split() if tag in values), None)
        if said:
            fields[name] = said[0] if name in _ONE else said
    fields.update(dialect.more(lines))
    yield Record(place, fields or dict(lines))


# RIS


def _ris_more(lines: _Lines) -> Mapping[str, object]:
    """Keywords that stand several on a line, and the citations that Scopus counts in a note."""
    more: dict[str, object] = {}
    keywords = [word for tag, value in lines if tag == "KW" for word in value.split(";")]
    if keywords:
        more["keywords"] = keywords
    cited = next((count for tag, value in lines if tag == "N1" and (count := cited_by(value))), None)
    if cited:
        more["citations"] = cited
    return more


RIS = Dialect(
    re.compile(r"\ufeff?([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$", re.ASCII | re.DOTALL),
    "TY",
    "ER",
    {
        "title": "TI T1 CT BT",
        "abstract": "AB N2",
        "authors": "AU A1",
        "year": "PY Y1 DA",
        "venue": "T2 JO JF JA J2 C3 BT",
        "doi": "DO M3",
        "url": "UR LK L2 L1",
        "id": "ID AN",
    },
    more=_ris_more,
)

# EndNote


def _endnote_more(lines: _Lines) -> Mapping[str, object]:
    keywords = [word for tag, value in lines if tag == "K" for word in re.split(r"[;\n]", value)]
    return {"keywords": keywords} if keywords else {}


ENDNOTE = Dialect(
    re.compile(r"\ufeff?%(\S)(?: (.*))?$", re.DOTALL),
    "0",
    "",
    {
        "title": "T",
        "abstract": "X",
        "authors": "A",
        "year": "D 8",
        "venue": "J B",
        "doi": "R",
        "url": "U",
        "id": "M F",
    },
    lists="K",
    more=_endnote_more,
)

# PubMed and MEDLINE

_ORCID_OF = "AUID"


def _nbib_more(lines: _Lines) -> Mapping[str, object]:
    """The ORCID stands after its author; subject headings and author keywords may bear a star."""
    author = "FAU" if any(tag == "FAU" for tag, _ in lines) else "AU"
    people: list[dict[str, object]] = []
    for tag, value in lines:
        if tag == author:
            people.append({"name": value})
        elif tag == _ORCID_OF and people:
            people[-1]["orcid"] = value
    dois = [value for tag, value in lines if tag in ("LID", "AID") and value.endswith("[doi]")]
    more: dict[str, object] = {"authors": people} if people else {}
    if dois:
        more["doi"] = dois[0].removesuffix("[doi]").strip()
    for name, known in (("keywords", "OT"), ("areas", "MH")):
        words = [value.replace("*", "") for tag, value in lines if tag == known]
        if words:
            more[name] = words
    pmid = next((value for tag, value in lines if tag == "PMID"), "")
    if pmid.isascii() and pmid.isdecimal():
        more["url"] = f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/"
    return more


NBIB = Dialect(
    re.compile(r"\ufeff?([A-Z]{2,4} {0,2})- ?(.*)$", re.ASCII | re.DOTALL),
    "PMID",
    "",
    {"title": "TI BTI", "abstract": "AB", "year": "DP DEP", "venue": "JT TA", "id": "PMID"},
    more=_nbib_more,
)

# Web of Science

WOS_NAMES = {
    "title": "TI",
    "abstract": "AB",
    "authors": "AF AU",
    "year": "PY EY",
    "venue": "SO CT",
    "doi": "DI",
    "id": "UT",
    "keywords": "DE",
    "areas": "WC SC",
    "citations": "TC Z9",
}
"""Web of Science writes the same tags over the columns of its tables."""
_WOS_ORCID = re.compile(r"([^/;]{1,200})/([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])", re.ASCII)


def wos_more(lines: _Lines) -> Mapping[str, object]:
    """Join lists that go over several lines, and find whose ORCIDs are given."""
    said = {tag: "; ".join(value for t, value in lines if t == tag) for tag in ("DE", "WC", "SC", "OI")}
    more: dict[str, object] = {}
    if said["DE"]:
        more["keywords"] = said["DE"]
    if said["WC"] or said["SC"]:
        more["areas"] = said["WC"] or said["SC"]
    known = {" ".join(name.split()).casefold(): orcid for name, orcid in _WOS_ORCID.findall(said["OI"])}
    full = [value for tag, value in lines if tag == "AF"]
    if known and full:
        more["authors"] = [{"name": name, "orcid": known.get(name.casefold(), "")} for name in full]
    return more


WOS = Dialect(
    re.compile(r"\ufeff?([A-Z][A-Z0-9])(?:$| (.*)$)", re.ASCII | re.DOTALL),
    "PT",
    "ER",
    WOS_NAMES,
    lists="AU AF",
    more=wos_more,
)

# What tells them apart


def _starts(pattern: str) -> Callable[[Source], bool]:
    found = re.compile(pattern, re.ASCII)
    return lambda source: bool(found.match(source.head))


ris_suits = _starts(r"\s*+(?:[^\n]{0,200}\n){0,3}?\s{0,9}TY {1,2}- ?[A-Z]")
endnote_suits = _starts(r"\s*%0 [A-Z]")
nbib_suits = _starts(r"\s*PMID ?- ?[0-9]")
wos_suits = _starts(
    r"\s*(?:FN [^\n]*\n(?:VR [^\n]*\n)?\s*|VR [^\n]*\n\s*)?PT [A-Z]\r?\n(?:[A-Z][A-Z0-9] |   )"
)

ris_records = partial(records, RIS)
endnote_records = partial(records, ENDNOTE)
nbib_records = partial(records, NBIB)
wos_records = partial(records, WOS)
