"""What a person sees in the terminal: progress on standard error, tables on standard output."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.markup import escape
from rich.progress import (
    BarColumn,
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
from rich.table import Column
from rich.text import Text

from kgforge import display, sheets
from kgforge.sheets import Sheet

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


_WIDE: Final = 160
"""How wide tables are in a file or pipe, if nothing is said: wider ones go on below."""


def say(text: str) -> None:
    """Print a line for a person, on standard error: standard output stays machine-readable."""
    err.print(text)


def summary(record: object, **more: object) -> None:
    """Print a machine-readable summary, and *more*: one line of JSON on standard output."""
    if more:
        record = {**msgspec.to_builtins(record), **more}
    sys.stdout.buffer.write(msgspec.json.encode(record) + b"\n")
    sys.stdout.buffer.flush()


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; numbers are aligned to the right and have thousands separators."""
    show(sheets.sheet(title, columns, rows))


def show(*drawn: Sheet) -> None:
    """Print tables, as wide as the terminal; without one as COLUMNS says, or wide enough."""
    to = out if out.is_terminal else _plain(width=None if _has_width() else _WIDE)
    for each in drawn:
        to.print(each, soft_wrap=False, crop=False)


def _has_width() -> bool:
    """Whether the environment says how wide a table may be, as rich reads it."""
    width = os.environ.get("COLUMNS", "")
    return width.isdigit() and int(width) > 0


@contextmanager
def advancing(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar and the time left; it gives a function that takes what is done, and the total."""
    with stages() as tell:
        yield lambda done, total: tell(what, done, total)


@contextmanager
def stages() -> Iterator[Callable[[str, int, int | None], None]]:
    """Show each stage of a step: how far, of how many, how fast, and the time left.

    It gives a function that takes what is being done, how far it is, and the total if it is known.
    """
    with _progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        _Far(table_column=Column(no_wrap=True)),  # of narrow terminals the bar gives way
        _Speed(table_column=Column(no_wrap=True)),
        TimeElapsedColumn(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
    ) as progress:
        shown: dict[str, TaskID] = {}

        def tell(what: str, done: int, total: int | None) -> None:
            if what not in shown:
                for task in shown.values():
                    progress.remove_task(task)
                shown.clear()
                shown[what] = progress.add_task(escape(what), total=total, began=done)
            progress.update(shown[what], completed=done, total=total)

        yield tell


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


class _Far(ProgressColumn):
    """How far a task is, and of how many; of what has no total only how far."""

    def render(self, task: Task) -> Text:
        if task.total is None:
            return Text(f"{task.completed:,.0f}" if task.completed else "")
        return Text(f"{task.completed:,.0f}/{task.total:,.0f}", style="progress.download")


class _Speed(ProgressColumn):
    """What a task does in a second, in the mean since it began."""

    def render(self, task: Task) -> Text:
        done, seconds = task.completed - task.fields["began"], task.elapsed
        if task.total is None:
            return Text()
        if not (done > 0 and seconds):
            return Text("–/s")
        speed = done / seconds
        return Text(f"{speed:,.0f}/s" if speed >= 1000 else f"{speed:,.1f}/s")


def _progress(*columns: object) -> Progress:
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)  # type: ignore[arg-type]


def size(facts: int | None) -> str:
    """The size of a graph in brackets; nothing for one that is not counted."""
    return "" if facts is None else f" ({facts:,} facts)"


def some(names: Sequence[str], most: int = 5) -> str:
    """Name the first few of some things, and say how many more there are."""
    more = f" and {len(names) - most:,} more" if len(names) > most else ""
    return ", ".join(map(display.visible, names[:most])) + more
