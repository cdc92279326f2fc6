"""Every question stands in SPARQL, and in Cypher and SQL where that pays; headers are equal."""

import pytest

from kgforge import patterns, resources
from kgforge.errors import PatternError
from kgforge.patterns import SUFFIXES, Query
from kgforge.patterns.compile import compiled
from tests import worlds

SQL_ALONE = {"lookup/digest"}
"""Only SQL engines can hash."""
BEGINNING = "scaffold/scaffold"
"""What ``kgforge patterns --new`` writes: it stands in every language, to be read and changed."""
FASTER = {
    *("agreement", "ambiguous", "comparison", "path", "typing"),
    *("asymmetry.groups", "composite.groups", "inverse.groups", "symmetry.groups"),
    *("lookup/labels", "lookup/located", "lookup/mentions", "lookup/surfaces"),
    *("lookup/transitivity", "lookup/unlabelled"),
}
"""What is faster by hand than compiled to SQL, more than 1.2 times (``benchmarks/twins.py``)."""
NO_FASTER_IN_CYPHER: set[str] = {
    *(
        "frequent_types",
        "single",
        "typing",
        "untyped",
        "lookup/axioms",
        "lookup/datatypes",
        "lookup/heads",
        "lookup/links",
    ),
    *("lookup/negatives", "lookup/objects", "lookup/passages", "lookup/predicates"),
    "lookup/subjects",
}
"""Helpers and lookups that are no faster by hand, so that they are compiled to Cypher."""
NAMES = sorted({name for language in SUFFIXES for name in worlds.files(language)} - SQL_ALONE)


def query(name: str, language: str) -> Query:
    path = resources.folder(language) / f"{name}{SUFFIXES[language]}"
    return patterns.read_query(path, language)


def is_refused(name: str) -> bool:
    """Whether the compiler puts it into no SQL."""
    try:
        compiled(query(name, "sparql"), "sql")
    except PatternError:
        return True
    return False


def test_there_are_patterns_groups_files_helpers_and_lookups() -> None:
    assert {"symmetry", "symmetry.groups", "members", "lookup/facts"} < set(NAMES)
    assert worlds.files("sparql") == NAMES


def test_what_stands_in_sql_is_what_is_faster_so_or_cannot_be_compiled() -> None:
    refused = {name for name in NAMES if is_refused(name)}
    assert set(worlds.files("sql")) == {*refused, *FASTER, *SQL_ALONE, BEGINNING}
    assert not refused & FASTER


def test_every_pattern_stands_in_cypher_and_of_the_rest_what_is_faster_so() -> None:
    assert set(worlds.files("cypher")) == set(NAMES) - NO_FASTER_IN_CYPHER
    for name in NO_FASTER_IN_CYPHER:
        assert not query(name.removesuffix(".groups"), "sparql").header.roles
        assert patterns.read_query(name, "cypher") == compiled(query(name, "sparql"), "cypher")


@pytest.mark.parametrize("name", NAMES)
def test_the_headers_of_twins_are_equal(name: str) -> None:
    by_hand = [language for language in SUFFIXES if name in worlds.files(language)]
    first, *others = (query(name, one).header for one in by_hand)
    assert others == [first] * len(others)


@pytest.mark.parametrize("name", NAMES)
def test_a_text_in_sql_is_the_one_by_hand_where_there_is_one(name: str) -> None:
    by_hand = name in worlds.files("sql")
    wanted = query(name, "sql") if by_hand else compiled(query(name, "sparql"), "sql")
    assert (wanted.path.suffix == ".sql") is by_hand
    assert patterns.read_query(name, "sql") == wanted
    for beside in ("sparql", "sql"):  # whatever the query is that takes a parameter from it
        assert patterns.read_query(name, "sql", resources.folder(beside)) == wanted
