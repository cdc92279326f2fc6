"""The words of the card: ``card.md``, in parts that begin with a line ``<!-- name -->``."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Final

from kgforge import display, forms
from kgforge.forms import Card
from kgforge.schema import Made

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


def cards(patterns: Iterable[Made]) -> list[Card]:
    """What the forms of patterns have to say, each form once."""
    names = dict.fromkeys(form for made in patterns for form in made.asks)
    return [forms.load(name).CARD for name in names]


def filled(texts: Iterable[str], /, **values: str) -> list[str]:
    """Texts with their values; those that are empty are left out."""
    return [Template(text).substitute(values) for text in texts if text]


def inline(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def cell(text: str) -> str:
    """A text from outside, in one line: what it has of Markdown or controls is shown."""
    return display.markdown(text)


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
