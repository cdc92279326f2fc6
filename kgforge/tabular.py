"""Rows as text for other programs: CSV, and a table of LaTeX (booktabs)."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

_ESCAPED: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    }
)
"""The signs that LaTeX takes for its own."""


def to_csv(records: Sequence[Mapping[str, Any]]) -> str:
    """Rows as CSV, under the names of their columns; a cell that a row lacks is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, _columns(records), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def to_latex(records: Sequence[Mapping[str, Any]]) -> str:
    """Rows as a table of LaTeX's booktabs; a cell that a row lacks is empty."""
    columns = _columns(records)
    rows = [_row([record.get(column, "") for column in columns]) for record in records]
    lines = [
        rf"\begin{{tabular}}{{{'l' * len(columns)}}}",
        r"\toprule",
        _row(columns),
        r"\midrule",
        *rows,
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """A text in which no sign means anything to LaTeX."""
    return text.translate(_ESCAPED)


def _columns(records: Iterable[Mapping[str, Any]]) -> list[str]:
    """The names of all columns, in the order in which rows first have them."""
    return list(dict.fromkeys(name for record in records for name in record))


def _row(cells: Iterable[object]) -> str:
    return " & ".join(escaped(str(cell)) for cell in cells) + r" \\"
