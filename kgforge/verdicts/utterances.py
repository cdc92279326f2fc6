"""A text as sentences of words, of which some are accepted answers and some are little words.

An answer is found where whole words have its letters, whatever marks stand between them: in scripts
without spaces, where its letters stand in a row; a date or number by value. What may be written at
the beginning or end of a name without a space is parted from it (Arabic's and Hebrew's
prepositions, Korean particles, cases after a preposition in Slavic languages and Greek). Whether a
found name is one, or a part of a longer one, is seen by its neighbours (``assertions``).
"""

import itertools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kgforge.matching import plain
from kgforge.spans import Span
from kgforge.verdicts import affixes, calendars, measures, phrases, spelling
from kgforge.verdicts.accepted import Accepted
from kgforge.verdicts.measures import Range, Value

NOTHING: Final[frozenset[str]] = frozenset()
ANSWER: Final = frozenset({"ANSWER"})
_THOUGHT: Final = re.compile(r"^.*</think(?:ing)?>", re.S | re.I)
_UNFINISHED: Final = re.compile(r"<think(?:ing)?>.*", re.S | re.I)
_BOXED: Final = re.compile(r"\\boxed\{([^{}]{0,400})\}")
_TAG: Final = re.compile(r"</?[a-zA-Z][a-zA-Z_]{0,20}/?>|<\|[^|<>\n]{1,30}\|>|\[/?INST\]|\ufffd")
_MARKUP: Final = re.compile(r"\*+|_{2,}|`+|^#+ ", re.M)
_DASH: Final = re.compile("[—―]")
_SPACE: Final = re.compile(r"[^\S\n]+")
_ENDS: Final = re.compile(r"[.!?。！？｡؟।॥…;\n]")
_QUESTION: Final = re.compile(r"[?？؟]")
SHORT: Final = 5
"""So many letters an abbreviation has at most that is told from a word by its capitals."""
_JOINERS: Final = frozenset(".-·・=&'’")


class Word(Struct, frozen=True, gc=False):
    """One word of a sentence, a phrase of little words, or an accepted answer."""

    text: str
    key: str
    gap: str
    """What parts it from the word before: nothing; a space; ``-`` a mark within a name; ``'``;
    ``/``; ``,`` a comma, bracket or the like; ``:``; ``"``; ``—``."""
    roles: frozenset[str] = NOTHING
    proclitic: bool = False
    """Whether *and* is written at its beginning."""
    led: bool = False
    """Whether a preposition is written at its beginning, so that what is before is another word."""
    quoted: bool = False
    """Whether it stands in quotation marks."""
    bracketed: bool = False
    """Whether it stands in parentheses."""

    @property
    def is_answer(self) -> bool:
        """Whether it is an accepted answer."""
        return self.roles is ANSWER

    @property
    def is_capital(self) -> bool:
        """Whether it begins with a capital; an answer, whether one of its words does."""
        if self.is_answer:
            return any(word[:1].isupper() for word in self.text.split())
        return self.text[:1].isupper()


class Sentence(Struct, frozen=True, gc=False):
    """Words between two marks that end a sentence."""

    words: tuple[Word, ...]
    asks: bool
    """Whether it ends in a question mark."""
    stops: bool
    """Whether a mark ends it, or a new line; else the text broke off or ended there."""


# ── Text ────────────────────────────────────────────────────────────────────────────────────────
def cleaned(text: str) -> str:
    """A model's text without its thoughts, tags and marks of emphasis, spaces single.

    >>> cleaned("<think>Lyon?</think> **Paris**")
    'Paris'
    """
    text = measures.lowered(spoken_out(text))
    text = _TAG.sub(" ", _BOXED.sub(r" \1 ", text))
    text = _DASH.sub(" - ", text)
    lines = plain(_MARKUP.sub("", text)).replace("_", " ").split("\n")
    return "\n".join(_SPACE.sub(" ", line).strip() for line in lines).strip()


def spoken_out(text: str) -> str:
    """A model's text without its thoughts."""
    if "<think" in text.lower() or "</think" in text.lower():
        return _UNFINISHED.sub("", _THOUGHT.sub("", text))
    return text


def sentences(text: str, accepted: Accepted, asked: Iterable[str] = ()) -> list[Sentence]:
    """The sentences of a text that was cleaned; the words *asked* also tell its language."""
    if accepted.values:
        text = "\n".join(_SPACE.sub(" ", line) for line in measures.english(text).split("\n"))
        if accepted.is_early:
            text = calendars.with_era(text)
    for name in accepted.names:
        if _STOPS.search(name):
            found = re.compile(re.escape(plain(name)), re.I)
            text = found.sub(lambda one: _STOPS.sub("", one[0]), text)
    return list(_Reader(text, accepted, asked).sentences())


_STOPS: Final = re.compile(r"[!?](?=.)")


class _Reader:
    """A text, as it is read once."""

    def __init__(self, text: str, accepted: Accepted, asked: Iterable[str]) -> None:
        self._text = text
        self._accepted = accepted
        self._asked = tuple(asked)
        words = (found[0].lower() for found in spelling.WORD.finditer(text))
        self._in_english = phrases.is_english(itertools.chain(words, self._asked))
        self._in_quotes = False
        self._in_brackets = False

    def sentences(self) -> Iterator[Sentence]:
        raw: list[Word] = []
        end = 0
        for start, stop, roles in _tokens(self._text, self._accepted, self._asked):
            gap = self._text[end:start]
            if raw and (mark := _sentence_end(gap, raw[-1], self._text[start : start + 1])):
                yield self._sentence(raw, mark)
                raw = []
            self._note_quotes(gap)
            token = self._text[start:stop]
            key = spelling.key(token)
            marks = {"quoted": self._in_quotes, "bracketed": self._in_brackets}
            raw.append(Word(token, key, _gap(gap), roles, **marks))
            end = stop
        if raw:
            yield self._sentence(raw, self._text[end:])

    def _note_quotes(self, gap: str) -> None:
        for mark in gap:
            if mark in "()（）\n":
                self._in_brackets = mark in "(（"
            if mark == '"':
                self._in_quotes = not self._in_quotes
            elif mark in "«「『":
                self._in_quotes = True
            elif mark in "»」』\n":
                self._in_quotes = False

    def _sentence(self, raw: Sequence[Word], mark: str) -> Sentence:
        asks = _QUESTION.search(mark) is not None or (";" in mark and _is_greek(raw))
        words = tuple(_phrased(raw, self._accepted, self._in_english))
        return Sentence(words, asks, bool(_ENDS.search(mark)))


def _is_greek(words: Sequence[Word]) -> bool:
    return any("\u0370" <= word.text[0] <= "\u03ff" for word in words)


def _tokens(
    text: str, accepted: Accepted, asked: Collection[str]
) -> Iterator[tuple[int, int, frozenset[str]]]:
    """Where the words of a text stand; of values, which are accepted."""
    place = 0
    for (start, stop), value in _values(text, accepted, asked):
        yield from _plain_tokens(text, place, start, accepted)
        is_answer = accepted.has(value, text[start:stop], asked)
        yield start, stop, ANSWER if is_answer else NOTHING
        place = stop
    yield from _plain_tokens(text, place, len(text), accepted)


def _values(text: str, accepted: Accepted, asked: Collection[str]) -> Iterator[tuple[Span, Value]]:
    """Yield the values of a text; the ends of a period by themselves where it is not accepted."""
    if not accepted.values:
        return
    values = measures.values(text.replace("\n", " "), has_points=accepted.has_points, asked=asked)
    for (start, stop), value in sorted(values.items(), key=lambda each: each[0]):
        is_period = isinstance(value, Range) and value.may_part
        if is_period and not accepted.has(value, text[start:stop], asked):
            assert isinstance(value, Range)
            yield from zip(value.ends, (value.first, value.last), strict=True)
        else:
            yield (start, stop), value


def _plain_tokens(
    text: str, place: int, end: int, accepted: Accepted
) -> Iterator[tuple[int, int, frozenset[str]]]:
    for found in spelling.WORD.finditer(text, place, end):
        if spelling.UNPARTED.match(found[0]):
            yield from _parted(found[0], found.start(), accepted)
        else:
            yield found.start(), found.end(), NOTHING


def _parted(run: str, offset: int, accepted: Accepted) -> Iterator[tuple[int, int, frozenset[str]]]:
    """A row of letters without spaces: names and little words, longest first, and what is left."""
    openings, place, unknown = accepted.openings, 0, 0
    while place < len(run):
        known = next((w for w in openings.get(run[place], ()) if run.startswith(w, place)), "")
        if known:
            if unknown < place:
                yield offset + unknown, offset + place, NOTHING
            yield offset + place, offset + place + len(known), NOTHING
            unknown = place + len(known)
        place += len(known) or 1
    if unknown < len(run):
        yield offset + unknown, offset + len(run), NOTHING


def _sentence_end(gap: str, before: Word, following: str) -> str:
    """The marks that end a sentence between two words; empty where none does."""
    found = _ENDS.search(gap)
    if not found:
        return ""
    if "\n" in gap or found[0] not in ".…":
        return gap
    if gap == "." or (found[0] == "." and following.islower()):
        return gap if gap == "." and _starts_anew(before, following) else ""
    is_short = len(before.text) == 1 and before.is_capital
    return "" if is_short or before.key in affixes.ABBREVIATIONS else gap


def _starts_anew(before: Word, following: str) -> bool:
    return following.isupper() and len(before.text) > 1 and before.text[-1:].islower()


_GAPS: Final = (("/|", "/"), (":：", ":"), ('"«»„“”「」『』', '"'))


def _gap(gap: str) -> str:
    if not gap or gap.isspace():
        return " " if gap else ""
    for marks, code in _GAPS:
        if any(mark in gap for mark in marks):
            return code
    if gap in {"'", "’"}:
        return "'"
    if gap.strip() in {"-", "—"}:
        return "-" if gap == "-" else "—"
    if gap.strip(". ") == "" and gap.startswith("."):
        return "-" if gap == "." else " "
    return "-" if gap in _JOINERS else ","


# ── Phrases and names ───────────────────────────────────────────────────────────────────────────
def _phrased(
    raw: Sequence[Word],
    accepted: Accepted,
    in_english: bool,  # noqa: FBT001
) -> Iterator[Word]:
    """The words with those that make a phrase or a name put together, the longest first."""
    roles = phrases.roles(in_english=in_english)
    longest = phrases.longest(in_english=in_english)
    place = 0
    while place < len(raw):
        if raw[place].roles is ANSWER:
            size, found = 1, [raw[place]]
        else:
            size, found = _name(raw, place, accepted)
            length, phrase = _phrase(raw, place, longest.get(raw[place].key, 0), roles)
            if length > size and not (raw[place].quoted and len(raw) > length):
                size, found = length, [phrase]
        yield from found or [raw[place]]
        place += size or 1


def _phrase(
    raw: Sequence[Word], place: int, most: int, known: Mapping[str, frozenset[str]]
) -> tuple[int, Word]:
    """How many words from a place on are a phrase of little words, and that phrase."""
    first = raw[place]
    for size in range(min(most, len(raw) - place), 1, -1):
        words = raw[place : place + size]
        said = " ".join([word.key for word in words])
        if said in known and all(word.gap in " '-" for word in words[1:]):
            text = " ".join([word.text for word in words])
            return size, replace(first, text=text, key=said, roles=known[said], quoted=False)
    if roles := known.get(first.key):
        return 1, replace(first, roles=roles, quoted=False)
    return 0, first


def _name(raw: Sequence[Word], place: int, accepted: Accepted) -> tuple[int, list[Word]]:
    """How many words from a place on are an accepted name; and that, what hangs on it apart."""
    for prefix in _prefixes(raw[place]):
        size, found = _longest(raw, place, raw[place].key[len(prefix) :], accepted, prefix)
        if size:
            return size, found
    return 0, []


def _prefixes(word: Word) -> Iterator[str]:
    yield ""
    first = word.key[:1]
    script = "arab" if "\u0600" <= first <= "\u06ff" else "hebr" if "א" <= first <= "ת" else ""
    yield from (p for p in affixes.PROCLITICS.get(script, ()) if word.key.startswith(p))


def _longest(
    raw: Sequence[Word], place: int, key: str, accepted: Accepted, prefix: str
) -> tuple[int, list[Word]]:
    if prefix and key.startswith("ل") and prefix.endswith("ل"):
        key = "ا" + key  # *lil-* is *li* and *al-*.
    best: tuple[int, list[Word]] = (0, [])
    letters, at = key, place
    while True:
        if hung := _hung(letters, raw[at], accepted):
            name, rest = hung
            gap = raw[place].gap
            text = " ".join(word.text for word in raw[place : at + 1])
            proclitic = bool(prefix) and prefix[0] in "وו"
            if _is_meant(raw, place, text, name, accepted):
                word = Word(
                    text[len(prefix) :] or text,
                    name,
                    gap,
                    ANSWER,
                    proclitic,
                    led=prefix[-1:] in _PREPOSITIONS,
                    bracketed=raw[place].bracketed,
                )
                best = at + 1 - place, [word, *rest]
        at += 1
        if at >= len(raw) or letters not in accepted.starts or not _runs_on(raw[at]):
            return best
        letters += raw[at].key


_PREPOSITIONS: Final = tuple(map(spelling.key, "בלמכبلك"))


def _runs_on(word: Word) -> bool:
    return word.gap in {"", " ", "-", "'", ",", "/"} and word.roles is not ANSWER


def _hung(letters: str, last: Word, accepted: Accepted) -> tuple[str, list[Word]] | None:
    """The name that letters are, and the Korean particle that hangs on it; None: they are none."""
    if letters in accepted.letters or letters in accepted.cases:
        return letters, []
    if "\uac00" <= last.text[-1:] <= "\ud7a3":
        for size in range(1, 6):
            particle = letters[-size:]
            if particle in affixes.JOSA and letters[:-size] in accepted.letters:
                roles = frozenset({affixes.JOSA[particle]})
                return letters[:-size], [Word(particle, particle, "", roles)]
    return None


def _is_meant(raw: Sequence[Word], place: int, text: str, letters: str, accepted: Accepted) -> bool:
    """Whether what has the letters of a name may be meant as one.

    Not a pronoun for an abbreviation (*us*), nor a case of a name without a preposition.
    """
    if letters not in accepted.letters:
        return place > 0 and _governs(raw[place - 1])
    name = accepted.letters[letters]
    is_little = spelling.spoken(name) in phrases.roles()
    if name.isupper() and 1 < len(name) <= SHORT and (is_little or text.islower()):
        return text.isupper()
    if is_little and name[:1].isupper() and len(raw) > 1:
        return text[:1].isupper() and (place > 0 or name.isupper())
    return True


def _governs(word: Word) -> bool:
    return not phrases.roles().get(word.key, NOTHING).isdisjoint({"PRE", "ART", "FAR", "CLASS"})
