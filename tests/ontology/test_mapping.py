"""An ontology's properties and classes on a graph's own, on published ontologies and predicates."""

from pathlib import Path

import rdflib

from kgforge import ontology, terms
from kgforge.ontology.mapping import map_classes, map_properties
from kgforge.ontology.model import Ontology
from kgforge.schema import Match, Way

EX = "http://example.org/"
WDT, WD, DBO, DBP = (terms.PREFIXES[name] for name in ("wdt", "wd", "dbo", "dbp"))


def made(text: str) -> Ontology:
    header = f"@prefix : <{EX}> . @prefix owl: <{rdflib.OWL}> . @prefix rdfs: <{rdflib.RDFS}> .\n"
    return ontology.of_graph(rdflib.Graph().parse(data=header + text, format="turtle"), "made")


def tekgen(shared: Path, name: str) -> Ontology:
    folder = shared / "text2kgbench" / "wikidata_tekgen" / "ontologies"
    return ontology.read(folder / f"{name}_ontology.json")


def test_wikidata_ids_are_matched_to_its_predicates_and_entities(shared: Path) -> None:
    movie = tekgen(shared, "1_movie")
    base = "https://cenguix.github.io/Text2KGBench/ont_1_movie/"
    found = map_properties(movie, {WDT + "P57": ["director"], WDT + "P58": [], EX + "P161": []})
    assert found.matches[0] == Match(f"{base}relations#P57", WDT + "P57", "id")
    assert found.iris(f"{base}relations#P161") == (EX + "P161",)
    assert len(found.matches) == 3
    assert len(found.unmatched) == len(movie.properties) - 3
    assert f"{base}relations#P136" in found.unmatched
    classes = map_classes(movie, {WD + "Q5": ["human"], EX + "film": ["Film"]})
    assert Match(f"{base}concepts#Q5", WD + "Q5", "id") in classes.matches
    assert Match(f"{base}concepts#Q11424", EX + "film", "label") in classes.matches


def test_all_tekgen_relations_are_found_among_wikidatas(shared: Path) -> None:
    for path in sorted((shared / "text2kgbench/wikidata_tekgen/ontologies").glob("*.json")):
        model = ontology.read(path)
        names = {iri.partition("#")[2] for iri in model.properties}
        found = map_properties(model, {terms.wikidata_predicate(name): () for name in names})
        assert found.unmatched == ()
        assert {match.by for match in found.matches} == {"id"}
        assert {terms.wikidata_predicate(name) for name in names} == {
            match.iri for match in found.matches
        }


def test_dbpedias_predicates_are_matched_by_local_name(shared: Path) -> None:
    folder = shared / "text2kgbench" / "dbpedia_webnlg" / "ontologies"
    model = ontology.read(folder / "2_musicalwork_ontology.json")
    labels = {f"{DBO}recordLabel": (), f"{DBP}recordLabel": (), f"{DBP}RecordLabel": ()}
    found = map_properties(model, labels)
    assert [(match.iri, match.by) for match in found.matches] == [
        (f"{DBO}recordLabel", "local name"),
        (f"{DBP}recordLabel", "local name"),
    ]


def test_the_first_way_that_finds_something_decides() -> None:
    model = made(
        ':birthPlace a owl:ObjectProperty ; rdfs:label "place of birth"@en, "Geburtsort"@de .'
    )
    term = EX + "birthPlace"
    graph = {
        term: (),
        "urn:a:birthPlace": (),
        "urn:a:birth_place": (),
        WDT + "P19": ["Place of Birth"],
    }
    ways: tuple[Way, ...] = ("iri", "local name", "local name", "label")
    for iri, way in zip(graph, ways, strict=True):
        assert map_properties(model, graph).matches == (Match(term, iri, way),)
        graph = {key: value for key, value in graph.items() if key != iri}
    assert map_properties(model, {}).unmatched == (term,)
    assert map_properties(model, {EX + "x": ["geburtsort"]}).iris(term) == (EX + "x",)
