"""``kgforge report``: runs as tables and as one page."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

import kgforge
from kgforge import files, tabular
from kgforge.cli import arguments, console
from kgforge.cli.arguments import Json, Verbose
from kgforge.reporting import Report, tables


def report(
    *runs: Path,
    out: Path,
    benchmark: Path | None = None,
    csv: Path | None = None,
    latex: Annotated[Path | None, Parameter(name="--latex")] = None,
    verbose: Verbose = False,
    json: Json = False,
) -> None:
    """Report runs: a table in the terminal, and one self-contained HTML page.

    Example: kgforge report run-bert/ run-gpt2/ --out report.html

    Parameters
    ----------
    runs
        Output folders of kgforge probe.
    out
        The page to write.
    benchmark
        The benchmark, if it has moved since it was probed.
    csv
        Also write all scores of all runs to this file, as CSV.
    latex
        Also write the main table to this file, as LaTeX (booktabs).
    """
    if not runs:
        arguments.usage("report: name a run, the folder that kgforge probe has written")
    made = kgforge.report(runs, out, benchmark)
    _written(made, csv, latex)
    if json:
        console.summary({"out": str(out), "runs": [run.name for run in made.runs]})
        return
    console.show(*made.sheets(), *tables.brief_differences(made))
    if verbose:
        console.show(*tables.report_tables(made, made.metrics))
    console.say(f"the page: {made.out}")


def _written(made: Report, csv: Path | None, latex: Path | None) -> None:
    """Write the files that were asked for beside the page."""
    if csv:
        with files.writing_file(csv) as temporary:
            temporary.write_text(tabular.to_csv(made.records()), encoding="utf-8", newline="")
    if latex:
        with files.writing_file(latex) as temporary:
            temporary.write_text(made.headline.latex(), encoding="utf-8")
