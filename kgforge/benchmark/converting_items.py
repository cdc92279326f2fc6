"""The questions of a benchmark about facts written in another layout.

``ids.jsonl`` has each question's id beside the item, role and number of its prompt.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from kgforge import files, formats, forms
from kgforge.benchmark.adopting_items import beside
from kgforge.benchmark.converting import IDS
from kgforge.errors import BenchmarkError
from kgforge.formats import Carried, Heard, Put
from kgforge.schema import Item, Manifest, Response, folders
from kgforge.scoring import judging, read_benchmark, refuse_another


class SameQuestion(Struct, frozen=True):
    """A line of ``ids.jsonl``."""

    id: str
    """The question's id in the layout, …"""
    kind: str
    """… and in which part of the data set it stands."""
    item: str
    role: str
    prompt: int
    """As in ``Response``."""


def convert_items(
    folder: Path, layout: str, out: Path, *, run: Path | None = None, force: bool = False
) -> Carried:
    """Write the test items of a benchmark in a layout, and say what of them was written.

    A *run* gives what a model answered. Raises BenchmarkError where the benchmark has no question
    that the layout has a place for or is damaged, and for a run of another one; AddressError for a
    layout that is none; OutputError when *out* exists (unless *force*).
    """
    form = formats.items(layout)
    manifest = folders.read_manifest(folder)
    items = {item.id: item for item in _items(folder, manifest)}
    numbers = {id: judging.numbers(item.facts) for id, item in items.items()}
    path = folder / beside(layout)
    kept = path.read_bytes() if path.is_file() else b""
    heard = None if run is None else _heard(folder, run, numbers, items)
    with files.writing_folder(out, force=force) as temporary:
        carried = form.write(items.values(), kept, temporary, heard)
        same = [_same(put, items, numbers) for put in form.questions(items.values(), kept)]
        if not same:
            reasons = ", ".join(f"{reason}: {count:,}" for reason, count in carried.left.items())
            raise BenchmarkError(
                f"{folder} has no question that {layout} has a place for ({reasons or 'no items'})"
            )
        files.write_lines(temporary / IDS, same)
    others = sum(file.lines for file in manifest.files) - len(items)
    left = {**carried.left, "item that is not for testing": others} if others else carried.left
    return msgspec.structs.replace(carried, left=left)


def _items(folder: Path, manifest: Manifest) -> Iterator[Item]:
    """The test items of all patterns of facts."""
    for made in manifest.patterns:
        if not forms.asks_items(made.form):
            yield from folders.read_items(folder, made.name)


def _same(
    put: Put, items: Mapping[str, Item], numbers: Mapping[str, Sequence[range]]
) -> SameQuestion:
    role = items[put.item].facts[put.fact].role
    return SameQuestion(put.id, put.kind, put.item, role, numbers[put.item][put.fact][put.prompt])


def _heard(
    folder: Path, run: Path, numbers: Mapping[str, Sequence[range]], items: Mapping[str, Item]
) -> Heard:
    """What a run answered, by item, fact and prompt."""
    refuse_another(run, folders.read_run(run), read_benchmark(folder))
    places = {
        (id, items[id].facts[fact].role, number): (id, fact, prompt)
        for id, of_facts in numbers.items()
        for fact, of_fact in enumerate(of_facts)
        for prompt, number in enumerate(of_fact)
    }
    found: dict[tuple[str, int, int], Response] = {}
    for response in folders.read_responses(run):
        place = places.get((response.item, response.role, response.prompt))
        if place is not None:
            found[place] = response
    return found
