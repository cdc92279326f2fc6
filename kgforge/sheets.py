"""Tables that cut no name and no number, for a terminal, a notebook and pandas.

Where a table is wider than the terminal, its texts are folded; what still does not fit stands in a
further part below it, under the same names. Their texts come from anyone: control characters are
shown as escapes, and what looks like markup stays as it is.
"""

import copy
import dataclasses
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

from kgforge import display, plugins

if TYPE_CHECKING:
    import pandas

FOLDED: Final = 14
"""A column of texts is not made narrower than this, or than its longest word."""

NARROWEST: Final = 6
"""But for a terminal in which one column of numbers would not fit beside it."""

Cells = Sequence[object]
"""What stands in a row: texts, numbers, and None for a dash."""


class Sheet(Table):
    """A table of rich that is as wide as the terminal at most, and whole."""

    def __init__(self, title: str, columns: Iterable[str] = ()) -> None:
        super().__init__(title=title, title_justify="left", caption_justify="left")
        for column in columns:
            self.add_column(column)

    def add_column(self, header: Any = "", *args: Any, **options: Any) -> None:
        """Add a column, as rich does; its texts may be folded."""
        super().add_column(_text(header), *args, **{"overflow": "fold", **options})

    def add_row(self, *cells: Any, **options: Any) -> None:
        """Add a row, as rich does; texts are shown as they are, whatever brackets they have."""
        super().add_row(*map(_text, cells), **options)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the table, in parts where it is too wide."""
        for part in self._parts(console, options):
            yield from Table.__rich_console__(part, console, options)

    def _parts(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        sizes = [self._size(console, options, column) for column in self.columns]
        keys = self._keys()
        chosen, waiting = list(range(keys)), list(range(keys, len(self.columns)))
        if not waiting:
            yield self._part(chosen, sizes, options.max_width)
            return
        number = 0
        while waiting:
            took = [waiting.pop(0)]
            while waiting and _width([*chosen, *took, waiting[0]], sizes) <= options.max_width:
                took.append(waiting.pop(0))
            part = self._part([*chosen, *took], sizes, options.max_width)
            if number:
                part.title = _visible(f"{self.title} (continued)")
            if waiting:
                part.caption = None
            number += 1
            yield part

    def _keys(self) -> int:
        """How many columns name the rows: those before the first of numbers."""
        numbers = [place for place, one in enumerate(self.columns) if one.justify == "right"]
        return max(1, numbers[0]) if numbers else len(self.columns)

    def _size(self, console: Console, options: ConsoleOptions, column: Column) -> tuple[int, int]:
        """The least width of a column, and the one by which nothing is folded."""
        wide = options.update(width=10_000)
        found = [Measurement.get(console, wide, one) for one in (column.header, *column.cells)]
        least, most = max(one.minimum for one in found), max(one.maximum for one in found)
        return (least if column.justify == "right" else min(least, FOLDED)), most

    def _part(self, chosen: Sequence[int], sizes: Sequence[tuple[int, int]], width: int) -> Table:
        """Some of the columns, each with a width of its own."""
        part = copy.copy(self)
        part.title, part.caption = _visible(str(self.title)), _visible(str(self.caption or ""))
        part.columns, spare = [], width - _width(chosen, sizes)
        for place, index in enumerate(chosen):
            least, most = sizes[index]
            if spare < 0 and self.columns[index].justify != "right":
                most = max(NARROWEST, least + spare)
                spare += least - most
            elif spare > 0:
                most = min(most, least + spare)
                spare -= most - least
            else:
                most = least
            column = dataclasses.replace(self.columns[index], width=most, no_wrap=False)
            column._index = place
            part.columns.append(column)
        return part

    def html(self) -> str:
        """The table as HTML."""
        from lxml import etree
        from lxml.html import builder

        heads = [builder.TH(str(one.header)) for one in self.columns]
        rows = [
            builder.TR(*(builder.TD(str(cell)) for cell in row))
            for row in zip(*(one.cells for one in self.columns), strict=True)
        ]
        said = _visible(str(self.caption or "")).plain.splitlines()
        wide = str(len(self.columns))
        made = builder.TABLE(
            builder.CAPTION(_visible(str(self.title)).plain),
            builder.THEAD(builder.TR(*heads)),
            builder.TBODY(*rows),
            builder.TFOOT(*(builder.TR(builder.TD(line, colspan=wide)) for line in said)),
        )
        text: str = etree.tostring(made, encoding="unicode", method="html")
        return text

    _repr_html_ = html


def _width(chosen: Iterable[int], sizes: Sequence[tuple[int, int]]) -> int:
    """The least width of some columns, each with a space on either side, in a frame."""
    return 1 + sum(sizes[index][0] + 3 for index in chosen)


def _visible(text: str) -> Text:
    """A text of which nothing acts: no control, and no markup of rich."""
    return Text(display.visible(text, keep="\n"))


def _text(cell: Any) -> Any:
    """A cell whose text does not act; where it has a style it keeps it."""
    if isinstance(cell, Text):
        cell.plain = display.visible(cell.plain, keep="\n")
    return _visible(cell) if isinstance(cell, str) else cell


def sheet(title: str, columns: Sequence[str], rows: Iterable[Cells]) -> Sheet:
    """A table; columns of numbers are aligned to the right, with thousands separators."""
    cells = [tuple(map(_cell, row)) for row in rows]
    made = Sheet(title)
    for position, column in enumerate(columns):
        numeric = all(row[position][1] for row in cells) and cells
        made.add_column(column, justify="right" if numeric else "left")
    for row in cells:
        made.add_row(*(text for text, _ in row))
    return made


def _cell(value: object) -> tuple[str, bool]:
    match value:
        case None:
            return "–", True
        case bool():
            return ("yes" if value else "no"), False
        case int():
            return f"{value:,}", True
        case float():
            return ("–" if math.isnan(value) else f"{value:.3f}"), True
    return str(value), False


class Result:
    """A result that is shown as tables: in the terminal, in a notebook, as a frame of pandas."""

    def sheets(self) -> Sequence[Sheet]:
        """The result as tables."""
        raise NotImplementedError

    def records(self) -> list[dict[str, Any]]:
        """The rows of the frame."""
        raise NotImplementedError

    def to_pandas(self) -> "pandas.DataFrame":
        """The result as a frame. Raises MissingDriverError where pandas is not installed."""
        return frame(self.records())

    def __str__(self) -> str:
        """The tables as text, as wide as the terminal."""
        text = io.StringIO()
        # No colours, and in a notebook no cell of its own: whoever asks for a text gets one.
        console = Console(file=text, color_system=None, force_terminal=False, force_jupyter=False)
        for each in self.sheets():
            console.print(each, soft_wrap=False, crop=False)
        return "\n".join(line.rstrip() for line in text.getvalue().rstrip().split("\n"))

    def __rich__(self) -> Group:
        return Group(*self.sheets())

    def _repr_html_(self) -> str:
        return "\n".join(one.html() for one in self.sheets())


def frame(records: Sequence[Mapping[str, Any]]) -> "pandas.DataFrame":
    """Rows as a frame of pandas. Raises MissingDriverError where pandas is not installed."""
    try:
        import pandas
    except ModuleNotFoundError as error:
        raise plugins.missing_driver("a frame", error) from error
    return pandas.DataFrame(list(records))
