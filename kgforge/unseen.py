"""The unseen variant of texts: their facts invented, so that no model can have read them.

Source: *Text2KGBench*, section 3.1, whose unseen sentences were written by hand; here they are made
from the seen ones by ``fictional.Fiction``.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from kgforge import extraction, fictional, terms
from kgforge.fictional import Fiction, Name, Refused, Statement
from kgforge.schema import Accepted, Entity, Item, ItemFact, Named, Skip

NAME: Final = "_unseen"
"""What the pattern of the variant has behind the pattern's name."""
DESCRIPTION: Final = "As {}, but of invented facts, which no model can have read."
IRI: Final = "urn:kgforge:fictional:"


def fiction(items: Iterable[Item], types: Iterable[str], seed: int) -> Fiction:
    """The inventor of names for a benchmark of these items; *types* are labels of classes."""
    known: set[str] = set()
    for item in items:
        known.add(item.text or "")
        known.update(name for one in item.entities for name in (one.label, *one.aliases))
        known.update(end for one in extraction.triples(item) for end in (one.subject, one.object))
    return Fiction(seed, known, types)


def invented(items: Iterable[Item], by: Fiction) -> Iterator[Item | Skip]:
    """Each item with all its names swapped, or a Skip where that cannot be done."""
    for item in items:
        aliases = {entity.id: entity.aliases for entity in item.entities}
        statements = [
            Statement(
                Name(fact.subject.label, aliases.get(fact.subject.id, ())),
                fact.predicate.label,
                Name(fact.object.label, aliases.get(fact.object.id, ())),
            )
            for fact in item.facts
        ]
        found = by.swap(item.text or "", statements)
        if isinstance(found, Refused):
            yield Skip(found.reason, f"item {item.id}")
        else:
            yield _item(item, found, by)


def _item(item: Item, swapped: fictional.Swapped, by: Fiction) -> Item:
    pattern, _, key = item.id.rpartition("-")
    entities = {entity.id: _entity(entity, by) for entity in item.entities}
    return Item(
        f"{pattern}{NAME}-{key}",
        item.pattern + NAME,
        item.group,
        item.split,
        swapped.text,
        tuple(_fact(fact, entities, by) for fact in item.facts),
        (),
        item.provenance,
        tuple(sorted(entities.values(), key=lambda entity: entity.id)),
    )


def _entity(entity: Entity, by: Fiction) -> Entity:
    """The entity as an invented one, whose id follows from its own."""
    id = IRI + hashlib.sha256(entity.id.encode()).hexdigest()[:16]
    return Entity(id, by.name(entity.label), tuple(map(by.name, entity.aliases)), entity.types)


def _fact(fact: ItemFact, entities: Mapping[str, Entity], by: Fiction) -> ItemFact:
    subject, object = (_named(end, entities, by) for end in (fact.subject, fact.object))
    known = next((one for one in entities.values() if one.id == object.id), None)
    return ItemFact(
        fact.role,
        subject,
        fact.predicate,
        object,
        fact.holds,
        answers=(Accepted(object.id, object.label, known.aliases if known else ()),),
        candidates=(),
        prompts=(),
    )


def _named(end: Named, entities: Mapping[str, Entity], by: Fiction) -> Named:
    if end.id in entities:
        return Named(entities[end.id].id, entities[end.id].label)
    label = by.name(end.label)
    if not terms.is_literal(end.id):
        return Named(end.id, label)
    old = terms.parse_literal(end.id)
    return Named(terms.literal(label, datatype=old.datatype, language=old.language), label)
