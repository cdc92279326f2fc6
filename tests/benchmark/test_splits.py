"""Splits of a benchmark: nothing that must stay together crosses, and verify tells what does."""

import hashlib
import json
import random
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import datasets
import jsonschema
import msgspec
import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kgforge
from kgforge import benchmark, files, mining, resources, stores, terms
from kgforge.benchmark import ExportOptions, dealing, splits
from kgforge.benchmark.baselines import REFUTED
from kgforge.benchmark.card import card
from kgforge.benchmark.dealing import Tied
from kgforge.cli import exported
from kgforge.errors import BenchmarkError
from kgforge.graph import LoadOptions
from kgforge.schema import Item, Named, Predicate, ReadOptions, Skip, folders
from tests.worlds.handmade import judged
from tests.worlds.small import entries, filled, iri, label

KINDS = ("random", "entity", "predicate", "popularity")
SPLITS = ("train", "validation", "test")

PAIRS = [
    *(("twin", f"a{n}", f"b{n}") for n in range(40)),
    *(("friend", f"a{n}", f"b{n}") for n in range(6)),  # the same pairs
    *(("friend", f"a{n}", f"c{n}") for n in range(10, 16)),  # of an entity asked about before
    *(("friend", f"d{n}", f"c{n}") for n in range(20, 40)),
]
"""Facts that hold both ways; two of them speak of entities whose names are nearly the same."""
SOME = {"asymmetry.most": "40", "path.most": "400", "composite.most": "400"}
"""How many instances are mined of the patterns of which the shipped graph has most."""
FACTS = [fact for p, one, other in PAIRS for fact in (f"{one} {p} {other}", f"{other} {p} {one}")]
NAMES = [label("a38", "José “Pepe” Old-Man"), label("a39", "JOSE Pepe Oldman")]


# ── Graphs and benchmarks ───────────────────────────────────────────────────────────────────────
def _mined(folder: Path, *, order: int | None = None) -> Path:
    store = stores.open(f"oxigraph:{folder / 'graph'}", stores.WRITE)
    with filled(store, entries(FACTS, NAMES), order=order) as graph:
        address = graph.address
    mining.mine(["symmetry"], address, folder / "mined", params={"least": "5"})
    return folder / "mined"


@pytest.fixture(scope="module")
def mined(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _mined(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All patterns mined from the shipped graph."""
    folder, examples = tmp_path_factory.mktemp("shipped"), resources.folder("examples")
    labels = tuple(str(examples / name) for name in ("entities.tsv", "properties.tsv"))
    address = f"duckdb:{folder / 'graph.db'}"
    source = f"tsv:{examples / 'wikidata.tsv'}"
    kgforge.load([source], address, LoadOptions(ReadOptions(labels=labels)))
    kgforge.mine(["all"], address, folder / "mined", params=SOME)
    return folder / "mined"


class Parted(dict[str, Path]):
    """The shipped graph's benchmark, split in each way; each is made when it is first asked for."""

    def __init__(self, mined: Path) -> None:
        super().__init__()
        self._mined = mined

    def __missing__(self, kind: str) -> Path:
        self[kind] = self._mined.parent / kind
        options = ExportOptions(split=kind, keep_flagged=True)  # so that there is enough to deal
        benchmark.export(self._mined, self[kind], options)
        return self[kind]


@pytest.fixture(scope="module")
def parted(shipped: Path) -> Parted:
    return Parted(shipped)


def every(folder: Path) -> Iterator[tuple[str, str, int, Item]]:
    """Each item with its split, file and line, as the manifest's files hold them."""
    manifest = folders.read_manifest(folder)
    for file in manifest.files:
        name = file.path.removesuffix(".jsonl")
        split = name.partition(".")[2] or "test"
        for number, item in enumerate(folders.read_items(folder, name), 1):
            yield split, file.path, number, item


def said(item: Item) -> set[tuple[str, str]]:
    """Subject and predicate of each of an item's facts, by names."""
    return {(fact.subject.id, fact.predicate.id) for fact in item.facts}


def side(folder: Path, subject: str, predicate: str) -> str:
    """The split in which it is asked what a subject's predicate is."""
    question = iri(subject), iri(predicate)
    [split] = {split for split, *_, item in every(folder) if question in said(item)}
    return split


# ── A small graph with a plain answer ───────────────────────────────────────────────────────────
def test_a_pair_and_a_wording_stay_together_and_nothing_is_lost(
    mined: Path, tmp_path: Path
) -> None:
    manifest = benchmark.export(mined, tmp_path / "bench", ExportOptions(split="random"))
    assert manifest.split
    # 72 pairs; the largest that hang together are two, so that shares come out to an item
    assert manifest.split.left_out == {"symmetry": 0}
    counts = manifest.split.items["symmetry"]
    assert sum(counts.values()) == 72
    assert abs(counts["train"] - 57.6) <= 2
    assert abs(counts["validation"] - 7.2) <= 2
    assert abs(counts["test"] - 7.2) <= 2
    for n in range(6):
        assert side(tmp_path / "bench", f"a{n}", "twin") == side(
            tmp_path / "bench", f"b{n}", "friend"
        )
    assert side(tmp_path / "bench", "a38", "twin") == side(tmp_path / "bench", "a39", "twin")
    apart = [
        n
        for n in range(10, 16)
        if side(tmp_path / "bench", f"a{n}", "twin") != side(tmp_path / "bench", f"c{n}", "friend")
    ]
    assert apart, "random: an entity may stand on both sides, with other facts"


def test_by_entity_what_is_asked_of_one_entity_stays_together(mined: Path, tmp_path: Path) -> None:
    manifest = benchmark.export(mined, tmp_path / "bench", ExportOptions(split="entity:60/20/20"))
    assert manifest.split
    assert manifest.split.shares == {"train": 60, "validation": 20, "test": 20}
    assert manifest.split.left_out == {"symmetry": 0}
    for n in range(10, 16):
        assert side(tmp_path / "bench", f"a{n}", "twin") == side(
            tmp_path / "bench", f"c{n}", "friend"
        )
    counts = manifest.split.items["symmetry"]
    assert abs(counts["train"] - 43.2) <= 2
    assert abs(counts["test"] - 14.4) <= 2


def test_by_predicate_each_stands_on_one_side_and_what_binds_them_is_left_out(
    mined: Path, tmp_path: Path
) -> None:
    manifest = benchmark.export(mined, tmp_path / "bench", ExportOptions(split="predicate:50/50"))
    assert manifest.split
    sides = {
        (fact.predicate.label, split)
        for split, *_, item in every(tmp_path / "bench")
        for fact in item.facts
    }
    assert len(sides) == 2
    assert {split for _, split in sides} == {"train", "test"}
    # six pairs are both twins and friends: either the one fact or the other has to go
    assert manifest.split.left_out == {"symmetry": 6}
    assert manifest.patterns[0].skipped == {dealing.LEFT_OUT: 6}
    assert manifest.patterns[0].items == 66


def test_items_of_one_sentence_stay_together(mined: Path, tmp_path: Path) -> None:
    benchmark.export(mined, tmp_path / "bench")
    dealer = dealing.Dealer(splits.plan("random"), seed=0)
    for number, (*_, item) in enumerate(every(tmp_path / "bench")):
        text = "Once more." if number % 10 == 0 else f"Sentence {number}."
        dealer.note(msgspec.structs.replace(item, text=text))
    dealt = dealer.dealt()
    ids = [item.id for *_, item in every(tmp_path / "bench")]
    assert len({dealt[id] for id in ids[::10]}) == 1
    assert len({dealt[id] for id in ids}) == 3


def test_of_a_rare_relation_every_split_has_its_share(mined: Path, tmp_path: Path) -> None:
    """Wherever it stands among the facts of its texts; a text without a fact is dealt, too."""
    benchmark.export(mined, tmp_path / "bench")
    *_, item = next(every(tmp_path / "bench"))
    told = item.facts[0]

    def text(number: int, *relations: str) -> Item:
        facts = tuple(
            msgspec.structs.replace(
                told,
                subject=Named(f"urn:{number}", f"{number}"),
                predicate=Predicate(iri(name), name),
                object=Named(f"urn:{number}{name}", name),
                prompts=(),
            )
            for name in relations
        )
        id, said = f"{number}-{'-'.join(relations)}", f"Text {number}."
        return msgspec.structs.replace(item, id=id, text=said, facts=facts, prompts=())

    common = [text(number, "often") for number in range(190)]
    rare = [text(number, "often", "rare") for number in range(190, 200)]
    for seed in range(5):
        dealer = dealing.Dealer(splits.plan("random:60/20/20"), seed)
        for one in (*common, *rare, text(200)):
            dealer.note(one)
        dealt = dealer.dealt()
        assert Counter(dealt[one.id] for one in rare) == {"train": 6, "validation": 2, "test": 2}
        assert len(dealt) == 201


def test_one_predicate_cannot_be_split_by_predicate(mined: Path, tmp_path: Path) -> None:
    alone = tmp_path / "mined"
    params = {"least": "5", "predicates": f"<{iri('twin')}>"}
    mining.mine(["symmetry"], f"oxigraph:{mined.parent / 'graph'}", alone, params=params)
    with pytest.raises(BenchmarkError, match=r"--split predicate: the test split is empty"):
        benchmark.export(alone, tmp_path / "bench", ExportOptions(split="predicate"))
    assert not (tmp_path / "bench").exists()


def test_the_same_bytes_in_any_order(mined: Path, tmp_path: Path) -> None:
    other = _mined(tmp_path, order=3)
    for kind in KINDS:
        benchmark.export(mined, tmp_path / "one", ExportOptions(split=kind), force=True)
        benchmark.export(other, tmp_path / "two", ExportOptions(split=kind), force=True)
        for path in (tmp_path / "one").iterdir():
            assert (tmp_path / "two" / path.name).read_bytes() == path.read_bytes(), path.name


def test_another_seed_deals_otherwise(mined: Path, tmp_path: Path) -> None:
    for seed in (0, 1):
        benchmark.export(mined, tmp_path / str(seed), ExportOptions(split="random", seed=seed))
    one, two = ((tmp_path / str(seed) / "symmetry.jsonl").read_bytes() for seed in (0, 1))
    ids = [{json.loads(line)["id"] for line in data.splitlines()} for data in (one, two)]
    assert ids[0] != ids[1]


def test_without_a_split_all_is_for_testing(mined: Path, tmp_path: Path) -> None:
    benchmark.export(mined, tmp_path / "bench")
    assert "split" not in json.loads((tmp_path / "bench/manifest.json").read_text())
    assert {split for split, *_ in every(tmp_path / "bench")} == {"test"}
    assert {item.split for *_, item in every(tmp_path / "bench")} == {"test"}
    assert "Leak" not in (tmp_path / "bench/README.md").read_text()


@pytest.mark.parametrize(
    "text",
    ["", "entities", "entity:", "entity:80", "random:80/10", "random:100/0", "random:80/x/20"],
)
def test_another_split_is_refused_and_those_there_are_named(
    mined: Path, tmp_path: Path, text: str
) -> None:
    with pytest.raises(BenchmarkError, match=r"random, entity, predicate, popularity.*80/10/10"):
        benchmark.export(mined, tmp_path / "bench", ExportOptions(split=text))


# ── Any items at all ────────────────────────────────────────────────────────────────────────────
tied = st.lists(
    st.tuples(
        st.sampled_from("pq"),
        st.sets(st.integers(0, 15), min_size=1, max_size=4),
        st.integers(0, 3),
    ),
    max_size=40,
).map(
    lambda found: [
        Tied(f"{pattern}{n}", pattern, terms.digest(str(n)), tuple(sorted(keys)), float(degree))
        for n, (pattern, keys, degree) in enumerate(found)
    ]
)


def graph_of(items: list[Tied]) -> networkx.Graph:
    graph = networkx.Graph()
    graph.add_nodes_from(item.id for item in items)
    graph.add_edges_from((item.id, key) for item in items for key in item.keys)
    return graph


@given(tied)
def test_components_are_those_that_networkx_finds(items: list[Tied]) -> None:
    totals = Counter(item.stratum for item in items)
    found = dealing.components(items, 1, totals)
    wanted = networkx.connected_components(graph_of(items))
    assert {frozenset(item.id for item in one) for one in found} == {
        frozenset(node for node in one if isinstance(node, str)) for one in wanted
    }


@given(tied, st.sampled_from([1 / 2, 1 / 4, 1 / 8]))
def test_components_are_cut_to_size(items: list[Tied], cut: float) -> None:
    totals = Counter(item.stratum for item in items)
    found = dealing.components(items, cut, totals)
    seen: dict[int, int] = {}
    for number, one in enumerate(found):
        for pattern, count in Counter(item.stratum for item in one).items():
            assert count <= max(1, cut * totals[pattern])
        for item in one:
            for key in item.keys:
                assert seen.setdefault(key, number) == number


@given(tied, st.sampled_from(KINDS), st.sampled_from(["80/10/10", "50/50"]), st.integers(0, 99))
def test_no_key_crosses_whatever_the_items(
    items: list[Tied], kind: str, shares: str, order: int
) -> None:
    plan = splits.plan(f"{kind}:{shares}")
    dealt = dealing.deal(items, plan)
    owners: dict[int, str] = {}
    for item in items:
        if item.id in dealt:
            assert dealt[item.id] in plan.shares
            for key in item.keys:
                assert owners.setdefault(key, dealt[item.id]) == dealt[item.id]
    shuffled = random.Random(order).sample(items, len(items))
    assert dealing.deal(shuffled, plan) == dealt


@given(tied)
def test_an_item_is_left_out_only_where_it_is_bonded_to_two_splits(items: list[Tied]) -> None:
    dealt = dealing.deal(items, splits.plan("random"))
    owners = {key: dealt[item.id] for item in items if item.id in dealt for key in item.keys}
    for item in items:
        if item.id not in dealt:
            assert len({owners[key] for key in item.keys if key in owners}) > 1


@given(tied)
def test_by_popularity_no_split_is_more_popular_than_one_before_it(items: list[Tied]) -> None:
    dealt = dealing.deal(items, splits.plan("popularity"))
    for pattern in "pq":
        for before, after in (SPLITS[:2], SPLITS[1:], SPLITS[::2]):
            ours, theirs = (
                [one.degree for one in items if (dealt.get(one.id), one.stratum) == (side, pattern)]
                for side in (before, after)
            )
            assert min(ours, default=9) >= max(theirs, default=0) or not ours or not theirs


# ── The shipped graph ───────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("kind", "least"), [("random", 0.9), ("entity", 0.9), ("predicate", 0.7), ("popularity", 0.6)]
)
def test_the_shipped_graph_is_split_with_little_left_out(
    parted: Parted, kind: str, least: float
) -> None:
    manifest = folders.read_manifest(parted[kind])
    assert manifest.split
    kept = sum(made.items for made in manifest.patterns)
    left_out = sum(manifest.split.left_out.values())
    assert kept / (kept + left_out) >= least
    assert kept == sum(sum(counts.values()) for counts in manifest.split.items.values())
    test = sum(counts["test"] for counts in manifest.split.items.values())
    # by predicate whole groups go to one side, and these graphs have few
    assert 0.05 <= test / kept <= (0.5 if kind == "predicate" else 0.2)
    for made in manifest.patterns:
        counts = manifest.split.items[made.name]
        if made.items and kind in ("random", "entity"):
            assert 0.7 < counts["train"] / made.items < 0.95, made.name
            assert 0.04 < counts["test"] / made.items < 0.2, made.name
        if made.items and kind == "popularity":  # whose test items are placed first
            assert counts["test"] >= (made.items + manifest.split.left_out[made.name]) // 10


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_crosses_by_a_count_of_our_own(parted: Parted, kind: str) -> None:
    found: dict[str, dict[object, set[str]]] = {
        "pair": {},
        "text": {},
        "entity": {},
        "predicate": {},
    }
    for split, _, _, item in every(parted[kind]):
        assert item.split == split
        for fact in item.facts:
            keys = {
                "pair": frozenset((fact.subject.id, fact.object.id)),
                "entity": fact.subject.id,
                "predicate": fact.predicate.id,
            }
            for name, key in keys.items():
                found[name].setdefault(key, set()).add(split)
            for prompt in fact.prompts:
                found["text"].setdefault(prompt.text.lower(), set()).add(split)
    crossing = {
        name: sum(len(places) > 1 for places in keys.values()) for name, keys in found.items()
    }
    assert crossing["pair"] == crossing["text"] == 0
    assert (crossing["entity"] == 0) == (kind == "entity")
    assert (crossing["predicate"] == 0) == (kind == "predicate")
    manifest = folders.read_manifest(parted[kind])
    assert manifest.split
    assert manifest.split.bonds["pair of entities"].keys == len(found["pair"])
    assert {bond.crossing for bond in manifest.split.bonds.values()} == {0}


@pytest.mark.parametrize("kind", KINDS)
def test_answers_that_recur_are_counted_and_are_no_breach(parted: Parted, kind: str) -> None:
    named: set[str] = set()
    answers: set[str] = set()
    for split, *_, item in every(parted[kind]):
        for fact in item.facts:
            if split == "train":
                named |= {fact.subject.id, fact.object.id}
            if split == "test" and fact.holds is not False:
                answers.add(fact.object.id)
    manifest = folders.read_manifest(parted[kind])
    assert manifest.split
    found = manifest.split.recurring
    assert found
    assert (found.keys, found.crossing) == (len(answers), len(answers & named))
    assert found.crossing > 0
    said = f"Of {found.keys:,} answers of test, {found.crossing:,} are also subject or"
    assert said in card(manifest)
    old = msgspec.structs.replace(manifest.split, recurring=None)
    assert "answers of test" not in card(msgspec.structs.replace(manifest, split=old))


def test_by_popularity_the_tail_is_tested(parted: Parted) -> None:
    degrees: dict[tuple[str, str], list[float]] = {}
    for split, _, _, item in every(parted["popularity"]):
        counts = [degree.count for degree in item.provenance.degrees]
        degrees.setdefault((item.pattern, split), []).append(sum(counts) / len(counts))
    patterns = {pattern for pattern, _ in degrees}
    assert patterns
    for pattern in patterns:
        assert min(degrees[pattern, "train"]) >= max(degrees[pattern, "test"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_sound_split_has_no_problems(parted: Parted, kind: str) -> None:
    assert benchmark.verify(parted[kind]) == []


def test_the_card_names_a_file_per_split_and_the_leak_report(
    parted: Parted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = parted["entity"]
    manifest = folders.read_manifest(folder)
    assert manifest.split
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    loaded = datasets.load_dataset(str(folder), "symmetry", cache_dir=str(tmp_path / "cache"))
    assert {name: len(loaded[name]) for name in loaded} == manifest.split.items["symmetry"]
    assert set(loaded["train"]["split"]) == {"train"}
    said = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(folders.json_schema("manifest"))
    validator.validate(said)
    assert not validator.is_valid({**said, "split": {**said["split"], "shares": 1}})
    text = (folder / "README.md").read_text(encoding="utf-8")
    assert text == card(manifest)
    counts, out = manifest.split.items["path"], manifest.split.left_out["path"]
    kept = sum(counts.values())
    reached = " | ".join(f"{count} ({count / kept:.1%})" for count in counts.values())
    assert f"| `path` | {reached} | {out} ({out / (kept + out):.1%}) |" in text
    assert (
        "| pattern | train (80 % wanted) | validation (10 % wanted) | test (10 % wanted) |" in text
    )
    keys = manifest.split.bonds["entity asked about"].keys
    assert f"| entity asked about | {keys} | 0 |" in text
    assert "--split entity:80/10/10" in text


def test_a_pattern_that_is_not_tested_or_loses_many_items_is_told(
    parted: Parted, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the shipped graph by predicate, since many a pattern there has few; not at random."""
    for kind in ("random", "predicate"):
        manifest = folders.read_manifest(parted[kind])
        exported.tell(manifest, parted[kind])
        told = [line for line in capsys.readouterr().err.splitlines() if "--split" in line]
        assert manifest.split
        untested, lessened, missed = set(), set(), set()
        for pattern, counts in manifest.split.items.items():
            kept, out = sum(counts.values()), manifest.split.left_out[pattern]
            if kept and not counts["test"]:
                untested.add(f"{pattern}: --split {kind} leaves no item for testing")
            if out > (kept + out) / 10:
                lessened.add(
                    f"{pattern}: --split {kind} leaves {out:,} of {kept + out:,} items out"
                )
            wanted = {name: kept * share / 100 for name, share in manifest.split.shares.items()}
            off = max(abs(counts[name] - wanted[name]) for name in wanted)
            if counts["test"] and off > max(1, kept / 10):
                missed.add(f"{pattern}: --split {kind} gives {counts['train']:,} train")
        assert (kind == "predicate") == bool(untested) == bool(lessened) == bool(missed)
        assert {line.partition(" (")[0].partition(", since")[0] for line in told} == (
            untested | lessened | missed
        )


def test_the_test_items_alone_are_asked_and_reported(parted: Parted, tmp_path: Path) -> None:
    folder = parted["entity"]
    manifest = folders.read_manifest(folder)
    assert manifest.split
    items = [item for split, *_, item in every(folder) if split == "test"]
    lines = [
        {"item": item.id, "role": fact.role, "answers": [fact.object.label]}
        for item in items
        for fact in item.facts
    ]
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    run = kgforge.probe(folder, f"table:{answers}", tmp_path / "run")
    assert run.items == len(items)
    asked = judged(folder, tmp_path / "run")[0].judged
    assert {name: len(found) for name, found in asked.items()} == {
        name: counts["test"] for name, counts in manifest.split.items.items() if counts["test"]
    }
    kgforge.report([tmp_path / "run"], tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert f'"items":{manifest.split.items["path"]["test"]},' in page


# ── Leaks that verify tells ─────────────────────────────────────────────────────────────────────
def move(folder: Path, item: Item, to: str) -> None:
    """Move an item into another split, with lines, hashes and the name mended."""
    paths = {split: folder / splits.file_name(item.pattern, split) for split in SPLITS}
    held = {
        split: [one for one in files.read_lines(path, Item, "") if one.id != item.id]
        for split, path in paths.items()
        if path.exists()
    }
    held.setdefault(to, []).append(msgspec.structs.replace(item, split=to))
    for split, items in held.items():
        files.write_lines(paths[split], items)
    manifest = folders.read_manifest(folder)
    mended = tuple(
        msgspec.structs.replace(
            file,
            sha256=files.sha256(folder / file.path),
            lines=len((folder / file.path).read_bytes().splitlines()),
        )
        if (folder / file.path).exists()
        else file
        for file in manifest.files
    )
    said = "".join(f"{file.path} {file.sha256}\n" for file in mended)
    name = f"kgforge-{hashlib.sha256(said.encode()).hexdigest()[:12]}"
    changed = msgspec.structs.replace(manifest, files=mended, name=name)
    files.write_json(folder / "manifest.json", changed)


def _leak(mined: Path, tmp_path: Path, split: str, subject: str, predicate: str) -> list[str]:
    """What verify says of a benchmark after the item of a question went to another split."""
    folder = tmp_path / "bench"
    benchmark.export(mined, folder, ExportOptions(split=split))
    question = iri(subject), iri(predicate)
    [(there, item)] = [(there, item) for there, *_, item in every(folder) if question in said(item)]
    move(folder, item, "test" if there != "test" else "train")
    return benchmark.verify(folder)


@pytest.mark.parametrize(
    ("split", "subject", "predicate", "what"),
    [
        ("random", "a3", "twin", f"the pair of entities {iri('a3')} – {iri('b3')}"),
        ("random", "a38", "twin", "the text josepepeoldman"),
        ("entity", "a12", "twin", f"the entity asked about {iri('a12')}"),
        ("predicate", "a30", "twin", f"the predicate {iri('twin')}"),
    ],
)
def test_each_kind_of_leak_is_named_by_file_and_line(
    mined: Path, tmp_path: Path, split: str, subject: str, predicate: str, what: str
) -> None:
    problems = _leak(mined, tmp_path, split, subject, predicate)
    assert problems
    [item] = [
        (file, number)
        for _, file, number, item in every(tmp_path / "bench")
        if (iri(subject), iri(predicate)) in said(item)
    ]
    place = f"{item[0]}:{item[1]}"
    for problem in problems:
        assert place in (problem.split(": ")[0], problem.rsplit(", at ")[-1])
    assert any(what in problem for problem in problems), problems


def test_an_item_of_another_stratum_is_named(parted: Parted, tmp_path: Path) -> None:
    folder = tmp_path / "bench"
    shutil.copytree(parted["popularity"], folder)
    of_path = [(split, item) for split, _, _, item in every(folder) if item.pattern == "path"]
    best = max((item for split, item in of_path if split == "train"), key=splits.mean_degree)
    move(folder, best, "test")
    number = sum(split == "test" for split, _ in of_path) + 1
    problems = benchmark.verify(folder)
    assert any(
        problem.startswith(f"path.jsonl:{number}: mean degree") and "in train" in problem
        for problem in problems
    ), problems


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda split: split["items"]["path"].update(train=1), "path: items in train: N, M 1"),
        (lambda split: split["items"]["path"].pop("test"), "path: items in test: N, M nothing"),
        (lambda split: split["items"].update(own={"test": 3}), "own: items in test: nothing, M 3"),
        (lambda split: split["left_out"].update(path=99), "path: items left out: N, M 99"),
        (lambda split: split["bonds"]["text"].update(keys=1), "text: how many there are: N, M 1"),
        (lambda split: split["bonds"]["text"].update(crossing=2), "text: how many cross: 0, M 2"),
        (
            lambda split: split["bonds"].update(name={"keys": 5, "crossing": 0}),
            "name: how many there are: nothing, M 5\nname: how many cross: nothing, M 0",
        ),
    ],
)
def test_a_manifest_that_counts_otherwise_than_the_files_is_told(
    parted: Parted, tmp_path: Path, edit: Callable[[Any], object], problem: str
) -> None:
    folder = tmp_path / "bench"
    shutil.copytree(parted["random"], folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    edit(manifest["split"])
    (folder / "manifest.json").write_text(json.dumps(manifest))
    told = [re.sub("the manifest says", "M", line) for line in benchmark.verify(folder)]
    wanted = problem.splitlines()
    assert len(told) == len(wanted)
    for line, pattern in zip(told, wanted, strict=True):
        assert re.fullmatch(pattern.replace("N", r"\d+"), line)


def never_right(item: Item) -> Item:
    """The item with a target that is no accepted answer."""
    first, *rest = item.facts
    wrong = msgspec.structs.replace(first.answers[0], label="another", aliases=())
    return msgspec.structs.replace(
        item, facts=(msgspec.structs.replace(first, answers=(wrong,)), *rest)
    )


@pytest.mark.parametrize("split", SPLITS)
def test_an_item_about_which_gold_is_wrong_is_left_out_of_every_split(
    split: str, mined: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong: list[str] = []

    def spoilt(items: Iterable[Item], dealt: Mapping[str, str]) -> Iterator[Item | Skip]:
        for item in parted(items, dealt):
            if isinstance(item, Item) and item.split == split and not wrong:
                wrong.append(item.id)
                yield never_right(item)
            else:
                yield item

    parted = dealing.parted
    monkeypatch.setattr("kgforge.benchmark.writer.parted", spoilt)
    manifest = benchmark.export(mined, tmp_path / "bench", ExportOptions(split="random"))
    [left_out] = wrong
    reasons = Counter[str]()
    for made in manifest.patterns:
        reasons.update(made.skipped)
    assert reasons[f"{REFUTED} (item {left_out})"] == 1
    assert left_out not in {item.id for *_, item in every(tmp_path / "bench")}
    assert benchmark.verify(tmp_path / "bench") == []


def test_verify_tells_a_train_item_about_which_gold_is_wrong(
    parted: Parted, tmp_path: Path
) -> None:
    folder = tmp_path / "bench"
    shutil.copytree(parted["random"], folder)
    item = next(item for split, *_, item in every(folder) if split == "train")
    move(folder, never_right(item), "train")
    [problem] = benchmark.verify(folder)
    assert f"gold is wrong about item {item.id}" in problem


def test_an_item_in_the_wrong_file_is_named(parted: Parted, tmp_path: Path) -> None:
    folder = tmp_path / "bench"
    shutil.copytree(parted["random"], folder)
    lines = (folder / "symmetry.train.jsonl").read_bytes().splitlines(keepends=True)
    with (folder / "symmetry.jsonl").open("ab") as stream:
        stream.write(lines[0])
    number = len((folder / "symmetry.jsonl").read_bytes().splitlines())
    problems = benchmark.verify(folder)
    assert f"symmetry.jsonl:{number}: an item of symmetry, split train" in problems
    assert any("the pair of entities" in problem for problem in problems)


@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_by_popularity_the_least_popular_item_of_few_is_tested(count: int) -> None:
    few = [Tied(f"x-{n}", "x", f"{n:02}", (n,), float(n)) for n in range(count)]
    dealt = dealing.deal(few, splits.plan("popularity"))
    assert dealt["x-0"] == "test"
    assert [dealt[f"x-{n}"] for n in range(1, count)].count("test") == 0
