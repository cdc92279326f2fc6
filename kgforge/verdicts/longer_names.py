"""Whether an accepted answer stands by itself, or is a part of a longer name."""

from typing import Final

from kgforge.verdicts import affixes
from kgforge.verdicts.clauses import Reading, bounds, is_month, parts
from kgforge.verdicts.utterances import Word


def is_whole(reading: Reading, place: int) -> bool:
    """Whether no word beside an answer makes it a part of a longer name."""
    word = reading.words[place]
    left = reading.words[place - 1] if place else None
    right = reading.words[place + 1] if place + 1 < len(reading.words) else None
    if (left and word.gap == "-") or (right and right.gap == "-"):
        return False
    if left and word.gap == "'" and left.key not in affixes.ELISIONS:
        return False
    if right and right.gap == "'" and right.key not in affixes.SUFFIXES:
        return right.key == "s" and " " in word.text  # *James Cameron's*, not *McDonald's*
    left = None if left is None or parts(word) or word.led else left
    right = None if right is None or parts(right) else right
    by_capitals = reading.has_small and word.is_capital
    if by_capitals or word.text[0].isdigit():
        return _stands_out(reading, place, left, right)
    is_common = reading.has_small and word.text[:1].lower() != word.text[:1].upper()
    if is_common and word.key.islower() and reading.has_capital:
        return _is_common(reading, left, right)
    return all(each is None or reading.is_little(each) for each in (left, right)) and (
        not _is_linked(reading, place)
    )


_BESIDE_NUMBERS: Final = frozenset(
    """
    jahr jahre jahren jahres einwohner einwohnern menschen personen bewohner bewohnern mitglieder
    mitgliedern kinder kindern seiten besucher zuschauer sprecher studenten studierende
    """.split()  # noqa: SIM905
)
"""German nouns that stand beside a number and are no part of a name."""


def _stands_out(reading: Reading, place: int, left: Word | None, right: Word | None) -> bool:
    """Whether no capital beside an answer with one makes it part of a longer name."""
    is_name = not reading.words[place].text[0].isdigit()
    begins = left is not None and (place == 1 or bounds(left))
    beside = frozenset[str]() if is_name else _BESIDE_NUMBERS
    is_led = left and reading.is_proper(place - 1) and (is_name or not begins)
    if left and is_led and left.key not in beside:
        return False
    if right and (reading.is_proper(place + 1) or _is_roman(right)) and right.key not in beside:
        return False
    is_dated = is_month(reading.words[place])
    if is_name and not is_dated and right and right.text[0].isdigit():
        return False
    return not _is_linked(reading, place)


def _is_linked(reading: Reading, place: int) -> bool:
    """Whether *of* joins a name to the one before or after it: *University of Oxford*."""
    words, at = reading.words, place - 1
    while at > 0 and words[at].roles & {"ART"} and not bounds(words[at + 1]):
        at -= 1
    if at > 0 and "LINK" in words[at].roles and not bounds(words[at + 1]):
        head = words[at - 1]
        is_name = head.is_capital if reading.has_small else not reading.is_little(head)
        is_told = head.key in reading.asked or head.roles & {"CLASS", "COP"}
        if is_name and not bounds(words[at]) and not is_told:
            return True
    at = place + 1
    if at >= len(words) or "LINK" not in words[at].roles or bounds(words[at]):
        return False
    if words[at].key == "of" and " " in words[place].text:
        return False  # *Gianluigi Buffon of Italy* is a name and where he is from.
    at += 1
    while at < len(words) and words[at].roles & {"ART"} and not bounds(words[at]):
        at += 1
    return at < len(words) and words[at].is_capital and not words[at].is_answer


def _is_common(reading: Reading, left: Word | None, right: Word | None) -> bool:
    """Whether a common noun is the whole of what it names, and not *vice president*."""
    if left and "ALTER" in left.roles:
        return False
    return right is None or reading.is_little(right) or right.key.endswith(("ing", "ed", "ly"))


def _is_roman(word: Word) -> bool:
    return word.text.isupper() and not set(word.text) - set("IVX")
