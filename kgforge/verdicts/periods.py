"""Decades, centuries and millennia of many languages, written so that ``measures`` reads them.

Their forms are those in which values are shown: ``ontologies/periods.tsv``.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Final

from kgforge import value_names
from kgforge.spans import Span

_DECADE: Final = "decade"
KINDS: Final = frozenset({_DECADE, "century", "millennium"})
_BEFORE: Final = (
    r"(?: ?(?:\bB\.? ?C\.?(?: ?E\.?)?(?!\w)|before (?:Christ|the Common Era)"
    r"|v\. ?(?:Chr|u\. ?Z)\.|av\. ?J\.?-?C\.?|a\. ?C\.?(?!\w)|aC(?!\w)|v\. ?Chr\.|p\.n\.e\."
    r"|př\. ?n\. ?l\.|pred n\. ?l\.|до н\. ?[эе]\.|f\. ?Kr\.|eaa\.))"
)
_AFTER: Final = (
    r"(?: ?(?:A\. ?D\.?|AD|C\. ?E\.?|CE|n\. ?Chr\.|nach Christus|apr\. ?J\.-?C\.|d\. ?C\.|н\. ?э\.)"
    r"(?!\w))"
)
_SINCE: Final = r"(?:紀元前|公元前|前|기원전 ?|MÖ |i\. ?e\. )"
_ENGLISH: Final = r"(?P<en>{ordinals}|\d{{1,3}}(?:st|nd|rd|th))[ -](?P<kind>{kinds})"
_KINDS: Final = {
    **dict.fromkeys(("c", "cent", "century", "centuries"), "century"),
    **dict.fromkeys(("millennium", "millennia"), "millennium"),
}
_CANONICAL: Final = re.compile(
    r"(?<![\w.,])(?:(?P<number>\d{1,3})th (?P<kind>century|millennium)|(?P<decade>\d{2,3}0)s)"
    r"(?P<before> BC)?(?!\w)"
)


def english(text: str) -> str:
    """A text in which decades, centuries and millennia stand in English, by number.

    >>> english("the fourth century B.C."), english("im 8. Jahrhundert v. Chr.")
    ('the 4th century BC', 'im 8th century BC')
    >>> english("1980-1989"), english("the eighties"), english("die 1980er Jahre")
    ('1980s', 'the 1980s', 'die 1980s')
    """
    for pattern, kind in _patterns():
        text = pattern.sub(partial(_written, kind=kind), text)
    for decade, rewritten in _decades():
        text = decade.sub(rewritten, text)
    return text


def of(text: str) -> Iterator[tuple[Span, int, str]]:
    """Yield the periods of a text: where, which (before Christ: negative), of what kind."""
    for found in _CANONICAL.finditer(text):
        number = int(found["number"] or found["decade"])
        yield found.span(), -number if found["before"] else number, found["kind"] or _DECADE


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


# ── Decades ─────────────────────────────────────────────────────────────────────────────────────
_TENS: Final = (
    "twenties",
    "thirties",
    "forties",
    "fifties",
    "sixties",
    "seventies",
    "eighties",
    "nineties",
)
_CENTURIES: Final = {
    word: number
    for number, word in enumerate(
        ("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"), 13
    )
}
_PRESENT: Final = 19
"""Of which century's decades people speak without saying so: *the eighties*."""
_TO: Final = r"(?:\s?[-–—/]\s?|\s(?:to|through|until|and|bis|und|à|et|a|al|y|e)\s)"
_FROM: Final = r"(?:(?<!\w)(?:from|between|von|zwischen|de|entre|dal|desde)(?: the years?)?\s)?"


def _in_words(found: re.Match[str]) -> str:
    century = _CENTURIES.get((found["century"] or "").lower(), _PRESENT)
    return f"{century}{_TENS.index(found['tens'].lower()) + 2}0s"


def _between(found: re.Match[str]) -> str:
    first, last, before = int(found["first"]), int(found["last"]), found["before"] or ""
    is_decade = (
        first - last == _YEARS - 1 and last % _YEARS == 0
        if before
        else (last - first == _YEARS - 1 and first % _YEARS == 0)
    )
    return f"{min(first, last)}s{' BC' if before else ''}" if is_decade else found[0]


_YEARS: Final = 10
_FOREIGN_TENS: Final = (
    "zwanziger vingt veinte venti",
    "dreißiger dreissiger trente treinta trenta",
    "vierziger quarante cuarenta quaranta quarenta",
    "fünfziger cinquante cincuenta cinquanta cinquenta",
    "sechziger soixante sesenta sessanta sessenta",
    "siebziger soixante-dix setenta settanta",
    "achtziger quatre-vingt quatre-vingts ochenta ottanta oitenta",
    "neunziger quatre-vingt-dix noventa novanta",
)
"""Tens of years in German, French, Spanish, Italian and Portuguese, from twenty on."""


@cache
def _foreign_tens() -> tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...]:
    tens = {word: number for number, words in enumerate(_FOREIGN_TENS, 2) for word in words.split()}
    german = "|".join(word for word in tens if word.endswith("iger"))
    romance = "|".join(sorted((word for word in tens if not word.endswith("iger")), key=len)[::-1])
    years = "années|años|anni|anos|jaren|anys"

    def in_words(found: re.Match[str]) -> str:
        return f"{_PRESENT}{tens[found[1].lower()]}0s"

    def in_figures(found: re.Match[str]) -> str:
        return f"{_PRESENT}{found[1]}s"

    return (
        (re.compile(rf"(?<!\w)({german})(?: Jahren?)?(?!\w)", re.IGNORECASE), in_words),
        (re.compile(rf"(?<!\w)(?:{years}) ({romance})(?![\w-])", re.IGNORECASE), in_words),
        (re.compile(rf"(?<!\w)(?:{years}) '?([2-9]0)(?!\w|[.,]\d)", re.IGNORECASE), in_figures),
        (re.compile(r"(?<!\w)([2-9]0)er(?: Jahren?)(?!\w)"), in_figures),
    )


@cache
def _decades() -> tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]:
    """Return how decades are written, and how that is in English."""
    before = rf"(?P<before>{_BEFORE})?(?!\w)"
    years = rf"(?<![\w./-]){_FROM}(?P<first>\d{{3,4}}){_TO}(?P<last>\d{{3,4}})(?![./-]?\d){before}"
    century = rf"(?:(?<!\w)(?P<century>{'|'.join(_CENTURIES)})[ -])?"
    tens = rf"{century}(?<!\w)(?P<tens>{'|'.join(_TENS)})(?!\w)"
    rules: list[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = [
        (re.compile(years, re.IGNORECASE), _between),
        (
            re.compile(rf"(?<!his )(?<!her )(?<!my )(?<!their )(?<!your ){tens}", re.IGNORECASE),
            _in_words,
        ),
        (re.compile(r"(?<![\w'])(?:'|(?<=the ))([2-9]0)'?s(?!\w)"), rf"{_PRESENT}\1s"),
        (re.compile(r"(?<![\w.,])(\d{2,3}0)'s(?!\w)"), r"\1s"),
        (re.compile(rf"(?<![\w.,])(\d{{2,3}}0s){_BEFORE}(?!\w)"), r"\1 BC"),
        (re.compile(rf"(?<![\w.,])(\d{{2,3}}0s){_AFTER}"), r"\1"),
    ]
    for words in value_names.languages().values():
        form = words.decade
        if "{n}" in form and "{m}" not in form and form != "{n}s":
            text = re.escape(form).replace(re.escape("{n}"), r"(\d{3}0)")
            rest = r"(?: Jahre[ns]?)?" if form == "{n}er" else ""
            if " " in form or form.isascii():
                rules.append((re.compile(rf"(?<!\w){text}{rest}(?!\w)"), r"\1s"))
            else:
                rules.append((re.compile(rf"(?<!\d){text}"), r" \1s "))
    return (*rules, *_foreign_tens())


# ── Centuries ───────────────────────────────────────────────────────────────────────────────────
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
    roman = r"(?<!\w)(?P<roman>[IVXLC]{1,8})(?:st|nd|rd|th)?[ -](?:century|c\.)"
    patterns = {
        rf"(?<!\w){named}{_AFTER}?(?P<before>{_BEFORE})?(?!\w)": ("century", re.IGNORECASE),
        rf"{roman}{_AFTER}?(?P<before>{_BEFORE})?(?!\w)": ("century", re.NOFLAG),
    }
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
        return rf"(?<!\w)(?P<since>{_SINCE})?{text}{inflected}{_AFTER}?(?P<before>{_BEFORE})?(?!\w)"
    return rf"(?P<joined>)(?P<since>{_SINCE})?{text}"
