# ruff: noqa: E501
"""Dates and numbers of many languages, written so that ``quantities`` reads them.

Digits of any script; months in words; Chinese, Japanese, Korean and Vietnamese order; the Buddhist
era and Japan's reigns; thousands parted by spaces, full stops or as in India; a decimal comma; what
``numerals`` reads. What of this cannot be told from another reading is left as it is.
"""

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from kgforge import quantities, value_names
from kgforge.verdicts import numerals
from kgforge.verdicts.spelling import key

_MONTHS: Final = """
januar january janvier enero janv ene gennaio janeiro januari styczeń stycznia leden ledna ocak tháng_1 январь января січня януари јануар ιανουαρίου يناير كانون_الثاني ינואר जनवरी มกราคม ژانویه
februar february février febrero févr febbraio fevereiro februari luty lutego únor února şubat tháng_2 февраль февраля лютого февруари фебруар φεβρουαρίου فبراير شباط פברואר फ़रवरी กุมภาพันธ์ فوریه
märz march mars marzo mär marzo março maart marzec marca březen března mart tháng_3 март марта березня март март μαρτίου مارس آذار מרץ मार्च มีนาคม مارس
april april avril abril avr abr aprile abril april kwiecień kwietnia duben dubna nisan tháng_4 апрель апреля квітня април април απριλίου أبريل نيسان אפריל अप्रैल เมษายน آوریل
mai may mai mayo maggio maio mei maj maja květen května mayıs tháng_5 май мая травня май мај μαΐου مايو أيار מאי मई พฤษภาคม مه
juni june juin junio giugno junho juni czerwiec czerwca červen června haziran tháng_6 июнь июня червня юни јун ιουνίου يونيو حزيران יוני जून มิถุนายน ژوئن
juli july juillet julio juil luglio julho juli lipiec lipca červenec července temmuz tháng_7 июль июля липня юли јул ιουλίου يوليو تموز יולי जुलाई กรกฎาคม ژوئیه
august august août agosto ago agosto agosto augustus sierpień sierpnia srpen srpna ağustos tháng_8 август августа серпня август август αυγούστου أغسطس آب אוגוסט अगस्त สิงหาคม اوت
september september septembre septiembre settembre setembro september wrzesień września září září eylül tháng_9 сентябрь сентября вересня септември септембар σεπτεμβρίου سبتمبر أيلول ספטמבר सितंबर กันยายน سپتامبر
oktober october octobre okt octubre ottobre outubro oktober październik października říjen října ekim tháng_10 октябрь октября жовтня октомври октобар οκτωβρίου أكتوبر تشرين_الأول אוקטובר अक्टूबर ตุลาคม اکتبر
november november novembre noviembre novembre novembro november listopad listopada listopad listopadu kasım tháng_11 ноябрь ноября листопада ноември новембар νοεμβρίου نوفمبر تشرين_الثاني נובמבר नवंबर พฤศจิกายน نوامبر
dezember december décembre dez déc dic diciembre dicembre dezembro december grudzień grudnia prosinec prosince aralık tháng_12 декабрь декабря грудня декември децембар δεκεμβρίου ديسمبر كانون_الأول דצמבר दिसंबर ธันวาคม دسامبر
"""
_MONTH: Final = {
    key(name.replace("_", " ")): number
    for number, line in enumerate(_MONTHS.strip().split("\n"), start=1)
    for name in line.split()
}
_NAME: Final = "|".join(map(re.escape, sorted(_MONTH, key=len, reverse=True)))
_OF: Final = r"(?: of)?(?: de| del| do| d'| του| שנת| năm)?"
_BEFORE: Final = (
    r"B\.?\s?C\.?\s?E\.?|B\.?\s?C\.?|before (?:Christ|the Common Era)"
    r"|v\. ?(?:Chr|u\. ?Z)\.?|vor (?:Christus|Christi Geburt|unserer Zeitrechnung)"
    r"|av(?:\.|ant) J(?:\.?-?C\.?|ésus-Christ)|avant notre ère"
    r"|a\. ?(?:de )?C\.?(?:n\.)?|a\.? ?C\.|antes de Cristo|avanti Cristo"
    r"|p\.n\.e\.|przed naszą erą|př\. ?n\. ?l\.|до н\. ?[эе]\.|до нашої ери|до нашей эры"
    r"|f\. ?Kr\.?|MÖ|π\.Χ\.|ق\.م\.?|לפנה[\"״]ס"
)
"""Years before Christ, after the year."""
_SINCE: Final = (
    r"A\.\s?D\.?|C\.\s?E\.?|Anno Domini|n\. ?(?:Chr|u\. ?Z)\.?|nach Christus|nach Christi Geburt"
    r"|apr(?:\.|ès) J(?:\.?-?C\.?|ésus-Christ)|de notre ère|d\. ?(?:de )?C\.?|después de Cristo|dopo Cristo"
    r"|н\. ?э\.|нашей эры|e\. ?Kr\.?|n\.e\.|n\. ?l\."
)
"""The same for years since."""
_REIGNS: Final = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_FIGURES: Final = "〇一二三四五六七八九"


def _alternatives(words: object) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))  # type: ignore[call-overload]


def _ymd(found: re.Match[str]) -> str:
    year, month, day = found["y"], found["m"], found["d"]
    number = int(month) if month.isdecimal() else _MONTH[key(month)]
    sign = "-" if found.groupdict().get("e") else ""
    return f" {sign}{year:0>4}-{number:02}" + (f"-{int(day):02} " if day else " ")


def _east(found: re.Match[str]) -> str:
    year, month, day = found["y"], found["m"], found["d"]
    parts = [f"{year:0>4}", *(f"{int(part):02}" for part in (month, day) if part)]
    return f" {'-'.join(parts)} "


def _reign(found: re.Match[str]) -> str:
    count = 1 if found[2] == "元" else int(found[2])
    return f" {_REIGNS[found[1]] + count}年"


_DAY: Final = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH_OF: Final = r"(?:0?[1-9]|1[0-2])"
_ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_ENGLISH: Final = rf"(?P<m>{quantities.MONTH})"
_BEGINS: Final = r"(?<![\w./-])"
_ENDS: Final = r"(?!\w|[./-]\d)"
_MONTHS_OF_A_YEAR: Final = 12


def _iso(year: str, month: int, day: str) -> str:
    return f"{year:0>4}-{month:02}" + (f"-{int(day):02}" if day else "")


def _in_order(found: re.Match[str]) -> str:
    """Write a date whose parts stand in an order that is known."""
    return _iso(found["y"], int(found["m"]), found["d"])


def _in_either_order(found: re.Match[str]) -> str:
    """Write a date of two numbers and a year where one number can be no month, or both are one."""
    first, second = int(found["a"]), int(found["b"])
    if first > _MONTHS_OF_A_YEAR >= second or first == second <= _MONTHS_OF_A_YEAR:
        return _iso(found["y"], second, found["a"])
    return _iso(found["y"], first, found["b"]) if second > _MONTHS_OF_A_YEAR >= first else found[0]


def _in_english(found: re.Match[str]) -> str:
    month = next(
        number for number, name in enumerate(quantities.MONTHS, 1)
        if name.startswith(found["m"][:3].title())
    )  # fmt: skip
    return _iso(found["y"], month, found["d"])


def _in_roman(found: re.Match[str]) -> str:
    return _iso(found["y"], _ROMAN.index(found["m"]) + 1, found["d"])


_ORDINALS: Final = (
    *value_names.ORDINALS,
    *("twenty-second", "twenty-third", "twenty-fourth", "twenty-fifth", "twenty-sixth"),
    *("twenty-seventh", "twenty-eighth", "twenty-ninth", "thirtieth", "thirty-first"),
)
_ORDINAL: Final = "|".join(sorted(_ORDINALS, key=len, reverse=True)).replace("-", "[ -]")


def _day_in_figures(found: re.Match[str]) -> str:
    """Write the day of a month in figures: *August fourteenth*."""
    ordinal = (found["d"] or found["e"]).lower().replace(" ", "-")
    return str(_ORDINALS.index(ordinal) + 1)


_WEEKDAYS: Final = """
monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag
samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miércoles
jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica segunda-feira
terça-feira quarta-feira quinta-feira sexta-feira maandag dinsdag woensdag donderdag vrijdag zaterdag
zondag mon tue wed thu fri sat sun
"""
_WEEKDAY: Final = "|".join(sorted(_WEEKDAYS.split(), key=len, reverse=True))
_IN_FIGURES: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(rf"{_BEGINS}(?P<y>\d{{4}})(?P<mark>[-/.])(?P<m>{_MONTH_OF})(?P=mark)(?P<d>{_DAY}){_ENDS}"),
     _in_order),
    (re.compile(rf"{_BEGINS}(?P<d>{_DAY})\. ?(?P<m>{_MONTH_OF})\. ?(?P<y>\d{{3,4}}){_ENDS}"), _in_order),
    (re.compile(rf"{_BEGINS}(?P<a>{_DAY})(?P<mark>[-/.])(?P<b>{_DAY})(?P=mark)(?P<y>\d{{4}}){_ENDS}"),
     _in_either_order),
    (re.compile(rf"{_BEGINS}(?P<d>)(?P<m>{_MONTH_OF})/(?P<y>\d{{4}}){_ENDS}"), _in_order),
    (re.compile(rf"{_BEGINS}(?P<d>{_DAY})[. ] ?(?P<m>{'|'.join(_ROMAN[::-1])})[. ] ?(?P<y>\d{{4}}){_ENDS}"),
     _in_roman),
    (re.compile(rf"{_BEGINS}(?P<d>{_DAY})(?:st|nd|rd|th)?(?:[-/.]|\. ){_ENGLISH}\.?[-/. ](?P<y>\d{{3,4}}){_ENDS}",
                re.I), _in_english),
    (re.compile(rf"{_BEGINS}{_ENGLISH}[-/](?P<d>{_DAY})[-/](?P<y>\d{{4}}){_ENDS}", re.I), _in_english),
    (re.compile(rf"{_BEGINS}(?P<y>\d{{4}})[-/, ] ?{_ENGLISH}[-/ ](?P<d>{_DAY})(?:st|nd|rd|th)?{_ENDS}", re.I),
     _in_english),
    (re.compile(rf"(?<!\w)(?:(?:on|an?|am|un|le|el|il)\s)?(?:{_WEEKDAY})(?:,|\.,?)?\s+"
                rf"(?:(?:the|den|dem|le|el|il|de)\s+)?(?=\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{quantities.MONTH})"
                rf"|(?:{quantities.MONTH})\.? (?:the )?\d|\d{{4}}-\d\d)", re.I), ""),
    (re.compile(rf"(?<=\d)\s?(?:,|\()\s?(?:(?:which was|it was|an?|ein|un)\s)?(?:{_WEEKDAY})(?:\)|(?!\w))", re.I), ""),
    (re.compile(rf"(?<!\w)(mid|early|late)- ?(?=\d|(?:{quantities.MONTH})(?!\w))", re.I), r"\1 "),
)  # fmt: skip
"""Dates in figures: the day first where full stops part them; else where only one order can be."""


_RULES: Final[tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]] = (
    (re.compile(rf"(?<!\w)(?P<d>{_ORDINAL})(?=(?: day)?(?: of)? (?:{quantities.MONTH})(?!\w))"
                rf"|(?:(?<=(?:{'|'.join(name[-3:] for name in quantities.MONTHS)}) ))(?P<e>{_ORDINAL})(?=,? \d{{3}})",
                re.I), _day_in_figures),
    (re.compile(rf"(?<=\d)\s?(?:{_BEFORE})(?!\w)", re.IGNORECASE), " BC"),
    (re.compile(r"(?<!\w)(?:BCE?|MÖ) ?(\d{1,4})(?![\d-])"), r"\1 BC"),
    (re.compile(r"(?<!\w)A\.? ?D\.? ?(\d{1,4})(?![\d-])"), r"\1 AD"),
    (re.compile(rf"(?<=\d)\s?(?:{_SINCE})(?!\w)"), " AD"),
    (re.compile(r"(?:公元前|紀元前|前)\s?(\d{1,4})\s?年?"), r"\1 BC "),
    (re.compile(r"기원전\s?(\d{1,4})\s?년?"), r"\1 BC "),
    (re.compile("[٬٫]"), lambda found: "," if found[0] == "٬" else "."),
    (re.compile(f"[{_FIGURES}零]{{4}}(?=年)"),
     lambda found: "".join(str(_FIGURES.find(one) if one != "零" else 0) for one in found[0])),
    (re.compile(rf"({_alternatives(_REIGNS)})(\d{{1,2}}|元)年"), _reign),
    (re.compile(r"(?:พ\.?\s?ศ\.?|พุทธศักราช)\s?(\d{4})"), lambda found: f"{int(found[1]) - 543} "),
    (re.compile(r"(?:ค\.?\s?ศ\.?|คริสต์ศักราช)\s?(?=\d{4})"), ""),
    (re.compile(r"(?<!\d)(?P<y>\d{3,4})\s?[年년](?:\s?(?P<m>1[0-2]|0?[1-9])\s?[月월]"
                r"(?:\s?(?P<d>[0-3]?\d)\s?[日號号일])?)?"), _east),
    (re.compile(rf"(?<!\w)(?:ngày )?(?P<d>[0-3]?\d)(?:st|nd|rd|th|\.|º|er|-?го|ה)?(?: day)?{_OF}\s+ב?(?P<m>{_NAME})\.?,?"
                rf"{_OF}\s*(?P<y>\d{{3,4}}|\d{{1,2}}(?= BC\b))(?!\d)(?P<e> BC\b)?(?:\s?г(?:ода|\.)?(?!\w))?", re.I), _ymd),
    (re.compile(rf"(?<!\w)(?P<d>)ב?(?P<m>{_NAME}),?{_OF}\s+(?P<y>\d{{4}})(?!\d)", re.I), _ymd),
    (re.compile(r"(?<=\d{4})\s?г(?:ода|оду|\.)?(?!\w)"), ""),
    *_IN_FIGURES,
    (re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)"), lambda found: found[0].replace(" ", "")),
    (re.compile(r"(?<![\d.,'])\d{1,3}(?:'\d{3})+(?![\d'])"), lambda found: found[0].replace("'", "")),
    (re.compile(r"(?<![\d.,])\d{1,2}(?:,\d{2})+,\d{3}(?!\d)"), lambda found: found[0].replace(",", "")),
    (re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3}){2,}(?![\d.])"), lambda found: found[0].replace(".", "")),
    (re.compile(r"(?<![\d.,])(\d+),(\d{1,2}|\d{4,})(?![\d,])"), r"\1.\2"),
)  # fmt: skip


def english(text: str) -> str:
    """A text in which the dates and numbers of other languages stand as English would have them.

    >>> english("le 3 mars 1952").split(), english("1952年3月3日").strip(), english("١٬٠٠٠")
    (['le', '1952-03-03'], '1952-03-03', '1,000')
    """
    if not text.isascii():
        text = re.sub(r"[^\x00-\x7f]", _figure, text)
    for rule, instead in _RULES:
        text = rule.sub(instead, text)
    return numerals.english(text)


_SHORT: Final = re.compile(
    rf"(?<!\w)((?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{quantities.MONTH})\.?|(?:{quantities.MONTH})\.? "
    r"(?:the )?\d{1,2}(?:st|nd|rd|th)?),? \d{1,2})(?!\w|[.:]\d| ?(?:BC|AD|CE|B\.|A\.))",
    re.I,
)


def with_era(text: str) -> str:
    """A text in which days of years of one or two figures say that these are of the first century.

    >>> with_era("on 15 December 37.")
    'on 15 December 37 AD.'
    """
    return _SHORT.sub(r"\1 AD", text)


def _figure(found: re.Match[str]) -> str:
    digit = unicodedata.decimal(found[0], -1)
    return str(digit) if digit >= 0 else found[0]
