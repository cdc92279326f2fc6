"""The benchmark folder: whole, the same bytes everywhere, readable by others, and checked."""

import hashlib
import json
import re
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import jsonschema
import msgspec
import pytest
import yaml

from kgforge import benchmark, files, graph, mining, patterns, stores
from kgforge.benchmark import ExportOptions, guards
from kgforge.benchmark.card import card
from kgforge.benchmark.tally import Sizing
from kgforge.errors import BenchmarkError, OutputError, StoreError
from kgforge.schema import (
    Entry,
    Group,
    Instance,
    Item,
    Manifest,
    Response,
    Score,
    Scored,
    Source,
    Top,
    folders,
)
from tests.worlds.small import EX, entries, filled, iri, label, sentence

SOURCES = (Source("b.tsv", "b" * 64, "CC0-1.0"), Source("a.tsv", "a" * 64, "CC0-1.0"))
PAIRS = [(f"e{n}", f"e{n + 1}") for n in range(0, 24, 2)]
FACTS = [
    *(f"{one} twin {other}" for one, other in PAIRS),
    *(f"{other} twin {one}" for one, other in PAIRS),
    *(f"e{n} twin lone{n}" for n in range(3)),
    *(f"k{n} kind k{n + 1}" for n in range(4)),
]
TURTLE = (
    "@prefix ex: <http://example.org/> . @prefix kgf: <urn:kgforge:ns#> .\n"
    'ex:twin kgf:template "[X] is the twin of [Y]."@en , "[Y] and [X] are twins."@en .\n'
)
PARAMS = {"least": "5", "sub": f"<{EX}kind>"}


def _graph(folder: Path, *, order: int | None = None, more: tuple[str, ...] = ()) -> str:
    """A graph store in a folder: its address."""
    found = entries(
        [*FACTS, *more],
        [label("e1", "Éva"), label("e1", "Evi", "alias"), label("twin", "twin of")],
        [sentence("E0 is Éva's twin.", "e0 twin e1", "E0", "Éva")],
        unnamed=["e2"],
    )
    found += [Entry(sources=(source,), documents=0) for source in SOURCES]
    with filled(stores.open(f"oxigraph:{folder}", stores.WRITE), found, order=order) as store:
        return store.address


def _made(folder: Path, *, order: int | None = None, name: str = "bench") -> Path:
    """A benchmark, from graph to folder."""
    folder.mkdir(exist_ok=True)
    address = _graph(folder / "graph", order=order)
    mining.mine(["symmetry", "hierarchy"], address, folder / "mined", params=PARAMS)
    templates = folder / "mine.ttl"
    templates.write_text(TURTLE, encoding="utf-8")
    benchmark.export(folder / "mined", folder / name, ExportOptions(templates=(templates,)))
    return folder / name


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _made(tmp_path_factory.mktemp("line"))


@pytest.fixture
def copy(bench: Path, tmp_path: Path) -> Path:
    """A copy of the benchmark to damage."""
    return _copied(bench, tmp_path / "copy")


def _copied(folder: Path, to: Path) -> Path:
    to.mkdir()
    for file in folder.rglob("*"):
        if file.is_file():
            target = to / file.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.read_bytes())
    return to


# ── What is written ─────────────────────────────────────────────────────────────────────────────
def test_the_folder_holds_what_the_manifest_says(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    names = sorted(path.name for path in bench.iterdir())
    assert names == ["README.md", "hierarchy.jsonl", "manifest.json", "symmetry.jsonl"]
    for file in manifest.files:
        assert files.sha256(bench / file.path) == file.sha256
        assert len((bench / file.path).read_bytes().splitlines()) == file.lines
    # 12 pairs less the one with e2, which has no name; 4 kinds in a row make 3 chains
    assert [(made.name, made.items) for made in manifest.patterns] == [
        ("symmetry", 11),
        ("hierarchy", 3),
    ]
    symmetry, hierarchy = manifest.patterns
    assert symmetry.skipped == {"no label in en": 1}
    assert (symmetry.fallback, hierarchy.fallback) == (0, 9)
    assert symmetry.params["least"] == 5
    assert hierarchy.params["sub"] == iri("kind")
    assert symmetry.queries["sparql"] == patterns.read_pattern("symmetry").query("sparql").sha256


def test_the_manifest_names_graph_sources_and_templates(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    with stores.open(f"oxigraph:{bench.parent / 'graph'}") as store:
        found, facts = graph.graph_hash(store)
    assert (manifest.graph.hash, manifest.graph.facts) == (found, facts) == (found, len(FACTS))
    assert manifest.sources == tuple(sorted(SOURCES, key=lambda source: source.file))
    last = manifest.templates[-1]
    assert (last.file, last.sha256) == ("mine.ttl", files.sha256(bench.parent / "mine.ttl"))
    assert (manifest.languages, manifest.seed, manifest.candidates) == (("en",), 0, 100)


def test_each_pattern_has_floors_that_are_recomputed(bench: Path, copy: Path) -> None:
    """Each twin is a target once: E0, E10, E11, E12 and E13 come first, of whom four are twins."""
    symmetry, hierarchy = folders.read_manifest(bench).patterns
    found = {(floor.answerer, floor.k): floor for floor in symmetry.floors}
    assert len(found) == 12
    assert {found["gold", k].value for k in (1, 3, 5)} == {1}
    assert (found["empty", 5].denominator, found["empty", 5].value) == (0, None)
    frequent = [found["frequent", k] for k in (1, 3, 5)]
    assert [(one.numerator, one.denominator) for one in frequent] == [(0, 1), (1, 2), (2, 3)]
    assert [floor.value for floor in hierarchy.floors if floor.answerer == "gold"] == [1] * 3
    manifest = folders.read_manifest(copy)
    first, *rest = symmetry.floors
    last = msgspec.structs.replace(rest[-1], k=7)
    changed = msgspec.structs.replace(
        symmetry,
        floors=(msgspec.structs.replace(first, numerator=10, value=0.5), *rest[:-1], last),
    )
    files.write_json(
        copy / "manifest.json", msgspec.structs.replace(manifest, patterns=(changed, hierarchy))
    )
    four, six, one = benchmark.verify(copy)
    assert four.startswith("symmetry: frequent at 5 is ")
    assert four.endswith(", the manifest says nothing")
    assert six.startswith("symmetry: frequent at 7 is nothing, the manifest says ")
    assert one == "symmetry: gold at 1 is 11.0/11.0 = 1.0, the manifest says 10.0/11.0 = 0.5"


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


def _with(manifest: Manifest, **fields: object) -> Manifest:
    """The manifest with fields of every pattern changed, as an older one lacks them."""
    changed = [msgspec.structs.replace(made, **fields) for made in manifest.patterns]
    return msgspec.structs.replace(manifest, patterns=tuple(changed))


def test_a_benchmark_of_before_there_were_floors_is_sound(copy: Path) -> None:
    manifest = folders.read_manifest(copy)
    lacking = {"floors": (), "sizes": None, "twice": None}
    older = [msgspec.structs.replace(made, **lacking) for made in manifest.patterns]
    changed = msgspec.structs.replace(manifest, patterns=tuple(older), kgforge="0.1.0")
    files.write_json(copy / "manifest.json", changed)
    assert benchmark.verify(copy) == []
    assert "## Baselines" not in card(changed)


def test_a_benchmark_on_which_gold_is_wrong_is_not_written(bench: Path, tmp_path: Path) -> None:
    """A metric of facts that all hold, for a pattern that says of one that it must not."""
    mined = _copied(bench.parent / "mined", tmp_path / "mined")
    path = mined / "symmetry" / "instances.jsonl"
    turned = re.compile(rb'"object":"[^"]*","holds":true}]')
    untrue = f'"object":"{iri("k4")}","holds":false}}]'.encode()
    path.write_bytes(turned.sub(untrue, path.read_bytes()))
    with pytest.raises(BenchmarkError, match=r"symmetry: gold is right .*, but both_given_either"):
        benchmark.export(mined, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["mined"]


def test_distractors_matched_by_popularity_are_said_to_be(bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    manifest = benchmark.export(
        bench.parent / "mined", out, ExportOptions(candidates=4, match="popularity")
    )
    assert manifest.match == "popularity"
    text = (out / "README.md").read_text()
    assert "--candidates 4 --match popularity" in text
    assert "of the target's class and of its popularity (degree, doubling)" in text
    assert benchmark.verify(out) == []
    plain = benchmark.export(
        bench.parent / "mined", tmp_path / "plain", ExportOptions(candidates=4)
    )
    assert plain.match is msgspec.UNSET
    assert b'"match"' not in (tmp_path / "plain" / "manifest.json").read_bytes()


def test_what_was_mined_as_symmetric_is_not_asked_for_as_false(tmp_path: Path) -> None:
    """Of eight facts four have their reverse: that is enough for either pattern."""
    facts = [f"a{n} p b{n}" for n in range(4)]
    facts += [f"c{n} p d{n}" for n in range(2)] + [f"d{n} p c{n}" for n in range(2)]
    found = filled(stores.open(f"oxigraph:{tmp_path}/graph", stores.WRITE), entries(facts))
    with found as store:
        address = store.address
    for names in (["asymmetry"], ["asymmetry", "symmetry"]):
        mined = tmp_path / "-".join(names)
        mining.mine(names, address, mined, params={"least": "1"})
        made = benchmark.export(mined, mined / "bench").patterns[0]
        skipped = {} if len(names) == 1 else {"the false answer follows from the graph": 4}
        assert made.skipped == skipped
        assert made.items == 4 - sum(skipped.values())
        rules = () if len(names) == 1 else ((iri("p"), iri("p")),)
        assert folders.read_manifest(mined / "bench").rules == rules
        text = (mined / "bench" / "README.md").read_text()
        assert ("`<http://example.org/p>` (symmetric)" in text) == bool(rules)


def test_items_are_in_order_and_know_their_graph(bench: Path) -> None:
    found = list(folders.read_items(bench, "symmetry"))
    mined = mining_instances(bench, "symmetry")
    assert [item.id for item in found] == [
        f"symmetry-{one.key[:16]}"
        for one in mined
        if iri("e2") not in {fact.subject for fact in one.facts}
    ]
    manifest = folders.read_manifest(bench)
    assert {item.provenance.graph for item in found} == {manifest.graph.hash}
    texts = manifest.patterns[0].queries
    assert set(texts) == {f"{one}{more}" for one in patterns.SUFFIXES for more in ("", ".groups")}
    said = "".join(f"{name} {found}\n" for name, found in texts.items())
    assert {item.provenance.query for item in found} == {hashlib.sha256(said.encode()).hexdigest()}
    (eva,) = (
        fact
        for item in found
        for fact in item.facts
        if (fact.subject.id, fact.object.id) == (iri("e0"), iri("e1"))
    )
    assert [answer.label for answer in eva.answers] == ["Éva", "Lone0"]
    assert eva.answers[0].aliases == ("Evi",)
    assert eva.predicate.label == "twin of"
    assert [prompt.text for prompt in eva.prompts] == [
        "E0 is the twin of [MASK].",
        "[MASK] and E0 are twins.",
    ]
    assert [evidence.text for evidence in eva.evidence] == ["E0 is Éva's twin."]


def mining_instances(bench: Path, pattern: str) -> list[Instance]:
    path = bench.parent / "mined" / pattern / "instances.jsonl"
    return list(files.read_lines(path, Instance, ""))


def test_the_same_bytes_in_any_order_and_any_folder(bench: Path, tmp_path: Path) -> None:
    other = _made(tmp_path / "elsewhere", order=7, name="another-name")
    for path in bench.iterdir():
        assert (other / path.name).read_bytes() == path.read_bytes(), path.name


def test_no_path_of_this_machine_is_written(bench: Path) -> None:
    for path in bench.iterdir():
        assert str(bench.parent) not in path.read_text(encoding="utf-8")


# ── What others read ────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("pattern", ["symmetry", "hierarchy"])
def test_datasets_opens_it_offline(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str
) -> None:
    monkeypatch.setattr(datasets.config, "HF_HUB_OFFLINE", True)
    loaded = datasets.load_dataset(str(bench), pattern, cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["test"]
    rows = list(loaded["test"])
    wanted = [json.loads(line) for line in (bench / f"{pattern}.jsonl").read_bytes().splitlines()]
    assert rows == wanted
    features = loaded["test"].features
    assert features["text"] == datasets.Value("string")
    assert features["facts"].feature["holds"] == datasets.Value("bool")
    assert features["facts"].feature["answers"].feature["aliases"] == datasets.List(
        datasets.Value("string")
    )
    assert features["provenance"]["degrees"].feature["count"] == datasets.Value("int64")


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
        "no label in en: 1",
        "| a.tsv | `" + "a" * 64 + "` | CC0-1.0 |",
        "mine.ttl",
        "subject: 22",
        "| `symmetry` | 1 | 1.000 (11/11) | – (0/0) |",
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


def test_the_example_of_what_is_no_merit_names_nobody(bench: Path) -> None:
    item = next(folders.read_items(bench, "symmetry"))
    one, other = (fact.subject.label for fact in item.facts)
    for metric, named in (("both_given_either", True), ("sensitive_named", False)):
        sizing = Sizing(metric)
        sizing.add(item)
        example = sizing.counted().example
        assert (one in example, other in example) == (named, named)
        assert "twin of" in example


def test_licences_that_differ_are_other(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    more = (*manifest.sources, Source("c.tsv", "c" * 64, None))
    for sources in (more, (*more[:2], Source("c.tsv", "c" * 64, "MIT")), ()):
        changed = msgspec.structs.replace(manifest, sources=sources)
        assert "license: other" in card(changed)


def test_a_pattern_without_items_does_not_spoil_the_card(bench: Path, tmp_path: Path) -> None:
    mined = _copied(bench.parent / "mined", tmp_path / "mined")
    (mined / "symmetry" / "instances.jsonl").write_bytes(b"")
    benchmark.export(mined, tmp_path / "out")
    assert benchmark.verify(tmp_path / "out") == []
    assert (tmp_path / "out" / "symmetry.jsonl").read_bytes() == b""
    text = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "Without any item: `symmetry` (nothing was mined)." in text
    assert "| `symmetry`" not in text
    assert "both_given_either" not in text
    cache = str(tmp_path / "cache")
    assert datasets.load_dataset(str(tmp_path / "out"), "hierarchy", cache_dir=cache)["test"]


# ── JSON Schema ─────────────────────────────────────────────────────────────────────────────────
def _records(bench: Path) -> dict[str, list[object]]:
    mined = bench.parent / "mined"
    response = Response(
        "i", "r", "cloze", 0, "m", "open", (Top("x", -1.0),), (Scored("x", ("x",), (-1.0,)),),
        ranks=(2,),
    )  # fmt: skip
    score = Score("p", None, "hit", 1, {"role": "r"}, 0, 0, None, None, None, 0)
    return {
        "item": list(folders.read_items(bench, "hierarchy")),
        "instance": list(mining_instances(bench, "symmetry")),
        "group": list(files.read_lines(mined / "symmetry" / "groups.jsonl", Group, "")),
        "manifest": [folders.read_manifest(bench)],
        "mining": [folders.read_mining(mined)],
        "response": [response],
        "score": [score],
        "statistics": [folders.read_statistics(mined)],
    }


@pytest.mark.parametrize("name", sorted(folders.SCHEMAS))
def test_records_are_valid_by_their_schema_and_others_are_not(bench: Path, name: str) -> None:
    schema = folders.json_schema(name)
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    records = _records(bench)[name]
    assert records
    for record in records:
        plain = msgspec.json.decode(msgspec.json.encode(record))
        validator.validate(plain)
        for field in schema["$defs"][type(record).__name__]["required"]:
            assert not validator.is_valid({k: v for k, v in plain.items() if k != field})
            assert not validator.is_valid({**plain, field: {"un": ["expected"]}})


def test_an_unknown_schema_names_those_there_are() -> None:
    with pytest.raises(BenchmarkError, match="no record 'items'; there are: group, instance, item"):
        folders.json_schema("items")


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────
def test_another_graph_is_refused_and_both_are_named(bench: Path, tmp_path: Path) -> None:
    other = _graph(tmp_path / "graph", more=("e0 twin e9",))
    with stores.open(other) as store:
        theirs, _ = graph.graph_hash(store)
    ours = folders.read_manifest(bench).graph.hash
    with pytest.raises(BenchmarkError, match=f"{ours}.*{theirs}"):
        benchmark.export(bench.parent / "mined", tmp_path / "out", store=other)
    assert [path.name for path in tmp_path.iterdir()] == ["graph"]


def test_a_graph_without_a_hash_is_taken_on_trust(bench: Path, tmp_path: Path) -> None:
    mined = _copied(bench.parent / "mined", tmp_path / "mined")
    said = json.loads((mined / "mining.json").read_text(encoding="utf-8"))
    said["graph"]["hash"] = None
    (mined / "mining.json").write_text(json.dumps(said), encoding="utf-8")
    manifest = benchmark.export(mined, tmp_path / "out")
    assert manifest.graph.hash is None
    assert {item.provenance.graph for item in folders.read_items(tmp_path / "out", "symmetry")} == {
        ""
    }


def test_a_graph_that_is_gone_is_refused(bench: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="holds no graph"):
        benchmark.export(
            bench.parent / "mined", tmp_path / "out", store=f"oxigraph:{tmp_path / 'none'}"
        )
    assert not list(tmp_path.iterdir())


def test_an_existing_folder_is_replaced_only_by_force(bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(OutputError, match="exists"):
        benchmark.export(bench.parent / "mined", out)
    assert (out / "mine.txt").read_text(encoding="utf-8") == "keep"
    benchmark.export(bench.parent / "mined", out, force=True)
    assert not (out / "mine.txt").exists()
    assert (out / "manifest.json").exists()


def test_no_candidates_at_all_is_refused(bench: Path, tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match="--candidates 0"):
        benchmark.export(bench.parent / "mined", tmp_path / "out", ExportOptions(candidates=0))


def _cut(data: bytes) -> bytes:
    return data[: len(data) - 40]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (_cut, r"instances\.jsonl:12: damaged: .*: mine again$"),
        (lambda data: b"[]\n" + data, r"instances\.jsonl:1: damaged"),
        (lambda data: data.replace(b'"facts"', b'"fact"', 1), r":1: damaged: .*`facts`"),
        (lambda data: data.replace(b'"symmetry"', b'"\xff"', 1), r":1: damaged"),
        (lambda data: data + b"\n", r":13: damaged"),
    ],
)
def test_a_damaged_instance_is_named_and_nothing_is_left(
    bench: Path, tmp_path: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    mined = _copied(bench.parent / "mined", tmp_path / "mined")
    path = mined / "symmetry" / "instances.jsonl"
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BenchmarkError, match=message):
        benchmark.export(mined, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["mined"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "cannot read .*mining.json .*kgforge mine"),
        ("", "mining.json.*kgforge mine"),
        ("{}", "mining.json.*`format`.*kgforge mine"),
        ('{"format": 1}', "mining.json.*missing.*kgforge mine"),
        ('{"format": 99}', "format 99.*upgrade"),
    ],
)
def test_a_folder_that_was_not_mined_is_refused(
    tmp_path: Path, text: str | None, message: str
) -> None:
    (tmp_path / "mined").mkdir()
    if text is not None:
        (tmp_path / "mined" / "mining.json").write_text(text, encoding="utf-8")
    with pytest.raises(BenchmarkError, match=message):
        benchmark.export(tmp_path / "mined", tmp_path / "out")


def test_missing_instances_are_named(bench: Path, tmp_path: Path) -> None:
    mined = _copied(bench.parent / "mined", tmp_path / "mined")
    (mined / "hierarchy" / "instances.jsonl").unlink()
    with pytest.raises(BenchmarkError, match=r"cannot read .*hierarchy/instances.jsonl.*mine"):
        benchmark.export(mined, tmp_path / "out")
    assert not (tmp_path / "out").exists()


# ── verify ──────────────────────────────────────────────────────────────────────────────────────
def test_a_sound_benchmark_has_no_problems(bench: Path) -> None:
    assert benchmark.verify(bench) == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda lines: lines[:-1], "symmetry.jsonl: 10 lines, the manifest says 11"),
        (lambda lines: [lines[0], *lines], r"symmetry.jsonl:2: the id symmetry-\w+ stands twice"),
        (lambda lines: [b"{}\n", *lines[1:]], "symmetry.jsonl:1: damaged: "),
        (lambda lines: [lines[0].replace(b"\\u", b"")[:-9] + b"\n", *lines[1:]], "1: damaged: "),
    ],
)
def test_a_changed_file_is_told(
    copy: Path, change: Callable[[list[bytes]], list[bytes]], problem: str
) -> None:
    path = copy / "symmetry.jsonl"
    path.write_bytes(b"".join(change(path.read_bytes().splitlines(keepends=True))))
    found = benchmark.verify(copy)
    assert any("SHA-256 is" in line for line in found)
    assert any(re.search(problem, line) for line in found), found


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"answers": ()}, "forward: the first answer is not the target"),
        ({"candidates": ()}, "forward: the target is not among the candidates"),
        ({"prompts": ()}, "forward: there is no prompt"),
    ],
)
def test_an_item_that_contradicts_itself_is_told(
    copy: Path, fields: dict[str, object], problem: str
) -> None:
    first, *rest = folders.read_items(copy, "symmetry")
    fact = msgspec.structs.replace(first.facts[0], **fields)
    changed = msgspec.structs.replace(first, facts=(fact, *first.facts[1:]))
    _resealed(copy, [changed, *rest])
    assert benchmark.verify(copy) == [f"symmetry.jsonl:1: {problem}"]


def test_an_answer_among_the_distractors_is_told(copy: Path) -> None:
    found = list(folders.read_items(copy, "symmetry"))
    place, item = next((n, item) for n, item in enumerate(found) if len(item.facts[0].answers) > 1)
    fact = item.facts[0]
    leak = msgspec.convert({"id": fact.answers[1].id, "label": "x"}, type(fact.object))
    leaked = msgspec.structs.replace(fact, candidates=(*fact.candidates, leak))
    found[place] = msgspec.structs.replace(item, facts=(leaked, *item.facts[1:]))
    _resealed(copy, found)
    (problem,) = benchmark.verify(copy)
    assert problem.endswith(f"the accepted answer {leak.id} is among the candidates")


def _resealed(folder: Path, found: list[Item]) -> None:
    """Write the items of symmetry, and a manifest that agrees."""
    path = folder / "symmetry.jsonl"
    path.write_bytes(b"".join(msgspec.json.encode(item) + b"\n" for item in found))
    manifest = folders.read_manifest(folder)
    first = msgspec.structs.replace(manifest.files[0], sha256=files.sha256(path))
    changed: Manifest = msgspec.structs.replace(manifest, files=(first, *manifest.files[1:]))
    files.write_json(folder / "manifest.json", changed)


def test_missing_and_foreign_files_are_told(copy: Path) -> None:
    (copy / "hierarchy.jsonl").rename(copy / "other.jsonl")
    assert benchmark.verify(copy) == [
        "hierarchy.jsonl: cannot be read: No such file or directory",
        "other.jsonl: not in the manifest",
    ]
    (copy / "manifest.json").unlink()
    with pytest.raises(BenchmarkError, match=r"cannot read .*manifest.json .*kgforge export"):
        benchmark.verify(copy)


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda made: made.update(items=12), "symmetry: items: 11, the manifest says 12"),
        (lambda made: made.update(groups=2), "symmetry: groups: 1, the manifest says 2"),
        (lambda made: made.update(fallback=1), "symmetry: fallback: 0, the manifest says 1"),
        (lambda made: made.update(twice=3), "symmetry: twice: 0, the manifest says 3"),
        (
            lambda made: made["guards"].update(subject=21),
            "symmetry: guards subject: 22, the manifest says 21",
        ),
        (
            lambda made: made["guards"].update(other=1),
            "symmetry: guards other: nothing, the manifest says 1",
        ),
        (
            lambda made: made["sizes"].update(triples=9),
            "symmetry: sizes triples: 22, the manifest says 9",
        ),
        (lambda made: made["sizes"].update(example="A → b"), "symmetry: sizes example: E"),
        (lambda made: made.update(metric="none"), "none"),
        (
            lambda made: made["skipped"].update({"no label in en": 2}),
            "README.md is not the card of this manifest, for it lacks: | `symmetry` |",
        ),
    ],
)
def test_a_manifest_that_counts_otherwise_than_its_items_is_told(
    copy: Path, edit: Callable[[Any], object], problem: str
) -> None:
    manifest = json.loads((copy / "manifest.json").read_bytes())
    edit(manifest["patterns"][0])
    (copy / "manifest.json").write_text(json.dumps(manifest))
    (found,) = benchmark.verify(copy)
    assert problem in found


def test_a_manifest_of_another_name_is_told(copy: Path) -> None:
    manifest = folders.read_manifest(copy)
    renamed: Manifest = msgspec.structs.replace(manifest, name="kgforge-0")
    files.write_json(copy / "manifest.json", renamed)
    assert benchmark.verify(copy) == [f"name: {manifest.name}, the manifest says kgforge-0"]


def test_a_card_may_say_more_than_the_manifest_but_nothing_else(copy: Path) -> None:
    path = copy / "README.md"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("## Baselines", "## Thanks\n\nTo all.\n\n## Baselines"))
    assert benchmark.verify(copy) == []
    path.write_text(text.replace("14 items", "15 items"))
    (problem,) = benchmark.verify(copy)
    assert "is not the card of this manifest, for it lacks: 14 items" in problem
    path.unlink()
    assert benchmark.verify(copy) == ["README.md: cannot be read: No such file or directory"]


def test_a_damaged_item_is_named_by_file_and_line(copy: Path) -> None:
    path = copy / "symmetry.jsonl"
    path.write_bytes(_cut(path.read_bytes()))
    found = folders.read_items(copy, "symmetry")
    with pytest.raises(BenchmarkError, match=r"symmetry\.jsonl:11: damaged: .*: export again$"):
        list(found)
