"""What is scored of one sentence: its text, the gold triples, what a system wrote; seven figures.

A data set of *Text2KGBench* (Mihindukulasooriya et al. 2023) holds sentences by ontology. A mode of
scoring is a function ``figures(passage, lexicon) -> Figures``; ``kgforge.legacy`` is the published
one.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.schema import TextTriple


class Passage(Struct, frozen=True):
    """A sentence, the triples that it says, and those that a system wrote of it."""

    id: str
    text: str
    gold: tuple[TextTriple, ...] = ()
    system: tuple[TextTriple, ...] | None = None
    """None: the system said nothing at all, as where its file has no such line; empty: that the
    sentence says nothing."""


class Lexicon(Struct, frozen=True):
    """The words of an ontology, as its file lists them: in its order, repetitions kept."""

    concepts: tuple[str, ...]
    relations: tuple[str, ...]


class Figures(Struct, frozen=True):
    """How a system did on one sentence; each field is the metric of its name, from 0 to 1."""

    precision: float
    recall: float
    f1: float
    ontology_conformance: float
    relation_hallucination: float
    subject_hallucination: float
    object_hallucination: float


METRICS: Final = Figures.__struct_fields__
"""The seven, in the order of the paper's tables."""

Mode = Callable[[Passage, Lexicon], Figures]
"""How a sentence is scored."""


class Lines(Struct, frozen=True):
    """One file of sentences: passage *i* stands in line *i* + 1."""

    path: Path
    passages: tuple[Passage, ...]


class Subset(Struct, frozen=True):
    """What a data set holds for one ontology."""

    name: str
    """What tells it apart, as its files have it: ``1_movie``."""
    ontology: Path
    """The compact JSON."""
    turtle: Path | None
    lexicon: Lexicon
    dangling: tuple[tuple[str, str], ...]
    """Relation and id: each domain and range that is none of the ontology's concepts."""
    lines: Mapping[str, Lines]
    """By split (``train``, ``validation``, ``test``, ``ground_truth``) where there is such a file;
    ``ground_truth`` is ``test`` with its triples."""
    selected: frozenset[str] | None
    """Ids of the test sentences that were verified by hand; None: there is no such list."""


class DataSet(Struct, frozen=True):
    """A folder of sentences by ontology."""

    path: Path
    subsets: tuple[Subset, ...]


class Answer(Struct, frozen=True):
    """What a system wrote of one sentence."""

    id: str
    triples: tuple[TextTriple, ...]
    unparsed: tuple[str, ...] = ()
    """Pieces of its text that are no triples, though they look like some."""
