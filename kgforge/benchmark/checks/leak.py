"""Prompts that hold an accepted answer, or a word that tells it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple, Self

import msgspec

from kgforge.benchmark.checks.names import LETTERS, GraphNames, spell, words
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
        stops = stop_words(language)
        self._stops = stops.union(spell(word, in_full=False) for word in stops)

    def flags(self, item: Item) -> Iterator[Flag]:
        """Yield a flag for each fact with such a prompt."""
        for fact in item.facts:
            if any(self._telling(fact)):
                told = Triple(fact.subject.id, fact.predicate.id, fact.object.id)
                yield Flag(NAME, REASON, fact.role, (told,))

    def reworded(self, item: Item) -> tuple[Item, int]:
        """Return an item without the wordings that tell an answer, and how many these were.

        They go where their form has another wording for the same end of the fact; else they stay.
        """
        kept = [(fact, self._told_otherwise(fact)) for fact in item.facts]
        count = sum(len(fact.prompts) - len(prompts) for fact, prompts in kept)
        if not count:
            return item, 0
        facts = tuple(
            msgspec.structs.replace(fact, prompts=prompts)
            if len(prompts) < len(fact.prompts)
            else fact
            for fact, prompts in kept
        )
        return msgspec.structs.replace(item, facts=facts), count

    def _told_otherwise(self, fact: ItemFact) -> tuple[Prompt, ...]:
        """The prompts of a fact but those whose wording tells, where others do not."""
        telling = list(self._telling(fact))
        if not any(telling):
            return fact.prompts
        kinds: dict[tuple[str, str], set[str]] = defaultdict(set)
        bad: dict[tuple[str, str], set[str]] = defaultdict(set)
        for prompt, tells in zip(fact.prompts, telling, strict=True):
            kinds[_kind(prompt)].add(prompt.template)
            if tells:
                bad[_kind(prompt)].add(prompt.template)
        going = {kind: told for kind, told in bad.items() if told < kinds[kind]}
        return tuple(one for one in fact.prompts if one.template not in going.get(_kind(one), ()))

    def _telling(self, fact: ItemFact) -> Iterator[bool]:
        """Say of each prompt of a fact whether it tells an answer."""
        return (self._holds(prompt, _answers(fact, prompt)) for prompt in fact.prompts)

    def _holds(self, prompt: Prompt, answers: Iterable[Accepted]) -> bool:
        spelt = asked(prompt)
        texts = [_Text.of(spelt, in_full=in_full) for in_full in (True, False)]
        return any(
            self._tells(spell(name, in_full=text.in_full), text)
            for answer in answers
            for name in (answer.label, *answer.aliases)
            for text in texts
        )

    def _tells(self, name: str, text: "_Text") -> bool:
        """Say whether a text holds a name, be it within a word (*Iran* in *Iranian*), or its word.

        A short name has to be a word of the text, unless its script writes no spaces.
        """
        own = words(name)
        is_long = len(name) >= LETTERS or not own or _UNSPACED.search(name)
        if is_long and name.strip() and name in text.text:
            return True
        if text.words.isdisjoint(own):
            return False
        if text.words.issuperset(own) and _spaced(own) in text.spaced:
            return True
        return any(
            word in text.words and self._is_telling(word, in_full=text.in_full) for word in own
        )

    def _is_telling(self, word: str, *, in_full: bool) -> bool:
        """Say whether a word tells an answer: it is long enough, and few names have it."""
        is_long = len(word) >= LETTERS and word not in self._stops
        return is_long and not self._names.is_common(word, in_full=in_full)


class _Text(NamedTuple):
    """What a prompt says, with accents or without."""

    text: str
    words: frozenset[str]
    spaced: str
    in_full: bool

    @classmethod
    def of(cls, spelt: str, *, in_full: bool) -> Self:
        text = spell(spelt, in_full=in_full)
        said = words(text)
        return cls(text, frozenset(said), _spaced(said), in_full)


@lru_cache(maxsize=1 << 12)
def _spaced(found: tuple[str, ...]) -> str:
    return f" {' '.join(found)} "


def _kind(prompt: Prompt) -> tuple[str, str]:
    """The form of a prompt, and the end that it asks for."""
    return prompt.form, prompt.slot


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
