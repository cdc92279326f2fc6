"""``kgforge report``: runs as tables and as one page."""

from pathlib import Path

import kgforge
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Json
from kgforge.reporting import Report, tables
from kgforge.schema import folders


def report(*runs: Path, out: Path, benchmark: Path | None = None, json: Json = False) -> None:
    """Report runs: tables in the terminal, and one self-contained HTML page.

    Example: kgforge report run-bert/ run-gpt2/ --out report.html

    Parameters
    ----------
    runs
        Output folders of kgforge probe.
    out
        The page to write.
    benchmark
        The benchmark, if it has moved since it was probed.
    """
    if not runs:
        arguments.usage("report: name a run, the folder that kgforge probe has written")
    made = kgforge.report(runs, out, benchmark)
    if json:
        console.summary({"out": str(out), "runs": [run.name for run in made.runs]})
    else:
        _reported(made)


def _reported(made: Report) -> None:
    """Print the tables of a report, and where its page is."""
    own = folders.read_manifest(made.benchmark).metrics
    for drawn in tables.report_tables(made, own):
        console.show(drawn)
    console.say(f"the page: {made.out}")
