"""All closed rules of CoDEx-M with their supports and PCA bodies: seconds and peak memory.

``python -m benchmarks.rules`` (see README.md). Every command runs in a process of its own.
"""

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import duckdb
from cyclopts import App

from benchmarks import measured, readme
from benchmarks.measured import Ran
from kgforge import __version__, resources
from kgforge.cli import console

DATA: Final = Path(__file__).parents[3] / "shared" / "data"
SPLITS: Final = ("train", "valid", "test")
THING: Final = "http://example.org/thing"
"""A type that every entity is given: composite asks about entities of some types."""

app = App(help="Time the counting of all closed rules of CoDEx-M.")


@app.default
def main(*, peers: Path | None = None, write: bool = False) -> None:
    """Count the rules and print the table.

    Parameters
    ----------
    peers
        The Python of an environment that has PyKEEN, which is left out if not said.
    write
        Write the table into README.md beside this file.
    """
    data = Path(os.environ.get("KGFORGE_DATA", DATA)) / "codex/triples/codex-m"
    if not data.is_dir():
        raise SystemExit(f"no published data at {data}: set KGFORGE_DATA")
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        rows = _rows(data, Path(name), peers)
    columns = ("body", "contestant", "rules", "seconds", "peak memory, MB")
    console.table("closed rules", columns, rows)
    notes = f"Run on {readme.machine()}; kgforge {__version__}, duckdb {duckdb.__version__}."
    console.say(notes)
    if write:
        readme.write("rules", f"{readme.table(columns, rows)}\n\n{notes}")


def _rows(data: Path, folder: Path, peers: Path | None) -> list[tuple[str, ...]]:
    plain, typed = folder / "plain.tsv", folder / "typed.tsv"
    lines = [line for name in SPLITS for line in (data / f"{name}.txt").read_text().splitlines()]
    entities = sorted({term for line in lines for term in line.split("\t")[::2]})
    plain.write_text("\n".join(["subject\tpredicate\tobject", *lines, ""]))
    things = [f"{entity}\tP31\t{THING}" for entity in entities]
    typed.write_text("\n".join(["subject\tpredicate\tobject", *lines, *things, ""]))
    stores = {file: f"duckdb:{file.with_suffix('.db')}" for file in (plain, typed)}
    for file, store in stores.items():
        loaded = measured.kgforge("load", f"tsv:{file}", "--store", store)
        if loaded.failure:
            raise SystemExit(loaded.failure)
    groups = resources.folder("sql") / "composite.groups.sql"
    of_things = ("--param", "type=P31", "--param", f"types=<{THING}>")
    walked = measured.run("kgforge.cli", "query", groups, "--store", stores[typed], *of_things)
    rules = Path(__file__).with_name("rules.sql")
    numbered = {term for line in lines for term in line.split("\t")}  # from 1 by the store
    of_terms = ("--param", f"terms={len(numbered)}")
    asked = measured.run("kgforge.cli", "query", rules, "--store", stores[plain], *of_terms)
    forwards = measured.run("benchmarks.rules.dictionaries", plain)
    ways = measured.run("benchmarks.rules.dictionaries", plain, "--ways")
    graph = measured.run("benchmarks.rules.graphs", plain)
    both = measured.run("benchmarks.rules.graphs", plain, "--ways")
    for one, other in ((forwards, graph), (ways, both)):
        if disagree(one, other):
            raise SystemExit("networkx counts other rules than dictionaries")
    return [
        _row("forwards", "kgforge query composite.groups.sql", walked, _untyped),
        _row("forwards", "dictionaries", forwards, _listed),
        _row("forwards", "networkx", graph, _listed),
        *_of_pykeen(plain, peers, forwards),
        _row("either way", "kgforge query rules.sql", asked, lambda found: len(found["lines"])),
        _row("either way", "dictionaries", ways, _listed),
        _row("either way", "networkx", both, _listed),
    ]


def _of_pykeen(plain: Path, peers: Path | None, ours: Ran) -> Iterator[tuple[str, ...]]:
    """PyKEEN's row. Exits where of a head its rules hold of other numbers of (x, z) than ours."""
    if peers:
        ran = measured.run("benchmarks.rules.compositions", plain, python=peers)
        whole = not (ran.failure or ours.failure)
        if whole and (unlike := differing(ours.summary, ran.summary)):
            raise SystemExit(f"PyKEEN counts others: {unlike[:3]}")
        yield _row("forwards", "PyKEEN iter_ternary_patterns", ran, _listed)


def disagree(one: Ran, other: Ran) -> bool:
    """Whether both count, and not the same; one that failed says so in its row."""
    both = not (one.failure or other.failure)
    return both and sorted(one.summary["rules"]) != sorted(other.summary["rules"])


def differing(ours: dict[str, Any], theirs: dict[str, Any]) -> list[tuple[str, int]]:
    """Heads and supports that only one of the two has, or more often.

    What PyKEEN calls support is the body, which there holds the (x, x) of cycles as well; of how
    many the head holds is the same, unless a fact is a self-loop.
    """
    one = Counter((rule[2], rule[4]) for rule in ours["rules"])
    other = Counter((head, holds) for head, _, holds in theirs["rules"])
    return sorted((one - other) + (other - one))


def _untyped(found: dict[str, Any]) -> int:
    """How many rules there are without the type that was added."""
    names = ("r1", "r2", "r3")
    return sum(all("P31" not in row[name] for name in names) for row in found["lines"])


def _listed(found: dict[str, Any]) -> int:
    return len(found["rules"])


def _row(body: str, who: str, ran: Ran, count: Callable[[dict[str, Any]], int]) -> tuple[str, ...]:
    memory = f"{ran.memory / 1e6:,.0f}"
    if ran.failure:
        return body, who, "–", ran.failure, memory
    return body, who, f"{count(ran.summary):,}", f"{ran.seconds:.1f}", memory


if __name__ == "__main__":
    app()
