"""CoDEx: its triples and verified negatives as statements that are true or false."""

import gzip
import json
import shutil
from pathlib import Path

import pytest

from kgforge import benchmark
from kgforge.errors import BenchmarkError
from kgforge.formats import Found, codex
from kgforge.schema import Item, ReadOptions, folders

WD = "http://www.wikidata.org/entity/"
NAMES = {"Q1": "Ada", "Q2": "Bo", "Q3": "Peru", "Q4": "Chile", "Q5": "peru", "Q7": "Cy"}
SPLITS = {
    "train": "Q1\tP27\tQ3\nQ7\tP27\tQ6\n",
    "valid": "Q2\tP27\tQ4\nQ2\tP99999\tQ4\n",
    "valid_negatives": "Q2\tP27\tQ3\n",
    "test": "Q1\tP27\tQ4\nQ1\tP27\tQ4\nQ1\tP27\tQ6\nbroken\n",
    "test_negatives": "Q1\tP27\tQ3\nQ1\tP27\tQ5\nQ1\tP27\tQ6\nQ7\tP27\tQ4\nQ2\tP27\tQ8\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Splits with the names of six entities beside them; Q6 and Q8 have none."""
    splits = tmp_path / "triples/codex-s"
    splits.mkdir(parents=True)
    for name, text in SPLITS.items():
        (splits / f"{name}.txt").write_text(text)
    entities = tmp_path / "entities/en/entities.json"
    entities.parent.mkdir(parents=True)
    entities.write_text(json.dumps({id: {"label": name} for id, name in NAMES.items()}))
    return splits


def read(path: Path) -> Found:
    return codex.read_items(path, ReadOptions().base)


def said(item: Item) -> tuple[str, str, str]:
    [fact] = item.facts
    [prompt] = fact.prompts
    return item.split, prompt.text.partition(" True or")[0], prompt.gold


def test_triples_are_true_and_negatives_false(folder: Path, tmp_path: Path) -> None:
    found = read(folder)
    assert [said(item) for item in found.items] == [
        ("validation", "Bo holds or held the citizenship of Chile.", "true"),
        ("validation", "Bo holds or held the citizenship of Peru.", "false"),
        ("test", "Ada holds or held the citizenship of Chile.", "true"),
    ]
    false = found.items[1].facts[0]
    assert (false.object.id, false.holds) == (f"{WD}Q4", True)
    assert false.prompts[0].claimed
    assert false.prompts[0].claimed.id == f"{WD}Q3"
    true = found.items[2].facts[0]
    assert {one.label for one in true.answers} == {"Chile", "Peru"}, "of every split"
    manifest = benchmark.adopt(f"codex:{folder}", tmp_path / "out")
    [made] = manifest.patterns
    assert made.items == 3
    assert len(list(folders.read_items(tmp_path / "out", "fact"))) == 1


def test_what_is_no_statement_is_counted(folder: Path) -> None:
    left = dict(read(folder).left)
    assert left.pop("triple of train, which has no negatives") == 2
    assert left.pop("triple with an entity without a name") == 1
    assert left.pop("triple of a relation without a template") == 1
    assert left.pop("triple that its file has again") == 1
    assert left.pop("negative with an entity without a name") == 1
    assert left.pop("negative whose subject and relation have no triple with names") == 1
    assert left.pop("negative that is a triple of a split") == 2
    assert left.pop("negative whose object is named as a right one") == 1
    [(_, damaged)] = left.items()
    assert damaged == 1


def test_a_statement_of_two_splits_stays_in_the_first(folder: Path) -> None:
    with (folder / "test.txt").open("a") as stream:
        stream.write("Q2\tP27\tQ4\n")
    found = read(folder)
    assert [said(item)[0] for item in found.items] == ["validation", "validation", "test"]
    assert found.left["statement that an earlier split has"] == 1


def test_what_crosses_splits_is_of_negatives_alone(folder: Path, tmp_path: Path) -> None:
    """The true triple of a negative is of its own split where there is one, else it is told."""
    benchmark.adopt(f"codex:{folder}", tmp_path / "own")
    assert benchmark.verify(tmp_path / "own") == []
    with (folder / "test.txt").open("a") as stream:
        stream.write("Q2\tP27\tQ5\n")
    with (folder / "test_negatives.txt").open("a") as stream:
        stream.write("Q2\tP27\tQ1\n")
    targets = {said(item): item.facts[0].object.id for item in read(folder).items}
    negative = ("test", "Bo holds or held the citizenship of Ada.", "false")
    assert targets[negative] == f"{WD}Q5", "validation has Q4"
    (folder / "test.txt").write_text(SPLITS["test"])
    benchmark.adopt(f"codex:{folder}", tmp_path / "crossing")
    [told] = benchmark.verify(tmp_path / "crossing")
    assert "the triple bo | country of citizenship | chile also stands in validation" in told


def test_names_of_some_types_are_not_enough(folder: Path) -> None:
    entities = folder.parents[1] / "entities/en/entities.json"
    entities.write_text(json.dumps({"Q1": {"label": NAMES["Q1"]}}))
    with pytest.raises(BenchmarkError, match="has no names of its entities in en: put a table"):
        read(folder)


def test_a_table_of_the_users_own_has_no_licence_of_codex(folder: Path, tmp_path: Path) -> None:
    (folder / "labels.tsv").write_text("id\tlabel_en\nQ8\tOther\n")
    manifest = benchmark.adopt(f"codex:{folder}", tmp_path / "out")
    licences = {one.file: one.licence for one in manifest.sources}
    assert licences.pop("labels.tsv") is None
    assert set(licences.values()) == {"MIT"}


def test_names_are_read_from_tables_within_the_folder(folder: Path) -> None:
    shutil.rmtree(folder.parents[1] / "entities")
    with pytest.raises(BenchmarkError, match="has no names of its entities in en: put a table"):
        read(folder)
    table = "id\tlabel_en\n" + "".join(f"{id}\t{name}\n" for id, name in NAMES.items())
    (folder / "labels.tsv.gz").write_bytes(gzip.compress(table.encode()))
    assert len(read(folder).items) == 3


def test_an_identifier_is_no_name(folder: Path) -> None:
    entities = folder.parents[1] / "entities/en/entities.json"
    entities.write_text(json.dumps({id: {"label": id} for id in NAMES}))
    found = read(folder)
    assert found.items == ()
    assert found.left["triple with an entity without a name"] == 4


def test_a_folder_without_negatives_is_refused(tmp_path: Path) -> None:
    (tmp_path / "test.txt").write_text("Q1\tP27\tQ3\n")
    with pytest.raises(BenchmarkError, match=r"has no test\.txt and test_negatives\.txt"):
        read(tmp_path)


def test_every_published_line_is_an_item_or_counted(shared: Path, tmp_path: Path) -> None:
    """CoDEx-S has 1,827 triples and as many negatives in valid, 1,828 in test."""
    folder = tmp_path / "codex-s"
    shutil.copytree(shared / "codex/triples/codex-s", folder)
    shutil.copy(shared / "wikidata/entities.tsv.gz", folder / "labels.tsv.gz")
    found = read(folder)
    train = found.left["triple of train, which has no negatives"]
    assert train == 32888
    assert len(found.items) + sum(found.left.values()) - train == 2 * (1827 + 1828)
    assert len(found.items) > 5000
    lines = (folder / "test_negatives.txt").read_text().splitlines()
    false = {tuple(line.split("\t")) for line in lines}
    for item in found.items:
        [fact] = item.facts
        [prompt] = fact.prompts
        claimed = prompt.claimed.id if prompt.claimed else ""
        ids = (fact.subject.id, fact.predicate.id, claimed)
        line = tuple(one.rpartition("/")[2] for one in ids)
        if item.split == "test":
            assert (line in false) is (prompt.gold == "false")
