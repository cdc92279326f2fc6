"""Help at any width: full lines, examples that a shell takes as they stand, none left out."""

import io
import subprocess
from collections.abc import Iterator
from itertools import pairwise

import pytest
from rich.console import Console

from kgforge import plugins
from kgforge.cli import app, command_line, help

COMMANDS = sorted(app.resolved_commands().keys() & set(command_line.COMMANDS))
WIDTHS = (60, 80, 100, 140)


def printed(command: str | None, width: int) -> str:
    """The help of a command, or of all, in a terminal of a width."""
    console = Console(file=io.StringIO(), width=width)
    app.help_print([command] if command else [], console=console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def descriptions(panel: list[str]) -> tuple[int, list[list[str]]]:
    """The width of a panel's last column, and its lines there, entry by entry."""
    rows = [line[1:-1] for line in panel]
    starts = range(2, len(rows[0]))
    last = max(
        start
        for start in starts
        if all(row[start - 2 : start].isspace() for row in rows)
        and any(not row[start].isspace() for row in rows)
    )
    entries: list[list[str]] = []
    for row in rows:
        if row[:last].strip():
            entries.append([])
        entries[-1].append(row[last:].strip())
    return len(rows[0]) - 1 - last, entries


def paragraphs(text: str, width: int) -> Iterator[tuple[int, list[str]]]:
    """Each paragraph of a help text that has no line break of its own, and how wide it may be."""
    panel: list[str] = []
    above: list[str] = []
    for line in text.splitlines():
        if line.startswith("│"):
            panel.append(line)
        elif line.startswith("╰"):
            column, entries = descriptions(panel)
            yield from ((column, entry) for entry in entries)
            panel = []
        elif line.strip() and not line.startswith("╭"):
            above.append(line)
        else:
            if above and not above[0].startswith(help.EXAMPLE):
                yield width, above
            above = []
    yield width, above


def test_every_command_is_listed() -> None:
    listed = printed(None, 80)
    assert len(COMMANDS) == len(command_line.COMMANDS)
    assert all(f"│ {command} " in listed for command in COMMANDS)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", [*COMMANDS, None])
def test_a_line_ends_where_the_next_word_has_no_room(command: str | None, width: int) -> None:
    several = 0
    for column, lines in paragraphs(printed(command, width), width):
        assert all(len(line) <= column for line in lines), lines
        for line, following in pairwise(lines):
            several += 1
            assert len(f"{line} {following.split()[0]}") > column, (line, following)
    assert several or width > WIDTHS[0] or command in ("patterns", "schema")


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("command", COMMANDS)
def test_examples_run_as_they_are_copied(command: str, width: int) -> None:
    """A shell makes one command of each, and the command line knows all its arguments."""
    blocks = printed(command, width).split("\n\n")
    examples = [block for block in blocks if block.startswith(help.EXAMPLE)]
    assert examples
    for example in examples:
        assert all(len(line) <= width for line in example.splitlines())
        shown = example.removeprefix(help.EXAMPLE).replace("kgforge", "printf '%s\\0'", 1)
        done = subprocess.run(["bash", "-c", shown], capture_output=True, text=True, check=True)
        tokens = done.stdout.rstrip("\0").split("\0")
        assert tokens[0] == command
        app.parse_args(tokens, exit_on_error=False, print_error=False)


def test_load_names_every_loader() -> None:
    assert all(f"{name}:" in printed("load", 100) for name in plugins.names("loaders"))
