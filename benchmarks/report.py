"""``report`` of two runs and ``score`` of one: seconds and peak memory, beside another version.

``python -m benchmarks.report --beside FOLDER`` (see README.md). FOLDER has the code of the other
version; the two take turns on the same runs, every command in a process of its own.
"""

import tempfile
from pathlib import Path
from typing import Final

from cyclopts import App

from benchmarks import line, readme
from benchmarks.measured import MEGABYTE, ROOT, Ran, timed
from kgforge import __version__
from kgforge.cli import console
from kgforge.schema import folders

PARAMS: Final = ("--param", "path.most=6000")
"""What makes the benchmark of the published graph larger than its defaults do."""
EVERY: Final = (1, 2)
"""The first run is right about every item, the second about every other one."""
COLUMNS: Final = ("command", "version", "seconds", "processor seconds", "faster", "peak memory, MB")

app = App(help="Time report of two runs and score of one.")


@app.default
def main(
    *,
    beside: Path | None = None,
    bench: Path | None = None,
    times: int = 3,
    write: bool = False,
) -> None:
    """Make two runs with canned answers, and time what reads them.

    Parameters
    ----------
    beside
        The folder of another version's code, as ``git archive`` writes it.
    bench
        The benchmark to ask; without it one is made of the published Wikidata graph.
    times
        How often each command runs; the fastest counts.
    write
        Write the table into README.md beside this file.
    """
    with tempfile.TemporaryDirectory(prefix="kgforge-") as name:
        home = Path(name)
        asked = bench or _benchmark(home)
        runs = [_run(asked, home, every) for every in EVERY]
        page, scores = home / "report.html", home / "scores.json"
        lines: dict[str, list[str | Path]] = {
            "report": [*runs, "--out", page],
            "score": [runs[1], "--benchmark", asked, "--out", scores],
        }
        sources = {f"{__version__}, this one": ROOT}
        if beside:
            sources = {"the other": beside, **sources}
        rows = [
            row
            for command, arguments in lines.items()
            for row in _rows(command, _best(command, arguments, sources, times))
        ]
        items = sum(made.items for made in folders.read_manifest(asked).patterns)
        prompts = folders.read_run(runs[0]).requests
    console.table("report and score", COLUMNS, rows)
    notes = (
        f"{len(EVERY)} runs of {items:,} items, {prompts:,} prompts each; best of {times}. "
        "How much faster is by processor seconds, which other work on the machine changes "
        "least.\n\n"
        f"Run on {readme.machine()}."
    )
    console.say(notes)
    if write:
        readme.write("report", f"{readme.table(COLUMNS, rows)}\n\n{notes}")


def _benchmark(home: Path) -> Path:
    triples, labels = line.published("set KGFORGE_DATA, or say --bench")
    store = f"duckdb:{home / 'graph.db'}"
    timed("load", triples, *labels, "--store", store)
    timed("mine", "all", "--store", store, "--out", home / "mined", *PARAMS)
    timed("export", home / "mined", "--out", home / "bench")
    return home / "bench"


def _run(bench: Path, home: Path, every: int) -> Path:
    canned = line.answers(bench, home / f"answers-{every}.jsonl", every=every)
    out = home / f"run-{every}"
    timed("probe", bench, "--model", f"table:{canned}", "--out", out)
    return out


def _best(
    command: str, arguments: list[str | Path], sources: dict[str, Path], times: int
) -> dict[str, Ran]:
    """The fastest of some rounds, in which the versions take turns."""
    found: dict[str, Ran] = {}
    for _ in range(times):
        for name, source in sources.items():
            ran = timed(command, *arguments, source=source)
            found[name] = min(found.get(name, ran), ran, key=lambda one: one.processor)
    return found


def _rows(command: str, best: dict[str, Ran]) -> list[tuple[str, ...]]:
    first = next(iter(best.values()))
    return [
        (
            command,
            name,
            f"{ran.seconds:.1f}",
            f"{ran.processor:.1f}",
            "–" if ran is first else f"{first.processor / ran.processor:.1f} ×",
            f"{ran.memory / MEGABYTE:,.0f}",
        )
        for name, ran in best.items()
    ]


if __name__ == "__main__":
    app()
