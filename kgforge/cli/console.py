"""What a person sees in the terminal: progress on standard error, tables on standard output."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from kgforge import display

if TYPE_CHECKING:
    from kgforge.mining import Tick


class _Console(Console):
    """A console on which texts do nothing: no markup of theirs is read, no control goes through."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """The segments of what is drawn, with texts as ``display.visible`` shows them."""
        for segment in super().render(renderable, options):
            text = segment.text if segment.control else display.visible(segment.text, keep="\n")
            yield Segment(text, segment.style, segment.control)


_plain = partial(_Console, highlight=False, markup=False, emoji=False)
out = _plain(soft_wrap=True)
err = _plain(stderr=True, soft_wrap=True)
wrapped = Console(stderr=True, highlight=False)
"""For what is drawn in a frame, which would lose the ends of lines that are not wrapped."""


def say(text: str) -> None:
    """Print a line for a person, on standard error: standard output stays machine-readable."""
    err.print(text)


def summary(record: object) -> None:
    """Print a machine-readable summary: one line of JSON on standard output."""
    sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
    sys.stdout.buffer.flush()


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; numbers are aligned to the right and have thousands separators."""
    cells = [tuple(map(_cell, row)) for row in rows]
    drawn = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    for position, column in enumerate(columns):
        numeric = all(row[position][1] for row in cells) and cells
        drawn.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in cells:
        drawn.add_row(*(text for text, _ in row))
    show(drawn)


def show(drawn: Table) -> None:
    """Print a table, as wide as the terminal; without a terminal as wide as it needs."""
    (out if out.is_terminal else _plain(width=160)).print(drawn)


def _cell(value: object) -> tuple[str, bool]:
    match value:
        case None:
            return "–", True
        case bool():
            return ("yes" if value else "no"), False
        case int():
            return f"{value:,}", True
        case float():
            return f"{value:.3f}", True
    return str(value), False


@contextmanager
def counting(what: str) -> Iterator[Callable[[str, int], None]]:
    """Show a spinner and a count; it gives a function that takes a text and the count."""
    with _progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.completed:,.0f}"),
        TimeElapsedColumn(),
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda text, count: progress.update(
            task, description=f"{what} {text}", completed=count
        )


@contextmanager
def advancing(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar and the time left; it gives a function that takes what is done, and the total."""
    with _progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Speed(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    ) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def mining() -> Iterator["Callable[[Tick], None]"]:
    """Show each stage of a pattern: its rows so far and, of a query in portions, the time left."""
    with _progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[far]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    ) as progress:
        known: dict[tuple[str, str], TaskID] = {}

        def tell(tick: "Tick") -> None:
            name = (tick.pattern, tick.stage)
            if name not in known:
                for task in known.values():
                    progress.remove_task(task)
                known.clear()
                known[name] = progress.add_task(f"mining {tick.pattern} {tick.stage}", far="")
            far = f"{tick.rows:,} rows"
            if tick.total is not None:
                far = f"{tick.done:,}/{tick.total:,} {tick.unit}, {far}"
            progress.update(known[name], completed=tick.done, total=tick.total, far=far)

        yield tell


class _Speed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:,.1f}/s" if task.speed else "–/s")


def _progress(*columns: object) -> Progress:
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)  # type: ignore[arg-type]


def size(facts: int | None) -> str:
    """The size of a graph in brackets; nothing for one that is not counted."""
    return "" if facts is None else f" ({facts:,} facts)"
