from __future__ import annotations

from decimal import Decimal

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from paperkg.rdf.values import decimal, parse_value


@pytest.mark.parametrize(
    ("printed", "number", "unit"),
    [
        ("87.3%", "87.3", "%"),
        (r"87.3\%", "87.3", "%"),
        (r"$87.3\%$", "87.3", "%"),
        (r"$87.3$\%", "87.3", "%"),
        ("5 percent", "5", "%"),
        ("2.4x", "2.4", "x"),
        ("2.4 ×", "2.4", "x"),
        (r"$2.4\times$", "2.4", "x"),
        ("10 times", "10", "x"),
        ("3-fold", "3", "x"),
        ("+4.5 points", "4.5", "points"),
        ("4.5 percentage points", "4.5", "percentage points"),
        ("1,234,567", "1234567", ""),
        ("12,345.5", "12345.5", ""),
        ("−0.25", "-0.25", ""),
        (".5", "0.5", ""),
        ("71.30", "71.3", ""),
        ("007", "7", ""),
        ("0", "0", ""),
        ("-0.0", "0", ""),
        ("100", "100", ""),
    ],
)
def test_a_printed_number_is_read(printed: str, number: str, unit: str):
    assert parse_value(printed) == (number, unit)


@pytest.mark.parametrize(
    "printed",
    ["", "%", "x", ".", "-", "many", "5-10%", "5–10", "<5", "~5%", ">90%", "3B", "7k", "$5", "1e-3", "1.2.3",
     "1,23", "12 ms", "5%+", "5 of 6", "٣", "½", "5\n%6", "87.3%%", "two-fold"],
)  # fmt: skip
def test_what_is_not_one_plain_number_is_not_guessed(printed: str):
    assert parse_value(printed) is None


@given(st.text("0123456789.,+-%x$\\ times", max_size=12))
def test_what_is_read_is_a_decimal_that_libraries_leave_alone(printed: str):
    parsed = parse_value(printed)
    if parsed is not None:
        literal = rdflib.Literal(parsed[0], datatype=rdflib.XSD.decimal)
        assert str(literal) == parsed[0]
        assert literal.value == Decimal(parsed[0])


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_float_is_written_exactly_and_without_exponent(number: float):
    assert float(decimal(number)) == number
    assert set(decimal(number)) <= set("-.0123456789")
