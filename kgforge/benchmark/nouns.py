"""The words of chains: noun phrases nested from the inside out, and a sentence around them."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from kgforge.benchmark.wordings import Wording
from kgforge.ontology import SLOTS, Vocabulary

FALLBACK: Final[Mapping[str, str]] = MappingProxyType(
    {"en": "the {label} of [X]", "": "{label} ([X])"}
)
"""The noun phrase of a predicate without one, by language; the last is for all others, of whose
grammar it says nothing. Its prompts are marked ``fallback``."""
_GENERAL: Final = "fallback"

Hop = tuple[str, str]
"""A predicate, and its label."""


class Phrase(Struct, frozen=True):
    """What all predicates of a chain but the last say of its subject."""

    text: str
    """With [X] for the subject."""
    general: bool
    """Whether a predicate has no noun template, so that its label stands in."""

    def around(self, found: Iterable[Wording]) -> tuple[Wording, ...]:
        """Wordings of the last predicate, about what the phrase names."""
        return tuple(
            Wording(self._in(one.template), _GENERAL if self.general else one.generator)
            for one in found
        )

    def _in(self, template: str) -> str:
        """A template about what the phrase names; where that comes first it begins a sentence."""
        text = capital(self.text) if template.startswith(SLOTS[0]) else self.text
        return template.replace(SLOTS[0], text)


def phrase(hops: Sequence[Hop], vocabulary: Vocabulary, language: str) -> Phrase:
    """What these predicates, one after the other, say of a subject."""
    text, general = SLOTS[0], False
    for predicate, label in hops:
        found = vocabulary.noun_templates(predicate, language)
        noun = found[0] if found else _general(label, language)
        general |= not found
        text = noun.replace(SLOTS[0], text)
    return Phrase(text, general)


def stated(found: Sequence[Wording], label: str, language: str) -> Sequence[Wording]:
    """The wordings of a last predicate; one without a template says it by a noun phrase, too."""
    if language not in FALLBACK:
        return found
    general = f"{capital(_general(label, language))} is {SLOTS[1]}."
    return [Wording(general, _GENERAL) if one.generator == _GENERAL else one for one in found]


def _general(label: str, language: str) -> str:
    return FALLBACK.get(language, FALLBACK[""]).replace("{label}", label)


def capital(text: str) -> str:
    """A text that begins a sentence, its slots apart."""
    return text if text.startswith(SLOTS[0]) else text[:1].upper() + text[1:]
