"""What follows by axioms, against owlrl's OWL 2 RL reasoner on random graphs, and by hand."""

import random
from collections.abc import Iterator
from pathlib import Path

import owlrl
import pytest
import rdflib
from rdflib import OWL, RDF, RDFS, Namespace, URIRef
from rdflib.term import Node

import kgforge
from kgforge import graph, stores
from kgforge.benchmark.checks.entailed import Entailed
from kgforge.graph import LoadOptions
from kgforge.ontology import vocabulary
from tests.sampled import PROOF, SEED

EX = Namespace("http://e.org/")
ENTITIES = [EX[f"e{n}"] for n in range(7)]
PREDICATES = [EX[f"p{n}"] for n in range(6)]
CLASSES = [EX[f"C{n}"] for n in range(5)]


def drawn(chance: random.Random) -> Iterator[tuple[Node, Node, Node]]:
    """Some facts, and some axioms of each kind that is followed."""
    for _ in range(12):
        yield chance.choice(ENTITIES), chance.choice(PREDICATES), chance.choice(ENTITIES)
    for _ in range(3):
        yield chance.choice(ENTITIES), RDF.type, chance.choice(CLASSES)
    yield from ((predicate, RDF.type, OWL.ObjectProperty) for predicate in PREDICATES)
    yield from ((kind, RDF.type, OWL.Class) for kind in CLASSES)
    for trait in (OWL.SymmetricProperty, OWL.TransitiveProperty):
        yield chance.choice(PREDICATES), RDF.type, trait
    for link in (RDFS.subPropertyOf, RDFS.subPropertyOf, OWL.inverseOf, OWL.equivalentProperty):
        if chance.random() < 0.6:
            one, other = chance.sample(PREDICATES, 2)
            yield one, link, other
    for link in (RDFS.domain, RDFS.range):
        for predicate in chance.sample(PREDICATES, 2):
            yield predicate, link, chance.choice(CLASSES)
    for link in (RDFS.subClassOf, RDFS.subClassOf, OWL.equivalentClass):
        one, other = chance.sample(CLASSES, 2)
        yield one, link, other
    if chance.random() < 0.5:
        predicate, *hops = chance.sample(PREDICATES, 3)
        cells = [rdflib.BNode(), rdflib.BNode(), RDF.nil]
        yield predicate, OWL.propertyChainAxiom, cells[0]
        for place, hop in enumerate(hops):
            yield cells[place], RDF.first, hop
            yield cells[place], RDF.rest, cells[place + 1]
    if chance.random() < 0.5:
        one, other = chance.sample(ENTITIES, 2)
        yield one, OWL.sameAs, other


def reasoned(stated: rdflib.Graph) -> rdflib.Graph:
    """What owlrl finds to follow, and what is stated."""
    whole = rdflib.Graph()
    whole += stated
    owlrl.DeductiveClosure(owlrl.OWLRL_Semantics).expand(whole)
    return whole


def entailed(stated: rdflib.Graph, folder: Path) -> Entailed:
    """The same graph, loaded."""
    path = folder / "graph.ttl"
    path.write_text(stated.serialize(format="turtle"))
    address = f"oxigraph:{folder}/graph"
    kgforge.load([str(path)], address, LoadOptions())
    store = stores.open(address)
    words = vocabulary.shipped().with_axioms(graph.stated_axioms(store))
    return Entailed(store, words)


@pytest.mark.parametrize("number", range(200 if PROOF else 12))
def test_what_follows_is_what_a_reasoner_finds(tmp_path: Path, number: int) -> None:
    stated = rdflib.Graph()
    for triple in drawn(random.Random(f"{SEED} {number}")):
        stated.add(triple)
    whole, rules = reasoned(stated), entailed(stated, tmp_path)
    questions = [(str(s), str(p)) for s in ENTITIES for p in (*PREDICATES, RDF.type)]
    questions += [(str(kind), str(RDFS.subClassOf)) for kind in CLASSES]
    right = rules.right(questions)
    named = {*map(str, ENTITIES), *map(str, CLASSES)}
    for subject, predicate in questions:
        objects = map(str, whole.objects(URIRef(subject), URIRef(predicate)))
        wanted = named.intersection(objects) - {subject}
        own = map(str, stated.objects(URIRef(subject), URIRef(predicate)))
        found = right.get((subject, predicate), frozenset(own)) - {subject}
        assert found == wanted, (subject, predicate)
    asked = [(str(p), str(o)) for p in PREDICATES for o in ENTITIES]
    asked += [(str(RDF.type), str(kind)) for kind in CLASSES]
    for (predicate, object), subjects in rules.subjects(asked).items():
        leading = map(str, whole.subjects(URIRef(predicate), URIRef(object)))
        if subjects is not None:
            assert subjects - {object} == named.intersection(leading) - {object}


TREES = """
@prefix : <http://e.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:in a owl:TransitiveProperty . :contains owl:inverseOf :in .
:holds owl:equivalentProperty :contains .
:Europe :contains :Italy . :Italy :contains :Rome . :Italy :holds :Pisa .
:paints rdfs:domain :Painter , :Company .
:Ann :paints :Sea . :Ann a :Person .
"""


def test_the_inverse_of_a_transitive_predicate_is_climbed(tmp_path: Path) -> None:
    path = tmp_path / "trees.ttl"
    path.write_text(TREES)
    kgforge.load([str(path)], address := f"oxigraph:{tmp_path}/graph", LoadOptions())
    with stores.open(address) as store:
        traits = graph.ask(store, "axioms_by", predicates=(str(RDF.type),))
        transitive = {s for s, _, o in traits if o == str(OWL.TransitiveProperty)}
    assert transitive == {str(EX[name]) for name in ("in", "contains", "holds")}
    mined = kgforge.mine(["hierarchy"], address, tmp_path / "mined")
    [pattern] = mined.patterns
    assert pattern.instances == 1  # Europe, Italy, Rome


def test_of_several_domains_none_is_taken(tmp_path: Path) -> None:
    stated = rdflib.Graph().parse(data=TREES, format="turtle")
    question = str(EX.Ann), str(RDF.type)
    assert entailed(stated, tmp_path).right([question])[question] == {str(EX.Person)}
