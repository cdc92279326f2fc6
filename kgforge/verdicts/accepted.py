"""Accepted answers, in the forms in which they are looked for in a text."""

import re
from collections.abc import Collection, Iterable
from functools import cached_property, lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kgforge.quantities import Date
from kgforge.verdicts import measures, phrases, spelling
from kgforge.verdicts.measures import Amount


class Accepted(Struct, frozen=True, dict=True):
    """The accepted answers, in the form in which they are looked for."""

    names: tuple[str, ...]

    @cached_property
    def values(self) -> tuple[tuple[Date | None, Amount | None], ...]:
        """Of the answers that are dates or numbers, what they are as both."""
        both = map(measures.of_name, self.names)
        return tuple(each for each in both if each != (None, None))

    @property
    def is_early(self) -> bool:
        """Whether an answer is a date of the first century, whose years have two figures."""
        return any(date and 0 < date.year < _EARLY for date, _ in self.values)

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

    def has(self, said: Date | Amount, text: str, asked: Collection[str] = ()) -> bool:
        """Whether a value is an accepted one: a date as precise as asked for, or as much.

        A full stop before three figures may part thousands. *asked* are the question's words: a
        number without its unit is accepted only where they name it, or there are none.
        """
        return any(_agrees(said, text, *wanted, asked) for wanted in self.values)


_EARLY: Final = 100


def _agrees(
    said: Date | Amount,
    text: str,
    date: Date | None,
    number: Amount | None,
    asked: Collection[str],
) -> bool:
    if isinstance(said, Date):
        if date is not None:
            return said.covers(date)
        is_year = number is not None and not said.month and number.value == said.year
        return is_year and number is not None and _may_lack(number, asked)
    if number is None:
        return False
    readings = [said]
    if re.fullmatch(r"\d{1,3}\.\d{3}\b.*", text):
        readings.append(replace(said, value=said.value * 1000, step=said.step * 1000))
    bare = not said.unit and _may_lack(number, asked)
    return any(measures.agree(reading, number, bare=bare) for reading in readings)


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
