"""Whether a sentence denies that there is any answer, as in *Malta has no land borders*.

It denies, takes up a word of the question, and has no word besides but little ones (``phrases``).
So nothing is named in it. What contrasts, gives a choice (*not only the …*), denies a part (*not
all …*, *not many …*), puts the question back or speaks of the one who answers denies nothing.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from kgforge.verdicts import spelling, utterances
from kgforge.verdicts.accepted import accepted
from kgforge.verdicts.clauses import Reading, contrasts
from kgforge.verdicts.utterances import Word

_OTHERWISE: Final = frozenset(
    "only except besides other than but apart i we my me which what who where whether".split()  # noqa: SIM905
)
_EVERY: Final = frozenset("any all at ever known single one".split())  # noqa: SIM905
_PARTS: Final = frozenset("just many much several".split())  # noqa: SIM905
_WHOLE: Final = frozenset("all each every".split())  # noqa: SIM905
"""Behind *not* these leave something over."""
_STEM: Final = 4
"""Words are the same that begin with the same letters, so many: *border*, *bordered*."""


def denies(text: str, question: str) -> bool:
    """Whether the first sentence of a text denies, and names nothing.

    >>> asked = "Which countries does Malta border?"
    >>> denies("Malta does not border any country.", asked), denies("It borders Italy.", asked)
    (True, False)
    >>> denies("It does not border Italy.", asked)
    False
    """
    asked = tuple(spelling.words(question))
    found = utterances.sentences(utterances.cleaned(text), accepted(()), asked)
    if not found or found[0].asks:
        return False
    words = Reading(found[0], frozenset(asked)).words
    stems = frozenset(word[:_STEM] for word in asked if len(word) >= _STEM)
    taken_up = [word.key[:_STEM] in stems for word in words]
    is_denial = any("NOT" in word.roles for word in words) and any(taken_up)
    return (
        is_denial
        and all(
            is_asked or _is_little(word, asked)
            for word, is_asked in zip(words, taken_up, strict=True)
        )
        and not any(map(_is_otherwise, words))
        and not _is_partial(words)
    )


def _is_little(word: Word, asked: tuple[str, ...]) -> bool:
    """Whether a word names nothing, or what the question does."""
    return bool(word.roles) or word.key in asked or word.key in _EVERY


def _is_otherwise(word: Word) -> bool:
    """Whether a word tells of one thing beside another, or of nothing that was asked."""
    return contrasts(word) or "ALTER" in word.roles or word.key in _OTHERWISE


def _is_partial(words: Sequence[Word]) -> bool:
    """Whether only a part is denied, so that something is left: *not all*, *not many*."""
    keys = [word.key for word in words]
    return not _PARTS.isdisjoint(keys) or any(
        first == "not" and then in _WHOLE for first, then in pairwise(keys)
    )
