"""What a model is asked that is to word a fact: examples, then the fact.

A model that goes on from its prompt, or was not trained to chat, learns from the examples what is
wanted; one that chats is told so besides. The examples are of people and places that nobody is, so
that they say no fact of any benchmark. Which of them are shown, and in what order, is the same for
all facts, and another at each try: greedy models would repeat themselves.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from kgforge import terms
from kgforge.benchmark.generators import translating
from kgforge.benchmark.generators.checks import Task
from kgforge.schema import MASKING, QUESTION, TRANSLATIONS, Request

SHOWN: Final = 3
"""So many examples are shown."""


class Example(Struct, frozen=True):
    """A fact, and how it is worded."""

    subject: str
    predicate: str
    object: str
    sentence: str
    question: str


_E = Example
EXAMPLES: Final[Mapping[str, Sequence[Example]]] = MappingProxyType(
    {
        "en": (
            _E("Mira Voss", "place of birth", "Talheim Bay", "Mira Voss was born in Talheim Bay.",
               "In which place was Mira Voss born?"),
            _E("Orlanda", "capital", "Fennick", "Fennick is the capital of Orlanda.",
               "Which city is the capital of Orlanda?"),
            _E("The Glass Orchard", "author", "Tomas Brandel",
               "The Glass Orchard was written by Tomas Brandel.",
               "Who is the author of The Glass Orchard?"),
            _E("Ilse Karron", "occupation", "cartographer", "Ilse Karron works as a cartographer.",
               "What does Ilse Karron do for a living?"),
            _E("Brennmoor", "country", "Orlanda", "Brennmoor is a town in Orlanda.",
               "In which country does Brennmoor lie?"),
        ),
        "de": (
            _E("Mira Voss", "Geburtsort", "Talheim", "Mira Voss wurde in Talheim geboren.",
               "Wo wurde Mira Voss geboren?"),
            _E("Orlanda", "Hauptstadt", "Fennick", "Fennick ist die Hauptstadt von Orlanda.",
               "Welche Stadt ist die Hauptstadt von Orlanda?"),
            _E("Der gläserne Garten", "Autor", "Tomas Brandel",
               "Tomas Brandel ist der Autor von „Der gläserne Garten“.",
               "Wer hat „Der gläserne Garten“ geschrieben?"),
            _E("Ilse Karron", "Beruf", "Kartografin", "Ilse Karron ist von Beruf Kartografin.",
               "Welchen Beruf hat Ilse Karron?"),
        ),
        "fr": (
            _E("Mira Voss", "lieu de naissance", "Talheim", "Mira Voss est née à Talheim.",
               "Où est née Mira Voss ?"),
            _E("Orlanda", "capitale", "Fennick", "Fennick est la capitale de l'Orlanda.",
               "Quelle ville est la capitale de l'Orlanda ?"),
            _E("Le Verger de verre", "auteur", "Tomas Brandel",
               "Tomas Brandel a écrit Le Verger de verre.", "Qui a écrit Le Verger de verre ?"),
            _E("Ilse Karron", "profession", "cartographe", "Ilse Karron est cartographe.",
               "Quel est le métier de Ilse Karron ?"),
        ),
        "es": (
            _E("Mira Voss", "lugar de nacimiento", "Talheim", "Mira Voss nació en Talheim.",
               "¿Dónde nació Mira Voss?"),
            _E("Orlanda", "capital", "Fennick", "Fennick es la capital de Orlanda.",
               "¿Qué ciudad es la capital de Orlanda?"),
            _E("El huerto de cristal", "autor", "Tomas Brandel",
               "Tomas Brandel escribió El huerto de cristal.",
               "¿Quién escribió El huerto de cristal?"),
            _E("Ilse Karron", "ocupación", "cartógrafa", "Ilse Karron trabaja de cartógrafa.",
               "¿En qué trabaja Ilse Karron?"),
        ),
    }
)  # fmt: skip
"""By language; those of English are shown where a language has none."""

_TOLD: Final[Mapping[str, str]] = MappingProxyType(
    {
        MASKING: "Write one short sentence that states the last fact. It has the subject and the "
        "object once each, letter for letter as they are given, and nothing that is not in the "
        "fact.",
        QUESTION: "Write one question that asks for the answer of the last fact. It has the "
        "subject once, letter for letter as it is given, and begins with a question word. It "
        "neither says nor hints at the answer.",
        **dict.fromkeys(TRANSLATIONS, translating.TOLD),
    }
)
_CLOSE: Final = "Write in the language with the code {language}, in one line, and nothing else."
_AGAIN: Final = "What was written before was of no use: {reason}."


class Asking(Struct, frozen=True):
    """How a generator asks for texts in one language."""

    generator: str
    language: str
    seed: int
    bare: bool = False
    """Whether a sentence is all that is said: to a model that does nothing but translate."""

    def request(self, task: Task, tried: int, reason: str) -> Request:
        """What is asked at one try; *reason* is why the text of the try before is rejected."""
        told = [_TOLD[self.generator], _CLOSE.format(language=self.language)]
        if reason:
            told.append(_AGAIN.format(reason=reason))
        return Request(
            item=task.item,
            role=task.role,
            fact=0,
            prompt=tried,
            before=self._said(task, tried),
            after="",
            target=task.object,
            candidates=(),
            written=True,
            instruction="" if self.bare else " ".join(told),
            into=self.language if self.bare else "",
        )

    def _said(self, task: Task, tried: int) -> str:
        """The examples, and the fact."""
        if self.bare:
            return task.english
        if self.generator in TRANSLATIONS:
            fact = translating.put(task.english, *map(_line, (task.subject, task.object)))
            shown = translating.shown(self.language, tried)
            return "\n\n".join((*(translating.put(*one) for one in shown), fact))
        own = Example(task.subject, task.predicate, task.object, "", "")
        return "\n\n".join(self._put(one) for one in (*self.shown(tried), own))

    def shown(self, tried: int) -> Sequence[Example]:
        """The examples of a try: at the first the first ones, then others by the seed."""
        base = self.language.partition("-")[0]
        every = EXAMPLES.get(base, EXAMPLES["en"])
        if tried:
            every = sorted(every, key=lambda one: self._drawn(one, tried))
        return every[:SHOWN]

    def _drawn(self, example: Example, tried: int) -> str:
        return terms.digest(str(self.seed), self.generator, str(tried), example.subject)

    def _put(self, fact: Example) -> str:
        """A fact with what is wanted behind it."""
        subject, predicate, object = map(_line, (fact.subject, fact.predicate, fact.object))
        lines = [f"Subject: {subject}", f"Relation: {predicate}"]
        if self.generator == QUESTION:
            return "\n".join((*lines, f"Answer: {object}", f"Question: {fact.question}")).rstrip()
        return "\n".join((*lines, f"Object: {object}", f"Sentence: {fact.sentence}")).rstrip()


def _line(text: str) -> str:
    return " ".join(text.split())
