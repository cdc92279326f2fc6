"""Kinds of predicates: by what ontologies say, else counted; a hand-made graph of each."""

import json
from collections import defaultdict
from pathlib import Path

import pytest

import kgforge
from kgforge import stores
from kgforge.mining import cardinality
from kgforge.ontology import vocabulary
from kgforge.schema import Relation, folders
from tests.worlds.small import EX, entries, filled

FACTS = [
    *(f"a{n} one b{n}" for n in range(4)),
    *(f"c p{n} d" for n in range(2)),
    *(f"m{n} mother c{3 * n + k}" for n in range(3) for k in range(3)),
    *(f"c{3 * n + k} child m{n}" for n in range(3) for k in range(3)),
    *(f"x{n} likes y{k}" for n in range(3) for k in range(3)),
    *(f"x{n} x{n} x{n}" for n in range(2)),
]
WANTED = {"one": "1-1", "mother": "1-N", "child": "N-1", "likes": "N-M"}


def kinds(folder: Path, *ontologies: Path) -> dict[str, str]:
    store = f"oxigraph:{folder}/graph"
    if not Path(folder / "graph").exists():
        with filled(stores.open(store, stores.WRITE), entries(FACTS)):
            pass
    kgforge.mine(["fact", "symmetry"], store, folder / "m", ontologies=ontologies, force=True)
    fact, _ = folders.read_mining(folder / "m").patterns
    assert "kinds" not in json.loads((folder / "m/mining.json").read_text())["patterns"][1]
    return {iri.removeprefix(EX): kind for iri, kind in (fact.kinds or {}).items()}


def test_each_kind_is_counted_by_the_means_of_its_sides(tmp_path: Path) -> None:
    found = kinds(tmp_path)
    assert found == {**WANTED, "p0": "1-1", "p1": "1-1"}
    ends = defaultdict(set)
    for s, p, o in map(str.split, FACTS):
        ends[p, "heads"].add(s)
        ends[p, "tails"].add(o)
    for predicate, kind in WANTED.items():
        triples = sum(line.split()[1] == predicate for line in FACTS)
        head, tail = kind.split("-")
        assert (triples / len(ends[predicate, "heads"]) >= 1.5) == (tail != "1")
        assert (triples / len(ends[predicate, "tails"]) >= 1.5) == (head != "1")


def test_what_an_ontology_says_of_a_side_holds(tmp_path: Path) -> None:
    turtle = (
        f"@prefix ex: <{EX}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "ex:likes a owl:FunctionalProperty . ex:child a owl:InverseFunctionalProperty .\n"
        "ex:mother a owl:FunctionalProperty , owl:InverseFunctionalProperty .\n"
    )
    (tmp_path / "axioms.ttl").write_text(turtle)
    found = kinds(tmp_path, tmp_path / "axioms.ttl")
    assert (found["likes"], found["child"], found["mother"]) == ("N-1", "1-1", "1-1")
    assert found["one"] == "1-1"


@pytest.mark.parametrize(("said", "kind"), [
    ("owl:FunctionalProperty", ""),
    ("owl:InverseFunctionalProperty", ""),
    ("owl:FunctionalProperty , owl:InverseFunctionalProperty", "1-1"),
])  # fmt: skip
def test_a_side_that_nobody_counted_has_to_be_said(said: str, kind: str, tmp_path: Path) -> None:
    head = f"@prefix ex: <{EX}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    (tmp_path / "axioms.ttl").write_text(f"{head}ex:p a {said} .\n")
    axioms = vocabulary.read([tmp_path / "axioms.ttl"])
    assert cardinality.kind(EX + "p", None, axioms) == kind
    loops = Relation(EX + "p", "", 0, 0, 0, 0, 0, 0, None, None, "", ())
    assert cardinality.kind(EX + "p", loops, axioms) == kind
