"""Tables in terminals of any width: every name, and every number whole."""

import io
import re
import sys

import lxml.html
import pytest
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kgforge import sheets
from kgforge.errors import MissingDriverError
from kgforge.sheets import Sheet

RUNS = ("bert-base-cased-finetuned-on-wikidata-2026", "gpt2-medium", "[bold]t5[/bold]")
ROWS = [
    [f"wdt:P{22 + row}+wdt:P26>wdt:P2{row}", run, 1_234_567 + row, 0.5, "0.902* 0.830–0.950", None]
    for row in range(3)
    for run in RUNS
]
COLUMNS = ("pattern", "run", "items", "score", "top 1", "denominator")


def drawn(table: Table, width: int) -> list[str]:
    """The lines of a table on a terminal of some width."""
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(table, crop=False)
    return console.export_text().splitlines()


def wide() -> Sheet:
    made = sheets.sheet("a benchmark", COLUMNS, ROWS)
    made.columns[4].justify = "right"
    return made


@pytest.mark.parametrize("width", [48, 80, 100, 140, 300])
def test_no_name_and_no_number_is_cut(width: int) -> None:
    lines = drawn(wide(), width)
    assert max(map(len, lines)) <= width
    assert "…" not in "".join(lines)
    cells = [[cell.strip() for cell in line.split("│")[1:-1]] for line in lines if "│" in line]
    words = [word for row in cells for cell in row for word in cell.split()]
    for number in ("1,234,569", "0.500", "0.902*", "0.830–0.950"):
        assert words.count(number) == (3 if number == "1,234,569" else 9)
    names = "".join(row[1] for row in cells)
    for run in RUNS:
        assert names.count(run) % 3 == 0 and names.count(run) > 0
    assert "wdt:P22+wdt:P26>wdt:P20" in "".join(row[0] for row in cells)


def test_what_does_not_fit_goes_on_below_under_the_same_names() -> None:
    lines = drawn(wide(), 60)
    titles = [line.strip() for line in lines if line.startswith("a benchmark")]
    assert titles[0] == "a benchmark"
    assert set(titles[1:]) == {"a benchmark (continued)"}
    heads = re.findall(r"┃ (pattern)? *┃ (?:run)? *┃", "\n".join(lines))
    assert len(heads) == len(titles) > 1


def test_a_table_that_fits_is_one() -> None:
    lines = drawn(wide(), 300)
    assert sum(line.startswith("┏") for line in lines) == 1
    assert len([line for line in lines if line.startswith("│")]) == len(ROWS)


def test_a_notebook_gets_html_with_every_cell() -> None:
    found = lxml.html.fromstring(wide().html())
    assert found.xpath("string(caption)") == "a benchmark"
    assert found.xpath("thead//th/text()") == list(COLUMNS)
    assert found.xpath("count(tbody/tr)") == len(ROWS)
    assert found.xpath("string(tbody/tr[3]/td[2])") == "[bold]t5[/bold]"
    assert found.xpath("string(tbody/tr[1]/td[3])") == "1,234,567"


def test_a_notebook_is_told_what_an_asterisk_means() -> None:
    made = wide()
    made.caption = "* differs\n(of two runs)"
    found = lxml.html.fromstring(made.html())
    assert found.xpath("tfoot/tr/td/text()") == ["* differs", "(of two runs)"]
    assert found.xpath("string(tfoot/tr/td/@colspan)") == str(len(COLUMNS))


def test_a_text_does_nothing_wherever_it_stands() -> None:
    """In a title, a head, a cell, a styled cell and a caption; printed by rich, or as HTML."""
    hostile = "\x1b[31m\x07\ud800\ufffe \u202e[red]"
    shown = r"\x1b[31m\x07\ud800\ufffe \u202e[red]"
    made = sheets.sheet(f"title {hostile}", ["name", f"head {hostile}"], [[f"cell {hostile}", 1]])
    made.add_row(Text(f"styled {hostile}".replace("\x07", ""), style="bold"), "2")
    made.caption = f"caption {hostile}"
    console = Console(width=200, file=io.StringIO(), markup=True, color_system=None)
    console.print(made)
    assert isinstance(console.file, io.StringIO)
    html = str(lxml.html.fromstring(made.html()).xpath("string()"))
    for text in (console.file.getvalue(), html):
        for name in ("title", "head", "cell", "caption"):
            assert f"{name} {shown}" in text
        assert f"styled {shown}".replace(r"\x07", "") in text
        assert "\x1b" not in text


def test_a_frame_wants_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(sheets.frame([{"a": 1, "b": "x"}]).columns) == ["a", "b"]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingDriverError, match=r"needs the package 'pandas'.*: pip install"):
        sheets.frame([])


class _Made(sheets.Result):
    def sheets(self) -> list[Sheet]:
        return [sheets.sheet(name, ["\x1b[1mname", "count"], [["a", 1]]) for name in "xy"]


def test_a_result_as_text_is_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where colours are forced, and in a notebook."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    text = str(_Made())
    assert text.count("│ a") == 2 and "\x1b" not in text
    assert [line for line in text.splitlines() if line in {"x", "y"}] == ["x", "y"]
    monkeypatch.setenv("COLUMNS", "60")
    made = sheets.sheet("wide", COLUMNS, ROWS)
    monkeypatch.setattr(_Made, "sheets", lambda self: [made])
    assert max(map(len, str(_Made()).splitlines())) <= 60
