"""Ends of predicates are drawn alike by engines and by Python: in the order of a plain hash."""

import hashlib
from collections.abc import Iterator

import pytest

from kgforge import graph, stores, terms
from kgforge.graph import Ends
from kgforge.schema import Entry, Triple
from kgforge.stores import DrawingStore, Store
from tests.worlds.facts import ex

LITERALS = ['"x"', '"x"@en', '"1"^^<http://www.w3.org/2001/XMLSchema#integer>', '"a\\nb \\"c\\\\"']
FACTS = [Triple(ex(f"s{n % 7}"), ex("p"), ex(f"o{n}")) for n in range(20)]
FACTS += [Triple(ex(f"s{n}"), ex("p"), one) for n, one in enumerate(LITERALS)]
FACTS += [Triple(ex("s"), ex("q"), ex("o"))]
FACTS += [Triple(f"{terms.BLANK}s", ex("p"), f"{terms.BLANK}o")]  # no engine draws these
ENDS: dict[Ends, set[str]] = {
    "pool": {ex(f"o{n}") for n in range(20)},
    "literals": {*LITERALS},
    "holders": {ex(f"s{n}") for n in range(7)},
}


@pytest.fixture(params=["duckdb:", "oxigraph:"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    with stores.open(request.param, stores.WRITE) as found:
        found.add([Entry(tuple(FACTS))])
        assert isinstance(found, DrawingStore) is (request.param == "duckdb:")
        yield found


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("count", [3, 99])
def test_the_first_by_hash_are_drawn(store: Store, ends: Ends, count: int) -> None:
    def place(term: str) -> str:
        return hashlib.sha256(f"5\n{ex('p')}\n{term}".encode()).hexdigest()

    right = sorted(ENDS[ends], key=place)[:count]
    assert graph.drawn(store, ends, ex("p"), count, 5) == right
    some = frozenset(sorted(ENDS[ends])[::2])
    among = [one for one in sorted(ENDS[ends], key=place) if one in some][:count]
    assert graph.drawn(store, ends, ex("p"), count, 5, some) == among
