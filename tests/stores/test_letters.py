"""Upper and lower case in DuckDB: as Python has it, by Unicode's full mappings."""

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgforge.stores import _tables

LETTERS = "ΑαΣΣσςsS'.:· ıİi-_1ßﬁŉªº\u0308ᾀéÉДд"


@pytest.fixture(scope="module")
def database() -> duckdb.DuckDBPyConnection:
    return _tables.speak(duckdb.connect())


@given(st.lists(st.text(LETTERS, max_size=9), min_size=50, max_size=50))
def test_case_is_that_of_unicode(database: duckdb.DuckDBPyConnection, words: list[str]) -> None:
    asked = "SELECT text, UCASE(text), LCASE(text) FROM (SELECT UNNEST($1) AS text)"
    for word, upper, lower in database.execute(asked, [words]).fetchall():
        assert (upper, lower) == (word.upper(), word.lower())


def test_each_letter_that_becomes_several_is_one_of_them(
    database: duckdb.DuckDBPyConnection,
) -> None:
    letters = [chr(code) for code in range(0x20, 0x10000) if len(chr(code).upper()) > 1]
    assert len(letters) > 100
    asked = "SELECT text, UCASE(text) FROM (SELECT UNNEST($1) AS text)"
    assert all(up == one.upper() for one, up in database.execute(asked, [letters]).fetchall())
