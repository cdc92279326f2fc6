"""What a text says where the accepted answers are *yes* or *no*: a denial is *no*."""

from collections.abc import Iterable, Sequence
from typing import Final

from kgforge.verdicts import phrases, spelling, utterances
from kgforge.verdicts.accepted import accepted
from kgforge.verdicts.clauses import bounds, contrasts
from kgforge.verdicts.utterances import Sentence

_YES: Final = (
    "yes|true|correct|right|ja|wahr|richtig|oui|vrai|sí|verdadero|vero|sim|да|верно|правда"
)
_NO: Final = "no|false|incorrect|wrong|nein|falsch|non|faux|falso|não|нет|неверно|ложь"
_TRUTHS: Final = {
    **dict.fromkeys(phrases.phrases(_YES), True),
    **dict.fromkeys(phrases.phrases(_NO), False),
}


def wanted(names: Iterable[str]) -> bool | None:
    """Which truth all accepted answers are; None: they are none, or not the same.

    >>> wanted(["no", "False"]), wanted(["yes"]), wanted(["yes", "no"]), wanted(["Oslo"])
    (False, True, None, None)
    """
    found = {_TRUTHS.get(spelling.spoken(name)) for name in names}
    return found.pop() if len(found) == 1 else None


def said(clean: str) -> bool | None:
    """What the denials of a text come to: two in one clause are none. *Yes, …* goes before.

    >>> said("They do not."), said("It is not false."), said("They do.")
    (False, True, None)
    """
    if phrases.abstains(spelling.spoken(clean)):
        return None
    sentences = utterances.sentences(clean, accepted(()))
    if (first := _told_first(sentences)) is not None:
        return first
    for sentence in sentences:
        if (count := _denials(sentence)) and not sentence.asks:
            return count % 2 == 0
    return None


def _told_first(sentences: Sequence[Sentence]) -> bool | None:
    """The truth with which a text begins, before a mark: *Yes, …*."""
    words = sentences[0].words if sentences else ()
    is_apart = bool(words) and (len(words) == 1 or bounds(words[1]))
    return _TRUTHS.get(words[0].key) if is_apart else None


def _denials(sentence: Sentence) -> int:
    """How often the first clause with a denial denies."""
    count = 0
    for word in sentence.words:
        if count and (bounds(word) or contrasts(word)):
            break
        count += bool(word.roles & {"NOT", "AFTER"})
    return count
