"""A data set of sentences by ontology, as *Text2KGBench* has them, and what a system wrote of it.

Source: Mihindukulasooriya et al. 2023, *Text2KGBench*.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from kgforge.extraction.passage import Passage
from kgforge.ontology import Ontology
from kgforge.schema import TextTriple

GOLD: Final = "ground_truth"
"""The split of test sentences with their triples."""
UNSEEN: Final = "unseen_"
"""What the names of splits of unseen sentences begin with."""


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
    places: tuple[str, ...] = ()
    """``FILE:LINE`` of each answer to the sentence, this one's last, where there are several."""


class Beside(Struct, frozen=True):
    """What stands beside the sentences of one ontology; all ids are those of sentences."""

    prompts: Mapping[str, str] = {}
    """The prompt of each test sentence."""
    near: Mapping[str, tuple[str, ...]] = {}
    """The training sentences that are most similar to each test sentence, the nearest first."""
    answers: tuple[Answer, ...] | None = None
    """What a system wrote of test sentences; None: there is no system."""
