"""Names that a sentence lists, without its frame: *It borders X*, *X and Y are its neighbours*."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from kgforge.verdicts import assertions, spelling, utterances
from kgforge.verdicts.accepted import accepted
from kgforge.verdicts.clauses import Reading
from kgforge.verdicts.longer_names import is_whole

LONG: Final = 12
"""An item of more words is no name: it is not looked into."""
_NUMBER: Final = re.compile(r"(?:^|(?<=[\s:：;,]))\(?(?P<number>\d{1,2})(?:\)\s*|[.:]\s+)(?=\S)")
_JOINS: Final = re.compile(r"(?:[\s,;，；、]|\s(?:and|und|et|y|e|и|και|و)(?=\s*$))+$", re.I)


def is_long(clean: str) -> bool:
    """Whether a text has too many words for a name."""
    return len(clean) > LONG * 20 or len(spelling.words(clean)) > LONG


def numbered(line: str) -> list[str]:
    """The items of a line that are numbered from one on, each with its number; else the line.

    >>> numbered("They are: 1) France, 2) Spain"), numbered("1. Apollo 11. A ship")
    (['1) France', '2) Spain'], ['1. Apollo 11. A ship'])
    """
    found = list(_NUMBER.finditer(line))
    if len(found) < 2 or [int(one["number"]) for one in found] != list(range(1, len(found) + 1)):
        return [line]
    starts = [one.start() for one in found]
    pairs = zip(starts, [*starts[1:], len(line)], strict=True)
    return [_JOINS.sub("", line[start:end]) for start, end in pairs]


def within(piece: str, names: tuple[str, ...]) -> list[str]:
    """The accepted names that a piece of a list asserts; the piece, where it has another answer.

    >>> within("It borders France", ("France",)), within("not France", ("France",))
    (['France'], [])
    >>> within("East Germany", ("Germany",))
    ['East Germany']
    """
    readings = _readings(piece, names)
    whole = [(each, at) for each in readings for at in _answers(each) if is_whole(each, at)]
    if not whole or sum(len(each.words) for each in readings) == 1:
        return [piece]
    held = [each.words[at].text for each, at in whole if assertions.asserted(each, at)]
    if held:
        return held
    is_empty = all(assertions.is_withdrawn(each, at) for each, at in whole)
    return [] if is_empty and not any(map(_has_name, readings)) else [piece]


def asserts(pieces: Sequence[str], names: tuple[str, ...]) -> bool:
    """Whether one of them asserts an accepted name."""
    return any(
        assertions.asserted(reading, at)
        for piece in pieces
        for reading in _readings(piece, names)
        for at in _answers(reading)
    )


def are_names(pieces: Sequence[str]) -> bool:
    """Whether they are several names by their capitals, and no words of a sentence."""
    return len(pieces) > 1 and all(map(_is_a_name, pieces))


def _readings(piece: str, names: tuple[str, ...]) -> list[Reading]:
    clean = utterances.cleaned(piece)
    if not names or is_long(clean):
        return []
    found = utterances.sentences(clean, accepted(names))
    return [Reading(sentence, frozenset()) for sentence in found]


def _answers(reading: Reading) -> Iterator[int]:
    return (at for at, word in enumerate(reading.words) if word.is_answer)


def _has_name(reading: Reading) -> bool:
    return any(map(reading.is_name, range(len(reading.words))))


def _is_a_name(piece: str) -> bool:
    if is_long(piece):
        return False
    words = [word for each in utterances.sentences(piece, accepted(())) for word in each.words]
    return all(
        word.roles & {"LINK", "ART"} or (not word.roles and _may_name(word.text)) for word in words
    )


def _may_name(word: str) -> bool:
    return word[0].isdigit() or word[0].isupper()
