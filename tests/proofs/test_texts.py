"""The whole line of texts: mined by an ontology, exported, asked, scored, verified."""

import json
import sys
from pathlib import Path

import msgspec
import pytest

import kgforge
from kgforge import benchmark, mining, ontology, stores
from kgforge.benchmark import ExportOptions, splits
from kgforge.cli import exported, mine
from kgforge.errors import MissingDriverError, PatternError
from kgforge.extraction import published, unseen
from kgforge.extraction.passage import METRICS
from kgforge.mining import MineOptions
from kgforge.schema import (
    Compression,
    Entity,
    Entry,
    Item,
    Mention,
    Sentence,
    Showing,
    Triple,
    folders,
)
from tests.stores.engines import Place
from tests.worlds.small import entries, iri, label, triple

TURTLE = """
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://example.org/> .
ex:Person a owl:Class ; rdfs:label "person" ; owl:disjointWith ex:Town .
ex:Town a owl:Class ; rdfs:label "town" .
ex:born a owl:ObjectProperty ; rdfs:label "place of birth" ; rdfs:domain ex:Person ;
    rdfs:range ex:Town .
ex:knows a owl:ObjectProperty , owl:SymmetricProperty ; rdfs:label "acquaintance" ;
    rdfs:domain ex:Person ; rdfs:range ex:Person .
"""
COUNT = 30
A = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


def name(number: int) -> str:
    """A name of its own for each number: Babe, Bobe, …"""
    consonants, vowels = "bdfgklmnprstvz", "aeiou"
    one, rest = divmod(number, len(vowels))
    return f"{consonants[one % 14].upper()}{vowels[rest]}{consonants[(one + 3) % 14]}e"


def graph(path: Path, *, typed: bool = True) -> str:
    """Thirty people, each born in a town of its own, half of them acquainted with the next."""
    facts, names, sentences, types = [], [], [], []
    for number in range(COUNT):
        person, town, other = f"p{number}", f"t{number}", f"p{(number + 1) % COUNT}"
        names += [label(person, f"Mr {name(number)}"), label(town, f"{name(number + 35)}ton")]
        types += [Triple(iri(person), A, iri("Person")), Triple(iri(town), A, iri("Town"))]
        told = [f"{person} born {town}"]
        text = f"Mr {name(number)} was born in {name(number + 35)}ton"
        if number % 2:
            told.append(f"{person} knows {other}")
            text += f" and knows Mr {name((number + 1) % COUNT)}"
        facts += told
        mentions = tuple(Mention(Triple(*map(iri, fact.split()))) for fact in told)
        sentences.append(Sentence(f"urn:s:{number}", f"{text}.", "a page", mentions))
    address = f"duckdb:{path}"
    with stores.open(address, stores.WRITE) as store:
        store.add([*entries(facts, names, sentences), Entry(axioms=tuple(types) if typed else ())])
    return address


WEIGHING = """
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix ex: <http://example.org/> .
ex:weighs a owl:DatatypeProperty ; rdfs:label "weight" .
"""


def test_a_sentence_is_found_by_the_very_number_that_it_tells(
    quick_place: Place, tmp_path: Path
) -> None:
    """Jena gives the decimal 265 as 265.0, and has to find it again."""
    xsd = "http://www.w3.org/2001/XMLSchema#"
    kinds = {"265": "decimal", "2.5": "decimal", "7": "integer"}
    facts = [f'ann weighs "{number}"^^<{xsd}{kind}>' for number, kind in kinds.items()]
    told = [Sentence(f"urn:s:{number}", f"This is sentence {number}.", "a page",
                     (Mention(triple(fact)),)) for number, fact in enumerate(facts)]  # fmt: skip
    (tmp_path / "weighing.ttl").write_text(WEIGHING, encoding="utf-8")
    address = quick_place.fresh()
    with quick_place.open(address, "write") as store:
        store.add(map(quick_place.kept, entries(facts, [label("ann", "Ann")], told)))
    kgforge.mine(["alignment"], address, tmp_path / "mined", ontologies=[tmp_path / "weighing.ttl"])
    lines = (tmp_path / "mined/alignment/instances.jsonl").read_text().splitlines()
    found = {one["text"]: one["facts"] for one in map(json.loads, lines)}
    assert {text: [fact["object"] for fact in of_text] for text, of_text in found.items()} == {
        one.text: [triple(fact).object] for one, fact in zip(told, facts, strict=True)
    }


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts")
    (folder / "people.ttl").write_text(TURTLE, encoding="utf-8")
    kgforge.mine(
        ["alignment"], graph(folder / "graph.db"), folder / "mined",
        ontologies=[folder / "people.ttl"],
    )  # fmt: skip
    kgforge.export(
        folder / "mined", folder / "bench", ExportOptions(split="random:60/10/30", unseen=True)
    )
    return folder / "bench"


def items(bench: Path, pattern: str, split: str = splits.TEST) -> list[Item]:
    path = bench / splits.file_name(pattern, split)
    return [*folders.read_items(bench, path.name.removesuffix(".jsonl"))]


def test_every_sentence_is_an_item_of_its_ontology(bench: Path) -> None:
    parts = {split: items(bench, "alignment", split) for split in splits.SPLITS}
    every = [item for part in parts.values() for item in part]
    assert len(every) == COUNT
    assert {item.group for item in every} == {"people"}
    assert {len(item.facts) for item in every} == {1, 2}
    assert min(map(len, parts.values())) >= 2
    one = next(item for item in every if len(item.facts) == 2)
    assert {fact.predicate.label for fact in one.facts} == {"place of birth", "acquaintance"}
    assert {entity.types for entity in one.entities} == {
        ("http://example.org/Person",), ("http://example.org/Town",),
    }  # fmt: skip


def test_a_prompt_has_the_ontology_a_demonstration_of_train_and_the_sentence(bench: Path) -> None:
    train = {item.text for item in items(bench, "alignment", "train")}
    for item in items(bench, "alignment"):
        [prompt] = item.prompts
        assert (prompt.form, prompt.slot, prompt.context) == (
            "extraction", "none", "demonstrations: 1",
        )  # fmt: skip
        assert "Ontology Concepts: person, town" in prompt.text
        assert "place_of_birth(person, town)" in prompt.text
        shown = prompt.text.partition("Example Sentence: ")[2].partition("\n")[0]
        assert shown in train
        assert prompt.text.endswith(f"Test Sentence: {item.text}\nTest Output:")


def test_the_unseen_variant_names_nobody_that_there_is(bench: Path) -> None:
    seen = {item.id.rpartition("-")[2]: item for item in items(bench, "alignment")}
    unseen = items(bench, "alignment_unseen")
    assert len(unseen) == len(seen)
    known = {entity.label for item in seen.values() for entity in item.entities}
    for item in unseen:
        origin = seen[item.id.rpartition("-")[2]]
        assert item.pattern == "alignment_unseen"
        assert not known & {entity.label for entity in item.entities}
        assert all(entity.label in (item.text or "") for entity in item.entities)
        assert [fact.predicate for fact in item.facts] == [fact.predicate for fact in origin.facts]
        assert "was born in" in (item.text or "")


def test_common_nouns_are_kept_and_counted(bench: Path) -> None:
    """Also where the graph's label has a capital letter: the sentence has none."""
    replace = msgspec.structs.replace
    one = next(item for item in items(bench, "alignment") if len(item.facts) == 1)
    town = one.facts[0].object
    fact = replace(one.facts[0], object=replace(town, label="Rope dancer"))
    trade = Entity(town.id, "Rope dancer", ("rope-dancer",))
    text = (one.text or "").replace(town.label, "rope dancer")
    entities = tuple(trade if each.id == town.id else each for each in one.entities)
    item = replace(one, text=text, facts=(fact,), entities=entities)
    [found] = unseen.invented([item], unseen.fiction([item], [], 1))
    assert isinstance(found, Item)
    assert found.facts[0].object == fact.object
    assert trade in found.entities
    assert (found.text or "").endswith(" was born in rope dancer.")
    assert fact.subject.label not in (found.text or "")
    counts = {each.name: each.count for each in found.provenance.guards}
    assert (counts["invented"], counts["common nouns"]) == (1, 1)


def test_shares_that_cannot_be_met_and_ontologies_without_types_are_told(
    bench: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Twenty texts of a pair and ten of another are in few splits, and nothing is known of them."""
    told = [f"person{one} born town{one}" for one in ("A", "B")]
    texts = [
        Sentence(f"urn:s:{n}", f"Text {n}.", "", (Mention(Triple(*map(iri, fact.split()))),))
        for n in range(30)
        for fact in told[n // 20 :][:1]
    ]
    names = [label(end, end) for fact in told for end in fact.split()[::2]]
    store = f"duckdb:{tmp_path / 'graph.db'}"
    with stores.open(store, stores.WRITE) as opened:
        opened.add(entries(told, names, texts))
    ontologies = [bench.parent / "people.ttl"]
    kgforge.mine(["alignment"], store, tmp_path / "mined", ontologies=ontologies)
    out = tmp_path / "bench"
    manifest = kgforge.export(tmp_path / "mined", out, ExportOptions(split="random:40/10/50"))
    exported.tell(manifest, out)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("alignment: --split random gives ")
    assert " train (12 wanted), " in first
    assert second.startswith("alignment: in 1 of 1 ontologies no subject or object has a known")
    assert "- *untyped*: no subject" in (out / "README.md").read_text("utf-8")
    exported.tell(folders.read_manifest(bench), bench)
    assert "known type" not in capsys.readouterr().err


def test_the_benchmark_proves_itself(bench: Path) -> None:
    assert benchmark.verify(bench) == []
    manifest = folders.read_manifest(bench)
    for made in manifest.patterns:
        floors = {floor.answerer: floor.value for floor in made.floors}
        assert (floors["gold"], floors["empty"]) == (1, 0)
        assert 0 <= (floors["random"] or 0) < 0.5
    assert [file.path for file in manifest.ontologies or ()] == ["ontologies/people.ttl"]
    names = manifest.patterns[1].guards["invented"]
    told = (bench / "README.md").read_text("utf-8")
    assert f"{names} are invented; 0 are\ncommon nouns, and stay." in told


def test_texts_are_split_by_popularity_whatever_their_relations(
    bench: Path, tmp_path: Path
) -> None:
    kgforge.export(bench.parent / "mined", tmp_path / "bench", ExportOptions(split="popularity"))
    assert benchmark.verify(tmp_path / "bench") == []


def test_a_changed_ontology_is_found(bench: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "bench"
    shutil.copytree(bench, copy)
    with (copy / "ontologies" / "people.ttl").open("a") as stream:
        stream.write("# more\n")
    assert any("ontologies/people.ttl: SHA-256" in problem for problem in benchmark.verify(copy))


def test_what_is_written_is_scored_in_both_ways(bench: Path, tmp_path: Path) -> None:
    """Gold of all texts but one, of which what is said breaks the ontology and invents a name."""
    lines = []
    for pattern in ("alignment", "alignment_unseen"):
        for number, item in enumerate(items(bench, pattern)):
            text = item.prompts[0].gold
            if pattern == "alignment" and number == 0:
                town, person = item.facts[0].object.label, item.facts[0].subject.label
                text = f"place_of_birth({town}, {person})\nlikes({person}, Zanzibar)"
            lines.append({"item": item.id, "role": "", "text": text})
    answers = tmp_path / "answers.jsonl"
    answers.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    kgforge.probe(bench, f"table:{answers}", tmp_path / "run")
    found = {
        (one.pattern, one.metric, one.by["matching"]): one
        for one in kgforge.score(tmp_path / "run", bench, tmp_path / "scores.json")
        if one.group is None and "average" not in one.by
    }
    assert len(found) == 2 * 2 * len(METRICS)
    count = len(items(bench, "alignment"))
    for pattern, right in (("alignment", count - 1), ("alignment_unseen", count)):
        for matching in ("strict", "legacy"):
            assert found[pattern, "f1", matching].numerator == pytest.approx(right)
    strict = found["alignment", "ontology_conformance", "strict"]
    assert strict.numerator == pytest.approx(count - 1)
    published = found["alignment", "ontology_conformance", "legacy"]
    assert published.numerator == pytest.approx(count - 0.5)
    invented = found["alignment", "object_hallucination", "strict"]
    assert invented.numerator == pytest.approx(0.5)


def test_what_is_missing_to_score_with_is_told_before_a_model_is_asked(
    bench: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.partition(".")[0] == "nltk"]:
        monkeypatch.setitem(sys.modules, module, None)
    published.tools.cache_clear()
    with pytest.raises(MissingDriverError, match=r"'nltk'.*kgforge\[text2kg\]"):
        kgforge.probe(bench, "causal:no-such-model", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_prompts_as_they_were_first_published_are_asked_and_scored(
    bench: Path, tmp_path: Path
) -> None:
    out = tmp_path / "bench"
    manifest = kgforge.export(
        bench.parent / "mined", out, ExportOptions(split="random:60/10/30", legacy=True)
    )
    assert manifest.showing == Showing(legacy=True)
    assert " --legacy " in (out / "README.md").read_text("utf-8")
    asked = items(out, "alignment")
    for item in asked:
        assert item.prompts[0].text.startswith("\nGiven the following ontology")
        assert "place_of_birth(person,town)" in item.prompts[0].text
    answers = tmp_path / "answers.jsonl"
    said = [{"item": item.id, "role": "", "text": item.prompts[0].gold.replace(", ", ",")}
            for item in asked]  # fmt: skip
    answers.write_text("".join(json.dumps(line) + "\n" for line in said), encoding="utf-8")
    kgforge.probe(out, f"table:{answers}", tmp_path / "run")
    scores = kgforge.score(tmp_path / "run", out, tmp_path / "scores.json", legacy=True)
    assert {score.value for score in scores if score.metric in ("f1", "precision")} == {1}
    assert benchmark.verify(out) == []


def test_without_a_split_nothing_is_shown(bench: Path, tmp_path: Path) -> None:
    out = tmp_path / "bench"
    manifest = kgforge.export(bench.parent / "mined", out, ExportOptions(unseen=True))
    assert [file.path for file in manifest.files] == ["alignment.jsonl", "alignment_unseen.jsonl"]
    found = [*items(out, "alignment"), *items(out, "alignment_unseen")]
    assert len(found) == 2 * COUNT
    assert {prompt.context for item in found for prompt in item.prompts} == {"none"}
    assert not any("Example" in prompt.text for item in found for prompt in item.prompts)
    assert benchmark.verify(out) == []


@pytest.mark.parametrize("kind", ["gz", "zst"])
def test_texts_parted_and_invented_are_the_same_compressed(
    bench: Path, tmp_path: Path, kind: Compression
) -> None:
    options = ExportOptions(split="random:60/10/30", unseen=True, compress=kind)
    manifest = kgforge.export(bench.parent / "mined", tmp_path / "bench", options)
    assert manifest.name == folders.read_manifest(bench).name
    assert benchmark.verify(tmp_path / "bench") == []
    for pattern in ("alignment", "alignment_unseen"):
        for split in splits.SPLITS:
            assert items(tmp_path / "bench", pattern, split) == items(bench, pattern, split)
    there = {path.name for path in (tmp_path / "bench").glob("*.jsonl*")}
    plain = {path.name for path in bench.glob("*.jsonl")}
    assert there == {f"{name}.{kind}" for name in plain}
    assert "alignment_unseen.train.jsonl" not in plain, "which has no items"


def test_datasets_opens_it(bench: Path, tmp_path: Path) -> None:
    import datasets

    opened = datasets.load_dataset(str(bench), "alignment", cache_dir=str(tmp_path))
    assert {name: len(part) for name, part in opened.items()} == {
        split: len(items(bench, "alignment", split)) for split in splits.SPLITS
    }
    assert opened["test"][0]["prompts"][0]["form"] == "extraction"


def test_an_ontology_that_speaks_of_nothing_in_the_graph_is_refused(
    bench: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.ttl"
    strange = TURTLE
    for old, new in (("born", "hatched"), ("place of birth", "nest"), ("knows", "pecks"),
                     ("acquaintance", "victim")):  # fmt: skip
        strange = strange.replace(old, new)
    other.write_text(strange, encoding="utf-8")
    with pytest.raises(PatternError, match=r"none of the 2 relations of other.ttl .*\(hatched, "):
        kgforge.mine(
            ["alignment"], f"duckdb:{bench.parent / 'graph.db'}", tmp_path / "mined",
            ontologies=[other],
        )  # fmt: skip


def test_what_the_graph_has_of_each_ontology_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of one its very relations, of another one by its local name; no types at all."""
    address = graph(tmp_path / "graph.db", typed=False)
    people, other = tmp_path / "people.ttl", tmp_path / "other.ttl"
    people.write_text(TURTLE, encoding="utf-8")
    strange = TURTLE.replace("http://example.org", "urn:x").replace("ex:knows", "ex:ate")
    other.write_text(strange.replace("acquaintance", "meal"), encoding="utf-8")
    out = tmp_path / "mined"
    options = MineOptions(ontologies=(people, other))
    mine.mined(mining.find(["alignment"], address, out, options), out)
    lines = capsys.readouterr().out.splitlines()
    assert [cells(line) for line in lines if line.startswith(("│ people", "│ other"))] == [
        ["people", "2", "2", "0", "0", "0", "0/2", "30", "90", "none"],
        ["other", "2", "0", "0", "1", "0", "0/2", "30", "60", "1: ate"],
    ]
    options = MineOptions({"types": "strict"}, (people, other))
    found = mining.find(["alignment"], address, tmp_path / "strict", options)
    mine.mined(found, tmp_path / "strict")
    [reason] = {one.reason for one in found.mining.patterns}
    assert "none of the 4 classes of the ontologies is one of this graph (Person, Town" in reason
    assert reason in capsys.readouterr().err


def cells(line: str) -> list[str]:
    """What a line of a table says."""
    return [cell.strip() for cell in line.strip("│").split("│")]


@pytest.mark.parametrize("name", ["people.owl", "people", "people.nq", "bom.ttl"])
def test_whatever_can_be_read_is_mined_by(name: str, bench: Path, tmp_path: Path) -> None:
    from rdflib import Graph

    graph = Graph().parse(data=TURTLE)
    text = {
        "people.owl": graph.serialize(format="xml"),
        "people": TURTLE,
        "people.nq": graph.serialize(format="nt").replace(" .\n", " <urn:g> .\n"),
        "bom.ttl": "\ufeff" + TURTLE,
    }[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    mined = kgforge.mine(
        ["alignment"], f"duckdb:{bench.parent / 'graph.db'}", tmp_path / "mined",
        ontologies=[tmp_path / name],
    )  # fmt: skip
    assert mined.patterns[0].instances == COUNT
    assert {*ontology.read_all(tmp_path / "mined")} == {Path(name).stem}


@pytest.mark.parametrize("id", ["http://example.org/people", "../../people", "a b/c%"])
def test_any_name_of_an_ontology_is_kept_in_its_folder(
    id: str, bench: Path, tmp_path: Path
) -> None:
    concepts = [{"qid": name, "label": name} for name in ("Person", "Town")]
    relation = {"pid": "born", "label": "place of birth", "domain": "Person", "range": "Town"}
    (tmp_path / "o.json").write_text(
        json.dumps({"id": id, "concepts": concepts, "relations": [relation]})
    )
    store, out = f"duckdb:{bench.parent / 'graph.db'}", tmp_path / "out"
    kgforge.mine(["alignment"], store, out / "mined", ontologies=[tmp_path / "o.json"])
    kgforge.export(out / "mined", out / "bench", ExportOptions(split="random:60/10/30"))
    assert {*ontology.read_all(out / "bench")} == {id}
    assert {item.group for item in items(out / "bench", "alignment")} == {id}
    assert benchmark.verify(out / "bench") == []
    assert {*tmp_path.iterdir()} == {tmp_path / "o.json", out}
