"""Graphs without types, and graphs whose types are said by another predicate than Wikidata's."""

import json
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import patterns, terms
from kgforge.errors import PatternError
from kgforge.mining.untyped import ALIKE
from kgforge.ontology import vocabulary
from kgforge.schema import Entry, Triple
from tests.stores.engines import Place
from tests.stores.suite import filled
from tests.worlds import NONE, P31
from tests.worlds.facts import Fact, ex, write_ntriples

TYPE = terms.PREFIXES["rdf"] + "type"
NOTE = "no fact gives a type: all entities are asked about (--type names what gives types)"
LEAST = {"least": "1"}


def families() -> list[Fact]:
    """Four children of two parents each, who live where their parents do; one moved."""
    facts = []
    for n in range(4):
        child, home = ex(f"child{n}"), ex(f"home{n % 2}")
        for parent in (ex(f"mother{n}"), ex(f"father{n}")):
            facts += [(child, ex("parent"), parent), (parent, ex("lives"), home)]
        facts.append((child, ex("lives"), home if n else ex("elsewhere")))
    return facts


def entries(facts: list[Fact]) -> list[Entry]:
    return [Entry(triples=tuple(Triple(*fact) for fact in facts))]


def ours(place: Place, facts: list[Fact]) -> str:
    """The address of a graph that is ours alone; someone else's may hold triples of its own."""
    address = filled(place, entries(facts))
    with place.open(address) as store:
        if store.foreign:
            pytest.skip("someone else's graph, whose queries the random graphs try")
    return address


def told(folder: Path) -> dict[str, dict[str, Any]]:
    found = json.loads((folder / "mining.json").read_text())["patterns"]
    return {one["name"]: one for one in found}


def test_a_graph_without_types_gives_all_its_entities_by_every_engine(
    quick_place: Place, tmp_path: Path
) -> None:
    address = ours(quick_place, families())
    kgforge.mine(["composite", "path", "entity"], address, tmp_path / "m", params=LEAST)
    lines = (tmp_path / "m/composite/groups.jsonl").read_text().splitlines()
    [rule] = [json.loads(line) for line in lines]
    counts = {name: rule[name] for name in ("matches", "support", "body", "pca_body", "kept")}
    # Six walks by two parents each close, three pairs of child and home do; one child moved.
    assert counts == {"matches": 6, "support": 3, "body": 4, "pca_body": 4, "kept": True}
    paths = (tmp_path / "m/path/instances.jsonl").read_text().splitlines()
    assert len(paths) == 8
    entity = (tmp_path / "m/entity/groups.jsonl").read_text().splitlines()
    groups = {json.loads(line)["group"]: json.loads(line)["instances"] for line in entity}
    assert groups == {"owl:Thing": 12}
    found = told(tmp_path / "m")
    assert [one["notes"] for one in found.values()] == [[NOTE]] * 3
    assert found["composite"]["params"]["type"] == NONE
    census = json.loads((tmp_path / "m/statistics.json").read_text())["census"]
    assert (census["type"], census["types"]) == (NONE, 0)


def test_types_beside_the_facts_are_told_by_every_engine(
    quick_place: Place, tmp_path: Path
) -> None:
    """What is a class by OWL, and what is said as false, are no types."""
    own = (TYPE, terms.PREFIXES["owl"] + "Class")
    beside = [Triple(ex(f"child{n}"), P31, ex("child")) for n in range(3)]
    beside += [Triple(ex("mother1"), TYPE, ex("parent")), Triple(ex("child"), *own)]
    facts = tuple(Triple(*fact) for fact in families())
    address = filled(quick_place, [Entry(triples=facts, axioms=tuple(beside))])
    with quick_place.open(address) as store:
        if store.foreign:
            pytest.skip("someone else's graph, which keeps nothing beside its facts")
    kgforge.mine(["composite", "symmetry"], address, tmp_path / "m", params=LEAST)
    found = told(tmp_path / "m")
    assert found["composite"]["notes"] == [
        NOTE,
        "the graph has 4 types beside its facts, which only alignment uses (to make facts of them: "
        f"kgforge load {address} --types-as-facts --store NEW)",
    ]
    assert "notes" not in found["symmetry"]
    refused = r"wdt:P31 is no predicate of .*; the graph has 3 types beside its facts, which only"
    with pytest.raises(PatternError, match=refused):
        kgforge.mine(["composite"], address, tmp_path / "n", params={"type": "P31"})


def test_types_by_rdf_are_found_by_every_engine(quick_place: Place, tmp_path: Path) -> None:
    """Of those that are known, the one with most facts whose object is no literal."""
    typed = [(ex(f"child{n}"), TYPE, ex("child")) for n in range(1, 3)]
    typed += [(ex("mother1"), P31, ex("parent")), *((ex(n), P31, f'"{n}"') for n in "abc")]
    address = ours(quick_place, [*families(), *typed])
    kgforge.mine(["composite"], address, tmp_path / "m", params=LEAST)
    lines = (tmp_path / "m/composite/groups.jsonl").read_text().splitlines()
    [rule] = [json.loads(line) for line in lines]
    assert (rule["support"], rule["body"]) == (2, 2)
    found = told(tmp_path / "m")["composite"]
    assert found["params"]["type"] == TYPE
    assert "notes" not in found


def test_the_known_type_predicates_are_those_of_the_vocabulary() -> None:
    header = patterns.read_query("typing", "sparql").header
    default = header.params[0].default
    assert isinstance(default, tuple)
    assert set(default) == set(vocabulary.shipped().type_predicates)


def test_a_pattern_that_pairs_entities_of_one_type_says_that_it_needs_types(
    tmp_path: Path,
) -> None:
    source = write_ntriples(families(), tmp_path / "graph.nt")
    kgforge.mine(["agreement", "comparison", "path"], source, tmp_path / "m", params=LEAST)
    notes = {name: one["notes"] for name, one in told(tmp_path / "m").items()}
    assert notes == {"agreement": [ALIKE], "comparison": [ALIKE], "path": [NOTE]}


def test_a_sparse_graph_starts_paths_from_far_more_than_fifty_entities(tmp_path: Path) -> None:
    """As in WordNet, of whose entities each has two facts."""
    facts = [(ex(f"word{n}"), ex("up"), ex(f"word{n // 2}")) for n in range(2, 700)]
    source = write_ntriples(facts, tmp_path / "graph.nt")
    kgforge.mine(["path"], source, tmp_path / "m")
    lines = (tmp_path / "m/path/groups.jsonl").read_text().splitlines()
    [group] = [json.loads(line) for line in lines]
    assert 490 <= group["matches"] <= 500
    assert group["kept"]


def test_a_parameter_that_takes_one_value_is_not_filled_by_two_rows(tmp_path: Path) -> None:
    (tmp_path / "some.rq").write_text(
        "# Subjects.\n# columns: x: iri\nSELECT DISTINCT ?x { ?x ?p ?o }\n"
    )
    (tmp_path / "own.rq").write_text(
        "# Facts of one.\n# params: $x: iri = x of some\n# columns: x: iri, p: iri, o: iri\n"
        "# group: p\n# role: fact = x p o\n# metric: hit\n"
        "SELECT ?x ?p ?o { ?x ?p ?o FILTER(?x = $x) }\n"
    )
    source = write_ntriples(families(), tmp_path / "graph.nt")
    with pytest.raises(
        PatternError, match=r"some\.rq: sample: \$x takes one row, and 12 are drawn"
    ):
        kgforge.mine([tmp_path / "own.rq"], source, tmp_path / "m")


def test_a_note_is_of_helpers_alone(tmp_path: Path) -> None:
    (tmp_path / "own.rq").write_text(
        "# Facts.\n# columns: x: iri, p: iri, o: iri\n# group: p\n# role: fact = x p o\n"
        "# metric: hit\n# note: some words\nSELECT ?x ?p ?o { ?x ?p ?o }\n"
    )
    with pytest.raises(PatternError, match=r"own\.rq:6: note: is told of the helper"):
        patterns.read_pattern(tmp_path / "own.rq")
