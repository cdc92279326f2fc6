"""Strata of popularity: who is in which, what is drawn, and what a file of page views says."""

import gzip
import json
from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kgforge
from kgforge import benchmark, stores
from kgforge.benchmark import ExportOptions, strata
from kgforge.benchmark.strata import Plan
from kgforge.benchmark.views import read_views
from kgforge.errors import BenchmarkError, SourceError
from kgforge.graph import Book
from kgforge.schema import folders
from tests.worlds.small import EX, entries, filled, label

VALUES = st.dictionaries(st.text("abcdefgh", min_size=1, max_size=3), st.integers(0, 30))


# ── Who is in which ─────────────────────────────────────────────────────────────────────────────
@given(VALUES)
def test_a_third_of_popularity_each_and_nobody_is_above_who_is_as_popular(
    values: dict[str, int],
) -> None:
    found = strata.thirds(values)
    assert found.keys() == values.keys()
    total = sum(values.values())
    for name, value in values.items():
        above = Fraction(sum(one for one in values.values() if one > value), total or 1)
        wanted = "head" if above < Fraction(1, 3) else "torso" if above < Fraction(2, 3) else "tail"
        assert found[name] == (wanted if total else "tail")


@given(VALUES, st.integers(2, 7))
def test_quantiles_are_counted_by_how_many_are_less_popular(
    values: dict[str, int], number: int
) -> None:
    found = strata.quantiles(values, number)
    for name, value in values.items():
        below = sum(one < value for one in values.values())
        assert found[name] == f"{below * number // len(values) + 1} of {number}"


@given(st.integers(1, 10**9))
def test_a_decade_holds_its_number(value: int) -> None:
    low, high = map(int, strata.decade(value).strip("[)").split(","))
    assert low <= value < high == 10 * low


@pytest.mark.parametrize("text", ["", "head", "quantiles", "quantiles:1", "log10:0", "log10:x",
                                  "quantiles:4:0", "head_torso_tail:20:3"])  # fmt: skip
def test_other_strata_are_refused_with_those_that_there_are(text: str) -> None:
    with pytest.raises(BenchmarkError, match="give head_torso_tail, quantiles:N"):
        strata.plan(text)


def test_a_plan_says_how_many_of_each() -> None:
    assert strata.plan("log10:7") == Plan("log10", each=7)


# ── A file of page views ────────────────────────────────────────────────────────────────────────
def views(text: str, folder: Path, *, names: dict[str, str]) -> dict[str, int]:
    """What a file says of some entities, by their last part."""
    (folder / "views.tsv").write_text(text, encoding="utf-8")
    labels = [label(name, text) for name, text in names.items()]
    facts = [f"{name} p {name}x" for name in names]
    with filled(stores.open("oxigraph:", stores.WRITE), entries(facts, labels)) as store:
        entities = [EX + name for name in names]
        said = read_views(folder / "views.tsv").of(entities, Book(store, "en"))
    return {iri.removeprefix(EX): number for iri, number in said.items()}


def test_ids_titles_and_headings_are_read(tmp_path: Path) -> None:
    text = (
        "\ufeffentity\tpage views\tsource\n# a remark\n\n<http://example.org/a>\t10\tx\n"
        "http://example.org/a\t2.0\nGrace_Hopper\t7\nSan%20Marino\t1\nUnknown Person\t9\n"
        "San Marino\t5\nStar Wars: Episode IV\t3\n"
    )
    names = {"a": "Ada", "b": "Grace Hopper", "San_Marino": "a republic",
             "c": "Star Wars: Episode IV", "d": "nobody"}  # fmt: skip
    found = views(text, tmp_path, names=names)
    assert found == {"a": 12, "b": 7, "San_Marino": 5, "c": 3}


def test_a_title_of_two_entities_is_nobodys(tmp_path: Path) -> None:
    names = {"a": "Springfield", "b": "Springfield", "c": "Elm"}
    assert views("Springfield\t9\nElm\t1\n", tmp_path, names=names) == {"c": 1}
    found = views("Elm\t9\n", tmp_path, names={"Elm": "a town", "c": "Elm"})
    assert found == {"Elm": 9}  # by its own name, not by what another is called


def test_an_id_of_wikidata_needs_no_prefix_and_a_file_may_be_compressed(tmp_path: Path) -> None:
    (tmp_path / "views.tsv.gz").write_bytes(gzip.compress(b"Q42\t5\n"))
    found = read_views(tmp_path / "views.tsv.gz")
    assert found.of_iris == {"http://www.wikidata.org/entity/Q42": 5}
    assert not found.of_titles


@pytest.mark.parametrize(("text", "says"), [
    ("a\t1\nb\tmany\n", "line 2: 'b\\\\tmany' is not an entity, a tab and a number"),
    ("a\t1\nb\n", "line 2"),
    ("a\t1\n\t2\n", "line 2"),
    ("a\t1\nb\t1.5\n", "line 2"),
    ("a\t1\nb\t-1\n", "line 2"),
    ("name\tviews\n", "contains no entity"),
])  # fmt: skip
def test_what_is_no_list_of_numbers_is_told_with_its_line(
    text: str, says: str, tmp_path: Path
) -> None:
    (tmp_path / "views.tsv").write_text(text)
    with pytest.raises(BenchmarkError, match=says):
        read_views(tmp_path / "views.tsv")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"views\.tsv"):
        read_views(tmp_path / "views.tsv")


# ── A benchmark ─────────────────────────────────────────────────────────────────────────────────
SUBJECTS = [f"s{number:02}" for number in range(30)]
FACTS = [
    *(f"{one} likes s{number % 7:02}x" for number, one in enumerate(SUBJECTS)),
    *(f"{one} knows k{number}" for number, one in enumerate(SUBJECTS) for number in range(number)),
    's00 born "1952-03-11"^^<http://www.w3.org/2001/XMLSchema#date>',
    's01 born "1970"^^<http://www.w3.org/2001/XMLSchema#gYear>',
]
"""The more popular, the higher the number of a subject."""


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a graph in two stores, and what was mined of each."""
    folder = tmp_path_factory.mktemp("strata")
    for name in ("oxigraph", "duckdb"):
        store = f"{name}:{folder}/{name}.graph"
        with filled(stores.open(store, stores.WRITE), entries(FACTS)):
            pass
        kgforge.mine(["fact"], store, folder / name)
    return folder


def exported(mined: Path, out: Path, **options: Any) -> list[dict[str, Any]]:
    benchmark.export(mined, out, ExportOptions(**options))
    assert benchmark.verify(out) == []
    return [json.loads(line) for line in (out / "fact.jsonl").read_text("utf-8").splitlines()]


def test_strata_are_by_degree_within_each_group(mined: Path, tmp_path: Path) -> None:
    items = exported(mined / "oxigraph", tmp_path / "b", strata="head_torso_tail")
    degrees = {one: 1 + number for number, one in enumerate(SUBJECTS)}
    degrees["s00"] += 1
    degrees["s01"] += 1
    groups: dict[str, dict[str, str]] = defaultdict(dict)
    for item in items:
        subject = item["facts"][0]["subject"]["id"].removeprefix(EX)
        groups[item["group"]][subject] = item["provenance"]["stratum"]
        assert "popularity" not in item["provenance"]
    likes = groups[f"<{EX}likes>"] if f"<{EX}likes>" in groups else groups[EX + "likes"]
    assert likes.keys() == set(SUBJECTS)
    total = sum(degrees.values())
    for subject, stratum in likes.items():
        above = sum(one for one in degrees.values() if one > degrees[subject])
        assert stratum == ("head" if 3 * above < total else "torso" if 3 * above < 2 * total
                           else "tail")  # fmt: skip
    assert Counter(likes.values())["head"] < Counter(likes.values())["tail"]


def test_as_many_are_drawn_of_each_and_the_manifest_says_so(mined: Path, tmp_path: Path) -> None:
    every = exported(mined / "oxigraph", tmp_path / "all", strata="quantiles:3")
    few = exported(mined / "oxigraph", tmp_path / "few", strata="quantiles:3:4")
    counts = Counter((item["group"], item["provenance"]["stratum"]) for item in every)
    drawn = Counter((item["group"], item["provenance"]["stratum"]) for item in few)
    assert drawn == {key: min(4, count) for key, count in counts.items()}
    assert max(counts.values()) > 4
    ids = [item["id"] for item in every]
    assert [item["id"] for item in few] == [id for id in ids if id in {one["id"] for one in few}]
    manifest = folders.read_manifest(tmp_path / "few")
    assert manifest.strata == "quantiles:3:4"
    card = (tmp_path / "few" / "README.md").read_text("utf-8")
    assert " --strata quantiles:3:4 --seed 0" in card
    assert "--popularity" not in card
    assert not manifest.popularity
    assert manifest.patterns[0].skipped == {strata.ENOUGH: len(every) - len(few)}
    other = exported(mined / "oxigraph", tmp_path / "seed", strata="quantiles:3:4", seed=1)
    assert {one["id"] for one in other} != {one["id"] for one in few}


def test_a_file_says_who_is_popular_and_who_is_not_in_it_is_not_drawn(
    mined: Path, tmp_path: Path
) -> None:
    known = {one: 1000 - number for number, one in enumerate(SUBJECTS[:20])}
    lines = [f"{EX}{one}\t{number}" for one, number in known.items()]
    (tmp_path / "views.tsv").write_text("\n".join([*lines, f"{EX}k3\t8"]))
    found = {"popularity": tmp_path / "views.tsv", "strata": "quantiles:2"}
    whole = exported(mined / "oxigraph", tmp_path / "whole", **found)
    for item in whole:
        subject = item["facts"][0]["subject"]["id"].removeprefix(EX)
        said = {c["name"].removeprefix(EX): c["count"] for c in item["provenance"]["popularity"]}
        ends = {subject, item["facts"][0]["object"]["id"].removeprefix(EX)}
        assert said == {one: n for one, n in {**known, "k3": 8}.items() if one in ends}
        stratum = item["provenance"].get("stratum")
        if item["group"].rstrip(">").endswith("likes"):
            place = SUBJECTS.index(subject)
            assert stratum == (None if place >= 20 else "2 of 2" if place < 10 else "1 of 2")
    few = exported(mined / "oxigraph", tmp_path / "few", **(found | {"strata": "quantiles:2:9"}))
    assert all(item["provenance"]["stratum"] for item in few)
    [made] = folders.read_manifest(tmp_path / "few").patterns
    unknown = sum("stratum" not in item["provenance"] for item in whole)
    assert made.skipped[strata.UNKNOWN] == unknown
    file = folders.read_manifest(tmp_path / "few").popularity
    assert file
    assert file.file == "views.tsv"
    card = (tmp_path / "few" / "README.md").read_text("utf-8")
    assert " --popularity views.tsv --strata quantiles:2:9 " in card


def test_every_store_draws_the_same(mined: Path, tmp_path: Path) -> None:
    for name in ("oxigraph", "duckdb"):
        exported(mined / name, tmp_path / name, strata="head_torso_tail:2")
    for file in ("fact.jsonl", "manifest.json"):
        one, other = ((tmp_path / name / file).read_bytes() for name in ("oxigraph", "duckdb"))
        assert one == other


def test_a_literal_is_asked_by_its_value_and_its_candidates_are_literals(
    mined: Path, tmp_path: Path
) -> None:
    items = exported(mined / "oxigraph", tmp_path / "b")
    dates = {fact["subject"]["label"]: fact for item in items for fact in item["facts"]
             if fact["predicate"]["id"] == EX + "born"}  # fmt: skip
    assert {name: fact["object"]["label"] for name, fact in dates.items()} == {
        "S00": "1952-03-11",
        "S01": "1970",
    }
    assert [one["label"] for one in dates["S00"]["candidates"]] == ["1952-03-11", "1970"]
    assert dates["S00"]["predicate"]["kind"] == "1-1"
    assert {item["facts"][0]["predicate"]["kind"] for item in items} == {"1-1", "N-1", "N-M"}
