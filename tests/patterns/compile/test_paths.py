"""Paths of any number of steps, compiled: the pairs that networkx reaches."""

from collections import Counter
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgforge import patterns, stores
from kgforge.errors import PatternError
from kgforge.schema import Entry, Triple
from kgforge.stores import WRITE, _walks
from tests.worlds.facts import ex

NODES = "abcdef"
Facts = list[tuple[str, str, str]]
edges = st.lists(st.tuples(st.sampled_from(NODES), st.sampled_from("pq"), st.sampled_from(NODES)))


def asked(text: str, facts: Facts, folder: Path, **values: str) -> Counter[str]:
    params = "".join(f"# params: ${name}: iri\n" for name in values)
    file = folder / "own.rq"
    file.write_text(f"# Own.\n#\n{params}# columns: x: iri, y: iri\n\n{text}\n")
    query = patterns.read_query(folder / "own", "sql", folder)
    with stores.open("duckdb:", WRITE) as store:
        store.add([Entry(tuple(Triple(ex(s), ex(p), ex(o)) for s, p, o in facts))])
        rows = store.query(query, {name: ex(value) for name, value in values.items()})
        return Counter(f"{str(x)[-1]}{str(y)[-1]}" for x, y in rows)


def graph(facts: Facts, *predicates: str) -> "nx.DiGraph[str]":
    found: nx.DiGraph[str] = nx.DiGraph()
    found.add_nodes_from(end for s, _, o in facts for end in (s, o))
    found.add_edges_from((s, o) for s, p, o in facts if p in predicates)
    return found


def reached(found: "nx.DiGraph[str]") -> Counter[str]:
    """The pairs that one or more steps join."""
    return Counter(
        f"{one}{other}"
        for one in found
        for other in {end for step in found[one] for end in (step, *nx.descendants(found, step))}
    )


@settings(max_examples=8, deadline=None, derandomize=True)
@given(edges)
def test_one_or_more_steps(tmp_path_factory: pytest.TempPathFactory, facts: Facts) -> None:
    folder = tmp_path_factory.mktemp("paths")
    p = f"<{ex('p')}>"
    right = reached(graph(facts, "p"))
    assert asked(f"SELECT ?x ?y {{ ?x {p}+ ?y }}", facts, folder) == right
    either = reached(graph(facts, "p", "q"))
    assert asked(f"SELECT ?x ?y {{ ?x ({p}|<{ex('q')}>)+ ?y }}", facts, folder) == either


@settings(max_examples=8, deadline=None, derandomize=True)
@given(edges, st.sampled_from(NODES))
def test_any_number_of_steps_from_one_end(
    tmp_path_factory: pytest.TempPathFactory, facts: Facts, end: str
) -> None:
    folder = tmp_path_factory.mktemp("paths")
    p = f"<{ex('p')}>"
    steps = graph(facts, "p")
    steps.add_node(end)
    below = Counter(f"{one}{end}" for one in {end, *nx.ancestors(steps, end)})
    found = asked(f"SELECT ?x ($end AS ?y) {{ ?x {p}* $end }}", facts, folder, end=end)
    assert found == below
    above = Counter(f"{end}{one}" for one in {end, *nx.descendants(steps, end)})
    assert asked(f"SELECT ($end AS ?x) ?y {{ $end {p}* ?y }}", facts, folder, end=end) == above


def test_no_step_joins_each_node_with_itself(tmp_path: Path) -> None:
    facts = [("a", "p", "b"), ("c", "q", "d")]
    text = f"SELECT ?x ?y {{ ?x <{ex('p')}>? ?y }}"
    assert asked(text, facts, tmp_path) == Counter(["aa", "bb", "cc", "dd", "ab"])


def test_a_path_that_leads_to_too_much_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_walks, "MOST", 5)
    facts = [("a", "p", "b"), ("b", "p", "c"), ("c", "p", "a")]
    with pytest.raises(PatternError, match=r"own.rq: a path leads to more than 5 pairs: let it"):
        asked(f"SELECT ?x ?y {{ ?x <{ex('p')}>+ ?y }}", facts, tmp_path)
