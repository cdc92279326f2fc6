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
    Findings,
    find,
    mine,
    trial,
)
from kgforge.mining.options import (
    ENGLISH,
    MineOptions,
)
from kgforge.mining.portions import (
    Progress,
    Tick,
)
from kgforge.mining.question import (
    Rows,
    draw,
    query,
)
from kgforge.mining.relations import (
    some,
)

__all__ = [
    "ENGLISH",
    "Classes",
    "Findings",
    "InducedOntology",
    "Kinds",
    "MineOptions",
    "Progress",
    "Rows",
    "Thresholds",
    "Tick",
    "draw",
    "find",
    "induce",
    "mine",
    "query",
    "some",
    "trial",
]
