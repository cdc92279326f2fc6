"""Statements verified as false, in OWL's words: written, and put together again."""

import random

import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from kgforge import negatives, terms
from kgforge.negatives import Assertions, Statement
from tests.worlds.facts import ex

OBJECTS = [ex("b"), ex("c"), '"x"', '"x"@en', f'"7"^^<{terms.XSD}integer>']
STATEMENTS = st.tuples(
    st.sampled_from([ex("a"), ex("b")]), st.sampled_from([ex("p"), ex("q")]),
    st.sampled_from(OBJECTS),
)  # fmt: skip


def written(statement: Statement) -> str:
    lines = (" ".join(map(terms.ntriples, one)) for one in negatives.assertion(*statement))
    return "".join(f"{line} .\n" for line in lines)


@pytest.mark.parametrize("object", OBJECTS)
def test_an_assertion_is_one_of_owl_s(object: str) -> None:
    """By OWL 2's mapping to RDF, read by rdflib."""
    graph = rdflib.Graph().parse(data=written((ex("a"), ex("p"), object)), format="nt")
    owl = rdflib.OWL
    [node] = graph.subjects(rdflib.RDF.type, owl.NegativePropertyAssertion)
    target = owl.targetValue if terms.is_literal(object) else owl.targetIndividual
    assert graph.value(node, owl.sourceIndividual) == rdflib.URIRef(ex("a"))
    assert graph.value(node, owl.assertionProperty) == rdflib.URIRef(ex("p"))
    assert graph.value(node, target).n3() == terms.ntriples(object)  # type: ignore[union-attr]
    assert len(graph) == negatives.SIZE == 4
    assert str(node).startswith("urn:kgforge:negative:")


def test_the_same_statement_has_one_name_in_any_spelling() -> None:
    spelt = [f'"{text}"^^<{terms.XSD}int>' for text in ("7", "007")]
    names = {next(negatives.assertion(ex("a"), ex("p"), one))[0] for one in (*spelt, OBJECTS[-1])}
    assert len(names) == 1
    others = {next(negatives.assertion(ex("a"), ex("p"), one))[0] for one in OBJECTS}
    assert len(others) == len(OBJECTS)


@given(statements=st.lists(STATEMENTS, unique=True, max_size=6), seed=st.integers(0, 99))
def test_assertions_are_put_together_in_any_order(statements: list[Statement], seed: int) -> None:
    every = [one for statement in statements for one in negatives.assertion(*statement)]
    random.Random(seed).shuffle(every)
    found = Assertions()
    for node, predicate, object in every:
        assert negatives.belongs(predicate, object)
        found.add(node, predicate, object)
    assert sorted(found.found()) == sorted(statements)
    assert list(found.broken()) == []


def test_what_says_too_little_or_two_things_asserts_nothing() -> None:
    found = Assertions()
    parts = (negatives.SUBJECT, negatives.PREDICATE, *negatives.OBJECTS)
    for place, missing in enumerate(parts[:2]):
        for predicate in {*parts[:3]} - {missing}:
            found.add(ex(str(place)), predicate, ex("x"))
    for predicate, value in zip(parts, (ex("x"), ex("p"), ex("y"), '"y"'), strict=True):
        found.add(ex("two"), predicate, value)
    assert list(found.found()) == []
    assert sorted(found.broken()) == [ex("0"), ex("1"), ex("two")]
    assert not negatives.belongs(ex("p"), negatives.ASSERTION)
    assert not negatives.belongs(terms.PREFIXES["rdf"] + "type", ex("Class"))
