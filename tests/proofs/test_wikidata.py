"""The published graph of 525,632 triples: the same bytes from any order, and what it costs."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import kgforge
from kgforge.benchmark import ExportOptions, dealing, splits
from kgforge.graph import LoadOptions
from kgforge.schema import ReadOptions, folders
from tests.conftest import Published
from tests.sampled import PROOF, SEED
from tests.worlds.facts import lines_of


def copied(source: Path, target: Path, share: float = 1, order: int | None = None) -> str:
    """A copy of a file of lines: of those behind the header a share, in another order if asked."""
    header, *lines = lines_of(source)
    lines = random.Random(SEED).sample(lines, int(share * len(lines))) if share < 1 else lines
    if order is not None:
        random.Random(order).shuffle(lines)
    target.write_text("\n".join([header, *lines]) + "\n")
    return str(target)


SHARE = 1.0 if PROOF else 0.1
"""Which share of the facts is shuffled and exported: in an ordinary run some, drawn by
``KGFORGE_SEED``."""
SOME: Sequence[str] = ("hierarchy", "inverse", "symmetry")
"""The patterns of which an ordinary run exports the shuffled graph, too."""
FEW: Mapping[str, str] = {} if PROOF else {"most": "20", "asymmetry.most": "3", "fact.most": "1"}
"""An ordinary run draws fewer instances, and ``make proof`` all."""


@pytest.fixture(scope="module")
def both(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """What is mined and exported of the facts as they come, and of the same ones shuffled."""
    return (
        _made(shared, tmp_path_factory.mktemp("ordered"), None),
        _made(shared, tmp_path_factory.mktemp("shuffled"), 1),
    )


def _made(shared: Path, folder: Path, order: int | None) -> Path:
    """A folder with the triples, and what is mined and exported of them."""
    data = shared / "wikidata"
    triples = copied(data / "triples.tsv.gz", folder / "triples.tsv", SHARE, order)
    labels = tuple(
        copied(data / file, folder / file.removesuffix(".gz"), 1, order)
        for file in ("properties.tsv", "entities.tsv.gz")
    )
    store = f"duckdb:{folder}/graph.db"  # which keeps facts as they come
    kgforge.load([f"tsv:{triples}"], store, LoadOptions(ReadOptions(labels=labels)))
    kgforge.mine(["all", "fact"], store, folder / "mined", params=FEW, engine="native")
    exported = folder / "mined"
    if order is not None and not PROOF:  # as little as shows it
        kgforge.mine(SOME, store, exported := folder / "some", params={"most": FEW["most"]})
    kgforge.export(exported, folder / "bench", ExportOptions(candidates=20))
    return folder


@pytest.fixture(scope="module")
def benchmark_folder(both: tuple[Path, Path]) -> Path:
    """The benchmark made from the published graph."""
    return both[0] / "bench"


def test_a_shuffled_graph_gives_the_same_bytes(both: tuple[Path, Path]) -> None:
    one, other = both
    names = [made.name for made in folders.read_manifest(one / "bench").patterns]
    assert len(names) >= 5
    files = [f"mined/{name}/{file}.jsonl" for name in names for file in ("groups", "instances")]
    for file in files:
        assert (one / file).read_bytes() == (other / file).read_bytes()
    exported = [
        {file.path: file for file in folders.read_manifest(folder / "bench").files if file.lines}
        for folder in both
    ]
    wanted = {f"{name}.jsonl" for name in (names if PROOF else SOME)}
    shared_files = wanted & exported[0].keys()
    assert shared_files
    assert shared_files == wanted & exported[1].keys()
    for name in shared_files:
        assert exported[0][name] == exported[1][name]
        assert (one / "bench" / name).read_bytes() == (other / "bench" / name).read_bytes()


def test_every_item_can_be_asked_and_its_distractors_are_false(benchmark_folder: Path) -> None:
    wd, wdt = "http://www.wikidata.org/entity/", "http://www.wikidata.org/prop/direct/"
    facts = set()
    for line in lines_of(benchmark_folder.parent / "triples.tsv")[1:]:
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
