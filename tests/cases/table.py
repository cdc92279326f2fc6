"""The table of cases at the end of a run: what each test showed, and whether it passed."""

from collections.abc import Callable
from typing import Final

import pytest

PROPERTY: Final = "case"
"""The property under which a test's report holds the case's number and trait."""


def show(reporter: pytest.TerminalReporter, write: Callable[[str], None]) -> None:
    """Write a row for each test of a case that was run; nothing where there was none."""
    rows = sorted(
        (number, trait, outcome)
        for outcome in ("passed", "failed", "skipped", "error")
        for report in reporter.stats.get(outcome, [])
        for name, value in getattr(report, "user_properties", [])
        if name == PROPERTY
        for number, trait in [value]
    )
    if rows:
        write("| case | what is right | outcome |")
        write("| --- | --- | --- |")
    for row in rows:
        write(f"| {' | '.join(row)} |")
