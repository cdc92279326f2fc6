"""Whether a text names an entity or a value, and whether two names are one (strict scoring).

Words are compared between word boundaries, so that *York* does not stand in *Yorkshire*, without
case, accents, punctuation and an English plural's end. Dates are compared at the precision given,
numbers by value; those of two names also by their units, where both have one.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, Literal

from kgforge import matching, quantities

How = Literal["name", "value", "initials", "parts", ""]
"""By what a text supports a name: the name's own words in a row; its date or number; its initials;
its words, in order or as a name with its qualifier; by nothing."""

GAP: Final = 3
"""Between two words of a name at most so many others: *Grace Brewster Murray Hopper*."""
_WORD: Final = re.compile(r"[^\W_]+")
_NAME: Final = re.compile(r"[^\W_]+[+#]*")
"""As a part of a name, which *C++* and *C#* tell apart."""
_QUALIFIER: Final = re.compile(r"\s*(?:\([^()]*\)|,.*)$", re.S)
_APOSTROPHE: Final = re.compile(r"(?<=\w)['’](?=\w)|\s+(?=n['’]t\b)")
_SMALL: Final = frozenset({"a", "an", "and", "for", "in", "of", "on", "the", "to"})


@lru_cache(maxsize=1 << 14)
def words(text: str) -> tuple[str, ...]:
    """The words of a text in the form that is compared.

    >>> words("São_Paulo's F.C. (Sausages)")
    ('sao', 'paulo', 'f', 'c', 'sausage')
    """
    plain = re.sub(r"['’]s\b", "", _plain(text))
    return tuple(map(_singular, _WORD.findall(matching.folded(_APOSTROPHE.sub("", plain)))))


def _plain(text: str) -> str:
    return mended(text).replace("_", " ")


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and word[-2] != "s" else word


def mended(text: str) -> str:
    """A text without mojibake: UTF-8 that was read as Latin-1 or Windows-1252, as it was.

    >>> mended("By\u00c5\u00abtifuru"), mended("MoshÃ© Mizrahi"), mended("Café")
    ('Byūtifuru', 'Moshé Mizrahi', 'Café')
    """
    # ftfy 6.3 would be the library for this. Of the 1,389 texts of Text2KGBench that are mended
    # here, it mends 1,384 in the same way and leaves 5 as they are (*Yangu YÅ«*).
    if text.isascii():
        return text
    for encoding in ("latin-1", "cp1252"):
        try:
            return text.encode(encoding).decode()
        except UnicodeError:
            continue
    return text


# ── Two names ───────────────────────────────────────────────────────────────────────────────────
def same(one: str, other: str) -> bool:
    """Whether two texts are the same name, date or number, of one unit where both have one.

    >>> same("Washington,_D.C.", "Washington DC"), same("01 January 2010", "2010")
    (True, True)
    >>> same("98.0", "98"), same("York", "New York"), same("Alien", "Aliens")
    (True, False, False)
    """
    a, b = identity(one), identity(other)
    if isinstance(a, quantities.Quantity) and isinstance(b, quantities.Quantity):
        return a.agrees(b)
    if isinstance(a, str) != isinstance(b, str):
        return words(one) == words(other)
    return a == b


@lru_cache(maxsize=1 << 14)
def identity(text: str) -> object:
    """What texts that are written alike have in common: a date, a number, or a name's letters.

    A year is a number, too, since *1500* may be either. A number has its unit.
    """
    if (found := quantities.date(text)) is not None:
        return found if found.month else quantities.Quantity(found.year)
    if (value := quantities.quantity(text)) is not None:
        return value
    return "".join(_NAME.findall(matching.folded(_plain(text)))) or text.strip()


# ── A name and a text ───────────────────────────────────────────────────────────────────────────
def support(names: Iterable[str], text: str) -> How:
    """How a text supports something that has these names; the strongest way of all of them.

    >>> support(["Angola,_Indiana"], "Angola, part of Steuben County in Indiana")
    'parts'
    >>> support(["2001-07"], "on 20 July 2001"), support(["York"], "in Yorkshire")
    ('value', '')
    """
    known = tuple(names)
    ways: tuple[tuple[How, object], ...] = (
        ("name", _names),
        ("value", _values),
        ("initials", _initials),
        ("parts", _parts),
    )
    for how, way in ways:
        if any(way(name, text) for name in known):  # type: ignore[operator]
            return how
    return ""


def _names(name: str, text: str) -> bool:
    """Whether the letters of the name, with or without brackets, fill whole words in a row."""
    there = words(text)
    return any(_in_a_row(words(form), there) for form in _bare(name))


def _bare(name: str) -> Iterator[str]:
    yield name
    without = re.sub(r"\s*\([^()]*\)", "", name.replace("_", " ")).strip()
    if without:
        yield without


def _in_a_row(wanted: tuple[str, ...], there: tuple[str, ...]) -> bool:
    letters = "".join(wanted)
    if not letters:
        return False
    for start in range(len(there)):
        if not letters.startswith(there[start]):
            continue
        found = ""
        for word in there[start:]:
            found += word
            if found == letters:
                return True
            if not letters.startswith(found):
                break
    return False


def _values(name: str, text: str) -> bool:
    """Whether the date, as precisely as the name gives it, or the number stands in the text."""
    if (wanted := quantities.date(name)) is not None:
        return any(said.covers(wanted) for said in quantities.dates(text))
    found = quantities.quantity(name)
    return found is not None and found.value in set(quantities.numbers(text))


def _initials(name: str, text: str) -> bool:
    """Whether the first letters of the name's words stand in the text, as capitals."""
    letters = "".join(
        word[0] for word in _WORD.findall(name.replace("_", " ")) if word[0].isupper()
    )
    plain = re.sub(r"(?<=[A-Z])\.(?=[A-Z\W]|$)", "", text)
    return len(letters) > 1 and re.search(rf"(?<!\w){letters}(?!\w)", plain) is not None


def _parts(name: str, text: str) -> bool:
    """Whether the name's words stand in order, few others between, or its head and all others."""
    wanted, there = words(name), words(text)
    if len(wanted) > 1 and _in_order(wanted, there):
        return True
    head = words(_QUALIFIER.sub("", name.replace("_", " ")))
    rest = set(wanted[len(head) :]) - _SMALL
    return bool(rest) and _in_a_row(head, there) and rest <= set(there)


def _in_order(wanted: tuple[str, ...], there: tuple[str, ...]) -> bool:
    for start in (place for place, word in enumerate(there) if word == wanted[0]):
        place = start
        for word in wanted[1:]:
            near = there[place + 1 : place + 2 + GAP]
            if word not in near:
                break
            place += 1 + near.index(word)
        else:
            return True
    return False
