"""Random small graphs on every engine: the rows of each query are those that networkx finds."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgforge import loaders, terms
from kgforge.schema import Entry, Label, ReadOptions
from tests.oracles.queries import Oracle
from tests.sampled import PROOF
from tests.stores.engines import Place
from tests.stores.suite import filled, rows, sourced
from tests.worlds import P31, P279
from tests.worlds.facts import ex

QUERIES = (
    "symmetry", "symmetry.groups", "asymmetry", "asymmetry.groups", "inverse", "inverse.groups",
    "hierarchies", "hierarchy", "hierarchy.groups", "composite", "composite.groups", "path",
    "path.groups",
    "count", "comparison", "agreement", "single", "chain2", "chain3", "chain4",
    "hubs", "entity", "fact", "bias", "ambiguous", "frequent_types", "members",
    "typing", "untyped",
    "alignment", "narrower", "scaffold/scaffold",
    "lookup/facts", "lookup/kinds", "lookup/degrees", "lookup/links", "lookup/objects",
    "lookup/tails",
    "lookup/heads",
    "lookup/overlaps", "lookup/spread", "lookup/domains", "lookup/ranges", "lookup/datatypes",
    "lookup/transitivity", "lookup/ends", "lookup/unlabelled",
)  # fmt: skip
ODD = "<http://example.org/it's%20(odd)/日本-𝔘#$p>"
NODES = (*(f"<{ex(name)}>" for name in "abcd"), ODD, "_:b")
PREDICATES = (*(f"<{ex(name)}>" for name in "pq"), f"<{P31}>", f"<{P279}>", ODD)
LITERALS = ('"x"', '"x"@en', '"X"', f'"007"^^<{terms.XSD}integer>', f'"7"^^<{terms.XSD}integer>')

NAMES = Entry(labels=tuple(Label(ex(name), "label", "one", "en") for name in "abc"))

facts = st.tuples(
    st.sampled_from(NODES), st.sampled_from(PREDICATES), st.sampled_from((*NODES, *LITERALS))
)
loops = st.tuples(st.sampled_from(NODES), st.sampled_from(PREDICATES)).map(
    lambda pair: (*pair, pair[0])
)
graphs = st.lists(facts | loops, min_size=1, max_size=40)
"""Triples as N-Triples write them; the same one may come twice."""


def read(lines: list[tuple[str, str, str]], path: Path) -> list[Entry]:
    """The entries that the loader makes of the triples: blank nodes get names."""
    path.write_text("".join(f"{s} {p} {o} .\n" for s, p, o in lines), encoding="utf-8")
    return list(loaders.load("rdf").read(path, ReadOptions()))


def test_rows_are_those_that_networkx_finds(place: Place, tmp_path: Path) -> None:
    longer = 20 if PROOF else 1
    count = (place.engine.examples or longer > 1) * longer
    if not count:
        pytest.skip("in make proof")

    @settings(max_examples=count, deadline=None, derandomize=longer == 1)
    @given(graphs)
    def check(lines: list[tuple[str, str, str]]) -> None:
        entries = [*read(lines, tmp_path / "graph.nt"), NAMES]
        right = place.right(entries)
        with place.open(filled(place, [*entries, sourced()])) as store:
            for name in QUERIES:
                for values in place.questions(name, right):
                    wanted = right.rows(name, values)
                    assert rows(store, name, values) == wanted, (name, values)

    check()


def test_the_random_graphs_hold_what_they_should(tmp_path: Path) -> None:
    """Blank nodes have names, equal literals are one, and a loop stays a loop."""
    lines = [("_:b", PREDICATES[0], "_:b"), *((NODES[0], ODD, one) for one in LITERALS)]
    right = Oracle(read(lines, tmp_path / "graph.nt"))
    [(loop, _, _)] = [edge for edge in right.edges() if edge[0] == edge[1]]
    assert loop.startswith(terms.BLANK)
    assert Counter(s for s, _, _ in right.edges())[ex("a")] == len(LITERALS) - 1
