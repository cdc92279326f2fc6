"""Questions about an entity whose name another entity of the graph has, too."""

from collections.abc import Collection, Iterator
from typing import Final

from kgforge.benchmark.checks.names import GraphNames, form
from kgforge.benchmark.ends import is_entity, is_plain, namesakes
from kgforge.graph import Book
from kgforge.schema import Fact, Flag, Instance, Triple

NAME: Final = "shared_name"
SUBJECT: Final = "subject"
"""The slot of a question for a fact's subject, which names the object."""
REASON: Final = "its subject shares its name with another entity"


class SharedName:
    """Flags the facts that a question tells by a name of several entities."""

    def __init__(self, names: GraphNames, book: Book, slots: Collection[str]) -> None:
        self._names = names
        self._book = book
        self._slots = slots

    def flags(self, instance: Instance, *, by_target: bool) -> Iterator[Flag]:
        """Yield a flag for each fact whose subject, or what is compared, shares its name.

        Where an item asks about two of one name, and of each its own answer alone is right
        (*by_target*), they are told apart by nothing on purpose: such a flag is exempt.
        """
        pairs = namesakes(instance, self._label) if by_target else frozenset()
        for fact in instance.facts:
            for entity in self._told(fact):
                if self._names.is_shared(self._label(entity)):
                    told = Triple(fact.subject, fact.predicate, fact.object)
                    yield Flag(NAME, REASON, fact.role, (told,), exempt=entity in pairs)

    def _label(self, entity: str) -> str:
        return form(self._book[entity].label)

    def _told(self, fact: Fact) -> Iterator[str]:
        """The entities that the questions of a fact name."""
        if fact.computed and fact.computed.compared:
            yield from fact.computed.compared
            return
        yield fact.subject
        if fact.computed:
            others = (one.term for one in fact.computed.cells if one.term != fact.predicate)
            yield from (one for one in others if is_entity(one) and one != fact.subject)
        if SUBJECT in self._slots and is_plain(fact) and is_entity(fact.object):
            yield fact.object
