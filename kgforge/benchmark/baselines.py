"""The baselines of a pattern (``Made.floors``): measured on its files, and gold proved right."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from kgforge import forms, ontology
from kgforge.benchmark import splits
from kgforge.schema import Floor, Item, ItemFile, Made, Skip, folders
from kgforge.scoring import AskedItem, fact_floors, questions, text_floors

REFUTED: Final = "its own answer is not counted as right"
"""Why an item is left out about which a model that knows everything would be wrong."""
_NAMED: Final = 5
"""So many such items of a pattern are named in the reason, which else is one for all."""


def provable(built: Iterable[Item | Skip]) -> Iterator[Item | Skip]:
    """Yield the items whose gold answers count as right, and a skip for each of the others."""
    refuted = 0
    for item in built:
        if isinstance(item, Skip) or not _is_refuted(item):
            yield item
            continue
        refuted += 1
        where = f"item {item.id}"
        yield Skip(f"{REFUTED} ({where})" if refuted <= _NAMED else REFUTED, where)


def _is_refuted(item: Item) -> bool:
    return bool(fact_floors.refutation(AskedItem.of(item)))


def with_floors(made: Made, folder: Path) -> Made:
    """The pattern with what the baselines score. Raises as ``measure``."""
    if not made.forms:
        return msgspec.structs.replace(made, floors=measure(made, folder))
    floors = by_form(made, folder)
    found = tuple(
        msgspec.structs.replace(one, floors=floors[one.form, one.slot]) for one in made.forms
    )
    made = msgspec.structs.replace(made, forms=found)
    return msgspec.structs.replace(made, floors=measure(made, folder))


def by_form(made: Made, folder: Path) -> dict[tuple[str, str], tuple[Floor, ...]]:
    """What the baselines score on the test items in each form. Raises as ``measure``."""
    kinds = [(one.form, one.slot) for one in made.forms or ()]
    items = _file(folder, made, splits.TEST)
    return fact_floors.by_form(items, made.metric, kinds) if kinds else {}


def measure(made: Made, folder: Path) -> tuple[Floor, ...]:
    """What the baselines score on the test items, in the form that own figures are of.

    That is the first prompt of each fact, unless some fact has none of that form: then its prompts
    alone are taken, as scores take them. Raises BenchmarkError where gold is not perfect on the
    items of any split.
    """
    of_split = {split: _file(folder, made, split) for split in splits.SPLITS}
    asked = of_split[splits.TEST]
    if forms.asks_items(made.form):
        form, known = forms.of_items(made.form), ontology.read_all(folder)
        return text_floors.measure(form, asked, of_split.values(), made.metric, known)
    for split, items in of_split.items():
        if split != splits.TEST:
            fact_floors.prove(items)
    if main := questions.own_form(made):
        return questions.own_floors(main)
    return fact_floors.measure(asked, made.name, made.metric)


def _file(folder: Path, made: Made, split: str) -> ItemFile:
    """A pattern's items in a split, also while there is no manifest to say that it has none."""
    return folders.lying(folder, folders.item_name(made.name, split))
