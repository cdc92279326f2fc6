"""A sentence as it is judged: which of its words are names, little words and of the question."""

from typing import Final

from msgspec.structs import replace

from kgforge.verdicts import affixes
from kgforge.verdicts.utterances import Sentence, Word

NEAR: Final = 6
"""So many words away a word still belongs to another."""
BOUNDS: Final = frozenset({",", ":", "—"})
"""Marks that part clauses."""


class Reading:
    """One sentence, with what its capitals tell."""

    def __init__(
        self, sentence: Sentence, asked: frozenset[str], wrong: frozenset[str] = frozenset()
    ) -> None:
        self.sentence = sentence
        self.asked = asked
        self.wrong = wrong
        cased = [word for word in sentence.words if word.text[:1].lower() != word.text[:1].upper()]
        self.has_small = any(not word.is_capital for word in cased)
        self.words = tuple(map(self._in_place, range(len(sentence.words))))
        answers = [word for word in sentence.words if word.is_answer]
        self.in_figures = bool(answers) and all(word.text[0].isdigit() for word in answers)
        self.in_capitals = any(word.is_capital for word in answers)
        self.has_capital = any(word.is_capital for word in sentence.words)

    def _in_place(self, at: int) -> Word:
        """A word, without its role where a capital within the sentence makes it part of a name."""
        word = self.sentence.words[at]
        is_plain = not (at and self.has_small and word.is_capital) or word.is_answer
        if is_plain or word.key.split(" ")[0] == "i":
            return word
        begins = parts(word) or "CLASS" in word.roles
        return word if begins or not word.roles else replace(word, roles=frozenset())

    def is_little(self, word: Word) -> bool:
        """Whether a word is no part of a name: a little word, or one of the question's."""
        if word.roles - {"ALTER"} or word.key in self.asked:
            return True
        return "\uac00" <= word.key[0] <= "\ud7a3" and word.key.endswith(affixes.PARTED)

    def is_proper(self, at: int) -> bool:
        """Whether a word is capital as part of a name that the question does not say."""
        word = self.words[at]
        return word.is_capital and not (word.is_answer or self.is_little(word))

    def is_name(self, place: int) -> bool:
        """Whether a word is (part of) a name that is no answer and not of the question."""
        word = self.words[place]
        if word.roles or word.quoted or word.key in self.asked or is_month(word):
            return False
        return word.is_capital if self.has_small else word.text[0].isalpha()

    def is_thing(self, at: int) -> bool:
        """Whether a word may be another of what an answer is one of."""
        word = self.words[at]
        if word.is_answer or word.roles or word.key in self.asked:
            return False
        if self.in_figures:
            return word.text[0].isdigit()
        if self.has_small and self.in_capitals:
            return word.is_capital or word.text[0].isdigit()
        return True


def bounds(word: Word) -> bool:
    """Whether a mark parts a word from the one before it."""
    return word.gap in BOUNDS


def parts(word: Word) -> bool:
    """The same for parts of one name, which quotation marks part, too."""
    return word.gap in BOUNDS or word.gap in {'"', "/", "'"}


def contrasts(word: Word) -> bool:
    """Whether a word sets what follows against what was before; *а* and *и* after a comma alone."""
    return "BUT" in word.roles and ("AND" not in word.roles or word.gap == ",")


def is_month(word: Word) -> bool:
    """Whether a word is an English month or day of the week."""
    return word.key.startswith(_MONTHS)


_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
)
