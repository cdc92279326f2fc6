"""From queries to instances: what a graph has of a pattern, and what it holds at all."""

from kgforge.mining.classes import (
    Classes,
    Kinds,
)
from kgforge.mining.induced import (
    InducedOntology,
    Thresholds,
)
from kgforge.mining.induction import (
    induce,
)
from kgforge.mining.miner import (
    mine,
    some,
)
from kgforge.mining.portions import (
    Progress,
    Tick,
)

__all__ = [
    "Classes",
    "InducedOntology",
    "Kinds",
    "Progress",
    "Thresholds",
    "Tick",
    "induce",
    "mine",
    "some",
]
