"""Every question stands in all three languages, and says the same of itself in each."""

import pytest

from kgforge import patterns, resources
from kgforge.patterns.queries import SUFFIXES, Query
from tests import worlds

LANGUAGES = tuple(SUFFIXES)
SQL_ALONE = {"lookup/digest"}
"""Only SQL engines can hash."""
NAMES = sorted({name for language in LANGUAGES for name in worlds.queries(language)} - SQL_ALONE)


def query(name: str, language: str) -> Query:
    path = resources.folder(language) / f"{name}{SUFFIXES[language]}"
    return patterns.read_query(path, language)


def test_there_are_patterns_groups_files_helpers_and_lookups() -> None:
    assert {"symmetry", "symmetry.groups", "members", "lookup/facts"} < set(NAMES)
    assert set(worlds.queries("sql")) >= SQL_ALONE


@pytest.mark.parametrize("name", NAMES)
def test_the_headers_of_twins_are_equal(name: str) -> None:
    first, *others = (query(name, language).header for language in LANGUAGES)
    assert others == [first, first]
