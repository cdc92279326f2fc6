"""Runs compared and shown: tables for the terminal, and one page."""

from kgforge.reporting.html import (
    number,
    page,
    report,
    score_tables,
)
from kgforge.reporting.runs import (
    Report,
    Run,
)
from kgforge.reporting.texts import (
    Tally,
)

__all__ = [
    "Report",
    "Run",
    "Tally",
    "number",
    "page",
    "report",
    "score_tables",
]
