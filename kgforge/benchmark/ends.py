"""What an instance is about: the subjects and objects of its facts, and whether all has a name."""

from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from typing import Final

from kgforge import paths, terms, units, value_names
from kgforge.graph import Book
from kgforge.schema import Fact, Instance


def ends(instance: Instance) -> Iterator[str]:
    """The subject and object of each fact, and what else its question names."""
    for fact in instance.facts:
        yield from named(fact)


def named(fact: Fact) -> Iterator[str]:
    """Yield the subject and object of a fact, and what else its question names."""
    yield fact.subject
    yield fact.object
    if fact.computed:
        yield from fact.computed.compared
        yield from (one.term for one in fact.computed.cells if one.term != fact.predicate)


def nameless(instance: Instance, book: Book, called: Collection[str], language: str) -> str:
    """Why an instance cannot be told in names; empty where it can.

    *called* are the predicates that have a name. A number or truth that is computed needs none.
    """
    told = (fact.object for fact in instance.facts if fact.computed)
    computed = {term for term in told if not is_entity(term)}
    without = [term for term in ends(instance) if term not in computed and not book.get(term)]
    if without:
        return _reason(without, language)
    hops = (hop for fact in instance.facts for hop in paths.hops(fact.predicate))
    if not all(hop in called for hop in hops):
        return of_predicates(language)
    return ""


def _reason(nameless: Collection[str], language: str) -> str:
    """Return why terms have no name: entities before values, and values of units before others."""
    if any(map(is_entity, nameless)):
        return of_entities(language)
    if any(map(value_names.is_malformed, nameless)):
        return MALFORMED
    datatypes = {terms.parse_literal(value).datatype for value in nameless}
    return of_units(language) if any(map(units.is_unknown, datatypes)) else of_values(language)


MALFORMED: Final = "a value malformed for its datatype, or not a number"
"""The reason for which an instance is skipped with a value that nobody can read."""


def of_entities(language: str) -> str:
    """The reason for which an instance is skipped whose entities have no name."""
    return f"no label in {language}"


def of_values(language: str) -> str:
    """The reason for which an instance is skipped of which a number or text has no name."""
    return f"a value without words in {language}"


def of_units(language: str) -> str:
    """The reason for which an instance is skipped with a quantity whose unit has no name."""
    return f"a unit without a label in {language}"


def of_predicates(language: str) -> str:
    """The reason for which an instance is skipped whose predicates have no name."""
    return f"predicate without a label in {language}"


def is_chain(fact: Fact) -> bool:
    """Whether a fact is told by several predicates, one after the other."""
    return len(paths.hops(fact.predicate)) > 1


def is_plain(fact: Fact) -> bool:
    """Whether it is one fact of the graph, be it true or not."""
    return not fact.computed and not is_chain(fact)


def denials(instance: Instance) -> Iterator[Fact]:
    """The facts of which an instance says *no*, each as one that must not hold."""
    for fact in instance.facts:
        if fact.denied:
            yield Fact(fact.role, fact.subject, fact.predicate, fact.denied, holds=False)


def stated(instance: Instance) -> Iterator[Fact]:
    """What is looked up in the graph as a fact: the plain ones, and what is denied."""
    yield from filter(is_plain, instance.facts)
    yield from denials(instance)


def reversed_pairs(instance: Instance) -> Iterator[tuple[str, str]]:
    """The predicates of each two facts of an instance that hold and are the other's reverse."""
    for one, other in combinations(filter(is_plain, instance.facts), 2):
        turned = (one.subject, one.object) == (other.object, other.subject)
        if turned and one.holds and other.holds:
            yield one.predicate, other.predicate


def is_entity(term: str) -> bool:
    """Whether a term is no literal."""
    return not terms.is_literal(term)


def namesakes(instance: Instance, name: Callable[[str], str]) -> frozenset[str]:
    """The subjects of facts of one predicate that have one name, and are several entities."""
    pairs = combinations(instance.facts, 2)
    return frozenset(
        subject
        for one, other in pairs
        if one.predicate == other.predicate
        and one.subject != other.subject
        and name(one.subject) == name(other.subject)
        for subject in (one.subject, other.subject)
    )
