"""Evidence of rules: what CoDEx's authors published of CoDEx-S, and every rule of CoDEx-M.

Source: Safavi and Koutra 2020, *CoDEx: A Comprehensive Knowledge Graph Completion Benchmark*, and
the files of ``codex/analysis`` in the published data, whose rules AMIE found.
"""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

import kgforge
from benchmarks.rules import dictionaries
from kgforge import patterns, stores
from tests.sampled import PROOF
from tests.worlds.facts import ROOT, codex, ex

WDT = "http://www.wikidata.org/prop/direct/"
COUNTS = {"Positive Examples": "support", "Body size": "body", "PCA Body size": "pca_body"}
SHARES = {
    "Std Confidence": "confidence",
    "PCA Confidence": "pca_confidence",
    "Head Coverage": "head_coverage",
}

THREE_STEPS = """# Three facts that compose to a fourth, of the rules that are asked for.
# params:  $rules: (r1 iri, r2 iri, r3 iri, r4 iri)*
# columns: r1: iri, r2: iri, r3: iri, r4: iri, x: iri, y: iri, v: iri, z: iri
# group:   r1 "+" r2 "+" r3 ">" r4
# sample:  1 per group
# role:    first    = x r1 y
# role:    second   = y r2 v
# role:    third    = v r3 z
# role:    composed = x r4 z
# metric:  composed_given_premises
SELECT ?r1 ?r2 ?r3 ?r4 ?x ?y ?v ?z {
  VALUES (?r1 ?r2 ?r3 ?r4) { $rules }
  ?x ?r1 ?y . ?y ?r2 ?v . ?v ?r3 ?z . ?x ?r4 ?z
}
"""
THREE_STEPS_GROUPS = """# Of each rule of three steps its distinct (x, z), as AMIE counts them.
# params:  $rules: (r1 iri, r2 iri, r3 iri, r4 iri)*
# columns: r1: iri, r2: iri, r3: iri, r4: iri, support: int, body: int, pca_body: int, head: int
SELECT ?r1 ?r2 ?r3 ?r4 (SUM(?closed) AS ?support) (COUNT(*) AS ?body) (SUM(?told) AS ?pca_body)
       ?head {
  {
    SELECT DISTINCT ?r1 ?r2 ?r3 ?r4 ?x ?z {
      VALUES (?r1 ?r2 ?r3 ?r4) { $rules }
      ?x ?r1 ?y . ?y ?r2 ?v . ?v ?r3 ?z
    }
  }
  BIND(IF(EXISTS { ?x ?r4 ?z }, 1, 0) AS ?closed)
  BIND(IF(EXISTS { ?x ?r4 ?any }, 1, 0) AS ?told)
  { SELECT ?r4 (COUNT(*) AS ?head) { ?a ?r4 ?b } GROUP BY ?r4 }
} GROUP BY ?r1 ?r2 ?r3 ?r4 ?head
"""


def groups_of(mined: Path) -> dict[str, dict[str, Any]]:
    lines = (mined / "groups.jsonl").read_text().splitlines()
    return {group["group"]: group for group in map(json.loads, lines)}


def typed(shared: Path, size: str, folder: Path) -> tuple[str, dict[str, str]]:
    """A source of CoDEx in which every entity is a thing, and parameters that ask of things."""
    path = codex(shared, size, folder / f"codex-{size}.tsv")
    _, *lines = path.read_text().splitlines()
    entities = sorted({term for line in lines for term in line.split("\t")[::2]})
    with path.open("a") as stream:
        stream.writelines(f"{entity}\tP31\t{ex('thing')}\n" for entity in entities)
    return f"tsv:{path}", {"types": f"<{ex('thing')}>", "least": "1"}


def named(predicate: object) -> str:
    return str(predicate).removeprefix(WDT)


def published(shared: Path, steps: int) -> dict[str, dict[str, str]]:
    """The rules of so many steps, each under the name of its group."""
    with (shared / "codex/analysis/codex-s-paths.tsv").open() as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["Length"] == str(steps)]
    rules = [[f"wdt:{name}" for name in re.findall(r"P\d+", row["Rule"])] for row in rows]
    return {f"{'+'.join(body)}>{head}": row for (*body, head), row in zip(rules, rows, strict=True)}


def assert_same(ours: dict[str, dict[str, Any]], theirs: dict[str, dict[str, str]]) -> None:
    for rule, row in theirs.items():
        found = ours[rule]
        assert {name: found[name] for name in COUNTS.values()} == {
            name: int(row[column]) for column, name in COUNTS.items()
        }, rule
        for column, name in SHARES.items():
            assert found[name] == pytest.approx(float(row[column]), abs=5e-10), (rule, name)


def test_the_symmetric_relations_are_theirs(shared: Path, tmp_path: Path) -> None:
    with (shared / "codex/analysis/codex-s-symmetry.tsv").open() as lines:
        theirs = {
            f"wdt:{row['relation']}": (float(row["symmetry"]), float(row["percent_of_triples"]))
            for row in csv.DictReader(lines, delimiter="\t")
        }
    source = f"tsv:{codex(shared, 's', tmp_path / 'codex-s.tsv')}"
    mining = kgforge.mine(["symmetry"], source, tmp_path / "mined", params={"least": "1"})
    ours = {
        name: (
            100 * group["confidence"],
            100 * (group["triples"] + group["self_loops"]) / mining.graph.facts,
        )
        for name, group in groups_of(tmp_path / "mined/symmetry").items()
        if group["kept"]
    }
    assert ours.keys() == theirs.keys()
    for relation, figures in theirs.items():
        assert ours[relation] == pytest.approx(figures, rel=1e-12)


def test_the_rules_of_two_steps_are_theirs(shared: Path, tmp_path: Path) -> None:
    source, params = typed(shared, "s", tmp_path)
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([source], store)
    kgforge.mine(["composite"], store, tmp_path / "mined", params=params)
    theirs = published(shared, 2)
    assert len(theirs) == 18
    assert_same(groups_of(tmp_path / "mined/composite"), theirs)


@pytest.mark.skipif(not PROOF, reason="in make proof; DuckDB's of CoDEx-S in every run")
@pytest.mark.timeout(180)
def test_an_embedded_store_finds_them_where_no_fact_gives_a_type(
    shared: Path, tmp_path: Path
) -> None:
    """As they are published, without types: some seconds, where pairs that share z take minutes."""
    store = f"oxigraph:{tmp_path}/graph"
    kgforge.load([f"tsv:{codex(shared, 's', tmp_path / 'codex-s.tsv')}"], store)
    kgforge.mine(["composite"], store, tmp_path / "mined", params={"least": "1"})
    assert_same(groups_of(tmp_path / "mined/composite"), published(shared, 2))


def test_the_rules_of_three_steps_are_theirs_by_a_pattern_of_ones_own(
    shared: Path, tmp_path: Path
) -> None:
    (tmp_path / "three.rq").write_text(THREE_STEPS)
    (tmp_path / "three.groups.rq").write_text(THREE_STEPS_GROUPS)
    theirs = published(shared, 3)
    assert len(theirs) == 8
    rules = " ".join(f"({' '.join(re.split('[+>]', rule))})" for rule in theirs)
    source = f"tsv:{codex(shared, 's', tmp_path / 'codex-s.tsv')}"
    kgforge.mine([tmp_path / "three.rq"], source, tmp_path / "mined", params={"rules": rules})
    assert_same(groups_of(tmp_path / "mined/three"), theirs)


@pytest.mark.skipif(not PROOF, reason="in make proof; those of CoDEx-S in every run")
def test_every_rule_of_codex_m_is_what_dictionaries_count(shared: Path, tmp_path: Path) -> None:
    source, params = typed(shared, "m", tmp_path)
    store = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([source], store)
    kgforge.mine(["composite"], store, tmp_path / "mined", params=params)
    ours = {
        tuple(name.removeprefix("wdt:") for name in re.split("[+>]", rule)): tuple(
            group[name] for name in ("matches", "support", "body", "pca_body", "head")
        )
        for rule, group in groups_of(tmp_path / "mined/composite").items()
        if "P31" not in rule
    }
    edges = dictionaries.read(codex(shared, "m", tmp_path / "plain.tsv"), ways=False)
    assert ours == {
        (r1, r2, r3): counts for ((r1, _), (r2, _), r3), counts in dictionaries.rules(edges).items()
    }
    assert len(ours) == 772


def test_rules_with_edges_either_way_are_what_dictionaries_count(
    shared: Path, tmp_path: Path
) -> None:
    path = codex(shared, "s", tmp_path / "codex-s.tsv")
    query = patterns.read_query(ROOT / "benchmarks/rules/rules.sql", "sql")
    address = f"duckdb:{tmp_path}/graph.db"
    kgforge.load([f"tsv:{path}"], address)
    with stores.open(address) as store:
        rows = list(store.query(query, {"terms": 10_000}))
    ours = {
        ((named(r1), way), (named(r2), other), named(r3)): tuple(counts)
        for r1, way, r2, other, r3, *counts in rows
    }
    edges = dictionaries.read(path, ways=True)
    assert ours == {rule: counts[1:] for rule, counts in dictionaries.rules(edges).items()}
    assert len(ours) == 920
