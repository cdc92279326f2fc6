"""What takes an answer back: a denial, a condition, a choice among several, a mere landmark."""

from collections.abc import Iterator
from typing import Final

from kgforge.verdicts.clauses import NEAR, Reading, bounds, contrasts
from kgforge.verdicts.utterances import Word

_REACH: Final = 40
"""So many words before an answer may be denied or put under a condition by one of them."""
_LITTLE: Final = frozenset({"ART", "PRE", "CLASS", "LINK", "PRO", "COP"})


def is_denied(reading: Reading, place: int) -> bool:
    """Whether *not* stands before it in its clause; or it is the condition of something."""
    before = list(_clause_before(reading, place))
    for at, word in enumerate(before):
        if word.key in reading.asked:
            continue
        if word.roles & {"IF"} and not word.roles & {"PRO", "COP", "ART", "PRE"}:
            return True
        if "NOT" not in word.roles:
            continue
        # In Portuguese *no* is *in the*: *fica no Brasil*.
        is_in = word.key == "no" and at == 0 and len(before) > 1 and "COP" in before[1].roles
        if not is_in:
            return True
    return False


def _clause_before(reading: Reading, place: int) -> Iterator[Word]:
    """The words before a place, nearest first, up to a mark or a contrast."""
    for at in range(place - 1, max(place - 1 - _REACH, -1), -1):
        if bounds(reading.words[at + 1]) or contrasts(reading.words[at]):
            return
        yield reading.words[at]


def is_denied_after(reading: Reading, place: int) -> bool:
    """Whether *is not* and the like stand behind it in its clause."""
    words = reading.words
    for at in range(place + 1, min(place + 1 + _REACH, len(words))):
        word = words[at]
        if bounds(word) or contrasts(word):
            return False
        if "AFTER" in word.roles:
            return True
        if "NOT" in word.roles:
            return _negates(reading, at, at == place + 1)
        if not _lets_through(reading, place, at):
            return False
    return False


def _negates(reading: Reading, at: int, directly: bool) -> bool:  # noqa: FBT001
    """Whether *not* denies what stands before it: *X is not the …*, but *X, not Y* does not."""
    if not directly:
        return True
    follows = reading.words[at + 1 : at + 2]
    if not follows or bounds(follows[0]):
        return True
    after = follows[0]
    return (
        bool(after.roles)
        or after.key in reading.asked
        or (reading.has_small and not after.is_capital)
    )


def _lets_through(reading: Reading, place: int, at: int) -> bool:
    """Whether what denies an answer may stand behind this word.

    *not* behind forms of *be* alone; what always follows (Hindi, Japanese, Korean, Turkish)
    behind any but those.
    """
    word = reading.words[at]
    rest = reading.words[at + 1 : at + 1 + _REACH]
    is_final = any("AFTER" in each.roles for each in rest)
    return ("COP" in word.roles and at - place < 4) or (is_final and "COP" not in word.roles)


def is_apart(reading: Reading, place: int) -> bool:
    """Whether it only tells where another is, or what another is more than."""
    at = place - 1
    while at >= max(place - NEAR, 0) and not bounds(reading.words[at + 1]):
        roles = reading.words[at].roles
        if "FAR" in roles or ("LESS" in roles and reading.words[place].text[0].isdigit()):
            return True
        if not roles & {"ART", "CLASS", "LINK"}:
            break
        at -= 1
    follows = reading.words[place + 1 : place + 2]
    return bool(follows) and "FARPOST" in follows[0].roles and not bounds(follows[0])


def is_one_of_several(reading: Reading, place: int) -> bool:
    """Whether *or*, *and* or a stroke joins it to something that is not accepted."""
    word = reading.words[place]
    after = reading.words[place + 1 : place + 2]
    if word.proclitic and place and reading.is_thing(place - 1):
        return True
    if word.gap == "/" and not reading.words[place - 1].is_answer:
        return True
    if after and after[0].gap == "/" and not after[0].is_answer:
        return True
    return _joined_before(reading, place) or _joined_after(reading, place)


def _joined_before(reading: Reading, place: int) -> bool:
    at = place - 1
    while at >= 0 and place - at <= NEAR:
        word = reading.words[at]
        if contrasts(word) or "NOW" in word.roles:
            return False
        if word.roles & {"OR", "AND"} and at:
            is_or = "OR" in word.roles
            return (
                reading.is_thing(at - 1)
                or _are_letters(reading.words[at - 1], reading.words[place])
            ) or (
                is_or and not reading.words[at - 1].is_answer and bool(_things_before(reading, at))
            )
        if not word.roles & _LITTLE or word.gap == ":":
            return False
        at -= 1
    return False


def _things_before(reading: Reading, at: int) -> bool:
    return any(reading.is_thing(each) for each in range(max(at - NEAR, 0), at))


def _joined_after(reading: Reading, place: int) -> bool:
    words = reading.words
    at = place + 1
    if at < len(words) and _adds(words[at]):
        return True
    while at < len(words) and at - place <= 4 * NEAR:
        word = words[at]
        if "OR" in word.roles and not contrasts(word):
            return at + 1 < len(words) and not words[at + 1].is_answer
        if "AND" in word.roles and not contrasts(word):
            is_letter = at + 1 < len(words) and _are_letters(words[at + 1], words[place])
            return is_letter or _leads_to_thing(reading, at + 1)
        if not (reading.is_thing(at) and (word.gap == "," or at > place + 1)):
            return False
        at += 1
    return False


def _are_letters(one: Word, answer: Word) -> bool:
    """Whether both are capital letters, as the *A* of *A or B* is no article."""
    return not one.is_answer and all(
        len(word.text) == 1 and word.text.isupper() for word in (one, answer)
    )


def _leads_to_thing(reading: Reading, at: int) -> bool:
    words = reading.words
    while at < len(words) and words[at].roles & {"ART"} and not bounds(words[at]):
        at += 1
    return at < len(words) and reading.is_thing(at)


def _adds(word: Word) -> bool:
    """Whether *and* is written at the beginning of a word in Arabic or Hebrew script."""
    return not word.roles and len(word.key) > 2 and word.key[0] in "وו" and word.gap == " "
