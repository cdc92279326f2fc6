"""Runs compared and shown: tables for the terminal, and one page."""

from kgforge.reporting.html import (
    Report,
    Run,
    number,
    page,
    report,
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
]
