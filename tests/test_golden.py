"""Every pattern's rows on a small graph whose answers are plain: ``tests/expected/PATTERN.jsonl``.

The first line of a file gives the parameters; each other line is an instance: its group, and its
facts as role, subject, predicate, object, with the names that ``tests/graphs/town.tsv`` has;
``town.names.tsv`` beside it has labels.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import patterns
from tests.conftest import ROOT
from tests.facts import ONTOLOGIES, load_town

EXPECTED = ROOT / "tests/expected"


def short(term: str) -> str:
    return term.rpartition(":" if term.startswith("urn:") else "/")[2]


def found(pattern: str, params: dict[str, str], out: Path) -> list[list[Any]]:
    graph = f"oxigraph:{out}.graph"
    load_town(graph)
    kgforge.mine([pattern], graph, out, params=params, ontologies=ONTOLOGIES)
    lines = (out / pattern / "instances.jsonl").read_text().splitlines()
    return sorted(
        [one["group"], *([fact["role"], *map(short, (fact["subject"], fact["predicate"],
                                                     fact["object"]))] for fact in one["facts"])]
        for one in map(json.loads, lines)
    )  # fmt: skip


@pytest.mark.parametrize("pattern", patterns.pattern_names())
def test_a_pattern_finds_just_the_expected_instances(pattern: str, tmp_path: Path) -> None:
    params, *rows = map(json.loads, (EXPECTED / f"{pattern}.jsonl").read_text().splitlines())
    assert found(pattern, params, tmp_path / "mined") == rows
