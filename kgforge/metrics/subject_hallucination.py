"""Subject hallucination: the share of the triples written whose subject is invented."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import TEXT2KGBENCH, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="subject hallucination",
    formula=(
        "triples written whose subject is named by neither the sentence (by alias, date"
        " or value) nor a gold triple nor a concept of the ontology / triples written; "
        "undefined if none is written"
    ),
    legacy=(
        "triples written whose stemmed subject is no substring of the stemmed sentence "
        "and concepts / triples written; 0 if none is written"
    ),
    source=TEXT2KGBENCH,
    better="lower",
    mean=True,
    for_every_pattern=True,
    triples_written=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where it is undefined, or nothing was to be written."""
    if outcome.figures is not None and outcome.figures.subject_hallucination is not None:
        yield Part(outcome.figures.subject_hallucination, 1)
