"""The questions of a predicate in one language: what a fact's object is asked for by."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from kgforge.benchmark.wordings import Wording
from kgforge.ontology import Vocabulary
from kgforge.schema import SLOT

FALLBACK: Final[Mapping[str, str]] = MappingProxyType(
    {"en": "[X] – {label} – what?", "": "[X]: {label}?"}
)
"""The question of a predicate without one, by language; the last is for all others. Its prompts are
marked ``fallback``. A label may be a noun (*capital*) or a verb (*knows*), so that neither is taken
for the other."""
IMPLIED_FALLBACK: Final[Mapping[str, str]] = MappingProxyType(
    {"en": "[X] – {label} – … – what?", "": "[X]: … {label}?"}
)
"""That of an implied fact; always another than that of a plain one."""


class Questions:
    """The questions of predicates; no text is both plain and implied."""

    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        self.vocabulary = vocabulary
        self.language = language

    def plain(self, predicate: str, label: str) -> tuple[Wording, ...]:
        """The questions for the object of a fact, the main one first."""
        found = self.vocabulary.questions(predicate, self.language)
        return self._worded(found, FALLBACK, label)

    def implied(self, predicate: str, label: str, *, apart: bool) -> tuple[Wording, ...]:
        """The same of a fact that follows from others.

        Where there is none for such facts they are the plain ones, unless the item asks the same in
        these, so that it must be told *apart*.
        """
        plain = set(self.vocabulary.questions(predicate, self.language))
        found = self.vocabulary.implied_questions(predicate, self.language)
        own = [one for one in found if one not in plain]
        if own or apart:
            return self._worded(own, IMPLIED_FALLBACK, label)
        return self.plain(predicate, label)

    def _worded(
        self, found: Iterable[str], fallback: Mapping[str, str], label: str
    ) -> tuple[Wording, ...]:
        given = tuple(Wording(one, "template") for one in found if SLOT not in one)
        general = fallback.get(self.language, fallback[""])
        return given or (Wording(general.replace("{label}", label), "fallback"),)
