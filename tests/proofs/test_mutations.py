"""Every condition of every query counts: without any one of them its rows are others.

Which rows are right is said by the oracle, on a few small dense graphs. A condition that only makes
a query faster says so (``for speed alone``): then its deletion must leave all rows as they are.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest
from msgspec import Struct

from kgforge import patterns, terms
from kgforge.errors import PatternError, StoreError
from kgforge.patterns.queries import Query
from kgforge.stores import Store
from tests import worlds
from tests.oracles.queries import Oracle
from tests.proofs import mutants, mutants_sql
from tests.proofs.mutants import Mutant
from tests.sampled import PROOF, SEED
from tests.stores import engines
from tests.stores.engines import Place
from tests.stores.servers import Servers
from tests.stores.suite import filled

SEEDS = range(4)
"""The graphs on which a mutant may show itself."""
PARTS = 12
"""Into how many tests the mutants of a language are parted; an ordinary run tries one part, of
those that ``KGFORGE_SEED`` draws, and ``make proof`` all."""

MAKERS = {"sparql": mutants.sparql, "cypher": mutants.cypher, "sql": mutants_sql.sql}
ENGINES = {
    "sparql": (engines.EMBEDDED, None),
    "cypher": (engines.NEO4J, 3.0),
    "sql": (engines.DUCKDB, 3.0),
}
"""On which engine the queries of a language are tried, and after how many seconds a mutant that
must leave the rows as they are is stopped; any other one is after a tenth of them, for many would
go on for ever. In SPARQL none does."""

IMPLIED = {
    # A text is never NULL, and what a listed class is joined with has one.
    "alignment without NOT domain_ IS NULL",
    "alignment without NOT ontology_ IS NULL",
    "alignment without NOT range_ IS NULL",
    # In SPARQL these are for speed alone: compiled, they bear no remark.
    *(f"alignment without DISTINCT ({number})" for number in (2, 3, 4, 5)),
    "alignment without f10.p = v6.p_",
    "alignment without f11.p = v7.p_",
    # An expression of SELECT, which WHERE has, too.
    "alignment without NOT (f1.o > 0)",
    "bias without o = counted_",
    "bias without p = listed_",
    # Two SELECTs that are joined by the predicate; either list is enough.
    "hierarchy.groups without VALUES ?q { $predicates }",
    "hierarchy.groups without p IN ($predicates)",
    # Nothing but an axiom has a property called type.
    "lookup/axioms_by without :Axiom",
    "lookup/datatypes without CASE WHEN o < 0 THEN language END = ''",
    "lookup/datatypes without o < 0",
}
"""What another condition implies, with or without the aliases of tables: its deletion leaves the
rows as they are."""
ALIAS = re.compile(r"\b[a-z]+\d+\.")
LISTED = re.compile(r"NOT (\w+\.\w+) IS NULL")
"""That the graph has a listed term, which is compiled in any case. It is NULL otherwise, and equals
none: so an equation implies it."""


class Changed(Struct, frozen=True):
    """A query, and one of its mutants."""

    name: str
    query: Query
    mutant: Mutant

    def __str__(self) -> str:
        claim = f" ({mutants.SPEED}?)" if self.mutant.for_speed else ""
        return f"{self.name} without {self.mutant.deleted}{claim}"

    @property
    def changes_nothing(self) -> bool:
        """Whether its rows are to be as they are."""
        return self.mutant.for_speed or self._is_implied

    @property
    def _is_implied(self) -> bool:
        deleted = self.mutant.deleted
        if listed := LISTED.fullmatch(deleted):
            column = re.escape(listed[1])
            if re.search(rf"= {column}\b|\b{column} =", self.query.text):
                return True
        names = (deleted, ALIAS.sub("", deleted))
        return any(f"{self.name} without {name}" in IMPLIED for name in names)

    def differs(self, store: Store, right: Oracle) -> bool:
        """Whether the mutant gives other rows than the right ones, or is refused or stopped."""
        mutated = msgspec.structs.replace(self.query, text=self.mutant.text)
        for values in worlds.questions(self.name, right):
            wanted = right.rows(self.name, values)
            try:
                # One row too many is enough to know.
                found = Counter(islice(store.query(mutated, values), wanted.total() + 1))
            except (PatternError, StoreError):
                return True
            if found != wanted:
                return True
        return False


def changed(language: str) -> Iterator[Changed]:
    """Every mutant of every query of a language, as it is written or compiled."""
    for name in worlds.queries(language):
        query = patterns.read_query(name, language)
        for mutant in MAKERS[language](query.text):
            yield Changed(name, query, mutant)


def part(language: str, number: int) -> list[Changed]:
    """The mutants of one part, dealt by SHA-256 of the seed and what is deleted."""
    every = list(changed(language))
    assert len(every) > 100
    return [one for one in every if int(terms.digest(SEED, str(one)), 16) % PARTS == number]


@pytest.mark.parametrize("number", range(PARTS if PROOF else 1))
@pytest.mark.parametrize("language", ENGINES)
def test_a_query_without_any_one_condition_gives_other_rows(
    language: str, number: int, servers: Servers, tmp_path_factory: pytest.TempPathFactory
) -> None:
    engine, patience = ENGINES[language]
    place = Place.of(engine, servers, tmp_path_factory)
    tried = part(language, number)
    living = tried
    for seed in SEEDS:
        entries = worlds.dense(seed)
        address, right = filled(place, entries), Oracle(entries)
        with (
            place.open(address, timeout=patience) as patient,
            place.open(address, timeout=patience and patience / 10) as brisk,
        ):
            living = [
                one
                for one in living
                if not one.differs(patient if one.changes_nothing else brisk, right)
            ]
    assert [str(one) for one in living if not one.changes_nothing] == []
    assert [str(one) for one in tried if one.changes_nothing and one not in living] == []


def test_the_readers_of_queries_delete_what_they_should() -> None:
    text = (
        'SELECT ?a { VALUES ?p { $p }  # for speed alone\n ?a ?p "." . FILTER(?a = ?b && f(?p)) }'
    )
    assert [(one.deleted, one.for_speed) for one in mutants.sparql(text)] == [
        ("VALUES ?p { $p }", True),
        ('?a ?p "." .', False),
        ("FILTER(?a = ?b && f(?p))", False),
        ("?a = ?b &&", False),
        ("&& f(?p)", False),
    ]
    text = "MATCH (a:X {k: $k})-[r:$($p)]->(b) WHERE a <> b AND\n r.x = 1  // for speed alone\n"
    assert [one.deleted for one in mutants.cypher(text + "RETURN DISTINCT a")] == [
        text.split("  //")[0].replace("\n", ""),
        ":X",
        "{k: $k}",
        ":$($p)",
        "WHERE a <> b AND r.x = 1",
        "a <> b AND",
        "AND r.x = 1",
        "DISTINCT",
    ]
