"""Ontologies written and read again: all published ones, from either form into either form."""

from pathlib import Path

import msgspec
import pytest

from kgforge import ontology
from kgforge.ontology import turtle
from kgforge.ontology.differences import differences
from tests.sampled import some

PUBLISHED = ("text2kgbench/*/ontologies/*.json", "text2kgbench/*/ontologies/owl/*.ttl")


def written(data: bytes, path: Path) -> ontology.Ontology:
    path.write_bytes(data)
    return ontology.read(path)


@pytest.mark.parametrize("files", [*PUBLISHED, "ontologies/*.ttl", "ontologies/*.owl"])
def test_turtle_says_all_but_the_order_and_what_json_lists_again(
    shared: Path, tmp_path: Path, files: str
) -> None:
    paths = sorted(shared.glob(files))
    for path in some(min(4, len(paths)), paths):
        found = ontology.read(path)
        again = written(turtle.turtle(found), tmp_path / f"{found.name}.ttl")
        assert again.name == found.name
        differ = differences(found, again)
        assert [one for one in differ if one.kind != "repeated"] == [], path
        if path.suffix != ".json":
            assert msgspec.structs.replace(again, source=found.source) == found


def test_json_says_all_that_json_said(shared: Path, tmp_path: Path) -> None:
    paths = sorted(shared.glob(PUBLISHED[0]))
    assert len(paths) == 29
    for path in paths:
        found = ontology.read(path)
        again = written(turtle.compact(found), tmp_path / path.name)
        assert again == found


def test_json_has_the_names_of_turtle_and_each_domain_and_range(
    shared: Path, tmp_path: Path
) -> None:
    for path in sorted(shared.glob(PUBLISHED[1])):
        found = ontology.read(path)
        again = written(turtle.compact(found), tmp_path / "again.json")
        assert (again.title, again.concept_labels) == (found.title, found.concept_labels)
        assert again.classes.keys() == found.classes.keys()
        for iri, one in found.properties.items():
            other = again.properties[iri]
            assert (one.domains, one.ranges) == (other.domains, other.ranges)
            assert again.label(iri) == found.label(iri)


def test_json_keeps_things_of_one_name_apart(tmp_path: Path) -> None:
    """Two classes of one label stay two, and two of one local name keep their IRIs."""
    source = tmp_path / "zoo.ttl"
    source.write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        '<http://a.org/bat> a owl:Class ; rdfs:label "bat"@en .\n'
        '<http://b.org/bat> a owl:Class ; rdfs:label "bat"@en, "Schläger"@de .\n'
        '<http://a.org/cave> a owl:Class ; rdfs:label "cave" .\n'
        "<http://a.org/sleeps> a owl:ObjectProperty ;\n"
        "  rdfs:domain <http://a.org/bat>, <http://b.org/bat> ; rdfs:range <http://a.org/cave> .\n"
    )
    again = written(turtle.compact(ontology.read(source)), tmp_path / "zoo.json")
    assert again.name == "zoo"
    assert sorted(again.concept_labels) == ["bat", "bat", "cave"]
    assert len(again.classes) == 3
    [sleeps] = again.properties.values()
    assert (len(sleeps.domains), len(sleeps.ranges)) == (2, 1)
    assert set(sleeps.domains) | set(sleeps.ranges) == again.classes.keys()


def test_an_id_that_is_no_iri_is_encoded(tmp_path: Path) -> None:
    """``[`` may not stand in the path of an IRI, though the text looks like one."""
    source = tmp_path / "zoo.json"
    source.write_text(
        '{"concepts": [{"qid": "http://example.org/[1]", "label": "one"}], "relations": []}'
    )
    found = ontology.read(source)
    again = written(turtle.turtle(found), tmp_path / "again.ttl")
    assert again.classes.keys() == found.classes.keys()
