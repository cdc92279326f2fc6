"""What is scored of one sentence: its text, the gold triples, what a system wrote; seven figures.

There are two modes of scoring: ``strict``, and ``published``, that of *Text2KGBench*.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

from msgspec import Struct

from kgforge.ontology import Ontology
from kgforge.schema import Entity, Named, Predicate, TextTriple, Triple


class Passage(Struct, frozen=True):
    """A sentence, the triples that it says, and those that a system wrote of it."""

    id: str
    text: str
    gold: tuple[TextTriple, ...] = ()
    system: tuple[TextTriple, ...] | None = None
    """None: the system was not heard, as where its file has no such line; empty: no triple of it
    can be read."""
    entities: tuple[Entity, ...] = ()
    """What is known of the ends of its triples: other names, and classes of the ontology."""
    terms: tuple[Triple, ...] = ()
    """The gold triples in IRIs, one for each (an IRI that is not known is empty); else none."""
    answer: str = ""
    """What the system wrote, as it stands."""

    @property
    def is_silent(self) -> bool:
        """Whether the system wrote nothing."""
        return not self.system and not self.answer.strip()

    @property
    def is_without_triple(self) -> bool:
        """Whether it wrote something, and no triple."""
        return not self.system and not self.is_silent


class Stated(Protocol):
    """A fact of an item, as ``schema.ItemFact`` and ``judging.AskedFact`` have it."""

    @property
    def subject(self) -> Named:
        """Its subject."""

    @property
    def predicate(self) -> Predicate:
        """Its predicate."""

    @property
    def object(self) -> Named:
        """The object that was mined."""

    @property
    def holds(self) -> bool | None:
        """False where it must not be true."""


class Told(Protocol):
    """An item that is a text, likewise."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def text(self) -> str | None:
        """The text."""

    @property
    def facts(self) -> Sequence[Stated]:
        """What the text says."""

    @property
    def entities(self) -> tuple[Entity, ...]:
        """What is known of what it speaks of."""


def triples(item: Told) -> tuple[TextTriple, ...]:
    """The facts of an item in words, those alone that hold."""
    return tuple(
        TextTriple(fact.subject.label, fact.predicate.label, fact.object.label)
        for fact in item.facts
        if fact.holds is not False
    )


def passage_of(item: Told, system: Iterable[TextTriple] | None, answer: str = "") -> Passage:
    """What is scored of an item and of what was written of it; None: nothing was."""
    said = None if system is None else tuple(system)
    return Passage(item.id, item.text or "", triples(item), said, item.entities, answer=answer)


class Figures(Struct, frozen=True):
    """How a system did on one sentence; each field is the metric of its name, from 0 to 1.

    None: undefined, as a share of no triples is.
    """

    precision: float
    recall: float
    f1: float
    ontology_conformance: float | None
    relation_hallucination: float | None
    subject_hallucination: float | None
    object_hallucination: float | None


METRICS: Final = Figures.__struct_fields__
"""The seven, in the order of the paper's tables."""

Scorer = Callable[[Passage], Figures]
"""How a sentence is scored."""
Mode = Callable[[Ontology], Scorer]
"""How the sentences of an ontology are scored."""
