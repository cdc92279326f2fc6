"""Accepted answers, in the forms in which they are looked for in a text."""

import re
from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kgforge.matching import normalised
from kgforge.quantities import Date
from kgforge.verdicts import measures, periods, phrases, spelling
from kgforge.verdicts.coordinates import Point
from kgforge.verdicts.measures import Amount, Range, Value


class Accepted(Struct, frozen=True, dict=True):
    """The accepted answers, in the form in which they are looked for."""

    names: tuple[str, ...]

    @cached_property
    def values(self) -> tuple[tuple[Date | None, Amount | Range | Point | None], ...]:
        """Of the answers that are dates or numbers, what they are as both."""
        both = map(measures.of_name, self.names)
        return tuple(each for each in both if each != (None, None))

    @property
    def is_early(self) -> bool:
        """Whether an answer is a date of the first century, whose years have two figures."""
        return any(date and 0 < date.year < _EARLY for date, _ in self.values)

    @cached_property
    def has_points(self) -> bool:
        """Whether an answer is a point on the Earth."""
        return any(isinstance(value, Point) for _, value in self.values)

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
        return measures.of_name(name) != (None, None)

    def has(self, said: Value, text: str, asked: Collection[str] = ()) -> bool:
        """Whether a value is an accepted one: a date as precise as asked for, or as much.

        A full stop before three figures may part thousands. *asked* are the question's words: a
        number without its unit is accepted only where they name it, or there are none.
        """
        return any(_agrees(said, text, *wanted, asked) for wanted in self.values)

    def is_another_unit(self, text: str) -> bool:
        """Whether a text is a name but for the capitals that make it another unit: *mW*, *MW*."""
        if not self.values or text in self.names:
            return False
        same = [name for name in self.names if normalised(name) == normalised(text)]
        amounts = [measures.of_name(name)[1] for name in same]
        said = measures.of_name(text)[1]
        if not isinstance(said, Amount) or not any(isinstance(each, Amount) for each in amounts):
            return False
        return not any(_agree(said, each, bare=True) for each in amounts)


_EARLY: Final = 100


def _agrees(
    said: Value,
    text: str,
    date: Date | None,
    value: Amount | Range | Point | None,
    asked: Collection[str],
) -> bool:
    if isinstance(said, Date):
        return said.covers(date) if date is not None else _is_year(said, value, asked)
    if isinstance(said, Point):
        return isinstance(value, Point) and said.covers(value)
    if isinstance(said, Range):
        return isinstance(value, Range) and _spans(said, value)
    return isinstance(value, Amount) and _is_as_much(said, text, value, asked)


def _is_year(said: Date, number: Amount | Range | Point | None, asked: Collection[str]) -> bool:
    """Whether a date is the year that an accepted number may be."""
    if not isinstance(number, Amount) or said.month or number.unit in periods.KINDS:
        return False
    return number.value == said.year and _may_lack(number, asked)


def _is_as_much(said: Amount, text: str, number: Amount, asked: Collection[str]) -> bool:
    readings = [said, *(each for each in said.readings if number.unit or not each.unit)]
    if re.fullmatch(r"\d{1,3}\.\d{3}\b.*", text):
        readings.append(replace(said, value=said.value * 1000, step=said.step * 1000))
    return any(
        measures.agree(reading, wanted, bare=not said.unit and _may_lack(wanted, asked))
        for reading in readings
        for wanted in (number, *number.readings)
    )


def _agree(said: Amount, wanted: Amount | Range | Point | None, *, bare: bool) -> bool:
    """Whether an amount agrees with another in any reading of both."""
    if not isinstance(wanted, Amount):
        return False
    return any(
        measures.agree(one, other, bare=bare)
        for one in (said, *said.readings)
        for other in (wanted, *wanted.readings)
    )


def _spans(said: Range, wanted: Range) -> bool:
    """Whether a range begins and ends where another does."""
    return _is_end(said.first, wanted.first) and _is_end(said.last, wanted.last)


def _is_end(said: Date | Amount, wanted: Date | Amount) -> bool:
    if isinstance(said, Date) and isinstance(wanted, Date):
        return said.covers(wanted)
    return not isinstance(said, Date) and (
        not isinstance(wanted, Date) and _agree(said, wanted, bare=True)
    )


def _may_lack(number: Amount, asked: Collection[str]) -> bool:
    """Whether an answer need not give the unit of a number."""
    return not number.known or not asked or measures.is_named(number.known, asked)


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
