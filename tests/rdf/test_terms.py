"""Canonical N-Triples: cases written from the rules of RDF 1.2 N-Triples, section 3."""

from __future__ import annotations

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.rdf.terms import iri, line, literal, value_of
from paperkg.rdf.vocabulary import STRING, XSD

S, P = "<http://example.org/s>", "<http://example.org/p>"

# What a document may say in several ways, and the one way that is canonical.
CANONICAL = [
    pytest.param(f'{S}\t{P}\t"a"\t.', f'{S} {P} "a" .', id="one space between terms"),
    pytest.param(f'   {S}   {P}   "a"   .   ', f'{S} {P} "a" .', id="no space around"),
    pytest.param(f'{S}{P}"a".', f'{S} {P} "a" .', id="space even where none is needed"),
    pytest.param(f'{S} {P} "a" . # why', f'{S} {P} "a" .', id="no comment"),
    pytest.param(f'\n\n{S} {P} "a" .\n\n', f'{S} {P} "a" .', id="no empty line"),
    pytest.param(f"{S} {P} <http://example.org/o> .", f"{S} {P} <http://example.org/o> .", id="an IRI"),
    pytest.param(
        rf"{S} {P} <http://example.org/\u00E9> .", f"{S} {P} <http://example.org/é> .", id="an IRI as it is"
    ),
    pytest.param(f'{S} {P} "a"^^<{STRING}> .', f'{S} {P} "a" .', id="no datatype for a string"),
    pytest.param(f'{S} {P} "1"^^<{XSD}integer> .', f'{S} {P} "1"^^<{XSD}integer> .', id="another datatype"),
    pytest.param(f'{S} {P} "01"^^<{XSD}integer> .', f'{S} {P} "01"^^<{XSD}integer> .', id="no value changed"),
    pytest.param(rf'{S} {P} "\u0061\U00000062" .', f'{S} {P} "ab" .', id="letters as they are"),
    pytest.param(rf'{S} {P} "\u00E9" .', f'{S} {P} "é" .', id="other letters too"),
    pytest.param(rf'{S} {P} "\U0001F9EE" .', f'{S} {P} "🧮" .', id="those beyond the first plane too"),
    pytest.param(rf'{S} {P} "\'" .', f"{S} {P} \"'\" .", id="an apostrophe is not escaped"),
    *(
        pytest.param(rf'{S} {P} "\u{ord(char):04X}" .', f'{S} {P} "\\{escape}" .', id=f"escape {escape}")
        for char, escape in zip("\b\t\n\f\r\"\\", 'btnfr"\\', strict=True)
    ),
    *(
        pytest.param(rf'{S} {P} "\U{code:08x}" .', rf'{S} {P} "\u{code:04X}" .', id=f"control {code:04X}")
        for code in (*range(8), 0x0B, *range(0x0E, 0x20), 0x7F, 0xFFFE, 0xFFFF)
    ),
    *(
        pytest.param(rf'{S} {P} "\u{code:04X}" .', f'{S} {P} "{chr(code)}" .', id=f"as it is {code:04X}")
        for code in (0x20, 0x7E, 0x80, 0x85, 0x9F, 0xA0, 0x2028, 0xFEFF, 0xE000, 0xFFFD)
    ),
    pytest.param(
        f"{S} {P} \"\U0001fffe\" .", f"{S} {P} \"\U0001fffe\" .", id="a non-character beyond the first plane"
    ),
]  # fmt: skip


def spelt(term: pyoxigraph.NamedNode | pyoxigraph.Literal) -> str:
    if isinstance(term, pyoxigraph.Literal):
        return literal(term.value, term.datatype.value)
    return iri(term.value)


@pytest.mark.parametrize(("written", "canonical"), CANONICAL)
def test_each_triple_has_one_spelling(written: str, canonical: str):
    (quad,) = pyoxigraph.parse(written, format=pyoxigraph.RdfFormat.N_TRIPLES)
    own = line(spelt(quad.subject), spelt(quad.predicate), spelt(quad.object))
    assert own == f"{canonical}\n"
    assert pyoxigraph.serialize([quad.triple], format=pyoxigraph.RdfFormat.N_TRIPLES).decode() == own


any_text = st.text(st.characters(exclude_categories=["Cs"])) | st.text(
    st.sampled_from("\0\x07\x08\t\n\x0b\f\r\x0e\x1f\x7f\x85\\\"'u0041^<>@\ufffe\uffff🧮")
)


@given(any_text, st.sampled_from([STRING, f"{XSD}decimal", "http://example.org/\\u0041"[:19]]))
def test_a_literal_comes_back_and_is_spelt_as_another_writer_spells_it(text: str, datatype: str):
    term = literal(text, datatype)
    assert value_of(term) == (text, datatype)
    triple = pyoxigraph.Triple(
        pyoxigraph.NamedNode("http://example.org/s"),
        pyoxigraph.NamedNode("http://example.org/p"),
        pyoxigraph.Literal(text, datatype=pyoxigraph.NamedNode(datatype)),
    )
    assert pyoxigraph.serialize([triple], format=pyoxigraph.RdfFormat.N_TRIPLES).decode() == line(S, P, term)
