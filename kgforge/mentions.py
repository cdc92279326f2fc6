"""Where a text names something: as whole words, in scripts with spaces and without.

Case, Unicode's forms, typographic marks, invisible marks, vowel signs of Hebrew and Arabic and the
width of spaces do not count, as in ``matching``. A name of at most three letters has to have its
own case, but for a capital at its beginning: *US* is not *us*.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

from kgforge import matching
from kgforge.spans import Span
from kgforge.verdicts import affixes, spelling

_WORD: Final = re.compile(r"[0-9](?:[0-9.,]*[0-9])?|[^\W_]+")
_SHORT: Final = 3
_HANGUL: Final = re.compile("[가-힣]+")
_KATAKANA: Final = re.compile("[゠-ヿ]+")
_BEFORE: Final = frozenset(chain.from_iterable(affixes.PROCLITICS.values()))
_REACH: Final = 40
"""In so many characters before a name is what is written on, with its vowel signs."""
_HYPHENS: Final = "-‐‑"
_POINTS: Final = ".,"


def found(text: str, name: str, *, hyphened: bool = True) -> list[Span]:
    """Where a text has a name, from left to right.

    Without *hyphened*, a word that a hyphen joins to another is not a name.

    >>> found("New York is not York.", "York"), found("Yorkshire", "York")
    ([(4, 8), (16, 20)], [])
    >>> found("東京は日本の首都です。", "日本"), found("서울은 수도이다", "서울")
    ([(3, 5)], [(0, 2)])
    >>> found("Rhine-Westphalia", "Rhine", hyphened=False), found("in 1,952", "952")
    ([], [])
    """
    letters, places = _folded(text)
    wanted = _folded(name)[0].strip()
    return [
        span
        for span in _spans(letters, places, wanted)
        if _in_case(text[slice(*span)], name, wanted) and _is_whole(text, span, hyphened=hyphened)
    ]


def templated(text: str, name: str, mark: str) -> str:
    """A text with a mark in the place of a name; as it is, where the name is not there just once.

    It stands there as it is written, so that the name in the place of the mark gives the text.

    >>> templated("Where is York?", "York", "[X]"), templated("Where is Yorkshire?", "York", "[X]")
    ('Where is [X]?', 'Where is Yorkshire?')
    """
    spans = found(text, name)
    if [text[slice(*one)] for one in spans] != [name]:
        return text
    [(start, end)] = spans
    return f"{text[:start]}{mark}{text[end:]}"


def nearly(text: str, names: Iterable[str]) -> bool:
    """Whether a text has one of some names but for accents, and for what joins its words.

    It is for what must not be named: *Al-Khor* is nearly *Al Khor*, and *Sao Paulo* *São Paulo*.
    Names of at most three letters are told by ``found`` alone.

    >>> nearly("Sao Paulo is large.", ["São Paulo"]), nearly("0.0252 m", ["0.02"])
    (True, False)
    """
    words = _words(text)
    long = (_words(one) for one in names if len(one) > _SHORT)
    return any(name.strip() and name in words for name in long)


def _words(text: str) -> str:
    """The words of a text without accents, each between spaces; a number is one word."""
    parted = unicodedata.normalize("NFKD", matching.plain(text).casefold())
    bare = "".join(mark for mark in parted if not unicodedata.combining(mark))
    return f" {' '.join(_WORD.findall(bare))} "


def _spans(letters: str, places: list[Span], wanted: str) -> Iterator[Span]:
    """Where the letters are, if they begin and end with whole characters of the text."""
    at = letters.find(wanted) if wanted else -1
    while at >= 0:
        end = at + len(wanted)
        begins = at == 0 or places[at - 1] != places[at]
        if begins and (end == len(places) or places[end - 1] != places[end]):
            yield places[at][0], places[end - 1][1]
            at = letters.find(wanted, end)
        else:
            at = letters.find(wanted, at + 1)


@lru_cache(maxsize=256)
def _folded(text: str) -> tuple[str, list[Span]]:
    """A text without what does not count, and where each of its letters comes from."""
    letters: list[str] = []
    places: list[Span] = []
    for start, end in _characters(text):
        one = matching.plain(text[start:end])
        folded = matching.unmarked(unicodedata.normalize("NFKC", one.casefold()))
        if one.isspace():
            folded = "" if letters[-1:] == [" "] else " "
        letters += folded
        places += [(start, end)] * len(folded)
    return "".join(letters), places


def _characters(text: str) -> Iterator[Span]:
    """Each letter with the marks that stand on it."""
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or not unicodedata.combining(text[end]):
            yield start, end
            start = end


def _in_case(said: str, name: str, wanted: str) -> bool:
    """Whether a name has its case, where that matters."""
    if len(wanted) > _SHORT:
        return True
    plain = matching.unmarked(matching.plain(name).strip())
    return matching.unmarked(matching.plain(said)) in (plain, plain[:1].upper() + plain[1:])


def _is_whole(text: str, span: Span, *, hyphened: bool) -> bool:
    """Whether no letter, figure or mark beside a name belongs to the same word."""
    start, end = span
    name, before, after = text[start:end], text[:start], text[end:]
    return (_may_begin(before, name) or _is_proclitic(before)) and (
        (_may_end(name, after) or _is_particle(name, after))
        and (hyphened or not (_joined(before[::-1]) or _joined(after)))
    )


def _may_begin(before: str, name: str) -> bool:
    if not before or not _is_part(name[0]):
        return True
    if name[0].isdigit() and len(before) > 1 and before[-1] in _POINTS:
        return not before[-2].isdigit()
    return _parted(before[-1], name[0])


def _may_end(name: str, after: str) -> bool:
    if not after or not _is_part(name[-1]):
        return True
    if name[-1].isdigit() and len(after) > 1 and after[0] in _POINTS:
        return not after[1].isdigit()
    return not _is_mark(after[0]) and _parted(name[-1], after[0])


def _parted(left: str, right: str) -> bool:
    """Whether a word may end between two characters."""
    if not (_is_part(left) and _is_part(right)):
        return True
    if _KATAKANA.fullmatch(left + right):
        return False
    return any(spelling.UNPARTED.fullmatch(one) for one in (left, right))


def _is_part(character: str) -> bool:
    return character.isalnum() or character == "_" or _is_mark(character)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _is_particle(name: str, after: str) -> bool:
    """Whether what is written on at the end of a name is a Korean particle."""
    run = _HANGUL.match(after)
    return bool(run and _HANGUL.fullmatch(name[-1]) and run[0] in affixes.JOSA)


def _is_proclitic(before: str) -> bool:
    """Whether what stands at the beginning is a word of Arabic or Hebrew that is written on."""
    run = re.search(r"[^\W\d_]+$", matching.unmarked(before[-_REACH:]))
    return bool(run) and spelling.key(run[0] if run else "") in _BEFORE


def _joined(beside: str) -> bool:
    """Whether a hyphen and a letter stand beside a name."""
    return len(beside) > 1 and beside[0] in _HYPHENS and beside[1].isalnum()
