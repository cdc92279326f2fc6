"""In which script a text is written, and whether a language is written in it.

A language that is not listed is written in Latin letters. Scripts are told by the names that
Unicode gives its letters, whose first word is the script.
"""

import unicodedata
from functools import cache
from typing import Final

_LATIN: Final = frozenset({"LATIN"})
_WRITTEN: Final = {
    "CYRILLIC": "ru uk be bg sr mk kk ky mn tg tt ba cv os ce udm mhr sah tyv",
    "ARABIC": "ar fa ur ps sd ug ckb arz azb pnb ary skr ks",
    "HEBREW": "he iw yi lad",
    "GREEK": "el grc",
    "DEVANAGARI": "hi mr ne sa mai bho new gom",
    "BENGALI": "bn as bpy mni",
    "GURMUKHI": "pa",
    "GUJARATI": "gu",
    "ORIYA": "or",
    "TAMIL": "ta",
    "TELUGU": "te",
    "KANNADA": "kn tcy",
    "MALAYALAM": "ml",
    "SINHALA": "si",
    "THAI": "th",
    "LAO": "lo",
    "MYANMAR": "my shn mnw",
    "KHMER": "km",
    "TIBETAN": "bo dz",
    "GEORGIAN": "ka xmf",
    "ARMENIAN": "hy hyw",
    "ETHIOPIC": "am ti",
    "HANGUL": "ko",
    "CJK": "zh ja ko yue wuu lzh gan hak",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "BOPOMOFO": "zh",
    "LATIN": "sr kk tg tt ug lad",
}
"""Each script, with the languages that are written in it; in several, if several name them."""
_MORE: Final = {"KATAKANA-HIRAGANA": "KATAKANA", "IDEOGRAPHIC": "CJK", "FULLWIDTH": "LATIN"}
"""Scripts that Unicode names otherwise as well."""


@cache
def of_language(tag: str) -> frozenset[str]:
    """The scripts that a language is written in.

    >>> sorted(of_language("ru")), sorted(of_language("sr")), sorted(of_language("cs"))
    (['CYRILLIC'], ['CYRILLIC', 'LATIN'], ['LATIN'])
    """
    language = tag.lower().partition("-")[0]
    found = {script for script, listed in _WRITTEN.items() if language in listed.split()}
    return frozenset(found) or _LATIN


def of_text(text: str) -> frozenset[str]:
    """The scripts of the letters of a text; none where it has no letter.

    >>> sorted(of_text("Київ 2")), of_text("1962-03-11")
    (['CYRILLIC'], frozenset())
    """
    return frozenset(map(_of_letter, filter(str.isalpha, text)))


def fits(text: str, language: str) -> bool:
    """Whether a text has a letter in a script of the language, or no letter at all.

    >>> fits("Kyjev", "ru"), fits("Киев", "ru"), fits("X-ray-анализ", "ru"), fits("42", "ru")
    (False, True, True, True)
    """
    found = of_text(text)
    return not found or not found.isdisjoint(of_language(language))


@cache
def _of_letter(letter: str) -> str:
    first = unicodedata.name(letter, "").partition(" ")[0]
    return _MORE.get(first, first)
