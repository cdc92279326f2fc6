"""How literals of dates, times and durations are spelt (XML Schema 1.1 Part 2, section 3.3).

One that is spelt otherwise, as *2019-02-30*, has no value: SPARQL compares it with nothing. The
regular expressions mean the same to all engines, and are written without a backslash or a quote.
"""

from collections.abc import Iterable
from typing import Final

from kgforge.terms import XSD

_YEAR: Final = "-?([1-9][0-9]{3,}|0[0-9]{3})"
_LEAP: Final = (
    "-?((0[0-9]|[1-9][0-9]+)(0[48]|[2468][048]|[13579][26])"
    "|(0[048]|[2468][048]|[13579][26]|[1-9][0-9]*([02468][048]|[13579][26]))00)"
)
_MONTH: Final = "(0[1-9]|1[0-2])"
_LONG: Final = "(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
_SHORT: Final = "02-(0[1-9]|1[0-9]|2[0-8])"
_DATE: Final = f"({_YEAR}-({_LONG}|{_SHORT})|{_LEAP}-02-29)"
_TIME: Final = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?"
_ZONE: Final = "(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9]|[+-]14:00)?"
_SECONDS: Final = "[0-9]+([.][0-9]+)?S"
_CLOCK: Final = f"T([0-9]+H([0-9]+M)?({_SECONDS})?|[0-9]+M({_SECONDS})?|{_SECONDS})"
_MONTHS: Final = "[0-9]+Y([0-9]+M)?|[0-9]+M"

MOMENTS: Final = {
    "dateTime": f"{_DATE}T{_TIME}{_ZONE}",
    "date": f"{_DATE}{_ZONE}",
    "gYear": f"{_YEAR}{_ZONE}",
    "gYearMonth": f"{_YEAR}-{_MONTH}{_ZONE}",
}
"""What has a year: these have an order."""
OTHERS: Final = {
    "time": f"{_TIME}{_ZONE}",
    "gMonthDay": f"--({_LONG}|{_SHORT}|02-29){_ZONE}",
    "gDay": f"---(0[1-9]|[12][0-9]|3[01]){_ZONE}",
    "gMonth": f"--{_MONTH}{_ZONE}",
    "yearMonthDuration": f"-?P({_MONTHS})",
    "dayTimeDuration": f"-?P([0-9]+D({_CLOCK})?|{_CLOCK})",
    "duration": f"-?P((({_MONTHS})([0-9]+D)?|[0-9]+D)({_CLOCK})?|{_CLOCK})",
    "boolean": "(true|false)",
}
"""What is told apart, and has no order here."""
WITH: Final = {
    1: tuple(MOMENTS),
    2: ("dateTime", "date", "gYearMonth"),
    3: ("dateTime", "date"),
}
"""What has a year, a month, a day."""


def spelt(names: Iterable[str]) -> str:
    """A regular expression for datatype, space and text of what is spelt as its datatype wants."""
    every = MOMENTS | OTHERS
    return f"{XSD.replace('.', '[.]')}({'|'.join(f'{one} ({every[one]})' for one in names)})"
