"""Relation hallucination: the share of the triples written whose relation is invented."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import TEXT2KGBENCH, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="relation hallucination",
    formula=(
        "triples written whose relation is not in the ontology / triples written; "
        "undefined if none is written"
    ),
    legacy="1 − ontology conformance",
    source=TEXT2KGBENCH,
    better="lower",
    mean=True,
    for_every_pattern=True,
    triples_written=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where it is undefined, or nothing was to be written."""
    if outcome.figures is not None and outcome.figures.relation_hallucination is not None:
        yield Part(outcome.figures.relation_hallucination, 1)
