"""Checks of questions: each module of this folder finds one fault, and tells it by a flag.

A check looks at a mined instance with what the graph says of it, before anything is drawn, or at
its item, with its prompts. A flag is fatal: the item is left out, under its reason, unless it is
exempt or ``--keep-flagged`` keeps it. ``entailed`` mends what it finds: the answers that follow
from the graph are accepted.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Self

import msgspec
from msgspec import UNSET, Struct

from kgforge.benchmark.checks.editorial import Editorial
from kgforge.benchmark.checks.leak import Leak
from kgforge.benchmark.checks.names import GraphNames
from kgforge.benchmark.checks.shared_name import SharedName
from kgforge.benchmark.checks.types import Types
from kgforge.benchmark.guards import TELLING
from kgforge.graph import Book
from kgforge.ontology import Vocabulary
from kgforge.schema import Count, Flag, Instance, Item, Skip

__all__ = ["Checks", "Editorial", "GraphNames", "Types"]


class Checks(Struct, frozen=True):
    """The checks of the items of a graph in one language."""

    editorial: Editorial
    types: Types
    names: GraphNames
    book: Book
    called: Callable[[str], str]
    """What a predicate is called; empty for one without a name."""
    shared_name: SharedName
    leak: Leak
    keep: bool
    """Whether flagged items are kept."""

    @classmethod
    def of(
        cls,
        vocabulary: Vocabulary,
        book: Book,
        names: GraphNames,
        types: Types,
        slots: Collection[str],
        called: Callable[[str], str] = lambda predicate: "",
        *,
        keep: bool,
    ) -> Self:
        """Return the checks of a graph, whose *names*, *types* and *book* are of one language.

        *slots* are the ends of facts that are asked for, and *called* tells what predicates are.
        """
        editorial, shared = Editorial.of(vocabulary), SharedName(names, book, slots)
        leak = Leak(names, book.language)
        return cls(editorial, types, names, book, called, shared, leak, keep)

    def ask(self, entities: Collection[str]) -> None:
        """Ask the graph what the checks of the next instances need to know of some entities."""
        self.types.ask(entities, self.editorial.declared)
        self.names.ask(filter(None, map(self._label, entities)))

    def against(self, instance: Instance, *, by_target: bool) -> str:
        """Say for which reason no item is made of an instance; empty where one is.

        *by_target* says whether its pattern accepts no answers but the targets.
        """
        if self.keep:
            return ""
        flags = self._of_instance(instance, by_target=by_target)
        return next((flag.reason for flag in flags if not flag.exempt), "")

    def checked(self, item: Item | Skip, instance: Instance, *, by_target: bool) -> Item | Skip:
        """Return an item with its flags, or a skip where one of them is fatal.

        A wording that tells an answer is left out where another one does not.
        """
        if isinstance(item, Skip):
            return item
        if not self.keep:
            item = _counted(*self.leak.reworded(item))
        flags = (*self._of_instance(instance, by_target=by_target), *self.leak.flags(item))
        fatal = next((flag.reason for flag in flags if not flag.exempt), "")
        if fatal and not self.keep:
            return Skip(fatal, f"instance {instance.key}")
        return msgspec.structs.replace(item, flags=flags or UNSET)

    def _of_instance(self, instance: Instance, *, by_target: bool) -> Iterator[Flag]:
        yield from self.editorial.flags(instance, self.types.known, self._label, self.called)
        yield from self.shared_name.flags(instance, by_target=by_target)

    def _label(self, entity: str) -> str:
        names = self.book.get(entity)
        return names.label if names else ""


def _counted(item: Item, telling: int) -> Item:
    """Return an item whose record says how many wordings that tell an answer it goes without."""
    if not telling:
        return item
    every = (*item.provenance.guards, Count(TELLING, telling))
    counts = tuple(sorted(every, key=lambda count: count.name))
    provenance = msgspec.structs.replace(item.provenance, guards=counts)
    return msgspec.structs.replace(item, provenance=provenance)
