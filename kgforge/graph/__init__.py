"""A graph in use: loaded, copied, asked for facts and names, walked."""

from kgforge.graph.loading import (
    LoadOptions,
    LoadReport,
    load,
)
from kgforge.graph.lookups import (
    ask,
    batches,
    beside_hash,
    classes,
    closure,
    degrees,
    evidence,
    false_objects,
    graph_hash,
    graph_id,
    loads,
    objects,
    pool,
    sources,
    subjects,
    type_predicates,
)
from kgforge.graph.names import (
    Book,
    Names,
    labelled,
    surface_forms,
)
from kgforge.graph.walk import (
    Walk,
)

__all__ = [
    "Book",
    "LoadOptions",
    "LoadReport",
    "Names",
    "Walk",
    "ask",
    "batches",
    "beside_hash",
    "classes",
    "closure",
    "degrees",
    "evidence",
    "false_objects",
    "graph_hash",
    "graph_id",
    "labelled",
    "load",
    "loads",
    "objects",
    "pool",
    "sources",
    "subjects",
    "surface_forms",
    "type_predicates",
]
