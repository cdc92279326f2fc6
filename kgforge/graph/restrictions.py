"""Existential restrictions of an ontology as facts: of A ⊑ ∃p.B the fact A p B.

Read are superclasses and equivalents of a named class, and in these the members of intersections.
What a complement or a union says of its members does not follow for the class, and is left alone.
Source: *OWL 2 Web Ontology Language: Mapping to RDF Graphs*, section 2.1.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from kgforge import terms
from kgforge.graph import lookups
from kgforge.schema import Entry, Triple
from kgforge.stores import Store
from kgforge.terms import PREFIXES, XSD

_OWL, _RDF, _RDFS = PREFIXES["owl"], PREFIXES["rdf"], PREFIXES["rdfs"]
_ABOVE: Final = (f"{_RDFS}subClassOf", f"{_OWL}equivalentClass")
_MEMBERS: Final = f"{_OWL}intersectionOf"
_FIRST, _REST = f"{_RDF}first", f"{_RDF}rest"
_ON: Final = f"{_OWL}onProperty"
_FILLERS: Final = (f"{_OWL}someValuesFrom", f"{_OWL}hasValue")
_COUNTS: Final = (f"{_OWL}minQualifiedCardinality", f"{_OWL}qualifiedCardinality")
_COUNTED: Final = f"{_OWL}onClass"
_READ: Final = frozenset({*_ABOVE, _MEMBERS, _FIRST, _REST, _ON, *_FILLERS, *_COUNTS, _COUNTED})
_DATATYPES: Final = (XSD, _RDF, _RDFS, _OWL)


def add_facts(store: Store, asks: Callable[[str], bool]) -> int:
    """Make facts of the existential restrictions beside a graph's facts; return how many.

    Only of predicates that the load *asks* for.

    Raises as the store does.
    """
    found = sorted({one for one in _facts(_statements(store)) if asks(one.predicate)}, key=_order)
    store.add(Entry(triples=batch, documents=0) for batch in lookups.batches(found))
    return len(found)


def _order(fact: Triple) -> tuple[str, str, str]:
    return fact.subject, fact.predicate, fact.object


_Statements = dict[tuple[str, str], list[str]]
"""Objects by subject and predicate."""


def _statements(store: Store) -> _Statements:
    said: _Statements = defaultdict(list)
    for subject, predicate, value in lookups.ask(store, "axioms"):
        if predicate in _READ:
            said[str(subject), str(predicate)].append(str(value))
    return said


def _facts(said: _Statements) -> Iterator[Triple]:
    for (subject, predicate), above in [*said.items()]:
        if predicate in _ABOVE and not subject.startswith(terms.BLANK):
            for expression in above:
                yield from _of_expression(subject, expression, said, set())


def _of_expression(
    subject: str, expression: str, said: _Statements, seen: set[str]
) -> Iterator[Triple]:
    """Yield the facts that follow for a class which is below an expression without a name."""
    if expression in seen or not expression.startswith(terms.BLANK):
        return
    seen.add(expression)
    for head in said.get((expression, _MEMBERS), ()):
        for member in _listed(head, said):
            yield from _of_expression(subject, member, said, seen)
    for predicate in said.get((expression, _ON), ()):
        for value in _fillers(expression, said):
            named = not value.startswith((terms.BLANK, *_DATATYPES)) and not terms.is_literal(value)
            if named and not predicate.startswith(terms.BLANK):
                yield Triple(subject, predicate, value)


def _fillers(expression: str, said: _Statements) -> Iterator[str]:
    """Yield the classes of which each member of a restriction has a value."""
    for link in _FILLERS:
        yield from said.get((expression, link), ())
    counts = [count for link in _COUNTS for count in said.get((expression, link), ())]
    if any(terms.text_of(count).isdecimal() and int(terms.text_of(count)) for count in counts):
        yield from said.get((expression, _COUNTED), ())


def _listed(head: str, said: _Statements) -> Iterator[str]:
    """Yield the members of a list."""
    seen: set[str] = set()
    while head not in seen:
        seen.add(head)
        yield from said.get((head, _FIRST), ())
        head = next(iter(said.get((head, _REST), ())), head)
