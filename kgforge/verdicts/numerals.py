"""Numbers in words, fractions and abbreviations, written so that ``quantities`` reads them.

*30k*, *1,2 Mio.* and *5 mrd* are as many thousand, million and billion; *eight hundred seventy* is
870, *nineteen eighty-four* 1984; *5 1/2* is 5.5, *minus five* -5. Letters that may be units as
well (*298K*, *300m*) are left: ``measures`` reads them both ways.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

_SMALL: Final[Mapping[str, int]] = {
    word: number
    for number, word in enumerate(
        (
            *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
            *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
            *("seventeen", "eighteen", "nineteen"),
        )
    )
}
_TENS: Final[Mapping[str, int]] = {
    word: number
    for number, word in zip(
        range(20, 100, 10),
        ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"),
        strict=True,
    )
}
_CARDINALS: Final = {**_SMALL, **_TENS}
_HUNDRED: Final = "hundred"
_LARGE: Final[Mapping[str, int]] = {
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_SCALES: Final = {
    "thousand": "tausend mille mil mila duizend tusen tusind тысяч тысячи тысяча χίλιες χιλιάδες "
    "ألف آلاف אלף พัน 千 tsd тыс tys bin",
    "million": "millionen millions millón millones milione milioni milhão milhões miljoen miljoner "
    "миллион миллиона миллионов мільйонів εκατομμύρια εκατομμύριο مليون ملايين מיליון ล้าน "
    "mn mln mio mill млн",
    "billion": "milliarde milliarden milliard milliards miliardo miliardi miljard miljarder bilhão "
    "bilhões миллиард миллиарда миллиардов δισεκατομμύρια مليار מיליארד bn bln mrd mld md mds млрд",
    "trillion": "billionen billones trilhão trilhões tn трлн",
}
"""Words and abbreviations of many languages by the English word of scale."""
_TIMES: Final = {
    **{"万": 10**4, "萬": 10**4, "만": 10**4, "億": 10**8, "亿": 10**8, "억": 10**8},
    **{"lakh": 10**5, "लाख": 10**5, "crore": 10**7, "करोड़": 10**7, "แสน": 10**5, "หมื่น": 10**4},
    **{"hundred": 100, "dozen": 12, "dutzend": 12, "dozens": 12},
}
"""Words of scale that English has no other word for, or that stand for small factors."""


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_WORD_OF_SCALE: Final = {word: name for name, words in _SCALES.items() for word in words.split()}
_FIGURES: Final = r"(?<![\d.,])(?P<figures>\d[\d,]*(?:\.\d+)?)"
_CODES: Final = "EUR|USD|GBP|CHF|JPY|AUD|CAD"
_MONEY: Final = rf"(?:[€$£¥]|{_CODES}|US\$|[Ee]uros?(?!\w)|[Dd]ollars?(?!\w))"
_LETTERS: Final = {"k": "thousand", "m": "million", "b": "billion", "t": "trillion"}


def english(text: str) -> str:
    """Return a text whose numbers stand in figures and English words of scale.

    >>> english("30k, 5 mrd, two dozen, 5 1/2 and minus seven")
    '30 thousand, 5 billion, 24, 5.5 and -7'
    """
    for pattern, instead in _RULES:
        text = pattern.sub(instead, text)
    return text


# ── Words ───────────────────────────────────────────────────────────────────────────────────────
_ANY_WORD: Final = _alternatives((*_CARDINALS, _HUNDRED, *_LARGE))
_LINKS: Final = "".join(f"(?<={word})|" for word in (_HUNDRED, *_LARGE)).removesuffix("|")
_IN_WORDS: Final = re.compile(
    rf"(?<![\w-])(?:{_ANY_WORD})(?:(?:[ -]|(?:{_LINKS})(?:,? and |, ))(?:{_ANY_WORD}))*(?![\w-])",
    re.IGNORECASE,
)


def _counted(found: re.Match[str]) -> str:
    words = re.findall("[a-z]+", found[0].lower())
    words = [word for word in words if word != "and"]
    if words == ["one"] or words[0] in _LARGE or words[0] == _HUNDRED:
        return found[0]  # *one* is mostly no number
    if words[-1] in _LARGE and (count := _cardinal(words[:-1])) is not None:
        return f"{count} {words[-1]}"
    number = _year(words) or _cardinal(words)
    return found[0] if number is None else str(number)


def _year(words: Sequence[str]) -> int | None:
    """Return a year that is read in two halves: *nineteen eighty-four*; None for what is none."""
    century, rest = _CARDINALS.get(words[0], 0), words[1:]
    if not (10 <= century <= 20 and rest) or not all(word in _CARDINALS for word in rest):
        return None
    years = _below_hundred(rest)
    return century * 100 + years if years is not None and years >= 10 else None


def _below_hundred(words: Sequence[str]) -> int | None:
    match list(words):
        case [word] if word in _CARDINALS:
            return _CARDINALS[word]
        case [tens, ones] if tens in _TENS and 0 < _SMALL.get(ones, 0) < 10:
            return _TENS[tens] + _SMALL[ones]
        case _:
            return None


def _cardinal(words: Sequence[str]) -> int | None:
    """Return the number that words are; None where they are several."""
    total, rest, least = 0, list(words), max(_LARGE.values()) * 10
    while rest:
        at = next((place for place, word in enumerate(rest) if word in _LARGE), len(rest))
        part = _below_thousand(rest[:at])
        factor = _LARGE[rest[at]] if at < len(rest) else 1
        if part is None or factor >= least:
            return None
        total, least, rest = total + part * factor, factor, rest[at + 1 :]
    return total


def _below_thousand(words: Sequence[str]) -> int | None:
    """Return the number before a word of scale; *nineteen hundred* is one as well."""
    if _HUNDRED not in words:
        return _below_hundred(words)
    at = list(words).index(_HUNDRED)
    hundreds, rest = _below_hundred(words[:at]), words[at + 1 :]
    ones = _below_hundred(rest) if rest else 0
    return None if hundreds is None or ones is None else hundreds * 100 + ones


def _each_counted(found: re.Match[str]) -> str:
    """Return the figures of one of several numbers in words: *five, six or twenty-one*."""
    return str(_below_hundred(re.findall("[a-z]+", found[0].lower())))


# ── Fractions ───────────────────────────────────────────────────────────────────────────────────
_LARGEST_DENOMINATOR: Final = 16


def _mixed(found: re.Match[str]) -> str:
    numerator, denominator = int(found["numerator"]), int(found["denominator"])
    if not 0 < numerator < denominator <= _LARGEST_DENOMINATOR:
        return found[0]
    return f"{int(found['whole'] or 0) + numerator / denominator:.10g}"


# ── Scales ──────────────────────────────────────────────────────────────────────────────────────
def _scaled(found: re.Match[str]) -> str:
    word = found["scale"].lower()
    name = _WORD_OF_SCALE.get(word) or _LETTERS.get(word) or word
    return f"{found['figures']} {name}{' ' if found.groupdict().get('money') == '' else ''}"


def _times(found: re.Match[str]) -> str:
    factor = _TIMES[found["scale"].casefold()]
    gap = " " if found.string[found.end() : found.end() + 1].isalnum() else ""
    return f"{float(found['figures'].replace(',', '')) * factor:.10g}{gap}"


def _letters(letters: str, after: str = r"(?![\w/²³])") -> str:
    return rf"{_FIGURES}(?P<scale>{letters}){after}"


_OF_TIME: Final = "year|month|week|day|hour|minute|second"
_PEOPLE: Final = (
    "people|inhabitants|residents|citizens|users|speakers|members|visitors|viewers|copies|"
    "dollars|euros|pounds|US dollars"
)
_Rule = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]
_RULES: Final[tuple[_Rule, ...]] = (
    (re.compile(r"(?<![\d.,/-])(?P<whole>\d+)[ -](?P<numerator>\d{1,2})/(?P<denominator>\d{1,2})"
                r"(?![\d/]|\.\d)"), _mixed),
    (re.compile(r"(?<![\w.,/-])(?P<whole>)(?P<numerator>[1-7])/(?P<denominator>[23458])"
                r"(?![\d/]|\.\d)"), _mixed),
    (re.compile(rf"(?<!\w)half an? (?=(?:dozen|{'|'.join(_LARGE)}|{_OF_TIME})(?!\w))", re.I),
     "0.5 "),
    (re.compile(rf"(?<!\w)an? (?=(?:{_HUNDRED}|{'|'.join(_LARGE)})(?!\w))", re.I), "one "),
    (re.compile(r"(?<!\w)an? (?=dozen(?!\w))", re.I), "1 "),
    (re.compile(rf"(?<!\w)(?:an?|one|1) ({_OF_TIME}) and a half(?!\w)", re.I), r"1.5 \1"),
    (re.compile(r"(?<!\w)one and a half(?!\w)", re.I), "1.5"),
    (_IN_WORDS, _counted),
    (re.compile(rf"(?<![\w-])(?:(?:{'|'.join(_TENS)})[ -](?:{'|'.join([*_SMALL][1:10])})"
                rf"|{_alternatives(set(_CARDINALS) - {'one'})})(?![\w-])", re.I), _each_counted),
    (re.compile(rf"(?<![\d.,])(\d+) ((?:{_OF_TIME})s) and a half(?!\w)", re.I), r"\1.5 \2"),
    (re.compile(r"(?<![\d.,])(\d+) and a half(?!\w)", re.I), r"\1.5"),
    (re.compile(r"(?<![\w-])(?<!\d )(?:minus|negative|moins|menos|meno) (?=\d)", re.I), "-"),
    (re.compile(rf"{_FIGURES}\s?(?P<scale>[万萬만億亿억])"), _times),
    (re.compile(rf"{_FIGURES}\s?(?P<scale>{_alternatives(_TIMES)})(?![^\W\d_])", re.I), _times),
    (re.compile(rf"{_FIGURES}\s?(?P<scale>{_alternatives(_WORD_OF_SCALE)})(?![^\W\d_])"
                r"(?:\.(?=\s?\S))?", re.I), _scaled),
    (re.compile(rf"{_FIGURES}\s?(?P<scale>[kKmMB])(?P<money>)(?=\s?{_MONEY})"), _scaled),
    (re.compile(rf"(?:(?<=[€$£¥])|(?<=[€$£¥] )|(?<=(?:{_CODES}))|(?<=(?:{_CODES}) )){_FIGURES} ?"
                r"(?P<scale>[kKmMbBtT])(?!\w)"), _scaled),
    (re.compile(rf"(?<!\w)(?P<letter>[TkM])(?P<money>EUR|USD|€|\$) ?{_FIGURES}(?!\w)"),
     lambda found: f"{found['money']} {found['figures']} "
                   f"{_LETTERS[found['letter'].replace('T', 'k').lower()]}"),
    (re.compile(_letters(r" ?[kM]|B", r"(?![\w/²³]|\. ?[A-Z])")),
     lambda found: f"{found['figures']} {_LETTERS[found['scale'].strip().lower()]}"),
    (re.compile(_letters("m", rf"(?= (?:{_PEOPLE})(?!\w))")), _scaled),
    (re.compile(rf"(?<=\d) thousand (?:million|{_alternatives(_SCALES['million'].split())})"
                r"(?!\w)", re.I), " billion"),
)  # fmt: skip
