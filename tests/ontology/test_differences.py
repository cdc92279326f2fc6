"""What the two published forms of Text2KGBench's ontologies say differently, each one listed."""

import json
from pathlib import Path

import pytest

from kgforge import ontology
from kgforge.ontology.differences import Difference, Undeclared, differences, undeclared
from kgforge.terms import local_name

TEKGEN, WEBNLG = "wikidata_tekgen", "dbpedia_webnlg"
MUSIC = [
    ("class", "Q130857", "", "Q130857"), ("class", "Q134556", "", "Q134556"),
    ("class", "Q1364556", "", "Q1364556"), ("class", "Q164204", "Q164204", ""),
    ("class", "Q177220", "", "Q177220"), ("class", "Q66715801", "", "Q66715801"),
    ("class", "Q746359", "Q746359", ""), ("class", "Q822146", "", "Q822146"),
    ("labels", "Q618779", "award ", "award"), ("parents", "Q207628", "", "Q2188189"),
    ("parents", "Q36834", "", "Q66715801"), ("parents", "Q482994", "", "Q2188189"),
    ("parents", "Q4830453", "", "Q66715801"), ("property", "P106", "", "P106"),
    ("ranges", "P162", "", "Q5"), ("ranges", "P175", "", "Q5"),
]  # fmt: skip
COMPUTER = [
    ("domains", "P170", "Q166142", "Q7397"), ("domains", "P306", "Q55990535", "Q68"),
    *(("property", name, "", name) for name in (
        "P138", "P2283", "P373", "P437", "P4428", "P4969", "P61", "P880",
    )),
]  # fmt: skip
DIFFERENCES = {
    "2_music": MUSIC,
    "3_sport": [("repeated", "league", "2", "1"), ("repeated", "sports club", "2", "1")],
    "5_military": [("repeated", "designed by", "2", "1")],
    "6_computer": COMPUTER,
    "3_airport": [("repeated", "Airport", "2", "1")],
    "5_athlete": [("repeated", name, "2", "1") for name in ("Club", "Team", "Year")],
    "9_astronaut": [("repeated", "Place", "2", "1")],
    "17_artist": [("repeated", "Country", "2", "1")],
}
"""JSON's on the left, Turtle's on the right; all other ontologies are the same object."""


def published(shared: Path, data: str) -> list[Path]:
    return sorted((shared / "text2kgbench" / data / "ontologies").glob("*.json"))


def turtle(path: Path) -> Path:
    return path.parent / "owl" / f"ont_{path.name.removesuffix('_ontology.json')}.ttl"


def short(found: Difference) -> tuple[str, str, str, str]:
    sides = (" ".join(map(local_name, side)) for side in (found.here, found.there))
    return (found.kind, local_name(found.iri), *sides)  # type: ignore[return-value]


def test_the_two_forms_differ_only_where_the_data_do(shared: Path) -> None:
    found = {}
    for path in published(shared, TEKGEN) + published(shared, WEBNLG):
        listed = differences(ontology.read(path), ontology.read(turtle(path)))
        if listed:
            found[path.name.removesuffix("_ontology.json")] = list(map(short, listed))
    assert found == DIFFERENCES


def test_differences_and_dangling_ids_in_words(shared: Path) -> None:
    (path,) = (path for path in published(shared, TEKGEN) if path.name.startswith("2_music"))
    found = differences(ontology.read(path), ontology.read(turtle(path)))
    base = "https://cenguix.github.io/Text2KGBench/ont_2_music/"
    assert str(found[-1]) == (
        f"ranges of <{base}relations#P175>: none here, <{base}concepts#Q5> there"
    )
    assert f'labels of <{base}concepts#Q618779>: "award " here, "award" there' in map(str, found)
    (path,) = (path for path in published(shared, TEKGEN) if path.name.startswith("9_nature"))
    base = base.replace("2_music", "9_nature")
    (one,) = undeclared(ontology.read(path))
    assert str(one) == (
        f"the domain of <{base}relations#P1843> is <{base}concepts#Q7432>, undeclared"
    )


@pytest.mark.parametrize(
    ("data", "form", "ids", "properties", "without_range"),
    [
        (TEKGEN, "json", 12, 10, 18),
        (TEKGEN, "turtle", 13, 11, 19),
        (WEBNLG, "json", 265, 261, 1),
        (WEBNLG, "turtle", 265, 261, 1),
    ],
)
def test_dangling_ids(
    shared: Path, data: str, form: str, ids: int, properties: int, without_range: int
) -> None:
    paths = published(shared, data)
    models = [ontology.read(turtle(path) if form == "turtle" else path) for path in paths]
    found = [one for model in models for one in undeclared(model)]
    assert len(found) == ids
    assert len({one.property for one in found}) == properties
    missing = [p for model in models for p in model.properties.values() if not p.ranges]
    assert len(missing) == without_range


@pytest.mark.parametrize(("data", "relations", "ids"), [(TEKGEN, 101, 12), (WEBNLG, 685, 265)])
def test_dangling_ids_are_those_of_the_files(
    shared: Path, data: str, relations: int, ids: int
) -> None:
    listed: list[tuple[str, str, str]] = []
    count = 0
    for path in published(shared, data):
        raw = json.loads(path.read_text())
        known = {concept["qid"] for concept in raw["concepts"]}
        count += len(raw["relations"])
        listed += [
            (relation["pid"], place, relation[place])
            for relation in raw["relations"]
            for place in ("domain", "range")
            if relation[place] and relation[place] not in known
        ]
    found = [
        (one.property.partition("#")[2], one.place, one.iri.partition("#")[2])
        for path in published(shared, data)
        for one in undeclared(ontology.read(path))
    ]
    assert sorted(found) == sorted(listed)
    assert (count, len(listed)) == (relations, ids)


def test_datatypes_are_not_dangling(shared: Path) -> None:
    """Of 4,436 domains and ranges schema.org has only these undeclared."""
    found = undeclared(ontology.read(shared / "ontologies" / "schemaorg-current-https.ttl"))
    base = "https://schema.org/"
    assert found == tuple(
        Undeclared(base + name, "domain", base + "DeliveryTimeSettings")
        for name in ("deliveryTime", "isUnlabelledFallback", "shippingDestination")
    )


def test_the_class_of_everything_needs_no_declaration(tmp_path: Path) -> None:
    path = tmp_path / "o.ttl"
    path.write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . "
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . "
        "<urn:p> a owl:ObjectProperty ; rdfs:domain owl:Thing ; rdfs:range <urn:C> ."
    )
    assert undeclared(ontology.read(path)) == (Undeclared("urn:p", "range", "urn:C"),)
