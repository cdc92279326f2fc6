"""Ontologies, held against what SPARQL finds in the same files.

The oracle's files are parsed by rdflib and asked by Oxigraph; ours the other way round.
"""

import io
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from kgforge import ontology
from kgforge.errors import OntologyError
from kgforge.ontology.axioms import Restriction
from kgforge.ontology.model import Ontology, Signature
from kgforge.terms import local_name

FILES = [
    "bfo-core.ttl", "bibo.ttl", "dbpedia-ontology.ttl", "dcterms.ttl", "dul.ttl", "family.ttl",
    "foaf.ttl", "food.ttl", "goodrelations.ttl", "koala.owl", "musicontology.ttl", "org.ttl",
    "owl-time.ttl", "pizza.owl", "pizza.ttl", "prov-o.ttl", "schemaorg-current-https.ttl",
    "skos.ttl", "wine.ttl",
]  # fmt: skip
EX = "http://example.org/"
HEADER = f"""
@prefix : <{EX}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
PREFIXES = """
PREFIX owl: <http://www.w3.org/2002/07/owl#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX schema: <https://schema.org/>
"""
Rows = set[tuple[str, ...]]


@cache
def store(path: Path) -> pyoxigraph.Store:
    syntax = "xml" if path.suffix == ".owl" else "turtle"
    graph = rdflib.Graph().parse(path, format=syntax, publicID=f"file:///{path.name}")
    found = pyoxigraph.Store()
    lines = graph.serialize(format="nt", encoding="utf-8")
    found.bulk_load(io.BytesIO(lines), pyoxigraph.RdfFormat.N_TRIPLES)
    return found


@cache
def read(path: Path) -> Ontology:
    return ontology.read(path)


def rows(path: Path, query: str) -> Rows:
    found = store(path).query(PREFIXES + query)
    assert isinstance(found, pyoxigraph.QuerySolutions)
    return {tuple(value.value if value else "" for value in row) for row in found}


@pytest.fixture(params=FILES)
def path(request: pytest.FixtureRequest, shared: Path) -> Path:
    return shared / "ontologies" / str(request.param)


def test_all_published_files_are_tested(shared: Path) -> None:
    assert sorted(FILES) == sorted(file.name for file in (shared / "ontologies").iterdir())


# ── Declarations ────────────────────────────────────────────────────────────────────────────────
IS_CLASS = """
{ ?c a owl:Class } UNION { ?c a rdfs:Class } UNION { ?c a owl:DeprecatedClass }
UNION { ?c rdfs:subClassOf ?above FILTER NOT EXISTS { ?c a rdfs:Datatype } } FILTER isIRI(?c)
"""


def test_classes(path: Path) -> None:
    found = rows(path, f"SELECT DISTINCT ?c {{ {IS_CLASS} }}")
    assert {(iri,) for iri in read(path).classes} == found
    assert list(read(path).classes) == sorted(read(path).classes)


KINDS = {
    "object": "owl:ObjectProperty",
    "datatype": "owl:DatatypeProperty",
    "annotation": "owl:AnnotationProperty",
    "object by its traits": "owl:SymmetricProperty owl:TransitiveProperty "
    "owl:AsymmetricProperty owl:InverseFunctionalProperty",
    "rdf": "rdf:Property owl:FunctionalProperty owl:DeprecatedProperty",
}


def test_kinds_of_properties(path: Path) -> None:
    expected: dict[str, str] = {}
    for kind, types in KINDS.items():
        for (iri,) in rows(path, f"SELECT ?p {{ VALUES ?k {{ {types} }} ?p a ?k }}"):
            expected.setdefault(iri, kind.split()[0])
    found = {p.iri: p.kind for p in read(path).properties.values()}
    assert found == {iri: kind for iri, kind in expected.items() if not iri.startswith("_:")}


@pytest.mark.parametrize("field", ["labels", "comments"])
def test_labels_and_comments_by_language(path: Path, field: str) -> None:
    link = {"labels": "rdfs:label", "comments": "rdfs:comment"}[field]
    found = rows(path, f"SELECT ?c ?t (LCASE(LANG(?t)) AS ?l) {{ ?c {link} ?t . {IS_CLASS} }}")
    assert {
        (iri, text, language)
        for iri, declared in read(path).classes.items()
        for language, texts in getattr(declared, field).items()
        for text in texts
    } == found


@pytest.mark.parametrize(
    ("trait", "name"),
    [
        ("symmetric", "Symmetric"), ("asymmetric", "Asymmetric"), ("transitive", "Transitive"),
        ("functional", "Functional"), ("inverse functional", "InverseFunctional"),
        ("reflexive", "Reflexive"), ("irreflexive", "Irreflexive"),
    ],
)  # fmt: skip
def test_traits(path: Path, trait: str, name: str) -> None:
    found = rows(path, f"SELECT ?p {{ ?p a owl:{name}Property FILTER isIRI(?p) }}")
    stated = read(path).properties.values()
    assert {(p.iri,) for p in stated if trait in p.traits} == found


# ── Links ───────────────────────────────────────────────────────────────────────────────────────
LISTED = "rdf:rest*/rdf:first"


@pytest.mark.parametrize(
    ("field", "path_"),
    [
        ("parents", "rdfs:subPropertyOf"),
        ("inverses", "owl:inverseOf|^owl:inverseOf"),
        ("equivalents", "owl:equivalentProperty|^owl:equivalentProperty"),
        ("disjoint", "owl:propertyDisjointWith|^owl:propertyDisjointWith"),
    ],
)
def test_links_of_properties(path: Path, field: str, path_: str) -> None:
    query = f"SELECT DISTINCT ?p ?q {{ ?p {path_} ?q FILTER (isIRI(?p) && isIRI(?q)) }}"
    model = read(path)
    found = {(p, q) for p, q in rows(path, query) if p in model.properties and p != q}
    stated = model.properties.values()
    ours = {(p.iri, q) for p in stated for q in getattr(p, field) if p.iri != q}
    assert ours == found


def test_hierarchy_of_classes(path: Path) -> None:
    member = f"owl:intersectionOf/{LISTED}"
    found = rows(
        path,
        f"""SELECT DISTINCT ?c ?d {{
        {{ ?c rdfs:subClassOf ?d }} UNION {{ ?c {member} ?d }}
        UNION {{ ?c rdfs:subClassOf|owl:equivalentClass ?x FILTER isBlank(?x) ?x ({member})+ ?d }}
        UNION {{ ?d owl:equivalentClass?/(owl:unionOf|owl:disjointUnionOf)/{LISTED} ?c
                 FILTER NOT EXISTS {{ ?d owl:equivalentClass ?e FILTER isIRI(?e) }} }}
        FILTER (isIRI(?c) && isIRI(?d) && ?c != ?d) }}""",
    )
    model = read(path)
    found = {row for row in found if row[0] in model.classes}
    assert {(c.iri, d) for c in model.classes.values() for d in c.parents} == found


def test_disjoint_classes(path: Path) -> None:
    found = rows(
        path,
        f"""SELECT DISTINCT ?c ?d {{
        {{ ?c (owl:unionOf/{LISTED})? ?x . ?a owl:disjointWith ?b
           FILTER (?x = ?x) ?a (owl:unionOf/{LISTED})? ?c . ?b (owl:unionOf/{LISTED})? ?d }}
        UNION {{ ?g a owl:AllDisjointClasses ; owl:members ?l . ?l {LISTED} ?c, ?d }}
        FILTER (isIRI(?c) && isIRI(?d) && ?c != ?d) }}""",
    )
    both = found | {(d, c) for c, d in found}
    model = read(path)
    ours = {(c.iri, d) for c in model.classes.values() for d in c.disjoint if c.iri != d}
    assert ours == {row for row in both if row[0] in model.classes}


@pytest.mark.parametrize("side", ["domain", "range"])
def test_domains_and_ranges(path: Path, side: str) -> None:
    """Named ones and unions; what else there is must be missing, or follow from it."""
    statement = f"?p rdfs:{side}|schema:{side}Includes ?n"
    simple = rows(
        path,
        f"""SELECT ?p ?d {{ {statement} . ?n (owl:unionOf/{LISTED})? ?d
        FILTER (isIRI(?d) && (isBlank(?n) || ?n = ?d)) }}""",
    )
    other = rows(
        path,
        f"""SELECT DISTINCT ?p {{ {statement} . ?n (owl:unionOf/{LISTED})* ?d FILTER isBlank(?d)
        FILTER NOT EXISTS {{ ?d owl:unionOf ?members }} }}""",
    )
    stated = read(path).properties.values()
    ours = {(p.iri, d) for p in stated for d in (p.domains if side == "domain" else p.ranges)}
    assert {row for row in ours if row[:1] not in other} == {
        row for row in simple if row[:1] not in other
    }
    assert len(other) == STRANGE.get((path.name, side), 0)


STRANGE = {
    ("bfo-core.ttl", "domain"): 7,
    ("bfo-core.ttl", "range"): 6,
}
"""How many properties have a domain or range that is no name and no union of names."""


def test_of_an_intersection_the_part_that_can_be_read_counts(shared: Path) -> None:
    """A participant is a dependent continuant, or an independent one that is no region."""
    model = read(shared / "ontologies" / "bfo-core.ttl")
    (participates,) = model.properties_named("participates in")
    assert [model.label(iri) for iri in model.properties[participates].domains] == [
        "independent continuant",
        "specifically dependent continuant",
        "generically dependent continuant",
    ]


def test_cardinalities(path: Path) -> None:
    found = rows(
        path,
        f"""SELECT DISTINCT ?c ?p ?k ?n {{ ?c (rdfs:subClassOf|owl:equivalentClass)?
        /(owl:intersectionOf/{LISTED})* ?r . ?r owl:onProperty ?p ; ?k ?n
        FILTER (isIRI(?c) && isIRI(?p) && STRENDS(LCASE(STR(?k)), "cardinality")) }}""",
    )
    stated = {
        (on, property, local_name(kind).partition("ardinality")[0].rstrip("C"), number)
        for on, property, kind, number in found
    }
    some = rows(path, "SELECT DISTINCT ?p { ?r owl:onProperty ?p ; owl:someValuesFrom ?x }")
    ours = set(cardinalities(read(path)))
    assert stated <= ours
    assert all((row[1],) in some and row[2:] == ("min", "1") for row in ours - stated)


def cardinalities(model: Ontology) -> Iterator[tuple[str, str, str, str]]:
    for found in model.restrictions:
        least, most = found.minimum, found.maximum
        if found.of:
            continue
        if least is not None and least == most:
            yield found.on, found.property, "c", str(least)
        elif least is not None:
            yield found.on, found.property, "min", str(least)
        elif most is not None:
            yield found.on, found.property, "max", str(most)


def test_superclasses_and_subclasses_are_the_closure(path: Path) -> None:
    model = read(path)
    graph = pyoxigraph.Store()
    node = pyoxigraph.NamedNode
    for stated in model.classes.values():
        for iri in stated.parents + stated.equivalents:
            graph.add(pyoxigraph.Quad(node(stated.iri), node("urn:in"), node(iri)))
    found = graph.query("SELECT ?c ?d { ?c <urn:in>+ ?d }")
    assert isinstance(found, pyoxigraph.QuerySolutions)
    above = {(row[0].value, row[1].value) for row in found}
    above |= {(iri, iri) for iri in model.classes}
    assert {(c, d) for c in model.classes for d in model.superclasses(c)} == above
    tops = {d for _, d in above}
    assert {(c, d) for d in tops for c in model.subclasses(d)} == above | {(d, d) for d in tops}


# ── Text2KGBench ────────────────────────────────────────────────────────────────────────────────
def published(shared: Path) -> list[Path]:
    return sorted((shared / "text2kgbench").glob("*/ontologies/*.json"))


def turtle(path: Path) -> Path:
    return path.parent / "owl" / f"ont_{path.name.removesuffix('_ontology.json')}.ttl"


def test_all_jsons_hold_what_the_files_list(shared: Path) -> None:
    assert len(published(shared)) == 29
    for path in published(shared):
        raw, model = json.loads(path.read_text()), read(path)
        assert (model.name, model.title, model.source) == (raw["id"], raw["title"], path.name)
        assert model.concept_labels == tuple(one["label"] for one in raw["concepts"])
        assert model.relation_labels == tuple(one["label"] for one in raw["relations"])
        concepts = dict.fromkeys(one["qid"] for one in raw["concepts"])
        assert [local_name(iri) for iri in model.classes] == list(concepts)
        names = [iri.partition("#")[2] for iri in model.properties]
        assert names == list(dict.fromkeys(one["pid"] for one in raw["relations"]))
        places = {
            (one["pid"], place, one[place])
            for one in raw["relations"]
            for place in ("domain", "range")
            if one[place]
        }
        assert places == {
            (iri.partition("#")[2], place, value.partition("#")[2])
            for iri, stated in model.properties.items()
            for place, values in (("domain", stated.domains), ("range", stated.ranges))
            for value in values
        }


def test_all_turtles_hold_what_sparql_finds(shared: Path) -> None:
    for path in map(turtle, published(shared)):
        model = read(path)
        assert model.name == path.stem
        assert rows(path, "SELECT ?t { ?o a owl:Ontology ; rdfs:label ?t }") == {(model.title,)}
        assert rows(path, "SELECT ?c { ?c a owl:Class }") == {(iri,) for iri in model.classes}
        for field, link in (("domains", "rdfs:domain"), ("ranges", "rdfs:range")):
            assert rows(path, f"SELECT ?p ?c {{ ?p {link} ?c }}") == {
                (stated.iri, iri)
                for stated in model.properties.values()
                for iri in getattr(stated, field)
            }


def test_a_relation_listed_twice_is_one_with_alternatives(shared: Path) -> None:
    folder = shared / "text2kgbench" / "wikidata_tekgen" / "ontologies"
    sport = read(folder / "3_sport_ontology.json")
    (twice,) = [stated for stated in sport.properties.values() if len(stated.ranges) > 1]
    found = [one for one in sport.signatures() if one.property == twice.iri]
    assert [(local_name(one.domain or ""), local_name(one.range or "")) for one in found] == [
        (local_name(domain), local_name(range))
        for domain in twice.domains
        for range in twice.ranges
    ]
    assert len(found) > 1


# ── By hand ─────────────────────────────────────────────────────────────────────────────────────
def made(text: str) -> Ontology:
    return ontology.of_graph(rdflib.Graph().parse(data=HEADER + text, format="turtle"), "made")


def test_signatures_give_none_where_nothing_is_restricted() -> None:
    model = made(
        ":p a owl:ObjectProperty ; rdfs:domain :A, :B ; rdfs:range :C . :q a owl:ObjectProperty . "
        ":r a owl:ObjectProperty ; rdfs:domain owl:Thing ; rdfs:range [ owl:unionOf (:A :B) ] ."
    )
    assert model.signatures() == (
        Signature(EX + "p", EX + "A", EX + "C"),
        Signature(EX + "p", EX + "B", EX + "C"),
        Signature(EX + "q", None, None),
        Signature(EX + "r", None, EX + "A"),
        Signature(EX + "r", None, EX + "B"),
    )


def test_annotations_are_no_relations() -> None:
    """They stand in no prompt, and nobody is told that a fact by them conforms."""
    model = made(
        ":p a owl:ObjectProperty . :q a owl:FunctionalProperty . :year a owl:DatatypeProperty . "
        ":note a owl:AnnotationProperty ; rdfs:domain :A ."
    )
    assert EX + "note" in model.properties
    assert model.relation_labels == ("p", "q", "year")
    assert {one.property for one in model.signatures()} == set(model.relations)
    assert model.properties_named("note") == () and model.properties_named("year")


def test_cycles_and_lists_in_circles_do_no_harm() -> None:
    model = made(
        ":A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :C rdfs:subClassOf :A, :A . "
        ":D a owl:Class ; owl:unionOf _:l . _:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> "
        ":A ; <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l ."
    )
    assert model.superclasses(EX + "A") == {EX + name for name in "ABCD"}
    assert model.subclasses(EX + "A") == {EX + name for name in "ABC"}
    assert model.subclasses(EX + "D") == {EX + name for name in "ABCD"}


def test_disjointness_of_groups_and_unions() -> None:
    model = made(
        "[] a owl:AllDisjointClasses ; owl:members (:A :B :C) . :A a owl:Class . :B a owl:Class . "
        ":C a owl:Class . :D a owl:Class ; owl:disjointUnionOf (:E :F) . :E a owl:Class ; "
        "owl:disjointWith [ owl:unionOf (:A :B) ] . :F a owl:Class . "
        "[] a owl:AllDisjointProperties ; owl:members (:p :q) . :p a owl:ObjectProperty ."
    )
    apart = {
        local_name(c.iri): "".join(map(local_name, c.disjoint)) for c in model.classes.values()
    }
    assert apart == {"A": "BCE", "B": "ACE", "C": "AB", "D": "", "E": "ABF", "F": "E"}
    assert model.properties[EX + "p"].disjoint == (EX + "q",)
    assert model.subclasses(EX + "D") == {EX + name for name in "DEF"}


def test_restrictions_qualified_and_through_intersections() -> None:
    model = made(
        ":A a owl:Class ; owl:equivalentClass [ owl:intersectionOf (:B [ owl:onProperty :p ; "
        "owl:maxQualifiedCardinality 2 ; owl:onClass :C ]) ] ; rdfs:subClassOf [ owl:onProperty :q "
        "; owl:allValuesFrom xsd:date ], [ owl:onProperty :q ; owl:someValuesFrom :D ] ."
    )
    a, p, q = EX + "A", EX + "p", EX + "q"
    assert set(model.restrictions) == {
        Restriction(a, p, maximum=2, of=(EX + "C",)),
        Restriction(a, q, only=("http://www.w3.org/2001/XMLSchema#date",)),
        Restriction(a, q, minimum=1, of=(EX + "D",)),
    }
    assert model.superclasses(a) == {a, EX + "B"}


def test_of_a_qualified_restriction_without_a_readable_class_only_the_minimum_holds() -> None:
    some = "[ owl:onProperty :p ; owl:{}QualifiedCardinality 2 ; owl:onClass [ owl:oneOf (:x) ] ]"
    text = ", ".join(some.format(bound) for bound in ("min", "max"))
    model = made(f":A a owl:Class ; rdfs:subClassOf {text} .")
    assert model.restrictions == (Restriction(EX + "A", EX + "p", minimum=2),)


def test_shapes_of_shacl() -> None:
    model = made(
        ":A a owl:Class, sh:NodeShape ; sh:property [ sh:path :p ; sh:minCount 1 ; sh:maxCount 2 ; "
        "sh:class :B ] . :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :q ; sh:or "
        "([ sh:class :B ] [ sh:datatype xsd:date ]) ; sh:qualifiedValueShape [ sh:class :B ] ; "
        "sh:qualifiedMaxCount 3 ], [ sh:path ( :p :q ) ; sh:minCount 1 ] ."
    )
    a, b, c, s = (EX + name for name in "ABCS")
    date = "http://www.w3.org/2001/XMLSchema#date"
    assert set(model.restrictions) == {
        Restriction(a, EX + "p", minimum=1, shape=a),
        Restriction(a, EX + "p", maximum=2, shape=a),
        Restriction(a, EX + "p", only=(b,), shape=a),
        Restriction(c, EX + "q", only=(b, date), shape=s),
        Restriction(c, EX + "q", maximum=3, of=(b,), shape=s),
    }


def test_names_by_language_and_lookups() -> None:
    model = made(
        ':birthPlace a owl:ObjectProperty ; rdfs:label "Geburtsort"@de, "place of birth"@en-GB . '
        ':Stadt a owl:Class ; rdfs:label "city", "ville"@fr . :Bare a owl:Class .'
    )
    place, city, bare = EX + "birthPlace", EX + "Stadt", EX + "Bare"
    assert [model.label(place, tag) for tag in ("de", "en", "it")] == [
        "Geburtsort", "place of birth", "birthPlace",
    ]  # fmt: skip
    assert [model.label(city, tag) for tag in ("fr", "en")] == ["ville", "city"]
    assert model.label(bare) == "Bare"
    for text in ("birth place", "birth_place", "Place of Birth", "geburtsort"):
        assert model.properties_named(text) == (place,)
    assert model.concept_labels == ("Bare", "city")


# ── Files ───────────────────────────────────────────────────────────────────────────────────────
TURTLE = f"{HEADER} :A a owl:Class ."
NT = f"<{EX}A> <{rdflib.RDF.type}> <{rdflib.OWL.Class}> ."
XML = f'''<rdf:RDF xmlns:rdf="{rdflib.RDF}" xmlns:owl="{rdflib.OWL}">
<owl:Class rdf:about="{EX}A"/></rdf:RDF>'''
JSON_LD = json.dumps({"@id": EX + "A", "@type": str(rdflib.OWL.Class)})
COMPACT = json.dumps(
    {"concepts": [{"qid": "A", "label": "a"}], "relations": [{"pid": "p", "label": "p"}]}
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("o.ttl", TURTLE), ("o.nt", NT), ("o.rdf", XML), ("o.owl", XML), ("o.owl", TURTLE),
        ("o.xml", '<?xml version="1.0"?>' + XML), ("o.jsonld", JSON_LD), ("o.json", JSON_LD),
        ("o", TURTLE), ("o", JSON_LD), ("o", XML), ("o.ttl", "\ufeff" + TURTLE), ("o.nq", NT),
        ("o.nq", NT.replace(" .", " <urn:g> .")), ("o.xml", "\ufeff" + XML),
        ("o.json", "\ufeff" + JSON_LD),
        ("o.trig", TURTLE), ("o.n3", TURTLE),
    ],
)  # fmt: skip
def test_every_syntax_is_read(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert list(ontology.read(path).classes) == [EX + "A"]


def test_compact_json_without_a_name_takes_the_files(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(COMPACT)
    model = ontology.read(path)
    assert (model.name, model.title) == ("mine", "")
    assert list(model.classes) == ["https://cenguix.github.io/Text2KGBench/mine/concepts#A"]
    (stated,) = model.properties.values()
    assert stated.domains == stated.ranges == ()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("o.ttl", TURTLE + "\n:B a", "o.ttl, line 6: malformed Turtle ("),
        ("o.ttl", ":A a :B .", "o.ttl, line 1: malformed Turtle ("),
        ("o.owl", XML.replace("/>", ">"), "o.owl, line 2: malformed RDF/XML ("),
        ("o.jsonld", '{"@id":\n3 4}', "o.jsonld, line 2: malformed JSON-LD ("),
        ("o.json", '{"concepts":\n3 4}', "o.json, line 2: not JSON: Expecting ',' delimiter"),
        ("o.json", '{"concepts": [], "relations": [{"pid": 3}]}',
         "o.json: not an ontology of Text2KGBench: Expected `str`, got `int` - at "
         "`$.relations[0].pid`"),
        ("o.owl", "Prefix(:=<http://example.org/>)", "o.owl is OWL/XML or functional syntax, "
         "not RDF: save it as Turtle or RDF/XML"),
        ("o.json", '{"@context": "http://example.org/context", "@id": "a"}',
         "o.json: malformed JSON-LD ("),
    ],
)  # fmt: skip
def test_errors_are_one_line_with_the_place(
    tmp_path: Path, name: str, text: str, message: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyError) as caught:
        ontology.read(path)
    assert str(caught.value).startswith(f"{tmp_path}/{message}")
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(OntologyError, match=r"cannot read .*none\.ttl: No such file"):
        ontology.read(tmp_path / "none.ttl")


def test_sizes_of_the_published_files(shared: Path) -> None:
    """As counted once with grep and SPARQL, so that no reading of nothing passes."""
    found = {name: read(shared / "ontologies" / name) for name in FILES}
    sizes = Counter({name: len(model.classes) for name, model in found.items()})
    assert sizes["dbpedia-ontology.ttl"] == 790
    assert sizes["schemaorg-current-https.ttl"] == 1030
    assert sizes["pizza.ttl"] == 100
    assert len(found["dbpedia-ontology.ttl"].properties) == 3029
    assert len(found["wine.ttl"].properties) == 14
    assert found["foaf.ttl"].title == "Friend of a Friend (FOAF) vocabulary"


def test_expressions_within_themselves_add_nothing(tmp_path: Path) -> None:
    path = tmp_path / "o.ttl"
    path.write_text(
        "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix e: <http://e.org/> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . e:B a owl:Class .\n"
        "e:p a owl:ObjectProperty ; rdfs:range _:u . _:u owl:unionOf ( _:u e:B _:v ) .\n"
        "e:A a owl:Class ; rdfs:subClassOf _:v . _:v owl:intersectionOf ( _:v _:w e:B ) .\n"
        "_:w owl:intersectionOf ( _:v _:w ) ."
    )
    found = ontology.read(path)
    assert found.properties["http://e.org/p"].ranges == ("http://e.org/B",)
    assert found.classes["http://e.org/A"].parents == ("http://e.org/B",)


def test_an_expression_too_deep_restricts_nothing(tmp_path: Path) -> None:
    path, deep = tmp_path / "o.ttl", 3000
    prefixes = "@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix e: <http://e.org/> .\n"
    unions = "\n".join(f"_:u{n} owl:unionOf ( _:u{n + 1} ) ." for n in range(deep))
    path.write_text(
        f"{prefixes}e:p a owl:ObjectProperty ; "
        f"<http://www.w3.org/2000/01/rdf-schema#range> _:u0 .\n{unions}\n"
        f"_:u{deep} owl:unionOf ( e:B ) ."
    )
    assert ontology.read(path).properties["http://e.org/p"].ranges == ()
