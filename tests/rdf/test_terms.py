"""Canonical N-Triples: cases written from the rules of RDF 1.2 N-Triples, section 3.

Two write it: the export, which has IRIs, strings and typed literals and no other terms, and for answers to
queries Oxigraph, by way of `paperkg.sparql.write`. Each case that both can meet is put to both. The ids say
what is shown; between them they have what the cases of the W3C's suite (rdf12/rdf-n-triples/c14n) have.
"""

from __future__ import annotations

import io

import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperkg.rdf.formats import n_triples
from paperkg.rdf.terms import iri, line, literal, value_of
from paperkg.rdf.vocabulary import STRING, XSD
from paperkg.sparql import Question, ask, write

S, P, OTHER = "<http://example.org/s>", "<http://example.org/p>", "<http://example.org/o>"

PUNCTUATION = " !#$%&'()*+,-./:;<=>?@[]^_`{|}~"
ENDS_OF_UTF_8 = (
    "\x80\u07ff\u0800\u0fff\u1000\ucfff\ud000\ud7ff\ue000\ufffd"
    "\U00010000\U0003fffd\U00040000\U000ffffd\U00100000\U0010fffd"
)
CONTROLS_BY_CODE = "".join(rf"\u{code:04X}" for code in (*range(0x20), 0x7F))
CONTROLS = (
    r"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000B\f\r\u000E\u000F\u0010\u0011\u0012\u0013\u0014"
    r"\u0015\u0016\u0017\u0018\u0019\u001A\u001B\u001C\u001D\u001E\u001F\u007F"
)

# What a document may say in several ways, and the one way that is canonical.
CANONICAL = [
    pytest.param(f'{S}\t{P}\t"a"\t.', f'{S} {P} "a" .', id="one space between terms"),
    pytest.param(f'   {S}   {P}   "a"   .   ', f'{S} {P} "a" .', id="no space around"),
    pytest.param(f'{S}{P}"a".', f'{S} {P} "a" .', id="space even where none is needed"),
    pytest.param(f'{S}  {P}\t\t"a" \t .', f'{S} {P} "a" .', id="tabs and spaces between terms"),
    pytest.param(f"\t{S} {P} {OTHER}.\t", f"{S} {P} {OTHER} .", id="tabs around"),
    pytest.param(f'\r\n{S} {P} "a" .\r\n', f'{S} {P} "a" .', id="line ends of another system"),
    pytest.param(f"{S}{P}{OTHER}.", f"{S} {P} {OTHER} .", id="no space at an IRI"),
    pytest.param(f'{S} {P} "a" . # why', f'{S} {P} "a" .', id="no comment"),
    pytest.param(f'# why\n{S} {P} "# a" .#', f'{S} {P} "# a" .', id="no comment before, and none within"),
    pytest.param(f'\n\n{S} {P} "a" .\n\n', f'{S} {P} "a" .', id="no empty line"),
    pytest.param(f"{S} {P} <http://example.org/o> .", f"{S} {P} <http://example.org/o> .", id="an IRI"),
    pytest.param(
        rf"{S} {P} <http://example.org/\u00E9> .", f"{S} {P} <http://example.org/é> .", id="an IRI as it is"
    ),
    pytest.param(
        r'<http://example.org/\U000000E9> <http://example.org/\u0070> "a" .',
        f'<http://example.org/é> {P} "a" .',
        id="escapes in subject and predicate",
    ),
    pytest.param(
        f"{S}{P}<scheme:!$%25&'()*+,-./0123456789:;=?@A~#x>.",
        f"{S} {P} <scheme:!$%25&'()*+,-./0123456789:;=?@A~#x> .",
        id="all that an IRI may have",
    ),
    pytest.param(f'{S} {P} ""^^<{STRING}> .', f'{S} {P} "" .', id="an empty string"),
    pytest.param(f'{S} {P} "a"^^<{STRING}> .', f'{S} {P} "a" .', id="no datatype for a string"),
    pytest.param(f'{S} {P} "1"^^<{XSD}integer> .', f'{S} {P} "1"^^<{XSD}integer> .', id="another datatype"),
    pytest.param(f'{S} {P} "01"^^<{XSD}integer> .', f'{S} {P} "01"^^<{XSD}integer> .', id="no value changed"),
    pytest.param(rf'{S} {P} "\u0061\U00000062" .', f'{S} {P} "ab" .', id="letters as they are"),
    pytest.param(rf'{S} {P} "\u00E9" .', f'{S} {P} "é" .', id="other letters too"),
    pytest.param(rf'{S} {P} "\U0001F9EE" .', f'{S} {P} "🧮" .', id="those beyond the first plane too"),
    pytest.param(rf'{S} {P} "\u0022\u005C" .', rf'{S} {P} "\"\\" .', id="these two by their codes"),
    pytest.param(rf'{S} {P} "a\"\"b" .', rf'{S} {P} "a\"\"b" .', id="two quotes"),
    pytest.param(rf"{S} {P} \"x''y\" .".replace("\\", ""), f"{S} {P} \"x''y\" .", id="two apostrophes"),
    pytest.param(rf'{S} {P} "\\" .', rf'{S} {P} "\\" .', id="a backslash"),
    pytest.param(rf'{S} {P} "\\\\u0061" .', rf'{S} {P} "\\\\u0061" .', id="what looks like a code"),
    pytest.param(f'{S} {P} "{PUNCTUATION}".', f'{S} {P} "{PUNCTUATION}" .', id="all punctuation but those"),
    pytest.param(
        f'{S} {P} "{CONTROLS_BY_CODE}" .', f'{S} {P} "{CONTROLS}" .', id="all controls in one string"
    ),
    pytest.param(f'{S} {P} "{ENDS_OF_UTF_8}".', f'{S} {P} "{ENDS_OF_UTF_8}" .', id="all lengths of UTF-8"),
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


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        *(case for case in CANONICAL if case.id != "no value changed"),  # Oxigraph's store holds the number 1
        pytest.param(f'{S} {P} "a"@en .', f'{S} {P} "a"@en .', id="a language"),
        pytest.param(f'{S} {P} "a"@ar--rtl .', f'{S} {P} "a"@ar--rtl .', id="a language and a direction"),
        pytest.param(f'{S} {P} "\\u0061"@en--ltr.', f'{S} {P} "a"@en--ltr .', id="the other direction"),
        pytest.param(f'{S} {P} <<({S}{P}"a")>> .', f'{S} {P} <<( {S} {P} "a" )>> .', id="a triple"),
        pytest.param(
            f'{S} {P} <<( {S} {P} <<( {S}   {P} "\\u0061"@en )>>)>>.',
            f'{S} {P} <<( {S} {P} <<( {S} {P} "a"@en )>> )>> .',
            id="a triple in a triple",
        ),
    ],
)  # fmt: skip
def test_an_answer_has_one_spelling_too(written: str, canonical: str):
    store, found = pyoxigraph.Store(), io.BytesIO()
    store.load(written, pyoxigraph.RdfFormat.N_TRIPLES)
    write(ask(store, Question("CONSTRUCT WHERE { ?s ?p ?o }")), found, "nt")
    assert found.getvalue().decode() == f"{canonical}\n"


def test_no_triples_are_an_empty_document():
    assert "".join(n_triples([])) == ""


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
