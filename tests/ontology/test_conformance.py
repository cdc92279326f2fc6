"""Violations of an ontology's axioms, held against pyshacl's reports on the generated shapes."""

import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyshacl
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rdflib import RDF, SH, URIRef

from kgforge import ontology, terms
from kgforge.ontology import datatypes
from kgforge.ontology.checks import Violation
from kgforge.ontology.conformance import violations
from kgforge.ontology.model import Ontology
from kgforge.schema import Triple
from tests.oracles.shapes import shapes

EX = "http://example.org/"
HEADER = f"""
@prefix : <{EX}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
Types = Mapping[str, frozenset[str]]


def made(text: str) -> Ontology:
    return ontology.of_graph(rdflib.Graph().parse(data=HEADER + text, format="turtle"), "made")


def term(name: str) -> str:
    """A literal as it is, a name of letters and digits as an IRI."""
    return name if terms.is_literal(name) else EX + name


def facts(*texts: str) -> list[Triple]:
    """Statements from texts such as ``a p b``."""
    return [Triple(*map(term, text.split(" ", 2))) for text in texts]


def types_of(**names: str) -> Types:
    return {term(thing): frozenset(map(term, text.split())) for thing, text in names.items()}


def by_shacl(
    model: Ontology, statements: list[Triple], types: Types, *, complete: bool
) -> set[tuple[str, str]]:
    """The axioms that pyshacl finds broken, each with the term that breaks it."""
    if not complete:  # then only what the statements are about is judged
        named = {end for statement in statements for end in (statement.subject, statement.object)}
        types = {thing: types[thing] for thing in types if thing in named}
    shacl = rdflib.Graph().parse(data=shapes(model, complete=complete), format="turtle")
    lines = [
        *(f"{terms.ntriples(s)} <{p}> {terms.ntriples(o)} ." for s, p, o in map(parts, statements)),
        *(f"<{thing}> <{RDF.type}> <{iri}> ." for thing in types for iri in types[thing]),
    ]
    data = rdflib.Graph().parse(data="\n".join(lines), format="nt")
    _, report, _ = pyshacl.validate(data, shacl_graph=shacl, ont_graph=shacl, inference="none")
    return {
        (str(report.value(result, SH.resultMessage)), focus.n3())
        for result, focus in report.subject_objects(SH.focusNode)
    }


def parts(statement: Triple) -> tuple[str, str, str]:
    return statement.subject, statement.predicate, statement.object


def by_us(found: Iterable[Violation]) -> set[tuple[str, str]]:
    return {(one.axiom, written(one.thing)) for one in found}


def written(thing: str) -> str:
    node: Any = rdflib.util.from_n3(thing) if terms.is_literal(thing) else URIRef(thing)
    return str(node.n3())


def agree(
    model: Ontology, statements: list[Triple], types: Types, *, complete: bool = True
) -> set[tuple[str, str]]:
    found = by_us(violations(model, statements, types, complete=complete))
    assert found == by_shacl(model, statements, types, complete=complete)
    return found


# ── Each axiom, by hand ─────────────────────────────────────────────────────────────────────────
PEOPLE = """
:Person a owl:Class . :City a owl:Class ; owl:disjointWith :Person .
:Capital a owl:Class ; rdfs:subClassOf :City .
:mayor a owl:ObjectProperty ; rdfs:domain :City ; rdfs:range :Person .
:leader a owl:ObjectProperty . :mayor rdfs:subPropertyOf :leader .
:governs a owl:ObjectProperty ; owl:inverseOf :mayor .
:founded a owl:DatatypeProperty ; rdfs:domain :City ; rdfs:range xsd:date .
"""


def kinds(model: Ontology, statements: list[Triple], types: Types, **options: bool) -> list[str]:
    agree(model, statements, types, complete=options.get("complete", False))
    return [found.kind for found in violations(model, statements, types, **options)]


@pytest.mark.parametrize(
    ("statement", "types", "expected"),
    [
        ("rome mayor ann", {"rome": "City", "ann": "Person"}, []),
        ("rome mayor ann", {"rome": "Capital", "ann": "Person"}, []),
        ("rome mayor ann", {}, []),
        ("rome mayor ann", {"rome": "Person"}, ["domain", "disjoint classes"]),
        ("rome mayor ann", {"ann": "Capital"}, ["range", "disjoint classes"]),
        ("ann governs rome", {"rome": "Person"}, ["domain", "disjoint classes"]),
        ('rome mayor "Ann"', {}, ["range"]),
        ('rome founded "1980-01-02"^^<http://www.w3.org/2001/XMLSchema#date>', {}, []),
        ('rome founded "long ago"', {}, ["datatype"]),
        ("rome founded ann", {}, ["datatype"]),
        ("rome mayor rome", {}, ["disjoint classes"]),
    ],
)
def test_domains_ranges_and_datatypes(
    statement: str, types: dict[str, str], expected: list[str]
) -> None:
    assert kinds(made(PEOPLE), facts(statement), types_of(**types)) == expected


def test_several_domains_are_alternatives() -> None:
    model = made(
        ":A a owl:Class . :B a owl:Class . :C a owl:Class . :p a owl:ObjectProperty ; "
        "rdfs:domain :A, :B ; rdfs:range [ owl:unionOf (:B :C) ] ."
    )
    assert kinds(model, facts("x p y"), types_of(x="B", y="C")) == []
    assert kinds(model, facts("x p y"), types_of(x="C", y="A")) == ["domain", "range"]


def test_an_undeclared_class_and_an_unreadable_one_restrict_nothing() -> None:
    model = made(
        ":A a owl:Class . :p a owl:ObjectProperty ; rdfs:domain :Nowhere ; rdfs:range "
        "[ owl:complementOf :A ] ."
    )
    assert kinds(model, facts("x p y"), types_of(x="A", y="A")) == []


@pytest.mark.parametrize(
    ("axiom", "statements", "expected"),
    [
        (":p a owl:FunctionalProperty .", ["a p b", "a p c"], "functional"),
        (":p a owl:FunctionalProperty .", ["a p b", "a p b", "d p b"], None),
        (":p a owl:InverseFunctionalProperty .", ["a p c", "b p c"], "inverse functional"),
        (":p a owl:FunctionalProperty . :q rdfs:subPropertyOf :p .", ["a p b", "a q c"],
         "functional"),
        (":p a owl:FunctionalProperty ; owl:inverseOf :q . :q a owl:ObjectProperty .",
         ["a p b", "c q a"], "functional"),
        (":p a owl:FunctionalProperty, owl:SymmetricProperty .", ["a p b", "c p a"], "functional"),
        (":p a owl:AsymmetricProperty .", ["a p b", "b p a"], "asymmetric"),
        (":p a owl:AsymmetricProperty .", ["a p a"], "asymmetric"),
        (":p a owl:AsymmetricProperty .", ["a p b", "b p c", "c p a"], None),
        (":p a owl:IrreflexiveProperty .", ["a p a"], "irreflexive"),
        (":p a owl:IrreflexiveProperty .", ["a p b"], None),
        (":p a owl:ObjectProperty ; owl:propertyDisjointWith :q . :q a owl:ObjectProperty .",
         ["a p b", "a q b"], "disjoint properties"),
        (":p a owl:ObjectProperty ; owl:propertyDisjointWith :q . :q a owl:ObjectProperty .",
         ["a p b", "b q a"], None),
    ],
)  # fmt: skip
def test_axioms_of_properties(axiom: str, statements: list[str], expected: str | None) -> None:
    found = set(kinds(made(axiom), facts(*statements), {}))
    assert found == ({expected} if expected else set())


CAR = """
:Car a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :wheel ;
  owl:maxQualifiedCardinality 1 ; owl:onClass :Wheel ], [ a owl:Restriction ;
  owl:onProperty :owner ; owl:cardinality 1 ] .
:Van a owl:Class ; rdfs:subClassOf :Car . :Wheel a owl:Class .
:wheel a owl:ObjectProperty . :owner a owl:ObjectProperty .
"""


def test_cardinalities_hold_for_known_members_and_known_values() -> None:
    model, two = made(CAR), facts("c wheel v", "c wheel w", "c owner o")
    wheels = types_of(c="Van", v="Wheel", w="Wheel")
    assert kinds(model, two, wheels) == ["maximum"]
    assert kinds(model, two, types_of(c="Van", v="Wheel")) == []
    assert kinds(model, two, types_of(v="Wheel", w="Wheel")) == []
    assert kinds(model, facts("c owner o", "c owner o2"), types_of(c="Car")) == ["maximum"]


def test_a_maximum_of_an_undeclared_class_is_not_asked_for() -> None:
    model = made(CAR.replace(":Wheel a owl:Class .", ""))
    assert kinds(model, facts("c wheel v", "c wheel w"), types_of(c="Car")) == []


def test_minima_are_asked_for_only_of_complete_statements() -> None:
    model, types = made(CAR), types_of(c="Car")
    assert kinds(model, facts("c wheel w"), types) == []
    assert kinds(model, facts("c wheel w"), types, complete=True) == ["minimum"]
    assert kinds(model, [], types, complete=True) == ["minimum"]
    assert kinds(model, facts("c owner o"), types, complete=True) == []


def test_shapes_that_an_ontology_holds_are_checked_too() -> None:
    model = made(
        ":A a owl:Class . :B a owl:Class . :S a sh:NodeShape ; sh:targetClass :A ; sh:property "
        "[ sh:path :p ; sh:class :B ; sh:maxCount 1 ], [ sh:path :n ; sh:datatype xsd:integer ] ."
    )
    found = facts("a p b", "a p c", 'a n "1"', 'a n "2"^^<http://www.w3.org/2001/XMLSchema#int>')
    assert kinds(model, found, types_of(a="A", b="A", c="B")) == ["values", "maximum", "values"]
    (_, most) = violations(model, found, types_of(a="A"))
    assert most.axiom == f"maximum: a <{EX}A> has at most 1 by <{EX}p> (<{EX}S>)"


def test_disjointness_follows_from_domains_and_ranges_of_unknown_things() -> None:
    (found,) = violations(made(PEOPLE), facts("rome mayor ann", "ann mayor bob"))
    assert found == Violation(
        axiom=f"disjoint classes: nothing is both a <{EX}City> and a <{EX}Person>",
        kind="disjoint classes",
        property="",
        thing=EX + "ann",
        statements=tuple(facts("ann mayor bob", "rome mayor ann")),
        message="ann is both City and Person, and nothing is",
    )


def test_what_a_domain_implies_reaches_the_superclasses() -> None:
    model = made(PEOPLE + ":seat a owl:ObjectProperty ; rdfs:domain :Capital .")
    found = facts("ann seat x", "rome mayor ann")
    assert kinds(model, found, {}) == ["disjoint classes"]


@pytest.mark.parametrize(
    ("datatype", "written_", "fits"),
    [
        ("integer", "5^^integer", True), ("integer", "five^^integer", False),
        ("integer", "5^^long", True), ("integer", "5.0^^decimal", False), ("integer", "5", False),
        ("nonNegativeInteger", "5^^integer", True), ("nonNegativeInteger", "-5^^integer", False),
        ("byte", "127^^integer", True), ("byte", "128^^integer", False),
        ("decimal", "5^^integer", True), ("decimal", "5^^double", False),
        ("double", "5e3^^double", True), ("double", "x^^double", False),
        ("date", "2001-07-20^^date", True), ("date", "2001-13-20^^date", False),
        ("date", "2001-07-20T00:00:00^^dateTime", False), ("gYear", "1987^^gYear", True),
        ("dateTime", "2001-07-20T25:00:00^^dateTime", False), ("boolean", "yes^^boolean", False),
        ("string", "x", True), ("string", "x^^token", True), ("string", "5^^integer", False),
    ],
)  # fmt: skip
def test_literals_are_of_a_datatype_by_form_and_bounds(
    datatype: str, written_: str, fits: bool
) -> None:
    model = made(f":p a owl:DatatypeProperty ; rdfs:range xsd:{datatype} .")
    value, _, own = written_.partition("^^")
    literal = terms.literal(value, datatype=terms.XSD + own if own else "")
    found = kinds(model, [Triple(EX + "a", EX + "p", literal)], {})
    assert found == ([] if fits else ["datatype"])


def test_an_ontologys_own_datatype_is_not_judged() -> None:
    model = made(":km a rdfs:Datatype . :p a owl:DatatypeProperty ; rdfs:range :km .")
    assert kinds(model, facts('a p "5"', f'a p "5"^^<{EX}km>'), {}) == []
    assert kinds(model, facts("a p b"), {}) == ["datatype"]


def test_a_violation_names_its_axiom_its_statement_and_the_things() -> None:
    (found, _) = violations(made(PEOPLE), facts("rome mayor ann"), types_of(rome="Person"))
    assert found.axiom == f"domain: the subject of <{EX}mayor> is a <{EX}City>"
    assert found.property == EX + "mayor"
    assert found.statements == tuple(facts("rome mayor ann"))
    assert found.message == "rome is Person, not City, which the subject of mayor has to be"


# ── Plain names, as a model writes them ─────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    ("datatype", "text", "fits"),
    [
        ("date", "20 July 2001", True), ("date", "July 20, 2001", True), ("date", "2001", True),
        ("date", "2001-07-20", True), ("date", "Paris", False), ("date", "the 1990s", False),
        ("decimal", "25.0 (kilometres)", True), ("decimal", "1,234.5", True),
        ("decimal", "-3", True), ("decimal", "$5", True), ("decimal", "Room 5", False),
        ("decimal", "21st", False), ("integer", "1,234", True), ("integer", "1.5", False),
        ("gYear", "1987", True), ("gYear", "44 BC", True), ("gYear", "Rome", False),
        ("boolean", "yes", True), ("boolean", "maybe", False), ("time", "12:30", True),
        ("string", "anything", True), ("hexBinary", "whatever", True),
    ],
)  # fmt: skip
def test_a_plain_text_is_of_a_datatype_if_it_reads_so(datatype: str, text: str, fits: bool) -> None:
    model = made(f":p a owl:DatatypeProperty ; rdfs:range xsd:{datatype} .")
    found = violations(model, [Triple("it", EX + "p", text)])
    assert [one.kind for one in found] == ([] if fits else ["datatype"])


def test_a_name_that_only_begins_as_a_literal_is_a_name() -> None:
    model = made(":B a owl:Class . :p a owl:ObjectProperty ; rdfs:range :B ; rdfs:domain :B .")
    name = '"Weird Al" Yankovic'
    types = {name: frozenset({EX + "B"})}
    assert violations(model, [Triple(name, EX + "p", name)], types) == ()


def test_the_names_of_datatypes_that_text2kgbench_uses_are_understood(shared: Path) -> None:
    folder = shared / "text2kgbench" / "dbpedia_webnlg" / "ontologies"
    music = ontology.read(folder / "2_musicalwork_ontology.json")
    base = "https://cenguix.github.io/Text2KGBench/ont_2_musicalwork/"
    types = {"Turn Me On": frozenset({base + "concepts#MusicalWork"})}

    def found(relation: str, value: str) -> list[str]:
        given = [Triple("Turn Me On", f"{base}relations#{relation}", value)]
        return [one.message for one in violations(music, given, types)]

    assert found("runtime", "35.1 minutes") == []
    assert found("releaseDate", "10 November 2014") == []
    assert found("recordLabel", "MCA Records") == []
    assert found("releaseDate", "Germany") == [
        "Germany is text, not date or dateTime or gYear or gYearMonth, which the object "
        "of releaseDate has to be"
    ]
    assert found("recordLabel", "Turn Me On") == [
        "Turn Me On is MusicalWork, not RecordLabel, which the object of recordLabel has to be"
    ]


def test_a_class_called_as_a_datatype_means_it_for_texts_and_itself_for_things() -> None:
    model = made(
        ":Year a owl:Class . :Person a owl:Class . :Team a owl:Class . "
        ":drafted a owl:ObjectProperty ; rdfs:domain :Team ; rdfs:range :Year . "
        ":champion a owl:ObjectProperty ; rdfs:domain :Year ; rdfs:range :Person ."
    )

    def broken(relation: str, subject: str, object: str, **types: str) -> list[str]:
        given = [Triple(subject, EX + relation, object)]
        known = {name: frozenset({EX + kind}) for name, kind in types.items()}
        return [one.kind for one in violations(model, given, known)]

    assert broken("drafted", "Bulls", "1995") == broken("drafted", "Bulls", "May 1995") == []
    assert broken("drafted", "Bulls", "Paris") == ["range"]
    assert broken("drafted", "Bulls", "leap", leap="Year") == []
    assert broken("drafted", "Bulls", "Ann", Ann="Person") == ["range"]
    assert broken("drafted", EX + "bulls", EX + "y1995") == []
    assert broken("champion", "the leap year", "Ann") == []


@pytest.mark.parametrize(
    ("datatype", "text", "fits"),
    [
        ("nonNegativeInteger", "-5", False),
        ("nonNegativeInteger", "5 people", True),
        ("positiveInteger", "0", False),
        ("unsignedByte", "300 (metres)", False),
        ("unsignedByte", "255", True),
        ("negativeInteger", "-1,000", True),
        ("int", "3,000,000,000", False),
        ("integer", "-3,000,000,000", True),
        ("integer", "98_minutes", True),
        ("integer", "9.8", False),
        ("integer", "July 2001", False),
        ("decimal", "9.8_(kilometres)", True),
        ("gYearMonth", "2001-07", True),
        ("date", "2001-07", True),
        ("date", "20_July_2001", True),
        ("date", "00  1913", True),
        ("date", "July 20th, 2001", True),
        ("date", "15 March 844", True),
        ("date", "15 March 44 BC", True),
        ("date", "2001-07-20T10:15:00Z", True),
        ("date", "20/07/2001", True),
        ("date", "2001-13", False),
        ("date", "2001-07-45", False),
        ("date", "Heat 2001", False),
        ("gYear", "900", True),
        ("time", "10_pm", True),
        ("anyURI", "www.example.org/a_b", True),
    ],
)
def test_a_plain_text_is_read_as_a_value_of_a_datatype_within_its_bounds(
    datatype: str, text: str, *, fits: bool
) -> None:
    assert datatypes.reads(terms.XSD + datatype, text) is fits


# ── Random ontologies and data ──────────────────────────────────────────────────────────────────
CLASSES = [f"C{n}" for n in range(5)]
PROPERTIES = [f"p{n}" for n in range(5)]
THINGS = [f"t{n}" for n in range(5)]
VALUES = [
    '"text"', '"text"@en', *(f'"{value}"^^<{terms.XSD}{name}>' for value, name in [
        ("5", "integer"), ("-5", "integer"), ("1.5", "decimal"), ("1.5", "double"),
        ("2001-07-20", "date"), ("1990", "gYear"), ("true", "boolean"), ("x", "token"),
        ("2001-07-20T10:00:00", "dateTime"), ("7", "nonNegativeInteger"),
    ]),
]  # fmt: skip
CLASS = st.sampled_from(CLASSES).map(lambda name: f":{name}")
PROPERTY = st.sampled_from(PROPERTIES).map(lambda name: f":{name}")
DATATYPE = st.sampled_from(
    ["integer", "decimal", "double", "date", "gYear", "string", "boolean", "nonNegativeInteger",
     "positiveInteger", "dateTime"]
).map(lambda name: f"xsd:{name}")  # fmt: skip
KIND = st.sampled_from(
    ["Functional", "InverseFunctional", "Asymmetric", "Irreflexive", "Symmetric", "Transitive"]
).map(lambda name: f"owl:{name}Property")
AXIOM = st.one_of(
    st.builds("{} rdfs:subClassOf {} .".format, CLASS, CLASS),
    st.builds("{} owl:equivalentClass {} .".format, CLASS, CLASS),
    st.builds("{} owl:disjointWith {} .".format, CLASS, CLASS),
    st.builds("{} rdfs:domain {} .".format, PROPERTY, CLASS),
    st.builds("{} rdfs:domain [ owl:unionOf ({} {}) ] .".format, PROPERTY, CLASS, CLASS),
    st.builds("{} rdfs:range {} .".format, PROPERTY, CLASS | DATATYPE),
    st.builds("{} rdfs:subPropertyOf {} .".format, PROPERTY, PROPERTY),
    st.builds("{} owl:inverseOf {} .".format, PROPERTY, PROPERTY),
    st.builds("{} owl:propertyDisjointWith {} .".format, PROPERTY, PROPERTY),
    st.builds("{} a {} .".format, PROPERTY, KIND),
    st.builds(
        "{} rdfs:subClassOf [ owl:onProperty {} ; owl:{} {} ] .".format, CLASS, PROPERTY,
        st.sampled_from(["minCardinality", "maxCardinality", "cardinality"]),
        st.integers(0, 2),
    ),
    st.builds(
        "{} rdfs:subClassOf [ owl:onProperty {} ; owl:{} {} ; owl:onClass {} ] .".format,
        CLASS, PROPERTY, st.sampled_from(["minQualifiedCardinality", "maxQualifiedCardinality"]),
        st.integers(0, 2), CLASS,
    ),
    st.builds(
        "{} rdfs:subClassOf [ owl:onProperty {} ; owl:{} {} ] .".format, CLASS, PROPERTY,
        st.sampled_from(["allValuesFrom", "someValuesFrom"]), CLASS | DATATYPE,
    ),
)  # fmt: skip
DECLARED = " ".join(
    [f":{name} a owl:Class ." for name in CLASSES]
    + [f":{name} a <{RDF.Property}> ." for name in PROPERTIES]
)
STATEMENT = st.builds(
    Triple,
    st.sampled_from(THINGS).map(term),
    st.sampled_from(PROPERTIES).map(term),
    st.sampled_from([*map(term, THINGS), *map(terms.canonical, VALUES)]),
)
KNOWN = st.dictionaries(
    st.sampled_from(THINGS).map(term),
    st.frozensets(st.sampled_from(CLASSES).map(term), min_size=1, max_size=2),
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(AXIOM, min_size=1, max_size=10),
    st.lists(STATEMENT, max_size=8),
    KNOWN,
    st.booleans(),
)
def test_random_ontologies_and_data_are_judged_as_pyshacl_judges_them(
    texts: list[str], statements: list[Triple], types: Types, complete: bool
) -> None:
    agree(made(DECLARED + "\n".join(texts)), statements, types, complete=complete)


# ── Published ontologies, random data ───────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "name", ["foaf.ttl", "koala.owl", "musicontology.ttl", "org.ttl", "pizza.ttl", "wine.ttl"]
)
def test_random_data_of_a_published_ontology_are_judged_as_pyshacl_judges_them(
    shared: Path, name: str
) -> None:
    model = ontology.read(shared / "ontologies" / name)
    chance = random.Random(6)
    things = [term(f"t{number}") for number in range(40)]
    known = {thing: frozenset(chance.sample(sorted(model.classes), k=2)) for thing in things[:30]}
    values = [*things, *map(terms.canonical, VALUES)]
    statements = [
        Triple(chance.choice(things), property, chance.choice(values))
        for property in model.properties
        for _ in range(3)
    ]
    found = agree(model, statements, known)
    assert len(found) > 10
