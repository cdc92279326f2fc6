"""A folder of splits as items: each is a fact, stated as it is or with a verified false object.

A negative becomes an item of a fact of its subject and relation that holds, of which it claims
another object.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.formats import Found, counted
from kgforge.formats._items import LANGUAGE, ROLE, of_fact
from kgforge.formats.codex import reading
from kgforge.formats.codex.reading import SPLITS, TRAIN, Data
from kgforge.formats.codex.ways import prompt
from kgforge.ontology import Vocabulary, vocabulary
from kgforge.schema import Accepted, Item, ItemFact, Named, Predicate, Triple

UNTESTED: Final = "triple of train, which has no negatives"
NAMELESS: Final = "triple with an entity without a name"
FALSE_NAMELESS: Final = "negative with an entity without a name"
UNWORDED: Final = "triple of a relation without a template"
LONE: Final = "negative whose subject and relation have no triple with names"
HOLDS: Final = "negative that is a triple of a split"
AGAIN: Final = "statement that an earlier split has"
ALIKE: Final = "negative whose object is named as a right one"

_Objects = Mapping[tuple[str, str], list[str]]


class _Known(Struct, frozen=True):
    """What is known of all splits together."""

    data: Data
    vocabulary: Vocabulary
    objects: _Objects
    """Of each subject and predicate all that is true."""

    def named(self, id: str) -> Named | None:
        """An entity with its name, if it has one that is not its identifier."""
        label = self.data.labels.get(id, "")
        return Named(id, label) if label and label != terms.local_name(id) else None


def read_items(folder: Path, base: str) -> Found:
    """The statements of a folder. Raises BenchmarkError as ``reading.read_data`` does."""
    data = reading.read_data(folder, LANGUAGE)
    left = Counter(data.left)
    left[UNTESTED] += len(data.true.get(TRAIN, ()))
    every = chain.from_iterable(data.true.values())
    known = _Known(data, vocabulary.read(()), _objects(every))
    made: dict[str, Item] = {}
    for item in _items(known, left):
        left[AGAIN] += item.id in made
        made.setdefault(item.id, item)
    return Found(
        tuple(made.values()),
        (*data.files, *data.tables),
        counted(left),
        languages=(LANGUAGE,),
        licence="MIT",
        foreign=data.tables,
    )


def _objects(triples: Iterable[Triple]) -> _Objects:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in triples:
        found[one.subject, one.predicate].append(one.object)
    return found


def _items(known: _Known, left: Counter[str]) -> Iterator[Item]:
    for name, split in SPLITS.items():
        own = _objects(known.data.true.get(name, ()))
        for triple in known.data.true.get(name, ()):
            found = _item(known, triple, triple.object, split)
            if isinstance(found, str):
                left[found] += 1
            else:
                yield found
        for triple in known.data.false.get(name, ()):
            found = _negative(known, triple, own, split)
            if isinstance(found, str):
                left[found] += 1
            else:
                yield found


def _negative(known: _Known, triple: Triple, own: _Objects, split: str) -> Item | str:
    """A negative as an item, or why it is none.

    Its fact is a true triple of its *own* split, where there is one of the subject and relation.
    """
    key = triple.subject, triple.predicate
    right = [*own.get(key, ()), *known.objects.get(key, ())]
    if triple.object in right:
        return HOLDS
    claimed = known.named(triple.object)
    if claimed is None or known.named(triple.subject) is None:
        return FALSE_NAMELESS
    names = [one for id in right if (one := known.named(id))]
    if not names:
        return LONE
    if claimed.label.casefold() in {one.label.casefold() for one in names}:
        return ALIKE
    return _item(known, triple, names[0].id, split)


def _item(known: _Known, triple: Triple, target: str, split: str) -> Item | str:
    """The item that claims a triple, of a fact whose object is *target*; or why there is none."""
    predicate = triple.predicate
    template = next(iter(known.vocabulary.templates(predicate, LANGUAGE)), "")
    subject, claimed = known.named(triple.subject), known.named(triple.object)
    object = known.named(target)
    if subject is None or claimed is None or object is None:
        return NAMELESS
    if not template:
        return UNWORDED
    others = [one for id in known.objects[triple.subject, predicate] if (one := known.named(id))]
    right = {one.id: one for one in (object, *others)}
    label = known.data.labels.get(predicate) or known.vocabulary.label(predicate, LANGUAGE) or ""
    fact = ItemFact(
        ROLE,
        subject,
        Predicate(predicate, label or terms.local_name(predicate)),
        object,
        holds=True,
        answers=tuple(Accepted(one.id, one.label) for one in right.values()),
        candidates=(),
        prompts=(prompt(template, subject, claimed, LANGUAGE, holds=claimed.id in right),),
    )
    return of_fact(fact, claimed.id, split=split)
