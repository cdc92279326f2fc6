"""Paths of any number of steps, compiled: the pairs that networkx reaches, on DuckDB and Neo4j."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgforge import patterns, stores
from kgforge.errors import PatternError
from kgforge.schema import Entry, Triple
from kgforge.stores import WRITE, _walks
from tests.sampled import PROOF
from tests.stores.backdoors import bolt
from tests.stores.servers import Servers
from tests.worlds.facts import ex

NODES = "abcdef"
LITERALS = "12"
Facts = list[tuple[str, str, str]]
Steps = set[tuple[str, str]]
edges = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from("pq"), st.sampled_from(NODES + LITERALS)),
    min_size=5,
    max_size=20,
)
Tables = pytest.TempPathFactory
EXAMPLES: Final = 60 if PROOF else 2


@pytest.fixture(scope="module", params=["duckdb", "neo4j"])
def address(request: pytest.FixtureRequest, servers: Servers) -> str:
    """A store that compiled queries are asked of."""
    return str(servers.get("neo4j").address) if request.param == "neo4j" else "duckdb:"


def term(name: str) -> str:
    """A node of the tests: a digit is a literal."""
    return f'"{name}"' if name in LITERALS else ex(name)


def asked(
    text: str, facts: Facts, folder: Path, address: str = "duckdb:", *, axioms: bool = False,
    **values: str,
) -> Counter[str]:  # fmt: skip
    """The pairs of ?x and ?y that a query gives, its $parameters being *values*."""
    params = "".join(f"# params: ${name}: iri\n" for name in values)
    file = folder / "own.rq"
    prefix = f"PREFIX : <{ex('')}>"
    file.write_text(f"# Own.\n#\n{params}# columns: x: term, y: term\n\n{prefix}\n{text}\n")
    if address.startswith("neo4j:"):
        bolt.clear(address.removeprefix("neo4j:"))
    triples = tuple(Triple(ex(s), ex(p), term(o)) for s, p, o in facts)
    with stores.open(address, WRITE) as store:
        query = patterns.read_query(folder / "own", store.language, folder)
        store.add([Entry((), axioms=triples) if axioms else Entry(triples)])
        rows = store.query(query, {name: ex(value) for name, value in values.items()})
        return Counter(f"{_name(x)}{_name(y)}" for x, y in rows)


def _name(found: object) -> str:
    return str(found).strip('"')[-1]


# ── what is right ───────────────────────────────────────────────────────────────────────────────
def pairs(facts: Facts, predicates: str) -> Steps:
    return {(s, o) for s, p, o in facts if p in predicates}


def inverse(steps: Steps) -> Steps:
    return {(o, s) for s, o in steps}


def after(one: Steps, other: Steps) -> Steps:
    return {(s, o) for s, middle in one for begun, o in other if begun == middle}


def graph(steps: Steps, facts: Facts = []) -> "nx.DiGraph[str]":  # noqa: B006  # never changed
    found: nx.DiGraph[str] = nx.DiGraph()
    found.add_nodes_from(end for s, _, o in facts for end in (s, o))
    found.add_edges_from(steps)
    return found


def reached(found: "nx.DiGraph[str]") -> Steps:
    """The pairs that one or more steps join."""
    return {
        (one, other)
        for one in found
        for other in {end for step in found[one] for end in (step, *nx.descendants(found, step))}
    }


def still(facts: Facts) -> Steps:
    """The pairs that no step joins: each node and itself."""
    return {(end, end) for s, _, o in facts for end in (s, o)}


def counted(steps: Steps) -> Counter[str]:
    return Counter(f"{one}{other}" for one, other in steps)


STEPS: Final[dict[str, Callable[[Facts], Steps]]] = {
    ":p": lambda facts: pairs(facts, "p"),
    "^:p": lambda facts: inverse(pairs(facts, "p")),
    "(:p|:q)": lambda facts: pairs(facts, "pq"),
    "(:p|^:q)": lambda facts: pairs(facts, "p") | inverse(pairs(facts, "q")),
    "(:p|^:p)": lambda facts: pairs(facts, "p") | inverse(pairs(facts, "p")),
    "(:p/:q)": lambda facts: after(pairs(facts, "p"), pairs(facts, "q")),
    "(:p/:p)": lambda facts: after(pairs(facts, "p"), pairs(facts, "p")),
    "(^:p/:p)": lambda facts: after(inverse(pairs(facts, "p")), pairs(facts, "p")),
    "(!:p)": lambda facts: pairs(facts, "q"),
    "(:p/:q*)": lambda facts: after(
        pairs(facts, "p"), reached(graph(pairs(facts, "q"))) | still(facts)
    ),
}
"""Steps of a path, and the pairs that each joins."""


@pytest.mark.parametrize("step", STEPS)
@settings(max_examples=EXAMPLES, deadline=None, derandomize=not PROOF)
@given(facts=edges)
def test_any_step_is_repeated(
    tmp_path_factory: Tables, address: str, step: str, facts: Facts
) -> None:
    folder = tmp_path_factory.mktemp("paths")
    one = STEPS[step](facts)
    many = reached(graph(one))
    for sign, right in (("+", many), ("*", many | still(facts)), ("?", one | still(facts))):
        found = asked(f"SELECT ?x ?y {{ ?x {step}{sign} ?y }}", facts, folder, address)
        assert found == counted(right), sign


@settings(max_examples=2 * EXAMPLES, deadline=None, derandomize=not PROOF)
@given(facts=edges, end=st.sampled_from(NODES), step=st.sampled_from([":p", "(:p|^:q)"]))
def test_any_number_of_steps_from_one_end(
    tmp_path_factory: Tables, address: str, facts: Facts, end: str, step: str
) -> None:
    folder = tmp_path_factory.mktemp("paths")
    many = reached(graph(STEPS[step](facts))) | still(facts) | {(end, end)}
    below = {pair for pair in many if pair[1] == end}
    text = f"SELECT ?x ($end AS ?y) {{ ?x {step}* $end }}"
    assert asked(text, facts, folder, address, end=end) == counted(below)
    above = {pair for pair in many if pair[0] == end}
    text = f"SELECT ($end AS ?x) ?y {{ $end {step}* ?y }}"
    assert asked(text, facts, folder, address, end=end) == counted(above)
    text = f"SELECT ?x ?y {{ ?x :q ?y . ?y {step}* $end }}"
    beside = {(s, o) for s, o in pairs(facts, "q") if (o, end) in many}
    assert asked(text, facts, folder, address, end=end) == counted(beside)


FACTS: Final[Facts] = [("a", "p", "b"), ("b", "p", "a"), ("b", "q", "c"), ("c", "p", "1")]
JOINED: Final = {
    "?x :p* '1' BIND(:a AS ?y)": "1a ca",
    "?x :q/:p* ?y": "bc b1",
    "?x :p+ ?x BIND(?x AS ?y)": "aa bb",
    "?x :p* ?x BIND(?x AS ?y)": "aa bb cc 11",
    "VALUES ?x { :a :f } ?x :p* ?y": "aa ab",
    "VALUES ?x { :a :f } ?x :p* :f BIND(?x AS ?y)": "ff",
    ":f :p* :f BIND(:a AS ?x) BIND(:b AS ?y)": "ab",
    ":f :p+ :f BIND(:a AS ?x) BIND(:b AS ?y)": "",
    ":a :p* :b BIND(:a AS ?x) BIND(:b AS ?y)": "ab",
    "?x :p ?y FILTER EXISTS { ?y :p+ ?x }": "ab ba",
    "?x :p ?y FILTER NOT EXISTS { ?y :q* :c }": "ba c1",
    "?x :q ?z OPTIONAL { ?z :p+ ?y }": "b1",
    "?x :p ?y MINUS { ?x :p+/:p ?x }": "c1",
    "?x (:p|:q)+ ?y FILTER(isLiteral(?y))": "a1 b1 c1",
    "'1' ^:p* ?y BIND(:a AS ?x)": "a1 ac",
}
"""Paths beside other parts of a query, and their rows."""


@pytest.mark.parametrize("where", JOINED)
def test_a_path_goes_with_the_rest_of_its_query(address: str, where: str, tmp_path: Path) -> None:
    found = asked(f"SELECT ?x ?y {{ {where} }}", FACTS, tmp_path, address)
    assert found == Counter(JOINED[where].split())


def test_a_step_may_be_a_parameter(address: str, tmp_path: Path) -> None:
    text = "SELECT ?x ?y { ?x $step+ ?y }"
    found = asked(text, FACTS, tmp_path, address, step="p")
    assert found == Counter(["aa", "ab", "ba", "bb", "c1"])


def test_a_path_leads_through_the_ontology(address: str, tmp_path: Path) -> None:
    for path, right in (
        (":p+", "aa ab ba bb c1"),
        (":p*", "aa ab ba bb cc c1 11"),
        ("(:p|^:q)+", "aa ab ba bb c1 ca cb"),
    ):
        text = f"SELECT ?x ?y {{ GRAPH <urn:kgforge:ontology> {{ ?x {path} ?y }} }}"
        found = asked(text, FACTS, tmp_path, address, axioms=True)
        assert found == Counter(right.split()), path
    text = "SELECT ?x (:f AS ?y) { GRAPH <urn:kgforge:ontology> { ?x :p* :f } }"
    assert asked(text, FACTS, tmp_path, address, axioms=True) == Counter(["ff"])


def test_a_path_that_leads_to_too_much_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_walks, "MOST", 5)
    facts = [("a", "p", "b"), ("b", "p", "c"), ("c", "p", "a")]
    with pytest.raises(PatternError, match=r"own.rq: a path leads to more than 5 pairs: let it"):
        asked(f"SELECT ?x ?y {{ ?x <{ex('p')}>+ ?y }}", facts, tmp_path)
