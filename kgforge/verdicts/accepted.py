"""Accepted answers, in the forms in which they are looked for in a text."""

import re
from collections.abc import Iterable
from functools import cached_property, lru_cache

from msgspec import Struct

from kgforge import quantities
from kgforge.matching import plain
from kgforge.quantities import Date, Quantity
from kgforge.verdicts import calendars, phrases, spelling


class Accepted(Struct, frozen=True, dict=True):
    """The accepted answers, in the form in which they are looked for."""

    names: tuple[str, ...]

    @cached_property
    def values(self) -> tuple[tuple[Date | None, Quantity | None], ...]:
        """Of the answers that are dates or numbers, what they are as both."""
        read = [calendars.english(plain(name)).strip() for name in self.names]
        both = [(quantities.date(name), quantities.quantity(name)) for name in read]
        return tuple(each for each in both if each != (None, None))

    @cached_property
    def letters(self) -> dict[str, str]:
        """The answers that are names, by their letters."""
        found: dict[str, str] = {}
        for name in self.names:
            if not self._is_value(name):
                for letters in spelling.variants(name):
                    if letters not in found or found[letters].isupper():
                        found[letters] = name
        found.pop("", None)
        return found

    @cached_property
    def cases(self) -> frozenset[str]:
        """Their other cases, in languages in which a preposition asks for one."""
        return frozenset(form for name in self.letters for form in spelling.inflected(name))

    @cached_property
    def starts(self) -> frozenset[str]:
        """With what letters a name may begin."""
        every = (*self.letters, *self.cases)
        return frozenset(name[:end] for name in every for end in range(1, len(name) + 1))

    @cached_property
    def openings(self) -> dict[str, tuple[str, ...]]:
        """Names and little words of scripts without spaces, by first letter, longest first."""
        found = {name for name in self.letters if spelling.UNPARTED.fullmatch(name)}
        return _by_first(found | _unparted())

    @staticmethod
    def _is_value(name: str) -> bool:
        read = calendars.english(plain(name)).strip()
        return quantities.date(read) is not None or quantities.quantity(read) is not None

    def has(self, said: Date | Quantity, text: str) -> bool:
        """Whether a value is an accepted one: a date as precise as asked for, or as much.

        A full stop before three figures may part thousands.
        """
        return any(_agrees(said, text, *wanted) for wanted in self.values)


def _agrees(said: Date | Quantity, text: str, date: Date | None, number: Quantity | None) -> bool:
    if isinstance(said, Date):
        if date is not None:
            return said.covers(date)
        year = Quantity(said.year)
        return number is not None and not said.month and year.agrees(number)
    if number is None:
        return False
    readings = [said]
    if re.fullmatch(r"\d{1,3}\.\d{3}\b.*", text):
        readings.append(Quantity(said.value * 1000, said.unit))
    return any(reading.agrees(number) for reading in readings)


@lru_cache(maxsize=1 << 12)
def accepted(names: tuple[str, ...]) -> Accepted:
    """Accepted answers, read once."""
    return Accepted(names)


@lru_cache(maxsize=1)
def _unparted() -> frozenset[str]:
    return frozenset(name for name in phrases.roles() if spelling.UNPARTED.fullmatch(name))


def _by_first(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        found.setdefault(name[0], []).append(name)
    return {first: tuple(each) for first, each in found.items()}
