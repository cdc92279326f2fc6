"""The whole line on the published Wikidata graph: seconds and peak memory of every command.

``python -m benchmarks.line`` (see README.md). Every command runs in a process of its own, as a user
would start it.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from cyclopts import App
from msgspec import Struct

from benchmarks import readme
from kgforge import __version__
from kgforge.cli import console
from kgforge.schema import folders

ROOT: Final = Path(__file__).parents[1]
DATA: Final = ROOT.parent / "shared" / "data"
MEGABYTE: Final = 10**6


class Ran(Struct, frozen=True):
    """One command: its summary, and what it took."""

    summary: dict[str, Any]
    seconds: float
    processor: float
    """Seconds of processor time."""
    peak: int
    """Largest resident memory, in bytes."""


app = App(help="Time load, mine, export and probe on the published Wikidata graph.")


@app.default
def main(*, write: bool = False) -> None:
    """Run the line and print its table.

    Parameters
    ----------
    write
        Write the table into README.md beside this file.
    """
    triples, labels = published()
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        folder = Path(name)
        mined, bench, run = folder / "mined", folder / "bench", folder / "run"
        rows = []
        for engine in ("oxigraph", "duckdb"):
            store = f"{engine}:{folder / engine}"
            loaded = timed("load", triples, *labels, "--store", store)
            found = timed("mine", "all", "--store", store, "--out", mined, "--force")
            rows += [
                _row(f"load, {engine}:", loaded, _loaded),
                _row(f"mine all, {engine}:", found, lambda found: _patterns(found, "instances")),
            ]
        exported = timed("export", mined, "--out", bench)
        rows.append(_row("export, duckdb:", exported, lambda found: _patterns(found, "items")))
        canned = answers(bench, folder / "answers.jsonl")
        asked = timed("probe", bench, "--model", f"table:{canned}", "--out", run)
        rows.append(
            _row("probe, canned answers", asked, lambda found: f"{found['requests']:,} prompts")
        )
    columns = ("command", "what", "seconds", "peak memory, MB")
    console.table("the line", columns, rows)
    notes = f"Run on {readme.machine()}; kgforge {__version__}."
    console.say(notes)
    if write:
        readme.write("line", f"{readme.table(columns, rows)}\n\n{notes}")


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


def timed(command: str, *arguments: str | Path, source: Path = ROOT) -> Ran:
    """Run one command of kgforge with --json; exits with its message when it fails.

    *source* is the folder of the code: another one measures another version.
    """
    line = [sys.executable, "-P", "-m", "kgforge.cli", command, *map(str, arguments), "--json"]
    console.say(f"kgforge {command} …")
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(line, stdout=out, env={**os.environ, "PYTHONPATH": str(source)})
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise SystemExit(f"kgforge {command} failed")
        out.seek(0)
        summary: dict[str, Any] = json.loads(out.read())
    unit = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss
    return Ran(summary, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)


def _row(name: str, ran: Ran, tell: Callable[[dict[str, Any]], str]) -> tuple[str, ...]:
    return name, tell(ran.summary), f"{ran.seconds:.1f}", f"{ran.peak / MEGABYTE:,.0f}"


def _loaded(found: dict[str, Any]) -> str:
    return f"{found['facts']:,} facts, {found['labels']:,} names"


def _patterns(found: dict[str, Any], what: str) -> str:
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
