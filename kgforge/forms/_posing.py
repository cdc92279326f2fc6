"""What forms put a fact by, and what they share in doing so."""

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Protocol

from msgspec import Struct

from kgforge import matching
from kgforge.forms._marks import Fact
from kgforge.framing import ENGLISH, Frame
from kgforge.schema import NONE, Accepted, ItemFact, Named, Prompt

LETTERS: Final = string.ascii_uppercase
"""What choices are called."""
MOST_CHOICES: Final = len(LETTERS) - 1
"""So many distractors a question with choices has at most, the right answer beside them."""
CHOICES: Final = 3
"""So many it has by default."""

_HEAD: Final = re.compile(r"[\W_]*(?P<word>\w+)")
_TURKIC: Final = ("tr", "az")
_DOTTED: Final = "\u0130"

LONE: Final = "no distractor"
LETTER: Final = "its answer reads like the letter of a choice"
OTHER: Final = "not of this form"
"""Why a fact that may hold has no prompt of a form (``FactForm.lacks``)."""


class Traits(Struct, frozen=True):
    """What tells why a fact that may hold has no prompt of a form."""

    lone: bool
    """Whether its target is its only candidate."""
    computed: bool
    implied: bool
    kind: str
    """Of its predicate."""
    letter: bool = False
    """Whether its target's name is a single letter, so that choices cannot be lettered."""


class Template(Protocol):
    """A sentence with ``[X]`` and ``[Y]``, or a question with ``[X]``, and what made it
    (``Prompt.generator``).
    """

    @property
    def template(self) -> str:
        """The sentence."""

    @property
    def generator(self) -> str:
        """What made it."""

    @property
    def said(self) -> str:
        """The form in which the object stands in it, if it is one of its own."""


class Posing(Struct, frozen=True):
    """All by which the prompts of a fact are made."""

    wordings: Sequence[Template]
    """Sentences, the main one first."""
    language: str
    questions: Sequence[Template] = ()
    """Questions for the object, the main one first."""
    distractors: Sequence[Named] = ()
    """What is false instead of the object, the first to be said first: all are among the
    candidates."""
    choices: int = CHOICES
    """How many distractors a question with choices is to have."""
    slots: Sequence[str] = ("object",)
    """Which ends of the fact are asked for."""
    statements: Sequence[Template] = ()
    """Sentences to be called true or false, where these are others than those with a slot."""
    frame: Frame | None = ENGLISH
    """The words around what is asked; None: the language has none, and forms with a frame ask
    nothing."""
    complete: bool = True
    """Whether the fact's answers are all that are right; else its target alone is accepted."""


def is_letter(name: str) -> bool:
    """Say whether a name could be taken for the letter of a choice.

    >>> is_letter("B"), is_letter("(b)"), is_letter("B+"), is_letter("Б")
    (True, True, False, False)
    """
    form = matching.normalised(name).upper()
    return len(form) == 1 and form in LETTERS


def begun(text: str, language: str) -> str:
    """A sentence with a capital at its head, where its script has them.

    A first word with a capital of its own (*iPhone*) stays. Georgian begins no sentence so, and
    Unicode's title case knows it.

    >>> begun("music is an art.", "en"), begun("eBay is a firm.", "en"), begun("¿es así?", "es")
    ('Music is an art.', 'eBay is a firm.', '¿Es así?')
    """
    found = _HEAD.match(text)
    if not found or not found["word"].islower():
        return text
    at = found.start("word")
    first = _DOTTED if text[at] == "i" and language in _TURKIC else text[at].title()
    return text[:at] + (first if len(first) == 1 else text[at]) + text[at + 1 :]


def asked(template: str, subject: str, language: str) -> str:
    """A question about a subject."""
    return begun(template.replace("[X]", subject), language)


def unplaced(facts: Sequence[ItemFact]) -> Sequence[int]:
    """``FactForm.places`` of a form whose prompts have nothing to place."""
    return ()


def unchanged(facts: Sequence[ItemFact], drawn: Iterator[int]) -> tuple[ItemFact, ...]:
    """``FactForm.placed`` of such a form."""
    return tuple(facts)


def sound(fact: ItemFact, prompt: Prompt) -> str:
    """``FactForm.flaw`` of a form whose prompts hold nothing that could be wrong."""
    return ""


def other(of: Traits) -> str:
    """``FactForm.lacks`` of a form that asks every fact."""
    return OTHER


def lone(of: Traits) -> str:
    """``FactForm.lacks`` of a form that wants a distractor, and nothing else."""
    return LONE if of.lone else OTHER


def right(answers: Iterable[Accepted]) -> frozenset[str]:
    """Every name of what is right, as matching has it."""
    return matching.accepted(name for one in answers for name in (one.label, *one.aliases))


def named(prompt: Prompt, targets: Sequence[str]) -> Sequence[str]:
    """``FactForm.frequent`` where answers are names: to say *none* is no answer."""
    return [name for name in targets if name != NONE.label]


def nothing(prompt: Prompt) -> Sequence[str]:
    """``FactForm.always`` where answers are names."""
    return ()


def drawable(fact: Fact, prompt: Prompt, candidates: Iterable[str]) -> Sequence[str]:
    """``FactForm.options`` where answers are names: the candidates, if there are others."""
    found = tuple(candidates)
    return found if len(found) > 1 else ()
