"""Ontologies: reading them, what they say, and what breaks them."""

from kgforge.ontology.conformance import (
    AxiomKind,
    Checker,
    End,
    Violation,
)
from kgforge.ontology.model import (
    FOLDER,
    TOP,
    Ontology,
    Signature,
    folded,
    local_name,
    of_compact,
    of_graph,
    read,
    read_all,
)
from kgforge.ontology.vocabulary import (
    IMPLIED_PARAPHRASE,
    IMPLIED_TEMPLATE,
    PARAPHRASE,
    SLOTS,
    TEMPLATE,
    Vocabulary,
)

__all__ = [
    "FOLDER",
    "IMPLIED_PARAPHRASE",
    "IMPLIED_TEMPLATE",
    "PARAPHRASE",
    "SLOTS",
    "TEMPLATE",
    "TOP",
    "AxiomKind",
    "Checker",
    "End",
    "Ontology",
    "Signature",
    "Violation",
    "Vocabulary",
    "folded",
    "local_name",
    "of_compact",
    "of_graph",
    "read",
    "read_all",
]
