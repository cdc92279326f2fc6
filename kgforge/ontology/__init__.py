"""Ontologies: reading them, what they say, and what breaks them."""

from kgforge.ontology.axioms import Axiom
from kgforge.ontology.checks import Violation
from kgforge.ontology.conformance import Checker
from kgforge.ontology.constraints import AxiomKind
from kgforge.ontology.entailment import Entailment, Implying
from kgforge.ontology.implications import End
from kgforge.ontology.model import (
    FOLDER,
    TOP,
    Ontology,
    Signature,
    of_compact,
    of_graph,
    read,
    read_all,
)
from kgforge.ontology.statements import number, text, triple, value
from kgforge.ontology.turtle import Owl
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
    "Axiom",
    "AxiomKind",
    "Checker",
    "End",
    "Entailment",
    "Implying",
    "Ontology",
    "Owl",
    "Signature",
    "Violation",
    "Vocabulary",
    "number",
    "of_compact",
    "of_graph",
    "read",
    "read_all",
    "text",
    "triple",
    "value",
]
