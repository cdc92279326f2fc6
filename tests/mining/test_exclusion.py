"""No pattern asks about a vocabulary, nor about excluded predicates, whatever a graph's facts."""

import itertools
import json
from collections.abc import Sequence
from pathlib import Path

import pytest

import kgforge
from kgforge import patterns, stores
from kgforge.schema import Entry, Mining, Triple
from kgforge.stores import WRITE
from kgforge.terms import PREFIXES, expand
from tests.worlds.facts import ONTOLOGIES, ROOT, load_town

RDF_TYPE, OWL, RDFS = PREFIXES["rdf"] + "type", PREFIXES["owl"], PREFIXES["rdfs"]
PERSON, CITY = "http://example.org/Person", "http://example.org/City"


def _old(address: str) -> str:
    """A graph as 0.9.0 loaded it: what is said of the vocabulary is among the facts."""
    people = [f"http://example.org/Person_{letter}" for letter in "ABCDEFGHIJKLMNOP"]
    knows, lives = "http://example.org/knows", "http://example.org/livesIn"
    facts = [Triple(one, RDF_TYPE, OWL + "NamedIndividual") for one in people]
    facts += [Triple(one, RDF_TYPE, PERSON) for one in people]
    facts += [Triple(a, knows, b) for a, b in itertools.pairwise(people)]
    facts += [Triple(one, lives, CITY) for one in people]
    facts += [
        Triple(knows, RDF_TYPE, OWL + "ObjectProperty"),
        Triple(knows, RDFS + "domain", PERSON),
        Triple(PERSON, RDF_TYPE, OWL + "Class"),
        Triple(PERSON, OWL + "disjointWith", CITY),
        Triple(CITY, RDF_TYPE, OWL + "Class"),
    ]
    with stores.open(address, WRITE) as graph:
        graph.add([Entry(triples=tuple(facts))])
    return address


def _facts(out: Path) -> set[tuple[str, str]]:
    """The predicate and object of each fact of each instance."""
    paths = out.glob("*/instances.jsonl")
    lines = [line for path in paths for line in path.read_text().splitlines()]
    return {
        (predicate, fact["object"])
        for line in lines
        for fact in json.loads(line)["facts"]
        if fact["holds"] is not False
        for predicate in fact["predicate"].strip("<>").split(">/<")
    }


@pytest.mark.parametrize("engine", ["oxigraph", "duckdb"])
def test_a_graph_with_its_vocabulary_among_its_facts_is_not_asked_for_it(
    tmp_path: Path, engine: str
) -> None:
    store = _old(f"{engine}:{tmp_path}/old")
    params = {"least": "1", "facts": "9"}
    mined = kgforge.mine(["all"], store, tmp_path / "mined", params=params)
    asked = _facts(tmp_path / "mined")
    assert {predicate for predicate, _ in asked} == {
        RDF_TYPE, "http://example.org/knows", "http://example.org/livesIn"
    }  # fmt: skip
    assert {value for predicate, value in asked if predicate == RDF_TYPE} == {PERSON}
    notes = {note for one in mined.patterns for note in one.notes or ()}
    assert (
        "not asked about, since they describe a vocabulary: 2 predicates, rdfs:domain, "
        "owl:disjointWith (to ask about one: --param predicates=…)"
    ) in notes


def test_a_schema_predicate_that_is_named_is_asked_about(tmp_path: Path) -> None:
    store = _old(f"oxigraph:{tmp_path}/old")
    kgforge.mine(["fact"], store, tmp_path / "m", params={"predicates": f"<{RDFS}domain>"})
    assert _facts(tmp_path / "m") == {(RDFS + "domain", PERSON)}


def _mined(store: str, out: Path, pattern: str, exclude: Sequence[str] = ()) -> Mining:
    first = (ROOT / f"tests/expected/{pattern}.jsonl").read_text().splitlines()[0]
    return kgforge.mine(
        [pattern], store, out, params=json.loads(first), ontologies=ONTOLOGIES, exclude=exclude
    )


@pytest.mark.parametrize("pattern", patterns.pattern_names())
def test_every_pattern_has_predicates_and_leaves_out_excluded_ones(
    tmp_path: Path, pattern: str
) -> None:
    store = f"oxigraph:{tmp_path}/town"
    load_town(store)
    _mined(store, tmp_path / "all", pattern)
    before = {predicate for predicate, _ in _facts(tmp_path / "all")}
    excluded = max(before)
    mined = _mined(store, tmp_path / "some", pattern, exclude=[excluded])
    after = {predicate for predicate, _ in _facts(tmp_path / "some")}
    assert excluded not in after
    assert after <= before - {excluded}
    assert after or len(before) == 1 or pattern in {"ambiguous", "chain4", "composite", "inverse"}
    assert mined.exclude == (excluded,)
    for language in ("sparql", "cypher", "sql"):
        if query := patterns.read_pattern(pattern).queries.get(language):
            assert "predicates" in {one.name for one in query.header.params}


OWN = """# Facts.
#
# columns: p: iri, a: iri, b: iri
# group:   p
# sample:  20 per group
# role:    fact = a p b
# metric:  hit

SELECT ?p ?a ?b { ?a ?p ?b FILTER(isIRI(?b)) }
"""


def test_a_pattern_without_a_list_of_predicates_leaves_them_out_as_well(tmp_path: Path) -> None:
    own, store = tmp_path / "own.rq", f"duckdb:{tmp_path}/town"
    own.write_text(OWN)
    load_town(store)
    kgforge.mine([own], store, tmp_path / "all")
    kgforge.mine([own], store, tmp_path / "some", exclude=[expand("P27")])
    asked = {predicate for predicate, _ in _facts(tmp_path / "all")}
    left = {predicate for predicate, _ in _facts(tmp_path / "some")}
    assert left == asked - {expand("P27")} != asked
