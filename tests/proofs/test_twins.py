"""Every question stands in SPARQL and Cypher, and in SQL where that pays; headers are equal."""

import pytest

from benchmarks import recorded, twins
from kgforge import patterns, resources
from kgforge.errors import PatternError
from kgforge.patterns import SUFFIXES, Query
from kgforge.patterns.compile import compiled
from tests import worlds

SQL_ALONE = {"lookup/digest"}
"""Only SQL engines can hash."""
BEGINNING = "scaffold/scaffold"
"""What ``kgforge patterns --new`` writes: it stands in every language, to be read and changed."""
AGAIN = {"comparison", "symmetry.groups", "typing"}
"""By hand no more than 1.2 times faster, by so little that they are to be measured again."""
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
    assert worlds.files("sparql") == worlds.files("cypher") == NAMES


def test_what_stands_in_sql_is_what_was_measured_to_be_faster_or_cannot_be_compiled() -> None:
    figures = {one["query"]: twins.ratio(one) for one in recorded.read(twins.FILE)}
    by_hand = set(worlds.files("sql"))
    refused = {name for name in NAMES if is_refused(name)}
    assert refused <= by_hand
    compared = by_hand - refused - SQL_ALONE - {BEGINNING}
    assert compared <= figures.keys(), "python -m benchmarks.twins NAME"
    slow = {name for name in compared if figures[name] <= twins.NO_FASTER}
    assert slow == AGAIN, "delete these, or those that are faster after all from AGAIN"
    assert {name for name, ratio in figures.items() if ratio > twins.NO_FASTER} <= compared


@pytest.mark.parametrize("name", NAMES)
def test_the_headers_of_twins_are_equal(name: str) -> None:
    in_sql = ["sql"] if name in worlds.files("sql") else []
    first, *others = (query(name, one).header for one in ("sparql", "cypher", *in_sql))
    assert others == [first] * len(others)


@pytest.mark.parametrize("name", NAMES)
def test_a_text_in_sql_is_the_one_by_hand_where_there_is_one(name: str) -> None:
    by_hand = name in worlds.files("sql")
    wanted = query(name, "sql") if by_hand else compiled(query(name, "sparql"), "sql")
    assert (wanted.path.suffix == ".sql") is by_hand
    assert patterns.read_query(name, "sql") == wanted
    for beside in ("sparql", "sql"):  # whatever the query is that takes a parameter from it
        assert patterns.read_query(name, "sql", resources.folder(beside)) == wanted
