"""Forms of questions: each module of this folder is a form, named as its file.

A form is what ``Prompt.form`` says: how a question is put, and how its answer is read. Its prompts
stand on each fact of an item (``FactForm``), or on the item as a whole (``ItemForm``). A module has
what the protocol lists, as data and functions; the list of forms is the folder. Probing, scoring,
the baselines, the card and the page ask the form of a prompt, and none of them names one: a new
form is a new file here, with its test, and a script in ``page/`` where its items look different.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Final, Literal, Protocol, cast

from msgspec import Struct

from kgforge import plugins
from kgforge.errors import BenchmarkError
from kgforge.forms._marks import (
    Asked,
    Fact,
    Mark,
    Names,
    Said,
    mark,
    names,
    planted,
    ranks_candidates,
    reduced,
    said,
)
from kgforge.forms._posing import (
    CHOICES,
    LONE,
    MOST_CHOICES,
    OTHER,
    Posing,
    Template,
    Traits,
    is_letter,
)
from kgforge.framing import ENGLISH, Frame, framed
from kgforge.ontology import Ontology
from kgforge.schema import Item, ItemFact, Prompt, Request, Response, Showing, TextTriple

__all__ = [
    "CHOICES",
    "ENGLISH",
    "LONE",
    "MOST_CHOICES",
    "OF_FACTS",
    "OF_TEXTS",
    "OTHER",
    "Asked",
    "Card",
    "Fact",
    "FactForm",
    "Form",
    "Frame",
    "ItemForm",
    "Mark",
    "Names",
    "Posing",
    "Question",
    "Said",
    "Template",
    "Traits",
    "asks_items",
    "form_names",
    "framed",
    "is_letter",
    "load",
    "mark",
    "names",
    "of_facts",
    "of_items",
    "planted",
    "ranks_candidates",
    "reduced",
    "said",
    "wordless",
]

OF_FACTS: Final = "cloze"
"""The form of a pattern whose instances are facts alone."""
OF_TEXTS: Final = "extraction"
"""The form of a pattern whose instances have a text."""


class Card(Struct, frozen=True, kw_only=True):
    """What a benchmark's card says of a form, in Markdown."""

    asked: str
    """How an item is asked: the end of a sentence."""
    right: str
    """When an answer is right. ``$definitions`` is the table of the metrics of triples."""
    baselines: str = ""
    """What the baselines answer, where that is not what the card says of all of them."""
    limits: str
    """A list: what a score does not show. ``$languages`` are the benchmark's, ``$spoken`` is
    the same with how many they are."""
    task: str
    """What the Hugging Face hub calls the task."""
    family: str
    """A family of models that can be asked."""


class Question(Struct, frozen=True):
    """A prompt as a model gets it; fields as in ``schema.Request``."""

    before: str
    after: str = ""
    target: str = ""
    candidates: tuple[str, ...] = ()
    written: bool = False
    chosen: bool = False
    several: bool = False
    instruction: str = ""


class Form(Protocol):
    """What every module of this folder offers."""

    ASKS: Literal["facts", "items"]
    """On what its prompts stand."""
    CARD: Card
    PAGE: tuple[str, ...]
    """The scripts of the folder ``page`` that show its items; the first enters ``VIEWS`` by its own
    name. Forms may share them."""

    def barred(self, request: Request, method: str) -> str:
        """Why a method asks no model a request; empty where it does."""

    def check_tools(self) -> None:
        """Raise MissingDriverError where a package that scoring needs is not installed."""


class FactForm(Form, Protocol):
    """A form whose prompts stand on facts."""

    WORDS: Literal["wordings", "questions"]
    """In which words of a ``Posing`` facts are put."""
    FRAMED: bool
    """Whether its prompts have words besides (``Posing.frame``), and there are none without."""

    def prompts(self, fact: ItemFact, posing: Posing) -> Iterator[Prompt]:
        """The prompts of a fact, in the order of the wordings; none where it is not to be asked."""

    def lacks(self, of: Traits) -> str:
        """Why a fact that may hold has no prompt of this form."""

    def places(self, facts: Sequence[ItemFact]) -> Sequence[int]:
        """For each draw that an item's prompts need, of how many places one is drawn, in order."""

    def placed(self, facts: Sequence[ItemFact], drawn: Iterator[int]) -> tuple[ItemFact, ...]:
        """The facts of an item, what has places put into those that were drawn, counted from 0."""

    def flaw(self, fact: ItemFact, prompt: Prompt) -> str:
        """What is wrong with a prompt of a fact; empty where nothing is."""

    def question(self, fact: ItemFact, prompt: Prompt) -> Question:
        """A prompt as a model gets it."""

    def mark(self, asked: Asked, response: Response) -> Mark:
        """Where a response has what was asked for. Raises BenchmarkError where it is damaged."""

    def planted(self, asked: Asked, response: Response) -> float | None:
        """Where a response has what the text before its question plants (``Mark.planted``)."""

    def said(self, asked: Asked, response: Response, marked: Mark | None) -> Iterator[Said]:
        """What a page shows of a response."""

    def gold(self, fact: Fact, prompt: Prompt) -> Sequence[str]:
        """What is right to say, best first; empty where nothing is."""

    def options(self, fact: Fact, prompt: Prompt, candidates: Iterable[str]) -> Sequence[str]:
        """Of what the baseline ``random`` draws; none where a draw would be no guess."""

    def frequent(self, prompt: Prompt, targets: Sequence[str]) -> Sequence[str]:
        """What to say by knowing only which *targets* are the most frequent, these first."""

    def always(self, prompt: Prompt) -> Sequence[str]:
        """What can be said to every prompt alike, each a baseline of its own; none where answers
        are names.
        """


class ItemForm(Form, Protocol):
    """A form whose prompts stand on items as a whole: triples are written from a text.

    What is written is parsed and scored as ``scoring.written`` does it.
    """

    def prompted(
        self,
        items: Iterable[Item],
        train: Mapping[str, Sequence[Item]],
        ontologies: Mapping[str, Ontology],
        showing: Showing,
        language: str,
    ) -> Iterator[Item]:
        """The items, each with its prompt; those of one group have to stand together."""

    def question(self, prompt: Prompt) -> Question:
        """A prompt as a model gets it."""

    def baselines(
        self, items: Sequence[Item]
    ) -> Mapping[str, Callable[[Item], tuple[TextTriple, ...]]]:
        """What each baseline writes to an item of one group."""


def form_names() -> list[str]:
    """All forms, by name."""
    return plugins.names("forms")


@cache
def load(name: str) -> Form:
    """The form of that name. Raises AddressError, with the names, when there is none."""
    return cast(Form, plugins.load("forms", name))


def asks_items(name: str) -> bool:
    """Whether the prompts of a form stand on items as a whole."""
    return load(name).ASKS == "items"


@cache
def of_facts(name: str) -> FactForm:
    """The form of that name, whose prompts stand on facts. Raises BenchmarkError else."""
    return cast(FactForm, _asking(name, "facts"))


def wordless(names: Iterable[str], language: str, *, further: bool) -> tuple[str, ...]:
    """Which of some forms ask nothing in a language, since it has no words for them (``framed``).

    >>> wordless(["cloze", "true_false"], "tlh", further=True)
    ('true_false',)
    """
    if framed(language, further=further):
        return ()
    return tuple(name for name in names if of_facts(name).FRAMED)


@cache
def of_items(name: str) -> ItemForm:
    """The same for prompts of items as a whole."""
    return cast(ItemForm, _asking(name, "items"))


def _asking(name: str, what: Literal["facts", "items"]) -> Form:
    found = load(name)
    if what != found.ASKS:
        raise BenchmarkError(f"prompts of the form {name!r} ask for {found.ASKS}, not for {what}")
    return found
