"""Blocks as text: one function a format, each a stream, so that no file is held in memory.

They are put together from the parts as they stand: to make an object of each term, for a library's serialiser
to take apart again, costs more than all the rest. Two libraries' parsers read what comes out, in the tests.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from paperkg.rdf import vocabulary as v
from paperkg.rdf.blocks import Block
from paperkg.rdf.iris import FOLDERS, Iris
from paperkg.rdf.terms import iri, line, value_of

FORMATS = {
    "ttl": "Turtle",
    "nt": "N-Triples",
    "nq": "N-Quads",
    "trig": "TriG",
    "jsonld": "JSON-LD",
    "rdf": "RDF/XML",
}

_FOLDERS = frozenset(FOLDERS)
_RDF_TYPE = iri(v.TYPE)
_TYPED = f"^^<{v.XSD}"


def format_of(path: Path, given: str | None = None) -> str:
    """Tell a file's format by its ending, unless it is given.

    Raises:
        ValueError: It is none of `FORMATS`.
    """
    name = path.suffix.lower().removeprefix(".") if given is None else given
    if name in FORMATS:
        return name
    known = ", ".join(f"{ending} ({called})" for ending, called in FORMATS.items())
    what = f"format {given!r}" if given is not None else f"{path}: ending {path.suffix!r}"
    raise ValueError(f"{what} is not known; known are {known}")


def prefixes(base: str) -> dict[str, str]:
    """The prefixes that files use: those of the vocabularies, and one for each kind of thing."""
    iris = Iris(base)
    return {**v.NAMESPACES, **{folder: iris.of(folder, "") for folder in FOLDERS}}


def triples(blocks: Iterable[Block]) -> Iterator[tuple[str, str, str]]:
    """Take blocks apart into subject, predicate and object."""
    for subject, types, pairs in blocks:
        for kind in types:
            yield subject, _RDF_TYPE, kind
        for predicate, value in pairs:
            yield subject, predicate, value


def write(blocks: Iterable[Block], file: BinaryIO, format: str, base: str, graph: str) -> None:
    """Write blocks in one of `FORMATS`; N-Quads and TriG put them in the named graph, an IRI."""
    texts = _TEXTS[format](blocks, base, iri(graph))
    while some := "".join(islice(texts, 100)):  # no text is empty for good: each block has a type
        file.write(some.encode())


def n_triples(blocks: Iterable[Block], base: str = "", graph: str = "") -> Iterator[str]:
    """Write canonical N-Triples."""
    for subject, types, pairs in blocks:
        for kind in types:
            yield line(subject, _RDF_TYPE, kind)
        yield "".join([f"{subject} {predicate} {value} .\n" for predicate, value in pairs])


def _n_quads(blocks: Iterable[Block], base: str, graph: str) -> Iterator[str]:
    for subject, types, pairs in blocks:
        for kind in types:
            yield line(subject, _RDF_TYPE, f"{kind} {graph}")
        yield "".join([f"{subject} {predicate} {value} {graph} .\n" for predicate, value in pairs])


# --- Turtle and TriG --------------------------------------------------------------------------------------


def _turtle(blocks: Iterable[Block], base: str, graph: str) -> Iterator[str]:
    yield _head(base)
    yield from _statements(blocks, shortener(base))


def _trig(blocks: Iterable[Block], base: str, graph: str) -> Iterator[str]:
    short = shortener(base)
    yield f"{_head(base)}\n{short(graph)} {{\n"
    yield from _statements(blocks, short)
    yield "}\n"


def _head(base: str) -> str:
    return "".join(f"@prefix {prefix}: <{namespace}> .\n" for prefix, namespace in prefixes(base).items())


def _statements(blocks: Iterable[Block], short: Callable[[str], str]) -> Iterator[str]:
    openings: dict[str, str] = {}  # what a predicate, or a set of types, is led in by: there are few
    kinds: dict[tuple[str, ...], str] = {}
    for subject, types, pairs in blocks:
        if types not in kinds:
            kinds[types] = f" a {' , '.join(map(short, types))}"
        parts = ["\n", short(subject), kinds[types]]
        last = ""
        for predicate, value in pairs:
            if predicate == last:
                parts.append(" , ")
            else:
                if predicate not in openings:
                    openings[predicate] = f" ;\n    {short(predicate)} "
                parts.append(openings[predicate])
                last = predicate
            parts.append(short(value))
        parts.append(" .\n")
        yield "".join(parts)


def shortener(base: str) -> Callable[[str], str]:
    """Make the function that spells a term as Turtle does."""
    name = "[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?"
    own = re.compile(f"<{re.escape(base)}({'|'.join(FOLDERS)})/({name})>").fullmatch
    known = {iri(term): compact for term, compact in _compact_terms().items()}
    begin = f"<{base}"
    begun = len(begin)

    def short(term: str) -> str:
        if term[0] == '"':
            if term[-1] == '"':
                return term
            quoted, _, datatype = term.rpartition(_TYPED)
            if datatype == "decimal>" and "." in quoted:
                return quoted[1:-1]
            return f"{quoted}^^xsd:{datatype[:-1]}" if quoted else term
        if term.startswith(begin):
            folder, _, local = term[begun:-1].partition("/")
            if local.isalnum() and local.isascii() and folder in _FOLDERS:  # a hash, as most are
                return f"{folder}:{local}"
        if found := known.get(term):
            return found
        parts = own(term)
        return f"{parts[1]}:{parts[2]}" if parts else term

    return short


def _compact_terms() -> dict[str, str]:
    named = (value for name, value in vars(v).items() if name.isupper() and isinstance(value, str))
    terms = [*named, *v.KIND_CLASS.values(), *v.ROLE_PROPERTY.values(), *map(v.item, range(1, 100))]
    return {
        term: f"{prefix}:{term.removeprefix(namespace)}"
        for prefix, namespace in v.NAMESPACES.items()
        for term in terms
        if term.startswith(namespace) and term != namespace
    }


# --- JSON-LD ----------------------------------------------------------------------------------------------


def _json_ld(blocks: Iterable[Block], base: str, graph: str) -> Iterator[str]:
    """Write a subject a line, with the context in the file: nothing is to be fetched."""
    spelling = _JsonSpelling(base)
    yield f'{{"@context": {json.dumps(spelling.context, indent=1)},\n"@graph": [\n'
    comma = ""
    for one in blocks:
        yield f"{comma}{spelling.node(one)}"
        comma = ",\n"
    yield "\n]}\n"


def context() -> dict[str, Any]:
    """What JSON-LD calls each term, and of which type its values are."""
    read: dict[str, Any] = json.loads(files("paperkg.rdf").joinpath("context.jsonld").read_text("utf-8"))
    return read


class _JsonSpelling:
    """Spells terms as the context lets it; a literal's quoted part is JSON as it stands."""

    def __init__(self, base: str) -> None:
        named = context()["@context"]
        self.context = named | prefixes(base)
        self._short = shortener(base)
        whole = {compact: iri(term) for term, compact in _compact_terms().items()}
        self._names: dict[str, str] = {}
        self._types: dict[str, str] = {}
        for name, meant in named.items():
            if isinstance(meant, str):
                if meant in whole:
                    self._names[whole[meant]] = name
            else:
                self._names[whole[meant["@id"]]] = name
                self._types[whole[meant["@id"]]] = meant["@type"]

    def node(self, one: Block) -> str:
        """Write what is said of a subject."""
        values: dict[str, list[str]] = {}
        for predicate, value in one.pairs:
            values.setdefault(predicate, []).append(self._value(value, self._types.get(predicate, "")))
        types = ",".join(map(self._name, one.types))
        parts = [f'"@id":{self._id(one.subject)}', f'"@type":[{types}]']
        for predicate, some in values.items():
            joined = ",".join(some)
            parts.append(f"{self._name(predicate)}:{joined if len(some) == 1 else f'[{joined}]'}")
        return "{" + ",".join(parts) + "}"

    def _name(self, term: str) -> str:
        return f'"{self._names[term]}"' if term in self._names else self._id(term)

    def _id(self, term: str) -> str:
        return json.dumps(self._short(term).strip("<>"), ensure_ascii=False)

    def _value(self, term: str, coerced: str) -> str:
        if term[0] == "<":
            return self._id(term) if coerced == "@id" else f'{{"@id":{self._id(term)}}}'
        if term[-1] == '"':
            return term if not coerced else f'{{"@value":{term}}}'
        quoted, _, datatype = term.rpartition("^^")
        kind = f"xsd:{datatype.removeprefix(f'<{v.XSD}')[:-1]}"
        return quoted if coerced == kind else f'{{"@value":{quoted},"@type":"{kind}"}}'


# --- RDF/XML ----------------------------------------------------------------------------------------------

# What XML 1.0 has no character for (section 2.2). A carriage return it has, but a parser reads a line feed.
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;"}
_XML_SPECIAL = re.compile('[&<>"\r]')


def _rdf_xml(blocks: Iterable[Block], base: str, graph: str) -> Iterator[str]:
    """Write RDF/XML. What XML cannot hold, such as most control characters, becomes U+FFFD."""
    names = {iri(term): compact for term, compact in _compact_terms().items()}
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF'
    yield "".join(f'\n    xmlns:{prefix}="{namespace}"' for prefix, namespace in v.NAMESPACES.items())
    yield ">\n"
    for subject, types, pairs in blocks:
        lines = [f'<rdf:Description rdf:about="{_xml(subject[1:-1])}">']
        lines += [f'  <rdf:type rdf:resource="{_xml(kind[1:-1])}"/>' for kind in types]
        for predicate, value in pairs:
            name = names.get(predicate) or f"rdf:{predicate.removeprefix(f'<{v.RDF}')[:-1]}"  # a late item
            lines.append(f"  <{name}{_xml_value(value, name)}")
        lines.append("</rdf:Description>\n")
        yield "\n".join(lines)
    yield "</rdf:RDF>\n"


def _xml_value(term: str, name: str) -> str:
    text, datatype = value_of(term)
    if not datatype:
        return f' rdf:resource="{_xml(text)}"/>'
    typed = "" if datatype == v.STRING else f' rdf:datatype="{_xml(datatype)}"'
    return f"{typed}>{_xml(text)}</{name}>"


def _xml(text: str) -> str:
    return _XML_SPECIAL.sub(lambda found: _MARKUP[found[0]], _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text))


_TEXTS: dict[str, Callable[[Iterable[Block], str, str], Iterator[str]]] = {
    "ttl": _turtle,
    "nt": n_triples,
    "nq": _n_quads,
    "trig": _trig,
    "jsonld": _json_ld,
    "rdf": _rdf_xml,
}
