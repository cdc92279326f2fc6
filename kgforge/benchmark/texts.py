"""Instances with a text made ready to be read: a sentence, and the triples that it expresses.

Where an instance has no text its facts are asked one by one (``items``); where it has one, a model
is to write down what the text says. The prompt for that stands on the item, since it needs the
other items: ``benchmark`` adds it when all of them are dealt to splits.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Final

from kgforge import graph, terms
from kgforge.benchmark.ends import ends, nameless
from kgforge.benchmark.items import ItemOptions
from kgforge.graph import Book, surface_forms
from kgforge.mining import Classes, Kinds
from kgforge.schema import (
    Accepted,
    Count,
    Entity,
    Fact,
    Instance,
    Item,
    ItemFact,
    Named,
    Predicate,
    Provenance,
    Skip,
)
from kgforge.stores import Store

_BATCH: Final = 500

Relations = Mapping[str, Mapping[str, Predicate]]
"""By group (an ontology's name) and predicate: what the ontology calls it."""


def build(
    instances: Iterable[Instance],
    store: Store,
    options: ItemOptions,
    relations: Relations,
    kinds: Kinds,
) -> Iterator[Item | Skip]:
    """An item without prompts for each instance, in order, or a Skip that says why there is none.

    A predicate is called as the group's ontology calls it, else as the graph does. Entities are
    called by the graph's label; the form in which the sentence names one is an alias; *kinds* say
    their types.
    """
    builder = _Builder(store, options, relations, kinds)
    for batch in graph.batches(instances, _BATCH):
        yield from builder.items(batch)


class _Builder:
    """Turns batches of instances into items; keeps names from one batch to the next."""

    def __init__(
        self, store: Store, options: ItemOptions, relations: Relations, kinds: Kinds
    ) -> None:
        self._store = store
        self._options = options
        self._relations = relations
        self._kinds = kinds
        self._book = Book(store, options.language)
        self._predicates: dict[str, Predicate] = {}

    def items(self, batch: Sequence[Instance]) -> Iterator[Item | Skip]:
        """The items of one batch of instances."""
        named = {term for instance in batch for term in ends(instance)}
        entities = {term for term in named if not terms.is_literal(term)}
        self._book.ask(named)
        self._learn({fact.predicate for instance in batch for fact in instance.facts})
        degrees = graph.degrees(self._store, entities)
        forms = surface_forms(self._store, entities)
        kinds = self._kinds.of(entities)
        for instance in batch:
            called = self._relations.get(instance.group, {}).keys() | self._predicates.keys()
            if why := nameless(instance, self._book, called, self._options.language):
                yield Skip(why, f"instance {instance.key}")
            else:
                yield self._item(instance, degrees, forms, kinds.get(instance.group, {}))

    def _learn(self, predicates: set[str]) -> None:
        """Find what the graph calls predicates that are new: by label, else by local name."""
        new = predicates - self._predicates.keys()
        found = graph.predicates(self._store, new, self._options.language, lambda iri: None)
        for predicate, names in found.items():
            self._predicates[predicate] = Predicate(
                predicate, names.label, names.description, by=names.by
            )

    def _item(
        self,
        instance: Instance,
        degrees: Mapping[str, int],
        forms: Mapping[str, Mapping[str, Set[str]]],
        kinds: Classes,
    ) -> Item:
        text = instance.text or ""
        named = sorted({term for term in ends(instance) if not terms.is_literal(term)})
        entities = tuple(
            self._entity(term, forms.get(term, {}).get(text, ()), kinds.get(term, ()))
            for term in named
        )
        names = {entity.id: entity for entity in entities}
        return Item(
            f"{instance.pattern}-{instance.key[:16]}",
            instance.pattern,
            instance.group,
            "test",
            instance.text,
            tuple(self._fact(fact, instance, names) for fact in instance.facts),
            (),
            Provenance(
                self._options.query,
                self._options.graph,
                self._options.seed,
                degrees=tuple(Count(term, degrees.get(term, 0)) for term in named),
                guards=instance.counts or (),
            ),
            entities,
        )

    def _entity(self, term: str, said: Iterable[str], kinds: tuple[str, ...]) -> Entity:
        names = self._book[term]
        aliases = {*names.aliases, *said} - {names.label}
        return Entity(term, names.label, tuple(sorted(aliases)), kinds, names.by)

    def _fact(self, fact: Fact, instance: Instance, entities: Mapping[str, Entity]) -> ItemFact:
        named = self._relations.get(instance.group, {})
        label = self._book[fact.object].label
        object = entities.get(fact.object, Entity(fact.object, label))
        subject = self._book[fact.subject]
        return ItemFact(
            fact.role,
            Named(fact.subject, subject.label, subject.by),
            named.get(fact.predicate) or self._predicates[fact.predicate],
            Named(fact.object, label, object.by),
            fact.holds,
            answers=(Accepted(object.id, object.label, object.aliases, object.by),),
            candidates=(),
            prompts=(),
        )
