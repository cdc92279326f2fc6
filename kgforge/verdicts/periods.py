"""Centuries and millennia of many languages, written so that ``measures`` reads them.

Their forms are those in which values are shown: ``ontologies/periods.tsv``.
"""

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import Final

from kgforge import value_names
from kgforge.spans import Span

KINDS: Final = frozenset({"century", "millennium"})
_BEFORE: Final = (
    r"(?: ?(?:\bB\.? ?C\.?(?: ?E\.?)?(?!\w)|before (?:Christ|the Common Era)"
    r"|v\. ?(?:Chr|u\. ?Z)\.|av\. ?J\.?-?C\.?|a\. ?C\.?(?!\w)|aC(?!\w)|v\. ?Chr\.|p\.n\.e\."
    r"|př\. ?n\. ?l\.|pred n\. ?l\.|до н\. ?[эе]\.|f\. ?Kr\.|eaa\.))"
)
_SINCE: Final = r"(?:紀元前|公元前|前|기원전 ?|MÖ |i\. ?e\. )"
_ENGLISH: Final = r"(?P<en>{ordinals}|\d{{1,3}}(?:st|nd|rd|th))[ -](?P<kind>{kinds})"
_KINDS: Final = {
    **dict.fromkeys(("c", "cent", "century", "centuries"), "century"),
    **dict.fromkeys(("millennium", "millennia"), "millennium"),
}
_CANONICAL: Final = re.compile(r"(?<!\w)(\d{1,3})th (century|millennium)(?P<before> BC)?(?!\w)")


def english(text: str) -> str:
    """A text in which centuries and millennia stand in English, by number.

    >>> english("the fourth century B.C."), english("im 8. Jahrhundert v. Chr.")
    ('the 4th century BC', 'im 8th century BC')
    """
    for pattern, kind in _patterns():
        text = pattern.sub(partial(_written, kind=kind), text)
    return text


def of(text: str) -> Iterator[tuple[Span, int, str]]:
    """Yield the centuries and millennia of a text: where, which (before Christ: negative), what."""
    for found in _CANONICAL.finditer(text):
        number = int(found[1])
        yield found.span(), -number if found["before"] else number, found[2]


def _written(found: re.Match[str], kind: str) -> str:
    groups = found.groupdict()
    if written := groups.get("en"):
        name = groups["kind"].rstrip(".").lower()
        kind, number = _KINDS[name], _ordinal(written.lower())
    elif roman := groups.get("roman"):
        number = _arabic(roman)
    else:
        number = int(found["number"])
    before = " BC" if groups.get("before") or groups.get("since") else ""
    is_joined = not found[0].isascii() and groups.get("joined") is not None
    text = f"{number}th {kind}{before}"
    return f" {text} " if is_joined else text


def _ordinal(written: str) -> int:
    if written[0].isdigit():
        return int(written[:-2])
    return value_names.ORDINALS.index(written.replace(" ", "-")) + 1


_NUMERALS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


def _arabic(roman: str) -> int:
    values = [_NUMERALS[sign] for sign in roman]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return how periods are written, and which they are: English first, then each language."""
    ordinals = "|".join(sorted(value_names.ORDINALS, key=len, reverse=True))
    named = _ENGLISH.format(
        ordinals=ordinals, kinds=r"century|centuries|millennium|millennia|cent\.?|c\."
    )
    patterns = {rf"(?<!\w){named}(?P<before>{_BEFORE})?(?!\w)": ("century", re.IGNORECASE)}
    for words in value_names.languages().values():
        for kind, form in (("century", words.century), ("millennium", words.millennium)):
            if form and "{n}{th} c" not in form and "{n}{th} m" not in form:
                patterns[_pattern(form)] = kind, re.NOFLAG
    return tuple((re.compile(text, flags), kind) for text, (kind, flags) in patterns.items())


def _pattern(form: str) -> str:
    text = re.escape(form)
    text = text.replace(re.escape("{n}"), r"(?P<number>\d{1,3})")
    text = text.replace(re.escape("{r}"), r"(?P<roman>[IVXLC]{1,8})")
    text = text.replace(re.escape("{th}"), r"(?::?[a-z]{1,3})?")
    if " " in form:
        inflected = r"\w{0,2}" if form[-1].isalpha() else ""
        return rf"(?<!\w)(?P<since>{_SINCE})?{text}{inflected}(?P<before>{_BEFORE})?(?!\w)"
    return rf"(?P<joined>)(?P<since>{_SINCE})?{text}"
