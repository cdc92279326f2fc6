"""A benchmark written in another layout.

``ids.jsonl`` has each question's id beside the item, role and number of its prompt, where the
layout gives questions ids. ``left_out.jsonl`` has what the layout has no place for, item by item.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files, formats
from kgforge.benchmark.adopting_items import beside
from kgforge.benchmark.converting import IDS
from kgforge.errors import BenchmarkError
from kgforge.formats import AnswerReader, Bench, Carried, Heard, Lacks
from kgforge.schema import Response, folders
from kgforge.scoring import judging, read_benchmark, refuse_another

LEFT_OUT: Final = "left_out.jsonl"


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
    form = formats.writer(layout)
    manifest = folders.read_manifest(folder)
    path = folder / beside(layout)
    kept = path.read_bytes() if path.is_file() else b""
    bench = Bench(folder, manifest, kept)
    if run is not None:
        bench = msgspec.structs.replace(bench, heard=_heard(bench, run))
    with files.writing_folder(out, force=force) as temporary:
        carried = form.write_items(bench, temporary)
        if not carried.written:
            reasons = ", ".join(f"{reason}: {count:,}" for reason, count in carried.left.items())
            raise BenchmarkError(
                f"{folder} has no question that {layout} has a place for ({reasons or 'no items'})"
            )
        if isinstance(form, AnswerReader):
            files.write_lines(temporary / IDS, _same(form, bench))
        if carried.lacks:
            files.write_lines(temporary / LEFT_OUT, carried.lacks)
    return carried


def _same(form: AnswerReader, bench: Bench) -> Iterator[SameQuestion]:
    """What the layout calls each prompt."""
    items = {item.id: item for item in bench.questions(Lacks())}
    for put in form.questions(items.values(), bench.kept):
        facts = items[put.item].facts
        number = judging.numbers(facts)[put.fact][put.prompt]
        yield SameQuestion(put.id, put.kind, put.item, facts[put.fact].role, number)


def _heard(bench: Bench, run: Path) -> Heard:
    """What a run answered, by item, fact and prompt."""
    refuse_another(run, folders.read_run(run), read_benchmark(bench.folder))
    places = {
        (item.id, item.facts[fact].role, number): (item.id, fact, prompt)
        for item in bench.questions(Lacks())
        for fact, of_fact in enumerate(judging.numbers(item.facts))
        for prompt, number in enumerate(of_fact)
    }
    found: dict[tuple[str, int, int], Response] = {}
    for response in folders.read_responses(run):
        place = places.get((response.item, response.role, response.prompt))
        if place is not None:
            found[place] = response
    return found
