"""The whole line on the published Wikidata graph: seconds and peak memory of every command.

``python -m benchmarks.line`` (see README.md). Every command runs in a process of its own, as a user
would start it, and one after another: what one has kept, the next one finds. Figures are kept in
``line.json``, of which the table is made.
"""

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cyclopts import App

from benchmarks import measured, readme, recorded
from benchmarks.measured import MEGABYTE, ROOT, Ran
from benchmarks.recorded import Record
from kgforge.cli import console
from kgforge.schema import folders

DATA: Final = ROOT.parent / "shared" / "data"
FILE: Final = Path(__file__).with_name("line.json")
MOST: Final = 90
"""Seconds that the five commands may take together, with either engine."""
ENGINES: Final = ("oxigraph", "duckdb")
COLUMNS: Final = ("command", "what", "seconds", "processor, s", "peak memory, MB")

app = App(help="Time the five commands on the published Wikidata graph.")


@app.default
def main(*, measure: bool = True, kept: Path = FILE, write: bool = False) -> None:
    """Run the line and print its table.

    Parameters
    ----------
    measure
        Whether to run the commands; without it the table is made of what was kept.
    kept
        The file of figures.
    write
        Write the table into README.md beside this file.
    """
    if measure:
        recorded.write(kept, list(_run()))
    records = recorded.read(kept)
    rows = [*map(_row, records), *_totals(records)]
    console.table("the line", COLUMNS, rows)
    if write:
        named = [(_called(record), record) for record in records]
        readme.write("line", recorded.table(COLUMNS, rows, named))


def _run() -> Iterator[dict[str, Any]]:
    """A record for each command."""
    triples, labels = published()
    for engine in ENGINES:
        with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
            folder = Path(name)
            mined, bench, run = folder / "mined", folder / "bench", folder / "run"
            store = f"{engine}:{folder / engine}"
            ran = measured.timed("load", triples, *labels, "--store", store)
            what = f"{ran.summary['facts']:,} facts, {ran.summary['labels']:,} names"
            yield _record("load", engine, ran, what)
            ran = measured.timed("mine", "all", "--store", store, "--out", mined, copies=True)
            yield _record("mine all", engine, ran, _patterns(ran.summary, "instances"))
            ran = measured.timed("export", mined, "--out", bench, copies=True)
            yield _record("export", engine, ran, _patterns(ran.summary, "items"))
            canned = answers(bench, folder / "answers.jsonl")
            model = "--model", f"table:{canned}"
            ran = measured.timed("probe", bench, *model, "--out", run, copies=True)
            yield _record("probe", engine, ran, f"{ran.summary['requests']:,} canned answers")
            ran = measured.timed("report", run, "--out", folder / "report.html", copies=True)
            yield _record("report", engine, ran, "one run")


def _record(command: str, engine: str, ran: Ran, what: str) -> dict[str, Any]:
    said = {"command": "python -m benchmarks.line --write"}
    return recorded.stamped(
        {"step": command, "engine": engine, "what": what, **ran.figures()}, **said
    )


def _called(record: Record) -> str:
    return f"{record['step']}, {record['engine']}:" if "engine" in record else record["step"]


def _row(record: Record) -> tuple[str, ...]:
    return _called(record), record["what"], *_taken(record)


def _taken(record: Record) -> tuple[str, str, str]:
    processor = f"{record['processor']:.1f}" if "processor" in record else "–"
    return f"{record['seconds']:.1f}", processor, f"{record['memory'] / MEGABYTE:,.0f}"


def _totals(records: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """What the commands take together with each engine, if all five were measured."""
    for engine in ENGINES:
        own = [record for record in records if record.get("engine") == engine]
        if {"load", "mine all", "export", "probe", "report"} <= {one["step"] for one in own}:
            together = {name: sum(one[name] for one in own) for name in ("seconds", "processor")}
            together["memory"] = max(one["memory"] for one in own)
            yield f"all five, {engine}:", f"to be reached: {MOST} s", *_taken(together)


def published(remedy: str = "set KGFORGE_DATA") -> tuple[str, list[str]]:
    """The published Wikidata graph as ``load`` is given it: its source, and its labels."""
    graph = data() / "wikidata"
    if not graph.is_dir():
        raise SystemExit(f"no published graph at {graph}: {remedy}")
    labels = [f"--labels={graph / name}" for name in ("entities.tsv.gz", "properties.tsv")]
    return f"tsv:{graph / 'triples.tsv.gz'}", labels


def data() -> Path:
    """The folder of published data."""
    return Path(os.environ.get("KGFORGE_DATA", DATA))


def _patterns(found: Mapping[str, Any], what: str) -> str:
    total = sum(pattern[what] for pattern in found["patterns"])
    return f"{len(found['patterns'])} patterns, {total:,} {what}"


def answers(bench: Path, path: Path, *, every: int = 1) -> Path:
    """Canned answers: the target of every *every*-th item, as it is; else none that is right."""
    with path.open("w", encoding="utf-8") as out:
        for made in folders.read_manifest(bench).patterns:
            for number, item in enumerate(folders.read_items(bench, made.name)):
                for fact in item.facts:
                    said = "something else" if number % every else fact.object.label
                    line = {"item": item.id, "role": fact.role, "answers": [said]}
                    out.write(json.dumps(line) + "\n")
    return path


if __name__ == "__main__":
    app()
