"""Every folder of the published data, loaded without a name: what goes in, and what is left out.

The counts of facts are those that the data's authors publish: CoDEx (Safavi and Koutra 2020, table
2: 36,543 and 206,205 triples, and as many negatives as half of both held-out splits, twice), BEAR
(Wiland et al. 2024: 60 relations, 7,731 facts), UMLS, Kinship, Nations and Countries (the splits'
lines). Labels are counted here a second time, by what each file's lines say.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

import kgforge
from kgforge.errors import SourceError
from kgforge.graph import LoadOptions, LoadReport
from tests.sampled import PROOF


class Whole(Struct, frozen=True):
    """What a folder holds."""

    facts: int = 0
    labels: int = 0
    negatives: int = 0
    axioms: int = 0
    skipped: int = 0
    """Triples that were read and are no facts."""
    left_out: int = 0
    """Files that were not read."""


NAMES = 6642
"""CoDEx: labels and descriptions of 71 relations and of 3,250 types, in English."""
TYPES = 93_102
VARIETIES = 222
"""Names of Wikidata's entities in en-gb and en-ca, which are kept beside those in en."""
FOLDERS = {
    "bear": Whole(7731, 19_251, left_out=4),
    "codex/relations": Whole(labels=2 * 71),
    "codex/types": Whole(labels=NAMES - 2 * 71, axioms=TYPES),
    "codex/triples/codex-s": Whole(36_543, NAMES, 3655, TYPES, left_out=1),
    "codex/triples/codex-m": Whole(206_205, NAMES, 20_621, TYPES, left_out=1),
    "codex": Whole(206_230, NAMES, 3655 + 20_621, TYPES, left_out=3),
    "kge": Whole(20_365, 135),
    "kge/umls": Whole(6529, 135),
    "kge/kinship": Whole(10_686),
    "kge/nations": Whole(1992),
    "kge/countries/countries_S1": Whole(1158),
    "kge/countries/countries_S2": Whole(1110),
    "kge/countries/countries_S3": Whole(1032),
    "lama": Whole(10_279, 11_006, left_out=1),
    "ontologies": Whole(6905, 8487, axioms=53_049, skipped=189),
    "rebel": Whole(2631, 1186),
    "templates": Whole(labels=6314, left_out=211),
    "text2kgbench": Whole(9, 1241, axioms=2813, left_out=198),
    "tsv:wikidata_rdf": Whole(labels=4154 + 1710 + 1102, skipped=10_466, left_out=5),
    "webnlg": Whole(3853, 2591),
    "wikidata": Whole(525_632, 196_076),
    "wikidata_json": Whole(4403, 351 + VARIETIES, skipped=10, left_out=1),
}
LONG = {"codex", "codex/triples/codex-m", "wikidata", "ontologies", "kge"}
"""Tried in ``make proof`` alone."""


def load(shared: Path, folder: str, **options: object) -> LoadReport:
    name, _, path = folder.rpartition(":")
    address = f"{name}:{shared / path}" if name else str(shared / path)
    return kgforge.load([address], "oxigraph:", LoadOptions(**options))  # type: ignore[arg-type]


@pytest.mark.parametrize("folder", [one for one in FOLDERS if PROOF or one not in LONG])
def test_a_folder_gives_what_it_holds(folder: str, shared: Path) -> None:
    report = load(shared, folder)
    assert FOLDERS[folder] == Whole(
        report.stored,
        report.labels,
        report.negatives,
        report.axioms,
        report.skipped_triples,
        sum(one.count for one in report.left_out),
    )
    assert report.read == report.stored + report.duplicate + report.skipped_triples


@pytest.mark.parametrize(
    ("folder", "reason"),
    [
        ("fluent_mlama", "24 × columns that are not known .*sub_uri . en_sub_label"),
        ("fluent_mlama/stats", "24 × columns that are not known"),
        ("codex/analysis", "2 × columns that are not known .*Rule . Head Coverage"),
        ("tsv:codex/analysis", "1 × 9 columns whose meaning is not known .* seems to be a header"),
        ("lama_lmvocab", "P1001.jsonl: what no loader recognises"),
        ("lama:lama_lmvocab", "29,411 × malformed fact"),
        ("tsv:templates/most-used-wikidata.csv", "2 columns .*P31 . 25719862"),
        ("tsv:codex/analysis/codex-s-symmetry.tsv", "a header.*relation . symmetry . percent"),
        ("tsv:codex/analysis/codex-s-paths.tsv", "9 columns.*Rule . Head Coverage"),
        ("tsv:wikidata_rdf/wikidata_properties.tsv", "7,439 × a label of KGTK that is no prop"),
        ("tsv:bear/README.md", "columns that differ from line to line"),
    ],
)
def test_what_is_no_facts_is_refused_with_the_reason(
    folder: str, reason: str, shared: Path
) -> None:
    with pytest.raises(SourceError, match=reason) as error:
        load(shared, folder)
    assert "\n" not in str(error.value)


def test_strict_stops_at_what_is_not_recognised(shared: Path) -> None:
    with pytest.raises(SourceError, match=r"metadata_relations\.json: what no"):
        load(shared, "bear", strict=True)
    with pytest.raises(SourceError, match=r"paths\.tsv: columns .*--strict"):
        load(shared, "codex/analysis", strict=True)


def lines(folder: Path, *names: str) -> Iterator[list[str]]:
    for name in names:
        for line in (folder / name).read_text(encoding="utf-8").splitlines():
            yield line.split("\t")


def test_the_counts_are_those_of_the_lines(shared: Path) -> None:
    """Counted without kgforge."""
    small = shared / "codex/triples/codex-s"
    facts = {tuple(line) for line in lines(small, "train.txt", "valid.txt", "test.txt")}
    false = {tuple(line) for line in lines(small, "valid_negatives.txt", "test_negatives.txt")}
    whole = FOLDERS["codex/triples/codex-s"]
    assert (len(facts), len(false), len(facts & false)) == (whole.facts, whole.negatives, 0)
    types = json.loads((shared / "codex/types/entity2types.json").read_text())
    assert len({(one, of) for one, many in types.items() for of in many}) == TYPES
    umls = shared / "kge/umls"
    triples = {tuple(line) for line in lines(umls, "train.txt", "valid.txt", "test.txt")}
    names = {line[0] for line in lines(umls, "entity2text.txt")}
    assert (len(triples), len(names)) == (FOLDERS["kge/umls"].facts, FOLDERS["kge/umls"].labels)
    assert names == {node for line in triples for node in (line[0], line[2])}
    bear = [
        json.loads(line)
        for file in (shared / "bear/BEAR").glob("*.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    named = {(one[f"{part}_id"], one[f"{part}_label"]) for one in bear for part in ("sub", "obj")}
    aliases = {(one["sub_id"], alias) for one in bear for alias in one["sub_aliases"]}
    aliases -= {("Q705525", "Q705525")}  # an id is no name
    assert (len(bear), len(named) + len(aliases)) == (FOLDERS["bear"].facts, FOLDERS["bear"].labels)
