"""What an instance is about: the subjects and objects of its facts, and whether all has a name."""

from collections.abc import Collection, Iterator
from itertools import combinations

from kgforge.graph import Book
from kgforge.schema import Instance


def ends(instance: Instance) -> Iterator[str]:
    """The subject and object of each fact."""
    for fact in instance.facts:
        yield fact.subject
        yield fact.object


def nameless(instance: Instance, book: Book, called: Collection[str], language: str) -> str:
    """Why an instance cannot be told in names; empty where it can.

    *called* are the predicates that have a name.
    """
    if not all(book.get(term) for term in ends(instance)):
        return of_entities(language)
    if not all(fact.predicate in called for fact in instance.facts):
        return of_predicates(language)
    return ""


def of_entities(language: str) -> str:
    """The reason for which an instance is skipped whose entities have no name."""
    return f"no label in {language}"


def of_predicates(language: str) -> str:
    """The reason for which an instance is skipped whose predicates have no name."""
    return f"predicate without a label in {language}"


def reversed_pairs(instance: Instance) -> Iterator[tuple[str, str]]:
    """The predicates of each two facts of an instance that hold and are the other's reverse."""
    for one, other in combinations(instance.facts, 2):
        turned = (one.subject, one.object) == (other.object, other.subject)
        if turned and one.holds and other.holds:
            yield one.predicate, other.predicate
