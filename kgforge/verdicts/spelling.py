"""One spelling for words that readers take for the same, in the scripts of the world.

What differs between two writings of one word, and makes no other word of it, is taken away: case,
Unicode's forms, the vowel signs of Arabic and Hebrew, letters that are drawn out, the hamza on an
alef, the dots under and over Arabic's last letters (as Lucene's ``ArabicNormalizer`` has it), the
nukta of Devanagari, *ё*, the dots of Turkish *i*. Accents of Latin and Greek stay; but they may be
left out of an answer (``variants``), as keyboards, capitals and tired writers do.
"""

import itertools
import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

from kgforge import matching

_MARKS: Final = "".join(
    chr(code)
    for code in (*range(0x300, 0x3100), *range(0xFE20, 0xFE30))
    if unicodedata.category(chr(code)).startswith("M")
)
SPACELESS: Final = (
    r"\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3007\u3040-\u30fa\u30fc-\u30ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
)
"""Scripts whose words are not parted by spaces: Thai, Lao, Burmese, Khmer, Han, kana."""
UNPARTED: Final = re.compile(f"[{SPACELESS}]+")
WORD: Final = re.compile(rf"[{SPACELESS}]+|(?:(?![{SPACELESS}])[^\W_]|[{_MARKS}])+[+#]*|&")
"""A word; in scripts without spaces, all letters in a row."""

_OPTIONAL: Final = re.compile(
    "[\u0307\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670"
    "\u06d6-\u06ed\u093c\u200c\u200d]"
)
_ALIKE: Final = str.maketrans("أإآٱىيئؤكةёәґı", "ااااییءءکهеәґi")
_ARTICLES: Final = frozenset({"the", "a", "an"})
_UMLAUTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_PLAIN: Final = str.maketrans(
    {"ı": "i", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h"}
)
_ACCENTED: Final = re.compile("[\u00aa-\u024f\u0370-\u03ff\u1e00-\u1fff]")
"""Letters of Latin and Greek that may have accents; elsewhere a mark makes another letter."""


def key(word: str) -> str:
    """A word as it is compared.

    >>> key("STRASSE") == key("Straße"), key("بَارِيس") == key("باريس"), key("Peña") == key("Pena")
    (True, True, False)
    """
    if word.isascii():
        return word.lower()
    return _key(word)


@lru_cache(maxsize=1 << 16)
def _key(word: str) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", word).casefold())
    return unicodedata.normalize("NFC", _OPTIONAL.sub("", folded)).translate(_ALIKE)


def words(text: str) -> list[str]:
    """The words of a text, each as it is compared.

    >>> words("Washington, D.C.")
    ['washington', 'd', 'c']
    """
    return [key(found) for found in WORD.findall(matching.plain(text))]


def spoken(text: str) -> str:
    """The words of a text as they are compared, parted by spaces."""
    return " ".join(words(text))


@cache
def variants(name: str) -> tuple[str, ...]:
    """How the letters of a name may be written: as they are, without accents, without umlauts.

    An English article at its beginning may be left out, where more than three letters are left.

    >>> variants("São Paulo"), variants("Köln")
    (('sãopaulo', 'saopaulo'), ('köln', 'koln', 'koeln'))
    """
    said = words(name)
    every = ["".join(said)]
    if len(said) > 1 and said[0] in _ARTICLES and len(every[0]) - len(said[0]) > 3:
        every.append("".join(said[1:]))
    forms = [(one, unaccented(one), one.translate(_UMLAUTS)) for one in every]
    return tuple(dict.fromkeys(itertools.chain.from_iterable(forms)))


def unaccented(letters: str) -> str:
    """Letters of Latin and Greek without their accents; what else there is stays."""
    return "".join(map(_unaccented, letters)).translate(_PLAIN)


@lru_cache(maxsize=4096)
def _unaccented(letter: str) -> str:
    if not _ACCENTED.match(letter):
        return letter
    parts = unicodedata.normalize("NFD", letter)
    return "".join(part for part in parts if not unicodedata.combining(part))


# ── Endings ─────────────────────────────────────────────────────────────────────────────────────
_ENDINGS: Final = (
    ("ия", "ии ию ией"),
    ("ий", "ого ому им ом ия ию ием ии"),
    ("ый", "ого ому ым ом"),
    ("ая", "ой ую"),
    ("а", "ы и е у ой ою"),
    ("я", "и е ю ей"),
    ("о", "а у ом е"),
    ("ь", "и я ю ем ью е"),
    ("й", "я ю ем е"),
    ("бвгдзклмнпрстфх", "а у ом е"),
    ("жцчшщ", "а у ем е"),
    ("ος", "ου ο ον"),
    ("ας", "α"),
    ("ης", "η"),
    ("άς", "ά"),
    ("ής", "ή"),
    ("ός", "ού ό όν"),
    ("α", "ας"),
    ("η", "ης"),
    ("ά", "άς"),
    ("ή", "ής"),
)
"""Endings of names in the nominative, Slavic in Cyrillic script and Greek, and in other cases. A
row of consonants stands for a stem that has no ending."""


def inflected(letters: str) -> Iterator[str]:
    """The other cases of a name of one word, in Cyrillic and Greek script.

    >>> sorted(inflected("париж")), list(inflected("paris"))
    (['парижа', 'париже', 'парижем', 'парижу'], [])
    """
    last = letters[-1:]
    for ending, others in _ENDINGS:
        is_stem = len(ending) > 2 and last in ending
        if len(letters) > 3 and (is_stem or letters.endswith(key(ending))):
            stem = letters if is_stem else letters[: -len(ending)]
            yield from (stem + key(other) for other in others.split())
            return
