"""The words of the card: ``card.md``, in parts that begin with a line ``<!-- name -->``."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Final

TEMPLATE: Final = Path(__file__).with_name("card.md")
_PART: Final = re.compile(r"^<!-- (.+) -->\n", re.MULTILINE)


@cache
def parts() -> Mapping[str, Template]:
    """All parts by name, in the order of the file."""
    _, *found = _PART.split(TEMPLATE.read_text(encoding="utf-8"))
    return {
        name: Template(text.strip()) for name, text in zip(found[::2], found[1::2], strict=True)
    }


def say(name: str, /, **values: object) -> str:
    """A part with its values; ``$rows`` and other lists of lines are joined."""
    lines = {
        key: value if isinstance(value, str) else _joined(value) for key, value in values.items()
    }
    return parts()[name].substitute(lines)


def _joined(value: object) -> str:
    return "\n".join(value) if isinstance(value, Iterable) else str(value)


def say_all(stem: str, names: Iterable[str], /, **values: object) -> list[str]:
    """The parts ``STEM: NAME`` of those names that have one."""
    wanted = (f"{stem}: {name}" for name in dict.fromkeys(names))
    return [say(part, **values) for part in wanted if part in parts()]


def inline(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def cell(text: str) -> str:
    """A text as a cell of a table."""
    return inline(text).replace("|", "\\|")


def row(*cells: object) -> str:
    """A row of a table."""
    return f"| {' | '.join(map(str, cells))} |"


def columns(names: Iterable[str]) -> str:
    """What aligns the columns of numbers."""
    return "".join("--:|" for _ in names)


def counts(counted: Mapping[str, int]) -> str:
    """What is counted, with each number."""
    return ", ".join(f"{name}: {count}" for name, count in counted.items())


def count(number: int, noun: str) -> str:
    """A number of things.

    >>> count(1, "item"), count(1200, "fact")
    ('1 item', '1,200 facts')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
