"""What a source says of its vocabulary lies beside the facts, whichever way it is loaded."""

from pathlib import Path

import pyoxigraph as ox
import pytest

import kgforge
from kgforge import graph, stores
from kgforge.graph import LoadOptions, LoadReport
from kgforge.ontology import bookkeeping
from kgforge.schema import Triple
from kgforge.terms import PREFIXES

FAMILY = """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:Person a owl:Class ; rdfs:comment "a human" .
:Woman a owl:Class ; rdfs:subClassOf :Person , owl:Thing .
:father a owl:ObjectProperty ; rdfs:domain :Person ; owl:inverseOf :child .
:ann a owl:NamedIndividual , :Woman ; :father :bob .
:shape a sh:NodeShape ; sh:targetClass :Person .
:dog a skos:Concept ; skos:inScheme :animals ; skos:broader :animal .
"""
FACTS = {
    ("Woman", "subClassOf", "Person"),
    ("ann", "type", "Woman"),
    ("ann", "father", "bob"),
    ("dog", "broader", "animal"),
}


def _local(term: object) -> str:
    return str(term).rpartition("#")[2].rpartition("/")[2]


def _facts(store: str) -> set[tuple[str, str, str]]:
    with stores.open(store) as opened:
        rows = graph.ask(opened, "facts")
        return {(_local(s), _local(p), _local(o)) for s, p, o in rows}


def _axioms(store: str) -> set[tuple[object, ...]]:
    with stores.open(store) as opened:
        return {tuple(row) for row in graph.ask(opened, "axioms")}


def _load(source: Path, store: str, **options: object) -> LoadReport:
    return kgforge.load([source], store, LoadOptions(**options))  # type: ignore[arg-type]


def _as_lines(path: Path, turtle: str) -> Path:
    quads = ox.parse(turtle, ox.RdfFormat.TURTLE)
    ox.serialize((quad.triple for quad in quads), path, ox.RdfFormat.N_TRIPLES)
    return path


@pytest.fixture
def sources(tmp_path: Path) -> dict[str, Path]:
    """The same statements in Turtle, in N-Triples (which stores read by themselves), as a table."""
    turtle = tmp_path / "family.ttl"
    turtle.write_text(FAMILY)
    lines = _as_lines(tmp_path / "family.nt", FAMILY)
    rows = ["\t".join((*_terms(quad),)) for quad in ox.parse(FAMILY, ox.RdfFormat.TURTLE)]
    table = tmp_path / "family.tsv"
    table.write_text("\n".join(["subject\tpredicate\tobject", *rows]) + "\n")
    return {"ttl": turtle, "nt": lines, "tsv": table}


def _terms(quad: ox.Quad) -> tuple[str, str, str]:
    subject, value = quad.subject, quad.object
    assert not isinstance(subject, ox.Triple)
    assert not isinstance(value, ox.Triple)
    written = str(value) if isinstance(value, ox.Literal) else value.value
    return subject.value, quad.predicate.value, written


@pytest.mark.parametrize("engine", ["oxigraph", "duckdb"])
@pytest.mark.parametrize("kind", ["ttl", "nt", "tsv"])
def test_statements_about_the_vocabulary_are_kept_beside_the_facts(
    sources: dict[str, Path], tmp_path: Path, engine: str, kind: str
) -> None:
    store = f"{engine}:{tmp_path}/graph"
    report = _load(sources[kind], store)
    assert _facts(store) == FACTS
    assert (report.read, report.stored, report.axioms_read, report.axioms) == (4, 4, 12, 12)
    reasons = {one.reason: one.count for one in report.vocabulary}
    assert reasons == {bookkeeping.STATEMENT: 6, bookkeeping.KIND: 6}
    again = _load(sources[kind], store)
    assert (again.read, again.stored, again.axioms, again.facts) == (4, 0, 0, 4)


def test_each_path_of_loading_keeps_the_same_axioms(
    sources: dict[str, Path], tmp_path: Path
) -> None:
    for engine in ("oxigraph", "duckdb"):
        for kind in ("ttl", "nt"):
            _load(sources[kind], f"{engine}:{tmp_path}/{kind}-{engine}")
    found = [_axioms(f"{engine}:{tmp_path}/{kind}-{engine}") for engine in ("oxigraph", "duckdb")
             for kind in ("ttl", "nt")]  # fmt: skip
    assert found[0] == found[1] == found[2] == found[3]


def test_a_schema_predicate_that_is_named_makes_facts(
    sources: dict[str, Path], tmp_path: Path
) -> None:
    store = f"oxigraph:{tmp_path}/graph"
    _load(sources["ttl"], store, predicates=frozenset({PREFIXES["rdfs"] + "domain"}))
    assert _facts(store) == {("father", "domain", "Person")}


def test_excluded_predicates_are_left_out_counted_and_unknown_ones_named(
    sources: dict[str, Path], tmp_path: Path
) -> None:
    store = f"duckdb:{tmp_path}/graph"
    exclude = frozenset({"http://example.org/father", "http://example.org/mother"})
    report = _load(sources["nt"], store, exclude=exclude)
    assert _facts(store) == {fact for fact in FACTS if fact[1] != "father"}
    assert [(one.reason, one.count) for one in report.skipped] == [("an excluded predicate", 1)]
    assert report.doubts == (
        "of 2 predicates that were to be left out the sources have no statement of 1: "
        "<http://example.org/mother>",
    )
    copied = _load(Path(store), f"oxigraph:{tmp_path}/copy", exclude=frozenset({RDF_TYPE}))
    assert copied.facts == 2


RDF_TYPE = PREFIXES["rdf"] + "type"


def test_named_classes_keep_their_hierarchy() -> None:
    schema = bookkeeping.shipped()
    sub, dog, animal = PREFIXES["rdfs"] + "subClassOf", "http://x/Dog", "http://x/Animal"
    assert not schema.reason(Triple(dog, sub, animal))
    assert schema.reason(Triple(dog, sub, "urn:kgforge:blank:0:1")) == bookkeeping.EXPRESSION
    assert schema.reason(Triple(dog, sub, PREFIXES["owl"] + "Thing")) == bookkeeping.STATEMENT


DATA = """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ann :livesIn :ulm ; :likes :bob ; :age 7 . :bob :livesIn :bern . :bern :likes :ulm .
"""
ENDS = """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:livesIn rdfs:domain :Person ; rdfs:range :City . :likes rdfs:domain :Fan .
:age rdfs:range xsd:integer . :City owl:disjointWith :Fan .
"""


@pytest.mark.parametrize("engine", ["oxigraph", "duckdb"])
def test_domains_and_ranges_give_types_to_what_has_no_other(tmp_path: Path, engine: str) -> None:
    """Bern is a city and likes something, and what likes is no city: it has no type."""
    (tmp_path / "data.ttl").write_text(DATA)
    (tmp_path / "ends.ttl").write_text(ENDS)
    store = f"{engine}:{tmp_path}/graph"
    _load(tmp_path / "data.ttl", store)
    report = kgforge.load([tmp_path / "ends.ttl"], store)
    types = {(s, o) for s, p, o in _facts(store) if p == "type"}
    assert types == {("ann", "Person"), ("ann", "Fan"), ("bob", "Person"), ("ulm", "City")}
    assert (report.implied_types, report.stored) == (4, 4)
    again = _load(tmp_path / "data.ttl", store)
    assert (again.stored, again.facts) == (0, report.facts)
    (tmp_path / "typed.ttl").write_text(DATA + ":ann a :Queen .\n")
    both = [tmp_path / "typed.ttl", tmp_path / "ends.ttl"]
    assert kgforge.load(both, f"{engine}:{tmp_path}/typed").implied_types == 2  # not of Ann


def test_restrictions_within_complements_state_nothing(tmp_path: Path) -> None:
    (tmp_path / "o.ttl").write_text(
        """@prefix : <http://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:A rdfs:subClassOf [ owl:onProperty :p ; owl:someValuesFrom :B ] ,
    [ owl:complementOf [ owl:onProperty :p ; owl:someValuesFrom :C ] ] ,
    [ owl:onProperty :p ; owl:allValuesFrom :D ] ,
    [ owl:onProperty :p ; owl:someValuesFrom xsd:date ] ,
    [ owl:onProperty :q ; owl:minQualifiedCardinality 2 ; owl:onClass :E ] ;
  owl:equivalentClass [ owl:intersectionOf ( :F [ owl:onProperty :r ; owl:hasValue :g ] ) ] ,
    [ owl:unionOf ( :H [ owl:onProperty :r ; owl:someValuesFrom :I ] ) ] .
"""
    )
    store = f"duckdb:{tmp_path}/graph"
    report = _load(tmp_path / "o.ttl", store, restrictions_as_facts=True)
    assert _facts(store) == {("A", "p", "B"), ("A", "q", "E"), ("A", "r", "g")}
    assert report.restrictions == 3


LICENSED = """@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix dct: <http://purl.org/dc/terms/> .
<http://example.org/o> a owl:Ontology ; dct:license <https://creativecommons.org/licenses/by/4.0/> ;
    dct:creator :Ann .
:Person a owl:Class ; owl:unionOf (:Woman :Man) .
:knows a owl:ObjectProperty ; dct:created "2020" ; rdfs:domain :Person ; rdfs:range :Person .
:ann :knows :bob ; a :Person ; owl:sameAs :anna .
"""


def test_what_is_kept_as_ontology_is_counted_by_reason(tmp_path: Path) -> None:
    path = tmp_path / "o.ttl"
    path.write_text(LICENSED, "utf-8")
    report = _load(path, f"oxigraph:{tmp_path}/graph")
    counts = {one.reason: one.count for one in report.vocabulary}
    assert sum(counts.values()) == report.axioms_read
    assert counts[bookkeeping.IDENTITY] == 1
    assert counts[bookkeeping.DOCUMENTATION] == 3


def test_a_licence_that_a_file_states_is_its_licence(tmp_path: Path) -> None:
    path, store = tmp_path / "o.ttl", f"oxigraph:{tmp_path}/graph"
    path.write_text(LICENSED, "utf-8")
    report = _load(path, store)
    assert not report.unlicensed
    assert "o.ttl: its licence is CC-BY-4.0, as it says (another: --licence)" in report.doubts
    with stores.open(store) as opened:
        assert [one.licence for one in graph.sources(opened)] == ["CC-BY-4.0"]
    picture = tmp_path / "p.ttl"
    picture.write_text(
        "<http://e.org/photo> <http://creativecommons.org/ns#license> "
        "<https://creativecommons.org/licenses/by-nc/4.0/> .\n"
    )
    assert _load(picture, f"oxigraph:{tmp_path}/other").unlicensed == ("p.ttl",)


def test_types_that_are_stated_are_not_implied_once_more(tmp_path: Path) -> None:
    path = tmp_path / "o.ttl"
    path.write_text(LICENSED, "utf-8")
    report = _load(path, f"oxigraph:{tmp_path}/graph")
    assert (report.implied_types, report.duplicate) == (1, 0)
