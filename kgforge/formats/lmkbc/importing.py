"""A data set as items: one for each subject and relation, be there no object.

Each is asked for all its objects, and, where it has any, for one of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import terms
from kgforge.formats import Found, counted
from kgforge.formats._items import LANGUAGE, ROLE, of_fact
from kgforge.formats.lmkbc import layout, reading, wordings
from kgforge.formats.lmkbc.evaluators import Year
from kgforge.formats.lmkbc.layout import Kept, Object, Row
from kgforge.formats.lmkbc.ways import LIST, SHORT
from kgforge.formats.lmkbc.wordings import Wording
from kgforge.schema import (
    NONE,
    Accepted,
    Item,
    ItemFact,
    Named,
    Predicate,
    Prompt,
)

AGAIN: Final = "row of a subject and relation that a later row has again"


class _Asked(Struct, frozen=True):
    """A line that becomes an item."""

    place: int
    row: Row
    objects: tuple[Object, ...]


def read_items(folder: Path, base: str) -> Found:
    """The data set of a file, or of a folder. Raises BenchmarkError as ``reading`` does."""
    data = reading.read_data(folder)
    year = layout.year_of(data.rows)
    left = Counter(data.left)
    asked = list(_asked(data.rows, year, left))
    kinds = _kinds(asked)
    made = [(_item(one, kinds, base), one) for one in asked]
    places = {item.id: one.place for item, one in made}
    kept = Kept(year, base, data.lines, places)
    items = tuple(item for item, _ in made)
    return Found(items, (data.path,), counted(left), msgspec.json.encode(kept))


def _asked(rows: Sequence[Row], year: Year, left: Counter[str]) -> Iterator[_Asked]:
    """The lines that can be asked, of two of one subject and relation the later one."""
    if not any(layout.objects(row, year) for row in rows):
        left[reading.WITHHELD] += len(rows)
        return
    found: dict[tuple[str, str], _Asked] = {}
    for place, row in enumerate(rows):
        objects = layout.objects(row, year)
        if isinstance(objects, str):
            left[objects] += 1
            continue
        key = row.subject_id or row.subject, row.relation
        left[AGAIN] += key in found
        found[key] = _Asked(place, row, objects)
    yield from found.values()


def _kinds(asked: Sequence[_Asked]) -> dict[str, str]:
    """Of each relation how many objects a subject has, and how many subjects an object."""
    subjects: dict[str, Counter[Object]] = defaultdict(Counter)
    most: Counter[str] = Counter()
    for one in asked:
        relation = one.row.relation
        subjects[relation].update(one.objects)
        most[relation] = max(most[relation], len(one.objects))
    shared = {name for name, found in subjects.items() if any(n > 1 for n in found.values())}
    return {name: _kind(name in shared, many) for name, many in most.items()}


def _kind(is_shared: bool, many: int) -> str:  # noqa: FBT001
    first, several = ("N", "M") if is_shared else ("1", "N")
    return f"{first}-{several if many > 1 else '1'}"


def _item(one: _Asked, kinds: Mapping[str, str], base: str) -> Item:
    row = one.row
    subject = Named(layout.entity(row.subject_id or row.subject, base), row.subject)
    predicate = base + terms.encoded(row.relation)
    answers = tuple(_accepted(each, base) for each in one.objects)
    target = Named(answers[0].id, answers[0].label, answers[0].by) if answers else NONE
    fact = ItemFact(
        ROLE,
        subject,
        Predicate(predicate, wordings.label(row.relation), kind=kinds[row.relation]),
        target,
        holds=True,
        answers=answers,
        candidates=(),
        prompts=tuple(_prompts(wordings.wording(row.relation), subject.label, answers)),
    )
    return of_fact(fact)


def _accepted(one: Object, base: str) -> Accepted:
    label, *aliases = one.names
    made = Accepted(layout.term(one, base), label, tuple(aliases))
    is_id = label == one.id and not terms.is_literal(made.id)
    return msgspec.structs.replace(made, by="local name") if is_id else made


def _prompts(wording: Wording, subject: str, answers: Sequence[Accepted]) -> Iterator[Prompt]:
    yield _prompt(LIST, wording, wordings.all_asked(wording, subject))
    if answers:
        yield _prompt(SHORT, wording, wordings.asked(wording, subject))


def _prompt(form: str, wording: Wording, text: str) -> Prompt:
    return Prompt(form, LANGUAGE, "object", "none", wording.generator, text, wording.template)
