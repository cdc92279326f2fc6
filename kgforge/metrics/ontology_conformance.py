"""Ontology conformance: the share of the triples written that keep to the ontology."""

from collections.abc import Iterator
from typing import Final

from kgforge.metrics import TEXT2KGBENCH, Definition, Outcome, Part

DEFINITION: Final = Definition(
    title="ontology conformance",
    formula=(
        "triples written whose relation is in the ontology and that break none of its "
        "axioms (domain, range, datatype, cardinality, disjointness and others) / "
        "triples written; undefined if none is written"
    ),
    legacy=(
        "triples written whose relation is spelt as a label of the ontology / triples "
        "written; 1 if none is written"
    ),
    source=TEXT2KGBENCH,
    better="higher",
    mean=True,
    for_every_pattern=True,
    triples_written=True,
)


def counts(outcome: Outcome) -> Iterator[Part]:
    """The sentence's figure, of 1; nothing where it is undefined, or nothing was to be written."""
    if outcome.figures is not None and outcome.figures.ontology_conformance is not None:
        yield Part(outcome.figures.ontology_conformance, 1)
