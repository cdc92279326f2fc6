"""Where the object of a fact was found in its sentence, and whether that is the object alone.

The publication located objects by a model, which took a mark or a verb for one here and there:
*Kisho Kurokawa* | *zemřel v Tokiu*.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kgforge.formats.fluent_mlama import layout
from kgforge.formats.fluent_mlama.layout import ERROR, Row, Table, Wording

PUNCTUATION: Final = "wording whose object is mere punctuation ({})"
STOPPED: Final = "wording whose object ends with the full stop of the sentence ({})"
WIDE: Final = "wording whose object has words of its sentence with it ({})"
_STOPS: Final = ".!?。"
_OFTEN: Final = 0.05
"""Words before an object are the sentence's if this share of a table's sentences has them there."""
_Words = tuple[str, ...]


def is_located(row: Row, wording: Wording) -> bool:
    """Whether a wording has its object, and what stands before it."""
    cells = row[wording.object].strip(), row[wording.prompt].strip()
    return all(cell and cell != ERROR for cell in cells)


class Located:
    """Tells of a table what else was taken for an object."""

    def __init__(self, table: Table) -> None:
        self._before = {one.name: _before(table, one) for one in table.wordings}

    def flaw(self, row: Row, wording: Wording) -> str:
        """Why what was found is not the object alone; empty where it may be."""
        form, label = row[wording.object].strip(), row["obj_label"].strip()
        if not any(letter.isalnum() for letter in form):
            return PUNCTUATION.format(wording.generator)
        if form[-1] in _STOPS and label[-1:] not in _STOPS:
            return STOPPED.format(wording.generator)
        words, own = _words(form), _words(label)
        begun = (words[:many] for many in range(1, len(words)))
        if any(one in self._before[wording.name] and own[: len(one)] != one for one in begun):
            return WIDE.format(wording.generator)
        return ""

    def forms(self, table: Table, row: Row) -> list[str]:
        """The forms of an object as its sentences have them, each once, without flawed ones."""
        sound = [
            row[one.object]
            for one in table.wordings
            if not layout.is_missing(row[one.object])
            and row[one.object] != ERROR
            and not self.flaw(row, one)
        ]
        return list(dict.fromkeys(sound))


def _before(table: Table, wording: Wording) -> frozenset[_Words]:
    """The words that stand before the object in several sentences of a table."""
    rows = [row for row in table.rows if is_located(row, wording)]
    counts = Counter(end for row in rows for end in _ends(_words(row[wording.prompt])))
    return frozenset(end for end, many in counts.items() if many >= max(2, _OFTEN * len(rows)))


def _ends(words: _Words, longest: int = 3) -> Iterator[_Words]:
    for many in range(1, min(len(words), longest) + 1):
        yield words[-many:]


def repeats(form: str, before: str, after: str) -> bool:
    """Whether a form has words at its end that stand beside its place already.

    >>> repeats("bahasa Latin", "Bahasa aslinya adalah bahasa", ".")
    True
    """
    words, left, right = _words(form), _words(before), _words(after)
    if words[0] not in left and words[-1] not in right:
        return False
    each = range(1, len(words) + 1)
    return any(left[-many:] == words[:many] or right[:many] == words[-many:] for many in each)


@lru_cache(maxsize=1 << 14)
def _words(text: str) -> _Words:
    return tuple(text.casefold().split())
