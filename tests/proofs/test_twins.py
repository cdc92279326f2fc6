"""Every question stands in SPARQL, and in Cypher and SQL where that pays; headers are equal."""

import pytest

from benchmarks import recorded, twins
from kgforge import patterns, resources
from kgforge.errors import PatternError
from kgforge.patterns import SUFFIXES, Query
from kgforge.patterns.compile import compiled
from tests import worlds

SQL_ALONE = {"lookup/digest", "lookup/digest_names"}
"""Only SQL engines can hash."""
BEGINNING = "scaffold/scaffold"
"""What ``kgforge patterns --new`` writes: it stands in every language, to be read and changed."""
NEAR: dict[twins.Language, float] = {"sql": twins.NO_FASTER, "cypher": 1.5}
"""Up to so many times faster by hand a file is to be measured again; Cypher's figures vary more."""
AGAIN: dict[twins.Language, set[str]] = {
    "sql": set(),
    "cypher": {"lookup/mentions"},
}
"""What stands by hand and is that near."""
UNMEASURED = {f"lookup/{one}" for one in ("evidence", "facts", "located", "statements")} | {
    "lookup/titles",
    "lookup/transitivity",
}
"""What stands in Cypher without figures."""
UNWRITTEN = {"lookup/axioms_by", "lookup/crowds", "hierarchies"}
"""What was never written by hand in Cypher, so that there is nothing to measure beside."""
NAMES = sorted({name for language in SUFFIXES for name in worlds.files(language)} - SQL_ALONE)


def query(name: str, language: str) -> Query:
    path = resources.folder(language) / f"{name}{SUFFIXES[language]}"
    return patterns.read_query(path, language)


def is_refused(name: str, language: str) -> bool:
    """Whether the compiler does not put it into a language."""
    try:
        compiled(query(name, "sparql"), language)
    except PatternError:
        return True
    return False


def is_pattern(name: str) -> bool:
    """Whether it is a pattern's, or its groups'."""
    return bool(query(name.removesuffix(".groups"), "sparql").header.roles)


def figures(language: twins.Language) -> dict[str, float]:
    """How many times faster each is by hand, as it was measured."""
    found = recorded.read(twins.FILE)
    return {one["query"]: twins.ratio(one) for one in found if one["language"] == language}


def test_there_are_patterns_groups_files_helpers_and_lookups() -> None:
    assert {"symmetry", "symmetry.groups", "members", "lookup/facts"} < set(NAMES)
    assert worlds.files("sparql") == NAMES


@pytest.mark.parametrize("language", ["sql", "cypher"])
def test_what_stands_by_hand_was_measured_to_be_faster_or_cannot_be_compiled(
    language: twins.Language,
) -> None:
    times = figures(language)
    by_hand = set(worlds.files(language))
    refused = {name for name in NAMES if is_refused(name, language)}
    assert refused <= by_hand
    compared = by_hand - refused - SQL_ALONE - {BEGINNING}
    if language == "cypher":
        compared -= UNMEASURED | {name for name in NAMES if is_pattern(name)}
    assert compared <= times.keys(), "python -m benchmarks.twins NAME --language LANGUAGE"
    near = {name for name in compared if times[name] <= NEAR[language]}
    assert near == AGAIN[language], "delete these, or those that are faster after all from AGAIN"
    assert {name for name, ratio in times.items() if ratio > twins.NO_FASTER} <= compared


def test_every_pattern_stands_in_cypher_and_what_does_not_was_measured_and_is_compiled() -> None:
    by_hand = set(worlds.files("cypher"))
    others = set(NAMES) - by_hand
    assert {name for name in NAMES if is_pattern(name)} <= by_hand
    assert by_hand - figures("cypher").keys() >= UNMEASURED
    assert others - UNWRITTEN == others & figures("cypher").keys()
    for name in others:
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
