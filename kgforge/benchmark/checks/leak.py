"""Prompts that hold an accepted answer, or a word that tells it."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from kgforge.benchmark.checks.names import LETTERS, GraphNames, words
from kgforge.benchmark.checks.stop_words import stop_words
from kgforge.schema import Accepted, Flag, Item, ItemFact, Prompt, Triple

NAME: Final = "leak"
REASON: Final = "its prompt holds an answer, or a word that tells it"
WHETHER: Final = "whether"
_SUBJECT: Final = "subject"
_UNSPACED: Final = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]"
)
"""Letters of scripts that write no spaces between words."""


class Leak:
    """Flags the facts whose prompts tell their answers.

    Neither the choices that a prompt lists nor what a statement claims are looked at, nor a text
    before the question; nor what a question compares.
    """

    def __init__(self, names: GraphNames, language: str) -> None:
        self._names = names
        self._stops = stop_words(language)

    def flags(self, item: Item) -> Iterator[Flag]:
        """Yield a flag for each fact with such a prompt."""
        for fact in item.facts:
            if any(self._holds(prompt, _answers(fact, prompt)) for prompt in fact.prompts):
                told = Triple(fact.subject.id, fact.predicate.id, fact.object.id)
                yield Flag(NAME, REASON, fact.role, (told,))

    def _holds(self, prompt: Prompt, answers: Iterable[Accepted]) -> bool:
        text = asked(prompt)
        said = words(text)
        there = frozenset(said)
        return any(
            self._tells(name, text, said, there)
            for answer in answers
            for name in (answer.label, *answer.aliases)
        )

    def _tells(self, name: str, text: str, said: tuple[str, ...], there: frozenset[str]) -> bool:
        own = words(name)
        if not own:
            return bool(name.strip()) and name.casefold() in text.casefold()
        if not there.isdisjoint(own):
            if there.issuperset(own) and _spaced(own) in _spaced(said):
                return True
            if any(word in there and self._is_telling(word) for word in own):
                return True
        return bool(_UNSPACED.search(name)) and name.casefold() in text.casefold()

    def _is_telling(self, word: str) -> bool:
        """Say whether a word tells an answer: it is long enough, and few names have it."""
        is_long = len(word) >= LETTERS and word not in self._stops
        return is_long and not self._names.is_common(word)


@lru_cache(maxsize=1 << 12)
def _spaced(found: tuple[str, ...]) -> str:
    return f" {' '.join(found)} "


def _answers(fact: ItemFact, prompt: Prompt) -> tuple[Accepted, ...]:
    """What is right at the end that a prompt asks for, unless the question names it itself."""
    if fact.computed and fact.computed.compared:
        return ()
    if fact.computed and fact.computed.how == WHETHER:  # true and false are what is asked
        return tuple(Accepted(one.id, one.label) for one in fact.answers)
    return fact.subjects.answers if fact.subjects and prompt.slot == _SUBJECT else fact.answers


def asked(prompt: Prompt) -> str:
    """Return a prompt's text without its choices, its claim, and the text before it.

    >>> from kgforge.schema import Named
    >>> asked(Prompt("true_false", "en", "object", "none", "template",
    ...              "Oslo lies in Oslo. True or false? [MASK]", "[X] lies in [Y].",
    ...              claimed=Named("Q585", "Oslo")))
    'Oslo lies in . True or false? [MASK]'
    """
    text = prompt.bare
    if prompt.choices:
        first, *rest = text.split("\n")
        text = "\n".join((first, *rest[len(prompt.choices) :]))
    if prompt.claimed:
        text = _unclaimed(text, prompt.template, prompt.said or prompt.claimed.label)
    return text


def _unclaimed(text: str, template: str, claim: str) -> str:
    """A statement's text without what it claims, which stands where its template has ``[Y]``."""
    before = template.partition("[Y]")[0]
    at = text.rfind(claim) if "[X]" in before else text.casefold().find(claim.casefold())
    if at < 0:
        return text
    # a capital at the head may be the sentence's own
    return text[:at] + text[at + len(claim) :]
