"""The published graph of 525,632 triples: the same bytes from any order, and what it costs."""

import random
from collections.abc import Mapping
from pathlib import Path

import pytest

import kgforge
from kgforge.benchmark import ExportOptions, dealing, splits
from kgforge.graph.loading import LoadOptions
from kgforge.schema import ReadOptions, folders
from tests.conftest import Published
from tests.stores.engines import PROOF
from tests.worlds.facts import lines_of


def shuffled(source: Path, target: Path, seed: int) -> str:
    """A copy of a file of lines with the lines behind the header in another order."""
    header, *lines = lines_of(source)
    random.Random(seed).shuffle(lines)
    target.write_text("\n".join([header, *lines]) + "\n")
    return str(target)


FEW: Mapping[str, str] = {} if PROOF else {"most": "20"}
"""An ordinary run draws fewer instances, and ``make proof`` all."""


@pytest.fixture(scope="module")
def drawn(wikidata_graph: str, mined: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is mined of the published graph."""
    if PROOF:
        return mined
    out = tmp_path_factory.mktemp("published") / "mined"
    kgforge.mine(["all"], wikidata_graph, out, params=FEW)
    return out


@pytest.fixture(scope="module")
def benchmark_folder(drawn: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark made from the published graph."""
    out = tmp_path_factory.mktemp("published") / "bench"
    kgforge.export(drawn, out, ExportOptions(candidates=20))
    return out


def test_a_shuffled_graph_gives_the_same_bytes(
    drawn: Path, benchmark_folder: Path, shared: Path, tmp_path: Path
) -> None:
    folder = shared / "wikidata"
    labels = (
        shuffled(folder / "properties.tsv", tmp_path / "properties.tsv", 1),
        shuffled(folder / "entities.tsv.gz", tmp_path / "entities.tsv", 2),
    )
    triples = shuffled(folder / "triples.tsv.gz", tmp_path / "triples.tsv", 3)
    store = f"duckdb:{tmp_path}/graph.db"  # which keeps facts as they come
    kgforge.load([f"tsv:{triples}"], store, LoadOptions(ReadOptions(labels=labels)))
    kgforge.mine(["all"], store, tmp_path / "mined", params=FEW)
    names = [made.name for made in folders.read_manifest(benchmark_folder).patterns]
    assert len(names) >= 5
    for name in names:
        for file in ("groups.jsonl", "instances.jsonl"):
            assert (tmp_path / "mined" / name / file).read_bytes() == (
                drawn / name / file
            ).read_bytes()
    exported = names if PROOF else ["inverse", "symmetry"]
    kgforge.mine(exported, store, tmp_path / "some", params=FEW)
    kgforge.export(tmp_path / "some", tmp_path / "bench", ExportOptions(candidates=20))
    for name in exported:
        assert (tmp_path / "bench" / f"{name}.jsonl").read_bytes() == (
            benchmark_folder / f"{name}.jsonl"
        ).read_bytes()


def test_every_item_can_be_asked_and_its_distractors_are_false(
    benchmark_folder: Path, shared: Path
) -> None:
    wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
    facts = set()
    for line in lines_of(shared / "wikidata/triples.tsv.gz")[1:]:
        s, p, o, *_ = line.split("\t")
        facts.add((wd + s, wdt + p, wd + o))
    for made in folders.read_manifest(benchmark_folder).patterns:
        for item in folders.read_items(benchmark_folder, made.name):
            for fact in item.facts:
                question = fact.subject.id, fact.predicate.id
                if fact.holds:
                    assert (*question, fact.object.id) in facts
                assert fact.object.id in {candidate.id for candidate in fact.candidates}
                assert fact.prompts
                for candidate in fact.candidates:
                    if candidate.id != fact.object.id:
                        assert (*question, candidate.id) not in facts


@pytest.mark.parametrize(
    ("kind", "most"), [("random", 0.01), ("entity", 0.1), ("predicate", 0.05), ("popularity", 0.06)]
)
def test_a_split_leaves_little_out_and_tests_every_pattern(
    benchmark_folder: Path, kind: str, most: float
) -> None:
    dealer = dealing.Dealer(splits.plan(kind), seed=0)
    pairs: dict[str, set[frozenset[str]]] = {}
    for made in folders.read_manifest(benchmark_folder).patterns:
        for item in folders.read_items(benchmark_folder, made.name):
            dealer.note(item)
            pairs[item.id] = {frozenset((f.subject.id, f.object.id)) for f in item.facts}
    dealt = dealer.dealt()
    assert 1 - len(dealt) / len(pairs) <= most
    tested = {id.partition("-")[0] for id, split in dealt.items() if split == "test"}
    if kind != "predicate":  # where a pattern of few predicates lies on one side
        assert tested == {id.partition("-")[0] for id in pairs}
    sides: dict[frozenset[str], str] = {}
    for id, split in dealt.items():
        assert {sides.setdefault(pair, split) for pair in pairs[id]} == {split}


def test_loading_and_mining_take_under_eight_minutes_and_one_and_a_half_gigabytes(
    published: Published,
) -> None:
    assert published.seconds < 8 * 60
    assert published.peak < 1.5e6
