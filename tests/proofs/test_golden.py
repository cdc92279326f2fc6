"""Every pattern's rows on a small graph whose answers are plain: ``tests/expected/PATTERN.jsonl``.

The first line of a file gives the parameters; each other line is an instance: its group, and its
facts as role, subject, predicate, object, with the names that ``tests/worlds/graphs/town.tsv`` has;
``town.names.tsv`` beside it has labels. Behind a computed answer stands what its question names.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import kgforge
from kgforge import paths, patterns, terms
from tests.worlds.facts import ONTOLOGIES, ROOT, load_town

EXPECTED = ROOT / "tests/expected"


def short(term: str) -> str:
    """A name, a number or truth value, or the names of a chain's predicates."""
    if "^^" in term:
        return terms.text_of(term)
    if len(hops := paths.hops(term)) > 1:
        return "/".join(map(short, hops))
    return term.rpartition(":" if term.startswith("urn:") else "/")[2]


def found(pattern: str, params: dict[str, str], out: Path) -> list[list[Any]]:
    graph = f"oxigraph:{out}.graph"
    load_town(graph)
    kgforge.mine([pattern], graph, out, params=params, ontologies=ONTOLOGIES)
    lines = (out / pattern / "instances.jsonl").read_text().splitlines()
    return sorted(
        [one["group"], *([fact["role"], *map(short, told(fact))] for fact in one["facts"])]
        for one in map(json.loads, lines)
    )


def told(fact: dict[str, Any]) -> list[str]:
    cells = fact.get("computed", {}).get("cells", ())
    others = [one["term"] for one in cells if one["term"] != fact["predicate"]]
    return [fact["subject"], fact["predicate"], fact["object"], *others]


def test_an_alignment_counts_what_has_no_known_type(tmp_path: Path) -> None:
    """The shire has none, nor has Eve; of a literal none is known where a class is wanted."""
    address = f"oxigraph:{tmp_path}/town"
    load_town(address)

    def counts(folder: str, **params: str) -> tuple[dict[str, int], list[dict[str, Any]]]:
        out = tmp_path / folder
        mined = kgforge.mine(["alignment"], address, out, params=params, ontologies=ONTOLOGIES)
        lines = (out / "alignment/instances.jsonl").read_text().splitlines()
        groups = (out / "alignment/groups.jsonl").read_text().splitlines()
        found = [json.loads(line) for line in lines]
        told = {one["group"]: one["counts"] for one in map(json.loads, groups)}
        assert sum(count["count"] for one in told.values() for count in one) == sum(
            count["count"] for one in found for count in one["counts"]
        )
        return mined.patterns[0].counts, found

    total, found = counts("open")
    assert total == {"type_unknown": 4}
    unknown = {one["text"]: one["counts"][0]["count"] for one in found}
    assert unknown["Eve loves Eve."] == 2
    assert unknown["Ann and Bob are married."] == 0
    total, found = counts("strict", types="strict")
    assert total == {"type_unknown": 0}
    assert "Eve loves Eve." not in {one["text"] for one in found}


def test_a_sentence_brings_all_its_facts_though_few_are_drawn(tmp_path: Path) -> None:
    """Two facts of each relation at most; those of often named ones after the others."""
    address = f"oxigraph:{tmp_path}/town"
    load_town(address)
    params = {"most": "1", "often": "1"}
    kgforge.mine(["alignment"], address, tmp_path / "m", params=params, ontologies=ONTOLOGIES)
    lines = (tmp_path / "m/alignment/instances.jsonl").read_text().splitlines()
    found = {one["text"]: len(one["facts"]) for one in map(json.loads, lines)}
    assert {found[text] for text in found if text.startswith("Ann was born")} <= {1, 4}
    assert found["Springfield is the land's capital."] == 1


@pytest.mark.parametrize("pattern", patterns.pattern_names())
def test_a_pattern_finds_just_the_expected_instances(pattern: str, tmp_path: Path) -> None:
    params, *rows = map(json.loads, (EXPECTED / f"{pattern}.jsonl").read_text().splitlines())
    assert found(pattern, params, tmp_path / "mined") == rows
