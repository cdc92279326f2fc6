"""The unseen variant of texts: their facts invented, so that no model can have read them.

Source: *Text2KGBench*, section 3.1, whose unseen sentences were written by hand; here they are made
from the seen ones by ``fiction.Fiction``.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from kgforge import terms
from kgforge.extraction import passage
from kgforge.extraction.fiction import INVENTED, KEPT, Fiction, Name, Refused, Statement, Swapped
from kgforge.schema import Accepted, Count, Entity, Item, ItemFact, Named, Provenance, Skip

NAME: Final = "_unseen"
"""What the pattern of the variant has behind the pattern's name."""
DESCRIPTION: Final = "As {}, but of invented facts, which no model can have read."
IRI: Final = "urn:kgforge:fictional:"


def fiction(items: Iterable[Item], types: Iterable[str], seed: int) -> Fiction:
    """The inventor of names for a benchmark of these items; *types* are labels of classes.

    A name such as *Jazz*, of which the first letter alone is a capital one, is a common noun where
    one of its sentences has it as *jazz*.
    """
    known: set[str] = set()
    common: set[str] = set()
    for item in items:
        known.add(item.text or "")
        known.update(name for one in item.entities for name in (one.label, *one.aliases))
        ends = {end for one in passage.triples(item) for end in (one.subject, one.object)}
        known |= ends
        common |= {end for end in ends if _is_small(end, item.text or "")}
    return Fiction(seed, known, types, common)


def _is_small(name: str, text: str) -> bool:
    small = name[:1].lower() + name[1:]
    if small not in text or not small.islower() or re.search(r"\d", small):
        return False
    return re.search(rf"(?<!\w){re.escape(small)}(?!\w)", text) is not None


def invented(items: Iterable[Item], by: Fiction) -> Iterator[Item | Skip]:
    """Each item with all names of its triples swapped, or a Skip where that cannot be done."""
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


def _item(item: Item, swapped: Swapped, by: Fiction) -> Item:
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
        _counted(item, by),
        tuple(sorted(entities.values(), key=lambda entity: entity.id)),
    )


def _counted(item: Item, by: Fiction) -> Provenance:
    """Where the item comes from, and how many of its subjects and objects are invented."""
    ends = {end for one in passage.triples(item) for end in (one.subject, one.object)}
    kept = sum(map(by.is_common, ends))
    counts = (Count(INVENTED, len(ends) - kept), Count(KEPT, kept))
    return msgspec.structs.replace(item.provenance, guards=(*item.provenance.guards, *counts))


def _entity(entity: Entity, by: Fiction) -> Entity:
    """The entity as an invented one, whose id follows from its own; a common noun as it is."""
    if by.is_common(entity.label):
        return entity
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
    label = by.label(end.label)
    if not terms.is_literal(end.id):
        return Named(end.id, label)
    old = terms.parse_literal(end.id)
    return Named(terms.literal(label, datatype=old.datatype, language=old.language), label)
