"""The card: it says what the benchmark holds, and ``datasets`` reads its header."""

import json
import statistics
from pathlib import Path
from typing import Any

import datasets
import msgspec
import pytest
import yaml
from msgspec import UNSET

from kgforge import benchmark
from kgforge.benchmark import ExportOptions, guards
from kgforge.benchmark.card import card
from kgforge.schema import (
    Fallback,
    Item,
    Manifest,
    Source,
    folders,
)
from tests.benchmark.small import FACTS, copied
from tests.worlds.small import EX


def test_the_card_says_how_many_candidates_a_fact_has(bench: Path, tmp_path: Path) -> None:
    """Counted again from the items. Four are wanted, and facts about kinds have fewer."""
    manifest = benchmark.export(
        bench.parent / "mined", tmp_path / "out", ExportOptions(candidates=4)
    )
    counted = {guards.UNLIKE: 3, guards.SHORT: 5}
    text = card(_with(manifest, guards=counted))
    for made in manifest.patterns:
        found = [
            len(fact.candidates)
            for item in folders.read_items(tmp_path / "out", made.name)
            for fact in item.facts
        ]
        others = sum(found) - len(found)
        cells = (
            f"{len(found)} | 4 | {statistics.mean(found):.1f} | {statistics.median(found):g}",
            f"{min(found)} | {3 / others:.1%}",
            f"{statistics.mean(1 / number for number in found):.3f} |",
        )
        assert f"| `{made.name}` | {' | '.join(cells)}\n" in text
    assert len(manifest.patterns[1].candidates or ()) > 1
    assert "wanted | mean" not in card(_with(manifest, candidates={}))


def test_the_card_says_how_many_groups_carry_a_flag(bench: Path) -> None:
    """K0 to K4 have one kind each; three of the twins have a second."""
    manifest = folders.read_manifest(bench)
    assert [made.flags for made in manifest.patterns] == [{}, {"functional": 1}]
    text = card(manifest)
    assert "| pattern | groups | functional |" in text
    assert "| `hierarchy` | 1 | 1 |\n\n- *functional*: " in text
    assert "carry a flag" not in card(_with(manifest, flags={}))


def test_the_card_says_how_many_candidates_are_verified_as_false(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    assert "verified" not in card(manifest)
    text = " ".join(card(_with(manifest, guards={guards.VERIFIED: 1234})).split())
    assert "verified as false: symmetry: 1234, hierarchy: 1234." in text


def test_the_card_says_how_many_facts_are_not_asked_for_their_subject(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    assert "1,000 subjects" not in card(manifest)
    text = " ".join(card(_with(manifest, guards={guards.CROWDED: 12})).split())
    assert "more than 1,000 subjects have their object: symmetry: 12, hierarchy: 12." in text


def test_without_any_class_nothing_is_said_to_be_alike(bench: Path) -> None:
    """The small graph gives no entity a type."""
    manifest = folders.read_manifest(bench)
    assert manifest.untyped is True
    shown = [line.split(" | ")[6] for line in _candidates(card(manifest))]
    assert shown == ["–", "–"]
    assert "no fact of the graph gives an entity a type" in " ".join(card(manifest).split())
    typed = msgspec.structs.replace(manifest, untyped=UNSET)
    assert [line.split(" | ")[6] for line in _candidates(card(typed))] == ["0.0%", "0.0%"]
    assert "gives an entity a type" not in card(typed)


def _candidates(text: str) -> list[str]:
    """The rows of the table of candidates."""
    _, _, table = text.partition("| unlike | chance |\n")
    return table.split("\n\n")[0].splitlines()[1:]


def test_the_card_says_where_otherwise_was_used(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    assert "otherwise" not in card(manifest)
    used = Fallback("no group has 50 instances; the largest, wdt:P26, has 1", 98)
    text = " ".join(card(_with(manifest, otherwise=used)).split())
    assert (
        "`symmetry`: no group has 50 instances; the largest, wdt:P26, has 1; its header's "
        "otherwise kept 98 groups all the same"
    ) in text


def _with(manifest: Manifest, **fields: object) -> Manifest:
    """The manifest with fields of every pattern changed, as an older one lacks them."""
    changed = [msgspec.structs.replace(made, **fields) for made in manifest.patterns]
    return msgspec.structs.replace(manifest, patterns=tuple(changed))


def test_distractors_matched_by_popularity_are_said_to_be(bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    manifest = benchmark.export(
        bench.parent / "mined", out, ExportOptions(candidates=4, match="popularity")
    )
    assert manifest.match == "popularity"
    text = (out / "README.md").read_text()
    assert "--candidates 4 --match popularity" in text
    assert "that are nearest to it in popularity (degree, in powers of two) before others." in text
    assert benchmark.verify(out) == []
    plain = benchmark.export(
        bench.parent / "mined", tmp_path / "plain", ExportOptions(candidates=4)
    )
    assert plain.match is msgspec.UNSET
    assert b'"match"' not in (tmp_path / "plain" / "manifest.json").read_bytes()


@pytest.mark.parametrize("pattern", ["symmetry", "hierarchy"])
def test_datasets_opens_it_offline(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    loaded = datasets.load_dataset(str(bench), pattern, cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["test"]
    rows = list(loaded["test"])
    wanted = [json.loads(line) for line in (bench / f"{pattern}.jsonl").read_bytes().splitlines()]
    assert _without_absent(rows) == wanted
    features = loaded["test"].features
    assert features["text"] == datasets.Value("string")
    assert features["facts"].feature["holds"] == datasets.Value("bool")
    assert features["facts"].feature["answers"].feature["aliases"] == datasets.List(
        datasets.Value("string")
    )
    assert features["provenance"]["degrees"].feature["count"] == datasets.Value("int64")


ABSENT = {
    "by",
    "computed",
    "entailed",
    "flags",
    "forms",
    "claimed",
    "passage",
    "planted",
    "subjects",
    "via",
    "popularity",
    "said",
    "stratum",
    "unworded",
}
"""The fields of items that are left out where they say nothing."""


def _without_absent(found: Any) -> Any:
    """Without the fields that an item leaves out: Arrow has them as nulls."""
    if isinstance(found, list):
        return [_without_absent(one) for one in found]
    if isinstance(found, dict):
        return {
            key: _without_absent(one)
            for key, one in found.items()
            if not (key in ABSENT and one is None)
        }
    return found


def test_the_card_declares_each_pattern_and_every_field(bench: Path) -> None:
    header = yaml.safe_load((bench / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    assert [config["config_name"] for config in header["configs"]] == ["symmetry", "hierarchy"]
    assert header["license"] == "cc0-1.0"
    assert header["size_categories"] == ["n<1K"]
    assert header["language"] == ["en"]
    one, other = header["dataset_info"]
    assert one["features"] is other["features"]  # said once
    for info in (one, other):
        assert [field["name"] for field in info["features"]] == list(Item.__struct_fields__)
        read = datasets.Features._from_yaml_list(info["features"])
        assert read._to_yaml_list() == info["features"]


def test_the_card_says_what_a_reader_needs(bench: Path) -> None:
    text = (bench / "README.md").read_text(encoding="utf-8")
    manifest = folders.read_manifest(bench)
    for said in (
        "14 items",
        f"{len(FACTS)} facts",
        str(manifest.graph.hash),
        "| `symmetry` |",
        # 11 pairs said both ways; 4 steps between 5 kinds, and 3 that follow
        "| `symmetry` | 22 | 1 | 22 | 22.00 | E",
        "| `hierarchy` | 7 | 1 | 5 | 7.00 | K",
        # the predicate of hierarchy
        "- `hierarchy`: local name: 1",
        "| a.tsv | `" + "a" * 64 + "` | CC0-1.0 |",
        "mine.ttl",
        "subject: 22",
        "| `symmetry` | 1 | 1.000\\* (11/11) | –\\* (0/0) |",
        "- `both_given_either`: items with every fact hit / items with any fact hit",
        "- `composed_given_premises`: items with premises and conclusion hit / items with every "
        "premise hit",
        "put labels as they are, even where a sentence begins.",
        "(`backward` of asymmetry) is asked by itself, and any answer but one passes.",
        "kgforge mine symmetry hierarchy --store oxigraph:graph --out mined --param least=5 "
        f"--param 'sub=<{EX}kind>' --seed 0",
        "kgforge load a.tsv b.tsv --store oxigraph:graph",
    ):
        assert said in " ".join(text.split()), said


@pytest.mark.parametrize(("texts", "named"), [
    ({"sql": "0" * 64}, "symmetry"),  # a text that shipped once, beside what ships
    ({"sparql": "0" * 64}, "./symmetry.rq"),
    ({"sparql": UNSET, "sparql.groups": UNSET, "cypher": UNSET, "cypher.groups": UNSET,
      "sql.groups": UNSET, "sql": "0" * 64}, "./symmetry.rq"),
])  # fmt: skip
def test_a_pattern_is_the_shipped_one_by_the_texts_that_both_have(
    texts: dict[str, Any], named: str, bench: Path
) -> None:
    manifest = folders.read_manifest(bench)
    made = tuple(
        msgspec.structs.replace(
            one, queries={k: v for k, v in (one.queries | texts).items() if v is not UNSET}
        )
        if one.name == "symmetry"
        else one
        for one in manifest.patterns
    )
    changed = card(msgspec.structs.replace(manifest, patterns=made))
    assert f"kgforge mine {named} hierarchy" in changed


def test_licences_that_differ_are_other(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    more = (*manifest.sources, Source("c.tsv", "c" * 64, None))
    for sources in (more, (*more[:2], Source("c.tsv", "c" * 64, "MIT")), ()):
        changed = msgspec.structs.replace(manifest, sources=sources)
        assert "license: other" in card(changed)


def test_a_pattern_without_items_does_not_spoil_the_card(bench: Path, tmp_path: Path) -> None:
    mined = copied(bench.parent / "mined", tmp_path / "mined")
    (mined / "symmetry" / "instances.jsonl").write_bytes(b"")
    benchmark.export(mined, tmp_path / "out")
    assert benchmark.verify(tmp_path / "out") == []
    assert not (tmp_path / "out" / "symmetry.jsonl").exists()
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "Without any item: `symmetry` (nothing was mined)." in text
    assert "| `symmetry`" not in text
    assert "both_given_either" not in text
    cache = str(tmp_path / "cache")
    assert datasets.load_dataset(str(tmp_path / "out"), "hierarchy", cache_dir=cache)["test"]
