"""A graph in use: loading and copying it, looking things up in it, walking it."""

from kgforge.graph.loading import (
    LoadOptions,
    LoadReport,
    load,
)
from kgforge.graph.lookups import (
    ask,
    batches,
    classes,
    closure,
    degrees,
    evidence,
    graph_hash,
    graph_id,
    objects,
    pool,
    sources,
    subjects,
    type_predicates,
)
from kgforge.graph.names import (
    PRONOUNS,
    Book,
    Names,
    labelled,
    surface_forms,
)
from kgforge.graph.walk import (
    Walk,
)

__all__ = [
    "PRONOUNS",
    "Book",
    "LoadOptions",
    "LoadReport",
    "Names",
    "Walk",
    "ask",
    "batches",
    "classes",
    "closure",
    "degrees",
    "evidence",
    "graph_hash",
    "graph_id",
    "labelled",
    "load",
    "objects",
    "pool",
    "sources",
    "subjects",
    "surface_forms",
    "type_predicates",
]
