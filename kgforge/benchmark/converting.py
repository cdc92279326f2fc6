"""A benchmark written in another layout.

``ids.jsonl`` has what the layout calls each prompt, where its questions have ids, beside the item,
role and number of that prompt. ``left_out.jsonl`` has what the layout has no place for, item by
item.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kgforge import files, formats
from kgforge.benchmark.adopting import beside
from kgforge.errors import BenchmarkError
from kgforge.extraction import TFIDF
from kgforge.formats import WHOLE, Bench, Carried, Heard, Lacks, Put
from kgforge.schema import Item, Response, folders
from kgforge.scoring import judging, read_benchmark, refuse_another

IDS: Final = "ids.jsonl"
LEFT_OUT: Final = "left_out.jsonl"


class SameQuestion(Struct, frozen=True, omit_defaults=True):
    """A line of ``ids.jsonl``."""

    id: str
    """The question's id in the layout, …"""
    item: str
    kind: str = ""
    """… and in which part of the data set it stands."""
    role: str = ""
    """As in ``Response``; absent where the question is the whole item."""
    prompt: int = 0


def convert(
    folder: Path,
    layout: str,
    out: Path,
    *,
    run: Path | None = None,
    ids: Path | None = None,
    similarity: str = TFIDF,
    force: bool = False,
) -> Carried:
    """Write a benchmark in a layout, and say what of it was written, and what was not.

    A *run* gives what a model answered; *ids* and *similarity* are for layouts of texts
    (``formats.Bench``). Raises BenchmarkError where the benchmark has nothing that the layout has a
    place for, is damaged or has changed since it was exported, and for a run of another one;
    AddressError for a layout that is none, or is not written; OutputError when *out* exists (unless
    *force*).
    """
    form = formats.writer(layout)
    _refuse_data(folder, layout)
    manifest = folders.read_manifest(folder)
    path = folder / beside(layout)
    kept = path.read_bytes() if path.is_file() else b""
    bench = Bench(folder, manifest, kept, ids=ids, similarity=similarity)
    plain = [file.plain for file in manifest.files]
    names = [one.removesuffix(folders.ITEMS) for one in plain if one.endswith(folders.ITEMS)]
    folders.refuse_changed(folder, manifest, folders.item_hashes(folder, names))
    if run is not None:
        bench = msgspec.structs.replace(bench, heard=_heard(bench, run))
    with files.writing_folder(out, force=force) as temporary:
        carried = form.write_items(bench, temporary)
        if not carried.written:
            reasons = ", ".join(f"{reason}: {count:,}" for reason, count in carried.left.items())
            raise BenchmarkError(
                f"{folder} has no question that {layout} has a place for ({reasons or 'no items'})"
            )
        if carried.puts:
            files.write_lines(temporary / IDS, _same(carried.puts, bench))
        if carried.lacks:
            files.write_lines(temporary / LEFT_OUT, carried.lacks)
    return carried


def _refuse_data(folder: Path, layout: str) -> None:
    """Raise BenchmarkError where a data set lies there, and no benchmark."""
    files.there(folder)
    if (folder / folders.MANIFEST).is_file():
        return
    own = next(iter(formats.recognising(folder)), "")
    made = f"{own}:{folder}" if own else "FORMAT:PATH"
    it_is = f", but a data set of {own}" if own else f": it has no {folders.MANIFEST}"
    raise BenchmarkError(
        f"{folder} is no benchmark of kgforge{it_is}. Make one of a data set first, with kgforge "
        f"convert {made} --out BENCH, then kgforge convert BENCH --to {layout}"
    )


def _same(puts: Iterable[Put], bench: Bench) -> Iterator[SameQuestion]:
    """Beside what the layout calls each prompt, its place in the benchmark."""
    items = {item.id: item for item in bench.questions(Lacks())}
    for put in puts:
        if put.fact == WHOLE:
            yield SameQuestion(put.id, put.item, put.kind)
            continue
        facts = items[put.item].facts
        number = judging.numbers(facts)[put.fact][put.prompt]
        yield SameQuestion(put.id, put.item, put.kind, facts[put.fact].role, number)


def _heard(bench: Bench, run: Path) -> Heard:
    """What a run answered, by item, fact and prompt; responses alone are a run, too."""
    if (run / folders.RUN).is_file():
        refuse_another(run, folders.read_run(run), read_benchmark(bench.folder))
    places = {
        (item.id, role, number): (item.id, fact, prompt)
        for split in bench.splits
        for item in bench.items(split)
        for role, number, fact, prompt in _numbered(item)
    }
    found: dict[tuple[str, int, int], Response] = {}
    others = set[str]()
    for response in folders.read_responses(run):
        place = places.get((response.item, response.role, response.prompt))
        if place is None:
            others.add(response.item)
        else:
            found[place] = response
    if others:
        raise BenchmarkError(
            f"{run} has responses to {len(others)} items that {bench.folder} lacks: "
            f"{folders.OTHER_BENCHMARK}"
        )
    return found


def _numbered(item: Item) -> Iterator[tuple[str, int, int, int]]:
    """The prompts of an item: role and number as in a response, and the place in the item."""
    for number in range(len(item.prompts)):
        yield "", number, WHOLE, number
    for fact, of_fact in enumerate(judging.numbers(item.facts)):
        for prompt, number in enumerate(of_fact):
            yield item.facts[fact].role, number, fact, prompt
