"""LAMA read: facts with ids and evidence, or of two labels, asked by their relation's template."""

import json
from pathlib import Path
from typing import Any

import pytest

from kgforge import benchmark
from kgforge.errors import BenchmarkError
from kgforge.formats import Found, lama
from kgforge.schema import Item, ReadOptions, folders

BASE = ReadOptions().base
WD = "http://www.wikidata.org/entity/"
BORN = {"relation": "P19", "template": "[X] was born in [Y] .", "label": "birth", "type": "N-1"}


def lines(path: Path, *rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def read(path: Path) -> Found:
    return lama.read_items(path, BASE)


def fact(subject: str, object: str, **more: Any) -> dict[str, Any]:
    return {"sub_label": subject, "obj_label": object, "uuid": "1", **more}


def ids(subject: str, object: str) -> dict[str, Any]:
    return {"predicate_id": "P19", "sub_uri": subject, "obj_uri": object, "evidences": []}


def asked(item: Item) -> tuple[str, list[str]]:
    [one] = item.facts
    return one.prompts[0].text, [answer.label for answer in one.answers]


def test_facts_of_two_labels_are_asked(tmp_path: Path) -> None:
    lines(tmp_path / "relations.jsonl", BORN, BORN | {"relation": "P20"}, BORN | {"relation": "x"})
    lines(tmp_path / "in/P99.jsonl", fact("Ada", "Lima"))
    path = lines(
        tmp_path / "in/P19.jsonl",
        *(fact("Ada", "Lima"), fact("Ada", "Lima"), fact("Bo", "Quito"), fact("Ada", "Callao")),
        *(fact("Cy", " "), {"sub_label": "Cy"}),
    ).parent
    found = read(path)
    assert [asked(item) for item in found.items] == [
        ("Ada was born in [MASK] .", ["Lima", "Callao"]),
        ("Ada was born in [MASK] .", ["Callao", "Lima"]),
        ("Bo was born in [MASK] .", ["Quito"]),
    ]
    assert found.licence == "CC-BY-NC-4.0", "as its loader says"
    assert found.left == {
        "fact that an earlier line has": 1,
        "fact without the label of its subject or object": 1,
        "file of a relation that is not in the list": 1,
        "malformed fact": 1,
        "relation of the list without a file": 2,
    }


def test_facts_with_ids_keep_them_and_their_sentences(tmp_path: Path) -> None:
    lines(tmp_path / "relations.jsonl", BORN)
    said = {"sub_surface": "Ada", "obj_surface": "Lima", "masked_sentence": "Ada is of [MASK]."}
    lines(
        tmp_path / "TREx/P19.jsonl",
        fact("Ada", "Lima", **ids("Q1", "Q2") | {"evidences": [said]}),
        fact("Bo", "", **ids("Q3", "Q4")),
    )
    manifest = benchmark.adopt(f"lama:{tmp_path}", tmp_path / "out")
    [item] = folders.read_items(tmp_path / "out", "fact")
    [one] = item.facts
    assert (one.subject.id, one.object.id) == (f"{WD}Q1", f"{WD}Q2")
    assert [each.text for each in one.evidence] == ["Ada is of Lima."]
    assert item.group == "wdt:P19"
    assert manifest.patterns[0].skipped == {"fact without the label of its subject or object": 1}


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ("", "relations.jsonl is empty"),
        (json.dumps(BORN), "has no file of a relation that relations.jsonl lists"),
        ('{"relation": "P19"}\n', "relations.jsonl:1: no relation with a template"),
    ],
)
def test_a_list_that_does_not_serve_is_named(listed: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "relations.jsonl").write_text(listed)
    with pytest.raises(BenchmarkError, match=said):
        read(tmp_path)


def test_a_folder_without_a_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BenchmarkError, match=r"has no relations\.jsonl in it or beside it"):
        read(tmp_path)


def test_a_template_without_slots_is_counted(tmp_path: Path) -> None:
    lines(tmp_path / "relations.jsonl", BORN | {"template": "Born in [Y] ."})
    lines(tmp_path / "P19.jsonl", fact("Ada", "Lima"))
    found = read(tmp_path)
    assert found.items == ()
    assert found.left == {"relation whose template has not each of [X] and [Y] once": 1}


def test_each_published_fact_of_the_common_vocabulary_is_asked(
    shared: Path, tmp_path: Path
) -> None:
    """Of 46 relations that are listed 41 have facts, on 29,411 lines."""
    (tmp_path / "relations.jsonl").symlink_to(shared / "templates/lama_relations.jsonl")
    (tmp_path / "facts").symlink_to(shared / "lama_lmvocab")
    found = read(tmp_path / "facts")
    assert len({item.group for item in found.items}) == 41
    assert len(found.items) + found.left["fact that an earlier line has"] == 29411
    assert found.left["relation of the list without a file"] == 5
