"""CoDEx's names and types in JSON."""

import json
from pathlib import Path

import msgspec
import pytest

import kgforge
from kgforge import graph, loaders, stores
from kgforge.errors import SourceError
from kgforge.graph import LoadOptions
from kgforge.schema import Label, ReadOptions, Skip, Triple, folders

codex = loaders.load("codex")
WD = "http://www.wikidata.org/entity/"
WDT = "http://www.wikidata.org/prop/direct/"


def written(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return path


def test_names_are_in_the_language_of_their_folder(tmp_path: Path) -> None:
    names = {"P26": {"label": "Ehe", "description": "mit wem"}, "x": {}, "Q1": {"label": " "}}
    path = written(tmp_path / "relations/de/relations.json", names)
    assert codex.recognises(path)
    first, second = codex.read(path, ReadOptions(languages=("en", "de")))
    assert (first.documents, second.documents) == (1, 0)
    assert second.labels == (
        Label(f"{WDT}P26", "label", "Ehe", "de"),
        Label(f"{WDT}P26", "description", "mit wem", "de"),
    )
    assert second.skipped == (Skip("no id of Wikidata", "x"),)
    _, other = codex.read(path, ReadOptions())
    assert other.labels == ()
    reason = "names in a language that is not asked for"
    assert other.skipped == (
        *(Skip(reason, "P26 @de", usual=True) for _ in range(2)),
        second.skipped[0],
    )
    assert other.unasked == ((f"{WDT}P26", "de"),)


def test_names_in_other_languages_are_counted(shared: Path) -> None:
    """Labels and descriptions of the 71 relations, in German and in Russian."""
    folder = shared / "codex/relations"
    report = kgforge.load([f"codex:{folder}"], "oxigraph:")
    [other] = report.skipped
    texts = [
        text
        for language in ("de", "ru")
        for one in json.loads((folder / language / "relations.json").read_text()).values()
        for text in (one["label"], one["description"])
        if text
    ]
    assert (other.reason, other.count) == ("names in a language that is not asked for", len(texts))
    assert len(texts) == 277
    assert report.labels == 2 * 71


def test_types_lie_beside_the_facts(tmp_path: Path) -> None:
    path = written(tmp_path / "types/entity2types.json", {"Q1": ["Q5", "man", "Q6"]})
    assert codex.recognises(path)
    _, entry = codex.read(path, ReadOptions())
    assert entry.axioms == tuple(Triple(f"{WD}Q1", f"{WDT}P31", f"{WD}{of}") for of in ("Q5", "Q6"))
    assert entry.triples == ()
    assert entry.skipped == (Skip("a type that is no id of Wikidata", "Q1"),)


def test_a_folder_of_splits_brings_its_names_along(shared: Path, tmp_path: Path) -> None:
    assert isinstance(codex, loaders.FolderLoader)
    found = codex.beside(shared / "codex/triples/codex-s")
    assert [str(path.relative_to(shared / "codex")) for path in found] == [
        *(f"relations/{one}/relations.json" for one in ("de", "en", "ru")),
        "types/en/types.json",
        "types/entity2types.json",
    ]
    assert codex.beside(shared / "kge/umls") == codex.beside(tmp_path) == []


def test_folders_of_names_that_are_not_there_are_told(shared: Path, tmp_path: Path) -> None:
    assert isinstance(codex, loaders.FolderLoader)
    assert codex.missing(shared / "codex/triples/codex-s") == ["entities"]
    assert codex.missing(shared / "kge/umls") == codex.missing(tmp_path) == []
    folder = tmp_path / "triples/codex-s"
    folder.mkdir(parents=True)
    (folder / "train.txt").write_text("Q1\tP26\tQ2\n")
    written(tmp_path / "relations/en/relations.json", {"P26": {"label": "spouse"}})
    report = kgforge.load([str(folder)], "oxigraph:", LoadOptions(strict=True))
    [left_out] = report.left_out
    assert left_out.first == ("entities", "types")


def test_siblings_are_found_however_the_folder_is_typed(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(codex, loaders.FolderLoader)
    monkeypatch.chdir(shared / "codex/triples")
    for typed in ("codex-s", "./codex-s", "../triples/codex-s"):
        assert len(codex.beside(Path(typed))) == 5, typed
    monkeypatch.chdir(shared / "codex/triples/codex-s")
    assert len(codex.beside(Path())) == 5


def test_what_is_cut_is_named(tmp_path: Path) -> None:
    path = tmp_path / "en/relations.json"
    written(path, {})
    path.write_text('{"P1": {"label": "a"}, "P2": {"la')
    with pytest.raises(SourceError, match=r"relations\.json: malformed JSON after member 1"):
        list(codex.read(path, ReadOptions()))


def test_a_folder_of_splits_is_read_under_its_own_name_too(shared: Path) -> None:
    """As without a name: facts, names, types, and what is verified as false.

    Without it the splits are tables of an unknown licence, which is told."""
    folder = shared / "codex/triples/codex-s"
    named, plain = (
        kgforge.load([source], "oxigraph:") for source in (f"codex:{folder}", str(folder))
    )
    tables = ("test.txt", "test_negatives.txt", "train.txt", "valid.txt", "valid_negatives.txt")
    assert (named.unlicensed, plain.unlicensed) == ((), tables)
    assert msgspec.structs.replace(named, files=()) == msgspec.structs.replace(
        plain, files=(), unlicensed=()
    )
    assert (named.facts, named.negatives, named.axioms) == (36543, 3655, 93102)


def test_types_become_facts_of_what_has_facts_where_that_is_asked_for(
    shared: Path, tmp_path: Path
) -> None:
    """CoDEx has types of all its entities, of which the smallest graph has a few."""
    as_facts = LoadOptions(types_as_facts=True)
    plain, typed = f"duckdb:{tmp_path}/plain.db", f"duckdb:{tmp_path}/typed.db"
    before = kgforge.load([f"codex:{shared}/codex/triples/codex-s"], plain)
    after = kgforge.load([f"codex:{shared}/codex/triples/codex-s"], typed, as_facts)
    assert (before.facts, before.axioms, after.axioms) == (36543, 93102, 93102)
    kinds = json.loads((shared / "codex/types/entity2types.json").read_text())
    lines = [
        line.split("\t")
        for split in ("train", "valid", "test")
        for line in (shared / f"codex/triples/codex-s/{split}.txt").read_text().splitlines()
    ]
    entities = {end for head, _, tail in lines for end in (head, tail)}
    assert after.facts - before.facts == sum(len({*kinds.get(one, ())}) for one in entities) > 3000
    assert after.read - after.duplicate - after.skipped_triples == after.facts
    with stores.open(typed) as store, stores.open(plain) as bare:
        found = {str(one) for (one,) in graph.ask(store, "predicates")}
        assert found - {str(one) for (one,) in graph.ask(bare, "predicates")} == {f"{WDT}P31"}
        assert graph.loads(store) == ("codex:triples/codex-s --types-as-facts",)
    again = kgforge.load([plain], f"oxigraph:{tmp_path}/copy", as_facts)
    assert again.facts == after.facts
    with stores.open(f"oxigraph:{tmp_path}/copy") as store:
        assert graph.loads(store) == ("codex:triples/codex-s --types-as-facts",)
        with stores.open(typed) as same:
            assert graph.graph_hash(store) == graph.graph_hash(same)
    kgforge.mine(["composite"], typed, tmp_path / "mined")
    [mined] = folders.read_mining(tmp_path / "mined").patterns
    assert mined.params["type"] == f"{WDT}P31" and not mined.notes


def test_other_json_is_not_codex(shared: Path) -> None:
    for other in (
        "bear/metadata_relations.json",
        "wikidata_json/Q22.json",
        "trex/sample-output.json",
    ):
        assert not codex.recognises(shared / other)
