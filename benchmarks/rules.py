"""All closed rules of CoDEx-M with their supports and PCA bodies: seconds and peak memory.

``python -m benchmarks.rules`` (see README.md). Every command runs in a process of its own.
"""

import os
import tempfile
from pathlib import Path
from typing import Any, Final

import duckdb
from cyclopts import App

from benchmarks import measured, readme
from benchmarks.measured import Ran
from kgforge import __version__, console

DATA: Final = Path(__file__).parents[2] / "shared" / "data"
SPLITS: Final = ("train", "valid", "test")
THING: Final = "http://example.org/thing"
"""A type that every entity is given: composite asks about entities of some types."""

app = App(help="Time the counting of all closed rules of CoDEx-M.")


@app.default
def main(*, write: bool = False) -> None:
    """Count the rules and print the table.

    Parameters
    ----------
    write
        Write the table into README.md beside this file.
    """
    data = Path(os.environ.get("KGFORGE_DATA", DATA)) / "codex/triples/codex-m"
    if not data.is_dir():
        raise SystemExit(f"no published data at {data}: set KGFORGE_DATA")
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        rows = list(_rows(data, Path(name)))
    columns = ("body", "contestant", "rules", "seconds", "peak memory, MB")
    console.table("closed rules", columns, rows)
    notes = f"Run on {readme.machine()}; kgforge {__version__}, duckdb {duckdb.__version__}."
    console.say(notes)
    if write:
        readme.write("rules", f"{readme.table(columns, rows)}\n\n{notes}")


def _rows(data: Path, folder: Path) -> list[tuple[str, ...]]:
    plain, typed = folder / "plain.tsv", folder / "typed.tsv"
    lines = [line for name in SPLITS for line in (data / f"{name}.txt").read_text().splitlines()]
    entities = sorted({term for line in lines for term in line.split("\t")[::2]})
    plain.write_text("\n".join(["subject\tpredicate\tobject", *lines, ""]))
    things = [f"{entity}\tP31\t{THING}" for entity in entities]
    typed.write_text("\n".join(["subject\tpredicate\tobject", *lines, *things, ""]))
    stores = {file: f"duckdb:{file.with_suffix('.db')}" for file in (plain, typed)}
    for file, store in stores.items():
        measured.kgforge("load", f"tsv:{file}", "--store", store)
    of_things = ("--param", f"types=<{THING}>", "--param", "least=1")
    mined = measured.kgforge(
        "mine", "composite", "--store", stores[typed], "--out", folder / "mined", *of_things
    )
    found = [rule for rule in _groups(folder / "mined") if "P31" not in rule]
    rules = Path(__file__).with_suffix(".sql")
    of_terms = ("--param", f"terms={len(lines)}")
    asked = measured.run("kgforge.cli", "query", rules, "--store", stores[plain], *of_terms)
    forwards = measured.run("benchmarks.dictionaries", plain)
    ways = measured.run("benchmarks.dictionaries", plain, "--ways")
    return [
        _row("forwards", "kgforge mine composite", len(found), mined),
        _row("forwards", "dictionaries", len(forwards.summary["rules"]), forwards),
        _row("either way", "kgforge query rules.sql", len(asked.summary["lines"]), asked),
        _row("either way", "dictionaries", len(ways.summary.get("rules", ())), ways),
    ]


def _groups(mined: Path) -> list[str]:
    return (mined / "composite/groups.jsonl").read_text().splitlines()


def _row(body: str, who: str, rules: int, ran: Ran) -> tuple[Any, ...]:
    if ran.failure:
        return body, who, "–", ran.failure, f"{ran.memory / 1e6:,.0f}"
    return body, who, f"{rules:,}", f"{ran.seconds:.1f}", f"{ran.memory / 1e6:,.0f}"


if __name__ == "__main__":
    app()
