"""Invented facts: the names of a sentence and its triples swapped for names that nobody has.

A benchmark's sentences may have been read by the model that is tested on them. *Text2KGBench*,
section 3.1, therefore has an unseen variant, whose facts are invented; here they are made from the
seen ones. A ``Fiction`` swaps word by word, and always in the same way, so that an entity has one
name throughout a benchmark, *Austin, Texas* lies in what *Texas* has become, and *Mills* is still
the surname of *John Mills*:

- What is named is invented: what has a capital letter or a number. Common nouns, as the genre
  *jazz*, stay.
- A word becomes an invented word in the same case; a single letter another one, but for *A* and *I*
  before a word. Names so keep their number of words and their case pattern.
- Words that say what a thing is (those of the types that are given, and ``_KIND``) and little words
  stay: *University of Burgundy* becomes another *University of* something.
- A year from 1100 to 2100 becomes one that is earlier by the same number of years for all, so that
  nothing ends before it begins; in a date, day and month change besides, at the precision given.
  The first of January, which often stands for a whole year, stays so, and so does January alone.
- Another number becomes one with as many significant digits, and the zeros that follow them; *th*
  behind it becomes what the new one has, a word of scale (*million*) or a unit in brackets stays.

Everything follows from the seed by SHA-256, and from no list of names: a library's lists hold real
names and change with its versions.
"""

import hashlib
import operator
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from kgforge import spans
from kgforge.extraction import tokens
from kgforge.extraction.tokens import SCALED, TOKEN
from kgforge.matching import PRONOUNS
from kgforge.quantities import MONTHS, Date, written_date, written_dates
from kgforge.schema import TextTriple
from kgforge.spans import Span

_LITTLE: Final = frozenset(
    """
    a an the of and or in on at for to by from with as is was are not no vs
    de la le les du des del della di da do dos der die das den von van zu el los las al y e et und
    """.split()  # noqa: SIM905
)
_KIND: Final = frozenset(
    """
    academy airport album army association award bank battle book bridge building canal castle
    cathedral championship channel church city club college committee company corporation council
    country county court cup dam department district empire expedition family festival film
    foundation government hall hospital house institute international island islands kingdom lake
    language league library magazine medal mission mountain mountains museum national network
    newspaper ocean office opera orchestra order palace park party people press prize province
    record records region regional republic river road school sea series song stadium state states
    station street studio studios team theatre tower town trophy union university valley village war
    world
    """.split()  # noqa: SIM905
)
"""Head nouns of names."""

_ARTICLE: Final = re.compile(r"[AI][\s_]+[^\W\d_]{2}")
"""A capital letter that is no initial, and what follows it."""
_ONSETS: Final = "b br d dr f fl g gl h j k kl l m n p pr r s sk t tr v z".split()  # noqa: SIM905
_VOWELS: Final = ("a", "e", "i", "o", "u", "ai", "ei")
_CODAS: Final = ("k", "l", "m", "n", "nd", "r", "rn", "s", "sk", "th", "x")
_LONG: Final = 6
"""Words of more letters get three syllables."""
_FIRST_YEAR: Final = 1100
_LAST_YEAR: Final = 2100

INVENTED: Final = "invented"
KEPT: Final = "common nouns"
"""What is counted of the subjects and objects of a text whose names were swapped."""


class Name(Struct, frozen=True):
    """A subject or object: by what names a sentence may call it."""

    label: str
    """The name that stands in the triple."""
    aliases: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()
    """Where the sentence speaks of it, if that is known; what is found by name is added."""


class Statement(Struct, frozen=True):
    """A triple of a sentence."""

    subject: Name
    relation: str
    object: Name


class Swapped(Struct, frozen=True):
    """A sentence with its triples, all names swapped."""

    text: str
    triples: tuple[TextTriple, ...]


class Refused(Struct, frozen=True):
    """Why a sentence cannot be swapped."""

    reason: str
    """Without particulars, to be counted by."""


class Fiction:
    """The invented names of one benchmark."""

    def __init__(
        self,
        seed: int,
        known: Iterable[str],
        types: Iterable[str] = (),
        common: Iterable[str] = (),
    ) -> None:
        """Invent a word for each of a benchmark's.

        *known* are all its names and sentences: none of their words is invented, so that no
        invented name is a real one of the benchmark. *types* are labels of types (*film award*),
        whose words stay; *common* are names that are common nouns in spite of a capital letter.
        """
        self._seed = seed
        self._common = frozenset(common)
        self._kept = frozenset(tokens.words(types)) | _LITTLE | _KIND | PRONOUNS
        texts = frozenset(known)
        self._real = frozenset(text.casefold() for text in texts)
        self._known = frozenset(tokens.words(texts)) | self._kept
        self._invented: dict[str, str] = {}
        taken: set[str] = set()
        for word in sorted(self._known - self._kept):
            self._invented[word] = self._invent(word, taken)
            taken.add(self._invented[word])
        self._years = 3 + self._number("years") % 15
        self._days = 1 + self._number("days") % 27
        self._months = 1 + self._number("months") % 11

    # ── One name ────────────────────────────────────────────────────────────────────────────────
    def name(self, text: str) -> str:
        """What a name becomes: a date, or words and numbers, with all marks between as they are.

        >>> Fiction(1, ["Ulm Airport"]).name("Ulm_Airport") != "Ulm_Airport"
        True
        """
        core, when = tokens.core(text), written_date(text)
        if core != text:
            return text.replace(core, self.name(core), 1)
        if when is None:
            return TOKEN.sub(self._token, text)
        return spans.edited(text, self._of_date(when, text))

    def is_common(self, name: str) -> bool:
        """Whether a name is a common noun, which stays.

        >>> Fiction(1, []).is_common("jazz"), Fiction(1, []).is_common("5 jazz clubs")
        (True, False)
        """
        return name in self._common or (name.islower() and not any(map(str.isdecimal, name)))

    def label(self, name: str) -> str:
        """What the name of a subject or object becomes: itself where it is a common noun."""
        return name if self.is_common(name) else self.name(name)

    def is_own(self, found: re.Match[str]) -> bool:
        """Whether a word or number of a name is swapped: little words and kinds are not."""
        token = found.group()
        if token[0].isdecimal():
            return any(mark.isdecimal() and int(mark) for mark in token)
        if len(token) == 1:
            return _is_letter(token) and not _ARTICLE.match(found.string, found.start())
        if SCALED.match(found.string, found.start()):
            return False
        return token.isupper() or token.casefold() not in self._kept

    def _own(self, text: str) -> list[str]:
        return [found.group() for found in TOKEN.finditer(text) if self.is_own(found)]

    def _token(self, found: re.Match[str]) -> str:
        token = found.group()
        if not self.is_own(found):
            return token
        if token[0].isdecimal():
            return self._figure(token)
        if len(token) == 1:
            return self._letter(token)
        return tokens.cased(self._word(token.casefold()), token)

    def _letter(self, token: str) -> str:
        shift = 1 + self._number("letters") % 25
        return chr((ord(token) - ord("A") + shift) % 26 + ord("A"))

    def _word(self, word: str) -> str:
        return self._invented.get(word) or self._invent(word, set(self._invented.values()))

    def _invent(self, word: str, taken: set[str]) -> str:
        attempts = (_spoken(word, self._number(f"{word}\0{salt}")) for salt in range(1 << 16))
        return next(each for each in attempts if each not in taken and each not in self._known)

    # ── Dates and numbers ───────────────────────────────────────────────────────────────────────
    def _figure(self, token: str) -> str:
        """Another number; marks and zeros at the ends stay where they are."""
        if not token[-1].isdecimal():
            number = self._figure(token[:-2])
            return number + tokens.cased(tokens.ending(int(number.replace(",", ""))), token[-2:])
        digits = [mark for mark in token if mark.isdecimal()]
        if _is_year(token):
            digits[:4] = str(int("".join(digits[:4])) - self._years)
            return tokens.filled(token, digits)
        start = next(place for place, digit in enumerate(digits) if digit != "0")
        end = max(place for place, digit in enumerate(digits) if digit != "0")
        for place in range(start, end + 1):
            shift = 1 + self._number(f"digit {place - start}") % 8
            digit = int(digits[place])
            ends = place in (start, end)
            digits[place] = str((digit - 1 + shift) % 9 + 1 if ends else (digit + shift) % 10)
        return tokens.filled(token, digits)

    def _moved(self, when: Date) -> Date:
        if when.month == 1 and when.day < 2:
            return when._replace(year=when.year - self._years)
        month = when.month and (when.month - 1 + self._months) % 12 + 1
        day = when.day and (when.day - 1 + self._days) % 28 + 1
        return Date(when.year - self._years, month, day)

    def _number(self, what: str) -> int:
        return _hashed(self._seed, what)

    # ── One sentence ────────────────────────────────────────────────────────────────────────────
    def swap(self, text: str, statements: Iterable[Statement]) -> Swapped | Refused:
        """A sentence and its triples with all names swapped, or why that cannot be done.

        Each subject and object must stand in the sentence: at its span, or by its label or an
        alias, as whole words in any case. What is left over of a name elsewhere in the sentence (a
        surname) is swapped with it. Common nouns stay, and need not stand there.
        """
        facts = tuple(statements)
        if not facts:
            return Refused("no triples")
        ends = [end for fact in facts for end in _ends(fact)]
        named = [(role, name) for role, name in ends if not self.is_common(name.label)]
        if not named:
            return Refused("its triples name nothing")
        found = self._all_edits(named, text)
        if isinstance(found, Refused):
            return found
        edits = spans.apart(found | dict(self._rest([name for _, name in named], text)))
        if self._clashes(text, edits):
            return Refused("an invented name stands in the sentence already")
        after = spans.edited(text, edits)
        kept = [name.label for _, name in ends if self.is_common(name.label)]
        if any(tokens.says(text, label) and not tokens.says(after, label) for label in kept):
            return Refused("a common noun stands in a name alone")
        triples = tuple(
            TextTriple(self.label(fact.subject.label), fact.relation, self.label(fact.object.label))
            for fact in facts
        )
        return Swapped(after, triples)

    def _all_edits(self, named: Iterable[tuple[str, Name]], text: str) -> dict[Span, str] | Refused:
        edits: dict[Span, str] = {}
        for role, name in named:
            if not self._own(tokens.core(name.label)):
                return Refused(f"the {role}'s name has no word of its own")
            found = dict(self._edits(name, text))
            if not found:
                return Refused(f"the {role} is not in the sentence")
            if self._is_real(name.label):
                return Refused("an invented name is a real one")
            edits |= found
        return edits

    def _is_real(self, label: str) -> bool:
        """Whether a name of letters and numbers alone (*A 4*) becomes another that there is."""
        new = self.name(label)
        return (
            written_date(label) is None
            and not tokens.is_figure(label)
            and new.casefold() in self._real
        )

    def _edits(self, name: Name, text: str) -> Iterator[tuple[Span, str]]:
        """Where a name stands in a text, token by token, with what stands there afterwards."""
        for form in (name.label, *name.aliases):
            yield from self._of_form(tokens.core(form), text)
        own = {word for form in (name.label, *name.aliases) for word in tokens.words([form])}
        for start, end in name.spans:
            there = self._own(text[start:end])
            if there and all(token.casefold() in own for token in there):
                yield from self._tokens(text, start, end)
            elif any(token[0].isupper() for token in there) and not written_date(name.label):
                yield (start, end), self.name(name.label)

    def _of_form(self, form: str, text: str) -> Iterator[tuple[Span, str]]:
        if when := written_date(form):
            yield from self._of_date(when, text).items()
            return
        for match in re.finditer(rf"(?=({tokens.pattern(form)}))", text, re.IGNORECASE):
            if all(map(operator.eq, self._owns(match[1]), self._owns(form))):
                yield from self._tokens(text, *match.span(1))

    def _of_date(self, when: Date, text: str) -> dict[Span, str]:
        """Where a text has a date; if nowhere, where another of its month, or else of its year."""
        said, new = written_dates(text), self._moved(when)
        for precision in range(sum(map(bool, when)), 0, -1):
            edits = {
                span: _like(found, Date(*new[:precision], *self._moved(there)[precision:]))
                for span, (found, there) in said.items()
                if there[:precision] == when[:precision]
            }
            if edits:
                return edits
        return {}

    def _owns(self, form: str) -> list[bool]:
        return [self.is_own(token) for token in TOKEN.finditer(form)]

    def _tokens(self, text: str, start: int, end: int) -> Iterator[tuple[Span, str]]:
        for token in TOKEN.finditer(text[start:end]):
            if self.is_own(token):
                yield (start + token.start(), start + token.end()), self._token(token)

    def _rest(self, swapped: Iterable[Name], text: str) -> Iterator[tuple[Span, str]]:
        """Words of the names that stand elsewhere in the sentence, with a capital letter."""
        names = [tokens.core(name.label) for name in swapped]
        own = set(tokens.words(name for name in names if not written_date(name)))
        for found in TOKEN.finditer(text):
            word = found.group()
            named = len(word) > 1 and word[0].isupper() and word.casefold() in own
            if named and self.is_own(found):
                yield found.span(), self._token(found)

    def _clashes(self, text: str, edits: dict[Span, str]) -> bool:
        """Whether an invented word is within another word, or an invented number a number there."""
        rest = spans.edited(text, dict.fromkeys(edits, "\0")).casefold()
        news = {token for new in edits.values() for token in TOKEN.findall(new)}
        words = {token.casefold() for token in news if len(token) > 1 and not token[0].isdecimal()}
        invented = {word for word in words if word not in self._known}
        if any(word in rest for word in invented):
            return True
        if any(one != other and one in other for one in invented for other in invented):
            return True
        numbers = {token for token in news if token[0].isdecimal()}
        return bool(numbers & set(TOKEN.findall(rest)))


def _ends(fact: Statement) -> tuple[tuple[str, Name], tuple[str, Name]]:
    return ("subject", fact.subject), ("object", fact.object)


# ── Words ───────────────────────────────────────────────────────────────────────────────────────
def _is_letter(token: str) -> bool:
    """Whether a token is an initial; the *s* after an apostrophe is none."""
    return token.isascii() and token.isupper()


def _is_year(token: str) -> bool:
    whole, _, part = token.replace(",", "").partition(".")
    return len(whole) == 4 and not part.strip("0") and _FIRST_YEAR <= int(whole) <= _LAST_YEAR


def _hashed(seed: int, what: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}\0{what}".encode()).digest()[:16])


def _spoken(word: str, number: int) -> str:
    """An invented word of two syllables, or of three for a long word."""
    parts: list[str] = []
    for last in (False, True) if len(word) <= _LONG else (False, False, True):
        for sounds in (_ONSETS, _VOWELS, _CODAS if last else ("", "l", "n", "r")):
            number, index = divmod(number, len(sounds))
            parts.append(sounds[index])
    return "".join(parts)


def _like(found: re.Match[str], when: Date) -> str:
    """Another date, written as one is written there."""
    parts = {part: old for part, old in found.groupdict().items() if old}
    month = MONTHS[when.month - 1].casefold()
    new = {
        "year": str(when.year),
        "month": str(when.month),
        "name": month if parts.get("name", "").title() in MONTHS else month[:3],
        "day": str(when.day),
        "nth": tokens.ending(when.day),
    }
    edits: dict[Span, str] = {}
    for part, old in parts.items():
        start, end = found.span(part)
        filled = part == "year" or old[0] == "0" or "-" in found[0]
        number = new[part].zfill(len(old) if filled else 0)
        edits[start - found.start(), end - found.start()] = tokens.cased(number, old)
    return spans.edited(found[0], edits)
