"""How numbers are spelt: what Oxigraph takes for a number."""

import re

import pyoxigraph as ox
import pytest

from kgforge.patterns.compile import numerals
from kgforge.terms import XSD

SPELT = (
    "5", "-5", "+5", "05", "5.0", "5.", ".5", "+.5", "-", ".", "", " 5", "5 ", "5e0", "5E-1", "5e",
    "1e400", "INF", "-INF", "NaN", "0x5", "٣", "4." + "9" * 18, "4." + "9" * 19, "4.5" + "0" * 30,
    "." + "0" * 18 + "1", "0." + "0" * 40, "9" * 18 + ".5",
)  # fmt: skip
TYPES = {
    "integer": numerals.INTEGER,
    "decimal": numerals.DECIMAL,
    "double": numerals.DOUBLE,
    "float": numerals.DOUBLE,
}


def is_number(literal: str) -> bool:
    return bool(ox.Store().query(f"ASK {{ FILTER(isNumeric({literal})) }}"))


@pytest.mark.parametrize("name", TYPES)
def test_what_spells_a_number_is_one_to_oxigraph(name: str) -> None:
    for text in SPELT:
        there = re.fullmatch(TYPES[name], text) is not None
        assert there == is_number(f'"{text}"^^<{XSD}{name}>'), text


def test_oxigraph_is_not_followed_where_xml_schema_says_otherwise() -> None:
    assert is_number(f'"inf"^^<{XSD}double>')
    assert re.fullmatch(numerals.DOUBLE, "inf") is None
