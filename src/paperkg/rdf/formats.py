"""Blocks as text: one function a format, each a stream, so that no file is held in memory.

N-Triples, N-Quads, Turtle, TriG and JSON-LD are put together from the parts as they stand: to make an object
of each term, for a library's serialiser to take apart again, costs more than all the rest. RDF/XML, whose
rules are another matter, goes through Oxigraph.
"""

from __future__ import annotations

import io
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
from paperkg.rdf.terms import iri, line

FORMATS = {
    "ttl": "Turtle",
    "nt": "N-Triples",
    "nq": "N-Quads",
    "trig": "TriG",
    "jsonld": "JSON-LD",
    "rdf": "RDF/XML",
}

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
    if format == "rdf":
        _write_rdf_xml(blocks, file, base)
        return
    texts = _TEXTS[format](blocks, base, iri(graph))
    while some := "".join(islice(texts, 1000)):  # no text is empty for good: each block has a type
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

    def short(term: str) -> str:
        if term[0] == '"':
            if term[-1] == '"':
                return term
            quoted, _, datatype = term.rpartition(_TYPED)
            if datatype == "decimal>" and "." in quoted:
                return quoted[1:-1]
            return f"{quoted}^^xsd:{datatype[:-1]}" if quoted else term
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


def _write_rdf_xml(blocks: Iterable[Block], file: BinaryIO, base: str) -> None:
    """Write RDF/XML. What XML has no way to write, such as most control characters, becomes U+FFFD."""
    import pyoxigraph

    source = io.BufferedReader(_Stream(map(_xml_safe, n_triples(blocks))))
    quads = pyoxigraph.parse(source, format=pyoxigraph.RdfFormat.N_TRIPLES)
    pyoxigraph.serialize(
        (quad.triple for quad in quads), file, pyoxigraph.RdfFormat.RDF_XML, prefixes=prefixes(base)
    )


_ESCAPE = re.compile(r"\\(?:[\\btnfr\"]|u([0-9A-F]{4}))")


def _xml_safe(text: str) -> str:
    """Replace, in a line of N-Triples, the escapes of what XML 1.0 has no way to write."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(
        lambda found: "�" if found[0] in (r"\b", r"\f") or found[1] not in (None, "007F") else found[0], text
    )


class _Stream(io.RawIOBase):
    """Texts as a file that a parser can read."""

    def __init__(self, texts: Iterator[str]) -> None:
        self._texts = texts
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:  # noqa: ANN401 - a writable buffer
        while len(self._left) < len(into):
            more = "".join(islice(self._texts, 1000)).encode()
            if not more:
                break
            self._left += more
        size = min(len(into), len(self._left))
        into[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


_TEXTS: dict[str, Callable[[Iterable[Block], str, str], Iterator[str]]] = {
    "ttl": _turtle,
    "nt": n_triples,
    "nq": _n_quads,
    "trig": _trig,
    "jsonld": _json_ld,
}
