"""What an instance is about: the subjects and objects of its facts, and whether all has a name."""

from collections.abc import Collection, Iterator

from kgforge import terms
from kgforge.graph import Book
from kgforge.schema import Instance


def ends(instance: Instance) -> Iterator[str]:
    """The subject and object of each fact, and what else its question names."""
    for fact in instance.facts:
        yield fact.subject
        yield fact.object
        if fact.computed:
            yield from fact.computed.compared
            yield from (one.term for one in fact.computed.cells if one.term != fact.predicate)


def nameless(instance: Instance, book: Book, called: Collection[str], language: str) -> str:
    """Why an instance cannot be told in names; empty where it can.

    *called* are the predicates that have a name.
    """
    if not all(book.get(term) for term in ends(instance)):
        return of_entities(language)
    hops = (hop for fact in instance.facts for hop in terms.hops(fact.predicate))
    if not all(hop in called for hop in hops):
        return of_predicates(language)
    return ""


def of_entities(language: str) -> str:
    """The reason for which an instance is skipped whose entities have no name."""
    return f"no label in {language}"


def of_predicates(language: str) -> str:
    """The reason for which an instance is skipped whose predicates have no name."""
    return f"predicate without a label in {language}"
