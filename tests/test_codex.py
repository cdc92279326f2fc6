"""The analysis of CoDEx-S that its authors published, number for number.

Source: Safavi and Koutra 2020, *CoDEx: A Comprehensive Knowledge Graph Completion Benchmark*, and
the files of ``codex/analysis`` in the published data.
"""

import csv
import json
from pathlib import Path

import pytest

import kgforge
from tests.facts import codex


def test_the_symmetric_relations_are_theirs(shared: Path, tmp_path: Path) -> None:
    with (shared / "codex/analysis/codex-s-symmetry.tsv").open() as lines:
        theirs = {
            f"wdt:{row['relation']}": (float(row["symmetry"]), float(row["percent_of_triples"]))
            for row in csv.DictReader(lines, delimiter="\t")
        }
    source = f"tsv:{codex(shared, 's', tmp_path / 'codex-s.tsv')}"
    mining = kgforge.mine(["symmetry"], source, tmp_path / "mined", params={"least": "1"})
    groups = map(json.loads, (tmp_path / "mined/symmetry/groups.jsonl").read_text().splitlines())
    ours = {
        group["group"]: (
            100 * group["confidence"],
            100 * (group["triples"] + group["self_loops"]) / mining.graph.facts,
        )
        for group in groups
        if group["kept"]
    }
    assert ours.keys() == theirs.keys()
    for relation, figures in theirs.items():
        assert ours[relation] == pytest.approx(figures, rel=1e-12)
