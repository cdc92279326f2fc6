"""What is scored of one sentence: its text, the gold triples, what a system wrote; seven figures.

A data set of *Text2KGBench* (Mihindukulasooriya et al. 2023) holds sentences by ontology. There are
two modes of scoring: ``strict``, and ``published``, that of the paper.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
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

GOLD: Final = "ground_truth"
"""The split of test sentences with their triples."""
UNSEEN: Final = "unseen_"
"""What the names of splits of unseen sentences begin with."""

Scorer = Callable[[Passage], Figures]
"""How a sentence is scored."""
Mode = Callable[[Ontology], Scorer]
"""How the sentences of an ontology are scored."""


class Lines(Struct, frozen=True):
    """One file of sentences: passage *i* stands in line *i* + 1."""

    path: Path
    passages: tuple[Passage, ...]


class Subset(Struct, frozen=True):
    """What a data set holds for one ontology."""

    name: str
    """What tells it apart, as its files have it: ``1_movie``."""
    ontology: Ontology
    """As the compact JSON says it."""
    turtle: Path | None
    lines: Mapping[str, Lines]
    """By split (``train``, ``validation``, ``test``, ``ground_truth``, ``unseen_test``,
    ``unseen_ground_truth``) where there is such a file; ``ground_truth`` is ``test`` with its
    triples, and *unseen* are sentences of invented facts."""
    selected: frozenset[str] | None
    """Ids of the test sentences that were verified by hand; None: there is no such list."""


class DataSet(Struct, frozen=True):
    """A folder of sentences by ontology."""

    path: Path
    subsets: tuple[Subset, ...]


class Answer(Struct, frozen=True):
    """What a system wrote of one sentence."""

    id: str
    text: str
    triples: tuple[TextTriple, ...] | None = None
    """Those that were taken from the text already; None: they are to be parsed."""


class Beside(Struct, frozen=True):
    """What stands beside the sentences of one ontology; all ids are those of sentences."""

    prompts: Mapping[str, str] = {}
    """The prompt of each test sentence."""
    near: Mapping[str, tuple[str, ...]] = {}
    """The training sentences that are most similar to each test sentence, the nearest first."""
    answers: tuple[Answer, ...] | None = None
    """What a system wrote of test sentences; None: there is no system."""
