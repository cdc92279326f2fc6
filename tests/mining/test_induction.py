"""Ontologies induced from graphs: against plain answers, pyshacl, OWL API, and engine by engine."""

import itertools
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pyshacl
import pytest
import rdflib

import kgforge
from kgforge import terms
from kgforge.errors import PatternError, StoreError
from kgforge.mining.induced import InducedOntology, Thresholds
from kgforge.schema import Entry, Label, Triple
from tests.processes import peak_of
from tests.sampled import PROOF
from tests.stores.engines import Place
from tests.stores.servers import owlapi
from tests.stores.suite import filled, sourced
from tests.worlds.facts import ROOT, Fact, ex, write_ntriples

P31 = terms.PREFIXES["wdt"] + "P31"
P279 = terms.PREFIXES["wdt"] + "P279"
XSD = terms.XSD

PEOPLE = [f"person{number}" for number in range(10)]
TOWNS = [f"town{number}" for number in range(5)]
LANDS = ["land0", "land1"]
BOOKS = [f"book{number}" for number in range(4)]


def dated(year: int) -> str:
    return terms.literal(str(year), datatype=f"{XSD}gYear")


FACTS: list[Fact] = [
    *((ex(one), P31, ex("Writer" if at % 2 else "Person")) for at, one in enumerate(PEOPLE)),
    (ex("Writer"), P279, ex("Person")),
    (ex("Person"), P279, ex("Thing")),
    (ex("Town"), P279, ex("Thing")),
    *((ex(one), P31, ex("Town")) for one in TOWNS),
    *((ex(one), P31, ex("Land")) for one in LANDS),
    *((ex(one), P31, ex("Book")) for one in BOOKS),
    # Everybody has one birthplace; two are born where nothing is said of the place.
    *((ex(one), ex("born"), ex(TOWNS[at % 5])) for at, one in enumerate(PEOPLE[:8])),
    *((ex(one), ex("born"), ex(f"nowhere{one}")) for one in PEOPLE[8:]),
    # Married both ways but for one.
    *((ex(PEOPLE[at]), ex("married"), ex(PEOPLE[at ^ 1])) for at in range(8)),
    (ex("person8"), ex("married"), ex("person9")),
    # Older than, transitively.
    *((ex(a), ex("older"), ex(b)) for a, b in itertools.combinations(PEOPLE[:5], 2)),
    # Written by writers and one other; wrote is its reverse, with one missing.
    *((ex(one), ex("by"), ex(PEOPLE[2 * at + 1])) for at, one in enumerate(BOOKS)),
    *((ex(PEOPLE[2 * at + 1]), ex("wrote"), ex(one)) for at, one in enumerate(BOOKS[:3])),
    # Towns and lands have names; a land's is a year, which OWL 2 does not know.
    *((ex(one), ex("name"), f'"{one}"@en') for one in TOWNS + LANDS),
    *((ex(one), ex("since"), dated(1900 + at)) for at, one in enumerate(TOWNS)),
    (ex("town0"), ex("since"), dated(1950)),
    *((ex(one), ex("code"), terms.literal(str(at), datatype=f"{XSD}integer"))
      for at, one in enumerate(TOWNS)),
    *((ex(one), ex("note"), '"mixed"') for one in TOWNS[:3]),
    *((ex(one), ex("note"), ex(f"mixed{one}")) for one in TOWNS[:3]),
    *((ex(one), ex("shape"), terms.literal(one, datatype=ex("shapeLiteral"))) for one in TOWNS),
]  # fmt: skip


def induced(facts: Iterable[Fact], folder: Path, least: int = 3, share: float = 0.8,
            union: int = 3) -> InducedOntology:  # fmt: skip
    source = write_ntriples(facts, folder / "graph.nt")
    return kgforge.induce(source, folder / "out", Thresholds(least, share, union), force=True)


def said(found: InducedOntology) -> dict[tuple[str, ...], tuple[int, int]]:
    """Each axiom as kind, subject, objects, with support and exceptions."""
    return {
        (one.kind, *(iri.removeprefix(ex("")).removeprefix(XSD) for iri in
                     (one.subject, *one.objects))): (one.support, one.exceptions)
        for one in found.axioms
    }  # fmt: skip


def test_a_graph_made_by_hand_has_the_plain_ontology(tmp_path: Path) -> None:
    axioms = said(induced(FACTS, tmp_path))
    assert {key: axioms[key] for key in axioms if key[0] == "domain"} == {
        ("domain", "born", "Person"): (10, 0),
        ("domain", "married", "Person"): (9, 0),
        ("domain", "older", "Person"): (4, 0),
        ("domain", "by", "Book"): (4, 0),
        ("domain", "wrote", "Writer"): (3, 0),
        ("domain", "name", "Land", "Town"): (7, 0),
        ("domain", "since", "Town"): (5, 0),
        ("domain", "code", "Town"): (5, 0),
        ("domain", "shape", "Town"): (5, 0),
    }
    assert {key: axioms[key] for key in axioms if key[0] == "range"} == {
        # Of seven birthplaces, five are towns: fewer than four fifths.
        ("range", "married", "Person"): (9, 0),
        ("range", "older", "Person"): (4, 0),
        ("range", "by", "Writer"): (4, 0),
        ("range", "wrote", "Book"): (3, 0),
        ("range", "name", terms.PREFIXES["rdf"] + "langString"): (7, 0),
        ("range", "since", "gYear"): (6, 0),
        ("range", "code", "integer"): (5, 0),
        ("range", "shape", "shapeLiteral"): (5, 0),
    }
    assert axioms["symmetric", "married"] == (8, 1)
    assert axioms["transitive", "older"] == (6, 0)
    assert axioms["functional", "born"] == (10, 0)
    assert axioms["functional", "since"] == (4, 1)
    assert ("asymmetric", "older") in axioms
    assert ("inverse", "by", "wrote") not in axioms  # 3 of 4
    assert axioms["subclass", "Writer", "Person"] == (5, 0)
    assert axioms["disjoint", "Book", "Person"] == (4, 0)
    assert ("disjoint", "Book", "Writer") not in axioms  # it follows
    loose = said(induced(FACTS, tmp_path, share=0.7))
    assert loose["inverse", "by", "wrote"] == (3, 1)
    assert loose["range", "born", "Town"] == (5, 2)


def test_a_union_has_no_more_classes_than_allowed(tmp_path: Path) -> None:
    assert ("domain", "name") not in {key[:2] for key in said(induced(FACTS, tmp_path, union=1))}


def test_a_mixed_predicate_is_an_annotation(tmp_path: Path) -> None:
    kinds = {one.relation.predicate: one.kind for one in induced(FACTS, tmp_path).properties}
    assert kinds[ex("note")] == "annotation"
    assert (kinds[ex("code")], kinds[ex("born")]) == ("datatype", "object")


def test_what_owl_does_not_allow_is_left_out_and_said(tmp_path: Path) -> None:
    found = induced(FACTS, tmp_path, least=1)
    reasons = {(one.kind, one.subject): one.reason for one in found.axioms}
    assert reasons["asymmetric", ex("older")] and not reasons["transitive", ex("older")]
    graph = rdflib.Graph().parse(tmp_path / "out/ontology.ttl")
    left_out = graph.value(rdflib.URIRef(ex("older")), rdflib.URIRef(terms.KGF + "leftOut"))
    assert str(left_out).startswith("asymmetric (6 of 6 cases)")


@pytest.mark.parametrize("share", [0.3, 0.8, 1.0])
def test_the_ontology_is_in_owl_2_dl(share: float, tmp_path: Path) -> None:
    found = induced(FACTS, tmp_path, least=1, share=share)
    axioms, violations = owlapi.check(tmp_path / "out/ontology.ttl")
    assert violations == []
    assert axioms == sum(not one.reason for one in found.axioms)


@pytest.mark.parametrize("share", [0.3, 0.7, 0.8, 1.0])
def test_the_shapes_have_as_many_violations_as_exceptions(share: float, tmp_path: Path) -> None:
    """One after another, each shape against the graph: pyshacl counts what we counted."""
    found = induced(FACTS, tmp_path, least=1, share=share)
    wanted = Counter(
        {f"{one.kind} {one.subject}": one.exceptions for one in found.axioms
         if one.kind in {"domain", "range", "functional", "inverse functional", "asymmetric"}}
    )  # fmt: skip
    assert +violations(tmp_path) == +wanted
    assert (wanted.total() == 0) == (share == 1.0)


def violations(folder: Path) -> Counter[str]:
    """How many results pyshacl has of each axiom's shape."""
    sh = rdflib.Namespace("http://www.w3.org/ns/shacl#")
    shapes = rdflib.Graph().parse(folder / "out/shapes.ttl")
    data = rdflib.Graph().parse(folder / "graph.nt")
    _, report, _ = pyshacl.validate(data, shacl_graph=shapes)
    names = {}
    for shape in shapes.subjects(rdflib.RDF.type, sh.NodeShape):
        target = shapes.value(shape, sh.targetSubjectsOf) or shapes.value(shape, sh.targetObjectsOf)
        label = f"{shapes.value(shape, rdflib.RDFS.label)} {target}"
        names[shape] = label
        names.update((inner, label) for inner in shapes.objects(shape, sh.property))
    return Counter(names[shape] for shape in report.objects(None, sh.sourceShape))


def test_the_shipped_graph_has_its_axioms(tmp_path: Path) -> None:
    source = f"tsv:{ROOT / 'examples/wikidata.tsv'}"
    found = kgforge.induce(source, tmp_path / "out", Thresholds(least=20, share=0.9))
    axioms = {(one.kind, terms.compact(one.subject), *map(terms.compact, one.objects)):
              (one.support, one.exceptions) for one in found.axioms}  # fmt: skip
    assert axioms["symmetric", "wdt:P26"] == (222, 0)
    assert axioms["inverse", "wdt:P1376", "wdt:P36"] == (110, 0)
    assert axioms["domain", "wdt:P19", "wd:Q5"] == (135, 0)
    assert axioms["range", "wdt:P36", "wd:Q5119"] == (106, 4)
    assert axioms["subclass", "wd:Q5119", "wd:Q486972"] == (107, 0)
    read, violated = owlapi.check(tmp_path / "out/ontology.ttl")
    assert violated == [] and read == sum(not one.reason for one in found.axioms)


def test_every_engine_writes_the_same_bytes(quick_place: Place, tmp_path: Path) -> None:
    place = quick_place
    labels = Entry(labels=(Label(ex("born"), "label", "born in", "en"),
                           Label(ex("Town"), "label", "town", "en")))  # fmt: skip
    entries = [Entry(triples=tuple(itertools.starmap(Triple, FACTS))), labels]
    address = filled(place, [*entries, sourced()])
    kgforge.induce(address, tmp_path / "here", Thresholds(3, 0.8))
    source = write_ntriples(FACTS, tmp_path / "graph.nt")
    kgforge.induce(source, tmp_path / "there", Thresholds(3, 0.8))
    here, there = ((tmp_path / name / "ontology.ttl").read_text() for name in ("here", "there"))
    named = ('rdfs:label "born in"@en', 'rdfs:label "town"@en')
    kept = [line for line in here.splitlines() if not line.strip().startswith(named)]
    assert len(here.splitlines()) == len(kept) + 2
    assert kept == there.splitlines()
    shapes = {(tmp_path / name / "shapes.ttl").read_bytes() for name in ("here", "there")}
    assert len(shapes) == 1


@pytest.mark.skipif(not PROOF, reason="in make proof")
def test_the_published_graph_is_induced_in_little_memory(shared: Path, tmp_path: Path) -> None:
    data, address = shared / "wikidata/triples.tsv.gz", f"duckdb:{tmp_path}/graph.db"
    peak_of("load", f"tsv:{data}", "--store", address)
    peak = peak_of("induce", "--store", address, "--out", str(tmp_path / "out"))
    assert peak < 1_000_000  # kB
    axioms, violated = owlapi.check(tmp_path / "out/ontology.ttl")
    assert axioms > 1000 and violated == []


def test_what_cannot_be_induced_is_told(tmp_path: Path) -> None:
    source = write_ntriples(FACTS, tmp_path / "graph.nt")
    with pytest.raises(PatternError, match=r"share 1\.5, union 3: a share is more than 0"):
        kgforge.induce(source, tmp_path / "out", Thresholds(share=1.5))
    with pytest.raises(StoreError, match="is empty"):
        names = [(ex("a"), "http://www.w3.org/2000/01/rdf-schema#label", '"a"')]
        kgforge.induce(write_ntriples(names, tmp_path / "names.nt"), tmp_path / "out")
