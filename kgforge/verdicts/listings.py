"""Answers that a text lists, and how many of them are accepted.

A list is JSON, lines that begin with a bullet or number, lines, or names with semicolons, commas or
*and* between them. A comma or *and* within an accepted name parts nothing (*Washington, D.C.*,
*Trinidad and Tobago*). Of a sentence, what stands behind *are* is the list, or before it where the
names are there; what else a sentence says around an accepted name is left out (``frames``). *None*,
in many languages, is the empty list.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from kgforge import matching
from kgforge.verdicts import assertions, emptiness, frames, phrases, spelling, utterances
from kgforge.verdicts.accepted import accepted

_FENCE: Final = re.compile(r"^\s*```\w*\s*$", re.M)
_BULLET: Final = re.compile(
    r"^\s*(?:[-*•‣▪◦·–—]\s+|\(?\d{1,3}[.):、．]\s*|\(?[a-zA-Z][.)]\s+)(?=\S)"
)
_ENDS: Final = re.compile(r"(?<=[^\W\d_]{3})[.!?](?=\s+[^\W\d_a-z])|[。！？।]")
_EXPLAINED: Final = re.compile(r"\s+[-–—(:]\s*|:\s+|\s*（|,\s+(?=[a-zà-ÿа-яα-ω])")
_SEMICOLON: Final = re.compile(r"\s*[;；؛|]\s*")
_COMMA: Final = re.compile(r"\s*(?:,(?!\d{3}\b)|[、，،])\s*")
_AND: Final = re.compile(
    r"\s+(?:and|&|und|et|y|e|en|och|og|oraz|i|a|ve|và|dan|и|та|і|й|και|اور|و|और|और|आणि|एवं)\s+"
    r"|\s+و(?=\w\w)|\s+ו(?=\w\w)|和|以及|及|および|並びに|และ|\s+및\s+|\s+그리고\s+|と(?=[^\s])",
    re.I,
)
_FIRST_AND: Final = re.compile(r"^(?:(?:and|und|et|y|e|и|και|और|اور)\s+|以及|和|และ)(?=\S)", re.I)
_TOLD: Final = re.compile(
    r"^(?P<before>.*?)(?:(?<!\w)(?:is|are|was|were|include|includes|including|sind|ist|sont|est|son|es|sono|è|"
    r"são|zijn|är|er|są|это|είναι|هي|הם|הן)(?!\w)\s*|是|有|คือ|ได้แก่|は)(?=\S)",
    re.I,
)
_NUMBERS: Final[Mapping[str, int]] = {
    word: number
    for number, words in enumerate(
        (
            "2 two zwei deux dos due",
            "3 three drei trois tres tre",
            "4 four vier quatre cuatro quattro",
            "5 five fünf cinq cinco cinque",
            "6 six sechs seis sei",
            "7 seven sieben sept siete sette",
            "8 eight acht huit ocho otto",
            "9 nine neun neuf nueve nove",
            "10 ten zehn dix diez dieci",
        ),
        start=2,
    )
    for word in words.split()
}
_COUNTED: Final = re.compile(
    rf"^.*?(?<!\w)(?P<number>{'|'.join(_NUMBERS)})\s+(?P<what>[^\W\d]+)(?:\s+[^\W\d]+){{0,2}},\s+",
    re.I,
)
"""*Andorra has two neighbours,* before the list of them."""
_LEAD: Final = re.compile(r"^[^:：\n]{0,200}[:：]\s*")
_NONE: Final = frozenset(
    map(
        spelling.spoken,
        """
none|no one|nobody|nothing|no answer|no answers|none of them|empty|empty list|null|nil|n/a|no
there are none|there is none|keine|keiner|keines|niemand|nichts|aucun|aucune|personne|rien
ninguno|ninguna|nadie|nada|nessuno|nessuna|niente|nenhum|nenhuma|ninguém|geen|ingen|inget
ingenting|żaden|nikt|nic|žádný|žádná|žádné|nikdo|hiçbiri|yok|không có|không|tidak ada|нет|никто
ничего|никакой|немає|ніхто|няма|никой|ништа|κανένας|κανένα|καμία|κανείς|τίποτα|لا أحد|لا شيء|لا يوجد
هیچ|هیچکس|کوئی نہیں|אין|אף אחד|כלום|कोई नहीं|कुछ नहीं|कोणीही नाही|ไม่มี|无|無|没有|沒有|没有人
なし|無し|ない|ありません|없음|없다|없습니다
""".strip()
        .replace("\n", "|")
        .split("|"),
    )
)
_STOP: Final = re.compile(r"(?<=[^\W_]{2})[.!?…]+$|[。！？।]+$")
"""A mark that ends a sentence, and no initials (*D.C.*)."""
_KEYS: Final = ("name", "label", "answer", "title", "object", "entity", "value")


def read_list(text: str, names: Iterable[str] = ()) -> list[str]:
    r"""The answers that a text lists, in their order; *names* are accepted ones, kept whole.

    >>> read_list("1. Paris\n2. Washington, D.C.", ["Washington, D.C."])
    ['Paris', 'Washington, D.C.']
    >>> read_list("Germany, Italy and Spain"), read_list('["Rome"]'), read_list("None.")
    (['Germany', 'Italy', 'Spain'], ['Rome'], [])
    """
    every = tuple(names)
    known = frozenset(map(matching.normalised, every)) - {""}
    said = _FENCE.sub("", utterances.spoken_out(text)).strip()
    found = _from_json(said)
    if found is None:
        found = list(_from_lines(said, known, every))
    items = (_STOP.sub("", item.strip()) for item in found)
    return [item for item in items if _is_answer(item, known)]


def says_none(text: str, question: str = "") -> bool:
    """Whether a text says that there is no answer, and neither abstains nor says nothing.

    A sentence may say so, too (``emptiness``), whose names are those of the *question*.

    >>> says_none("There are none."), says_none("[]"), says_none("I don't know."), says_none("")
    (True, True, False, False)
    """
    if read_list(text):
        return not phrases.abstains(spelling.spoken(text)) and emptiness.denies(text, question)
    said = _FENCE.sub("", utterances.spoken_out(text)).strip()
    return _from_json(said) == [] or (
        _is_none(said) and not phrases.abstains(spelling.spoken(said))
    )


def without_none(given: Sequence[str], names: Iterable[str] = ()) -> list[str]:
    """The answers of a list without words for nothing; none where the first one is such a word.

    The accepted *names* are no such words.

    >>> without_none(["Rome", "none"]), without_none(["none", "Rome"])
    (['Rome'], [])
    """
    known = frozenset(map(matching.normalised, names))
    are = [not _is_none(one) or matching.normalised(one) in known for one in given]
    return [one for one, is_answer in zip(given, are, strict=True) if is_answer and are[0]]


def _is_none(text: str) -> bool:
    """Whether a text is one word for nothing."""
    return spelling.spoken(_STOP.sub("", text)) in _NONE


def _is_answer(item: str, known: frozenset[str]) -> bool:
    if matching.normalised(item) in known:
        return True
    said = spelling.spoken(item)
    return bool(said) and said not in _NONE and not phrases.abstains(said)


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────
def _from_json(text: str) -> list[str] | None:
    for opening, closing in ("[]", "{}"):
        start, end = text.find(opening), text.rfind(closing)
        before = text[: max(start, 0)].rstrip()
        if 0 <= start < end and (not before or before[-1] in ":："):
            try:
                value = msgspec.json.decode(text[start : end + 1].encode(errors="replace"))
            except (msgspec.DecodeError, RecursionError):
                continue
            return list(_strings(value))
    return None


def _strings(value: object) -> Iterator[str]:
    """The names in a decoded value: of an object its name, or the first list in it."""
    match value:
        case str():
            yield value
        case bool() | None:
            return
        case int() | float():
            yield str(value)
        case list():
            for each in value:
                yield from _strings(each)
        case dict():
            lists = [each for each in value.values() if isinstance(each, list)]
            named = [value[key] for key in _KEYS if key in value]
            yield from _strings((lists or named or list(value.values()) or [None])[0])


# ── Text ────────────────────────────────────────────────────────────────────────────────────────
def _from_lines(text: str, known: frozenset[str], every: tuple[str, ...]) -> Iterator[str]:
    lines = [item for line in text.splitlines() if line.strip() for item in frames.numbered(line)]
    bullets = [_BULLET.sub("", line, count=1) for line in lines if _BULLET.match(line)]
    if bullets:
        for line in bullets:
            yield _named(utterances.cleaned(line), known)
        return
    for line in lines:
        if not line.rstrip().endswith((":", "：")):
            yield from _parts(utterances.cleaned(line), known, every)


def _named(item: str, known: frozenset[str]) -> str:
    """An item of a list without what explains it; whole where it is an accepted name."""
    if matching.normalised(item) in known:
        return item
    return _EXPLAINED.split(item, maxsplit=1)[0] or item


def _parts(line: str, known: frozenset[str], every: tuple[str, ...]) -> Iterator[str]:
    if matching.normalised(line) in known:
        yield line
        return
    hidden, names = _hidden(_ENDS.split(line, maxsplit=1)[0], known)
    told = _told(hidden, names, every)
    by_semicolon = _SEMICOLON.split(told)
    pieces = by_semicolon if len(by_semicolon) > 1 else _split(told)
    for piece in pieces:
        shown = _shown(piece, names)
        is_known = matching.normalised(shown) in known
        yield from [shown] if is_known else frames.within(shown, every)


def _told(line: str, names: Sequence[str], every: tuple[str, ...]) -> str:
    """The part of a sentence that lists: behind a colon or *are*, or before *are*."""
    lead = _LEAD.match(line)
    if lead is not None and lead.end() < len(line):
        return line[lead.end() :]
    counted = _COUNTED.match(line)
    if counted is not None and _are_so_many(counted, line, every):
        return line[counted.end() :]
    found = _TOLD.match(line)
    if found is None:
        return line
    before, after = found["before"], line[found.end() :]
    first, second = ([_shown(each, names) for each in _split(side)] for side in (before, after))
    here, there = frames.asserts(first, every), frames.asserts(second, every)
    is_before = here if here != there else frames.are_names(first)
    return before if is_before else after


def _are_so_many(counted: re.Match[str], line: str, every: tuple[str, ...]) -> bool:
    """Whether what follows is as much as a sentence announces, and its head is no answer."""
    head = counted[0].rstrip(", ")
    if matching.matched(head, matching.accepted(every)):
        return False
    is_common = counted["what"].islower() or " " in head[: counted.start("number")].strip()
    return is_common and len(_split(line[counted.end() :])) == _NUMBERS[counted["number"].lower()]


def _split(line: str) -> list[str]:
    """The pieces between commas, and those of *X and Y*."""
    return [
        piece
        for part in _COMMA.split(line)
        for piece in _AND.split(_FIRST_AND.sub("", part))
        if piece.strip()
    ]


_MARKS: Final = re.compile("\ue000(\\d+)\ue001")


def _hidden(line: str, known: frozenset[str]) -> tuple[str, list[str]]:
    """A line in which marks stand for accepted names that a comma or *and* would part."""
    names: list[str] = []
    for name in sorted(known, key=len, reverse=True):
        if not (_COMMA.search(name) or _AND.search(name) or _SEMICOLON.search(name)):
            continue
        pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.I)

        def hide(found: re.Match[str]) -> str:
            names.append(found[0])
            return f"\ue000{len(names) - 1}\ue001"

        line = pattern.sub(hide, line)
    return line, names


def _shown(piece: str, names: Sequence[str]) -> str:
    def show(found: re.Match[str]) -> str:
        at = int(found[1])
        return names[at] if at < len(names) else ""

    return _MARKS.sub(show, piece)


# ── Which are accepted ──────────────────────────────────────────────────────────────────────────
def listed(given: str | Sequence[str], answers: Sequence[Sequence[str]]) -> tuple[int, int, int]:
    """How many accepted answers were given, how many answers were given, how many are accepted.

    *given* is a text, or the answers that it lists; *answers* are names, by accepted answer. Each
    accepted answer counts once, by whatever names it was given, and so does each other text.

    >>> listed("Big Apple, NYC and Boston", [["New York City", "NYC", "Big Apple"], ["Rome"]])
    (1, 2, 2)
    """
    if isinstance(given, str):
        given = read_list(given, (name for names in answers for name in names))
    counted = [is_right for _, is_right in places(given, answers)]
    return sum(counted), len(counted), len(answers)


def places(given: Sequence[str], answers: Sequence[Sequence[str]]) -> Iterator[tuple[int, bool]]:
    """The places of a list at which an answer is new, each with whether it is accepted.

    >>> list(places(["NYC", "Big Apple", "Boston"], [["New York City", "NYC", "Big Apple"]]))
    [(0, True), (2, False)]
    """
    known = _Answers(answers)
    right: set[int] = set()
    others: set[str] = set()
    seen: set[str] = set()
    for at, item in enumerate(given):
        if item in seen:
            continue
        seen.add(item)
        named, folded = known.named(item), matching.normalised(item)
        fresh = next((place for place in named if place not in right), None)
        if fresh is not None:
            right.add(fresh)
            yield at, True
        elif not named and folded not in others:
            others.add(folded)
            yield at, False


class _Answers:
    """Accepted answers, to look many items up in."""

    def __init__(self, answers: Sequence[Sequence[str]]) -> None:
        self._groups = [tuple(names) for names in answers]
        self._every = tuple(name for names in answers for name in names)
        self._exact: dict[str, list[int]] = {}
        for place, names in enumerate(answers):
            for form in matching.accepted(names):
                self._exact.setdefault(form, []).append(place)

    def named(self, item: str) -> list[int]:
        """Which accepted answers an item names: exactly, or else as ``judge`` has it."""
        exact = self._exact.get(matching.normalised(item), [])
        if exact and accepted(self._every).is_another_unit(item):
            exact = []
        clean = utterances.cleaned(item)
        if exact or frames.is_long(clean) or not _names(clean, self._every):
            return exact
        return [at for at, names in enumerate(self._groups) if _names(clean, names)]


def _names(clean: str, names: tuple[str, ...]) -> bool:
    found = utterances.sentences(clean, accepted(names))
    return assertions.claim(found, frozenset()) == "accepted"
