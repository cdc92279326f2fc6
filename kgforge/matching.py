"""Whether what a model answered is one of the accepted answers.

*Strict* (the default) compares whole answers after both were brought to one form: Unicode NFKC,
case folded, white space single, quotation marks, brackets and closing punctuation around the
answer taken away, typographic apostrophes and hyphens as on a keyboard, invisible marks and vowel
signs of Hebrew and Arabic removed, Turkish *ı* and *İ* as *i*.
So *York* is not *New York*, *male* not *female*, *Niger* not *Nigeria*, and *Washington, D.C.*
and *Saint-Denis* survive. Accents and articles count: *Sao Paulo* is *São Paulo* only where the
accepted answers say so; in some languages they part two names, and aliases carry the rest.

*Legacy* is what published evaluations do: lower case, ASCII punctuation and the articles taken
away, the first line alone, and a hit when one text contains the other, so that *male* matches
*female*. It stands here for comparison.

An answer that is empty, or becomes so, matches nothing.
"""

import re
import string
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

_OPENING: Final = "\"'`*_([{<«‹“‘„‚¿¡「『【《〈"
_CLOSING: Final = "\"'`*_)]}>»›”’」』】》〉.,;:!?…。、，؟،؛।"
_KEYBOARD: Final = str.maketrans(
    dict.fromkeys("’‘‛ʼ′", "'") | dict.fromkeys("“”„‟″", '"') | dict.fromkeys("‐‑‒–—−", "-")
)
_INVISIBLE: Final = str.maketrans(
    "",
    "",
    "\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff",
)
_MARKS: Final = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0656-\u065f"
    "\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200c\u200d]"
    "|(?<=i)\u0307"
)
"""Vowel signs of Hebrew and Arabic, its drawn-out line, joiners; the dot of a small *İ*."""
_NO_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)
_ARTICLE: Final = re.compile(r"\b(?:a|an|the)\b")
PRONOUNS: Final = frozenset(
    """
    he him his she her hers it its they them their theirs this that these those who whom whose
    which what i me my mine we us our ours you your yours himself herself itself themselves
    er ihn ihm sein seine sie ihr ihre ihnen es dieser diese dieses welcher welche welches
    il elle lui leur ils elles celui celle ceux celles qui que dont
    él ella ello ellos ellas su sus este esta esto quien quienes
    lei esso essa essi esse loro egli
    """.split()  # noqa: SIM905
)
"""Words by which a sentence points at an entity without naming it (en, de, fr, es, it)."""


def matches(response: str, answers: Iterable[str], *, legacy: bool = False) -> bool:
    """Whether a response is one of the accepted answers (names, with their aliases).

    >>> matches("paris.", ["Paris", "City of Light"])
    True
    >>> matches("York", ["New York"]), matches("York", ["New York"], legacy=True)
    (False, True)
    """
    return matched(response, accepted(answers, legacy=legacy), legacy=legacy)


def accepted(answers: Iterable[str], *, legacy: bool = False) -> frozenset[str]:
    """The accepted answers in the form that ``matched`` compares, made once for many responses."""
    form = _legacy_form if legacy else normalised
    return frozenset(filter(None, map(form, answers)))


def matched(response: str, forms: frozenset[str], *, legacy: bool = False) -> bool:
    """Whether a response is among accepted answers that were brought into form before."""
    if not legacy:
        return normalised(response) in forms
    said = _legacy_form(response)
    return bool(said) and any(form in said or said in form for form in forms)


def rank(responses: Sequence[str], forms: frozenset[str], *, legacy: bool = False) -> int | None:
    """The position, from 1, of the first response that is accepted; None when none is."""
    for position, response in enumerate(responses, start=1):
        if matched(response, forms, legacy=legacy):
            return position
    return None


@lru_cache(maxsize=1 << 16)
def normalised(text: str) -> str:
    """The form in which strict matching compares answers; empty for an empty answer.

    An answer that is punctuation throughout keeps it.

    >>> normalised(" “Washington,  D.C.” ")
    'washington, d.c'
    """
    if text.isascii():  # which has one form alone
        plain = " ".join(text.lower().split())
    else:
        seen = unicodedata.normalize("NFKC", text.translate(_INVISIBLE))
        folded = unmarked(unicodedata.normalize("NFKC", seen.casefold()))
        plain = " ".join(folded.translate(_KEYBOARD).split())
    return _bare(plain) or plain


def unmarked(text: str) -> str:
    """A text in small letters without marks that writers leave out, and no name is told by.

    These are the vowel signs of Hebrew and Arabic (not the hamza), the line that draws Arabic out,
    and joiners that cannot be seen. The four letters *I* of Turkish are one: in capitals and small
    letters of unknown language they cannot be told apart.

    >>> unmarked("İstanbul".casefold()), unmarked("IĞDIR".casefold()), unmarked("ığdır")
    ('istanbul', 'iğdir', 'iğdir')
    """
    return text if text.isascii() else _MARKS.sub("", text).replace("ı", "i")


@lru_cache(maxsize=1 << 16)
def same(text: str) -> str:
    """What texts share that differ in white space, case or the forms of Unicode alone.

    >>> same("Caf\u00e9  Noir") == same("cafe\u0301 NOIR")
    True
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


@lru_cache(maxsize=1 << 17)
def folded(text: str) -> str:
    """The form of strict matching without accents besides, for what must not be nearly the same.

    >>> folded("São Paulo")
    'sao paulo'
    """
    plain = normalised(text)
    if plain.isascii():
        return plain
    parted = unicodedata.normalize("NFKD", plain)
    return "".join(mark for mark in parted if not unicodedata.combining(mark))


def plain(text: str) -> str:
    """A text in one form of Unicode, with a keyboard's quotation marks and hyphens, none invisible.

    >>> plain("Saint\u2010Denis\u200f")
    'Saint-Denis'
    """
    return unicodedata.normalize("NFKC", text.translate(_INVISIBLE)).translate(_KEYBOARD)


def unseparated(name: str) -> str:
    """A name without case and separators, for names of classes and relations.

    >>> unseparated("birth_Place") == unseparated("birthPlace") == unseparated("Birth place")
    True
    """
    return re.sub(r"[\s_-]", "", name.casefold())


def _bare(text: str) -> str:
    """Without what may stand around an answer; ``C#``, ``C++`` and ``-5`` keep what is theirs."""
    while True:
        inner = text.lstrip(_OPENING).rstrip(_CLOSING).strip()
        if inner == text:
            return inner
        text = inner


@lru_cache(maxsize=1 << 16)
def _legacy_form(text: str) -> str:
    line = text.strip().partition("\n")[0].lower().translate(_NO_PUNCTUATION)
    return " ".join(_ARTICLE.sub(" ", line).split())
