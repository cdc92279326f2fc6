"""The words and numbers of a name: where a text has them, and how they are written."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

TOKEN: Final = re.compile(
    r"\d+(?:,\d{3})*(?:\.\d+|(?:st|nd|rd|th)(?![^\W\d_]))?|[^\W\d_]+", re.IGNORECASE
)
"""A number, an ordinal (*2nd*), or a word."""
_SCALE: Final = r"(?:hundred|thousand|million|billion|trillion)s?(?![^\W_])"
SCALED: Final = re.compile(rf"(?<=\d[\s_-]){_SCALE}", re.IGNORECASE)
"""A word of scale behind a number."""
_MEASURE: Final = re.compile(rf'"?(\d[\d.,]*(?: {_SCALE})?)"?\s*\([^()]*\)"?', re.IGNORECASE)


def says(text: str, name: str) -> bool:
    """Whether a text has a name as whole words, in any case."""
    return re.search(pattern(name), text, re.IGNORECASE) is not None


def ending(number: int) -> str:
    """What is written behind an ordinal.

    >>> [ending(number) for number in (1, 11, 42, 113)]
    ['st', 'th', 'nd', 'th']
    """
    tens, ones = divmod(number % 100, 10)
    return "th" if tens == 1 else {1: "st", 2: "nd", 3: "rd"}.get(ones, "th")


def filled(token: str, digits: Iterable[str]) -> str:
    """A number with other digits, its marks as they are."""
    left = iter(digits)
    return "".join(next(left) if mark.isdecimal() else mark for mark in token)


def core(name: str) -> str:
    """The number of a measure, *1850.0 (tonnes)*: its unit stays; else the name."""
    found = _MEASURE.fullmatch(name)
    return found[1] if found else name


def is_figure(name: str) -> bool:
    """Whether a name is numbers alone: of these few, an invented one may well be a real one."""
    return all(token[0].isdecimal() for token in TOKEN.findall(SCALED.sub("", name)))


def words(texts: Iterable[str]) -> Iterator[str]:
    """The words and numbers of texts, whatever their case."""
    return (token.casefold() for text in texts for token in TOKEN.findall(text))


def cased(word: str, like: str) -> str:
    """A word in the case of another: capitals, one at the start, or as it is."""
    if like.isupper():
        return word.upper()
    return word.capitalize() if like[0].isupper() else word


def pattern(name: str) -> str:
    """A name's tokens in their order, with up to three marks or spaces between.

    A bracket at the end, as in *Heat (film)*, may be missing.
    """
    short = re.sub(r"[\s_]*\([^()]*\)$", "", name)
    return "|".join(_joined(form) for form in (name, short) if TOKEN.search(form)) or r"(?!)"


def _joined(name: str) -> str:
    parts: list[str] = []
    end = 0
    for token in TOKEN.finditer(name):
        if parts:
            parts.append(r"[\W_]{1,3}" if token.start() > end else r"[\W_]{0,3}")
        word = token.group()
        parts.append(_figures(word) if word[-1].isdecimal() else re.escape(word))
        end = token.end()
    return r"(?<![^\W_])(?<!\d[.,])" + "".join(parts) + r"(?![^\W_])(?![.,]\d)"


def _figures(number: str) -> str:
    """A number with or without commas between thousands and zeros after the point."""
    whole, _, part = number.replace(",", "").partition(".")
    digits = ",?".join(whole)
    kept = part.rstrip("0")
    return digits + (rf"\.{kept}0*" if kept else r"(?:\.0+)?")
