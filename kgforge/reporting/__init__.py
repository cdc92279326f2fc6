"""Runs compared and shown: tables for the terminal, and one page."""

from kgforge.reporting import by_wording, tables, texts
from kgforge.reporting.formatting import number
from kgforge.reporting.html import page, report
from kgforge.reporting.runs import Report, Run
from kgforge.reporting.texts import Tally

__all__ = ["Report", "Run", "Tally", "by_wording", "number", "page", "report", "tables", "texts"]
