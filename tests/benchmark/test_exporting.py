"""Exporting: a benchmark is whole, the same bytes everywhere, or refused with a reason."""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

import jsonschema
import msgspec
import pytest
from msgspec import UNSET

import kgforge
from kgforge import benchmark, files, graph, mining, patterns, stores, terms
from kgforge.benchmark import ExportOptions
from kgforge.errors import BenchmarkError, OutputError, StoreError
from kgforge.graph import snapshot
from kgforge.schema import (
    Entry,
    Group,
    Instance,
    Label,
    Response,
    Score,
    Scored,
    Sentence,
    Top,
    Triple,
    folders,
)
from tests.benchmark.small import FACTS, SOURCES, copied, cut, graph_in, made
from tests.worlds.small import entries, filled, iri


def test_the_folder_holds_what_the_manifest_says(bench: Path) -> None:
    manifest = folders.read_manifest(bench)
    names = sorted(path.name for path in bench.iterdir())
    assert names == ["README.md", "hierarchy.jsonl", "manifest.json", "symmetry.jsonl"]
    for file in manifest.files:
        assert files.sha256(bench / file.path) == file.sha256
        assert len((bench / file.path).read_bytes().splitlines()) == file.lines
    # 12 pairs less the one with Q2, which has no name and so is not drawn; 4 kinds make 3 chains
    assert [(made.name, made.items) for made in manifest.patterns] == [
        ("symmetry", 11),
        ("hierarchy", 3),
    ]
    symmetry, hierarchy = manifest.patterns
    assert symmetry.skipped == {}
    assert (symmetry.names, hierarchy.names) == (UNSET, {"local name": 1})
    assert (symmetry.fallback, hierarchy.fallback) == (0, 9)
    assert symmetry.params["least"] == 5
    assert hierarchy.params["sub"] == iri("kind")
    assert symmetry.confidence == {"<http://example.org/twin>": 24 / 27}
    assert hierarchy.confidence is UNSET
    assert symmetry.matches == {"<http://example.org/twin>": 24}
    assert hierarchy.matches is not UNSET
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


def test_a_benchmark_on_which_gold_is_wrong_is_not_written(bench: Path, tmp_path: Path) -> None:
    """A metric of facts that all hold, for a pattern that says of one that it must not."""
    mined = copied(bench.parent / "mined", tmp_path / "mined")
    path = mined / "symmetry" / "instances.jsonl"
    turned = re.compile(rb'"object":"[^"]*","holds":true}]')
    untrue = f'"object":"{iri("k4")}","holds":false}}]'.encode()
    path.write_bytes(turned.sub(untrue, path.read_bytes()))
    with pytest.raises(BenchmarkError, match=r"symmetry: gold answers .*, but both_given_either"):
        benchmark.export(mined, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["mined"]


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


AXIOMS = """
@prefix ex: <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix kgf: <urn:kgforge:ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:p a owl:ObjectProperty , owl:SymmetricProperty ; rdfs:label "unheard"@en ;
  kgf:template "[X] is an unheard of [Y]."@en .
ex:q a owl:ObjectProperty ; owl:inverseOf ex:p . ex:in a owl:TransitiveProperty .
"""
FOLLOWING = ["a p b", "c p d", "e p f", "c p a", "f q a", "b in d", "e p g", "g p c"]


def offered(bench: Path) -> set[str]:
    """The candidates of *a p b*."""
    items = map(json.loads, (bench / "fact.jsonl").read_text().splitlines())
    [fact] = [one["facts"][0] for one in items if one["facts"][0]["object"]["id"] == iri("b")]
    assert fact["prompts"][0]["text"] == "A p [MASK]."
    return {one["label"] for one in fact["candidates"]}


def test_what_follows_by_an_ontology_that_was_mined_with_is_no_distractor(tmp_path: Path) -> None:
    """By each of three axioms one; its words are not taken."""
    (tmp_path / "own.ttl").write_text(AXIOMS)
    with filled(stores.open(f"oxigraph:{tmp_path}/graph", stores.WRITE), entries(FOLLOWING)):
        pass
    for name, ontologies in (("bare", []), ("own", [tmp_path / "own.ttl"])):
        graph_ = f"oxigraph:{tmp_path}/graph"
        mining.mine(["fact"], graph_, tmp_path / name, ontologies=ontologies)
        benchmark.export(tmp_path / name, tmp_path / name / "bench")
    assert offered(tmp_path / "bare" / "bench") == {"B", "C", "D", "F", "G"}
    assert offered(tmp_path / "own" / "bench") == {"B", "G"}


@pytest.mark.parametrize("engine", ["native", "duckdb"])
def test_what_follows_by_axioms_beside_the_facts_is_no_distractor(
    tmp_path: Path, engine: snapshot.Engine
) -> None:
    axioms = [
        (iri("p"), "rdf:type", "owl:SymmetricProperty"),
        (iri("q"), "owl:inverseOf", iri("p")),
    ]
    axioms += [(iri("in"), "rdf:type", "owl:TransitiveProperty")]
    beside = [Triple(*map(terms.expand, axiom)) for axiom in axioms]
    graph_ = f"oxigraph:{tmp_path}/graph"
    with stores.open(graph_, stores.WRITE) as store:
        filled(store, [*entries(FOLLOWING), Entry(axioms=tuple(beside))])
    mining.mine(["fact"], graph_, tmp_path / "mined")
    benchmark.export(tmp_path / "mined", tmp_path / "bench", engine=engine)
    assert offered(tmp_path / "bench") == {"B", "G"}


def test_items_are_in_order_and_know_their_graph(bench: Path) -> None:
    found = list(folders.read_items(bench, "symmetry"))
    mined = mining_instances(bench, "symmetry")
    assert [item.id for item in found] == [
        f"symmetry-{one.key[:16]}"
        for one in mined
        if iri("Q2") not in {fact.subject for fact in one.facts}
    ]
    manifest = folders.read_manifest(bench)
    assert {item.provenance.graph for item in found} == {manifest.graph.hash}
    texts = manifest.patterns[0].queries
    by_hand = {*patterns.SUFFIXES} - {"sql"}  # for which it is compiled
    assert set(texts) == {f"{one}{more}" for one in by_hand for more in ("", ".groups")}
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
    other = made(tmp_path / "elsewhere", order=7, name="another-name")
    for path in bench.iterdir():
        assert (other / path.name).read_bytes() == path.read_bytes(), path.name


def test_no_path_of_this_machine_is_written(bench: Path) -> None:
    for path in bench.iterdir():
        assert str(bench.parent) not in path.read_text(encoding="utf-8")


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
    with pytest.raises(BenchmarkError, match="no record 'items'; available: group, instance, item"):
        folders.json_schema("items")


def test_another_graph_is_refused_and_both_are_named(bench: Path, tmp_path: Path) -> None:
    other = graph_in(tmp_path / "graph", more=("e0 twin e9",))
    with stores.open(other) as store:
        theirs, _ = graph.graph_hash(store)
    ours = folders.read_manifest(bench).graph.hash
    with pytest.raises(BenchmarkError, match=f"{ours}.*{theirs}"):
        benchmark.export(bench.parent / "mined", tmp_path / "out", store=other)
    assert [path.name for path in tmp_path.iterdir()] == ["graph"]


BESIDE: Final = {
    "another label": Entry(labels=(Label(iri("e1"), "label", "Eva", "en"),)),
    "another language": Entry(labels=(Label(iri("e1"), "label", "Ewa", "pl"),)),
    "a sentence": Entry(sentences=(Sentence("urn:s:9", "Who is it?", "nowhere"),)),
    "an axiom": Entry(axioms=(Triple(iri("twin"), iri("is"), iri("rule")),)),
}


@pytest.mark.parametrize("what", BESIDE)
def test_the_same_facts_with_other_names_sentences_or_axioms_are_another_graph(
    bench: Path, tmp_path: Path, what: str
) -> None:
    other = graph_in(tmp_path / "graph")
    mined = bench.parent / "mined"
    with stores.open(other, stores.WRITE) as store:
        assert graph.beside_hash(store) == folders.read_mining(mined).beside
        store.add([BESIDE[what]])
        assert graph.graph_hash(store)[0] == folders.read_mining(mined).graph.hash
    with pytest.raises(BenchmarkError, match="with other names, sentences or axioms"):
        benchmark.export(mined, tmp_path / "out", store=other)
    assert [path.name for path in tmp_path.iterdir()] == ["graph"]


def test_a_source_in_another_language_than_was_mined_is_said_to_be_that(tmp_path: Path) -> None:
    """Only the names of one language are read of it, so that others seem to have gone."""
    source = tmp_path / "named.nt"
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    names = (
        f'<{iri(one)}> {label} "{one} {language}"@{language} .'
        for one in ("a", "b")
        for language in ("en", "de")
    )
    facts = (f"<{iri(s)}> <{iri('knows')}> <{iri(o)}> ." for s, o in ("ab", "ba"))
    source.write_text("\n".join([*facts, *names, ""]))
    mined = tmp_path / "mined"
    mining.mine(["symmetry"], f"rdf:{source}", mined, params={"least": "1"})
    with pytest.raises(BenchmarkError, match=r"was mined in en, .* with --languages en,de"):
        benchmark.export(mined, tmp_path / "out", ExportOptions(language="de"))
    store = f"oxigraph:{tmp_path}/graph"
    kgforge.load([f"rdf:{source}"], store, graph.in_languages("en", "de"))
    mining.mine(["symmetry"], store, mined, params={"least": "1"}, force=True)
    benchmark.export(mined, tmp_path / "out", ExportOptions(language="de"))


def test_what_an_earlier_version_mined_says_nothing_of_names(bench: Path, tmp_path: Path) -> None:
    mined = copied(bench.parent / "mined", tmp_path / "mined")
    said = json.loads((mined / "mining.json").read_text(encoding="utf-8"))
    del said["beside"]
    (mined / "mining.json").write_text(json.dumps(said), encoding="utf-8")
    other = graph_in(tmp_path / "graph")
    with stores.open(other, stores.WRITE) as store:
        store.add([BESIDE["another label"]])
    benchmark.export(mined, tmp_path / "out", store=other)


def test_a_graph_named_by_a_relative_path_is_found_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    elsewhere.mkdir()
    graph_in(home / "graph")
    monkeypatch.chdir(home)
    kgforge.mine(["symmetry"], "oxigraph:graph", Path("out/mined"), params={"least": "5"})
    mining = folders.read_mining(Path("out/mined"))
    assert (mining.store, mining.place) == ("oxigraph:graph", "oxigraph:../../graph")
    monkeypatch.chdir(elsewhere)
    benchmark.export(home / "out/mined", Path("one"))
    home.rename(tmp_path / "moved")
    benchmark.export(tmp_path / "moved/out/mined", Path("two"))
    assert (elsewhere / "one/manifest.json").read_bytes() == (
        elsewhere / "two/manifest.json"
    ).read_bytes()
    # the mined folder moves alone, and the graph is where it was
    monkeypatch.chdir(tmp_path / "moved")
    Path("out/mined").rename(tmp_path / "mined")
    benchmark.export(tmp_path / "mined", Path("three"))


def test_a_graph_without_a_hash_is_taken_on_trust(bench: Path, tmp_path: Path) -> None:
    mined = copied(bench.parent / "mined", tmp_path / "mined")
    said = json.loads((mined / "mining.json").read_text(encoding="utf-8"))
    said["graph"]["hash"] = None
    (mined / "mining.json").write_text(json.dumps(said), encoding="utf-8")
    manifest = benchmark.export(mined, tmp_path / "out", store=f"oxigraph:{bench.parent / 'graph'}")
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


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (cut, r"instances\.jsonl:11: damaged: .*: mine again$"),
        (lambda data: b"[]\n" + data, r"instances\.jsonl:1: damaged"),
        (lambda data: data.replace(b'"facts"', b'"fact"', 1), r":1: damaged: .*`facts`"),
        (lambda data: data.replace(b'"symmetry"', b'"\xff"', 1), r":1: damaged"),
        (lambda data: data + b"\n", r":12: damaged"),
    ],
)
def test_a_damaged_instance_is_named_and_nothing_is_left(
    bench: Path, tmp_path: Path, damage: Callable[[bytes], bytes], message: str
) -> None:
    mined = copied(bench.parent / "mined", tmp_path / "mined")
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
    mined = copied(bench.parent / "mined", tmp_path / "mined")
    (mined / "hierarchy" / "instances.jsonl").unlink()
    with pytest.raises(BenchmarkError, match=r"cannot read .*hierarchy/instances.jsonl.*mine"):
        benchmark.export(mined, tmp_path / "out")
    assert not (tmp_path / "out").exists()
