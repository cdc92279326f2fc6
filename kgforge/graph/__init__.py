"""A graph in use: loaded, copied, asked for facts and names, walked."""

from kgforge.graph.axioms import (
    stated_axioms,
)
from kgforge.graph.chains import (
    Reach,
    either_way,
    reached,
)
from kgforge.graph.coverage import (
    Coverage,
    languages,
)
from kgforge.graph.drawing import (
    Ends,
    drawn,
    ordered,
)
from kgforge.graph.kinds import (
    types_beside,
)
from kgforge.graph.loading import (
    load,
)
from kgforge.graph.lookups import (
    ask,
    batches,
    beside_hash,
    classes,
    closure,
    crowded,
    degrees,
    evidence,
    expressed,
    false_objects,
    graph_hash,
    graph_id,
    links,
    loads,
    located,
    objects,
    sources,
    subjects,
    type_predicates,
)
from kgforge.graph.names import (
    Book,
    Names,
    labelled,
    namesakes,
    predicates,
    surface_forms,
    titles,
    unnamed,
)
from kgforge.graph.options import (
    LoadOptions,
    in_languages,
)
from kgforge.graph.tallies import (
    LoadReport,
)
from kgforge.graph.walk import (
    Walk,
)

__all__ = [
    "Book",
    "Coverage",
    "Ends",
    "LoadOptions",
    "LoadReport",
    "Names",
    "Reach",
    "Walk",
    "ask",
    "batches",
    "beside_hash",
    "classes",
    "closure",
    "crowded",
    "degrees",
    "drawn",
    "either_way",
    "evidence",
    "expressed",
    "false_objects",
    "graph_hash",
    "graph_id",
    "in_languages",
    "labelled",
    "languages",
    "links",
    "load",
    "loads",
    "located",
    "namesakes",
    "objects",
    "ordered",
    "predicates",
    "reached",
    "sources",
    "stated_axioms",
    "subjects",
    "surface_forms",
    "titles",
    "type_predicates",
    "types_beside",
    "unnamed",
]
