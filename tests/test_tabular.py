"""Rows as CSV and LaTeX, the same as pandas writes them."""

import pandas

from kgforge import tabular

ROWS = [
    {"run": "a_b & c, d", "k": 1, "value": 0.1 + 0.2, "low": None, "by_role": 'so "called"'},
    {"run": "50 % {x} $y #1", "k": 3, "value": 1e-17, "low": 0.5, "other": "ü – \n."},
]


def test_csv_is_that_of_pandas() -> None:
    frame = pandas.DataFrame(ROWS)
    assert tabular.to_csv(ROWS) == frame.to_csv(index=False, lineterminator="\n")


def test_latex_is_that_of_pandas() -> None:
    rows = [{"a_b": "x_1 & 50 %", "top 1": "0.5*"}, {"a_b": "{y} $#", "top 3": "–"}]
    frame = pandas.DataFrame(rows)
    assert tabular.to_latex(rows) == frame.to_latex(index=False, escape=True, na_rep="")


def test_no_sign_of_a_name_acts_in_latex() -> None:
    made = tabular.to_latex([{"run": r"a\b~c^d"}])
    assert r"a\textbackslash{}b\textasciitilde{}c\textasciicircum{}d \\" in made
